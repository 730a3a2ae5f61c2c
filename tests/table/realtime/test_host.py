"""A timed match at the plain table: time by what is typed or by the clock, saved and resumed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from clockwork import Wall, fire_cost, fire_match

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.errors import CardwrightError
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.table.host import Left, PlainTerminal
from cardwright.table.realtime.host import TimedHost


class Sitting:
    """Somebody types some lines at a plain table."""

    def __init__(self, lines: list[str], agent: str = "pass", clock: Clock | None = None) -> None:
        match = fire_match()
        self.session = Session(match, {1: supervise(agent)}, notes={"agent": agent})
        self.session.open()
        self.match = match
        self.shown: list[str] = []
        self.refused: list[str] = []
        self._lines = iter(lines)
        terminal = PlainTerminal(
            self.ask, self.shown.append, refuse=lambda error: self.refused.append(str(error))
        )
        self.host = TimedHost(self.session, terminal, clock)

    def ask(self, prompt: str) -> str:
        self.shown.append(prompt)
        for line in self._lines:
            return line
        raise EOFError

    def run(self) -> str:
        with suppress(EOFError, Left):
            self.host.run()
        return "".join(self.shown)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_times_may_have_units_and_the_report_is_there_any_time() -> None:
    sitting = Sitting(["wait 15 s", "wait 250 ms", "@20.5 draw", "report", "help"])
    text = sitting.run()
    assert sitting.refused == []
    assert sitting.match.times == [20_500]
    assert "The match goes on. It took 0:20 and 1 actions." in text
    assert "wait 250 ms" in text
    assert "  undo" not in text, "nothing is taken back where time goes on"


def test_what_is_typed_is_refused_if_somebody_else_came_while_the_clock_ran() -> None:
    wall = Wall()
    sitting = Sitting([], clock=Clock(source=wall))
    match, lines = sitting.match, iter(['play "Fire Lance" > b4', 'play "Fire Lance" > b4'])

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        if match.ply == 0:
            match.advance(55_000)
            match.play("move b0 > b4", seat=1)
            match.advance(55_005)
            wall.now += 60
        return line

    sitting.host.ask = ask
    sitting.run()
    assert sitting.refused == ["b4 has changed while you typed: Sister Aurelie stands there now"]
    assert [action.text for action in match.actions] == ["move b0 > b4", 'play "Fire Lance" > b4']


def test_time_passes_only_by_what_is_typed() -> None:
    sitting = Sitting(["board", "hand", "wait 31", 'play "Salamander" at a3', "@35.5 draw", "log"])
    text = sitting.run()
    assert sitting.refused == []
    assert sitting.match.times == [31_000, 35_500]
    assert sitting.match.now == 35_501
    assert "--- 0:31, day ---" in text
    assert "0:31 You play Salamander." in text
    cost = fire_cost("salamander")
    assert f"Salamander ({cost}F; " in text
    assert f"can be paid in {5 * cost}s)" in text
    assert "you at 0:35 > " in text


def test_waiting_without_a_number_ends_when_something_can_be_done() -> None:
    sitting = Sitting(["wait"])
    sitting.run()
    cheapest = min(fire_cost(card.card.id) for card in sitting.match.view(0).hand if card.card)
    assert sitting.match.now == min(5000 * cheapest, 15_000), "a card can be paid, or one drawn"


def test_agents_act_while_one_waits() -> None:
    sitting = Sitting(["wait 60"], agent="greedy")
    text = sitting.run()
    assert {action.seat for action in sitting.match.actions} == {1}
    assert "The opponent plays" in text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("wait long", '"long" is no number of seconds'),
        ("wait -3", "must be 0 to 3600"),
        ("wait 99999", "must be 0 to 3600"),
        ("@5 draw", "@5 is in the past: it is 20 s"),
        ("@30", "say what is to be done then"),
        ("undo", "nothing can be taken back"),
        ("speed 2", "time passes only by what you type"),
        ("pause", "time passes only by what you type"),
        ('play "Ashwing Drake" at a3', f"it costs {fire_cost('ashwing-drake')} fire and you have 4"),
        ("attack a0 > b0", "exhausted for another 10.0 s"),
        ("draw now", "draw"),
    ],
)
def test_what_cannot_be_done_says_why_and_changes_nothing(line: str, reason: str) -> None:
    sitting = Sitting(["wait 20", line])
    sitting.run()
    (told,) = sitting.refused
    assert reason in told
    assert (sitting.match.ply, sitting.match.now) == (0, 20_000)


def test_the_clock_runs_between_the_lines_if_it_is_asked_for(wall: Wall) -> None:
    clock = Clock(source=wall, speed=2.0)
    sitting = Sitting([], clock=clock)
    typed = iter([("draw", 8.0), ("pause", 1.0), ("board", 50.0), ("go", 1.0), ("speed 4", 1.0), ("", 2.0)])

    def ask(prompt: str) -> str:
        for line, seconds in typed:
            wall.now += seconds
            return line
        raise EOFError

    sitting.host.ask = ask
    text = sitting.run()
    assert sitting.match.times == [16_000]
    # 9 s at speed 2, a pause, 1 s at speed 2, 2 s at speed 4.
    assert sitting.match.now == pytest.approx(28_000, abs=2)
    assert "The clock: paused." in text
    assert "The clock: speed 4." in text


def test_a_match_to_its_end_tells_how_it_went() -> None:
    sitting = Sitting(["wait 3600"], agent="simulating")
    text = sitting.run()
    assert sitting.session.is_over
    assert "You have lost. It took" in text
    assert "What hit your Kessa Ashborn" in text


def test_a_timed_match_is_saved_and_resumed_where_it_was() -> None:
    sitting = Sitting(["wait 16", "draw", "wait 3.7", "quit"])
    text = sitting.run()
    assert "The match is saved." in text
    path = sitting.session.saved
    assert path is not None
    sitting.session.close()
    again = cw.replay(cw.Trace.from_file(path))
    assert (again.now, again.ply, again.hash) == (19_701, 1, sitting.match.hash)
    resumed = Session(again, {1: supervise("pass")}, notes={"agent": "pass"}, saved=path)
    resumed.open()
    host = TimedHost(resumed, PlainTerminal(ask=lambda prompt: "", show=lambda text: None))
    host.go_to(30_000)
    assert again.now == 30_000
    with pytest.raises(CardwrightError, match="no attack"):
        host.command(0, "attack a0 > b0")


def test_the_help_tells_about_time() -> None:
    text = Sitting(["help", "help Flying", "help beast", "rules"]).run()
    assert "wait 5" in text
    assert "@93.5 attack a3 > b4" in text
    assert "recall" in text
    assert "Flying: Attacks protected creatures" in text
    assert "Beast: An animal." in text
    assert "Each player has six locations, numbered from the back" in text
