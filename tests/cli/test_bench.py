"""`cardwright bench`: every figure is there, and the same seeds play the same matches."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from cardwright import game
from cardwright.cli import app
from cardwright.cli.bench import _progress
from cardwright.cli.bench import measure as measure_game

GAME = "elemental-command"
FIGURES = {
    "matches_per_s",
    "actions_per_s",
    "runner_actions_per_s",
    "runner_ratio",
    "legal_per_decision",
    "branches_per_s",
    "clone_ns",
    "python_actions_per_s",
    "threads2_ratio",
}


def measure(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["bench", "--game", GAME, "--scale", "0.01", "--json", *words])
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_every_figure_is_there() -> None:
    document = measure()
    assert set(document) == {"calibration_ns", "rounds", "games"}
    assert document["rounds"] == 5
    assert document["calibration_ns"] > 0
    figures = document["games"][GAME]
    assert set(figures) == FIGURES | {"state_bytes", "checksum", "median", "extra", "agents"}
    assert set(figures["median"]) == FIGURES
    assert all(figures[name] > 0 for name in FIGURES)
    assert figures["state_bytes"] <= 8192
    assert {"random", "pass", "greedy"} <= set(figures["agents"])
    for row in figures["agents"].values():
        assert set(row) == {
            "branches_per_s",
            "matches_per_s",
            "decision_us_p50",
            "decision_us_p99",
            "late_share",
        }


def test_the_checksum_depends_on_the_seed_alone() -> None:
    checksums = [measure("--seed", seed)["games"][GAME]["checksum"] for seed in ("1", "1", "2")]
    assert checksums[0] == checksums[1] != checksums[2]


@pytest.mark.parametrize("slug", [GAME, "mana", "ruler"])
def test_a_table_is_shown_without_json(slug: str) -> None:
    result = CliRunner().invoke(app, ["bench", "--game", slug, "--scale", "0.01"])
    assert result.exit_code == 0
    assert "actions a second, random play" in result.stdout
    assert "batch runner, random play being 1" in result.stdout
    assert "speed of two threads, one being 1" in result.stdout
    assert "_" not in result.stdout
    assert "best of 5 rounds" in result.stdout


def test_a_pipe_is_told_of_each_round_beside_the_document() -> None:
    result = CliRunner().invoke(app, ["bench", "--game", GAME, "--scale", "0.01", "--json"])
    assert set(json.loads(result.stdout)["games"]) == {GAME}, (
        "standard output is the document and nothing else"
    )
    told = result.stderr.splitlines()
    assert told[0] == f"{GAME}: round 1 of 5"
    assert told[-5:] == [f"{GAME}: round {number} of 5, from Python" for number in range(1, 6)]
    assert len(told) == len(set(told)), "nothing is told twice"


def test_a_terminal_is_told_what_is_being_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    class Status:
        def __enter__(self) -> Status:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def update(self, text: object) -> None:
            said.append(str(text))

    monkeypatch.setattr(
        "rich.console.Console.status", lambda _console, text: said.append(str(text)) or Status()
    )
    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: True))
    with _progress(GAME) as tell:
        measure_game(game(GAME), 0, 0.01, tell)
    assert said[0] == f"measuring {GAME}"
    assert said[-1] == f"measuring {GAME}: round 5 of 5, from Python"


def test_an_unknown_game_ends_with_code_2() -> None:
    assert CliRunner().invoke(app, ["bench", "--game", "chess"]).exit_code == 2
