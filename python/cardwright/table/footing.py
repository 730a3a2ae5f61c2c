"""What the ground still lacks for a card, where cards cost ground: marks on the board, and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from cardwright.catalogue.patterns import letters_of
from cardwright.face.view import Asked, Footing
from cardwright.table.boards import board_of

if TYPE_CHECKING:
    from cardwright.face.view import Card, View

FITS = "(+)"
"""The mark of a cell where the card fits."""

NEVER = "(-)"
"""The mark of a cell where it can never fit: its cost reaches beyond the board."""

RIGHT = "(ok)"
"""The mark of a cell that has the ground it is asked for."""


class Study(msgspec.Struct, frozen=True):
    """A card that is looked at, and what its cost asks of the board."""

    name: str
    footings: tuple[Footing, ...]
    shown: Footing
    """The one that is told in full: at the cell that is pointed at, else where the least is missing."""

    @property
    def fitting(self) -> list[Footing]:
        """Where the card fits."""
        return [footing for footing in self.footings if not footing.lacks]


def study(view: View, card: Card, cell: str | None = None) -> Study | None:
    """What a card of the seat's hand asks of the board; None if nothing, or if it could be played nowhere."""
    if card.card is None or not view.game.catalogue.has_patterns:
        return None
    footings = view.footings(card.card)
    if not footings:
        return None
    own = view.areas.get(board_of(view.game).territory, frozenset())

    def far(footing: Footing) -> tuple[bool, int, int]:
        """How far a cell is from fitting; ground that is the seat's own is nearer."""
        return *_distance(footing), sum(asked.cell not in own for asked in footing.lacks)

    shown = next((footing for footing in footings if footing.cell == cell), None)
    return Study(card.name, footings, shown or min(footings, key=far))


def _distance(footing: Footing) -> tuple[bool, int]:
    """How far a cell is from fitting: one whose cost reaches beyond the board comes last."""
    return is_never(footing), len(footing.lacks)


def is_never(footing: Footing) -> bool:
    """Whether the ground can never fit there."""
    return any(asked.cell is None for asked in footing.asks)


def marks(view: View, studied: Study) -> dict[str, str]:
    """The marks of a card that is looked at, by cell: how much is missing where, and what that is."""
    letters = letters_of(view.game.catalogue.lands)
    wanted = {asked.cell: asked for asked in studied.shown.asks if asked.cell is not None}
    found = {}
    for footing in studied.footings:
        if is_never(footing):
            found[footing.cell] = NEVER
        elif not footing.lacks:
            found[footing.cell] = FITS
        else:
            found[footing.cell] = f"({len(footing.lacks)})"
    for cell, asked in wanted.items():
        mark = RIGHT if asked.is_there else f"({letters[asked.place]})"
        # A cell may be asked for and be one where the card could stand.
        found[cell] = f"{found[cell][:-1]}{mark[1:]}" if cell in found else mark
    return found


def legend(view: View, studied: Study) -> str:
    """What the marks of a card that is looked at mean, those that are seen."""
    shown = set(marks(view, studied).values())
    letters = letters_of(view.game.catalogue.lands)
    lacks = next((asked.place for asked in studied.shown.lacks if asked.cell), "")
    parts = [f"{FITS} fits here"] * any(mark.startswith(FITS[:2]) for mark in shown)
    parts += ["(2) so many fields lack their land"] * any(mark[1].isdigit() for mark in shown)
    parts += [f"({letters[lacks]}) must become {lacks}"] if lacks else []
    parts += [f"{RIGHT} is right"] * any(mark.endswith(RIGHT[1:]) for mark in shown)
    parts += [f"{NEVER} never fits here"] * any(mark.startswith(NEVER[:2]) for mark in shown)
    return ", ".join(parts)


def wanted_at(studied: Study, cell: str) -> str:
    """The ground that a cell should get for the card, where it comes nearest to fitting; or empty."""
    for footing in sorted(studied.footings, key=lambda one: (one is not studied.shown, _distance(one))):
        for asked in footing.lacks:
            if asked.cell == cell:
                return asked.place
    return ""


def told(studied: Study) -> str:
    """What is missing where the card is looked at, in words."""
    shown = studied.shown
    return f"{shown.cell}: {lacking(shown.lacks) or 'it fits here'}"


def lacking(lacks: Sequence[Asked]) -> str:
    """Cells and what they lack.

    >>> lacking([Asked("e4", "fire", False), Asked("d5", "fire", False), Asked("d6", "water", False)])
    'e4 and d5 lack fire, d6 lacks water'
    >>> lacking([Asked(None, "fire", False)])
    'a field for fire lies off the board, so it never fits here'
    """
    by_place: dict[str, list[str]] = {}
    beyond: list[str] = []
    for asked in lacks:
        if asked.cell is None:
            beyond.append(asked.place)
        else:
            by_place.setdefault(asked.place, []).append(asked.cell)
    parts = [
        f"{_listed(cells)} {'lacks' if len(cells) == 1 else 'lack'} {place}"
        for place, cells in by_place.items()
    ]
    if beyond:
        lands = _listed(list(dict.fromkeys(beyond)))
        lie = "a field for {} lies" if len(beyond) == 1 else f"{len(beyond)} fields for {{}} lie"
        parts.append(f"{lie.format(lands)} off the board, so it never fits here")
    return ", ".join(parts)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
