"""The grammar of needs: every form, and nothing else."""

from __future__ import annotations

import pytest

from cardwright.errors import CardwrightError
from cardwright.lab.needs import holds, parse

INTERVAL = (0.4, 0.6)


@pytest.mark.parametrize(
    ("needs", "ours", "answer"),
    [
        (">= 4", 4, True),
        (">= 4", 3.999, False),
        ("> 4", 4, False),
        ("> 4", 4.001, True),
        ("<= 4.5", 4.5, True),
        ("<= 4.5", 4.6, False),
        ("< 4.5", 4.5, False),
        ("< 4.5", 4.4, True),
        (">= -2", -1, True),
        ("4-5", 4, True),
        ("4-5", 5, True),
        ("4-5", 5.01, False),
        ("0.25-0.5", 0.2, False),
        ("lower >= 0.4", 0.1, True),
        ("lower >= 0.41", 0.9, False),
        ("overlaps 0.5-0.5", 9, True),
        ("overlaps 0.6-0.9", 9, True),
        ("overlaps 0.1-0.4", 9, True),
        ("overlaps 0.61-0.9", 0.5, False),
        ("overlaps 0.1-0.39", 0.5, False),
    ],
)
def test_a_need_holds_or_not(needs: str, ours: float, answer: bool) -> None:
    assert holds(needs, ours, INTERVAL) is answer


def test_where_nothing_is_needed_nothing_holds() -> None:
    assert holds(None, 1, INTERVAL) is None


@pytest.mark.parametrize(
    "needs",
    [
        "",
        "4",
        "= 4",
        ">=4",
        "> four",
        " > 4",
        "> 4 ",
        ">  4",
        "4 - 5",
        "5-4",
        "overlaps 5-4",
        "upper <= 4",
        "lower > 4",
        "lower 4",
        "overlaps 4",
        "> 4\n",
        "> .5",
        "> 1e5",
        "4-5-6",
    ],
)
def test_any_other_text_is_an_error(needs: str) -> None:
    with pytest.raises(CardwrightError, match="is no need"):
        parse(needs)


@pytest.mark.parametrize("needs", ["lower >= 0.5", "overlaps 0.1-0.2"])
def test_a_need_of_an_interval_needs_one(needs: str) -> None:
    with pytest.raises(CardwrightError, match="the figure has none"):
        holds(needs, 1, None)
