"""Watching agents: speed, pause, step, views, the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.agents.supervised import Forfeit, supervise
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table.screens.play import PlayTable
from cardwright.table.screens.replay import ReplayTable
from cardwright.table.screens.watch import FASTEST, SLOWEST, WatchTable

AtTable = Callable[..., None]


@pytest.fixture
def table() -> WatchTable:
    match = cw.game("elemental-command").match(seed=5)
    session = Session(match, {seat: supervise("greedy", 10.0) for seat in (0, 1)}, notes={})
    session.open()
    return WatchTable(session, speed=FASTEST, is_paused=True)


def test_a_paused_match_stands_still_and_goes_on_step_by_step(table: WatchTable, at_table: AtTable) -> None:
    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        assert "paused" in driver.text
        for ply in range(1, 6):
            await driver.press("full_stop" if ply % 2 else "right")
            await driver.until(lambda ply=ply: table.match.ply == ply and table.ply == ply)
            await driver.pilot.pause()
            assert table.match.ply == ply, "a step is one action"
            assert f"Action {ply}, seat" in driver.text

    at_table(table, who)


def test_space_pauses_and_a_step_pauses_too(table: WatchTable, at_table: AtTable) -> None:
    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.press("space")
        assert not table.is_paused
        await driver.until(lambda: table.match.ply > 3)
        await driver.press("space")
        assert table.is_paused
        await driver.until(lambda: not table.is_thinking)
        ply = table.match.ply
        await driver.pilot.pause(3 / FASTEST)
        assert table.match.ply == ply
        await driver.click(Spot("deed", 0))
        assert not table.is_paused
        await driver.press("full_stop")
        assert table.is_paused

    at_table(table, who)


def test_the_speed_is_changed_within_its_limits(table: WatchTable, at_table: AtTable) -> None:
    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.press("minus")
        assert table.speed == FASTEST / 2
        await driver.press("plus", "plus")
        assert table.speed == FASTEST
        table.speed = SLOWEST * 2
        await driver.press("minus", "minus")
        assert table.speed == SLOWEST
        await driver.press("space")
        assert f"{SLOWEST:g} actions a second" in driver.text
        await driver.press("plus")
        while table.speed < 1:
            await driver.press("plus")
        assert "(1 action a second" in driver.text

    at_table(table, who)


def test_all_views_can_be_looked_through(table: WatchTable, at_table: AtTable) -> None:
    hands = [{card.name for card in table.match.view(seat).hand} for seat in (0, 1)]

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        held = [[card.name for hand in table.hands for card in hand.cards]]
        for _ in range(2):
            await driver.press("v")
            held.append([card.name for hand in table.hands for card in hand.cards])
        assert set(held[0]) == hands[0] | hands[1]
        assert [set(names) for names in held[1:]] == hands
        assert "1" in table.eyes()

    at_table(table, who)


def test_a_match_is_watched_to_its_end_and_written(table: WatchTable, at_table: AtTable, state: Path) -> None:
    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        table.speed = 500.0
        await driver.press("space")
        await driver.until(lambda: table.match.is_over and not table.is_thinking)
        await driver.pilot.pause()
        assert "The match is over: seat" in driver.text
        await driver.press("s", "q")

    at_table(table, who)
    (file,) = (state / "finished").glob("*.trace")
    assert cw.replay(cw.Trace.from_file(file)).hash == table.match.hash


def test_who_leaves_is_told_the_command_that_shows_it_again(table: WatchTable, at_table: AtTable) -> None:
    table.session.notes.update(agents="greedy,greedy", decks="my decks/a.toml,aggro")

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        table.forfeited(1, Forfeit("raised ValueError: tired"))
        await driver.press("q")

    at_table(table, who)
    assert table.farewell.startswith(
        "Seat 1 forfeits: it raised ValueError: tired. Seat 0 wins. See it again: "
    )
    words = "watch elemental-command --seed 5 --agents greedy,greedy --decks 'my decks/a.toml,aggro'"
    assert table.farewell.endswith(words)


@pytest.mark.parametrize("kind", [PlayTable, WatchTable, ReplayTable])
def test_all_keys_of_the_last_line_are_seen_in_80_columns(
    kind: type[PlayTable | WatchTable | ReplayTable],
) -> None:
    assert len("  ".join(f"{key} {word}" for key, word, _ in kind.KEYS)) <= 80


def test_a_match_that_cannot_be_written_says_why(
    table: WatchTable, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.press("s")
        assert "cannot be written: Not a directory" in " ".join(driver.text.split())

    at_table(table, who)


def test_cards_below_the_window_are_counted(table: WatchTable, at_table: AtTable) -> None:
    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        held = [card.name for hand in table.hands for card in hand.cards]
        assert len(held) + len(table.hands) == table.hand.size.height + 1
        assert " 1 more " in driver.text
        while table.cursor != Spot("card", len(held) - 1):
            await driver.press("tab")
        assert " more " not in driver.text
        table.hand.scroll_by(-1)
        await driver.pilot.pause()
        assert " 1 more " in driver.text

    at_table(table, who)
