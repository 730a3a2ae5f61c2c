"""The boards of Hexlands: hexagons in shifted rows, each with a land that may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.catalogue.hexes import fields_of
from cardwright.catalogue.patterns import letters_of
from cardwright.face.library import Game
from cardwright.hosting.layout import CELL, Ground, Layout, Place, Size

TERRITORY = "range"

STYLES = {"fire": "flame", "water": "sea", "nature": "meadow", "earth": "stone"}
"""The style of each land; wasteland has none."""


def _board(game: Game) -> dict[str, Any]:
    """The game's board as it was written."""
    found: dict[str, Any] = game.catalogue.game.boards[game.board]
    return found


def layout(game: Game) -> Layout:
    """The fields as they are drawn in the board's file; each seat sees them with its own side below."""
    fields = fields_of(_board(game))
    left, top = min(one.x for one in fields), min(one.r for one in fields)
    places = tuple(Place(one.name, one.x - left, CELL * (one.r - top)) for one in fields)
    least = Size(5, 1)
    return Layout(places, turned="sixths", is_mixed=True, least=least, most=Size(14, 3), good=least)


def lands(game: Game) -> Mapping[str, Ground]:
    """The lands by the view's area of their fields, with the letters that boards and patterns use."""
    letters = letters_of(game.catalogue.lands)
    return {land: Ground(letter, STYLES.get(land, ""), land) for land, letter in letters.items()}


def grounds(game: Game) -> Mapping[str, Ground]:
    """The lands of the fields before anybody has changed one."""
    by_letter = {ground.symbol: ground for ground in lands(game).values()}
    return {one.name: by_letter[one.letter] for one in fields_of(_board(game))}
