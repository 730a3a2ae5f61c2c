"""Widgets that show no control characters, whatever texts they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import widgets
from textual.strip import Strip

from cardwright.basics.cleaning import clean_line

if TYPE_CHECKING:
    from textual.widget import Widget
else:
    Widget = object


class Cleaned(Widget):
    """Shows a symbol for every letter that must not be written; comes before the widget it changes."""

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        strip = super().render_line(y)
        if all(segment.text.isprintable() for segment in strip):
            return strip
        return Strip(
            [Segment(clean_line(text), style, control) for text, style, control in strip], strip.cell_length
        )


class Button(Cleaned, widgets.Button):
    """Something to press."""


class Input(Cleaned, widgets.Input):
    """A line to type in."""


class Label(Cleaned, widgets.Label):
    """A line of text."""


class OptionList(Cleaned, widgets.OptionList):
    """A list to choose from."""


class Static(Cleaned, widgets.Static):
    """A text."""
