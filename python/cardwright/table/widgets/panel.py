"""A part of the table: a canvas on the screen, whose spots can be pointed at and picked."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from cardwright.table.canvas import Canvas
from cardwright.table.selection import Spot

STYLES = (
    *("own", "foe", "target", "chosen", "cursor", "frame", "label", "news", "sign"),
    *("able", "title", "dim", "button", "alert", "turn"),
)


class Panel(Widget, can_focus=False):
    """Draws a canvas; a subclass fills it in `paint` and notes where its spots lie."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}

    DEFAULT_CSS = """
    Panel { height: 1; background: $background; color: $foreground; }
    Panel > .panel--own { background: $primary-muted; color: $foreground; }
    Panel > .panel--foe { background: $error-muted; color: $foreground; }
    Panel > .panel--target { background: $success-muted; color: $foreground; text-style: bold; }
    Panel > .panel--chosen { background: $warning-muted; color: $foreground; text-style: bold; }
    Panel > .panel--cursor { color: $text-warning; text-style: bold; }
    Panel > .panel--frame { color: $foreground 70%; }
    Panel > .panel--label { color: $foreground 85%; }
    Panel > .panel--news { color: $text-warning; text-style: bold; }
    Panel > .panel--sign { background: $foreground; color: $background; text-style: bold; }
    Panel > .panel--able { text-style: bold; }
    Panel > .panel--title { text-style: bold underline; }
    Panel > .panel--dim { color: $foreground 80%; }
    Panel > .panel--button { background: $panel; color: $foreground; }
    Panel > .panel--alert { color: $text-warning; text-style: bold; }
    Panel > .panel--turn { text-style: bold; }
    Panel:light > .panel--cursor { color: #6b4300; }
    Panel:light > .panel--news { color: #6b4300; }
    Panel:light > .panel--alert { color: #6b4300; }
    """

    class Pointed(Message):
        """The mouse is over a spot, or over none."""

        def __init__(self, spot: Spot | None) -> None:
            super().__init__()
            self.spot = spot

    class Picked(Message):
        """A spot was clicked."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Cancelled(Message):
        """Another button of the mouse was clicked."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.canvas = Canvas(0, 0)
        self.hits: list[tuple[Region, Spot]] = []
        """Where the spots lie on the canvas."""
        self.top = 0
        """How far the canvas is scrolled."""
        self._pointed: Spot | None = None
        self._styles: dict[str, Style] = {}

    def paint(self) -> None:
        """Fill the canvas for the present size."""

    def redraw(self) -> None:
        """Paint anew and show what has changed: most of a table stays as it was."""
        if not self.size.width or not self.size.height:
            return
        shown, top = self.canvas, self.top
        self.paint()
        self.top = max(0, min(self.top, self.canvas.height - self.size.height))
        if top != self.top or (shown.width, shown.height) != (self.canvas.width, self.canvas.height):
            self.refresh()
            return
        changed = [y for y in range(shown.height) if not shown.has_same_row(self.canvas, y)]
        if changed:
            self.refresh(*(Region(0, y - top, self.size.width, 1) for y in changed))

    def on_resize(self) -> None:
        """The canvas follows the size."""
        self.redraw()
        self.refresh()

    def reveal(self, y: int, height: int = 1) -> None:
        """Scroll so that some rows are seen."""
        self.top = max(min(self.top, y), y + height - self.size.height)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        row = y + self.top
        base = self.rich_style
        if not 0 <= row < self.canvas.height:
            return Strip.blank(self.size.width, base)
        segments = [Segment(text, self._style(name)) for text, name in self.canvas.runs(row)]
        return Strip(segments, self.canvas.width).adjust_cell_length(self.size.width, base)

    def _style(self, name: str) -> Style:
        if name not in self._styles:
            style = self.rich_style
            for part in name.split("-") if name else ():
                style += self.get_component_rich_style(f"panel--{part}", partial=True)
            self._styles[name] = style
        return self._styles[name]

    def notify_style_update(self) -> None:
        """Other colours, as of another theme."""
        self._styles = {}
        super().notify_style_update()

    # Pointing.

    def spot_at(self, x: int, y: int) -> Spot | None:
        """The spot at a place of the panel."""
        for region, spot in self.hits:
            if region.contains(x, y + self.top):
                return spot
        return None

    def spots(self) -> list[tuple[Region, Spot]]:
        """Where the spots lie on the screen, those scrolled away included."""
        if not self.display or not self.size:
            return []
        dx, dy = self.content_region.offset
        return [(region.translate((dx, dy - self.top)), spot) for region, spot in self.hits]

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the mouse is over."""
        self._point(self.spot_at(event.x, event.y))

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self._point(None)

    def _point(self, spot: Spot | None) -> None:
        if spot != self._pointed:
            self._pointed = spot
            self.post_message(self.Pointed(spot))

    def on_click(self, event: events.Click) -> None:
        """A click picks a spot; one with another button steps back."""
        if event.button != 1:
            event.stop()
            self.post_message(self.Cancelled())
        elif (spot := self.spot_at(event.x, event.y)) is not None:
            event.stop()
            self.post_message(self.Picked(spot))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll."""
        self.scroll_by(2)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        self.scroll_by(-2)
        event.stop()

    def scroll_by(self, lines: int) -> None:
        """Scroll the canvas."""
        self.top = max(0, min(self.top + lines, self.canvas.height - self.size.height))
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the canvas."""
        return max(1, self.canvas.height)
