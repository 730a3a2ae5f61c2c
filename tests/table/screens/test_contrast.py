"""Whatever the theme, everything on the table can be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from shown import assert_readable

from cardwright.table.screens.table import Table


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_every_text_stands_out_from_what_is_behind_it(
    theme: str, seated: Callable[..., Table], at_table: Callable[..., None]
) -> None:
    table = seated("greedy", seed=9)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        person.pilot.app.theme = theme
        for _ in range(4):
            await person.asked()
            begun = [spot for spot in table.chooser.selection.sources if spot.kind in ("card", "cell")]
            for spot in begun[:2]:
                await person.click(spot)
                assert_readable(person)
                await person.press("escape")
            if table.chooser.selection.sources and not table.driver.match.is_over:
                await person.type("end")
        await person.press("l")
        assert_readable(person)

    at_table(table, who)
