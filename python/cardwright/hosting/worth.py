"""How a match went in points: what its positions were worth to a seat, and what changed most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from cardwright.hosting.chronicle import Reader, told
from cardwright.hosting.realtime.waiting import time_text
from cardwright.hosting.session import CERTAIN

if TYPE_CHECKING:
    from cardwright.face.match import Match

FEWEST, MOST = 3, 5
"""How many swings are named, if there are so many."""

WORTH_NAMING = 0.5
"""Beyond the fewest, the share of the largest swing that one must have to be named."""


class Swing(NamedTuple):
    """An action that changed much: its number (from 1) and the worth before and after it."""

    ply: int
    before: float
    after: float

    @property
    def by(self) -> float:
        """By how much the worth changed."""
        return self.after - self.before


def worths(match: Match, seat: int) -> list[float]:
    """The worth of every position to a seat, by its own view of them: the opening, then after each action."""
    return [match.view_at(seat, ply).worth for ply in range(match.ply + 1)]


def is_decided(worth: float) -> bool:
    """Whether a worth means that the match is won or lost, not that it stands well or badly."""
    return abs(worth) > CERTAIN


def swings(course: Sequence[float]) -> list[Swing]:
    """The largest swings in the order of the match: three, or up to five if they are half as large.

    The end itself is none: it is told anyway.

    >>> [swing.ply for swing in swings([0.0, 1.0, 9.0, 8.5, 2.0, 2.0, 6.0, 16777.0])]
    [2, 4, 6]
    """
    found = [
        Swing(ply, before, after)
        for ply, (before, after) in enumerate(pairwise(course), 1)
        if before != after and not is_decided(before) and not is_decided(after)
    ]
    found.sort(key=lambda swing: (-abs(swing.by), swing.ply))
    named = [
        swing
        for rank, swing in enumerate(found[:MOST])
        if rank < FEWEST or abs(swing.by) >= WORTH_NAMING * abs(found[0].by)
    ]
    return sorted(named)


def swing_text(match: Match, swing: Swing, reader: Reader, seat: int) -> str:
    """A swing in words: when, who, which action, and how much it changed for a seat."""
    when = _when(match, swing.ply, seat)
    what = told(match, swing.ply, reader)
    return f"{when}, {what}: {swing.by:+.1f} for seat {seat} ({swing.before:+.1f} to {swing.after:+.1f})."


def _when(match: Match, ply: int, seat: int) -> str:
    if match.game.is_timed:
        return f"At {time_text(match.times[ply - 1])}"
    turn = match.view_at(seat, ply - 1).now
    return f"Turn {turn}" if turn else "Before the first turn"


def swing_lines(match: Match, course: Sequence[float], reader: Reader, seat: int) -> list[str]:
    """The largest swings of a course in words, under a heading; nothing if the worth never changed."""
    found = swings(course)
    if not found:
        return []
    head = f"The largest swings, by what seat {seat} saw and how an agent that counts points values it:"
    return [head, *(f"{n}. {swing_text(match, swing, reader, seat)}" for n, swing in enumerate(found, 1))]


def places(match: Match) -> list[float]:
    """Where the opening and every action lie in a match, from 0 to 1: by their number, or by their time."""
    if match.game.is_timed:
        return [0.0, *(at / max(match.now, 1) for at in match.times)]
    return [ply / max(match.ply, 1) for ply in range(match.ply + 1)]
