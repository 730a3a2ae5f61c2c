"""Commands that are printed to be typed again: each gives what it was printed for."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from terminals import Terminal, at_terminal
from typer.testing import CliRunner, Result

from cardwright import cli
from cardwright.basics.paths import PATH_VARIABLE, games_folder

GAME = "elemental-command"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose name a shell would take apart."""
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "my state"))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    return tmp_path / "my state" / "cardwright"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with a deck that is called `my-own`."""
    path = tmp_path / "my pack" / GAME / "decks" / "my-own.toml"
    path.parent.mkdir(parents=True)
    shipped = games_folder() / GAME / "decks" / "fire-aggro.toml"
    path.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path / "my pack"


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, list(words))


def again(command: str, *more: str) -> Result:
    """What a printed command gives."""
    name, *words = shlex.split(command)
    assert Path(name).name == "cardwright"
    return run(*words, *more)


def document(result: Result) -> dict[str, Any]:
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        (GAME, ["--agents", "random,greedy", "--decks", "my-own,control", "--memory", "500MB"]),
        (GAME, []),
        ("ruler", ["--seats", "3", "--agents", "random,random,random"]),
    ],
)
def test_a_match_that_was_watched_is_seen_again(
    slug: str, words: list[str], pack: Path, terminals: list[Terminal]
) -> None:
    whole = ["watch", slug, "--seed", "5", *words, "--with", str(pack)]
    terminal = at_terminal(terminals, *whole)
    terminal.until("pause")
    terminal.press("q")
    terminal.until("See it again: ")
    code, shown = terminal.rest()
    assert code == 0
    command = shown.splitlines()[0]
    assert ("--memory 500MB" in command) == ("--memory" in words)
    second = again(command, "--plain")
    assert second.exit_code == 0, second.output
    assert second.stdout == run(*whole, "--plain").stdout


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_arena_is_held_again_with_its_file_of_cards(form: list[str], pack: Path, tmp_path: Path) -> None:
    cards = tmp_path / "my cards.csv"
    words = ["--agents", "random,pass", "--decks", "my-own,control", "--matches", "2", "--seed", "3"]
    words += ["--confidence", "0.9999999", "--seconds", "2.0000001", "--cards", str(cards), *form]
    first = run("arena", GAME, *words, "--with", str(pack))
    assert first.exit_code == 0, first.output
    written = cards.read_bytes()
    cards.unlink()
    command = document(first)["command"] if form else first.stdout.splitlines()[-1].removeprefix("again: ")
    second = again(command)
    assert second.stdout == first.stdout
    assert cards.read_bytes() == written


def test_a_run_of_an_arena_goes_on_with_its_file_of_cards(tmp_path: Path) -> None:
    cards, folder = tmp_path / "cards.csv", tmp_path / "my run"
    words = ["--agents", "random,pass", "--decks", "aggro,control", "--matches", "2"]
    first = run("arena", GAME, *words, "--run", str(folder), "--cards", str(cards))
    written = cards.read_bytes()
    cards.unlink()
    second = again(first.stdout.splitlines()[-1].removeprefix("again: "))
    assert second.stdout == first.stdout
    assert cards.read_bytes() == written


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_experiment_is_made_again_with_its_page(form: list[str], pack: Path, tmp_path: Path) -> None:
    page = tmp_path / "my page.md"
    words = ["--only", "starting-player", "--scale", "0.0200001", "--seed", "3", "--page", str(page), *form]
    first = run("experiment", GAME, *words, "--with", str(pack))
    written = page.read_bytes()
    page.unlink()
    command = document(first)["command"] if form else first.stdout.splitlines()[-1].removeprefix("again: ")
    second = again(command)
    if form:
        assert document(second) | {"seconds": 0} == document(first) | {"seconds": 0}
    else:
        assert second.stdout == first.stdout
    assert page.read_bytes() == written
    assert "my page" not in written.decode(), "a page names no file of the one who made it"


def test_a_fault_that_fuzz_found_is_found_again(pack: Path) -> None:
    words = ["--matches", "4", "--seed", "11", "--plant", "leak", "--json", "--with", str(pack)]
    failure = document(run("fuzz", GAME, *words))["failures"][-1]
    assert shlex.join(["--with", str(pack)]) in failure["command"]
    assert document(again(failure["command"], "--json"))["failures"] == [failure]


@pytest.mark.parametrize("slug", [GAME, "ruler", "mana"])
def test_a_finished_match_is_looked_at_again(slug: str) -> None:
    typed = {GAME: "keep", "ruler": "draw units", "mana": "@20 draw"}[slug]
    words = ["play", slug, "--seed", "7", "--script", "-"]
    done = CliRunner().invoke(cli.app, words, input=f"{typed}\nconcede\n")
    (command,) = re.findall(r"Look at it again with: (.*)", done.stdout)
    assert "Seat 0 concedes." in again(command).stdout
    listed = run("replay").stdout.splitlines()[-1].strip()
    assert "Seat 0 concedes." in again(listed).stdout


def test_a_match_that_was_left_goes_on(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        cli.app, ["play", "--seed", "7"], input=f"keep\nsave {tmp_path}/my match.trace\n"
    )
    (command,) = re.findall(r"Look at it with: (.*)", done.stdout)
    assert "seed 7" in again(command).stdout
    (command,) = re.findall(r"go on with: (.*)", done.stderr)
    assert "seed 7" in again(command).stdout


def test_a_match_that_is_over_is_looked_at_by_the_command_that_says_so(state: Path) -> None:
    CliRunner().invoke(cli.app, ["play", "--seed", "7", "--script", "-"], input="keep\nquit\n")
    (file,) = (state / "matches").glob("*.trace")
    file.write_text(file.read_text().replace("note agent", "note conceded 0\nnote agent", 1))
    (command,) = re.findall(r"look at it with: (.*)", run("play", "--resume", "1").stderr)
    assert "Seat 0 concedes." in again(command).stdout
    (command,) = re.findall(r"look at it with: (.*)", run("play", "--resume").stderr)
    assert "Seat 0 concedes." in again(command).stdout
