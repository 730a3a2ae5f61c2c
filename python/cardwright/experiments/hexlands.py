"""Hexlands: the thesis' agent against itself with generated cards, and the agent that thinks of replies.

The thesis played 7,500 matches with one set of 225 random cards while it balanced them. Here a fresh set of
the usual method is generated for the seed, nothing is balanced, and every match has two fresh random decks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cardwright.agents.batch import Columns, play_jobs
from cardwright.agents.spec import for_kernel
from cardwright.decks.chance import random_deck
from cardwright.face.library import Game
from cardwright.face.setup import Setup
from cardwright.generating import generate
from cardwright.lab.experiments import Context, Row, by_machine, experiment, row
from cardwright.lab.intervals import Interval, mean_interval, wilson

PILOT = "sequences"
SEQUENCES = 5_000
"""What the pilot tries in a turn: the thesis' budget."""
SELF_PLAY = 600
THINKING = 400
MILLISECONDS = 20
"""What both have for a turn when replies are judged."""
CARDS = 225

SELF_PLAY_ROWS = [
    "turns of a match that is not aborted",
    "turns of a match",
    "share of aborted matches",
    "share of decided matches that the starting player wins",
    "milliseconds for 5,000 sequences, median",
    "sequences in a turn",
    "actions of the longest sequence of a turn",
    "the first turn on which a card is played",
    "cards of 225 that nobody played",
]


@cache
def _fresh(seed: int) -> Game:
    """The game with a set that nobody has seen."""
    return generate("hexlands", cards=CARDS, seed=seed).game


def _decks(context: Context, name: str, count: int) -> tuple[Game, list[Setup], list[int]]:
    """The game with its fresh set, a setup of two random decks for each match, and a seed for each."""
    game = _fresh(context.seeds("cards", 1)[0])
    seeds = context.seeds(name, 3 * count)
    pairs = zip(seeds[count : 2 * count], seeds[2 * count :], strict=True)
    setups = [game.setup((random_deck(game, one), random_deck(game, other))) for one, other in pairs]
    return game, setups, seeds[:count]


def _mean(values: NDArray[np.generic]) -> tuple[float, Interval | None]:
    numbers = values.astype(float)
    interval = mean_interval(float(numbers.sum()), float(np.square(numbers).sum()), len(numbers))
    return float(numbers.mean()), interval


def _played(columns: Columns) -> Columns:
    if columns.is_interrupted:
        raise KeyboardInterrupt
    return columns


@experiment(lambda _: SELF_PLAY_ROWS)
def self_play(context: Context) -> Iterator[Row]:
    """`sequences` with 5,000 sequences a turn against itself on `open`: 600 matches with fresh random decks.

    A match that reaches its last turn is aborted, as in the thesis. The time is that of turns which use all
    5,000 sequences up, on one thread of those that play at once.
    """
    count = context.matches(SELF_PLAY)
    game, setups, seeds = _decks(context, "self-play", count)
    pilot = for_kernel(game, f"{PILOT}/sequences={SEQUENCES}")
    jobs = [(number, seed, [pilot, pilot]) for number, seed in enumerate(seeds)]
    columns = _played(play_jobs(game, setups, jobs, threads=context.threads, tally=True))
    limit = 2 * game.catalogue.game.limits["turns"]
    is_aborted = (columns.winner < 0) & (columns.time > limit)
    turns = np.minimum(columns.time, limit)
    names = iter(SELF_PLAY_ROWS)
    for values, thesis in ((turns[~is_aborted], 40.4), (turns, 54.4)):
        mean, interval = _mean(values)
        yield row(next(names), mean, thesis=thesis, interval=interval, matches=len(values))
    aborted = int(is_aborted.sum())
    interval = wilson(aborted, count)
    share = aborted / count
    yield row(next(names), share, thesis="0.34-0.35", interval=interval, matches=count, needs="<= 0.35")
    decided = columns.winner >= 0
    won = int((columns.winner == columns.starting)[decided].sum())
    total = int(decided.sum())
    yield row(
        next(names),
        won / max(total, 1),
        thesis="no advantage",
        interval=wilson(won, total),
        matches=total,
        needs="overlaps 0.45-0.55",
    )
    yield from _searched(columns, names)
    yield from _cards(game, columns, names)


def _searched(columns: Columns, names: Iterator[str]) -> Iterator[Row]:
    """What the agents looked at in their turns, and how long it took."""
    searched = columns.searched
    full = searched[searched["sequences"] >= SEQUENCES]
    each = full["nanoseconds"] / full["sequences"] * SEQUENCES / 1e6
    median = float(np.median(each)) if len(each) else 0.0
    yield by_machine(row(next(names), median, thesis="1,000 for 3,691", matches=len(full), needs="<= 20"))
    for field, thesis in (("sequences", 3690.9), ("longest", 28.6)):
        mean, interval = _mean(searched[field])
        yield row(next(names), mean, thesis=thesis, interval=interval, matches=len(searched))


def _cards(game: Game, columns: Columns, names: Iterator[str]) -> Iterator[Row]:
    """When the first card of a match is played, and how many cards nobody played."""
    played = columns.cards[columns.cards["played"] > 0]
    first = np.array([played["first"][played["job"] == job].min() for job in np.unique(played["job"])])
    mean, interval = _mean(first)
    yield row(next(names), mean, thesis="several", interval=interval, matches=len(first))
    pool = {number for number, card in enumerate(game.catalogue.defs) if card.collectible}
    pool -= {number for number in pool if game.catalogue.is_unique(game.catalogue.defs[number])}
    yield row(next(names), float(len(pool - set(played["card"].tolist()))), matches=len(columns))


def _thinking_rows(_: Game) -> list[str]:
    return [f"replies=1 v {PILOT}, {MILLISECONDS} milliseconds a turn each"]


@experiment(_thinking_rows)
def replies(context: Context) -> Iterator[Row]:
    """`sequences/replies=1` against `sequences`, 20 milliseconds a turn each, in 400 matches.

    Each pair of decks is played twice, with exchanged agents; a draw counts half, and the interval is over
    the pairs.
    """
    pairs = context.matches(THINKING) // 2
    game, setups, seeds = _decks(context, "replies", pairs)
    time = f"seconds={MILLISECONDS / 1000}"
    thinker, plain = (for_kernel(game, f"{name}/{time}") for name in (f"{PILOT}/replies=1", PILOT))
    sides = [[thinker, plain], [plain, thinker]]
    jobs = [(number, seeds[number], agents) for number in range(pairs) for agents in sides]
    columns = _played(play_jobs(game, setups, jobs, threads=context.threads))
    seats = np.arange(len(jobs)) % 2
    points = np.where(columns.winner < 0, 0.5, columns.winner == seats).reshape(-1, 2).mean(axis=1)
    mean, interval = _mean(points)
    (what,) = _thinking_rows(game)
    yield by_machine(row(what, mean, interval=interval, matches=len(jobs), needs="lower >= 0.5"))
