"""What the table shows of a game: one file per game, named as its rules are; without one a list of pieces.

A file may have

- `LAYOUT`: where the cells lie (`cardwright.table.layout`); without it there is no board,
- `LETTERS`: one letter per keyword and status (a status that is called like a keyword ends with `*`),
- `status(view, seat)`: the line about a seat, and below it lines for the plain table,
- `HELP`: how actions are typed,
- `KEYS`: keys that begin an action, by its first words; without it `e` is `end` or `pass`,
- `SOURCES`: verbs without a source that may also be begun at one's own piece of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from cardwright.table.layout import Layout

if TYPE_CHECKING:
    from cardwright.library import Game
    from cardwright.view import View

KEYS = {"e": "end"}


class Board(msgspec.Struct, frozen=True):
    """What the table knows of a game beside its rules."""

    layout: Layout | None
    letters: Mapping[str, str]
    status: Callable[[View, int], list[str]]
    help: str
    keys: Mapping[str, str]
    sources: Mapping[str, str]


def board_of(game: Game) -> Board:
    """The board of a game, with what holds for every game where its file is silent or missing."""
    name = f"cardwright.table.boards.{game.rules.replace('-', '_')}"
    found: ModuleType | None
    try:
        found = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        found = None
    words = [verb.word for verb in game.verbs]
    keys = KEYS if "end" in words else {"e": "pass"} if "pass" in words else {}
    return Board(
        layout=getattr(found, "LAYOUT", None),
        letters=getattr(found, "LETTERS", {}),
        status=getattr(found, "status", _status),
        help=getattr(found, "HELP", f"  {', '.join(words)}\n"),
        keys=getattr(found, "KEYS", keys),
        sources=getattr(found, "SOURCES", {}),
    )


def _status(view: View, seat: int) -> list[str]:
    player = view.seats[seat]
    words = view.game.catalogue.game.words.get("resources", {})
    named = [
        f"{words[name]['word']} {n}"
        for name, n in player.resources.items()
        if words.get(name, {}).get("word")
    ]
    zones = [f"{zone} {len(cards)}" for zone, cards in player.zones.items()]
    return [", ".join([*named, *zones])]
