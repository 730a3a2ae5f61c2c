"""Texts that no shipped card has: a designer's text plays as it reads, and hides what it must.

`tests/designs/` is a pack like a user's own: cards by game, and scenarios that a designer can read.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.scenario import Scenario, read, run

DESIGNS = Path(__file__).parent / "designs"
SCENARIOS = [
    pytest.param(path.parent.parent.name, scenario, id=f"{path.parent.parent.name}: {scenario.title}")
    for path in sorted(DESIGNS.glob("*/scenarios/*.md"))
    for scenario in read(path)
]


@pytest.fixture
def designs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games with the cards of the folder."""
    monkeypatch.setenv("CARDWRIGHT_PATH", str(DESIGNS))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
@pytest.mark.usefixtures("designs")
def test_the_texts_play_as_they_read(slug: str, scenario: Scenario) -> None:
    run(scenario, cw.game(slug))


@pytest.mark.usefixtures("designs")
def test_a_prompt_after_the_opponent_drew_does_not_show_what_was_drawn() -> None:
    words = (
        "fuzz",
        "elemental-command",
        "--matches",
        "80",
        "--seed",
        "5",
        "--prefer",
        "peeking-glass",
        "--json",
    )
    code = "from cardwright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120)
    report = json.loads(done.stdout)
    assert "peeking-glass" not in report["cards_never_played"]
    assert (report["leaks"], report["crashes"], report["replay_mismatches"]) == (0, 0, 0)
