"""Elemental Command: the figures to beat of `specs/elemental-command.md`, and how the decks fare.

The thesis' opponent looks ahead; its figures stand beside those of `lookahead` and of plain `greedy`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from time import perf_counter

import numpy as np

from cardwright.agents import NativeAgent
from cardwright.agents.batch import play_matches
from cardwright.face.library import Game
from cardwright.lab.experiments import Context, Row, by_machine, experiment, row
from cardwright.lab.intervals import mean_interval, wilson
from cardwright.lab.score import Score, Starts
from cardwright.lab.table import CONTROL_CONFIDENCE, Rate
from cardwright.scenario import sections, setup_of
from cardwright.sources.finding import game_folder

ROUNDS = 5
LOOKAHEAD = "lookahead/nodes=24000"
"""A budget that is worth some 10 ms a turn on one core."""
PASSED_TURNS = (4, 5)
"""The own turns on which the thesis' opponent won."""


SPEEDS = {"greedy": "> 10000", LOOKAHEAD: ">= 1000000"}
"""What agents must reach, in branches a second."""


def _speed_rows(_: Game) -> list[str]:
    return [f"{agent}, branches a second on one core" for agent in SPEEDS]


@experiment(_speed_rows)
def search_speed(context: Context) -> Iterator[Row]:
    """Positions copied, changed and evaluated a second in matches of all decks against each other.

    The figure is the best of five rounds, its interval the slowest and the fastest.
    """
    game = context.game
    setups = [game.setup((first, second)) for first in game.decks for second in game.decks]
    for what, (agent, needs) in zip(_speed_rows(game), SPEEDS.items(), strict=True):
        wanted = 200 if agent == "greedy" else 18
        played = setups if agent == "greedy" else setups[:: len(game.decks) + 1]
        seeds = context.seeds("search-speed", max(1, context.matches(wanted) // len(played)))
        speeds = []
        for _ in range(ROUNDS):
            begun = perf_counter()
            columns = play_matches(game, played, [agent, agent], seeds, threads=1)
            speeds.append(float(columns.branches.sum()) / (perf_counter() - begun))
        yield by_machine(
            row(
                what,
                round(max(speeds)),
                thesis=10_000,
                interval=(min(speeds), max(speeds)),
                matches=ROUNDS * len(seeds) * len(played),
                needs=needs,
            )
        )


PACES = {"greedy": (1000, None), LOOKAHEAD: (200, ">= 0.9")}
"""The matches of each agent against one that only passes, and what its share won by own turn 5 must be."""


def _pace_rows(_: Game) -> list[str]:
    return [
        f"{agent}: {what}"
        for agent in PACES
        for what in (
            "aggro v passing aggro, wins",
            "own turn of the win, mean",
            *(f"won by own turn {turn}" for turn in PASSED_TURNS),
        )
    ]


@experiment(_pace_rows)
def aggro_pace(context: Context) -> Iterator[Row]:
    """How fast `aggro` wins against an opponent with the same deck who only passes.

    The thesis let its lookahead play 10 games: 2 were won on own turn 4, 8 on turn 5.
    """
    names = iter(_pace_rows(context.game))
    for agent, (matches, needs) in PACES.items():
        count = context.matches(matches)
        seeds = context.seeds("aggro-pace", count)
        setup = context.game.setup(("aggro", "aggro"))
        columns = play_matches(context.game, setup, [agent, "pass"], seeds, threads=context.threads)
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
            yield row(
                next(names),
                early / count,
                thesis=thesis,
                interval=wilson(early, count),
                matches=count,
                needs=needs if turn == PASSED_TURNS[-1] else None,
            )


STRENGTHS = (("greedy", ">= 0.85"), ("greedy", "lower >= 0.8"), ("random", ">= 0.99"))
"""Whom `lookahead` must beat, and how often."""


def _score(what: str, score: Score, needs: str | None = None) -> Row:
    """How a side fared, with Wilson's interval; draws count half."""
    points, matches = score.points, score.matches
    return row(what, points / matches, interval=wilson(points, matches), matches=matches, needs=needs)


def _strength_rows(_: Game) -> list[str]:
    return [f"{LOOKAHEAD} v {other}, mirrors of all decks ({needs})" for other, needs in STRENGTHS]


@experiment(_strength_rows)
def lookahead_strength(context: Context) -> Iterator[Row]:
    """How often `lookahead` wins against who has the same deck, in both seats; draws count half."""
    for what, (other, needs) in zip(_strength_rows(context.game), STRENGTHS, strict=True):
        score = Score()
        for deck in context.game.decks:
            score.add(context.meet((LOOKAHEAD, deck), (other, deck), context.matches(46)))
        yield _score(what, score, needs)


QUICK = "lookahead/seconds=0.02"
MONTE_CARLO = "cardwright.agents.monte_carlo:MonteCarlo"
"""Flat Monte Carlo in Python, 50 ms a decision."""
TRIALS = (("greedy", ">= 0.75"), (QUICK, "<= 0.4"))
"""Whom flat Monte Carlo meets, and how often it must win, or may."""


def _monte_carlo_rows(_: Game) -> list[str]:
    return [f"flat Monte Carlo v {other}, mirrors" for other, _ in TRIALS]


@experiment(_monte_carlo_rows)
def monte_carlo(context: Context) -> Iterator[Row]:
    """Flat Monte Carlo in Python with 50 ms a decision against others with the same deck, in both seats.

    It shows that an agent of thirty lines plays well, and what `lookahead` is worth beyond it.
    """
    pairs = context.matches(100) // 2
    decks = context.game.decks
    for what, (other, needs) in zip(_monte_carlo_rows(context.game), TRIALS, strict=True):
        score = Score()
        for number, deck in enumerate(decks[:pairs]):
            share = len(range(number, pairs, len(decks)))
            score.add(context.meet((MONTE_CARLO, deck), (other, deck), 2 * share))
        yield by_machine(_score(what, score, needs))


POSITIONS = "turns-6-to-8.md"
DEPTH = 12
"""The turns that the thesis looked ahead."""
LINES = 100
"""The lines that must be carried over all these turns."""
DEEP = f"lookahead/depth={DEPTH}/width={4 * LINES}/seconds=1"


def _depth_rows(_: Game) -> list[str]:
    return [
        f"share of positions with {LINES} lines over {DEPTH} turns, or to the match's end, within a second",
        f"share of lines whose match is open after {DEPTH} turns",
        "milliseconds that the slowest took",
    ]


@experiment(_depth_rows)
def depth(context: Context) -> Iterator[Row]:
    """How deep `lookahead` looks within a second: 400 lines over 12 turns, in the stored positions.

    The thesis looked 12 turns ahead without a noticeable wait.
    """
    stored = sections(game_folder(context.game.slug) / "examples" / POSITIONS)
    chosen = stored[: max(1, round(len(stored) * context.scale))]
    deep, lines, ended, slowest = 0, 0, 0, 0.0
    for number, position in enumerate(chosen):
        text = "\n".join(line.text for line in position.blocks[0].lines)
        match = context.game.begin(setup_of(text, context.game), seed=number)
        agent = NativeAgent(DEEP, seed=number)
        begun = perf_counter()
        agent.choose(match.view(0))
        slowest = max(slowest, perf_counter() - begun)
        searched = agent.searched[0]
        deep += searched.lines >= LINES and (searched.turns >= DEPTH or searched.ended == searched.lines)
        lines += searched.lines
        ended += searched.ended
    names = iter(_depth_rows(context.game))
    count = len(chosen)
    yield by_machine(row(next(names), deep / count, thesis="12 turns", matches=count, needs=">= 1"))
    yield by_machine(row(next(names), 1 - ended / max(lines, 1), matches=count))
    yield by_machine(row(next(names), 1000 * slowest, thesis="no wait", matches=count, needs="<= 1050"))


FIELD_NEEDS = ("overlaps 0.4-0.6", "0.35-0.65")
"""What the rate of every deck against the others must be."""


def _balance_rows(game: Game) -> list[str]:
    return [
        *(f"{LOOKAHEAD}, {deck} v the others ({needs})" for deck in game.decks for needs in FIELD_NEEDS),
        *(f"{first} v {second}, the weaker side" for first, second in combinations(game.decks, 2)),
        f"{LOOKAHEAD}, starting player",
    ]


@experiment(_balance_rows)
def balance(context: Context) -> Iterator[Row]:
    """How the decks fare against each other, with `lookahead` on both sides, 80 matches a pairing."""
    table = context.arena("all", LOOKAHEAD, 80)
    names = iter(_balance_rows(context.game))
    for entry in sorted(table.entries, key=lambda entry: entry.deck):
        for needs in FIELD_NEEDS:
            yield _rate(next(names), entry, needs)
    rates = {(pairing.first, pairing.second): pairing for pairing in table.pairings}
    for first, second in combinations(context.game.decks, 2):
        pairing = rates[f"{LOOKAHEAD}/{first}", f"{LOOKAHEAD}/{second}"]
        weaker = min(pairing.wins, pairing.matches - pairing.wins - pairing.draws) + pairing.draws / 2
        rate = weaker / pairing.matches
        interval = wilson(weaker, pairing.matches)
        yield row(next(names), rate, interval=interval, matches=pairing.matches, needs=">= 0.2")
    yield _rate(next(names), table.starting_player, "0.45-0.55")


def _rate(what: str, rate: Rate, needs: str) -> Row:
    assert rate.rate is not None, "every deck has played"
    return row(what, rate.rate, interval=rate.interval, matches=rate.matches, needs=needs)


def _deck_pairs(game: Game) -> list[tuple[str, str]]:
    return [(first, second) for first in game.decks for second in game.decks]


def _random_rows(game: Game) -> list[str]:
    return [f"greedy {first} v random {second}" for first, second in _deck_pairs(game)]


@experiment(_random_rows)
def greedy_v_random(context: Context) -> Iterator[Row]:
    """How often greedy wins against random play, for every deck against every deck; draws count half."""
    for what, (first, second) in zip(_random_rows(context.game), _deck_pairs(context.game), strict=True):
        score = context.meet(("greedy", first), ("random", second), context.matches(200))
        yield _score(what, score)


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
