"""The board: cells by the game's layout; without one, a list of the pieces in play."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from cardwright.face.view import Piece, View
from cardwright.hosting.spots import Spot
from cardwright.table import drawing
from cardwright.table.boards import Board
from cardwright.table.canvas import ASCII, BOX, Canvas
from cardwright.table.drawing import Mark
from cardwright.table.faces import symbols_of
from cardwright.table.ground import Land, seat_symbol, style_of
from cardwright.table.widgets.panel import Panel


def frame_letters() -> tuple[str, ...]:
    """The letters of frames that this terminal can show."""
    encoding = (sys.__stdout__.encoding if sys.__stdout__ else None) or "ascii"
    return BOX if encoding.lower().replace("-", "").startswith("utf") else ASCII


class BoardPanel(Panel):
    """Draws the cells with what stands on them, and the marks of cursor, targets and news."""

    def __init__(self, board: Board, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.board = board
        self.view: View | None = None
        self.bottom = 0
        self.marks: Mapping[Spot, Mark] = {}
        self.letters = frame_letters()
        self._is_placed = False
        """Whether it has been scrolled to where it begins."""
        self.shows_territory = False
        """Whether the cells that belong to the seat are marked."""

    def paint(self) -> None:
        """The board in the largest cells that fit."""
        if self.view is None:
            return
        if self.board.layout is None:
            self._list(self.view)
            return
        layout = drawing.layout_of(self.board.layout, self.view, self.bottom)
        size = layout.fitting(self.size.width, self.size.height)
        numbers = {cell: number for number, cell in enumerate(self.view.game.cells)}
        marks = {
            cell: self.marks[spot] for cell, n in numbers.items() if (spot := Spot("cell", n)) in self.marks
        }
        scene = drawing.Scene(
            self.view,
            layout,
            self.board.letters,
            frames=self.letters,
            land=Land(self.view, self.board, shows_territory=self.shows_territory),
            board=self.board,
        )
        self.canvas = drawing.draw(scene, size, marks)
        furniture = self.board.furniture(self.view, self.bottom) if self.board.furniture else []
        laid = drawing.lay_out(furniture, layout, size)
        drawing.draw_furniture(self.canvas, laid, self.marks)
        # A frame belongs to the cell below and to the right of it.
        self.hits = [
            (Region(box.x, box.y, box.width, box.height), Spot("cell", numbers[box.cell]))
            for box in drawing.boxes(layout, size)
        ]
        self.hits += [
            (Region(at.x, at.y, at.width, 1), at.furniture.spot) for at in laid if at.furniture.spot
        ]
        self._follow(numbers)

    def _follow(self, numbers: Mapping[str, int]) -> None:
        """Scroll to the cursor with what lies around it; in the beginning to the home of the seat below."""
        grounds = self.board.grounds
        home = next((numbers[cell] for cell in grounds if grounds[cell].home == self.bottom), None)
        for region, spot in self.hits:
            is_cursor = spot in self.marks and self.marks[spot].is_cursor
            if is_cursor or (not self._is_placed and spot.at == home):
                self.reveal(region.y - region.height, 3 * region.height + 1)
                self.reveal_across(region.x - region.width, 3 * region.width + 1)
        self._is_placed = True

    def render_line(self, y: int) -> Strip:
        """One row of the screen; arrows show where the board goes on."""
        strip = super().render_line(y)
        width, height = self.size.width, self.size.height
        left, right = self.left > 0, self.left + width < self.canvas.width
        if y == height // 2 and (left or right):
            parts = [Segment("<", self._style("button"))] * left
            parts += strip.crop(int(left), width - int(right))
            strip = Strip([*parts, *[Segment(">", self._style("button"))] * right])
        up, down = self.top > 0, self.top + height < self.canvas.height
        note = " ^ " if up and y == 0 else " v " if down and y == height - 1 else ""
        if note:
            middle = width // 2 - 1
            arrow = Segment(note, self._style("button"))
            strip = Strip([*strip.crop(0, middle), arrow, *strip.crop(middle + 3, width)])
        return strip

    def _list(self, view: View) -> None:
        """The pieces one below the other, the foes' above."""
        listed = [piece for piece in view.pieces if not is_beside(view, self.board, piece)]
        foes = [piece for piece in listed if piece.owner != self.bottom]
        own = [piece for piece in listed if piece.owner == self.bottom]
        self.canvas = Canvas(self.size.width, len(listed) + 1)
        self.canvas.put(0, len(foes), "-" * self.size.width, "frame")
        cells = list(view.game.cells)
        self.hits = []
        for row, piece in [*enumerate(foes), *enumerate(own, len(foes) + 1)]:
            spot = Spot("cell", cells.index(piece.cell)) if piece.cell else Spot("piece", piece.id)
            mark = self.marks.get(spot, Mark())
            style = "target" if mark.symbol else "chosen" if mark.is_chosen else ""
            style = style or style_of(view, piece.owner)
            x = self.canvas.put(0, row, ">" if mark.is_cursor else " ", "cursor")
            place = f"{piece.cell}: " if piece.cell else ""
            place = f"{seat_symbol(view, piece.owner)} {place}" if len(view.seats) > 2 else place
            symbols = "".join(letter for letter, _ in symbols_of(view, piece, self.board.letters))
            text = (
                f"{place}{piece.name} {piece.attack}/{piece.health} {symbols} {self.board.able(view, piece)}"
            )
            x = self.canvas.put(x, row, text, style)
            if mark.symbol:
                x = self.canvas.put(x, row, f"[{mark.symbol}]", "symbol")
            self.canvas.put(x + 1, row, mark.news, "news")
            self.hits.append((Region(0, row, self.size.width, 1), spot))


def is_beside(view: View, board: Board, piece: Piece) -> bool:
    """Whether a piece is shown in the line of its seat instead of on the board."""
    if board.furniture is not None:
        return False
    return not piece.cell and (board.layout is not None or view.game.catalogue.is_unique(piece.card))
