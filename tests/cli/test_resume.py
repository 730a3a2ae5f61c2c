"""`cardwright play --resume`: which match goes on, which does not, and what to do where none can."""

from __future__ import annotations

import os
import shlex
import signal
from pathlib import Path

import pytest
from terminals import Terminal, at_terminal
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright import cli
from cardwright.hosting import saves

PROMPT = "you > "
SLUGS = ["elemental-command", "ruler", "mana"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


def play(*words: str, typed: str = "quit!\n") -> Result:
    return CliRunner().invoke(cli.app, ["play", *words, "--script", "-"], input=typed)


def kept(seed: int, when: int, notes: dict[str, str] | None = None, *, plies: int = 3) -> Path:
    """A saved match of a seed, last written at a time; with many plies it is over."""
    match = cw.game("elemental-command").match(seed=seed)
    while match.ply < plies and not match.is_over:
        match.play(match.legal_actions[0])
    path = saves.saves_folder() / f"elemental-command-{seed}-1.trace"
    saves.save(match, {"agent": "pass"} | (notes or {}), path)
    os.utime(path, (when, when))
    return path


@pytest.mark.parametrize("how", ["rules", "conceded", "forfeited"])
def test_a_match_that_is_over_is_passed_over(how: str, state: Path) -> None:
    kept(1, 100)
    notes = {} if how == "rules" else {how: "1 left" if how == "forfeited" else "1"}
    over = kept(2, 200, notes, plies=1000 if how == "rules" else 3)
    result = play("--resume")
    assert result.exit_code == 0, result.output
    moved = state / "finished" / over.name
    assert not over.exists()
    assert moved.exists()
    assert result.stderr == (
        f"cardwright: {over.name} is a match that is over; look at it with: cardwright replay {moved}\n"
    )
    assert "seed 1, against pass" in result.stdout
    listed = CliRunner().invoke(cli.app, ["replay"]).stdout
    assert f"cardwright replay {moved}" in listed


def test_where_all_are_over_there_is_nothing_to_go_on_with(state: Path) -> None:
    over = kept(2, 200, plies=1000)
    result = play("--resume")
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"cardwright: {over.name} is a match that is over; look at it with: "
        f"cardwright replay {state / 'finished' / over.name}",
        "cardwright: there is no saved match; begin one with: cardwright play GAME",
    ]


def test_a_match_that_is_over_is_never_overwritten_by_another(state: Path) -> None:
    for _ in range(2):
        kept(2, 200, plies=1000)
        play("--resume")
    assert len(list((state / "finished").glob("*.trace"))) == 2


def test_a_match_that_is_over_is_refused_by_its_number_and_listed_as_such(state: Path) -> None:
    over = kept(2, 200, {"conceded": "0"})
    result = play("--resume", "1")
    assert result.exit_code == 2
    assert f"{over}: this match is over; look at it with: cardwright replay {over}" in result.stderr
    assert ", over  " in CliRunner().invoke(cli.app, ["play", "--saves"]).stdout
    assert over.exists()


def test_an_open_table_is_not_passed_over(terminals: list[Terminal], state: Path) -> None:
    kept(1, 100)
    first = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    first.until(PROMPT)
    first.type("keep")
    first.until(PROMPT)
    result = play("--resume")
    assert result.exit_code == 2
    assert "open at another table" in result.stderr


@pytest.mark.parametrize("slug", SLUGS)
def test_a_table_that_is_killed_when_the_match_has_ended_is_nothing_to_resume(
    slug: str, terminals: list[Terminal], state: Path
) -> None:
    before = (
        "import time, cardwright.hosting.session as s\n"
        "s.Session.finish = lambda self, **more: (print('it has ended', flush=True), time.sleep(600))"
    )
    terminal = at_terminal(
        terminals, "play", slug, "--plain", "--seed", "7", "--agent", "pass", before=before
    )
    for line in ({"elemental-command": "keep", "ruler": "actions", "mana": "wait 20"}[slug], "concede"):
        terminal.until(" > ")
        terminal.type(line)
    terminal.until("it has ended")
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait(timeout=20)
    (left,) = (state / "matches").glob("*.trace")
    assert ", over  " in CliRunner().invoke(cli.app, ["play", "--saves"]).stdout
    result = play("--resume")
    assert result.exit_code == 2
    assert "there is no saved match" in result.stderr
    assert not left.exists()


def test_a_match_that_ended_by_its_rules_is_listed_as_over(terminals: list[Terminal], state: Path) -> None:
    before = (
        "import time, cardwright.hosting.session as s\n"
        "s.Session.finish = lambda self, **more: (print('it has ended', flush=True), time.sleep(600))"
    )
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", before=before)
    terminal.until(PROMPT)
    terminal.type("keep")
    while True:
        try:
            terminal.until(PROMPT, seconds=2)
        except AssertionError:
            break
        terminal.type("end")
    terminal.until("it has ended")
    terminal.process.send_signal(signal.SIGKILL)
    terminal.process.wait(timeout=20)
    assert ", over  " in CliRunner().invoke(cli.app, ["play", "--saves"]).stdout


DAMAGE = [
    ("note agent pass", "note agent pass\nnonsense", "unknown line of the header"),
    ("definitions ", "definitions 9", "the card definitions are cut off"),
    ("rules 2", "rules 99", "it was played by version 99 of the rules"),
]


@pytest.mark.parametrize(("old", "new", "said"), DAMAGE)
def test_a_damaged_save_names_the_ways_out(old: str, new: str, said: str, state: Path) -> None:
    kept(1, 50)
    kept(2, 100, {"conceded": "0"})
    damaged = kept(3, 200)
    damaged.write_text(damaged.read_text().replace(old, new, 1))
    before = damaged.read_bytes()
    result = play("--resume")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"cardwright: {damaged}")
    assert said in result.stderr
    aside = shlex.quote(f"{damaged}.damaged")
    assert result.stderr.endswith(
        f"; go on with another match: cardwright play --resume 3; or set this one aside: "
        f"mv {shlex.quote(str(damaged))} {aside}\n"
    )
    assert result.stderr.count("\n") == 1
    assert damaged.read_bytes() == before
    assert "seed 1, against pass" in play("--resume", "3").stdout
    damaged.rename(f"{damaged}.damaged")
    assert "seed 1, against pass" in play("--resume").stdout


def test_where_the_damaged_one_is_the_only_one_a_new_match_is_named() -> None:
    damaged = kept(3, 200)
    damaged.write_text("nonsense\n")
    for words in ([], ["1"]):
        result = play("--resume", *words)
        assert result.exit_code == 2
        assert f"{damaged}:1: this is no trace" in result.stderr
        assert "; begin a new match: cardwright play GAME; or set this one aside: mv " in result.stderr
    named = play("--resume", str(damaged))
    assert named.exit_code == 2
    assert "; or set this one aside: mv " in named.stderr


def test_a_file_of_the_users_is_not_to_be_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "mine.trace"
    file.write_text("nonsense\n")
    result = play("--resume", str(file))
    assert result.exit_code == 2
    assert result.stderr == f"cardwright: {file}:1: this is no trace: it must begin with 'cardwright trace'\n"


@pytest.mark.parametrize("name", ["foo", "no/such/folder", "-1", "1.5"])
def test_a_name_that_is_no_save_is_said_to_be_none(name: str) -> None:
    kept(1, 100)
    result = CliRunner().invoke(cli.app, ["play", "--resume", "--script", "-", "--", name], input="quit!\n")
    assert result.exit_code == 2
    assert result.stderr == (
        f'cardwright: there is no saved match "{name}": name one by its number or its file; '
        "list them with: cardwright play --saves\n"
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_not_named_again(slug: str) -> None:
    kept(1, 100)
    result = play(slug, "--resume")
    assert result.exit_code == 2
    assert "--resume goes on with a match as it was begun: it takes no GAME" in result.stderr


def test_a_number_beyond_the_last_says_how_to_list_them() -> None:
    kept(1, 100)
    result = play("--resume", "7")
    assert result.exit_code == 2
    assert "there is no saved match 7; list them with: cardwright play --saves" in result.stderr


def test_a_match_in_plain_text_is_resumed_in_plain_text(terminals: list[Terminal]) -> None:
    terminal = at_terminal(terminals, "play", "--plain", "--seed", "7", "--agent", "pass")
    terminal.until(PROMPT)
    terminal.press("quit\n")
    terminal.rest()
    again = at_terminal(terminals, "play", "--resume")
    again.until(PROMPT)
    again.press("quit\n")
    assert again.rest()[0] == 0
    for words in (["--full"], []):  # once it is at the full table it stays there
        full = at_terminal(terminals, "play", "--resume", *words)
        full.until("? help")
        full.press("q")
        assert full.rest()[0] == 0
