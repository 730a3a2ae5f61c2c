"""Hearth: how the nine reference decks fare, with the thesis' pilot `value` on both sides.

The thesis let its decks play 16 games against each of nine decks made by people, one of each class; its best
final decks won 24 to 40 of 144. The reference decks take the place of those nine.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardwright.agents.batch import play_jobs
from cardwright.agents.spec import for_kernel
from cardwright.decks.chance import random_deck
from cardwright.face.library import Game
from cardwright.lab.experiments import Context, Row, experiment, row
from cardwright.lab.intervals import mean_interval, wilson

PILOT = "value"
RANDOM_DECKS = 400
PAIRING = 100
SHELF = "second"
"""The shelf of unseen decks: a second one of each class."""
SHELF_PAIRING = 20


def _random_rows(game: Game) -> list[str]:
    return [f"{deck} v random decks of its class" for deck in game.decks]


@experiment(_random_rows)
def reference_v_random(context: Context) -> Iterator[Row]:
    """Each reference deck against 400 random legal decks of its class, one match in each seat.

    `value` plays both sides. A draw counts half; the interval is over the random decks.
    """
    game, pilot = context.game, for_kernel(context.game, PILOT)
    count = context.matches(RANDOM_DECKS)
    for what, name in zip(_random_rows(game), game.decks, strict=True):
        own = game.deck(name)
        seeds = context.seeds(f"random decks against {name}", count)
        others = [random_deck(game, seed, own.hero) for seed in seeds]
        setups = [game.setup(pair) for other in others for pair in ((own, other), (other, own))]
        jobs = [(number, seeds[number // 2], [pilot, pilot]) for number in range(len(setups))]
        columns = play_jobs(game, setups, jobs, threads=context.threads)
        if columns.is_interrupted:
            raise KeyboardInterrupt
        seats = np.arange(len(jobs)) % 2
        points = np.where(columns.winner < 0, 0.5, columns.winner == seats)
        scores = points.reshape(-1, 2).mean(axis=1)
        interval = mean_interval(float(scores.sum()), float(np.square(scores).sum()), count)
        yield row(what, float(scores.mean()), interval=interval, matches=len(jobs), needs="lower >= 0.75")


def _field_rows(game: Game) -> list[str]:
    return [f"{deck} v the other reference decks" for deck in game.decks]


@experiment(_field_rows)
def reference_decks(context: Context) -> Iterator[Row]:
    """Each reference deck against the other eight, 100 matches a pairing, `value` on both sides."""
    game, matches = context.game, context.matches(PAIRING)
    for what, deck in zip(_field_rows(game), game.decks, strict=True):
        points, played = 0.0, 0
        for other in game.decks:
            if other == deck:
                continue
            first, second = sorted((deck, other))
            score = context.meet((PILOT, first), (PILOT, second), matches)
            points += score.points if first == deck else score.matches - score.points
            played += score.matches
        yield row(what, points / played, interval=wilson(points, played), matches=played, needs="0.33-0.67")


def _shelf_rows(_: Game) -> list[str]:
    return [f"the shelf {SHELF} v the reference decks"]


@experiment(_shelf_rows)
def second_shelf(context: Context) -> Iterator[Row]:
    """The nine decks of the second shelf together against the reference nine, 20 matches a pairing.

    `value` plays both sides. These decks are for unseen opponents, and unseen must not mean weak.
    """
    game, matches = context.game, context.matches(SHELF_PAIRING)
    points, played = 0.0, 0
    for deck in game.shelves[SHELF]:
        for other in game.decks:
            score = context.meet((PILOT, deck), (PILOT, other), matches)
            points += score.points
            played += score.matches
    (what,) = _shelf_rows(game)
    yield row(what, points / played, interval=wilson(points, played), matches=played, needs="0.42-0.58")
