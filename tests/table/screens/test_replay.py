"""Replaying a written match: steps, turns, seeking, views."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clockwork import Wall, fire_match

import cardwright as cw
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.worth import swings, worths
from cardwright.table.drivers.replay import Replay
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.table import Table
from cardwright.table.worth import hill

AtTable = Callable[..., None]


@pytest.fixture(scope="module")
def match() -> cw.Match:
    match = cw.game("elemental-command").match(seed=4)
    agent = cw.agent("greedy", seed=2)
    while not match.is_over:
        match.play(agent.choose(match.view(min(match.to_act))))
    return match


def test_one_steps_forwards_and_backwards(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        assert "The opening." in person.text
        await person.press("right", "right", "right", "left")
        assert table.driver.onlooker.ply == 2
        assert f"Action 2, seat {match.actions[1].seat}: {match.actions[1].text}." in person.text
        await person.press("end")
        assert table.driver.onlooker.ply == match.ply
        assert "The match is over: seat" in person.text
        await person.press("right")
        assert table.driver.onlooker.ply == match.ply
        await person.press("home", "left")
        assert table.driver.onlooker.ply == 0
        assert table.view is not None
        assert table.view.bytes == match.view_at("spectator", 0).bytes

    at_table(table, who)


def test_turns_are_jumped_to(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        turns = []
        for key in ("t", "pagedown", "t"):
            await person.press(key)
            assert table.view is not None
            turns.append((table.driver.onlooker.ply, table.view.now))
            assert any(
                entry.is_turn for entry in table.driver.onlooker.chronicle.of(table.driver.onlooker.ply)
            )
        assert [turn for _, turn in turns] == [1, 2, 3]
        await person.press("T")
        assert table.driver.onlooker.ply == turns[1][0]
        await person.press("pageup")
        assert table.driver.onlooker.ply == turns[0][0]

    at_table(table, who)


def test_any_action_is_sought_by_number_and_by_mouse(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("g", "1", "7", "enter")
        assert table.driver.onlooker.ply == 17
        assert f"17 of {match.ply}" in person.text
        await person.press("g", *"9999", "enter")
        assert table.driver.onlooker.ply == 17
        assert f"Type a number from 0 to {match.ply}." in person.text
        bar = table.parts.seek.region
        await person.pilot.click(offset=(bar.x + 1, bar.y))
        assert table.driver.onlooker.ply == 0
        await person.pilot.click(offset=(bar.x + 35, bar.y))
        assert abs(table.driver.onlooker.ply - match.ply / 2) < match.ply / 10

    at_table(table, who)


def test_each_view_shows_what_it_may(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={}, at=2))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        own = [{card.name for card in match.view_at(seat, 2).hand} for seat in (0, 1)]
        assert all(name[:10] in person.text for name in own[0] | own[1])
        await person.press("v")
        assert table.driver.onlooker.reader == 0
        assert table.view is not None
        assert table.view.bytes == match.view_at(0, 2).bytes
        assert not any(name in person.text for name in own[1] - own[0])
        assert "seat 1: mulligan ..." in person.text
        await person.press("v")
        assert table.driver.onlooker.reader == 1
        assert table.picture.bottom == 1
        assert not any(name in person.text for name in own[0] - own[1])
        await person.press("v")
        assert table.driver.onlooker.reader == "all"

    at_table(table, who, (120, 40))


def test_a_match_that_goes_on_does_not_give_the_other_hand_away(match: cw.Match, at_table: AtTable) -> None:
    unfinished = cw.replay(match.trace, to=9)
    table = Table(Replay(unfinished, notes={}, reader=0, may_switch=False))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("v", "end")
        assert table.driver.onlooker.reader == 0
        assert "The match is not over." in person.text
        await person.press("v")
        assert "The match is not over: to see more" in person.text

    at_table(table, who)


def test_keys_lead_from_swing_to_swing_and_each_is_told(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={"agents": "greedy,greedy"}))
    course = worths(match, 0)
    found = swings(course)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        assert len(table.parts.worth.course) == match.ply + 1
        for number, swing in enumerate(found, 1):
            await person.press("w")
            assert table.driver.onlooker.ply == swing.ply
            await person.until(lambda n=number: f"Swing {n} of {len(found)}:" in person.text)
            assert f"{swing.by:+.1f} for seat 0" in " ".join(person.text.split())
        await person.press("w")
        await person.until(lambda: "There is no swing after this." in person.text)
        await person.press("W")
        assert table.driver.onlooker.ply == found[-2].ply
        await person.press("r")
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "The largest swings" in person.text
        assert f"Turn {match.view_at(0, found[0].ply - 1).now}, seat" in person.text

    at_table(table, who)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_hill_shows_in_letters_how_the_match_stood(
    size: tuple[int, int], match: cw.Match, at_table: AtTable
) -> None:
    table = Table(Replay(match, notes={}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        bar, hill_above = table.parts.seek, table.parts.worth
        assert hill_above.region.bottom == bar.region.y
        assert hill_above.region.height == 2
        rows = person.lines[hill_above.region.y : hill_above.region.bottom]
        drawn = hill(worths(match, 0), bar.columns, bar.room)
        assert [row[1 : 1 + bar.room] for row in rows] == list(drawn)
        assert set(drawn[0] + drawn[1]) > {"█", " "}
        marked = person.lines[bar.region.y]
        for number, swing in enumerate(swings(worths(match, 0)), 1):
            assert marked[bar.columns[swing.ply] + 1].isdecimal(), number
        place = bar.columns[found_at(match)]
        await person.pilot.click(offset=(hill_above.region.x + 1 + place, hill_above.region.y))
        await person.until(lambda: table.driver.onlooker.ply != 0)
        assert bar.columns[table.driver.onlooker.ply] == place

    at_table(table, who, size)


def found_at(match: cw.Match) -> int:
    """An action in the middle."""
    return match.ply // 2


def test_the_hill_of_a_match_that_goes_on_is_that_of_the_seat_that_is_shown(
    match: cw.Match, at_table: AtTable
) -> None:
    unfinished = cw.replay(match.trace, to=40)
    one = Table(Replay(unfinished, notes={}, reader=1, may_switch=False))
    every = Table(Replay(unfinished, notes={}, reader="all", may_switch=True))

    async def alone(person) -> None:  # type: ignore[no-untyped-def]
        assert one.parts.worth.course == worths(unfinished, 1)

    async def together(person) -> None:  # type: ignore[no-untyped-def]
        assert every.parts.worth.course == ()
        assert not every.parts.worth.display
        await person.press("v")
        assert every.parts.worth.course == worths(unfinished, 0)

    at_table(one, alone)
    at_table(every, together)


def test_a_timed_match_is_a_hill_over_time(at_table: AtTable) -> None:
    match = fire_match(60_000)
    table = Table(Replay(match, notes={"conceded": "1"}, clock=Clock(source=Wall())))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        bar = table.parts.seek
        at = [time / match.now * (bar.room - 1) for time in match.times]
        assert bar.columns[1:] == [round(place) for place in at]
        assert len(table.parts.worth.course) == match.ply + 1

    at_table(table, who)


def test_who_plays_what_is_told(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(match, notes={"agents": "greedy,value"}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        told = "Seat 0: Fire Aggro (greedy); Seat 1: Earth Control (value)"
        await person.until(lambda: told in " ".join(person.text.split()))

    for size in ((80, 24), (120, 40)):
        at_table(table, who, size)
        table = Table(Replay(match, notes={"agents": "greedy,value"}))


def test_the_end_tells_of_a_match_that_was_given_up(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(cw.replay(match.trace, to=9), notes={"conceded": "1"}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("end")
        assert "Seat 1 concedes. Seat 0 wins." in person.text

    at_table(table, who)
