"""Replaying a written match: steps, turns, seeking, views."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardwright as cw
from cardwright.table.drivers.replay import Replay
from cardwright.table.screens.table import Table

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


def test_the_end_tells_of_a_match_that_was_given_up(match: cw.Match, at_table: AtTable) -> None:
    table = Table(Replay(cw.replay(match.trace, to=9), notes={"conceded": "1"}))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("end")
        assert "Seat 1 concedes. Seat 0 wins." in person.text

    at_table(table, who)
