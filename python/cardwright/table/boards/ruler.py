"""The maps of Ruler of Armies and Magic: any rectangle of tiles with terrain, row 0 on top for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cardwright.catalogue import CardDef
from cardwright.library import Game
from cardwright.table.ground import Ground
from cardwright.table.layout import Layout, Size, rows
from cardwright.table.together import Together
from cardwright.view import Piece, View

SIGHT = "sight"

CLAIM = "influence"

NUMBERED = ("draw",)

GROUPED = True

HELP = """\
  draw units                  a card of your units, structures or spells
  play "Soldier" at 2,3       a unit, structure or trap, in your influence
  play "Heal" > 2,3           a spell or an item > its target
  move 2,3 > 2,4              what stands on a tile, to another
  attack 2,3 > 2,4            range 0 reaches the same tile only
  use 2,3 "Fireball" > 2,4    what a unit knows > its target
  2,3#2                       the second card on a tile, as they arrived
  end                         the end of your turn
Decks 16/8/9 are the units, structures and spells left to draw.
"""

KEYS = {"e": "end"}

LETTERS = {
    "flying": "F",
    "relentless": "R",
    "infiltrator": "I",
    "aquatic": "W",
    "amphibious": "A",
    "undead": "U",
    "shelter": "S",
    "carrier": "C",
    "farsight": "E",
    "surefooted": "N",
    "foothold": "O",
    "poisoned": "p",
    "immobilised": "z",
    "slowed": "s",
}

GROUNDS = {"grass": ('"', "meadow"), "desert": (".", "sand"), "town": ("#", "stone"), "water": ("~", "sea")}
"""The letter and the style of each terrain."""

TERRAIN = {"g": ["grass"], "d": ["desert"], "t": ["town"], "w": ["water"]}

UNITS_PER_TURN = 2
PILES = ("units", "structures", "spells")


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
    return Ground("".join(sign for sign, _ in known), known[0][1], " and ".join(terrains), home)


def labels(view: View) -> Mapping[str, str]:
    """The decks to draw from, with how many cards are left in each."""
    return {f"draw {pile}": f"draw {pile}: {len(view.me.zones[pile])}" for pile in PILES}


def status(view: View, seat: int) -> list[str]:
    """The line about a seat: what it has, and what of its turn it has used."""
    player = view.seats[seat]
    held = player.resources
    is_open = seat == view.seat or isinstance(view, Together)
    gold = str(held["gold"]) if is_open else "?"
    piles = "/".join(str(len(player.zones[pile])) for pile in PILES)
    parts = [f"gold {gold}, mana {held['mana']}, hand {len(player.zones['hand'])}, decks {piles}"]
    if is_open and seat in view.to_act and not view.is_over:
        parts.append(f"units placed {held['placed']}/{UNITS_PER_TURN}")
        parts += [f"draws {held['draws']}"] * bool(held["draws"])
    return [", ".join(parts)]


def facts(view: View, piece: Piece) -> list[str]:
    """What a piece has that no other of its card has."""
    found = piece.facts
    told = []
    if "building" in found:
        turns = found["building"]
        told.append(f"is being built: ready in {turns} turn{'s' * (turns > 1)} of its owner")
    if "mana" in found:
        told.append(f"has {found['mana']} mana of its own")
    if "armour" in found:
        told.append(f"wears armour: {found['armour']} at {found['armour_chance']} %")
    return told


PRINTED = {"weak": "weak spot {} %", "move": "moves {}", "range": "range {}", "store": "{} mana of its own"}

DAMAGE = ("cut", "piercing", "bite", "blunt", "fire", "earth", "air")


def numbers(game: Game, card: CardDef) -> list[str]:
    """A card's own numbers in words."""
    printed = game.printed(card)
    told = [text.format(printed[name]) for name, text in PRINTED.items() if name in printed]
    for name in ("block", "block2"):
        if name in printed:
            told.append(f"defence {printed[name]} at {printed.get(f'{name}-chance', 0)} %")
    if "build" in printed:
        told.append(f"built in {printed['build']} turn{'s' * (printed['build'] > 1)}")
    resists = [(name.removeprefix("resist-"), n) for name, n in printed.items() if name.startswith("resist-")]
    told += [f"{kind} {-number:+} %" for kind, number in resists]
    told += [f"{tag} damage" for tag in game.catalogue.tags_of(card) if tag in DAMAGE]
    return told
