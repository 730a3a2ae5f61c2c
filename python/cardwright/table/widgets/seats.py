"""The line about a seat: whose turn it is, its pieces without a cell, its resources and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.geometry import Region

from cardwright.face.view import View
from cardwright.hosting.spots import Spot
from cardwright.table.boards import Board
from cardwright.table.canvas import Canvas
from cardwright.table.drawing import Mark
from cardwright.table.faces import nick
from cardwright.table.ground import is_out, seat_symbol, style_of
from cardwright.table.plain import OUT, title
from cardwright.table.widgets.board import is_beside
from cardwright.table.widgets.panel import Panel

TURN = "»"


class SeatPanel(Panel):
    """Draws one line for every seat on this side of the board."""

    def __init__(self, board: Board, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.board = board
        self.view: View | None = None
        self.seats: Sequence[int] = ()
        self.marks: Mapping[Spot, Mark] = {}

    def paint(self) -> None:
        """A line for each seat."""
        if self.view is None:
            return
        self.canvas = Canvas(self.size.width, max(len(self.seats), 1))
        self.hits = []
        for row, seat in enumerate(self.seats):
            self._seat(self.view, row, seat)

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
        for piece in view.pieces:
            if piece.owner != seat or not is_beside(view, self.board, piece):
                continue
            spot = Spot("piece", piece.id)
            mark = self.marks.get(spot, Mark())
            look = "target" if mark.symbol else "chosen" if mark.is_chosen else style
            begin = x
            x = canvas.put(x, row, ">" if mark.is_cursor else "[", "cursor" if mark.is_cursor else look)
            x = canvas.put(x, row, f"{nick(piece.name)} {piece.health} health", look)
            if mark.news:
                x = canvas.put(x, row, f" {mark.news}", "news")
            if mark.symbol:
                x = canvas.put(x, row, f"[{mark.symbol}]", "symbol")
            x = canvas.put(x, row, "<" if mark.is_cursor else "]", "cursor" if mark.is_cursor else look)
            self.hits.append((Region(begin, row, x - begin, 1), spot))
            x += 1
        canvas.put(x, row, self.board.status(view, seat)[0])
