"""Checks of a table's screen: whether it can be read, and how soon it shows an action."""

from __future__ import annotations

import asyncio
import time

from rich.color import Color
from rich.style import Style

import cardwright as cw
from cardwright.table.screens.app import TableApp
from cardwright.table.screens.table import Table

LEAST = 4.5
"""The ratio that the accessibility guidelines of the web ask for."""


def luminance(color: Color) -> float:
    parts = [value / 255 for value in color.get_truecolor()]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(style: Style) -> float:
    assert style.color is not None
    assert style.bgcolor is not None
    light, dark = sorted((luminance(style.color), luminance(style.bgcolor)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def assert_readable(person) -> None:  # type: ignore[no-untyped-def]
    """Every letter on the screen stands out."""
    for strip in person.pilot.app.screen._compositor.render_strips():
        for segment in strip:
            if segment.text.strip():
                assert contrast(segment.style) >= LEAST, f"{segment.text!r} in {segment.style}"


LIMIT = 0.050
"""Seconds; docs/design/speed.md gives the usual figure, and this leaves room for a busy machine."""


class TimedApp(TableApp):
    """Notes when the screen was last written."""

    shown = 0.0

    def post_display_hook(self) -> None:
        """The screen has been written."""
        self.shown = time.perf_counter()


def measure(
    table: Table, size: tuple[int, int], most: int = 1000, agent: cw.Agent | None = None
) -> list[float]:
    """Play a match and return, for the first actions of seat 0, the seconds until the screen showed each."""
    times: list[float] = []
    agent = agent or cw.agent("greedy", seed=1)

    async def sitting() -> None:
        app = TimedApp(table)
        async with app.run_test(size=size) as pilot:
            while not table.driver.match.is_over and len(times) < most:
                if not (table.chooser.selection.sources or table.chooser.selection.subset):
                    await pilot.pause()
                    continue
                await pilot.pause()
                action = agent.choose(table.driver.match.view(0))
                begun = time.perf_counter()
                table.driver.play(action)
                await pilot.pause()
                assert app.shown > begun, "an action changes the screen"
                times.append(app.shown - begun)

    asyncio.run(sitting())
    table.driver.session.close()
    return times
