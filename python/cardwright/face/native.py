"""The kernel's agents, their clocks, and its runs of many matches.

Packages above this one never call the kernel directly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardwright import _kernel
from cardwright._kernel import (
    Batch,
    Pace,
    Timekeeper,
    agent_options,
    agent_parts,
    agent_seed,
    calibrate,
)

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.match import Match
    from cardwright.face.view import View

__all__ = [
    "Batch",
    "Pace",
    "Thinker",
    "Timekeeper",
    "agent_options",
    "agent_parts",
    "agent_seed",
    "calibrate",
    "native_agents",
    "native_games",
    "run_bench",
    "run_fuzz",
    "run_jobs",
    "usual_weights",
]

Job = tuple[int, int, Sequence[str]]
"""The number of a setup, a seed, and the specification of an agent for each seat."""


class Thinker:
    """A native agent of one game, with its own stream of dice.

    A bad specification raises ValueError(reason, word at fault, known words).
    """

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self._agent = game.kernel.agent(spec, seed)

    def choose(self, view: View) -> int | None:
        """The code of its action; None if it has none, or waits in a timed game."""
        return self._agent.choose(view.kernel)

    def choose_knowing(self, match: Match, seat: int) -> int | None:
        """The code of an oracle's action, or None; an oracle is given the truth."""
        return self._agent.choose_knowing(match.kernel, seat)

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""
        return self._agent.branches

    def searched(self) -> list[tuple[int, int, int, int, int, int]]:
        """Its own turns so far: sequences, actions of the longest, turns, lines, ended lines, nanoseconds."""
        return self._agent.searched()

    @property
    def expects(self) -> float | None:
        """Points of the position after its last choice; None if it does not evaluate positions."""
        return self._agent.expects

    @property
    def eased(self) -> tuple[float, float, float] | None:
        """At a level, in an eased turn: the worth of the best, of resting, and of what it took last."""
        return self._agent.eased

    @property
    def pace(self) -> Pace:
        """When it looks at the table of a timed game."""
        return self._agent.pace

    @property
    def has_given_up(self) -> bool:
        """Whether it has given the match up as lost."""
        return self._agent.has_given_up

    def thoughts(self) -> bytes:
        """What it considered for its last choice, as JSON: card, target, outcome, milliseconds until then."""
        return self._agent.thoughts()


def native_games() -> list[str]:
    """The slugs of the games that the kernel has rules for."""
    return _kernel.games()


def native_agents(game: Game | None = None) -> dict[str, str]:
    """The native agents of a game, or of all games: the name, and how the agent thinks."""
    return dict(_kernel.agents() if game is None else game.kernel.agents())


def usual_weights(game: Game, agent: str) -> dict[str, float]:
    """The weights of a native agent of a game, with their usual values."""
    return dict(game.kernel.weights(agent))


def run_jobs(game: Game, setups: Sequence[Any], jobs: Sequence[Job], threads: int, *, tally: bool) -> Batch:
    """Play jobs between native agents; setups are in the kernel's numbers."""
    return _kernel.run(game.kernel, setups, jobs, threads, tally=tally)


def run_bench(
    game: Game,
    setups: Sequence[Any],
    *,
    seed: int,
    volume: Mapping[str, int],
    progress: Callable[[int, str], object],
) -> tuple[bytes, bool]:
    """The figures of a game as JSON, and whether the run was interrupted; `volume` says how many matches."""
    return _kernel.bench(game.kernel, setups, seed=seed, progress=progress, **volume)


def run_fuzz(
    game: Game, setups: Sequence[Any], plan: Mapping[str, Any], progress: Callable[[int], object] | None
) -> tuple[bytes, bool]:
    """The faults of many random matches as JSON, and whether the run was interrupted; `plan` sets it up."""
    return _kernel.fuzz(game.kernel, setups, progress=progress, **plan)
