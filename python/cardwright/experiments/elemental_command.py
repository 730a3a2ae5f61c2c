"""Elemental Command: the figures to beat of `specs/elemental-command.md`, and how the decks fare.

The thesis' opponent looks ahead; its figures stand beside those of `greedy`, which does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import numpy as np

from cardwright.agents.batch import play_matches
from cardwright.face.library import Game
from cardwright.lab.experiments import Context, Row, by_machine, experiment, row
from cardwright.lab.intervals import mean_interval, wilson
from cardwright.lab.score import Score, Starts
from cardwright.lab.table import CONTROL_CONFIDENCE

ROUNDS = 5
PASSED_TURNS = (4, 5)
"""The own turns on which the thesis' opponent won."""


def _speed_rows(_: Game) -> list[str]:
    return ["greedy, branches a second on one core"]


@experiment(_speed_rows)
def search_speed(context: Context) -> Iterator[Row]:
    """Positions copied, changed and evaluated a second in matches of all decks against each other.

    The figure is the best of five rounds, its interval the slowest and the fastest.
    """
    game = context.game
    setups = [game.setup((first, second)) for first in game.decks for second in game.decks]
    seeds = context.seeds("search-speed", max(1, context.matches(200) // len(setups)))
    speeds = []
    for _ in range(ROUNDS):
        begun = perf_counter()
        columns = play_matches(game, setups, ["greedy", "greedy"], seeds, threads=1)
        speeds.append(float(columns.branches.sum()) / (perf_counter() - begun))
    yield by_machine(
        row(
            _speed_rows(game)[0],
            round(max(speeds)),
            thesis=10_000,
            interval=(min(speeds), max(speeds)),
            matches=ROUNDS * len(seeds) * len(setups),
            needs="> 10000",
        )
    )


def _pace_rows(_: Game) -> list[str]:
    return [
        "greedy aggro v passing aggro, wins",
        "own turn of the win, mean",
        *(f"won by own turn {turn}" for turn in PASSED_TURNS),
    ]


@experiment(_pace_rows)
def aggro_pace(context: Context) -> Iterator[Row]:
    """How fast `aggro` wins against an opponent with the same deck who only passes.

    The thesis let its lookahead play 10 games: 2 were won on own turn 4, 8 on turn 5.
    """
    names = iter(_pace_rows(context.game))
    count = context.matches(1000)
    seeds = context.seeds("aggro-pace", count)
    columns = play_matches(
        context.game,
        context.game.setup(("aggro", "aggro")),
        ["greedy", "pass"],
        seeds,
        threads=context.threads,
    )
    won = columns.winner == 0
    wins = int(won.sum())
    yield row(next(names), wins / count, thesis=1, interval=wilson(wins, count), matches=count)
    # Turns are counted over both seats; the starting player has the odd ones.
    turns = (columns.time[won].astype(int) + 1) // 2
    sums = float(turns.sum()), float(np.square(turns).sum()), wins
    mean = sums[0] / wins if wins else 0.0
    yield row(next(names), mean, thesis="4-5", interval=mean_interval(*sums), matches=wins)
    for turn, thesis in zip(PASSED_TURNS, (0.2, 1.0), strict=True):
        early = int((turns <= turn).sum())
        yield row(next(names), early / count, thesis=thesis, interval=wilson(early, count), matches=count)


def _deck_pairs(game: Game) -> list[tuple[str, str]]:
    return [(first, second) for first in game.decks for second in game.decks]


def _random_rows(game: Game) -> list[str]:
    return [f"greedy {first} v random {second}" for first, second in _deck_pairs(game)]


@experiment(_random_rows)
def greedy_v_random(context: Context) -> Iterator[Row]:
    """How often greedy wins against random play, for every deck against every deck; draws count half."""
    for what, (first, second) in zip(_random_rows(context.game), _deck_pairs(context.game), strict=True):
        score = context.meet(("greedy", first), ("random", second), context.matches(200))
        yield row(
            what,
            score.points / score.matches,
            interval=wilson(score.points, score.matches),
            matches=score.matches,
        )


MIRROR_MATCHES = 2000


def _mirror(context: Context, deck: str) -> Score:
    return context.meet(("greedy", deck), ("greedy", deck), context.matches(MIRROR_MATCHES))


def _start_rows(game: Game) -> list[str]:
    return [*(f"starting player, greedy {deck} mirror" for deck in game.decks), "starting player, all decks"]


@experiment(_start_rows)
def starting_player(context: Context) -> Iterator[Row]:
    """How often the starting player wins where both sides are the same: greedy with the same deck."""
    names = iter(_start_rows(context.game))
    together = Starts()
    for deck in context.game.decks:
        starts = Starts()
        for side in _mirror(context, deck).starts:
            starts.add(side)
        together.add(starts)
        yield _start(next(names), starts)
    yield _start(next(names), together)


def _start(what: str, starts: Starts) -> Row:
    points = starts.wins + starts.draws / 2
    return row(what, points / starts.matches, interval=wilson(points, starts.matches), matches=starts.matches)


def _control_rows(game: Game) -> list[str]:
    return [*(f"mirror control, greedy {deck}" for deck in game.decks), "mirror control, all decks"]


@experiment(_control_rows)
def mirror_control(context: Context) -> Iterator[Row]:
    """Same agent, same deck, unpaired seeds: the first side's rate, with its 99 % interval.

    Over all decks 0.5 must lie inside; of a hundred single decks one may miss it by chance.
    """
    names = iter(_control_rows(context.game))
    together = Score()
    for deck in context.game.decks:
        score = _mirror(context, deck)
        together.add(score)
        yield _control(next(names), score, None)
    yield _control(next(names), together, "overlaps 0.5-0.5")


def _control(what: str, score: Score, needs: str | None) -> Row:
    return row(
        what,
        score.points / score.matches,
        interval=wilson(score.points, score.matches, CONTROL_CONFIDENCE),
        matches=score.matches,
        needs=needs,
    )
