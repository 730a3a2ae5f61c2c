"""A table without a terminal: opened, driven by keys or mouse, read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

import cardwright as cw
from cardwright.agents.supervised import Player, supervise
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot, zone_of
from cardwright.table.drivers.turns import Turns
from cardwright.table.screens.app import TableApp
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.table import Table

SECONDS = 60.0
"""A wait that takes longer has failed."""


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


class Person:
    """Someone at the table: looks at the screen, presses keys, points and clicks."""

    def __init__(self, table: Table, pilot: Pilot[None]) -> None:
        self.table = table
        self.pilot = pilot
        self.presses = 0

    @property
    def lines(self) -> list[str]:
        """What the screen shows."""
        strips = self.pilot.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        """What the screen shows, as one text."""
        return "\n".join(self.lines)

    async def press(self, *keys: str) -> None:
        self.presses += len(keys)
        await self.pilot.press(*keys)

    async def type(self, line: str) -> None:
        """Open the line and write into it at once, which is quicker than key by key."""
        await self.press("slash")
        self.table.parts.line.value = line
        await self.press("enter")

    async def until(self, holds: Callable[[], object]) -> None:
        """Let the table go on until something holds, and until what came of it is drawn."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, f"it does not come; shown is:\n{self.text}"
            await self.pilot.pause()
        await self.pilot.pause()

    async def asked(self) -> None:
        """Let the agents play until a person is asked or the match is over."""
        table = self.table
        await self.until(
            lambda: (
                table.driver.session.is_over
                or (table.chooser.selection.sources or table.chooser.selection.subset)
            )
        )
        await self.pilot.pause()

    def place(self, spot: Spot) -> tuple[int, int]:
        """The middle of a spot on the screen."""
        for region, found in self.table.cursor.spots():
            if found == spot:
                return region.x + region.width // 2, region.y + region.height // 2
        raise AssertionError(f"{spot} is not on the screen:\n{self.text}")

    async def click(self, spot: Spot) -> None:
        """Click a spot; the wheel first brings one into sight that lies below or above its part."""
        for panel in self.table.parts.panels:
            room = panel.content_region
            for region, found in panel.spots():
                middle = region.y + region.height // 2
                if found == spot and not room.y <= middle < room.bottom:
                    panel.scroll_by(middle - room.y)
                    await self.pilot.pause()
                    break
        await self.pilot.click(offset=self.place(spot))

    async def walk(self, spot: Spot) -> None:
        """Move the cursor to a spot with the arrow keys."""
        for way in self._way(spot):
            await self.press(way)
        assert self.table.cursor.spot == spot, (
            f"the arrow keys lead to {self.table.cursor.spot}, not to {spot}"
        )

    def _way(self, goal: Spot) -> list[str]:
        """The arrow keys that lead to a spot, those first that lead nearer to it."""
        places = {spot: region for region, spot in self.table.cursor.spots() if spot.kind != "event"}
        assert goal in places, f"{goal} is not on the screen:\n{self.text}"
        here = self.table.cursor.spot
        if here not in places:
            here = next(iter(places))

        def far(spot: Spot) -> float:
            one, other = places[spot].center, places[goal].center
            return abs(one[0] - other[0]) + 3 * abs(one[1] - other[1])

        ways: dict[Spot, list[str]] = {here: []}
        queue = [(far(here), here)]
        while queue:
            spot = heappop(queue)[1]
            if spot == goal:
                return ways[spot]
            for way in ("left", "right", "up", "down"):
                found = self.table.cursor.next_spot(spot, way)
                if found in places and found not in ways:
                    ways[found] = [*ways[spot], way]
                    heappush(queue, (far(found), found))
        raise AssertionError(f"no arrow keys lead from {self.table.cursor.spot} to {goal}:\n{self.text}")

    def spots_of(self, action: cw.Action) -> list[Spot]:
        """What has to be pointed at for an action: its source, then its choices."""
        table = self.table
        selection = table.chooser.selection
        source = selection.spot(action.source)
        if source is None:
            is_answer = action.source.means == "answer"
            listed = selection.offers if is_answer else selection.actions
            number = next(n for n, prefix in enumerate(listed) if prefix.leads_to(action))
            source = Spot("offer" if is_answer else "action", number)
        chosen = [selection.spot(named) for named in action.choices]
        spots = [source, *(spot for spot in chosen if spot is not None)]
        return spots * 2 if source.kind == "card" and len(spots) == 1 else spots

    async def perform(self, action: cw.Action, reach: Callable[[Spot], Coroutine[Any, Any, None]]) -> None:
        """Carry out an action; `reach` points at a spot and picks it, a question is answered by its place."""
        table = self.table
        begun, ply = action.source.value, table.driver.match.ply
        for number, spot in enumerate(self.spots_of(action)):
            selection = table.chooser.selection
            if number == 0 and spot.kind == "pile":
                seat, zone = zone_of(table.game, spot)
                places = range(len(table.driver.match.view(0).seats[seat].zones[zone]))
                wanted = [place == begun for place in reversed(places)]
            elif number == 0:
                wanted = [piece.id == begun for piece in selection.pieces_at(spot)]
            else:
                wanted = [target.prefix.leads_to(action) for target in selection.targets[spot]]
            await reach(spot)
            await self.pilot.pause()
            if isinstance(self.pilot.app.screen, Menu):
                await self.answer(wanted.index(True))
        assert table.driver.match.actions[ply].code == action.code

    async def answer(self, number: int) -> None:
        """Choose an entry of the menu in front of the table: by keys, or by mouse if nothing was pressed."""
        menu = self.pilot.app.screen
        assert isinstance(menu, Menu)
        if self.presses:
            await self.press(*["down"] * number, "enter")
        else:
            region = menu.query_one(OptionList).content_region
            await self.pilot.click(offset=(region.x + 1, region.y + number))
        await self.until(lambda: self.pilot.app.screen is self.table)


Run = Callable[[Table, Callable[[Person], Coroutine[Any, Any, None]]], None]


@pytest.fixture
def at_table() -> Callable[..., None]:
    """Open a table, let someone at it, close it."""

    def run(
        table: Table,
        who: Callable[[Person], Coroutine[Any, Any, None]],
        size: tuple[int, int] = (80, 24),
    ) -> None:
        async def sitting() -> None:
            async with _opened(table, size) as person:
                await who(person)

        try:
            asyncio.run(sitting())
        finally:
            session = getattr(table.driver, "session", None)
            if session is not None:
                session.close()

    return run


@asynccontextmanager
async def _opened(table: Table, size: tuple[int, int]) -> AsyncIterator[Person]:
    async with TableApp(table).run_test(size=size) as pilot:
        person = Person(table, pilot)
        await person.until(lambda: table.view is not None or pilot.app.screen is not table)
        await pilot.pause()
        yield person


@pytest.fixture
def seated() -> Callable[..., Table]:
    """A table with a person in seat 0 and an agent opposite; without an agent, two people."""

    def make(
        agent: str | Player | None = "pass",
        *,
        seed: int = 7,
        decks: tuple[str, str] | None = None,
        match: cw.Match | None = None,
        keep: bool = True,
        delay: float = 0.0,
        asks: bool = False,
        **options: Any,
    ) -> Table:
        match = match or cw.game("elemental-command").match(decks, seed=seed)
        players = {1: supervise(agent, 10.0) if isinstance(agent, str) else agent} if agent else {}
        session = Session(match, players, notes={"agent": str(agent)}, **options)
        session.open()
        if keep:
            match.play("keep", seat=0)
        table = Table(Turns(session, delay=delay))
        table.chooser.asks = asks
        return table

    return make
