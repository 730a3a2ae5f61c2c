"""Watching and replaying timed games: by the clock, step by step, and what agents think."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from clockwork import Wall
from shown import assert_readable

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.realtime.course import Course
from cardwright.hosting.session import Session
from cardwright.table.drivers.replay import Replay
from cardwright.table.drivers.timed_watch import TimedWatch
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]


def watching(*agents: str, seed: int = 3, **options: Any) -> tuple[Table, Wall]:
    match = cw.game("mana").match(seed=seed)
    session = Session(match, {seat: supervise(name) for seat, name in enumerate(agents)}, notes={})
    session.open()
    wall = Wall()
    return Table(TimedWatch(session, Clock(source=wall), **options)), wall


async def pass_time(person: Any, wall: Wall, seconds: float) -> None:
    table = person.table
    end = wall.now + seconds
    while wall.now < end and not table.driver.session.is_over and not table.driver.clock.is_paused:
        wall.now += 0.5
        table.driver.tick()
        await person.until(lambda: table.driver.clock.is_paused or not table.driver.course.thinking)


def test_a_match_is_watched_to_its_end_and_kept(at_table: AtTable) -> None:
    table, wall = watching("greedy", "heuristic")

    async def who(person: Any) -> None:
        await person.press("plus", "plus")
        assert table.driver.clock.speed == 4.0
        while not table.driver.session.is_over:
            await pass_time(person, wall, 10.0)
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "The match is over: " in person.text
        assert "What hit seat 0's" in person.text
        await person.press("escape", "q")

    at_table(table, who)
    path = table.driver.farewell.rpartition("replay ")[2]
    assert cw.replay(cw.Trace.from_file(path)).hash == table.driver.match.hash


def test_a_step_goes_on_to_the_next_action_and_stops(at_table: AtTable) -> None:
    table, wall = watching("greedy", "greedy")

    async def who(person: Any) -> None:
        await person.press("space")
        assert "PAUSED" in person.text
        wall.now += 100
        table.driver.tick()
        assert table.driver.match.now == 0
        for ply in (1, 2, 3):
            await person.press("full_stop")
            await pass_time(person, wall, 60.0)
            assert (table.driver.match.ply, table.driver.clock.is_paused) == (ply, True)
        assert re.search(r"Action 3 at 0:\d\d, seat [01]: ", person.text)

    at_table(table, who)


def test_what_agents_think_is_shown_to_who_may_see_it(at_table: AtTable) -> None:
    table, wall = watching("simulating", "simulating", shows_thoughts=True)

    async def who(person: Any) -> None:
        await pass_time(person, wall, 25.0)
        table.driver.look()
        await person.pilot.pause()
        assert "What they think" in person.text
        lines = table.driver.thought_lines(60)
        for seat in (0, 1):
            assert any(line.startswith(f"  Seat {seat} at 0:") for line in lines)
        assert any(re.search(r"    \S.*: a (win|loss|draw) after \d+ s$", line) for line in lines)
        await person.press("v")
        assert not any("Seat 1" in line for line in table.driver.thought_lines(60)), "the eyes are seat 0's"
        await person.press("t")
        assert "What they think" not in person.text

    at_table(table, who)


def test_agents_that_do_not_say_what_they_think_are_named_so(at_table: AtTable) -> None:
    table, wall = watching("random", "pass", shows_thoughts=True)

    async def who(person: Any) -> None:
        await pass_time(person, wall, 3.0)
        table.driver.look()
        await person.pilot.pause()
        assert "These agents do not say." in person.text

    at_table(table, who)


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
def test_every_text_stands_out_from_what_is_behind_it(theme: str, at_table: AtTable) -> None:
    table, wall = watching("heuristic", "greedy")

    async def who(person: Any) -> None:
        person.pilot.app.theme = theme
        for _ in range(5):
            await pass_time(person, wall, 12.0)
            await person.press("tab")
            assert_readable(person)

    at_table(table, who)


@pytest.fixture
def played() -> cw.Match:
    match = cw.game("mana").match(seed=3)
    session = Session(match, {0: supervise("greedy"), 1: supervise("heuristic")}, notes={})
    session.open()
    Course(session, Clock(source=lambda: 0.0)).run(30 * 60_000)
    return match


def test_a_timed_match_is_replayed_step_by_step_with_its_times(played: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(played, notes={}, clock=Clock(source=Wall())))

    async def who(person: Any) -> None:
        await person.press("right", "right", "right")
        at = played.times[2] // 1000
        assert f"Action 3 at {at // 60}:{at % 60:02}, seat" in person.text
        await person.press("t")
        assert "1:00 The night begins." in person.text
        await person.press("end")
        assert "The match is over" in person.text
        await person.press("home")
        assert "The opening at 0:00." in person.text
        assert "time 0:00" in person.text
        assert "<< day" in person.text
        assert "r report" in person.text.splitlines()[-1]
        assert "? help" in person.text.splitlines()[-1]
        await person.press("r")
        assert isinstance(person.pilot.app.screen, Pages)
        assert "What hit seat 0's" in person.text
        await person.press("escape", "question_mark")
        assert "how the match went" in person.text

    at_table(table, who, (80, 24))


def test_a_timed_match_is_replayed_by_the_clock(played: cw.Match, at_table: AtTable) -> None:
    wall = Wall()
    table = Table(Replay(played, notes={}, clock=Clock(source=wall)))

    async def who(person: Any) -> None:
        await person.press("right", "right", "space")
        begun = table.driver.playback.shown.now
        assert table.driver.playback.shown.ply == 2
        assert begun == played.times[1]
        wall.now += 7.5
        table.driver.tick()
        assert table.driver.playback.shown.now == begun + 7500
        assert table.driver.playback.shown.ply == sum(at <= begun + 7500 for at in played.times)
        assert table.driver.playback.shown.view(0).bytes != played.view(0).bytes
        await person.press("space")
        assert not table.driver.playback.is_running
        assert table.driver.playback.shown is played
        stopped = table.driver.onlooker.ply
        wall.now += 50
        table.driver.tick()
        assert table.driver.onlooker.ply == stopped
        await person.press("plus", "plus", "space")
        for _ in range(2000):
            wall.now += 1.0
            table.driver.tick()
        await person.pilot.pause()
        assert table.driver.onlooker.ply == played.ply
        assert "The match is over" in person.text

    at_table(table, who)


def test_a_match_that_goes_on_shows_no_other_hand_by_the_clock_either(at_table: AtTable) -> None:
    match = cw.game("mana").match(("ash-and-sun", "low-moon"), seed=3)
    match.advance(20_000)
    match.play("draw", seat=0)
    match.advance(40_000)
    wall = Wall()
    table = Table(Replay(match, notes={}, reader=0, may_switch=False, clock=Clock(source=wall)))
    secrets = {card.name for card in match.view(1).hand} - {card.name for card in match.view(0).hand}

    async def who(person: Any) -> None:
        await person.press("space")
        for _ in range(20):
            wall.now += 1.0
            table.driver.tick()
            await person.pilot.pause()
            assert not any(name in person.text for name in secrets)
        await person.press("v")
        assert "not over" in person.text

    at_table(table, who)
