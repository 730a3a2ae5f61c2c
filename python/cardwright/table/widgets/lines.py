"""Parts of the table that are lines of text: buttons, messages, details, the bar to seek in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from textual import events
from textual.geometry import Region
from textual.message import Message

from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas
from cardwright.table.widgets.panel import Panel
from cardwright.table.worth import hill, scale_of

WORTH_LINES = 2
"""Lines of the hill of worth."""


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
        self.places: Sequence[float] = (0.0,)
        """Where on the bar the opening and every action lie, from 0 to 1."""
        self.signs: Mapping[int, str] = {}
        """The letters that stand at some actions."""

    @property
    def last(self) -> int:
        """The number of the last action."""
        return len(self.places) - 1

    @property
    def room(self) -> int:
        """Letters between the brackets."""
        return max(self.size.width - len(f" {self.last} of {self.last}") - 2, 2)

    @property
    def columns(self) -> list[int]:
        """The letter between the brackets at which the opening and every action lie."""
        return [round(place * (self.room - 1)) for place in self.places]

    def paint(self) -> None:
        """The bar and the numbers."""
        self.canvas = Canvas(self.size.width, 1)
        room, columns = self.room, self.columns
        done = columns[self.at]
        self.canvas.put(0, 0, "[" + "=" * done + "#" + "-" * (room - 1 - done) + "]", "frame")
        for ply, sign in self.signs.items():
            self.canvas.put(columns[ply] + 1, 0, sign, "turn")
        if self.at not in self.signs:
            self.canvas.put(done + 1, 0, "#", "cursor")
        else:
            self.canvas.put(done + 1, 0, self.signs[self.at], "symbol")
        self.canvas.put(room + 2, 0, f" {self.at} of {self.last}", "turn")

    def on_click(self, event: events.Click) -> None:
        """Seek the action that lies nearest."""
        columns = self.columns
        wanted = max(0, min(event.x - 1, self.room - 1))
        self.post_message(self.Sought(min(range(len(columns)), key=lambda ply: abs(columns[ply] - wanted))))


class WorthPanel(Panel):
    """How the match stood at every place of the bar below it; a click goes there."""

    def __init__(self, bar: SeekPanel, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.bar = bar
        self.course: Sequence[float] = ()
        """The worth of the opening and of the position after every action."""

    def paint(self) -> None:
        """The hill, what its top and its foot stand for, and where one is."""
        self.canvas = Canvas(self.size.width, WORTH_LINES)
        if not self.course:
            return
        room = self.bar.room
        most = f"{scale_of(self.course):.0f}"
        for row, (line, sign) in enumerate(zip(hill(self.course, self.bar.columns, room), "+-", strict=True)):
            self.canvas.put(1, row, line, "frame")
            self.canvas.put(room + 2, row, f" {sign}{most}", "turn")
            self.canvas.shade(self.bar.columns[self.bar.at] + 1, row, 1, 1, "cursor")

    def on_click(self, event: events.Click) -> None:
        """Seek."""
        self.bar.on_click(event)


class HeaderPanel(Panel):
    """Who plays what."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.text = ""

    def paint(self) -> None:
        """The line."""
        self.canvas = Canvas(self.size.width, 1)
        self.canvas.put(1, 0, self.text, "title")
