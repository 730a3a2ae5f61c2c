"""The log: what happened, the newest at the bottom; entries since the person last acted are marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap

from textual.geometry import Region

from cardwright.hosting.chronicle import Entry
from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas
from cardwright.table.widgets.panel import Panel

NEW = "•"


@lru_cache(maxsize=4096)
def _folded(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent="  ")


class LogPanel(Panel):
    """Draws the part of the log that is seen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: Sequence[Entry] = ()
        self.fresh = 0
        """Entries from this one on are new."""
        self.cursor: int | None = None
        self._end: int | None = None
        """The last entry that is seen; None follows the newest."""

    def follow(self) -> None:
        """Show the newest entries."""
        self._end = None

    def paint(self) -> None:
        """The entries that fit, from the last seen one upwards."""
        width, height = self.size.width, self.size.height
        self.canvas = Canvas(width, height)
        self.hits = []
        last = len(self.entries) - 1
        end = last if self._end is None else min(self._end, last)
        if self.cursor is not None:
            end = self._with_cursor(end)
        self._end = None if end >= last else end
        y = height
        for number in range(end, -1, -1):
            lines = _folded(self.entries[number].text, max(width - 3, 10))
            y -= len(lines)
            self._entry(number, y, lines)
            if y <= 0:
                break
        if y > 0:  # a short log begins at the top
            self._raise(y)

    def _with_cursor(self, end: int) -> int:
        """The last entry that can be seen together with the one under the cursor."""
        assert self.cursor is not None
        if self.cursor >= end:
            return self.cursor
        room = self.size.height
        for number in range(self.cursor, end + 1):
            room -= len(_folded(self.entries[number].text, max(self.size.width - 3, 10)))
            if room < 0:
                return max(number - 1, self.cursor)
        return end

    def _entry(self, number: int, y: int, lines: list[str]) -> None:
        entry = self.entries[number]
        style = "turn" if entry.is_turn else "" if number >= self.fresh else "dim"
        at = number == self.cursor
        symbol = ">" if at else NEW if number >= self.fresh else " "
        self.canvas.put(0, y, symbol, "cursor" if at else "news")
        for row, line in enumerate(lines):
            self.canvas.put(2, y + row, line, "cursor" if at else style)
        self.hits.append((Region(0, y, self.size.width, len(lines)), Spot("event", number)))

    def _raise(self, by: int) -> None:
        canvas = self.canvas
        for rows in (canvas.letters, canvas.styles):
            rows[:] = rows[by:] + rows[:by]
        self.hits = [(region.translate((0, -by)), spot) for region, spot in self.hits]

    def scroll_by(self, lines: int) -> None:
        """Look at earlier or later entries."""
        last = len(self.entries) - 1
        end = last if self._end is None else self._end
        self._end = max(0, min(end + (1 if lines > 0 else -1), last))
        self.redraw()
