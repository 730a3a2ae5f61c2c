"""The sheet of the start screen: a row for everything that is chosen, buttons below."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual.geometry import Region

from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas
from cardwright.table.faces import short
from cardwright.table.start.choosing import Row
from cardwright.table.widgets.panel import Panel

LABEL = 14
"""Letters before the values."""

TOLD = {"game": 3, "deck": 2, "agent": 2}
"""The rows that have lines of their own for the sentence about their value, and how many."""

TYPED = "seed"
"""The row in which digits are typed."""


class StartPanel(Panel):
    """Draws the rows; `cursor` is the row under the cursor, or counts on into the buttons."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Sequence[Row] = ()
        self.buttons: Sequence[str] = ()
        self.cursor = 0

    def paint(self) -> None:
        """Rows and buttons."""
        width = max(self.size.width, 40)
        heights = [1 + TOLD.get(row.name, 0) for row in self.rows]
        self.canvas = Canvas(width, sum(heights) + 4)
        self.hits = []
        self.canvas.put(1, 0, "Cardwright: a new match", "title")
        y = 2
        for number, (row, height) in enumerate(zip(self.rows, heights, strict=True)):
            self._row(number, row, y, width)
            y += height
        x = 1
        for number, label in enumerate(self.buttons):
            at = self.cursor == len(self.rows) + number
            begin, end = (">", "<") if at else ("[", "]")
            text = f"{begin}{label}{end}"
            self.hits.append((Region(x, y + 1, len(text), 1), Spot("button", number)))
            x = self.canvas.put(x, y + 1, text, "cursor" if at else "button") + 1

    def _row(self, number: int, row: Row, y: int, width: int) -> None:
        canvas, at = self.canvas, number == self.cursor
        value = row.value
        canvas.put(1, y, f"{'>' if at else ' '} {row.label}", "cursor" if at else "label")
        self.hits.append((Region(1, y, LABEL, 1), Spot("row", number)))
        x = LABEL + 1
        is_open = len(row.values) > 1
        if is_open:
            self.hits.append((Region(x, y, 3, 1), Spot("less", number)))
            x = canvas.put(x, y, "[<]", "button") + 1
        shown = f"{value.shown}_" if at and row.name == TYPED else value.shown
        self.hits.append((Region(x, y, len(shown), 1), Spot("row", number)))
        x = canvas.put(x, y, shown, "cursor" if at else "chosen" if is_open else "turn") + 1
        if is_open:
            self.hits.append((Region(x, y, 3, 1), Spot("more", number)))
            x = canvas.put(x, y, "[>]", "button") + 1
            x = canvas.put(x, y, f"{row.at + 1} of {len(row.values)}", "dim") + 2
        if row.name in TOLD:
            lines = wrap(value.about, width - LABEL - 2, max_lines=TOLD[row.name], placeholder=" ...")
            for line, text in enumerate(lines, y + 1):
                canvas.put(LABEL + 1, line, text, "dim")
        elif value.about:
            canvas.put(x + 1, y, short(value.about, max(width - x - 2, 1)), "dim")
