"""The usual opponent of a game, and the options that only timed games have."""

from __future__ import annotations

from cardwright.errors import CardwrightError
from cardwright.face.match import Match


def usual_agent(match: Match) -> str:
    """The agent that is played against, and gives hints, where nobody names one."""
    return match.game.best_agent


def refuse_timed(match: Match, options: list[str]) -> None:
    """Refuse the options of timed games where time does not run."""
    if options and not match.game.is_timed:
        raise CardwrightError(f"{match.game.slug} is no timed game: it takes no {' and no '.join(options)}")
