"""The worth of a match's positions as a hill of block characters: half high is even."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright.hosting.chronicle import Reader
from cardwright.hosting.worth import is_decided, places, swing_lines, worths

if TYPE_CHECKING:
    from cardwright.face.match import Match

BLOCKS = " ▁▂▃▄▅▆▇█"
STEPS = len(BLOCKS) - 1
"""Steps of one row."""


SHARP = 3.0
"""The hill is cut off at so many times the median, so that a few sharp peaks do not flatten all the rest."""


def scale_of(course: Sequence[float]) -> float:
    """The worth that the top of the hill stands for: the largest of the match, its end and sharp peaks aside.

    >>> scale_of([0.0, 2.0, -3.0, 2.0, 900.0]), scale_of([0.0, 16777.0])
    (7.5, 1.0)
    """
    sizes = [abs(worth) for worth in course if not is_decided(worth)]
    if not any(sizes):
        return 1.0
    usual = median(size for size in sizes if size)
    return min(max(sizes), SHARP * usual)


def hill(course: Sequence[float], columns: Sequence[int], width: int) -> tuple[str, str]:
    """Two rows of a width; `columns` has the column of every worth, and each column shows its last one.

    The border between the rows is an even match: above it the seat is ahead, below it behind.

    >>> hill([0.0, 4.0, 8.0, -4.0, -8.0], [0, 1, 2, 3, 4], 5)
    (' ▄█  ', '███▄ ')
    """
    scale = scale_of(course)
    last: dict[int, float] = dict(zip(columns, course, strict=True))
    above, below = "", ""
    shown = 0.0
    for column in range(width):
        shown = last.get(column, shown)
        step = max(-STEPS, min(STEPS, round(shown / scale * STEPS)))
        above += BLOCKS[max(step, 0)]
        below += BLOCKS[min(STEPS + step, STEPS)]
    return above, below


def summary(match: Match, reader: Reader, seat: int, width: int) -> list[str]:
    """How a match went for a seat, in plain text: the hill, then the largest swings."""
    course = worths(match, seat)
    most = f"{scale_of(course):.0f}"
    room = max(width - len(f"   +{most}"), 10)
    columns = [round(place * (room - 1)) for place in places(match)]
    rows = [f"  {line} {sign}{most}" for line, sign in zip(hill(course, columns, room), "+-", strict=True)]
    head = wrap(f"How it went for seat {seat}, half high is even:", width)
    told = [wrap(line, width, subsequent_indent="   ") for line in swing_lines(match, course, reader, seat)]
    return [*head, *rows, *(line for part in told for line in part)]
