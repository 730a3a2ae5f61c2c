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
from cardwright.table.screens.table import Table

NewTable = Callable[..., Table]
AtTable = Callable[..., None]


def test_conceding_loses_the_match_and_can_be_taken_back(
    seated: NewTable, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("C")
        assert "You have conceded" in person.text
        await person.press("s")
        assert "! the match is over: it is written when you leave" in person.text
        assert not list((state / "matches").glob("*.trace")), "there is nothing to go on with"
        await person.press("e")
        assert "You have conceded: the match is lost." in person.text, "how it ended is said again"
        await person.press("u")
        assert not table.driver.session.is_over
        assert table.chooser.selection.sources
        await person.press("C", "q")

    at_table(table, who)
    (file,) = (state / "finished").glob("*.trace")
    assert table.driver.farewell.startswith("You have conceded: the match is lost.\nLook at it again with: ")
    assert cw.Trace.from_file(file).notes["conceded"] == "0"
    assert not list((state / "matches").glob("*.trace"))


def test_leaving_keeps_the_match_and_it_goes_on(seated: NewTable, at_table: AtTable, state: Path) -> None:
    table = seated()

    async def leave(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("s")
        assert "The match is saved" in person.text
        await person.type("take wind")
        await person.press("q")

    at_table(table, leave)
    assert "play --resume" in table.driver.farewell
    (file,) = (state / "matches").glob("*.trace")
    again = seated(match=cw.replay(cw.Trace.from_file(file)), keep=False, saved=file)
    assert again.driver.match.hash == table.driver.match.hash

    async def go_on(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        assert "You gain 1 wind." in person.text
        assert [entry.text for entry in again.picture.entries[again.parts.log_panel.fresh :]] == [
            "You gain 1 wind."
        ]
        await person.press("e")
        await person.asked()
        await person.press("q")

    at_table(again, go_on)
    assert [path.name for path in (state / "matches").glob("*.trace")] == [file.name]


def test_who_cannot_save_stays_at_the_table(
    seated: NewTable, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("q")
        assert "cannot be written" in person.text
        assert person.pilot.app.is_running
        file = tmp_path / "mine.trace"
        await person.type(f"save {file}")
        assert file.exists()

    at_table(table, who)


def test_two_people_do_not_see_each_others_hands(seated: NewTable, at_table: AtTable) -> None:
    table = seated(None, keep=False)
    hands = [{card.name for card in table.driver.match.view(seat).hand} for seat in (0, 1)]

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        for seat in (0, 1):
            assert f"It is the turn of seat {seat}." in person.text
            assert not any(name in person.text for name in hands[0] | hands[1])
            await person.press("enter")
            await person.pilot.pause()
            assert all(name in person.text for name in hands[seat])
            assert not any(name in person.text for name in hands[1 - seat] - hands[seat])
            await person.walk(Spot("action", 0))
            await person.press("enter")
            await person.pilot.pause()

    at_table(table, who)


def test_the_table_answers_while_an_agent_thinks(
    seated: NewTable, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_bots.py").write_text(
        "import time\nclass Bot:\n    def choose(self, view):\n        time.sleep(3600)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("slow_bots:Bot")

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.until(lambda: table.driver.is_thinking)
        assert "The opponent thinks" in person.text
        await person.press("e")
        assert "It is the opponent's turn." in person.text
        await person.press("u")
        assert "nothing can be taken back now" in person.text
        await person.press("C", "u")
        assert "Taken back: concede." in person.text
        assert table.driver.is_thinking
        assert not table.driver.session.is_over
        await person.press("right", "q")

    at_table(table, who)
    assert "play --resume" in table.driver.farewell


def test_an_agent_that_misbehaves_forfeits(
    seated: NewTable, at_table: AtTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tired_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n        raise RuntimeError('tired')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    table = seated("tired_bots:Bot")

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.until(lambda: table.driver.session.is_over)
        await person.pilot.pause()
        told = "forfeits: it raised RuntimeError: tired (tired_bots.py, line 3). You have won."
        assert told in re.sub(r"\s+", " ", person.text)

    at_table(table, who)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
def test_leaving_from_a_question_keeps_the_match_too(
    key: str, seated: NewTable, at_table: AtTable, state: Path
) -> None:
    table = seated()

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("question_mark")
        await person.until(lambda: person.pilot.app.screen is not table)
        await person.press(key)

    at_table(table, who)
    assert "play --resume" in table.driver.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1


def test_the_log_can_be_read_while_the_opponent_acts(seated: NewTable, at_table: AtTable) -> None:
    table = seated("greedy", seed=9, decks=("wind-midrange", "earth-control"))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        for _ in range(4):
            await person.asked()
            await person.press("e")
        await person.asked()
        assert len(table.picture.entries) > 42
        assert not table.driver.match.is_over
        table.cursor.put(Spot("event", 0))
        await person.pilot.pause()
        assert table.picture.entries[0].text in person.text
        for number in (40, 39, 41, len(table.picture.entries) - 1):
            table.cursor.put(Spot("event", number))
            await person.pilot.pause()
            assert f"> {table.picture.entries[number].text[:20]}" in person.text
        table.cursor.put(Spot("event", 3))
        ply = table.driver.match.ply
        table.driver.play("end")
        await person.asked()
        assert table.driver.match.ply > ply + 1
        assert table.cursor.spot == Spot("event", 3)
        assert f"> {table.picture.entries[3].text[:20]}" in person.text

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
    seated: NewTable, at_table: AtTable
) -> None:
    foe = Puzzled(actions=3)
    delay = 0.2
    table = seated(foe, delay=delay, seed=9)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("e")
        await person.until(lambda: foe.asked == 3 and not table.driver.is_thinking)
        assert table.driver.session.acting == 1, "it has more to do"
        await person.press("C", "u")
        await person.until(lambda: foe.asked == 4)
        await person.pilot.pause(1.5 * delay)
        assert foe.asked == 4
        foe.goes_on.set()
        await person.asked()
        assert table.driver.session.acting == 0

    at_table(table, who)


def test_a_second_question_for_a_hint_waits_for_the_first(
    seated: NewTable, at_table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated()
    asked: list[int] = []
    goes_on = threading.Event()
    hint = table.driver.session.hint

    def slow(seat: int) -> Hint:
        asked.append(seat)
        goes_on.wait(60.0)
        return hint(seat)

    monkeypatch.setattr(table.driver.session, "hint", slow)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("h", "h")
        await person.until(lambda: asked)
        await person.press("h")
        assert "greedy thinks about a hint" in person.text
        assert asked == [0]
        goes_on.set()
        await person.until(lambda: "Hint of greedy" in person.text)
        await person.press("h")
        await person.until(lambda: len(asked) == 2)

    at_table(table, who)


def test_two_people_can_leave_before_either_looks(seated: NewTable, at_table: AtTable, state: Path) -> None:
    table = seated(None, keep=False)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        for size in ((60, 15), (80, 24)):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert "(q leaves)" in person.text
        await person.press("q")

    at_table(table, who)
    assert "play --resume" in table.driver.farewell
    assert len(list((state / "matches").glob("*.trace"))) == 1
