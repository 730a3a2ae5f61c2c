"""`cardwright play`: at a terminal, from a script, and without either."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import msgspec
import pytest
from terminals import Terminal, at_terminal
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright import cli

PROMPT = "you > "


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright" / "matches"


def play(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.app, ["play", *words], input=typed)


def test_a_script_is_played_and_the_match_kept(state: Path) -> None:
    typed = "# a comment\n\nkeep\nboard\nhand\nactions\nlog\nhelp\nhelp taunt\nhelp Ember Wisp\nquit\n"
    result = play("--seed", "7", "--script", "-", typed=typed)
    assert result.exit_code == 0, result.output
    assert "you > keep" in result.stdout
    assert "You keep the opening hand." in result.stdout
    assert "Taunt: While no friend stands in front of it" in result.stdout
    assert "Haste: May act on the turn it arrives." in result.stdout
    assert "Go on with: cardwright play --resume" in result.stdout
    assert len(list(state.glob("*.trace"))) == 1
    assert [line for line in result.stdout.splitlines() if len(line) > 80] == []


def test_a_whole_match_is_played_by_ending_every_turn(state: Path) -> None:
    result = play("--seed", "7", "--script", "-", typed="keep\n" + "end\n" * 100)
    assert result.exit_code == 0, result.output
    assert "You have lost." in result.stdout
    assert not state.exists() or not list(state.iterdir())


def test_a_wrong_line_of_a_script_is_named(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("keep\nattack c2 > hero\n")
    result = play("--seed", "7", "--script", str(file))
    assert result.exit_code == 2
    assert f"cardwright: {file}:2: nothing stands on c2" in result.stderr


@pytest.mark.parametrize("how", ["mulligan 1 3", "1 3", "1, 3"])
def test_a_mulligan_may_be_given_by_numbers(how: str) -> None:
    result = play("--seed", "7", "--script", "-", typed=f"{how}\n")
    assert "You exchange 2 cards." in result.stdout


def test_numbers_lead_through_the_choices_of_a_long_list() -> None:
    result = play("--seed", "7", "--agent", "pass", "--script", "-", typed="keep\n" + "end\n" * 5 + "1\n1\n")
    assert result.exit_code == 0, result.output
    assert re.search(r"Enter goes back|You play", result.stdout)


def test_a_match_at_a_terminal_can_be_interrupted_and_resumed(terminals: list[Terminal], state: Path) -> None:
    first = at_terminal(terminals, "play", "--plain", "elemental-command", "--seed", "7", "--agent", "pass")
    first.until(PROMPT)
    first.type("keep")
    first.until(PROMPT)
    first.type("attack c2 > hero")
    assert "nothing stands on c2" in first.until(PROMPT)
    first.type("end")
    first.until(PROMPT)
    first.interrupt()
    code, shown = first.rest()
    assert code == 130
    assert "The match is saved. Go on with: cardwright play --resume" in shown
    assert "Traceback" not in shown
    second = at_terminal(terminals, "play", "--plain", "--resume")
    shown = second.until(PROMPT)
    assert "seed 7, against pass" in shown
    second.type("log")
    assert "You keep the opening hand." in second.until(PROMPT)
    second.type("\x04")  # end of input
    code, shown = second.rest()
    assert code == 0
    assert "The match is saved." in shown
    assert len(list(state.glob("*.trace"))) == 1


def test_a_second_match_does_not_overwrite_the_first(state: Path) -> None:
    for _ in range(2):
        play("--seed", "7", "--script", "-", typed="keep\nquit\n")
    assert len(list(state.glob("*.trace"))) == 2


def test_an_action_that_reveals_nothing_can_be_taken_back(terminals: list[Terminal]) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(PROMPT)
    terminal.type("undo")
    assert "could be taken back" in terminal.until(PROMPT)
    terminal.type("keep")
    terminal.until(PROMPT)
    terminal.type("end")
    terminal.until(PROMPT)
    terminal.type("take fire")
    assert "You gain 1 fire." in terminal.until(PROMPT)
    terminal.type("undo")
    assert "Taken back: take fire." in terminal.until(PROMPT)
    terminal.type("take wind")
    assert "You gain 1 wind." in terminal.until(PROMPT)


def test_two_people_at_one_terminal_do_not_see_each_others_hands(terminals: list[Terminal]) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "human")
    terminal.until("It is the turn of seat 0. Press Enter when only they look at the screen.")
    terminal.type("")
    first = terminal.until("seat 0 > ")
    terminal.type("keep")
    between = terminal.until("It is the turn of seat 1. Press Enter when only they look at the screen.")
    assert "\033[2J\033[3J" in between, "what was scrolled away is gone too"
    assert "Your hand" not in between.partition("\033[2J")[2]
    terminal.type("")
    second = terminal.until("seat 1 > ")
    assert "Your hand" in first
    assert "Your hand" in second
    assert first.partition("Your hand")[2] != second.partition("Your hand")[2]


def test_a_match_can_be_saved_to_a_file_but_over_none(tmp_path: Path, terminals: list[Terminal]) -> None:
    file = tmp_path / "mine.trace"
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7")
    terminal.until(PROMPT)
    terminal.type(f"save {file}")
    assert "cardwright replay" in terminal.until(PROMPT)
    terminal.type(f"save {file}")
    assert "already there" in terminal.until(PROMPT)
    terminal.type("quit")
    assert terminal.rest()[0] == 0
    assert file.read_text().startswith("cardwright trace 1\n")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["elemental-comand"], 'there is no game "elemental-comand"; did you mean "elemental-command"?'),
        (["--deck", "agro"], 'has no deck "agro"; did you mean "aggro"?'),
        (["--agent", "gredy"], 'there is no agent "gredy"; did you mean "greedy"?'),
        (["--agent", "nowhere:Bot"], "No module named 'nowhere'"),
        (["--resume"], "there is no saved match"),
        (["--seed", "-1"], "is no seed"),
        (["mana", "--script", "missing.txt"], "missing.txt: cannot be read: No such file or directory"),
        (["elemental-command", "--speed", "2"], "elemental-command is no timed game: it takes no --speed"),
        (["--paused", "--reaction", "1"], "it takes no --paused and no --reaction"),
        (["mana", "--speed", "0"], "0 is no speed: it must be 0.05 to 64"),
        (["mana", "--reaction", "99"], '"99.0" is no reaction time: it must be 0 to 60 seconds'),
        (["mana", "--surrender", "-1"], "is no number of points to give up at"),
        (["mana", "--agent", "some:Bot", "--reaction", "1"], "takes no --reaction and no --surrender"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], answer: str) -> None:
    result = play(*words)
    assert result.exit_code == 2
    assert answer in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_deck_of_another_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('name = "Mine"\ngame = "ruler"\ncards = { knight = 40 }\n')
    result = play("--deck", str(file))
    assert result.exit_code == 2
    assert "this is a deck of ruler, not of elemental-command" in result.stderr


@pytest.fixture
def no_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder that cannot be made; returns where temporary files lie instead."""
    (tmp_path / "taken").write_text("")
    (tmp_path / "aside").mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "aside"))
    monkeypatch.setattr("tempfile.tempdir", None)
    return tmp_path / "aside"


def test_a_match_that_cannot_be_kept_is_saved_aside(no_state: Path) -> None:
    result = play("--seed", "7", typed="keep\n")
    assert result.exit_code == 130, result.output
    assert result.stderr.endswith("cardwright: standard input has ended before the match\n")
    (file,) = no_state.glob("*/*.trace")
    assert "cannot be written: Not a directory" in result.stdout
    assert f"It is saved aside. Look at it with: cardwright replay {file}\n" in result.stdout
    assert cw.replay(cw.Trace.from_file(file)).ply >= 1


def test_who_cannot_save_stays_at_the_table(no_state: Path, terminals: list[Terminal]) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(PROMPT)
    terminal.type("quit")
    assert "cannot be written: Not a directory" in " ".join(terminal.until(PROMPT).split())
    terminal.type(f"save {no_state}/missing/mine.trace")
    assert "there is no such folder" in terminal.until(PROMPT)
    terminal.type(f"save {no_state}/mine.trace")
    assert "Saved." in terminal.until(PROMPT)
    terminal.type("quit!")
    code, shown = terminal.rest()
    assert (code, "Traceback" in shown) == (0, False)
    assert (no_state / "mine.trace").exists()


def test_a_fault_of_the_program_does_not_cost_the_match(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("cardwright.table.host.Host.pick", broken)
    result = play("--seed", "7", "--script", "-", typed="keep\n1\n")
    assert isinstance(result.exception, RuntimeError)
    assert "Go on with: cardwright play --resume" in result.stdout
    assert len(list(state.glob("*.trace"))) == 1


@pytest.mark.parametrize(
    "line", ["²", "1 ²", "9" * 5000, "mulligan " + "9" * 5000, "9 " * 3000, "mulligan ²"]
)
def test_odd_numbers_are_refused(line: str) -> None:
    result = play("--seed", "7", "--script", "-", typed=f"{line}\n")
    assert result.exit_code == 2
    assert "standard input:1: " in result.stderr
    again = play("--seed", "7", "--agent", "pass", "--script", "-", typed=f"keep\n{line}\n")
    assert again.exit_code == 2
    assert "standard input:2: " in again.stderr


@pytest.mark.parametrize(
    "words", [["elemental-command"], ["--deck", "aggro"], ["--agent", "pass"], ["--seed", "3"]]
)
def test_a_match_goes_on_as_it_was_begun(words: list[str]) -> None:
    play("--seed", "7", "--script", "-", typed="keep\nquit\n")
    result = play("--resume", *words)
    assert result.exit_code == 2
    assert "as it was begun" in result.stderr


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("while True: pass", "the opponent cannot play: it gave no answer within 1 seconds"),
        ("import sys; sys.exit(0)", "importing it raised SystemExit: 0"),
        ("import os; os._exit(0)", "the opponent cannot play: it ended its process (code 0)"),
        ("class Bot:\n  def __init__(self): import time; time.sleep(60)", "gave no answer within 1 seconds"),
        ("class Bot:\n  def __init__(self): raise KeyboardInterrupt", "it raised KeyboardInterrupt"),
    ],
)
def test_an_agent_is_made_where_it_can_do_no_harm(
    code: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad_bots.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("cardwright.agents.supervised.START_SECONDS", 1.0)
    result = play("--agent", "bad_bots:Bot", "--script", "-", typed="keep\n")
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "bad_bots" not in sys.modules


def test_an_opponent_that_misbehaves_forfeits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n        raise RuntimeError('tired')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    result = play("--seed", "7", "--agent", "lazy_bots:Bot", "--script", "-", typed="keep\n")
    assert result.exit_code == 0, result.output
    assert "The opponent forfeits: it raised RuntimeError: tired (lazy_bots.py, line 3)." in result.stdout


ASKED = "Mulligan: choose"


def test_at_a_terminal_the_table_opens_and_leaving_keeps_the_match(
    terminals: list[Terminal], state: Path
) -> None:
    terminal = at_terminal(terminals, "play", "--seed", "7", "--agent", "pass")
    terminal.until(ASKED)
    terminal.press("q")
    code, shown = terminal.rest()
    assert code == 0
    assert "The match is saved. Go on with: cardwright play --resume" in shown
    assert len(list(state.glob("*.trace"))) == 1


@pytest.mark.parametrize("how", ["\x03", signal.SIGHUP, signal.SIGTERM])
def test_however_the_table_is_ended_the_match_is_kept(
    how: str | signal.Signals, terminals: list[Terminal], state: Path
) -> None:
    terminal = at_terminal(terminals, "play", "--seed", "7", "--agent", "pass")
    terminal.until(ASKED)
    if isinstance(how, str):
        terminal.press(how)
    else:
        terminal.process.send_signal(how)
    code, shown = terminal.rest()
    assert code == 130
    assert "The match is saved." in shown
    assert "Traceback" not in shown
    assert len(list(state.glob("*.trace"))) == 1


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM])
def test_however_the_plain_table_is_ended_the_match_is_kept(
    how: signal.Signals, terminals: list[Terminal], state: Path
) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(PROMPT)
    terminal.interrupt(how)
    code, shown = terminal.rest()
    assert code == 130
    assert "The match is saved." in shown
    assert "Traceback" not in shown
    assert len(list(state.glob("*.trace"))) == 1


def test_a_fault_of_the_table_does_not_cost_the_match(terminals: list[Terminal], state: Path) -> None:
    before = "import cardwright.table.drivers.desk as d; d.Desk.save = lambda self: 1 / 0"
    terminal = at_terminal(terminals, "play", "--seed", "7", "--agent", "pass", before=before)
    terminal.until(ASKED)
    terminal.press("s")
    code, shown = terminal.rest()
    assert code == 1
    assert "ZeroDivisionError" in shown
    assert "Go on with: cardwright play --resume" in shown
    assert len(list(state.glob("*.trace"))) == 1


@pytest.mark.parametrize("size", [(79, 24), (80, 23)])
def test_in_a_small_terminal_one_sentence_says_so_and_the_plain_table_opens(
    size: tuple[int, int], terminals: list[Terminal]
) -> None:
    terminal = at_terminal(terminals, "play", "--seed", "7", size=size)
    shown = terminal.until(PROMPT)
    said = f"The table needs a terminal of 80 x 24, this one has {size[0]} x {size[1]}"
    assert said in shown
    assert "--plain" in shown
    assert "Which cards do you put back?" in shown


def test_without_colours_the_table_opens_too(
    terminals: list[Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = at_terminal(terminals, "play", "--seed", "7")
    shown = terminal.until(ASKED)
    coloured = {tuple(code.split(";")) for code in re.findall(r"38;2;(\d+;\d+;\d+)", shown)}
    assert all(len(set(code)) == 1 for code in coloured), "only shades of grey"
    terminal.press("q")
    assert terminal.rest()[0] == 0


def test_saved_matches_are_listed_and_resumed_by_number_or_file(state: Path, tmp_path: Path) -> None:
    for seed in ("7", "8"):
        play("--seed", seed, "--agent", "pass", "--script", "-", typed="keep\nquit\n")
    first, second = (state / f"elemental-command-{seed}-1.trace" for seed in (7, 8))
    os.utime(first, (1, 1))
    shown = play("--saves").stdout.splitlines()
    assert [line.split(",")[1] for line in shown[:2]] == [" seed 8", " seed 7"]
    assert "against pass" in shown[0]
    assert "seed 7, against pass" in play("--resume", "2", "--script", "-", typed="log\n").stdout
    aside = tmp_path / "mine.trace"
    aside.write_bytes(second.read_bytes())
    assert "seed 8" in play("--resume", str(aside), "--script", "-", typed="take fire\n").stdout
    assert aside.read_bytes() != b"", "a file of the user's is left alone"
    result = play("--resume", "9")
    assert result.exit_code == 2
    assert "there is no saved match 9" in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("rules 2", "rules 99", "it was played by version 99 of the rules"),
        (
            "cardwright trace 1",
            "cardwright trace 9",
            "this is a trace of format 9, this version reads format 1",
        ),
        ("definitions ", "definitions 9", "the card definitions are cut off"),
    ],
)
def test_a_save_of_another_version_is_one_sentence_and_left_alone(
    old: str, new: str, answer: str, state: Path
) -> None:
    play("--seed", "7", "--script", "-", typed="keep\nquit\n")
    (file,) = state.glob("*.trace")
    changed = file.read_text().replace(old, new, 1)
    file.write_text(changed)
    result = play("--resume")
    assert result.exit_code == 2
    assert answer in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert file.read_text() == changed


def test_a_save_whose_cards_speak_another_language_is_one_sentence(state: Path) -> None:
    play("--seed", "7", "--script", "-", typed="keep\nquit\n")
    (file,) = state.glob("*.trace")
    trace = cw.Trace.from_file(file)
    document = msgspec.json.decode(trace.definitions)
    document["operations"] = "another"
    document["table"][0][1] = "Renamed"
    other = msgspec.structs.replace(trace, definitions=msgspec.json.encode(document))
    file.write_text(other.to_text(embed=True))
    result = play("--resume")
    assert result.exit_code == 2
    assert "its card definitions are refused: the operation Renamed is not what it was" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert file.exists()


def test_a_match_that_was_given_up_is_not_resumed(state: Path) -> None:
    result = play("--seed", "7", "--script", "-", typed="keep\nconcede\n")
    assert "You have conceded: the match is lost." in result.stdout
    play("--seed", "7", "--script", "-", typed="keep\nquit\n")
    (file,) = state.glob("*.trace")
    file.write_text(file.read_text().replace("note agent", "note conceded 0\nnote agent", 1))
    result = play("--resume")
    assert result.exit_code == 2
    assert "is a match that is over" in result.stderr


def test_a_hint_is_given_in_plain_text_too() -> None:
    result = play("--seed", "7", "--agent", "pass", "--script", "-", typed="keep\nhint\n")
    shown = " ".join(result.stdout.split())
    assert "lookahead thinks about a hint ... Hint of lookahead: " in shown
    assert re.search(r"Hint of lookahead: [A-Z].+\. \[.+, [+-]\d+\.\d points\]", shown)
    result = play("--seed", "7", "--hint", "gredy", "--script", "-", typed="keep\n")
    assert result.exit_code == 2
    assert 'did you mean "greedy"?' in result.stderr


def test_a_timed_match_is_played_from_a_script_by_waiting(state: Path) -> None:
    typed = "wait 20\nmove a0 > a2\n@25.5 draw\nwait 40\nquit\n"
    result = play("mana", "--seed", "7", "--reaction", "0.5", "--script", "-", typed=typed)
    assert result.exit_code == 0, result.output
    assert "against simulating/reaction=0.5" in result.stdout
    assert "0:20 Kessa Ashborn (a0) moves to a2." in result.stdout
    assert "0:25 You draw " in result.stdout
    (path,) = state.glob("*.trace")
    trace = cw.Trace.from_file(path)
    own = [step for step in trace.steps if step.seat == 0]
    assert [(step.at, step.text) for step in own] == [(20_000, "move a0 > a2"), (25_500, "draw")]
    assert trace.until == 65_501
    again = play("mana", "--resume", "--plain", "--script", "-", typed="wait 1\nquit\n")
    assert again.exit_code == 2, "a game is not named again"
    again = play("--resume", "--script", "-", typed="wait 1\nquit\n")
    assert "--- 1:05, night ---" in again.stdout
    assert "--- 1:06, night ---" in again.stdout
    assert "against simulating/reaction=0.5" in again.stdout


def test_a_timed_table_opens_paused_is_left_and_goes_on_paused(
    terminals: list[Terminal], state: Path
) -> None:
    terminal = at_terminal(terminals, "play", "mana", "--seed", "7", "--speed", "0.5", "--paused")
    terminal.until("PAUSED x0.5: go on (Space)")
    terminal.press(" ")
    terminal.until("x0.5: pause (Space)")
    terminal.until("time 0:01")
    terminal.press("q")
    code, shown = terminal.rest()
    assert code == 0
    assert "The match is saved." in shown
    (path,) = state.glob("*.trace")
    until = cw.Trace.from_file(path).until
    assert until is not None
    assert until >= 1000
    terminal = at_terminal(terminals, "play", "--resume")
    terminal.until("PAUSED x0.5: go on (Space)")
    terminal.press("\x03")
    code, _ = terminal.rest()
    assert code == 130
    assert cw.Trace.from_file(path).until == until


def test_a_timed_match_goes_on_at_the_speed_at_which_it_was_left(
    terminals: list[Terminal], state: Path
) -> None:
    assert play("mana", "--seed", "7", "--speed", "2", "--script", "-", typed="quit\n").exit_code == 0
    (path,) = state.glob("*.trace")
    assert cw.Trace.from_file(path).notes["speed"] == "2"
    terminal = at_terminal(terminals, "play", "--resume")
    terminal.until("PAUSED x2")
    terminal.press("+")
    terminal.until("x4")
    terminal.press("q")
    assert terminal.rest()[0] == 0
    assert cw.Trace.from_file(path).notes["speed"] == "4"


TYPED = {
    "elemental-command": ["help", "keep", "board", "hand", "actions", "log", "help ember wisp", "nonsense"],
    "ruler": ["help", "draw units", "board", "hand", "actions", "log", "help raider", "nonsense"],
    "mana": ["help", "@20 draw", "board", "hand", "actions", "log", "report", "help drake", "nonsense"],
}


@pytest.mark.parametrize("columns", [48, 66, 80, 150])
@pytest.mark.parametrize("slug", ["elemental-command", "ruler", "mana"])
def test_lines_are_as_long_as_the_terminal_is_wide(
    slug: str, columns: int, terminals: list[Terminal]
) -> None:
    words = ["play", slug, "--plain", "--seed", "7", "--agent", "pass"]
    terminal = at_terminal(terminals, *words, size=(columns, 40))
    shown = terminal.until(" > ")
    for line in TYPED[slug]:
        terminal.type(line)
        terminal.until("\n")  # what was typed
        shown += terminal.until(" > ").rpartition("\n")[0] + "\n"
    terminal.type("quit!")
    assert terminal.rest()[0] == 0
    lengths = [len(line) for line in re.sub(r"\x1b\[\?2004[hl]\r?", "", shown).splitlines()]
    assert max(lengths) < columns, [line for line in shown.splitlines() if len(line) >= columns]
    assert max(lengths) == columns - 1, "the line above the table is as wide as the terminal"
    if columns > 100:
        assert sum(length > 90 for length in lengths) > 5, "texts take the room there is"
