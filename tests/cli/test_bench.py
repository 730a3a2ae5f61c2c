"""`cardwright bench`: every figure is there, and the same seeds play the same matches."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from cardwright.cli import app

GAME = "elemental-command"
FIGURES = {
    "matches_per_s",
    "actions_per_s",
    "legal_per_decision",
    "branches_per_s",
    "clone_ns",
    "python_actions_per_s",
    "threads2_ratio",
}


def measure(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["bench", "--game", GAME, "--scale", "0.01", "--json", *words])
    assert (result.exit_code, result.stderr) == (0, "")
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
    assert figures["state_bytes"] <= 4096
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
    assert "speed of two threads, one being 1" in result.stdout
    assert "_" not in result.stdout
    assert "best of 5 rounds" in result.stdout


def test_an_unknown_game_ends_with_code_2() -> None:
    assert CliRunner().invoke(app, ["bench", "--game", "chess"]).exit_code == 2
