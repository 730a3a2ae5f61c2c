"""The usual opponent of a game, and the options that only timed games have."""

from __future__ import annotations

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.match import Match
from cardwright.face.native import native_agents
from cardwright.hosting.boards import OPPONENT, plan_of


def usual_agent(match: Match) -> str:
    """The agent that is played against where nobody names one."""
    return usual_opponent(match.game)


def usual_opponent(game: Game) -> str:
    """The agent that a game is played against where nobody names one."""
    named = plan_of(game).opponent
    return named if named in native_agents(game) else OPPONENT


def refuse_timed(match: Match, options: list[str]) -> None:
    """Refuse the options of timed games where time does not run."""
    if options and not match.game.is_timed:
        raise CardwrightError(f"{match.game.slug} is no timed game: it takes no {' and no '.join(options)}")
