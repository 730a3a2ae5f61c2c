"""Parts of the table that are lines of text: buttons, the message, the details, a bar to seek in."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual import events
from textual.geometry import Region
from textual.message import Message

from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas
from cardwright.table.widgets.panel import Panel


class ButtonPanel(Panel):
    """Buttons in a row, which goes on in the next line; each names what it does."""

    def __init__(self, kind: str, *, is_framed: bool = True, id: str | None = None) -> None:
        super().__init__(id=id)
        self.kind = kind
        self.is_framed = is_framed
        self.labels: Sequence[str] = ()
        self.places: Sequence[Spot] = ()
        """What the buttons stand for; without, they are numbered."""
        self.chosen: int | None = None
        self.cursor: int | None = None

    def paint(self) -> None:
        """The buttons."""
        self.canvas = Canvas(self.size.width, 2 if self._rows() > 1 else 1)
        self.hits = []
        x = y = 0
        for number, label in enumerate(self.labels):
            at = number == self.cursor
            begin, end = (">", "<") if at else ("[", "]") if self.is_framed else ("", "")
            text = f"{begin}{label}{end}"
            if x + len(text) > self.size.width and x:
                x, y = 0, y + 1
            style = "chosen" if number == self.chosen else "cursor" if at else "button"
            self.hits.append((Region(x, y, len(text), 1), self.place(number)))
            x = self.canvas.put(x, y, text, style) + (1 if self.is_framed else 2)

    def place(self, number: int) -> Spot:
        """What a button stands for."""
        return self.places[number] if number < len(self.places) else Spot(self.kind, number)

    def number_of(self, spot: Spot | None) -> int | None:
        """Which button stands for a spot."""
        return next((n for n in range(len(self.labels)) if self.place(n) == spot), None)

    def _rows(self) -> int:
        return 1 + sum(len(label) + 3 for label in self.labels) // max(self.size.width, 1)

    def lines_for(self, width: int) -> int:
        """How many lines the buttons take."""
        return 2 if sum(len(label) + 3 for label in self.labels) > width else 1


class MessagePanel(Panel):
    """What is asked, or why something was not done."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""
        self.is_alert = False

    def paint(self) -> None:
        """The message, folded."""
        lines = self._folded(self.size.width)
        if len(lines) > self.size.height > 0:
            lines = lines[: self.size.height]
            lines[-1] = f"{lines[-1][: self.size.width - 5].rstrip()} ..."
        self.canvas = Canvas(self.size.width, max(len(lines), 1))
        for row, line in enumerate(lines):
            self.canvas.put(0, row, line, "alert" if self.is_alert else "turn")

    def _folded(self, width: int) -> list[str]:
        return wrap(f"! {self.text}" if self.is_alert else self.text, max(width - 1, 10))

    def lines_for(self, width: int) -> int:
        """How many lines the message takes, three at most."""
        return max(1, min(3, len(self._folded(width))))


class DetailPanel(Panel):
    """All about what is pointed at; `key` is the one that scrolls it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.key = "PgDn"
        self.lines: Sequence[str] = ()

    def paint(self) -> None:
        """The lines, the first of which is a title."""
        self.canvas = Canvas(self.size.width, max(len(self.lines), 1))
        for row, line in enumerate(self.lines):
            self.canvas.put(0, row, line, "title" if row == 0 else "")
        if len(self.lines) > self.size.height > 0:
            more = f" {len(self.lines) - self.size.height} more: {self.key} "
            row = min(self.top + self.size.height, len(self.lines)) - 1
            if self.top == 0:
                self.canvas.put(max(self.size.width - len(more), 0), row, more, "button")

    def scroll_by(self, lines: int) -> None:
        """Scroll, and take the note about more lines away."""
        super().scroll_by(lines)
        self.redraw()


class SeekPanel(Panel):
    """Where one is in a match; a click goes elsewhere."""

    class Sought(Message):
        """A place of the bar was clicked: which action it stands for."""

        def __init__(self, ply: int) -> None:
            super().__init__()
            self.ply = ply

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.at = 0
        self.last = 0

    def paint(self) -> None:
        """The bar and the numbers."""
        self.canvas = Canvas(self.size.width, 1)
        text = f" {self.at} of {self.last}"
        self._room = max(self.size.width - len(text) - 2, 2)
        done = round(self.at / max(self.last, 1) * (self._room - 1))
        self.canvas.put(0, 0, "[" + "=" * done + "#" + "-" * (self._room - 1 - done) + "]", "frame")
        self.canvas.put(done + 1, 0, "#", "cursor")
        self.canvas.put(self._room + 2, 0, text, "turn")

    def on_click(self, event: events.Click) -> None:
        """Seek."""
        share = (event.x - 1) / max(self._room - 1, 1)
        self.post_message(self.Sought(round(max(0.0, min(1.0, share)) * self.last)))
