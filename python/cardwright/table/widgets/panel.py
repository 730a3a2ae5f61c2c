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

from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas

STYLES = (
    *("own", "foe", "foe2", "foe3", "target", "chosen", "cursor", "frame", "label", "news", "symbol"),
    *("able", "title", "dim", "button", "alert", "turn", "sand", "meadow", "stone", "sea", "flame"),
)


class Panel(Widget, can_focus=False):
    """Draws a canvas; a subclass fills it in `paint` and notes where its spots lie."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"panel--{name}" for name in STYLES}

    DEFAULT_CSS = """
    Panel { height: 1; background: $background; color: $foreground; }
    Panel > .panel--own { background: $primary-muted; color: $foreground; }
    Panel > .panel--foe { background: $error-muted; color: $foreground; }
    Panel > .panel--foe2 { background: #4a2a5e; color: $foreground; }
    Panel > .panel--foe3 { background: #14484a; color: $foreground; }
    Panel > .panel--sand { background: #3a3220; color: $foreground; }
    Panel > .panel--meadow { background: #1d3a22; color: $foreground; }
    Panel > .panel--stone { background: #3c3c40; color: $foreground; }
    Panel > .panel--sea { background: #1f2460; color: $foreground; }
    Panel > .panel--flame { background: #5a2416; color: $foreground; }
    Panel > .panel--target { background: $success-muted; color: $foreground; text-style: bold; }
    Panel > .panel--chosen { background: $warning-muted; color: $foreground; text-style: bold; }
    Panel > .panel--cursor { color: $text-warning; text-style: bold; }
    Panel > .panel--frame { color: $foreground 70%; }
    Panel > .panel--label { color: $foreground 85%; }
    Panel > .panel--news { color: $text-warning; text-style: bold; }
    Panel > .panel--symbol { background: $foreground; color: $background; text-style: bold; }
    Panel > .panel--able { text-style: bold; }
    Panel > .panel--title { text-style: bold underline; }
    Panel > .panel--dim { color: $foreground 80%; }
    Panel > .panel--button { background: $panel; color: $foreground; }
    Panel > .panel--alert { color: $text-warning; text-style: bold; }
    Panel > .panel--turn { text-style: bold; }
    Panel:light > .panel--foe2 { background: #e2cdf0; }
    Panel:light > .panel--foe3 { background: #c2e8e6; }
    Panel:light > .panel--sand { background: #f0e4c4; }
    Panel:light > .panel--meadow { background: #cdeac8; }
    Panel:light > .panel--stone { background: #d6d6da; }
    Panel:light > .panel--sea { background: #cfd2fa; }
    Panel:light > .panel--flame { background: #fad3c4; }
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
        self.left = 0
        """How far it is scrolled to the side, where it is wider than its panel."""
        self._pointed: Spot | None = None
        self._styles: dict[str, Style] = {}

    def paint(self) -> None:
        """Fill the canvas for the present size."""

    def redraw(self) -> None:
        """Paint anew and show what has changed: most of a table stays as it was."""
        if not self.size.width or not self.size.height:
            return
        shown, corner = self.canvas, (self.left, self.top)
        self.paint()
        self.hold()
        size = self.canvas.width, self.canvas.height
        if corner != (self.left, self.top) or (shown.width, shown.height) != size:
            self.refresh()
            return
        top = self.top
        changed = [y for y in range(shown.height) if not shown.has_same_row(self.canvas, y)]
        if changed:
            self.refresh(*(Region(0, y - top, self.size.width, 1) for y in changed))

    def on_resize(self) -> None:
        """The canvas follows the size."""
        self.redraw()
        self.refresh()

    def hold(self) -> None:
        """Keep the scrolled part within the canvas."""
        self.top = max(0, min(self.top, self.canvas.height - self.size.height))
        self.left = max(0, min(self.left, self.canvas.width - self.size.width))

    def reveal(self, y: int, height: int = 1) -> None:
        """Scroll so that some rows are seen."""
        self.top = max(min(self.top, y), y + height - self.size.height)

    def reveal_across(self, x: int, width: int) -> None:
        """Scroll so that some columns are seen."""
        self.left = max(min(self.left, x), x + width - self.size.width)

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        row = y + self.top
        base = self.rich_style
        if not 0 <= row < self.canvas.height:
            return Strip.blank(self.size.width, base)
        segments = [Segment(text, self._style(name)) for text, name in self.canvas.runs(row)]
        strip = Strip(segments, self.canvas.width)
        if self.left:
            strip = strip.crop(self.left, self.left + self.size.width)
        return strip.adjust_cell_length(self.size.width, base)

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
            if region.contains(x + self.left, y + self.top):
                return spot
        return None

    def spots(self) -> list[tuple[Region, Spot]]:
        """Where the spots lie on the screen, those scrolled away included."""
        if not self.display or not self.size:
            return []
        dx, dy = self.content_region.offset
        return [(region.translate((dx - self.left, dy - self.top)), spot) for region, spot in self.hits]

    def seen_spots(self) -> list[tuple[Region, Spot]]:
        """Where the spots lie of which something is seen."""
        return [found for found in self.spots() if self.content_region.overlaps(found[0])]

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
        """Scroll; with Shift to the side."""
        self._wheel(1, is_across=event.shift)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back; with Shift to the side."""
        self._wheel(-1, is_across=event.shift)
        event.stop()

    def on_mouse_scroll_right(self, event: events.MouseScrollRight) -> None:
        """Scroll to the right."""
        self._wheel(1, is_across=True)
        event.stop()

    def on_mouse_scroll_left(self, event: events.MouseScrollLeft) -> None:
        """Scroll to the left."""
        self._wheel(-1, is_across=True)
        event.stop()

    def _wheel(self, way: int, *, is_across: bool) -> None:
        if is_across:
            self.scroll_across(4 * way)
        else:
            self.scroll_by(2 * way)

    def scroll_by(self, lines: int) -> None:
        """Scroll the canvas."""
        self.top += lines
        self.hold()
        self.refresh()

    def scroll_across(self, columns: int) -> None:
        """Scroll the canvas to the side."""
        self.left += columns
        self.hold()
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the canvas."""
        return max(1, self.canvas.height)
