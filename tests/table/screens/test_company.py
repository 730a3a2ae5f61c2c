"""Who else is at the table: agents that think or fail, a second person; giving up, saving and leaving."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.agents.supervised import Player, supervise
from cardwright.hosting.session import Hint
from cardwright.hosting.spots import Spot
from cardwright.table.screens.play import PlayTable

Seated = Callable[..., PlayTable]
AtTable = Callable[..., None]


def test_conceding_loses_the_match_and_can_be_taken_back(
    seated: Seated, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("C")
        assert "You have conceded" in driver.text
        await driver.press("s")
        assert "! the match is over: it is written when you leave" in driver.text
        assert not list((state / "matches").glob("*.trace")), "there is nothing to go on with"
        await driver.press("e")
        assert "You have conceded: the match is lost." in driver.text, "how it ended is said again"
        await driver.press("u")
        assert not table.session.is_over
        assert table.selection.sources
        await driver.press("C", "q")

    at_table(table, who)
    (file,) = (state / "finished").glob("*.trace")
    assert table.farewell.startswith("You have conceded: the match is lost.\nLook at it again with: ")
    assert cw.Trace.from_file(file).notes["conceded"] == "0"
    assert not list((state / "matches").glob("*.trace"))


def test_leaving_keeps_the_match_and_it_goes_on(seated: Seated, at_table: AtTable, state: Path) -> None:
    table = seated()

    async def leave(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("s")
        assert "The match is saved" in driver.text
        await driver.type("take wind")
        await driver.press("q")

    at_table(table, leave)
    assert "play --resume" in table.farewell
    (file,) = (state / "matches").glob("*.trace")
    again = seated(match=cw.replay(cw.Trace.from_file(file)), keep=False, saved=file)
    assert again.match.hash == table.match.hash

    async def go_on(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        assert "You gain 1 wind." in driver.text
        assert [entry.text for entry in again.entries[again.log_panel.fresh :]] == ["You gain 1 wind."]
        await driver.press("e")
        await driver.asked()
        await driver.press("q")

    at_table(again, go_on)
    assert [path.name for path in (state / "matches").glob("*.trace")] == [file.name]


def test_who_cannot_save_stays_at_the_table(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("q")
        assert "cannot be written" in driver.text
        assert driver.pilot.app.is_running
        file = tmp_path / "mine.trace"
        await driver.type(f"save {file}")
        assert file.exists()

    at_table(table, who)


def test_two_people_do_not_see_each_others_hands(seated: Seated, at_table: AtTable) -> None:
    table = seated(None, keep=False)
    hands = [{card.name for card in table.match.view(seat).hand} for seat in (0, 1)]

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for seat in (0, 1):
            assert f"It is the turn of seat {seat}." in driver.text
            assert not any(name in driver.text for name in hands[0] | hands[1])
            await driver.press("enter")
            await driver.pilot.pause()
            assert all(name in driver.text for name in hands[seat])
            assert not any(name in driver.text for name in hands[1 - seat] - hands[seat])
            await driver.walk(Spot("deed", 0))
            await driver.press("enter")
            await driver.pilot.pause()

    at_table(table, who)


def test_the_table_answers_while_an_agent_thinks(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_bots.py").write_text(
        "import time\nclass Bot:\n    def choose(self, view):\n        time.sleep(3600)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("slow_bots:Bot")

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.until(lambda: table.is_thinking)
        assert "The opponent thinks" in driver.text
        await driver.press("e")
        assert "It is the opponent's turn." in driver.text
        await driver.press("u")
        assert "nothing can be taken back now" in driver.text
        await driver.press("C", "u")
        assert "Taken back: concede." in driver.text
        assert table.is_thinking
        assert not table.session.is_over
        await driver.press("right", "q")

    at_table(table, who)
    assert "play --resume" in table.farewell


def test_an_agent_that_misbehaves_forfeits(
    seated: Seated, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tired_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n        raise RuntimeError('tired')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("tired_bots:Bot")

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.until(lambda: table.session.is_over)
        await driver.pilot.pause()
        told = "forfeits: it raised RuntimeError: tired (tired_bots.py, line 3). You have won."
        assert told in re.sub(r"\s+", " ", driver.text)

    at_table(table, who)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_leaving_from_a_question_keeps_the_match_too(
    key: str, seated: Seated, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("question_mark")
        await driver.until(lambda: driver.pilot.app.screen is not table)
        await driver.press(key)

    at_table(table, who)
    assert "play --resume" in table.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1


def test_the_log_can_be_read_while_the_opponent_acts(seated: Seated, at_table: AtTable) -> None:
    table = seated("greedy", seed=9, decks=("wind-midrange", "earth-control"))

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for _ in range(4):
            await driver.asked()
            await driver.press("e")
        await driver.asked()
        assert len(table.entries) > 42
        assert not table.match.is_over
        table.set_cursor(Spot("event", 0))
        await driver.pilot.pause()
        assert table.entries[0].text in driver.text
        for number in (40, 39, 41, len(table.entries) - 1):
            table.set_cursor(Spot("event", number))
            await driver.pilot.pause()
            assert f"> {table.entries[number].text[:20]}" in driver.text
        table.set_cursor(Spot("event", 3))
        ply = table.match.ply
        table.play("end")
        await driver.asked()
        assert table.match.ply > ply + 1
        assert table.cursor == Spot("event", 3)
        assert f"> {table.entries[3].text[:20]}" in driver.text

    at_table(table, who)


class Puzzled(Player):
    """Plays like another agent, but holds its breath before some action."""

    def __init__(self, actions: int) -> None:
        self.asked = 0
        self.actions = actions
        self.goes_on = threading.Event()
        self.agent = supervise("greedy")

    def begin(self, match: cw.Match, seat: int, seed: int) -> None:
        self.agent.begin(match, seat, seed)

    def ask(self, match: cw.Match, seat: int) -> cw.Action:
        self.asked += 1
        if self.asked > self.actions:
            self.goes_on.wait(60.0)
        return self.agent.ask(match, seat)

    def close(self) -> None:
        self.goes_on.set()


def test_giving_up_between_two_actions_of_an_agent_asks_it_only_once(
    seated: Seated, at_table: AtTable
) -> None:
    foe = Puzzled(actions=3)
    delay = 0.2
    table = seated(foe, delay=delay)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("e")
        await driver.until(lambda: foe.asked == 3 and not table.is_thinking)
        assert table.session.acting == 1, "it has more to do"
        await driver.press("C", "u")
        await driver.until(lambda: foe.asked == 4)
        await driver.pilot.pause(1.5 * delay)
        assert foe.asked == 4
        foe.goes_on.set()
        await driver.asked()
        assert table.session.acting == 0

    at_table(table, who)


def test_a_second_question_for_a_hint_waits_for_the_first(
    seated: Seated, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated()
    asked: list[int] = []
    goes_on = threading.Event()
    hint = table.session.hint

    def slow(seat: int) -> Hint:
        asked.append(seat)
        goes_on.wait(60.0)
        return hint(seat)

    monkeypatch.setattr(table.session, "hint", slow)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        await driver.asked()
        await driver.press("h", "h")
        await driver.until(lambda: asked)
        await driver.press("h")
        assert "greedy thinks about a hint" in driver.text
        assert asked == [0]
        goes_on.set()
        await driver.until(lambda: "Hint of greedy" in driver.text)
        await driver.press("h")
        await driver.until(lambda: len(asked) == 2)

    at_table(table, who)


def test_two_people_can_leave_before_either_looks(seated: Seated, at_table: AtTable, state: Path) -> None:
    table = seated(None, keep=False)

    async def who(driver) -> None:  # type: ignore[no-untyped-def]
        for size in ((60, 15), (80, 24)):
            await driver.pilot.resize_terminal(*size)
            await driver.pilot.pause()
            assert "(q leaves)" in driver.text
        await driver.press("q")

    at_table(table, who)
    assert "play --resume" in table.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1
