"""Ruler of Armies and Magic: table 6 of the thesis, its agent against opponents with a single feature.

The thesis' agent had 90 seconds for a turn and saw everything; ours has a budget of positions and sees its
view. The figures are the *opponent's*, as in the thesis.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from time import perf_counter

from cardwright.agents import NativeAgent
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.native import agent_seed
from cardwright.face.setup import Setup
from cardwright.lab.experiments import Context, Row, by_machine, experiment, row
from cardwright.lab.intervals import wilson
from cardwright.lab.score import Score, Starts

NODES = 4000
"""Positions that every searching agent may look at in one own turn."""
MATCHES = 200
FULL = f"expectimax/nodes={NODES}"
THESIS: dict[str, tuple[float, float, float, float, str]] = {
    "random": (0.49, 0.01, 0.50, 0.26, "15:52"),
    "approach": (0.24, 0.14, 0.62, 0.45, "20:25"),
    "defence": (0.02, 0.07, 0.91, 0.525, "24:41"),
    "health": (0.25, 0.05, 0.70, 0.40, "20:44"),
    "cost": (0.24, 0.04, 0.72, 0.40, "21:53"),
    "win-loss": (0.30, 0.03, 0.67, 0.365, "19:39"),
}
"""By opponent: lost, won, tied, score, minutes and seconds of a match."""
NEEDS = {("random", "lost"): ">= 0.99", ("random", "tied"): "< 0.01"}
COLUMNS = ("lost", "won", "tied", "score")
TIMED_MATCHES = 20
LIMIT = 1.0
"""The seconds that an own turn should take at most."""
WIDER = "desert-5x10"
"""The map of the thesis' example; its bases lie so far apart that few fall in the first turn."""


def _named(agent: str) -> str:
    """An agent with the budget of the experiment; `random` takes none."""
    name, _, options = agent.partition("/")
    return agent if name == "random" else "/".join(filter(None, [name, f"nodes={NODES}", options]))


def _meet(context: Context, opponent: str, first: str = FULL) -> Score:
    """The full agent against an opponent, over all ready decks, each against itself."""
    decks = context.game.decks
    together = Score()
    for deck in decks:
        matches = context.matches(MATCHES / len(decks))
        together.add(context.meet((first, deck), (_named(opponent), deck), matches))
    return together


def _table_rows(_: Game) -> list[str]:
    rows = [f"{opponent}, {column}" for opponent in THESIS for column in (*COLUMNS, "milliseconds a match")]
    return [*rows, "expectimax/oracle, score", "own turns within a second"]


@experiment(_table_rows)
def opponents(context: Context) -> Iterator[Row]:
    """How opponents fare against the full agent on the 6x6 map, 200 matches each over all ready decks.

    Every deck meets itself. A score counts a tie as half a win. The time of a match is that of one core.
    """
    names = iter(_table_rows(context.game))
    for opponent, thesis in THESIS.items():
        begun = perf_counter()
        score = _meet(context, opponent)
        cores = context.threads or os.cpu_count() or 1
        seconds = (perf_counter() - begun) * cores
        counts = (score.wins, score.losses, score.draws, score.losses + score.draws / 2)
        for column, count, theirs in zip(COLUMNS, counts, thesis[:4], strict=True):
            yield row(
                next(names),
                count / score.matches,
                thesis=theirs,
                interval=wilson(count, score.matches),
                matches=score.matches,
                needs=NEEDS.get((opponent, column)),
            )
        yield by_machine(
            row(
                next(names),
                1000 * seconds / score.matches,
                thesis=thesis[-1],
                matches=score.matches,
            )
        )
    yield _score(next(names), _meet(context, "expectimax/oracle"))
    yield _turns(context, next(names))


def _score(what: str, score: Score) -> Row:
    """The opponent's score."""
    points = score.losses + score.draws / 2
    return row(what, points / score.matches, interval=wilson(points, score.matches), matches=score.matches)


def _turns(context: Context, what: str) -> Row:
    """The share of own turns within the limit, in matches of the full agent against itself."""
    decks = context.game.decks
    seeds = context.seeds("own-turns", context.matches(TIMED_MATCHES))
    seconds: list[float] = []
    for number, seed in enumerate(seeds):
        deck = decks[number % len(decks)]
        seconds += _turn_seconds(context.game, context.game.setup((deck, deck)), seed)
    within = sum(turn <= LIMIT for turn in seconds)
    return row(
        what,
        within / len(seconds),
        interval=wilson(within, len(seconds)),
        matches=len(seeds),
        needs=">= 0.99",
    )


def _turn_seconds(game: Game, setup: Setup, seed: int) -> list[float]:
    """The thinking time of each own turn of a match."""
    match = game.begin(setup, seed)
    agents = [NativeAgent(FULL, agent_seed(seed, seat)) for seat in range(match.seat_count)]
    turns: dict[int, float] = {}
    while not match.is_over:
        turn, seat = match.now, min(match.to_act)
        view = match.view(seat)
        begun = perf_counter()
        action = agents[seat].choose(view)
        assert action is not None
        turns[turn] = turns.get(turn, 0.0) + perf_counter() - begun
        match.play(action)
    return list(turns.values())


def _wider_rows(_: Game) -> list[str]:
    others = [*(name for name in THESIS if name != "random"), "expectimax/oracle"]
    return [*(f"{name}, score" for name in others), "tuned weights against the usual ones, score"]


@experiment(_wider_rows)
def wider_map(context: Context) -> Iterator[Row]:
    """The opponent's score on the 5x10 map of the thesis' example, where the first turn decides less.

    The last row is that of the agent with the weights of `weights/tuned.toml`.
    """
    wider = Context(
        load_game(context.game.slug, WIDER),
        seed=context.seed,
        scale=context.scale,
        threads=context.threads,
    )
    names = _wider_rows(context.game)
    for what in names[:-1]:
        yield _score(what, _meet(wider, what.removesuffix(", score")))
    yield _score(names[-1], _meet(wider, "expectimax/weights=tuned"))


def _start_rows(_: Game) -> list[str]:
    return ["starting player, 6x6", f"starting player, {WIDER.removeprefix('desert-')}"]


@experiment(_start_rows)
def starting_player(context: Context) -> Iterator[Row]:
    """How often the starting player wins if the full agent plays itself with the same deck.

    On the small map a quick unit placed at the edge of one's influence takes an empty base at once.
    """
    for what, board in zip(_start_rows(context.game), ("", WIDER), strict=True):
        game = load_game(context.game.slug, board)
        here = Context(game, seed=context.seed, scale=context.scale, threads=context.threads)
        starts = Starts()
        for side in _meet(here, "expectimax").starts:
            starts.add(side)
        points = starts.wins + starts.draws / 2
        yield row(
            what, points / starts.matches, interval=wilson(points, starts.matches), matches=starts.matches
        )
