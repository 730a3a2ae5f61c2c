"""The board of a game as data: one file per game, with the name of its rules; without one there is no board.

A file may have

- `LAYOUT`: where the cells lie (`cardwright.hosting.layout`), or `layout(game)` where boards differ,
- `grounds(game)`: the terrain of the cells,
- `lands(game)`: where terrain changes, what it is by the view's area of the cells that have it now,
- `SIGHT` and `TERRITORY`: the view's areas that a seat sees in full, and that are its own.

How a board is drawn in the terminal is said in `cardwright.table.boards`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from cardwright.hosting.layout import Ground, Layout

if TYPE_CHECKING:
    from cardwright.face.library import Game


class Plan(msgspec.Struct, frozen=True):
    """A board before anything stands on it."""

    layout: Layout | None
    grounds: Mapping[str, Ground]
    lands: Mapping[str, Ground]
    sight: str
    territory: str


def file_of(package: str, game: Game) -> ModuleType | None:
    """The file of a package that has the name of a game's rules, if there is one."""
    name = f"{package}.{game.rules.replace('-', '_')}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None


_known: WeakKeyDictionary[Game, Plan] = WeakKeyDictionary()


def plan_of(game: Game) -> Plan:
    """The plan of a game's board; the usual values stand in for what its file does not say."""
    if (known := _known.get(game)) is None:  # every event of a log may ask
        known = _known[game] = _read_plan(game)
    return known


def _read_plan(game: Game) -> Plan:
    found = file_of(__name__, game)
    layout = getattr(found, "layout", None)
    grounds = getattr(found, "grounds", None)
    lands = getattr(found, "lands", None)
    return Plan(
        layout=layout(game) if layout else getattr(found, "LAYOUT", None),
        grounds=grounds(game) if grounds else {},
        lands=lands(game) if lands else {},
        sight=getattr(found, "SIGHT", ""),
        territory=getattr(found, "TERRITORY", ""),
    )
