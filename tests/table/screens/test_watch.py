"""Watching agents: speed, pause, step, views, the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.agents.supervised import Forfeit, supervise
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table.drivers.watch import FASTEST, SLOWEST, Watch
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]


@pytest.fixture
def table() -> Table:
    match = cw.game("elemental-command").match(seed=5)
    session = Session(match, {seat: supervise("greedy", 10.0) for seat in (0, 1)}, notes={})
    session.open()
    return Table(Watch(session, speed=FASTEST, is_paused=True))


def test_a_paused_match_stands_still_and_goes_on_step_by_step(table: Table, at_table: AtTable) -> None:
    async def who(person) -> None:  # type: ignore[no-untyped-def]
        assert "paused" in person.text
        for ply in range(1, 6):
            await person.press("full_stop" if ply % 2 else "right")
            await person.until(
                lambda ply=ply: table.driver.match.ply == ply and table.driver.onlooker.ply == ply
            )
            await person.pilot.pause()
            assert table.driver.match.ply == ply, "a step is one action"
            assert f"Action {ply}, seat" in person.text

    at_table(table, who)


def test_space_pauses_and_a_step_pauses_too(table: Table, at_table: AtTable) -> None:
    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("space")
        assert not table.driver.is_paused
        await person.until(lambda: table.driver.match.ply > 3)
        await person.press("space")
        assert table.driver.is_paused
        await person.until(lambda: not table.driver.is_thinking)
        ply = table.driver.match.ply
        await person.pilot.pause(3 / FASTEST)
        assert table.driver.match.ply == ply
        await person.click(Spot("control", 0))
        assert not table.driver.is_paused
        await person.press("full_stop")
        assert table.driver.is_paused

    at_table(table, who)


def test_the_speed_is_changed_within_its_limits(table: Table, at_table: AtTable) -> None:
    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("minus")
        assert table.driver.speed == FASTEST / 2
        await person.press("plus", "plus")
        assert table.driver.speed == FASTEST
        table.driver.speed = SLOWEST * 2
        await person.press("minus", "minus")
        assert table.driver.speed == SLOWEST
        await person.press("space")
        assert f"{SLOWEST:g} actions a second" in person.text
        await person.press("plus")
        while table.driver.speed < 1:
            await person.press("plus")
        assert "(1 action a second" in person.text

    at_table(table, who)


def test_all_views_can_be_looked_through(table: Table, at_table: AtTable) -> None:
    hands = [{card.name for card in table.driver.match.view(seat).hand} for seat in (0, 1)]

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        held = [[card.name for hand in table.picture.hands for card in hand.cards]]
        for _ in range(2):
            await person.press("v")
            held.append([card.name for hand in table.picture.hands for card in hand.cards])
        assert set(held[0]) == hands[0] | hands[1]
        assert [set(names) for names in held[1:]] == hands
        assert "1" in table.driver.onlooker.named

    at_table(table, who)


def test_a_match_is_watched_to_its_end_and_written(table: Table, at_table: AtTable, state: Path) -> None:
    async def who(person) -> None:  # type: ignore[no-untyped-def]
        table.driver.speed = 500.0
        await person.press("space")
        await person.until(lambda: table.driver.match.is_over and not table.driver.is_thinking)
        await person.pilot.pause()
        assert "The match is over: seat" in person.text
        await person.press("s", "q")

    at_table(table, who)
    (file,) = (state / "finished").glob("*.trace")
    assert cw.replay(cw.Trace.from_file(file)).hash == table.driver.match.hash


def test_who_leaves_is_told_the_command_that_shows_it_again(table: Table, at_table: AtTable) -> None:
    table.driver.session.notes.update(agents="greedy,greedy", decks="my decks/a.toml,aggro")

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        table.driver.forfeited(1, Forfeit("raised ValueError: tired"))
        await person.press("q")

    at_table(table, who)
    assert table.driver.farewell.startswith(
        "Seat 1 forfeits: it raised ValueError: tired. Seat 0 wins. See it again: "
    )
    words = "watch elemental-command --seed 5 --agents greedy,greedy --decks 'my decks/a.toml,aggro'"
    assert table.driver.farewell.endswith(words)


def test_a_match_that_cannot_be_written_says_why(
    table: Table, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.press("s")
        assert "cannot be written: Not a directory" in " ".join(person.text.split())

    at_table(table, who)


def test_cards_below_the_window_are_counted(table: Table, at_table: AtTable) -> None:
    async def who(person) -> None:  # type: ignore[no-untyped-def]
        held = [card.name for hand in table.picture.hands for card in hand.cards]
        assert len(held) + len(table.picture.hands) == table.parts.hand.size.height + 2
        assert " 2 more " in person.text
        while table.cursor.spot != Spot("card", len(held) - 1):
            await person.press("tab")
        assert " more " not in person.text
        table.parts.hand.scroll_by(-1)
        await person.pilot.pause()
        assert " 1 more " in person.text

    at_table(table, who)
