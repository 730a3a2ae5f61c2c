"""What happened so far, entry by entry, and the marks that the last of it leaves on the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from cardwright.events import Event, Wording
from cardwright.table.selection import Spot

if TYPE_CHECKING:
    from cardwright.match import Match, Viewer
    from cardwright.view import View

Reader = int | Literal["all"]
"""Whose eyes: a seat's, or all seats' together."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened, and in which action (the opening is 0, the first action 1)."""

    ply: int
    event: Event

    @property
    def text(self) -> str:
        """The entry in words."""
        return self.event.text

    @property
    def is_turn(self) -> bool:
        """Whether a new turn or phase begins here."""
        return self.event.type == "began"

    @property
    def cards(self) -> list[int]:
        """The numbers of the cards it names, each once."""
        return list(dict.fromkeys(number for number in _numbers(self.event.details) if number))


def _numbers(details: dict[str, Any]) -> list[int]:
    found = []
    for name, value in details.items():
        if isinstance(value, dict):
            found.append(value.get("def", 0))
        elif name in ("card", "into") and isinstance(value, int):
            found.append(value)
    return found


class Chronicle:
    """The entries of a match as one reader saw them; each action is read once."""

    def __init__(self, match: Match, reader: Reader) -> None:
        self.match = match
        self.reader = reader
        opening: Viewer = "spectator" if reader == "all" else reader
        self._read = [[Entry(0, event) for event in match.opening(opening)]]

    def of(self, ply: int) -> list[Entry]:
        """The entries of one action; of the opening for 0."""
        while len(self._read) <= ply:
            number = len(self._read)
            self._read.append([Entry(number, e) for e in self.match.events_of(number - 1, self.reader)])
        return self._read[ply]

    def upto(self, ply: int) -> list[Entry]:
        """The entries of the opening and the first `ply` actions."""
        return [entry for number in range(ply + 1) for entry in self.of(number)]

    def forget(self, ply: int) -> None:
        """Actions after the first `ply` were taken back."""
        del self._read[ply + 1 :]


def told(match: Match, ply: int, reader: Reader) -> str:
    """The action of that number (from 1) in words, as far as a reader may know it."""
    action = match.actions[ply - 1]
    shown = action.text
    if reader not in ("all", action.seat):
        verb = match.game.verbs[action.code >> 8 & 255]
        is_hidden = verb.subset or verb.source.means == "answer"
        shown = f"{verb.word} ..." if is_hidden else shown
    return f"seat {action.seat}: {shown}"


def news(view: View, entries: Sequence[Entry]) -> dict[Spot, str]:
    """What happened where, in a word or a number: for the cells, and for pieces that have none."""
    found: dict[Spot, str] = {}
    damage: dict[Spot, int] = {}
    words = Wording(view.game, view.seat)
    for entry in entries:
        details = entry.event.details
        where = _where(view, details.get("who"))
        if where is None:
            continue
        match entry.event.type:
            case "damaged":
                damage[where] = damage.get(where, 0) + details["amount"]
                found[where] = f"-{damage[where]}"
            case "healed":
                found[where] = f"+{details['amount']}"
            case "changed":
                found[where] = f"{details['attack']:+}/{details['health']:+}"
            case "moved":
                found.pop(where, None)
                found[Spot("cell", details["to"])] = "moved"
            case "afflicted":
                found[where] = words.word("statuses", details["status"])
            case "attacked":
                found.setdefault(where, "hits")
            case kind if kind in WORDS:
                found[where] = WORDS[kind]
    return found


WORDS = {
    "entered": "new",
    "died": "dies",
    "returned": "gone",
    "prevented": "safe",
    "transformed": "new",
    "controlled": "turned",
    "dispelled": "plain",
    "keyword_gained": "gains",
    "keyword_lost": "loses",
    "ability_granted": "gains",
    "readied": "ready",
    "wore_off": "fades",
}
"""The word left behind by an event that has no number."""


def _where(view: View, who: dict[str, Any] | None) -> Spot | None:
    if who is None:
        return None
    if who["cell"] >= 0:
        return Spot("cell", who["cell"])
    for piece in view.described.pieces:
        if piece.cell < 0 and (piece.owner, piece.number) == (who["owner"], who["def"]):
            return Spot("piece", piece.id)
    return None
