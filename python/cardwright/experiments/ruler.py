"""Ruler of Armies and Magic: table 6 of the thesis, its agent against opponents with one feature; ours.

The thesis' agent had 90 seconds for a turn and saw everything; ours has a budget of positions and sees its
view. In the thesis' table the figures are the *opponent's*, and its weights are the thesis'.
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
FULL = f"expectimax/nodes={NODES}/weights=thesis"
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
SMALL = "desert-6x6"
"""The map of the thesis' table."""
WIDER = "desert-5x10"
"""The map of the thesis' example; its bases lie so far apart that few fall in the first turn."""
HELD_BACK = ("river-crossing", "citadel")
"""Maps that the usual weights were not chosen on."""
EXPECTIMAX, GREEDY = "expectimax", "greedy"


def _on(context: Context, board: str) -> Context:
    """The same experiment on a map."""
    game = load_game(context.game.slug, board)
    return Context(game, seed=context.seed, scale=context.scale, threads=context.threads)


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
    return [*rows, "expectimax/weights=thesis/oracle, score", "own turns within a second"]


@experiment(_table_rows)
def opponents(context: Context) -> Iterator[Row]:
    """How opponents fare against the full agent on the 6x6 map, 200 matches each over all ready decks.

    Every deck meets itself. A score counts a tie as half a win. The time of a match is that of one core. The
    full agent has the thesis' weights.
    """
    names = iter(_table_rows(context.game))
    context = _on(context, SMALL)
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
    yield _score(next(names), _meet(context, "expectimax/weights=thesis/oracle"))
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
    others = [*(name for name in THESIS if name != "random"), "expectimax/weights=thesis/oracle", EXPECTIMAX]
    return [f"{name}, score" for name in others]


@experiment(_wider_rows)
def wider_map(context: Context) -> Iterator[Row]:
    """The opponent's score on the 5x10 map of the thesis' example, where the first turn decides less.

    The full agent has the thesis' weights; the last row is that of the agent with its usual ones.
    """
    wider = _on(context, WIDER)
    for what in _wider_rows(context.game):
        yield _score(what, _meet(wider, what.removesuffix(", score")))


def _usual_rows(_: Game) -> list[str]:
    return [
        *(f"against the thesis' weights, {board}" for board in HELD_BACK),
        "the worst deck and map against greedy",
    ]


@experiment(_usual_rows)
def usual_weights(context: Context) -> Iterator[Row]:
    """The score of the agent with its usual weights, over all ready decks, each against itself.

    The weights were chosen on other maps (`weights/tuned.toml` tells how). Against `greedy` every deck plays
    200 matches on every map with two seats, and the row is the worst of them.
    """
    names = _usual_rows(context.game)
    for what, board in zip(names, HELD_BACK, strict=False):
        here = _on(context, board)
        together = Score()
        for deck in here.game.decks:
            together.add(here.meet((EXPECTIMAX, deck), (FULL, deck), context.matches(MATCHES)))
        yield _own_score(what, together, needs="lower >= 0.5")
    met: list[Score] = []
    for board in context.game.boards:
        here = _on(context, board)
        if 2 in here.game.seat_counts:
            matches = context.matches(MATCHES)
            met += [here.meet((EXPECTIMAX, deck), (GREEDY, deck), matches) for deck in here.game.decks]
    worst = min(met, key=lambda score: (score.wins + score.draws / 2) / score.matches)
    yield _own_score(names[-1], worst, needs="overlaps 0.5-1")


def _own_score(what: str, score: Score, *, needs: str) -> Row:
    """The score of the first of two."""
    points, matches = score.wins + score.draws / 2, score.matches
    return row(what, points / matches, interval=wilson(points, matches), matches=matches, needs=needs)


STARTS = (SMALL, WIDER, *HELD_BACK)
"""The maps on which it is counted who wins."""


def _start_rows(_: Game) -> list[str]:
    return [f"starting player, {board}" for board in STARTS]


@experiment(_start_rows)
def starting_player(context: Context) -> Iterator[Row]:
    """How often the starting player wins if the agent plays itself with the same deck.

    On the small map a quick unit placed at the edge of one's influence takes an empty base at once.
    """
    for what, board in zip(_start_rows(context.game), STARTS, strict=True):
        starts = Starts()
        for side in _meet(_on(context, board), EXPECTIMAX, first=_named(EXPECTIMAX)).starts:
            starts.add(side)
        points = starts.wins + starts.draws / 2
        yield row(
            what, points / starts.matches, interval=wilson(points, starts.matches), matches=starts.matches
        )
