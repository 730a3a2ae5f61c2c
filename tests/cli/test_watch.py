"""`cardwright watch`: printed where there is no terminal, refused in one sentence."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner, Result

from cardwright import cli


def watch(*words: str) -> Result:
    return CliRunner().invoke(cli.app, ["watch", *words])


def test_without_a_terminal_the_whole_match_is_printed() -> None:
    result = watch("--seed", "7", "--agents", "greedy,pass")
    assert result.exit_code == 0, result.output
    assert "  1. seat 0: " in result.stdout
    assert "The match is over: seat 0 wins." in result.stdout
    assert result.stdout.splitlines()[1] == (
        "Elemental Command - Seat 0: Fire Aggro (greedy); Seat 1: Earth Control (pass)"
    )
    assert "How it went for seat 0, half high is even:" in result.stdout
    assert (
        result.stdout
        == watch("elemental-command", "--seed", "7", "--agents", "greedy,pass", "--plain").stdout
    )


def test_more_than_two_seats_on_a_board_with_room_for_them() -> None:
    result = watch("ruler", "--seed", "7", "--agents", "random,random,random")
    assert result.exit_code == 0, result.output
    assert "seed 7: 3 seats, on four-roads" in result.stdout
    assert "seat 2: draw units" in result.stdout
    assert re.search(r"The match is over: (seat \d wins|a draw)\.", result.stdout)
    assert "comes into sight" not in result.stdout, "who sees everything spots nothing"
    assert (
        result.stdout
        == watch("ruler", "--seed", "7", "--seats", "3", "--agents", "random,random,random").stdout
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["ruler", "--seats", "5"], "no board of ruler has room for 5 seats; at most 4 play"),
        (["ruler", "--seats", "3", "--board", "desert-6x6"], "boards for so many are "),
        (["ruler", "--board", "desert-6x7"], 'did you mean "desert-6x6"?'),
        (
            ["ruler", "--seats", "3", "--agents", "random,random"],
            "name 3 agents, as in expectimax,expectimax,expectimax",
        ),
        (["ruler", "--seats", "2", "--decks", "random:1,random:2,random:3"], "3 decks are named for 2 seats"),
        (["--seats", "3"], "up to 2 seats"),
        (["--agents", "gredy,greedy"], 'there is no agent "gredy"; did you mean "greedy"?'),
        (["--agents", "greedy"], "name 2 agents"),
        (["--decks", "agro,control"], 'has no deck "agro"; did you mean "aggro"?'),
        (["--decks", "aggro"], "is played by two"),
        (["elemental-comand"], 'did you mean "elemental-command"?'),
        (["--agents", "nowhere:Bot,greedy"], "No module named 'nowhere'"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], answer: str) -> None:
    result = watch(*words)
    assert result.exit_code == 2
    assert answer in result.stderr
    assert len(result.stderr.splitlines()) == 1
