"""The maps of Ruler of Armies and Magic: any rectangle of tiles with terrain, row 0 on top for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cardwright.face.library import Game
from cardwright.hosting.layout import Ground, Layout, Size, rows

SIGHT = "sight"

TERRITORY = "influence"

GROUNDS = {"grass": ('"', "meadow"), "desert": (".", "sand"), "town": ("#", "stone"), "water": ("~", "sea")}
"""The letter and the style of each terrain."""

TERRAIN = {"g": ["grass"], "d": ["desert"], "t": ["town"], "w": ["water"]}


def _map(game: Game) -> dict[str, Any]:
    """The game's board as it was written."""
    found: dict[str, Any] = game.catalogue.game.boards[game.board]
    return found


@lru_cache(maxsize=16)
def layout(game: Game) -> Layout:
    """A grid of the map's tiles; the cells are small where it is large."""
    lines = [
        " ".join(f"{row},{column}" for column, _ in enumerate(line.split()))
        for row, line in enumerate(_map(game)["tiles"])
    ]
    longest = max(len(cell) for line in lines for cell in line.split())
    least = Size(longest + 3, 1)
    return rows(
        lines, turned="never", is_mixed=True, least=least, most=Size(14, 3), good=Size(least.width, 2)
    )


@lru_cache(maxsize=16)
def grounds(game: Game) -> Mapping[str, Ground]:
    """The terrain of every tile, and whose base stands there."""
    board = _map(game)
    names = {**TERRAIN, **board.get("terrain", {})}
    homes = {cell: seat for seat, cell in enumerate(board["bases"])}
    return {
        f"{row},{column}": _ground(names[letter], homes.get(f"{row},{column}"))
        for row, line in enumerate(board["tiles"])
        for column, letter in enumerate(line.split())
    }


def _ground(terrains: list[str], home: int | None) -> Ground:
    known = [GROUNDS.get(name, (name[:1], "")) for name in terrains]
    return Ground("".join(symbol for symbol, _ in known), known[0][1], " and ".join(terrains), home)
