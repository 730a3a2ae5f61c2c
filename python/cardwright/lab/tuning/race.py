"""Plays candidates against opponents on the same units; the better half of them goes on to the next ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cardwright.agents.batch import play_jobs
from cardwright.face.setup import Setup
from cardwright.lab.intervals import Interval, mean_interval
from cardwright.lab.tuning.parts import Part, Unit

STAGES = 3
"""How many times a race goes on: all candidates, the better half, the better quarter."""

PIECE = 2048
"""The most matches between two looks at an interrupt."""

Counted = Callable[[int], object]
"""Told how many more matches were played."""

Points = NDArray[np.float64]
"""By unit: the points of a candidate, the mean of both seats."""


def played(
    part: Part,
    agents: Sequence[str],
    opponents: Sequence[str],
    units: Sequence[Unit],
    threads: int = 0,
    counted: Counted | None = None,
) -> NDArray[np.float64]:
    """The points of every agent in every unit; opponents take turns. Agents are in the kernel's form."""
    points = np.zeros((len(agents), len(units)))
    for board, game in enumerate(part.games):
        setups: dict[str, int] = {}
        listed: list[Setup] = []
        jobs, places = [], []
        for at, unit in enumerate(units):
            if unit.board != board:
                continue
            key = repr((unit.deck.hero, unit.deck.cards, unit.deck.name))
            if key not in setups:
                setups[key] = len(listed)
                listed.append(game.setup((unit.deck, unit.deck)))
            opponent = opponents[at % len(opponents)]
            for number, agent in enumerate(agents):
                for seat in range(2):
                    named = [agent, opponent] if seat == 0 else [opponent, agent]
                    jobs.append((setups[key], unit.seed, named))
                    places.append((number, at, seat))
        for start in range(0, len(jobs), PIECE):
            piece = jobs[start : start + PIECE]
            columns = play_jobs(game, listed, piece, threads=threads)
            if columns.is_interrupted:
                raise KeyboardInterrupt
            for (number, at, seat), winner in zip(
                places[start : start + PIECE], columns.winner.tolist(), strict=True
            ):
                points[number, at] += 0.25 if winner < 0 else 0.5 * (winner == seat)
            if counted is not None:
                counted(len(piece))
    return points


def raced(
    part: Part,
    agents: Sequence[str],
    opponents: Sequence[str],
    units: Sequence[Unit],
    threads: int = 0,
    counted: Counted | None = None,
) -> tuple[list[int], list[float]]:
    """The rank of every agent, the best 0, and its rate in the units that it played.

    All play the first quarter of the units, the better half the second, the better quarter the rest. Who goes
    on is ranked before who does not.
    """
    quarter = len(units) // 4
    ends = [quarter, 2 * quarter, len(units)]
    alive = list(range(len(agents)))
    points = np.zeros((len(agents), len(units)))
    played_until = [0] * len(agents)
    order: list[int] = []
    for stage, (start, end) in enumerate(zip([0, *ends[:-1]], ends, strict=True)):
        part_of = units[start:end]
        # Opponents take turns by the place in the whole list, whatever the stage.
        shifted = [opponents[(start + at) % len(opponents)] for at in range(len(opponents))]
        points[alive, start:end] = played(
            part, [agents[number] for number in alive], shifted, part_of, threads, counted
        )
        for number in alive:
            played_until[number] = end
        alive.sort(key=lambda number: -float(points[number, :end].sum()))
        if stage + 1 < STAGES:
            kept = max(1, -(-len(alive) // 2))
            order = alive[kept:] + order
            alive = alive[:kept]
    order = alive + order
    ranks = [0] * len(agents)
    for rank, number in enumerate(order):
        ranks[number] = rank
    rates = [float(points[number, : played_until[number]].mean()) for number in range(len(agents))]
    return ranks, rates


def matches_of_race(agents: int, units: int) -> int:
    """How many matches a race has."""
    quarter = units // 4
    half = -(-agents // 2)
    return 2 * (agents * quarter + half * quarter + -(-half // 2) * (units - 2 * quarter))


def rate_of(points: Points) -> tuple[float, Interval]:
    """The mean over units with its interval: units are independent of each other, matches of one are not."""
    interval = mean_interval(float(points.sum()), float(np.square(points).sum()), len(points))
    assert interval is not None, "there are at least two units"
    return float(points.mean()), (max(0.0, interval[0]), min(1.0, interval[1]))
