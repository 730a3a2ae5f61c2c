"""Whatever the theme, everything on the table can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.color import Color
from rich.style import Style

from cardwright.table.screens.play import PlayTable

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


def assert_readable(driver) -> None:  # type: ignore[no-untyped-def]
    """Every letter on the screen stands out."""
    for strip in driver.pilot.app.screen._compositor.render_strips():
        for segment in strip:
            if segment.text.strip():
                assert contrast(segment.style) >= LEAST, f"{segment.text!r} in {segment.style}"


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_every_text_stands_out_from_what_is_behind_it(
    theme: str, seated: Callable[..., PlayTable], at_table: Callable[..., None]
) -> None:
    table = seated("greedy", seed=9)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        driver.pilot.app.theme = theme
        for _ in range(4):
            await driver.asked()
            begun = [spot for spot in table.selection.sources if spot.kind in ("card", "cell")]
            for spot in begun[:2]:
                await driver.click(spot)
                assert_readable(driver)
                await driver.press("escape")
            if table.selection.sources and not table.match.is_over:
                await driver.type("end")
        await driver.press("l")
        assert_readable(driver)

    at_table(table, who)
