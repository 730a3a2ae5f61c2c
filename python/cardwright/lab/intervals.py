"""Confidence intervals of rates and of means.

>>> [round(bound, 4) for bound in wilson(8, 10)]
[0.4902, 0.9433]
"""

from __future__ import annotations

import math
from statistics import NormalDist

Interval = tuple[float, float]


def quantile(confidence: float) -> float:
    """How many standard errors an interval of this confidence reaches to each side of a normal figure."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(successes: float, trials: int, confidence: float = 0.95) -> Interval:
    """Wilson's interval of a rate; a draw is half a success. Without trials nothing is known: 0 to 1."""
    if trials == 0:
        return 0.0, 1.0
    z = quantile(confidence)
    rate = successes / trials
    spread = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / spread
    half = z / spread * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    # At the ends the exact bound is known; the root would be a rounding error away.
    lower = 0.0 if successes == 0 else max(0.0, middle - half)
    upper = 1.0 if successes == trials else min(1.0, middle + half)
    return lower, upper


def standard_error(total: float, squares: float, count: int) -> float | None:
    """The standard error of the mean of independent figures, from their sum and the sum of their squares."""
    if count < 2:
        return None
    variance = max(0.0, (squares - total * total / count) / (count - 1))
    return math.sqrt(variance / count)


def mean_interval(total: float, squares: float, count: int, confidence: float = 0.95) -> Interval | None:
    """The normal interval of a mean; None for fewer than two figures."""
    error = standard_error(total, squares, count)
    if error is None:
        return None
    middle, half = total / count, quantile(confidence) * error
    return middle - half, middle + half
