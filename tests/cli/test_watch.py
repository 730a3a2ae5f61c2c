"""`cardwright watch`: printed where there is no terminal, refused in one sentence."""

from __future__ import annotations

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
    assert (
        result.stdout
        == watch("elemental-command", "--seed", "7", "--agents", "greedy,pass", "--plain").stdout
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [
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
