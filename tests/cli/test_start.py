"""`cardwright play` without a game: the start screen, or a sentence; and match after match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from terminals import Terminal, at_terminal
from typer.testing import CliRunner

import cardwright as cw
from cardwright import cli
from cardwright.cli.parts.opening import from_start
from cardwright.hosting import saves
from cardwright.hosting.locks import holder
from cardwright.table.start import screen
from cardwright.table.start.memory import Choices, Memory, recall, remember
from cardwright.table.start.screen import Chosen, Resume

COMMAND = [sys.executable, "-c", "from cardwright.cli import main; main()", "play"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


def finished(state: Path) -> list[cw.Trace]:
    """The finished matches, in the order in which they were written."""
    found = sorted((state / "finished").glob("*.trace"), key=lambda path: path.stat().st_mtime_ns)
    return [cw.Trace.from_file(path) for path in found]


@pytest.mark.parametrize("words", [[], ["--script", "-"], ["--plain"], ["--delay", "0"]])
def test_without_a_terminal_a_missing_game_is_one_sentence(words: list[str], state: Path) -> None:
    done = subprocess.run([*COMMAND, *words], input="keep\n", capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "cardwright: no game is named, and only a terminal with the whole screen can ask for one; say "
        "cardwright play GAME; the games are elemental-command, hearth, hexlands, mana, ruler\n"
    )
    assert not state.exists()


def test_a_terminal_that_is_too_small_is_told_so(terminals: list[Terminal]) -> None:
    code, shown = at_terminal(terminals, "play", size=(70, 20)).rest()
    assert code == 2
    assert "The table needs a terminal of 80 x 24" in shown
    assert "Traceback" not in shown


def test_from_the_start_screen_to_a_rematch_and_back(terminals: list[Terminal], state: Path) -> None:
    remember(Memory(game="elemental-command", games={"elemental-command": Choices(agent="pass")}))
    terminal = at_terminal(terminals, "play", "--delay", "0")
    terminal.until("begin (b)")
    terminal.press("7b")
    terminal.until("You: Fire Aggro; Foe: Earth Control (pass)")
    terminal.until("Mulligan: choose")
    terminal.press("C")
    terminal.until("R rematch, N")
    terminal.press("R")
    terminal.until("Mulligan: choose")
    terminal.press("C")
    terminal.until("N new match, q")
    terminal.press("N")
    terminal.until("finished (f)")
    terminal.press("f")
    terminal.until("Look at which match?")
    terminal.press("1")
    terminal.until("The opening.")
    terminal.press("q")
    terminal.until("finished (f)")
    terminal.press("q")
    assert terminal.rest()[0] == 0
    first, second = finished(state)
    assert first.seed == 7
    assert first.setup == second.setup
    begun = [cw.replay(trace).starting for trace in (first, second)]
    assert sorted(begun) == [0, 1]
    assert {**first.notes} == {**second.notes} | {"agent": "pass", "decks": "fire-aggro,earth-control"}
    assert recall().games["elemental-command"].agent == "pass"


def test_a_saved_match_goes_on_from_the_start_screen(terminals: list[Terminal], state: Path) -> None:
    typed = "keep\nquit\n"
    CliRunner().invoke(cli.app, ["play", "--seed", "7", "--plain", "--script", "-"], input=typed)
    terminal = at_terminal(terminals, "play")
    terminal.until("continue (c)")
    terminal.press("c")
    terminal.until("seed 7, against lookahead")
    terminal.press("\r")
    terminal.until("Your turn 2: ")
    terminal.press("q")
    assert terminal.rest()[0] == 0
    (trace,) = (cw.Trace.from_file(path) for path in (state / "matches").glob("*.trace"))
    assert trace.notes["decks"] == "fire-aggro,earth-control"
    assert "plain" not in trace.notes


@pytest.mark.parametrize(
    ("agent", "given", "said"),
    [
        ("pass", ["--speed"], "elemental-command is no timed game: it takes no --speed"),
        ("nobody", [], "nobody"),
        ("value", [], ""),
    ],
)
def test_a_saved_match_that_is_refused_can_be_opened_again(
    agent: str, given: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = cw.game("elemental-command").match(seed=7)
    match.play(match.legal_actions[0])
    path = saves.save(match, {"agent": agent}, saves.saves_folder() / "elemental-command-7-1.trace")
    told = []

    def choose(slug: str, message: str) -> tuple[int, Chosen]:
        told.append(message)
        return 0, Resume(path) if len(told) == 1 else None

    monkeypatch.setattr(screen, "choose", choose)
    laid = from_start("", given)
    assert (laid is None) == bool(said)
    assert (holder(path) is None) == bool(said)
    if laid is not None and laid.save is not None:
        laid.save.close()
    else:
        assert said in told[1]
    saves.Save(path).close()


def test_an_interrupt_ends_the_start_screen(terminals: list[Terminal]) -> None:
    terminal = at_terminal(terminals, "play")
    terminal.until("begin (b)")
    terminal.press("\x03")
    code, shown = terminal.rest()
    assert code == 130
    assert "Traceback" not in shown


def test_a_script_may_ask_for_a_rematch(state: Path) -> None:
    typed = "keep\nconcede\nrematch\nkeep\nconcede\nend\n"
    done = CliRunner().invoke(
        cli.app, ["play", "--seed", "7", "--agent", "pass", "--script", "-"], input=typed
    )
    assert done.exit_code == 0, done.output
    assert done.stdout.count("You have conceded: the match is lost.") == 2
    assert done.stdout.count("Elemental Command - You: Fire Aggro; Foe: Earth Control (pass)") == 2
    first, second = finished(state)
    assert first.setup == second.setup
    assert first.seed != second.seed


def test_a_deck_drawn_by_chance_is_not_named_by_its_seed(state: Path) -> None:
    words = ["--seed", "7", "--agent", "pass", "--deck", "fire-aggro", "--foe-deck", "random:4279571145"]
    done = CliRunner().invoke(cli.app, ["play", *words, "--script", "-"], input="keep\nconcede\nend\n")
    assert done.exit_code == 0, done.output
    assert "Elemental Command - You: Fire Aggro; Foe: drawn by chance (pass)" in done.stdout
    (trace,) = (state / "finished").glob("*.trace")
    shown = CliRunner().invoke(cli.app, ["replay", "--plain", str(trace)]).stdout
    listed = CliRunner().invoke(cli.app, ["replay"]).stdout
    assert "Fire Aggro against drawn by chance (pass)" in " ".join(listed.split())
    assert "4279571145" not in done.output + shown + listed


def test_the_plain_table_asks_for_a_rematch(terminals: list[Terminal], state: Path) -> None:
    terminal = at_terminal(terminals, "play", "mana", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(" > ")
    terminal.type("rematch")
    assert "the match is not over yet; concede gives it up" in " ".join(terminal.until(" > ").split())
    terminal.type("concede")
    terminal.until("rematch, or Enter to leave > ")
    terminal.type("rematch")
    assert "seed 8, against pass" in terminal.until(" > ")
    terminal.type("concede")
    terminal.until("rematch, or Enter to leave > ")
    terminal.press("\r")
    assert terminal.rest()[0] == 0
    assert len(finished(state)) == 2


def test_an_interrupt_after_the_end_saves_nothing_again(terminals: list[Terminal], state: Path) -> None:
    terminal = at_terminal(terminals, "play", "mana", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(" > ")
    terminal.type("concede")
    terminal.until("rematch, or Enter to leave > ")
    terminal.interrupt()
    assert terminal.rest()[0] == 130
    assert len(finished(state)) == 1
    assert not list((state / "matches").glob("*.trace"))
