"""`--board`: matches on one of a game's boards, wherever matches are begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cardwright import cli

GAME = "ruler"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli.app, [*words], input=typed)


@pytest.mark.parametrize(
    "words",
    [
        ("play", GAME),
        ("watch", GAME),
        ("arena", GAME, "--matches", "2"),
        ("fuzz", GAME, "--matches", "1"),
        ("bench", "--game", GAME),
    ],
)
def test_an_unknown_board_is_named_with_the_nearest(words: tuple[str, ...]) -> None:
    result = run(*words, "--board", "twin-town")
    assert result.exit_code == 2
    assert result.stderr == 'cardwright: ruler has no board "twin-town"; did you mean "twin-towns"?\n'


def test_a_game_without_boards_says_so() -> None:
    assert "there is no board 'moon'" in run("watch", "elemental-command", "--board", "moon").stderr


def test_a_match_is_watched_on_the_board_that_is_named() -> None:
    result = run(
        "watch", GAME, "--board", "river-crossing", "--agents", "random,random", "--seed", "4", "--plain"
    )
    assert result.exit_code == 0, result.output
    assert "7,7" in result.stdout, "the last tile of a map of 8 by 8"


def test_the_table_of_an_arena_names_its_board() -> None:
    words = ("arena", GAME, "--agents", "random,pass", "--matches", "2", "--board", "desert-5x10", "--json")
    document = json.loads(run(*words).stdout)
    assert document["command"].endswith("--matches 2 --seed 1 --board desert-5x10 --json")
    document = json.loads(run(*words[:-3], "--json").stdout)
    assert "--board" not in document["command"]


def test_faults_are_looked_for_on_a_board() -> None:
    result = run("fuzz", GAME, "--matches", "2", "--board", "desert-5x10", "--plant", "leak", "--json")
    commands = [failure["command"] for failure in json.loads(result.stdout)["failures"]]
    assert commands
    assert all(command.endswith(" --board desert-5x10") for command in commands)


def test_a_match_that_goes_on_keeps_its_board() -> None:
    assert run("play", "--resume", "--board", "citadel").stderr == (
        "cardwright: --resume goes on with a match as it was begun: it takes no --board\n"
    )


def test_the_plain_table_names_its_board_also_where_nobody_chose_one() -> None:
    assert run("play", GAME).stdout.startswith("Ruler of Armies and Magic on river-crossing, seed ")
    assert run("play", GAME, "--seats", "3").stdout.startswith(
        "Ruler of Armies and Magic on four-roads, seed "
    )
