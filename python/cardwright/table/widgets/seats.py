"""The lines about a seat: whose turn it is, its pieces without a cell, its resources and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Region

from cardwright.face.view import Piece, View
from cardwright.hosting.spots import Spot, pile
from cardwright.table.boards import Board
from cardwright.table.canvas import Canvas
from cardwright.table.drawing import Mark
from cardwright.table.faces import beside_in_full, by_standing
from cardwright.table.ground import is_out, seat_symbol, style_of
from cardwright.table.plain import OUT, title
from cardwright.table.widgets.board import is_beside
from cardwright.table.widgets.panel import Panel

TURN = "»"

LONGEST, LEGIBLE, SHORTEST = 99, 9, 5
"""Letters that a piece beside the board has at most, as long as there is some room, and at least."""


class SeatPanel(Panel):
    """Draws one line, or two, for every seat on this side of the board."""

    def __init__(self, board: Board, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.board = board
        self.view: View | None = None
        self.seats: Sequence[int] = ()
        self.marks: Mapping[Spot, Mark] = {}

    def paint(self) -> None:
        """The lines of each seat."""
        if self.view is None:
            return
        lines = self.board.seat_lines
        self.canvas = Canvas(self.size.width, lines * max(len(self.seats), 1))
        self.hits = []
        for number, seat in enumerate(self.seats):
            self._seat(self.view, lines * number, seat)

    def _seat(self, view: View, row: int, seat: int) -> None:
        canvas = self.canvas
        style = style_of(view, seat) if view.seat is not None else "foe"
        acts = seat in view.to_act and not view.is_over and not view.game.is_timed
        x = canvas.put(0, row, TURN if acts else " ", "turn")
        if self.board.layout is not None and self.board.layout.is_mixed:
            x = canvas.put(x, row, seat_symbol(view, seat), style_of(view, seat)) + 1
        x = canvas.put(x, row, f"{title(view, seat)} ", "turn")
        if is_out(view, seat):
            canvas.put(x, row, OUT)
            return
        standing = (p for p in view.pieces if p.owner == seat and is_beside(view, self.board, p))
        pieces = by_standing(view, standing)
        for piece, text in zip(pieces, self._texts(view, pieces, canvas.width - x), strict=True):
            x = self._spot(x, row, Spot("piece", piece.id), text, style) + 1
        if self.board.seat_lines > 1:
            x, row = len(TURN), row + 1
        x = canvas.put(x, row, self.board.status(view, seat)[0]) + 2
        zones = list(view.seats[seat].zones)
        for zone, word in self.board.zones.items():
            text = f"{word} {len(view.seats[seat].zones[zone])}"
            x = self._spot(x, row, pile(view.game, seat, zones.index(zone)), text, "button") + 1

    def _texts(self, view: View, pieces: Sequence[Piece], room: int) -> list[str]:
        """The pieces beside the board in words; where there is no room for all, names are cut."""

        def told(piece: Piece, width: int) -> str:
            return beside_in_full(view, self.board, piece, width)

        widths = [len(told(piece, LONGEST)) for piece in pieces]
        if self.board.seat_lines > 1:
            marks = [self.marks.get(Spot("piece", piece.id), Mark()) for piece in pieces]
            room -= sum(3 + 3 * bool(mark.symbol) + len(mark.news) + bool(mark.news) for mark in marks) - 1
            others = range(1, len(pieces))  # the first is a hero
            for least in (LEGIBLE, SHORTEST):
                while sum(widths) > room and any(widths[at] > least for at in others):
                    widths[max(others, key=widths.__getitem__)] -= 1
                if sum(widths) > room and pieces:
                    widths[0] = len(told(pieces[0], SHORTEST))
        return [told(piece, width) for piece, width in zip(pieces, widths, strict=True)]

    def _spot(self, x: int, row: int, spot: Spot, text: str, style: str) -> int:
        """A text that can be pointed at, with its marks; returns where it ends."""
        canvas, mark = self.canvas, self.marks.get(spot, Mark())
        look = "target" if mark.symbol else "chosen" if mark.is_chosen else style
        begin = x
        x = canvas.put(x, row, ">" if mark.is_cursor else "[", "cursor" if mark.is_cursor else look)
        x = canvas.put(x, row, text, look)
        if mark.news:
            x = canvas.put(x, row, f" {mark.news}", "news")
        if mark.symbol:
            x = canvas.put(x, row, f"[{mark.symbol}]", "symbol")
        x = canvas.put(x, row, "<" if mark.is_cursor else "]", "cursor" if mark.is_cursor else look)
        self.hits.append((Region(begin, row, x - begin, 1), spot))
        return x
