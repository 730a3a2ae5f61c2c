"""Agents: whoever chooses an action from a view.

A Python agent is a class with `choose(view)`; by its name `module:Class` it works wherever a native one does.

>>> import cardwright as cw
>>> match = cw.game("elemental-command").match(seed=7)
>>> agent = cw.agent("greedy", seed=1)
>>> agent.choose(match.view(seat=0)).verb
'mulligan'
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from cardwright import _kernel
from cardwright.errors import AgentError, shown
from cardwright.language.diagnostics import did_you_mean

if TYPE_CHECKING:
    from cardwright.actions import Action
    from cardwright.view import View

Factory = Callable[[int], "Agent"]


@runtime_checkable
class Agent(Protocol):
    """Chooses one of a view's legal actions; it may know the view and keeps no memory beyond it."""

    def choose(self, view: View) -> Action:
        """The action the agent takes."""


class NativeAgent:
    """An agent of the kernel, with its own stream of dice."""

    def __init__(self, name: str, seed: int = 0) -> None:
        if not 0 <= seed < 2**64:
            raise AgentError(f"{shown(seed)} is no seed: it must be 0 to {2**64 - 1}")
        self.name = name
        self.seed = seed
        self._kernels: dict[_kernel.Game, _kernel.Agent] = {}
        self.expects: float | None = None
        """What the position after the action it chose last is worth, in points; None if it weighs none."""

    def choose(self, view: View) -> Action:
        """The action the agent takes."""
        game = view.game.kernel  # two card sets of one name are two games
        if game not in self._kernels:
            self._kernels[game] = game.agent(self.name, self.seed)
        code = self._kernels[game].choose(view.kernel)
        self.expects = self._kernels[game].expects
        if code is None:
            raise AgentError(f"{self.name} was asked where it has nothing to choose")
        return view.legal_actions.of_code(code)

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""
        return sum(kernel.branches for kernel in self._kernels.values())

    def __repr__(self) -> str:
        return f"<NativeAgent {self.name}>"


_registered: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a Python agent known by a name; the factory is given a seed."""
    if name in native_agents():
        raise AgentError(f'"{name}" is the name of a native agent')
    _registered[name] = factory


def native_agents() -> dict[str, str]:
    """The native agents: name and how it thinks."""
    return dict(_kernel.agents())


def is_native(name: str) -> bool:
    """Whether a name is that of a native agent."""
    return name in native_agents()


def agent(name: str, *, seed: int = 0) -> Agent:
    """The agent of a name: native, registered, or `module:Class` of a Python agent."""
    if is_native(name):
        return NativeAgent(name, seed)
    if name in _registered:
        return _registered[name](seed)
    if ":" in name:
        return load_agent(name, seed)
    known = [*native_agents(), *_registered]
    hint = did_you_mean(name, known) or f"there are {', '.join(known)}, and module:Class for one of your own"
    raise AgentError(f'there is no agent "{name}"', suggestion=hint)


def load_agent(name: str, seed: int = 0) -> Agent:
    """The Python agent `module:Class`; a class that takes a `seed` is given one."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path and "." not in sys.path:
        sys.path.insert(0, "")  # an agent may lie in the current folder
    try:
        found = getattr(import_module(module), attribute)
    except ImportError as error:
        raise AgentError(f'agent "{name}": {error}') from None
    except AttributeError:
        raise AgentError(f'agent "{name}": module {module} has no {attribute}') from None
    except (Exception, SystemExit) as error:
        raise AgentError(f'agent "{name}": importing it raised {type(error).__name__}: {error}') from None
    try:
        takes_seed = "seed" in signature(found).parameters
        made = found(seed=seed) if takes_seed else found()
    except (Exception, SystemExit) as error:
        raise AgentError(f'agent "{name}": making it raised {type(error).__name__}: {error}') from None
    if not isinstance(made, Agent):
        raise AgentError(f'agent "{name}" has no method choose(view)')
    return made
