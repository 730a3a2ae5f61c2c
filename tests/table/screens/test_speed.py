"""How long the table takes to show what an action changed."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable

import pytest
from shown import LIMIT, TimedApp, measure

import cardwright as cw
from cardwright.hosting.spots import Spot
from cardwright.table.screens.table import Table


@pytest.mark.parametrize("is_written", [False, True])
def test_an_action_is_seen_at_once(is_written: bool, seated: Callable[..., Table]) -> None:
    times = measure(seated("pass", seed=20, is_written=is_written), (80, 24))
    assert len(times) > 20
    assert statistics.median(times) < LIMIT


def test_an_action_in_a_row_of_minions_is_seen_at_once(seated: Callable[..., Table]) -> None:
    match = cw.game("hearth").match(("lamp-tempo", "tide-corsairs"), seed=3)
    times = measure(seated("pass", match=match), (80, 24))
    assert len(times) > 20
    assert statistics.median(times) < LIMIT


def test_what_has_not_changed_is_not_written_again(seated: Callable[..., Table]) -> None:
    table = seated("pass", seed=3)
    written: list[float] = []

    async def sitting() -> None:
        app = TimedApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            while not (table.chooser.selection.sources or table.chooser.selection.subset):
                await pilot.pause()
            await pilot.pause()
            for move in (False, True):
                if move:
                    table.cursor.put(Spot("cell", 0 if table.cursor.spot != Spot("cell", 0) else 1))
                begun = time.perf_counter()
                table.paint()
                await pilot.pause()
                written.append(app.shown - begun)

    asyncio.run(sitting())
    table.driver.session.close()
    same, moved = written
    assert same < 0 < moved
