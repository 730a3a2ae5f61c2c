"""Flat Monte Carlo: it plays games of turns, beats random play, and its page shows its source."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.agents.monte_carlo import MonteCarlo

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"


class Quick(MonteCarlo):
    """The same with less time."""

    seconds = 0.01


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands"])
def test_it_beats_random_play(slug: str) -> None:
    game = cw.game(slug)
    row = cw.play_match(game, game.setup(), [Quick(1), "random"], 3)
    assert row.winner == 0
    assert row.forfeits == (None, None)


def test_the_page_shows_its_source() -> None:
    assert f"```python\n{inspect.getsource(MonteCarlo)}```" in PAGE.read_text(encoding="utf-8")
