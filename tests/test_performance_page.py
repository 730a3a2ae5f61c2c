"""The page of speeds covers every game, and its checksums are those of today's matches."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from cardwright import _kernel, game
from cardwright.basics.toml import read_toml

DOCS = Path(__file__).parent.parent / "docs"


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("performance", DOCS / "performance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


performance = _load()


@pytest.mark.parametrize("slug", _kernel.games())
def test_the_page_was_written_with_the_matches_of_today(slug: str) -> None:
    written = (DOCS / "performance.md").read_text(encoding="utf-8")
    assert performance.quick_checksum(slug) in written, "other matches are played now: run 'make bench'"


def test_every_game_says_what_its_speed_must_be() -> None:
    wanted = read_toml(DOCS / "performance.toml")
    assert set(wanted) == set(_kernel.games())
    for slug, measures in wanted.items():
        assert set(measures) <= {*performance.MEASURES, *performance.FURTHER, "agents"}
        for name, goals in measures.get("agents", {}).items():
            assert name in dict(game(slug).kernel.agents())
            assert set(goals) <= set(performance.GOALS)


def test_the_page_shows_figures_beside_what_is_wanted() -> None:
    slug = _kernel.games()[0]
    figures = dict.fromkeys(performance.MEASURES, 1234.5) | {
        "checksum": "00ff",
        "median": {"actions_per_s": 999.4},
        "extra": {"copy_ns": 44.44, "outcomes_per_s": 9e6},
        "agents": {
            "greedy": {
                "branches_per_s": 6e6,
                "matches_per_s": 2000,
                "decision_us_p50": 2.5,
                "decision_us_p99": 18.0,
                "late_share": 0.001,
            }
        },
    }
    document = {"calibration_ns": 1_700_000, "rounds": 5, "games": {slug: figures}}
    wanted = {
        slug: {
            "actions_per_s": {"at_least": 2_000_000, "reference": "others"},
            "outcomes_per_s": {"at_least": 8_000_000},
            "agents": {"greedy": {"decision_us_p50": {"at_most": 10}}},
        }
    }
    lines = performance.page(document, wanted, {slug: "abcd"}).splitlines()
    assert "| random play, actions/s | 1,234 | 999 | at least 2,000,000 | others |" in lines
    assert "| copy ns | 44.4 | |  |  |" in lines
    outcomes = performance.FURTHER["outcomes_per_s"]
    assert f"| {outcomes} | 9,000,000 | | at least 8,000,000 |  |" in lines
    assert "| greedy | 6,000,000 | 2,000 | 2.5; 18 | 0.10% | median at most 10 |" in lines
    assert any("`00ff`" in line and "`abcd`" in line for line in lines)
