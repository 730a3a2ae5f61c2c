"""Agents: programs that choose an action from a view.

A Python agent is a class with `choose(view)`; named `module:Class`, it works wherever a native one does.

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
from typing import TYPE_CHECKING, Protocol, Unpack, runtime_checkable

import msgspec

from cardwright.agents.spec import AgentOptions, for_kernel, given_options, is_native, make_spec, read_spec
from cardwright.basics.arguments import seed_of
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AgentError, CardwrightError, shown
from cardwright.face.native import Pace, Thinker, native_agents
from cardwright.face.view import View

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.face.library import Game
    from cardwright.face.match import Match

Factory = Callable[[int], "Agent"]

_OURS = Path(__file__).parents[1]


@runtime_checkable
class Agent(Protocol):
    """Chooses one of a view's legal actions; it knows only the view, and remembers nothing between views."""

    def choose(self, view: View) -> Action | None:
        """The agent's action; None if it waits, which only a timed game allows."""


class Thought(msgspec.Struct, frozen=True):
    """A card that an agent considered, and how the match would go on with it."""

    card: str
    """The card's name; empty for doing nothing."""
    target: int | None
    """The number of the piece that the card is aimed at."""
    outcome: str
    after: int
    """Milliseconds until that outcome."""


class Searched(msgspec.Struct, frozen=True):
    """What an agent searched in one of its own turns."""

    sequences: int
    """How many sequences of actions it tried, each of them a position."""
    longest: int
    """How many actions the longest had."""
    turns: int
    """Over how many turns its lines were carried, its own first; 0 if it plays no lines."""
    lines: int
    """How many lines were carried over all of these turns, or to the end of the match."""
    ended: int
    """How many of these ended with the match."""
    nanoseconds: int


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
        self._thinkers: dict[Game, Thinker] = {}
        self.expects: float | None = None
        """Points of the position after its last choice; None if it does not evaluate positions."""
        self.thoughts: tuple[Thought, ...] = ()
        """What it considered for its last choice, if it tells."""
        self.has_given_up = False
        """Whether it has given the match up as lost, in a timed game."""

    def choose(self, view: View) -> Action | None:
        """The agent's action; None if it waits, which only a timed game allows."""
        if self.is_oracle:
            raise AgentError(
                f"{self.name} is given the truth and cannot choose from a view",
                suggestion="let it choose with choose_knowing(match, seat)",
            )
        if not isinstance(view, View):
            raise AgentError(f"{shown(view)} is no view: it must be what match.view(seat) gives")
        thinker = self._thinker(view.game)
        code = self._note(view.game, thinker, thinker.choose(view))
        return None if code is None else view.legal_actions.of_code(code)

    def choose_knowing(self, match: Match, seat: int) -> Action | None:
        """The action of an oracle, which is given the truth: to measure how much that knowledge is worth."""
        if not self.is_oracle:
            raise AgentError(f"{self.name} is given a view, never the truth", suggestion="make it an oracle")
        thinker = self._thinker(match.game)
        code = self._note(match.game, thinker, thinker.choose_knowing(match, seat))
        return None if code is None else match.action(code)

    def _note(self, game: Game, thinker: Thinker, code: int | None) -> int | None:
        """Keep what the agent tells besides its choice."""
        self.expects = thinker.expects
        self.has_given_up = thinker.has_given_up
        names = game.catalogue.defs
        self.thoughts = tuple(
            Thought(
                names[told.card].name if told.card else "",
                None if told.target < 0 else told.target,
                told.outcome,
                told.after,
            )
            for told in _thoughts.decode(thinker.thoughts())
        )
        if code is None and not game.is_timed:
            raise AgentError(f"{self.name} was asked for an action but has nothing to choose")
        return code

    def pace(self, game: Game) -> Pace:
        """When it looks at the table of a timed game."""
        return self._thinker(game).pace

    def _thinker(self, game: Game) -> Thinker:
        if game not in self._thinkers:  # two card sets of one name are two games
            self._thinkers[game] = Thinker(game, for_kernel(game, self.name), self.seed)
        return self._thinkers[game]

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""
        return sum(thinker.branches for thinker in self._thinkers.values())

    @property
    def searched(self) -> list[Searched]:
        """What it searched in each of its turns so far; empty if it does not count that."""
        return [Searched(*turn) for thinker in self._thinkers.values() for turn in thinker.searched()]

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
    """Register a Python agent under a name; the factory is given a seed."""
    if name in native_agents():
        raise AgentError(f'"{name}" is the name of a native agent')
    _registered[name] = factory


def agent(name: str, *, seed: int = 0, **options: Unpack[AgentOptions]) -> Agent:
    """The agent of a name: native, registered, or `module:Class` of a Python agent.

    The options of native agents (`cardwright.agents.spec.OPTIONS`) are given as arguments or after the name,
    as in `expectimax/nodes=2000`. An agent that searches has `nodes`, the positions it may look at in one own
    turn, or `seconds`, the time it may think in one; and `oracle`, which gives it the truth instead of a
    view. An agent that evaluates positions has `weights`: the name of a file that the game ships, a path or a
    mapping. In a timed game every native agent has `reaction`, the mean seconds until it looks at what
    happened, and `surrender`, the points it may be behind before it gives up.
    """
    if is_native(name):
        return NativeAgent(make_spec(name, **options), seed)
    named = list(given_options(options))
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
    """Refuse an agent that cannot play a game; an agent `module:Class` is not started to find out."""
    if is_native(name):
        for_kernel(game, name)
    elif ":" not in name:
        agent(name)


def raised(error: BaseException) -> str:
    """The exception that an agent raised, and the line of its own file."""
    try:
        said = f"raised {type(error).__name__}: {error}"
    except Exception:
        said = f"raised {type(error).__name__}"
    place = _place(error)
    return f"{said} ({place})" if place else said


def _place(error: BaseException) -> str:
    """The line of the agent's own file that led to an error, even if a library it uses raised it."""
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
    """Make the Python agent `module:Class`; a class that takes a `seed` is given one."""
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
