"""Needs: the forms in which a page states what a figure must be, and whether the figure meets one.

`>= x`, `> x`, `<= x`, `< x` and `a-b` are about the figure; `lower >= x` and `overlaps a-b` about its
interval.

>>> holds("4-5", 4.5, None), holds("lower >= 0.5", 0.52, (0.49, 0.55)), holds(None, 1, None)
(True, False, None)
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from cardwright.errors import CardwrightError
from cardwright.lab.intervals import Interval

_NUMBER = r"(\d+(?:\.\d+)?)"
_COMPARES = re.compile(rf"(>=|>|<=|<) (-?){_NUMBER}")
_BETWEEN = re.compile(rf"{_NUMBER}-{_NUMBER}")
_LOWER = re.compile(rf"lower >= (-?){_NUMBER}")
_OVERLAPS = re.compile(rf"overlaps {_NUMBER}-{_NUMBER}")
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}

Test = Callable[[float, "Interval | None"], bool]


def parse(needs: str) -> Test:
    """The test of a figure and its interval that a need describes; any other text is an error."""
    if found := _COMPARES.fullmatch(needs):
        compare, bound = _COMPARISONS[found[1]], float(found[2] + found[3])
        return lambda ours, _: compare(ours, bound)
    if found := _BETWEEN.fullmatch(needs):
        least, most = _range(needs, found)
        return lambda ours, _: least <= ours <= most
    if found := _LOWER.fullmatch(needs):
        bound = float(found[1] + found[2])
        return lambda _, interval: _of(needs, interval)[0] >= bound
    if found := _OVERLAPS.fullmatch(needs):
        least, most = _range(needs, found)
        return lambda _, interval: _of(needs, interval)[0] <= most and _of(needs, interval)[1] >= least
    raise CardwrightError(
        f'"{needs}" is no need', suggestion="write >= x, > x, <= x, < x, a-b, lower >= x or overlaps a-b"
    )


def holds(needs: str | None, ours: float, interval: Interval | None) -> bool | None:
    """Whether a figure meets a need; None if there is none."""
    return None if needs is None else parse(needs)(ours, interval)


def _range(needs: str, found: re.Match[str]) -> tuple[float, float]:
    least, most = float(found[1]), float(found[2])
    if least > most:
        raise CardwrightError(f'"{needs}" is no need: it begins above its end')
    return least, most


def _of(needs: str, interval: Interval | None) -> Interval:
    if interval is None:
        raise CardwrightError(f'"{needs}" is about an interval, and the figure has none')
    return interval
