"""Looking on: one moment of a match as one seat sees it, or as all seats together do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.face.together import Together
from cardwright.face.view import View
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle, Entry, Reader
from cardwright.hosting.notes import FORFEITED
from cardwright.hosting.realtime.waiting import time_text
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.ground import seat_symbol
from cardwright.table.screens.picture import Picture
from cardwright.table.widgets.hand import Hand

if TYPE_CHECKING:
    from cardwright.face.match import Match
    from cardwright.hosting.realtime.clock import Clock

FADE = 4.0
"""Seconds for which the marks of what happened stay in a timed game."""


def new_since(now: int, clock: Clock) -> float:
    """The time of a timed match after which something is new: marks fade by the clock."""
    return now - FADE * 1000 * max(clock.speed, 1.0)


class Onlooker:
    """Whose view of a match is shown, and after how many actions."""

    def __init__(self, match: Match, reader: Reader = "all") -> None:
        self.match = match
        self.reader: Reader = reader
        self.ply = match.ply
        self._chronicles: dict[tuple[int, Reader], Chronicle] = {}

    @property
    def chronicle(self) -> Chronicle:
        """The chronicle of the view that is shown."""
        key = id(self.match), self.reader
        if key not in self._chronicles:
            self._chronicles[key] = Chronicle(self.match, self.reader)
        return self._chronicles[key]

    def next(self) -> None:
        """Change to the next view: all seats, seat 0, seat 1 and so on."""
        readers: list[Reader] = ["all", *range(self.match.seat_count)]
        self.reader = readers[(readers.index(self.reader) + 1) % len(readers)]

    @property
    def named(self) -> str:
        """Whose view it is."""
        if self.reader == "all":
            return "both seats" if self.match.seat_count == 2 else "all seats"
        return f"seat {self.reader}"

    def see(self, ply: int, *, since: float | None = None) -> Picture:
        """The match after its first `ply` actions; events after `since`, or of the last action, are new."""
        self.ply = ply
        reader = self.reader
        view: View
        if isinstance(reader, int):
            bottom, view = reader, self.match.view_at(reader, ply)
            groups = plain.grouped(view) if board_of(view.game).is_grouped else ()
            hands = [Hand(f"Hand {len(view.hand)}", view.hand, groups=groups)]
        else:
            bottom, view = 0, Together(self.match, ply)
            hands = hands_of(view)
        entries = chronicle.joined(entry for entry in self.chronicle.upto(ply) if not entry.is_quiet)
        fresh = sum(entry.ply < ply for entry in entries)
        recent = self.chronicle.of(ply) if since is None else self._after(ply, since)
        return Picture(view, bottom, hands, entries, fresh, chronicle.news(view, recent, seat_symbol))

    def _after(self, ply: int, since: float) -> list[Entry]:
        near = [entry for number in range(max(0, ply - 30), ply + 1) for entry in self.chronicle.of(number)]
        return [entry for entry in near if (entry.at or 0) > since]

    def told(self) -> str:
        """The last action in words."""
        if self.ply == 0:
            position = self.match.setup.position
            opening = "The opening" if position is None else "The position it began with"
            if not self.match.game.is_timed:
                return f"{opening}."
            return f"{opening} at {time_text(position.now if position else 0)}."
        when = f" at {time_text(self.match.times[self.ply - 1])}" if self.match.game.is_timed else ""
        return f"Action {self.ply}{when}, {chronicle.told(self.match, self.ply, self.reader)}."


def hands_of(view: Together, bottom: int = 0) -> list[Hand]:
    """The hands of all seats, that of the seat below last, as on the board."""
    is_grouped = board_of(view.game).is_grouped
    hands: list[Hand] = []
    first = 0
    for seat in [*(seat for seat in reversed(range(len(view.views))) if seat != bottom), bottom]:
        cards = view.views[seat].hand
        groups = plain.grouped(view.views[seat]) if is_grouped else ()
        whose = "Your hand" if seat == view.seat else f"Hand of seat {seat}"
        hands.append(Hand(f"{whose}: {len(cards)}", cards, first, groups=groups))
        first += len(cards)
    return hands


def is_lifted(match: Match, notes: Mapping[str, str]) -> bool:
    """Whether nothing of a match is secret any more: it has ended, and nobody can take the end back."""
    return match.is_over or FORFEITED in notes
