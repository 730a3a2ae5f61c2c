"""The start screen without a terminal: opened, driven by keys or mouse, read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from cardwright.hosting.spots import Spot
from cardwright.table.start.choosing import Choosing
from cardwright.table.start.memory import recall
from cardwright.table.start.screen import Chosen, Start, StartApp

SECONDS = 60.0
"""A wait that takes longer has failed."""


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


class Visitor:
    """Someone at the start screen: looks, presses keys, clicks."""

    def __init__(self, app: StartApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.start = app.start
        self.pilot = pilot

    @property
    def text(self) -> str:
        """What the screen shows."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds, and until what came of it is drawn."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, f"it does not come; shown is:\n{self.text}"
            await self.pilot.pause()
        await self.pilot.pause()

    async def shows(self, words: str) -> None:
        """Wait until the screen shows some words."""
        await self.until(lambda: words in self.text)

    async def go_to(self, name: str) -> None:
        """Move the cursor to a row."""
        rows = [row.name for row in self.start.panel.rows]
        await self.until(lambda: self.start.panel.rows)
        for _ in range(rows.index(name) + 1 if self.start.row is None else 20):
            if self.start.row is not None and self.start.row.name == name:
                return
            await self.press("down")
        assert self.start.row is not None
        assert self.start.row.name == name

    async def click(self, spot: Spot) -> None:
        region = next(region for region, found in self.start.panel.spots() if found == spot)
        await self.pilot.click(offset=(region.x + region.width // 2, region.y))
        await self.pilot.pause()

    def value(self, name: str) -> str:
        """What is chosen in a row, as it is shown."""
        return next(row.value.shown for row in self.start.choosing.rows() if row.name == name)


@pytest.fixture
def at_start() -> Callable[..., Chosen]:
    """Open the start screen, let someone at it; returns what they chose."""

    def run(
        who: Callable[[Visitor], Coroutine[Any, Any, None]],
        first: str = "",
        size: tuple[int, int] = (80, 24),
        said: str = "",
    ) -> Chosen:
        async def visiting() -> Chosen:
            app = StartApp(Start(Choosing(recall(), first), said))
            async with app.run_test(size=size) as pilot:
                visitor = Visitor(app, pilot)
                await visitor.shows("? help")
                await who(visitor)
            return app.chosen

        return asyncio.run(visiting())

    return run
