"""Intervals are the textbook's."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from cardwright.lab.intervals import mean_interval, quantile, standard_error, wilson

trials = st.integers(1, 10_000)


@pytest.mark.parametrize(
    ("successes", "count", "confidence", "interval"),
    [
        (8, 10, 0.95, (0.4902, 0.9433)),
        (0, 10, 0.95, (0.0, 0.2775)),
        (10, 10, 0.95, (0.7225, 1.0)),
        (1000, 2000, 0.95, (0.4781, 0.5219)),
        (1000, 2000, 0.99, (0.4712, 0.5288)),
    ],
)
def test_wilson_gives_known_values(
    successes: int, count: int, confidence: float, interval: tuple[float, float]
) -> None:
    assert wilson(successes, count, confidence) == pytest.approx(interval, abs=5e-5)


@given(trials, st.floats(0, 1), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_wilson_is_that_of_scipy(count: int, share: float, confidence: float) -> None:
    successes = round(count * share)
    expected = binomtest(successes, count).proportion_ci(confidence, method="wilson")
    assert wilson(successes, count, confidence) == pytest.approx(tuple(expected), abs=1e-9)


@given(trials, st.floats(0, 1))
def test_the_rate_lies_inside_and_more_confidence_is_wider(count: int, share: float) -> None:
    points = round(2 * count * share) / 2
    lower, upper = wilson(points, count)
    wide_lower, wide_upper = wilson(points, count, 0.99)
    assert 0 <= wide_lower <= lower <= points / count <= upper <= wide_upper <= 1


@given(trials, st.floats(0, 1))
def test_the_other_side_has_the_mirrored_interval(count: int, share: float) -> None:
    points = round(2 * count * share) / 2
    lower, upper = wilson(points, count)
    assert wilson(count - points, count) == pytest.approx((1 - upper, 1 - lower), abs=1e-12)


def test_without_trials_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_quantile_is_the_normal_one() -> None:
    assert quantile(0.95) == pytest.approx(1.959964, abs=1e-6)
    assert quantile(0.99) == pytest.approx(2.575829, abs=1e-6)


def test_a_mean_has_its_standard_error() -> None:
    figures = [4, 5, 5, 6]
    total, squares = sum(figures), sum(x * x for x in figures)
    error = math.sqrt(sum((x - 5) ** 2 for x in figures) / 3 / 4)
    assert standard_error(total, squares, 4) == pytest.approx(error)
    assert mean_interval(total, squares, 4) == pytest.approx((5 - 1.959964 * error, 5 + 1.959964 * error))
    assert mean_interval(4, 16, 1) is None
