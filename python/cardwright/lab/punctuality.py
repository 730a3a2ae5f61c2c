"""How punctual agents are: the time of every decision beside the time that its agent had left for it.

An agent that takes `seconds` is given few of them for each of its turns; what it has used of them in earlier
decisions of the turn is gone. An agent without such a budget should answer at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

import msgspec

from cardwright.agents import NativeAgent
from cardwright.agents.referee import play_match
from cardwright.agents.spec import for_kernel
from cardwright.agents.supervised import NativePlayer
from cardwright.errors import AgentError
from cardwright.face.actions import Action
from cardwright.face.library import Game
from cardwright.face.match import Match

SECONDS = 0.01
"""What an agent with a budget of time may use in one of its turns."""
GRACE = 0.05
"""How many seconds after its time an answer still counts as punctual."""


class Punctuality(msgspec.Struct, frozen=True):
    """How late an agent answered."""

    decisions: int
    late: int
    """Answers that came more than `GRACE` after their time."""
    latest: float
    """The seconds after its time at which the latest answer came; 0 if all came in time."""

    @property
    def share(self) -> float:
        """The share of punctual answers."""
        return 1 - self.late / self.decisions


class Punched(NativePlayer):
    """A native player whose decisions are timed."""

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(name)
        self.seconds = seconds
        self.delays: list[float] = []
        """How many seconds after its time every answer came."""
        self._turn: int | None = None
        self._left = 0.0

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None if it waits."""
        if match.game.is_timed or match.now != self._turn:
            self._turn, self._left = match.now, self.seconds
        begun = perf_counter()
        action = super().look(match, seat)
        took = perf_counter() - begun
        self.delays.append(max(0.0, took - self._left))
        self._left = max(0.0, self._left - took)
        return action


def is_asked(game: Game, name: str) -> bool:
    """Whether an agent is ever asked; in a timed game, `pass` never looks."""
    return not game.is_timed or NativeAgent(name).pace(game).seconds is not None


def budgeted(game: Game, name: str, seconds: float = SECONDS) -> tuple[str, float]:
    """An agent with so many seconds a turn if it takes them, and the seconds that it has."""
    try:
        for_kernel(game, label := f"{name}/seconds={seconds}")
    except AgentError:
        return name, 0.0
    return label, seconds


def measure(game: Game, name: str, decisions: int, seeds: Iterable[int]) -> Punctuality:
    """Let an agent play itself with ready decks until it has decided so often, or there is no seed left."""
    label, seconds = budgeted(game, name)
    delays: list[float] = []
    for number, seed in enumerate(seeds):
        deck = game.decks[number % len(game.decks)]
        players = [Punched(label, seconds) for _ in range(2)]
        play_match(game, game.setup((deck, deck)), players, seed)
        delays += [delay for player in players for delay in player.delays]
        if len(delays) >= decisions:
            break
    if not delays:
        raise AgentError(f"{name} was never asked in {game.slug}")
    return Punctuality(len(delays), sum(delay > GRACE for delay in delays), max(delays))
