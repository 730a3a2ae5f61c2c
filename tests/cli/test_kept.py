"""What is left of a match whose table is gone, and two tables that want the same match."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from terminals import Terminal, at_terminal
from typer.testing import CliRunner

import cardwright as cw
from cardwright import cli

PROMPT = "you > "
ASKED = "Mulligan: choose"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved matches."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright" / "matches"


def kill(terminal: Terminal) -> None:
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.process.wait(timeout=20) == -signal.SIGKILL


def steps(state: Path) -> list[str]:
    """The actions of the only match that is saved, if there is one."""
    found = list(state.glob("*.trace"))
    return [str(step) for step in cw.Trace.from_file(found[0]).steps] if found else []


def test_a_plain_table_that_is_killed_loses_nothing(terminals: list[Terminal], state: Path) -> None:
    first = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    for line in ("keep", "end", "take fire"):
        first.until(PROMPT)
        first.type(line)
    first.until(PROMPT)
    kill(first)
    played = steps(state)
    assert played[-1] == "0 take fire"
    second = at_terminal(terminals, "play", "--plain", "--resume")
    assert "seed 7, against pass" in second.until(PROMPT)
    second.type("undo")
    assert "Taken back: take fire." in second.until(PROMPT)
    kill(second)
    assert steps(state) == played[:-1]
    third = at_terminal(terminals, "play", "--plain", "--resume")
    third.until(PROMPT)
    third.type("quit")
    assert third.rest()[0] == 0
    assert steps(state) == played[:-1]
    assert [file.suffix for file in state.iterdir()] == [".trace"]


def test_a_full_screen_that_is_killed_loses_nothing(terminals: list[Terminal], state: Path) -> None:
    first = at_terminal(terminals, "play", "--seed", "7", "--agent", "pass")
    first.until(ASKED)
    first.press("/")
    first.until("an action in words")
    first.press("keep\r")
    first.until("Your turn 2: ")
    kill(first)
    played = steps(state)
    assert played[0] == "0 keep"
    second = at_terminal(terminals, "play", "--resume")
    second.until("Your turn 2: ")
    second.press("q")
    assert second.rest()[0] == 0
    assert steps(state)[: len(played)] == played


def test_a_timed_table_that_is_killed_loses_a_second_at_most(terminals: list[Terminal], state: Path) -> None:
    first = at_terminal(terminals, "play", "mana", "--seed", "7", "--speed", "8")
    first.until("time 0:30")
    kill(first)
    (path,) = state.glob("*.trace")
    trace = cw.Trace.from_file(path)
    assert trace.until is not None
    assert trace.until > 15_000
    assert trace.notes["speed"] == "8"
    assert cw.replay(trace).now == trace.until
    second = at_terminal(terminals, "play", "--resume")
    second.until("PAUSED x8")
    second.press("q")
    assert second.rest()[0] == 0


def test_a_timed_plain_table_that_is_killed_loses_nothing(terminals: list[Terminal], state: Path) -> None:
    first = at_terminal(terminals, "play", "mana", "--plain", "--seed", "7", "--agent", "pass")
    for line in ("wait 20", "draw", "wait 3"):
        first.until("you at ")
        first.type(line)
    first.until("you at 0:23")
    kill(first)
    assert steps(state) == ["@20000 0 draw"]
    (path,) = state.glob("*.trace")
    assert cw.Trace.from_file(path).until == 23_001


@pytest.mark.parametrize("words", [["--plain"], []])
def test_a_second_table_is_told_that_the_match_is_open(
    words: list[str], terminals: list[Terminal], state: Path
) -> None:
    first = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    first.until(PROMPT)
    first.type("keep")
    first.until(PROMPT)
    (path,) = state.glob("*.trace")
    second = at_terminal(terminals, "play", "--resume", *words)
    code, shown = second.rest()
    assert code == 2
    assert f"{path}: this match is open at another table (process {first.process.pid})" in " ".join(
        shown.split()
    )
    assert len(shown.splitlines()) == 1
    listed = CliRunner().invoke(cli.app, ["play", "--saves"]).stdout
    assert "actions, open at a table" in listed
    first.type("end")
    first.until(PROMPT)
    first.type("quit")
    assert first.rest()[0] == 0
    assert "0 end" in steps(state), "what the first table played was not overwritten"
    third = at_terminal(terminals, "play", "--plain", "--resume")
    third.until(PROMPT)


def test_a_match_that_is_forgotten_on_purpose_is_gone(terminals: list[Terminal], state: Path) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(PROMPT)
    terminal.type("keep")
    terminal.until(PROMPT)
    terminal.type("quit!")
    assert terminal.rest()[0] == 0
    assert list(state.iterdir()) == []


def test_a_table_that_cannot_write_says_so_once(
    terminals: list[Terminal], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    shown = terminal.until(PROMPT)
    for line in ("keep", "end", "take fire"):
        terminal.type(line)
        shown += terminal.until(PROMPT)
    assert " ".join(shown.split()).count("The match goes on, but is not kept if this program is ended") == 1
    full = at_terminal(terminals, "play", "--seed", "7", "--agent", "pass")
    full.until(ASKED)
    full.press("/")
    full.until("an action in words")
    full.press("keep\r")
    full.until("The match goes on, but is not kept")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
def test_a_full_disk_does_not_end_the_match(terminals: list[Terminal], state: Path) -> None:
    before = (
        "import os, cardwright.hosting.saves as s; real = s.os.open\n"
        "def full(path, flags, *mode, **more):\n"
        "    return real('/dev/full' if flags & os.O_APPEND else path, flags, *mode, **more)\n"
        "s.os.open = full\n"
        "s.os.ftruncate = lambda handle, size: None\n"
        "s.Save._is_there = lambda self: self._handle is not None"
    )
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass", before=before)
    shown = terminal.until(PROMPT)
    for line in ("keep", "end", "take fire"):
        terminal.type(line)
        shown += terminal.until(PROMPT)
    assert shown.count("No space left on device") == 1
    terminal.type("quit")
    assert "The match is saved." in terminal.until("resume")
