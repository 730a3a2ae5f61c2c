"""Agents: whoever chooses an action from a view.

A Python agent is a class with `choose(view)`; by its name `module:Class` it works wherever a native one does.

>>> import cardwright as cw
>>> match = cw.game("elemental-command").match(seed=7)
>>> agent = cw.agent("greedy", seed=1)
>>> agent.choose(match.view(seat=0)).verb
'mulligan'
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from cardwright import _kernel
from cardwright.agents.spec import Weights, for_kernel, make_spec, read_spec
from cardwright.basics.arguments import seed_of
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AgentError, CardwrightError, shown
from cardwright.face.view import View

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.face.library import Game
    from cardwright.face.match import Match

Factory = Callable[[int], "Agent"]

_OURS = Path(__file__).parents[1]


@runtime_checkable
class Agent(Protocol):
    """Chooses one of a view's legal actions; it may know the view and keeps no memory beyond it."""

    def choose(self, view: View) -> Action | None:
        """The action the agent takes; None: it waits, which only a timed game allows."""


class Thought(msgspec.Struct, frozen=True):
    """Something an agent thought of: a card, and how the match would go on with it."""

    card: str
    """Its name; empty: doing nothing."""
    target: int | None
    """The number of the piece it is aimed at."""
    outcome: str
    after: int
    """Milliseconds until then."""


class NativeAgent:
    """An agent of the kernel, with its own stream of dice; `name` is its specification in words."""

    def __init__(self, name: str, seed: int = 0) -> None:
        try:
            self.seed = seed_of(seed)
        except CardwrightError as error:
            raise AgentError(error.reason) from None
        self.name = name
        self.is_oracle = read_spec(name).oracle
        """Whether it is given the truth instead of a view."""
        self._kernels: dict[_kernel.Game, _kernel.Agent] = {}
        self.expects: float | None = None
        """What the position after the action it chose last is worth, in points; None if it weighs none."""
        self.thoughts: tuple[Thought, ...] = ()
        """What it thought of when it chose last, if it tells."""
        self.has_given_up = False
        """Whether it has given the match up as lost, in a timed game."""

    def choose(self, view: View) -> Action | None:
        """The action the agent takes; None: it waits, which only a timed game allows."""
        if self.is_oracle:
            raise AgentError(
                f"{self.name} is given the truth and cannot choose from a view",
                suggestion="let it choose with choose_knowing(match, seat)",
            )
        if not isinstance(view, View):
            raise AgentError(f"{shown(view)} is no view: it must be what match.view(seat) gives")
        kernel = self._kernel(view.game)
        code = self._note(view.game, kernel, kernel.choose(view.kernel))
        return None if code is None else view.legal_actions.of_code(code)

    def choose_knowing(self, match: Match, seat: int) -> Action | None:
        """The action of an oracle, which is given the truth: for measuring what knowing it is worth."""
        if not self.is_oracle:
            raise AgentError(f"{self.name} is given a view, never the truth", suggestion="make it an oracle")
        kernel = self._kernel(match.game)
        code = self._note(match.game, kernel, kernel.choose_knowing(match.kernel, seat))
        return None if code is None else match.action(code)

    def _note(self, game: Game, kernel: _kernel.Agent, code: int | None) -> int | None:
        """Keep what the agent tells beside its choice."""
        self.expects = kernel.expects
        self.has_given_up = kernel.has_given_up
        names = game.catalogue.defs
        self.thoughts = tuple(
            Thought(
                names[told.card].name if told.card else "",
                None if told.target < 0 else told.target,
                told.outcome,
                told.after,
            )
            for told in _thoughts.decode(kernel.thoughts())
        )
        if code is None and not game.is_timed:
            raise AgentError(f"{self.name} was asked where it has nothing to choose")
        return code

    def pace(self, game: Game) -> _kernel.Pace:
        """When it looks at the table of a timed game."""
        return self._kernel(game).pace

    def _kernel(self, game: Game) -> _kernel.Agent:
        key = game.kernel  # two card sets of one name are two games
        if key not in self._kernels:
            self._kernels[key] = key.agent(for_kernel(game, self.name), self.seed)
        return self._kernels[key]

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""
        return sum(kernel.branches for kernel in self._kernels.values())

    def __repr__(self) -> str:
        return f"<NativeAgent {self.name}>"


class _Told(msgspec.Struct, frozen=True):
    """A thought in the kernel's numbers."""

    card: int
    target: int
    outcome: str
    after: int


_thoughts = msgspec.json.Decoder(list[_Told])

_registered: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a Python agent known by a name; the factory is given a seed."""
    if name in native_agents():
        raise AgentError(f'"{name}" is the name of a native agent')
    _registered[name] = factory


def native_agents(game: Game | None = None) -> dict[str, str]:
    """The native agents, of a game or of all of them: name and how it thinks."""
    return dict(_kernel.agents() if game is None else game.kernel.agents())


def is_native(name: str) -> bool:
    """Whether a specification is that of a native agent, whatever its options."""
    if not isinstance(name, str):
        raise AgentError(f'{shown(name)} is no agent: it must be a text, such as "greedy"')
    return name.partition("/")[0].strip() in native_agents()


def agent(
    name: str,
    *,
    seed: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    weights: Weights | None = None,
    oracle: bool = False,
    reaction: float | None = None,
    surrender: float | None = None,
) -> Agent:
    """The agent of a name: native, registered, or `module:Class` of a Python agent.

    A native agent that searches has options, here or behind its name (`expectimax/nodes=2000`): `nodes` it
    may look at or `seconds` it may think in one own turn, `weights` by the name of a file that the game
    ships, a path or a mapping, and `oracle`, which gives it the truth instead of a view. In a timed game
    every native agent has `reaction`, the seconds it takes on average until it looks at what happened, and
    `surrender`, by how many points it may be behind before it gives up.
    """
    options = {
        "nodes": nodes,
        "seconds": seconds,
        "weights": weights,
        "oracle": oracle or None,
        "reaction": reaction,
        "surrender": surrender,
    }
    named = [option for option, value in options.items() if value is not None]
    if is_native(name):
        spec = make_spec(
            name,
            nodes=nodes,
            seconds=seconds,
            weights=weights,
            oracle=oracle,
            reaction=reaction,
            surrender=surrender,
        )
        return NativeAgent(spec, seed)
    if named and (name in _registered or ":" in name):
        raise AgentError(f'agent "{name}" is not native: it takes no {" and no ".join(named)}')
    if name in _registered:
        return _registered[name](seed)
    if ":" in name:
        return load_agent(name, seed)
    known = [*native_agents(), *_registered]
    plain = name.partition("/")[0]
    hint = did_you_mean(plain, known) or f"there are {', '.join(known)}, and module:Class for one of your own"
    raise AgentError(f'there is no agent "{plain}"', suggestion=hint)


def check_agent(game: Game, name: str) -> None:
    """Raise what is wrong with an agent for a game; one of `module:Class` is not made for it."""
    if is_native(name):
        for_kernel(game, name)
    elif ":" not in name:
        agent(name)


def raised(error: BaseException) -> str:
    """What an agent raised, and where in its own file."""
    try:
        said = f"raised {type(error).__name__}: {error}"
    except Exception:
        said = f"raised {type(error).__name__}"
    place = _place(error)
    return f"{said} ({place})" if place else said


def _place(error: BaseException) -> str:
    """The line of the agent's file that led to an error; a library that it uses knows no better."""
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    passed = [_OURS, Path(importlib.__file__).parent]
    theirs = [
        (file, line)
        for file, line in frames
        if not (file.startswith("<frozen") or any(Path(file).is_relative_to(folder) for folder in passed))
    ]
    lines = [line for file, line in theirs if file == theirs[0][0]]
    return f"{Path(theirs[0][0]).name}, line {lines[-1]}" if lines else ""


def load_agent(name: str, seed: int = 0) -> Agent:
    """The Python agent `module:Class`; a class that takes a `seed` is given one."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path and "." not in sys.path:
        sys.path.insert(0, "")  # an agent may lie in the current folder
    try:
        found = getattr(importlib.import_module(module), attribute)
    except ImportError as error:
        place = _place(error)
        raise AgentError(f'agent "{name}": {error}{f" ({place})" if place else ""}') from None
    except AttributeError:
        raise AgentError(f'agent "{name}": module {module} has no {attribute}') from None
    except (Exception, SystemExit) as error:
        raise AgentError(f'agent "{name}": importing it {raised(error)}') from None
    try:
        takes_seed = "seed" in signature(found).parameters
        made = found(seed=seed) if takes_seed else found()
    except (Exception, SystemExit) as error:
        raise AgentError(f'agent "{name}": making it {raised(error)}') from None
    if not isinstance(made, Agent):
        raise AgentError(f'agent "{name}" has no method choose(view)')
    return made
