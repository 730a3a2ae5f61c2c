"""Whatever the theme, everything on the table can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from shown import assert_readable

from cardwright.table.screens.play import PlayTable


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
