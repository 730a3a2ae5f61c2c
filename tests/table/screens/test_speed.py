"""How long the table takes to show what an action changed."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable

import cardwright as cw
from cardwright.table.screens.app import TableApp
from cardwright.table.screens.play import PlayTable
from cardwright.table.selection import Spot

LIMIT = 0.050
"""Seconds; docs/design/speed.md has the figure, which leaves a busy machine room."""


class TimedApp(TableApp):
    """Notes when the screen was last written."""

    shown = 0.0

    def post_display_hook(self) -> None:
        """The screen has been written."""
        self.shown = time.perf_counter()


def measure(table: PlayTable, size: tuple[int, int], most: int = 1000) -> list[float]:
    """Play a match and return for every action of seat 0, up to some, the seconds until it was to be seen."""
    times: list[float] = []
    agent = cw.agent("greedy", seed=1)

    async def sitting() -> None:
        app = TimedApp(table)
        async with app.run_test(size=size) as pilot:
            while not table.match.is_over and len(times) < most:
                if not (table.selection.sources or table.selection.subset):
                    await pilot.pause()
                    continue
                await pilot.pause()
                action = agent.choose(table.match.view(0))
                begun = time.perf_counter()
                table.play(action)
                await pilot.pause()
                assert app.shown > begun, "an action changes the screen"
                times.append(app.shown - begun)

    asyncio.run(sitting())
    table.session.close()
    return times


def test_an_action_is_seen_at_once(seated: Callable[..., PlayTable]) -> None:
    times = measure(seated("pass", seed=3), (80, 24))
    assert len(times) > 20
    assert statistics.median(times) < LIMIT


def test_what_has_not_changed_is_not_written_again(seated: Callable[..., PlayTable]) -> None:
    table = seated("pass", seed=3)
    written: list[float] = []

    async def sitting() -> None:
        app = TimedApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            while not (table.selection.sources or table.selection.subset):
                await pilot.pause()
            await pilot.pause()
            for move in (False, True):
                if move:
                    table.set_cursor(Spot("cell", 0 if table.cursor != Spot("cell", 0) else 1))
                begun = time.perf_counter()
                table.paint()
                await pilot.pause()
                written.append(app.shown - begun)

    asyncio.run(sitting())
    table.session.close()
    same, moved = written
    assert same < 0 < moved
