"""The agents that people play against, in every game: their levels, and how punctual all agents are.

Each experiment is about one game. The budgets are small so that all of them together end within a quarter
of an hour on two cores; a level gives away as much on any.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.face.library import Game
from cardwright.face.native import native_agents
from cardwright.lab.experiments import Context, Row, by_machine, in_games, row
from cardwright.lab.intervals import wilson
from cardwright.lab.punctuality import is_asked, measure
from cardwright.lab.score import Score

MATCHES = 200
"""Matches of a row: 100 seeds, each in both seats, shared out among the ready decks."""
BUDGETS = {
    "elemental-command": "nodes=3000",
    "hearth": "nodes=3000",
    "hexlands": "sequences=500",
    "mana": "",
    "ruler": "nodes=8000",
}
"""By game, the small budget of its best agent; that of Mana has none."""
HIGHEST, APART = 10, 3
"""The highest level, and how many levels lie between the two of a row."""
DECISIONS = 5000
"""Decisions of every agent that are timed."""
ENOUGH = 10_000
"""More matches than that many decisions take."""


def best_on_a_budget(game: Game) -> str:
    """The best agent of a game on its small budget."""
    return "/".join(filter(None, (game.best_agent, BUDGETS[game.slug])))


def _level_rows(_: Game) -> list[str]:
    return [what for what, *_ in _meetings("")]


def _meetings(agent: str) -> Iterator[tuple[str, str, str, str]]:
    """The rows: what each is called, the two agents, and what the first one's rate must be."""

    def level(number: int) -> str:
        return f"{agent}/level={number}"

    yield "level 1 v random", level(1), "random", ">= 0.60"
    yield "level 1 v pass", level(1), "pass", ">= 0.90"
    yield f"level {HIGHEST} v level 1", level(HIGHEST), level(1), ">= 0.90"
    for lower in range(1, HIGHEST - APART + 1):
        higher = lower + APART
        yield f"level {higher} v level {lower}", level(higher), level(lower), ">= 0.58"


def levels(context: Context) -> Iterator[Row]:
    """How a game's best agent fares at its levels, against `random`, `pass` and its other levels.

    Both sides play the same ready deck, each of these as often as the others. A draw counts half. Needs are
    about the rate, not its interval.
    """
    agent = best_on_a_budget(context.game)
    for what, first, second, needs in _meetings(agent):
        score = _in_mirrors(context, first, second)
        points = score.wins + score.draws / 2
        interval = wilson(points, score.matches)
        yield row(what, points / score.matches, interval=interval, matches=score.matches, needs=needs)


def _in_mirrors(context: Context, first: str, second: str) -> Score:
    """Two agents meet with each ready deck on both sides."""
    decks = context.game.decks
    pairs = context.matches(MATCHES) // 2
    total = Score()
    for number, deck in enumerate(decks):
        own = pairs // len(decks) + (number < pairs % len(decks))
        if own:
            total.add(context.meet((first, deck), (second, deck), 2 * own))
    return total


LEVELS = in_games(levels, _level_rows, BUDGETS)


def _asked(game: Game) -> list[str]:
    """The agents of a game that are ever asked, the best one with its options too."""
    names = [name for name in native_agents(game) if is_asked(game, name)]
    return names if game.best_agent in names else [*names, game.best_agent]


def _answer_rows(game: Game) -> list[str]:
    return [*(f"{name}, punctual" for name in _asked(game)), "the latest of all answers, milliseconds"]


def answers(context: Context) -> Iterator[Row]:
    """The share of answers that came at most 50 milliseconds after their time, and how late the latest was.

    Every agent plays itself with ready decks until it has decided 5,000 times. An agent that takes `seconds`
    has 0.01 for each of its turns, others should answer at once. In a timed game `pass` is never asked.
    """
    latest, decisions = 0.0, 0
    *shares, worst = _answer_rows(context.game)
    for what, name in zip(shares, _asked(context.game), strict=True):
        found = measure(context.game, name, context.matches(DECISIONS), context.seeds(name, ENOUGH))
        latest, decisions = max(latest, found.latest), decisions + found.decisions
        yield by_machine(row(what, found.share, matches=found.decisions, needs=">= 0.999"))
    yield by_machine(row(worst, latest * 1000, matches=decisions, needs="< 500"))


ANSWERS = in_games(answers, _answer_rows, BUDGETS)
