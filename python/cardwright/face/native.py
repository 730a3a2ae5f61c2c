"""What the kernel does by itself: its agents, their clocks, and matches by the thousand.

Above this package nothing asks the kernel directly.
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

    What is wrong with its specification is raised as ValueError(reason, word at fault, words there are).
    """

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        self._agent = game.kernel.agent(spec, seed)

    def choose(self, view: View) -> int | None:
        """The code of the action it takes; None if there is none, or it waits in a timed game."""
        return self._agent.choose(view.kernel)

    def choose_knowing(self, match: Match, seat: int) -> int | None:
        """The code of the action it takes when it is given the truth, or None; for oracles."""
        return self._agent.choose_knowing(match.kernel, seat)

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""
        return self._agent.branches

    @property
    def expects(self) -> float | None:
        """What the position after the action it chose last is worth, in points; None if it weighs none."""
        return self._agent.expects

    @property
    def pace(self) -> Pace:
        """When it looks at the table of a timed game."""
        return self._agent.pace

    @property
    def has_given_up(self) -> bool:
        """Whether it has given the match up as lost."""
        return self._agent.has_given_up

    def thoughts(self) -> bytes:
        """What it thought of when it chose last, as JSON: card, target, outcome, milliseconds until then."""
        return self._agent.thoughts()


def native_games() -> list[str]:
    """The slugs of the games that the kernel has rules for."""
    return _kernel.games()


def native_agents(game: Game | None = None) -> dict[str, str]:
    """The native agents, of a game or of all of them: name and how it thinks."""
    return dict(_kernel.agents() if game is None else game.kernel.agents())


def usual_weights(game: Game, agent: str) -> dict[str, float]:
    """What a native agent of a game weighs, with the usual weights."""
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
    """The figures of a game as JSON, and whether measuring was interrupted; `volume` counts the matches."""
    return _kernel.bench(game.kernel, setups, seed=seed, progress=progress, **volume)


def run_fuzz(
    game: Game, setups: Sequence[Any], plan: Mapping[str, Any], progress: Callable[[int], object] | None
) -> tuple[bytes, bool]:
    """The faults of many random matches as JSON, and whether it was interrupted; `plan` says how many."""
    return _kernel.fuzz(game.kernel, setups, progress=progress, **plan)
