"""Mana: the thesis' two artificial players against each other, the time of a decision, deck against deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import median
from time import perf_counter_ns

from cardwright.agents.referee import play_match
from cardwright.agents.spec import for_kernel
from cardwright.face.events import Events
from cardwright.face.library import Game
from cardwright.face.match import Match
from cardwright.face.native import Thinker, agent_seed
from cardwright.lab.experiments import Context, Row, by_machine, experiment, row
from cardwright.lab.intervals import mean_interval, wilson
from cardwright.lab.score import Score

SIMULATING, HEURISTIC = "simulating", "heuristic"
AS_IN_THE_THESIS = "simulating/weights=thesis"
MATCHES = 1000
"""Matches with each deck."""
FEWER = 200
"""Matches with each deck for a row without a need."""
THESIS = 0.781
TIMED_MATCHES = 12
RANDOM_DECKS, RANDOM_MATCHES = 100, 100
"""Random decks, and the matches with each."""
NUMBERED = 10**18
"""The numbers of random decks lie below this."""
EVEN = 0.5
PAIRING = 80
"""Matches of two decks, 40 in each seat."""
LIMITS = {HEURISTIC: ("< 1 ms", "< 10"), SIMULATING: ("a few ms", "< 1000")}
"""By agent: the thesis' time of a decision, and the need of ours in microseconds."""


def _points(score: Score) -> float:
    return score.wins + score.draws / 2


def _score(
    what: str, points: float, matches: int, *, thesis: float | None = None, needs: str | None = None
) -> Row:
    share = points / matches
    return row(what, share, thesis=thesis, interval=wilson(points, matches), matches=matches, needs=needs)


def _player_rows(game: Game) -> list[str]:
    return [*game.decks, "all decks", "all decks, outcomes in the thesis' order"]


@experiment(_player_rows)
def players(context: Context) -> Iterator[Row]:
    """The score of `simulating` against `heuristic` with the same deck, 1,000 matches with each deck.

    The two copies of the deck are shuffled separately. Both agents look at the table 0.25 s, on average,
    after something has happened. A draw counts half. The last row is `simulating` with `weights=thesis`: it
    imagines every match to its end without another card played, and prefers wins to draws, draws to losses.
    """
    points, matches = 0.0, 0
    for deck in context.game.decks:
        score = context.meet((SIMULATING, deck), (HEURISTIC, deck), context.matches(MATCHES))
        points, matches = points + _points(score), matches + score.matches
        yield _score(deck, _points(score), score.matches, thesis=THESIS)
    *_, all_decks, in_order = _player_rows(context.game)
    yield _score(all_decks, points, matches, thesis=THESIS, needs=">= 0.70")
    scores = [
        context.meet((AS_IN_THE_THESIS, deck), (HEURISTIC, deck), context.matches(FEWER))
        for deck in context.game.decks
    ]
    yield _score(in_order, sum(map(_points, scores)), sum(score.matches for score in scores), thesis=THESIS)


def _random_rows(_: Game) -> list[str]:
    return ["mean over random decks", "share of decks clearly below 0.5"]


@experiment(_random_rows)
def random_decks(context: Context) -> Iterator[Row]:
    """The score of `simulating` against `heuristic` with 100 random legal decks, each against itself.

    Every deck plays 100 matches, on seeds and with decks that nothing was chosen on. The interval of the mean
    is over decks. A deck is clearly below if its own interval is.
    """
    rates: list[float] = []
    below, matches = 0, 0
    for seed in context.seeds("random decks", RANDOM_DECKS):
        deck = f"random:{seed % NUMBERED}"
        score = context.meet((SIMULATING, deck), (HEURISTIC, deck), context.matches(RANDOM_MATCHES))
        rates.append(_points(score) / score.matches)
        below += wilson(_points(score), score.matches)[1] < EVEN
        matches += score.matches
    mean, share = _random_rows(context.game)
    interval = mean_interval(sum(rates), sum(rate * rate for rate in rates), len(rates))
    yield row(mean, sum(rates) / len(rates), interval=interval, matches=matches, needs="lower >= 0.70")
    yield row(share, below / len(rates), matches=matches, needs="<= 0.03")


def _decision_rows(_: Game) -> list[str]:
    return [f"{name}, microseconds a decision" for name in LIMITS]


@experiment(_decision_rows)
def decisions(context: Context) -> Iterator[Row]:
    """The median time of a decision, including the listing of legal actions.

    In matches of the two players, both agents are asked after every event, for every seat that may act.
    """
    stopwatch = _Stopwatch(context.game)
    decks = context.game.decks
    seeds = context.seeds("decisions", context.matches(TIMED_MATCHES))
    for number, seed in enumerate(seeds):
        deck = decks[number % len(decks)]
        stopwatch.seed = seed
        agents = [SIMULATING, HEURISTIC] if number % 2 else [HEURISTIC, SIMULATING]
        play_match(context.game, context.game.setup((deck, deck)), agents, seed, after=stopwatch.ask)
    for what, (name, (theirs, needs)) in zip(_decision_rows(context.game), LIMITS.items(), strict=True):
        micros = median(stopwatch.nanoseconds[name]) / 1000
        yield by_machine(row(what, micros, thesis=theirs, matches=len(seeds), needs=needs))


class _Stopwatch:
    """Asks its own agents for an action and measures the time."""

    def __init__(self, game: Game) -> None:
        self.seed = 0
        self.nanoseconds: dict[str, list[int]] = {name: [] for name in LIMITS}
        self._game = game

    def ask(self, match: Match, _: Events) -> None:
        """Measure both agents in both seats of a match in its current position."""
        for seat in range(match.seat_count):
            if not match.legal_len(seat):
                continue
            view = match.view(seat)
            for name, times in self.nanoseconds.items():
                agent = self._agent(name, seat)
                begun = perf_counter_ns()
                agent.choose(view)
                times.append(perf_counter_ns() - begun)

    def _agent(self, name: str, seat: int) -> Thinker:
        return Thinker(self._game, for_kernel(self._game, name), agent_seed(self.seed, seat))


def _deck_rows(game: Game) -> list[str]:
    return list(game.decks)


@experiment(_deck_rows)
def decks(context: Context) -> Iterator[Row]:
    """The score of every deck against all others, played by `simulating`: 40 matches a pairing and seat.

    Both look at the table 0.25 s, on average, after something has happened. A draw counts half.
    """
    points = dict.fromkeys(context.game.decks, 0.0)
    matches = dict.fromkeys(context.game.decks, 0)
    for first, second in combinations(context.game.decks, 2):
        score = context.meet((SIMULATING, first), (SIMULATING, second), context.matches(PAIRING))
        points[first] += _points(score)
        points[second] += score.matches - _points(score)
        for deck in (first, second):
            matches[deck] += score.matches
    for deck in context.game.decks:
        yield _score(deck, points[deck], matches[deck], needs="overlaps 0.35-0.65")
