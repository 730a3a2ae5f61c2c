"""Looking on: one moment of a match through the eyes of a seat, or of all of them."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle, Entry, Reader
from cardwright.hosting.realtime.waiting import time_text
from cardwright.hosting.spots import Spot
from cardwright.hosting.together import Together
from cardwright.match import Match
from cardwright.table import plain
from cardwright.table.drawing import Mark
from cardwright.table.screens.table import Table
from cardwright.table.widgets.hand import Hand
from cardwright.view import View


class SpectatorTable(Table):
    """Shows a match after some of its actions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "view", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("shift+left", "go('left')", show=False),
        Binding("shift+right", "go('right')", show=False),
        Binding("left_square_bracket", "more(-3)", show=False),
        Binding("right_square_bracket", "more(3)", show=False),
    ]

    def __init__(self, match: Match, reader: Reader = "all") -> None:
        super().__init__(match.game)
        self.detail.key = "]"
        self.match = match
        self.reader: Reader = reader
        self.ply = match.ply
        self.news: dict[Spot, str] = {}
        self.chronicles: dict[Reader, Chronicle] = {}

    @property
    def chronicle(self) -> Chronicle:
        """What happened, through the present eyes."""
        if self.reader not in self.chronicles:
            self.chronicles[self.reader] = Chronicle(self.match, self.reader)
        return self.chronicles[self.reader]

    def look(self, ply: int) -> None:
        """Show the match after its first `ply` actions."""
        self.ply = ply
        reader = self.reader
        seats = range(self.match.kernel.seat_count)
        view: View
        is_grouped = self.board_of_game.is_grouped
        if isinstance(reader, int):
            view = self.match.view_at(reader, ply)
            self.bottom = reader
            groups = plain.grouped(view) if is_grouped else ()
            self.hands = [Hand(f"Hand {len(view.hand)}", view.hand, groups=groups)]
        else:
            view = Together(self.match, ply)
            self.bottom = 0
            self.hands = []
            first = 0
            for seat in reversed(seats):  # the seat below last, as on the board
                cards = view.views[seat].hand
                groups = plain.grouped(view.views[seat]) if is_grouped else ()
                self.hands.append(Hand(f"Hand of seat {seat}: {len(cards)}", cards, first, groups=groups))
                first += len(cards)
        self.view = view
        entries = self.chronicle.upto(ply)
        self.entries = chronicle.joined(entry for entry in entries if not entry.is_quiet)
        self.log_panel.fresh = sum(entry.ply < ply for entry in self.entries)
        self.news = chronicle.news(view, self.recent(ply))
        self.log_panel.follow()
        if self.cursor is not None and self.cursor.kind != "cell":
            self.cursor = None
        self.paint()

    def recent(self, ply: int) -> list[Entry]:
        """What happened last."""
        return self.chronicle.of(ply)

    def told(self) -> str:
        """The last action in words."""
        if self.ply == 0:
            return "The opening at 0:00." if self.match.game.is_timed else "The opening."
        when = f" at {time_text(self.match.times[self.ply - 1])}" if self.match.game.is_timed else ""
        return f"Action {self.ply}{when}, {chronicle.told(self.match, self.ply, self.reader)}."

    def eyes(self) -> str:
        """Whose view it is."""
        if self.reader == "all":
            return "both seats" if self.match.kernel.seat_count == 2 else "all seats"
        return f"seat {self.reader}"

    def marks(self) -> dict[Spot, Mark]:
        """The cursor and the news."""
        spots = {*self.news, *([self.cursor] if self.cursor else [])}
        return {s: Mark(news=self.news.get(s, ""), is_cursor=s == self.cursor) for s in spots}

    def action_view(self) -> None:
        """Look through the next eyes."""
        readers: list[Reader] = ["all", *range(self.match.kernel.seat_count)]
        self.reader = readers[(readers.index(self.reader) + 1) % len(readers)]
        self.look(self.ply)

    def action_next(self, step: int) -> None:
        """Go to the next card or piece."""
        assert self.view is not None
        standing = {Spot("cell", self.view.game.cells.index(p.cell)) for p in self.view.pieces if p.cell}
        order = [s for _, s in self.spots() if s.kind in ("card", "piece") or s in standing]
        if order:
            at = order.index(self.cursor) + step if self.cursor in order else (0 if step > 0 else -1)
            self.set_cursor(order[at % len(order)])
