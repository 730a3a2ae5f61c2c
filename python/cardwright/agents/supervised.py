"""Agents under supervision: one that raises, chooses an illegal action or never answers forfeits.

An agent named `module:Class` thinks in its own process, which is sent its seat's view and nothing else of the
match, and can be killed at any time. An agent given as an object thinks in a thread: when its time is up, the
thread is abandoned and stopped as far as Python can. The match waits for neither.
"""

from __future__ import annotations

import contextlib
import ctypes
import queue
import threading
from typing import TYPE_CHECKING, Any

from cardwright.agents import Agent, NativeAgent, Thought, check_agent, raised
from cardwright.agents import agent as make_agent
from cardwright.agents.processes import (
    MEMORY,
    AgentProcess,
    Answer,
    Ended,
    Silent,
    Talkative,
    show_memory,
)
from cardwright.agents.spec import is_native
from cardwright.agents.warden import HIDDEN_CODE, MEMORY_CODE
from cardwright.errors import AgentError, RejectedAction, shown
from cardwright.face.actions import Action
from cardwright.face.native import Pace

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.match import Match

START_SECONDS = 30.0
"""How many seconds a process may take to start and make its agent."""


REACTION = 0.25
"""The mean reaction time in seconds of a Python agent that states none."""

PANICKED = "panicked; its message is on the error output"
"""Why a native agent forfeits."""

CODES = 2**64
"""Every action's number is below this one."""


class Forfeit(Exception):
    """An agent has lost its match by misbehaving; the reason is on one line."""

    def __init__(self, reason: str) -> None:
        super().__init__(" ".join(reason.split())[:400])


class Player:
    """An agent in a seat: asked for an action, it gives a legal one or forfeits."""

    has_given_up = False
    """Whether the player has given the match up as lost, in a timed game."""

    shares_process = False
    """Whether it runs foreign code in this process: then nothing here is secret from it."""

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""

    def ask(self, match: Match, seat: int) -> Action:
        """The player's action, or `Forfeit`; for a seat that must act."""
        action = self.look(match, seat)
        if action is None:
            raise Forfeit("waits although it must act")
        return action

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None if it waits, which only a timed game allows."""
        raise NotImplementedError

    def pace(self, match: Match) -> Pace:
        """When the player looks at the table of a timed game; known once the match has begun."""
        raise NotImplementedError

    def close(self) -> None:
        """End the player: nobody will ask it again."""


class NativePlayer(Player):
    """A native agent: made anew for every match, with the seed of the seat."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._agent: NativeAgent | None = None

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        check_agent(match.game, self.name)
        self._agent = NativeAgent(self.name, seed)
        self.has_given_up = False

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None if it waits."""
        assert self._agent is not None
        try:
            if self._agent.is_oracle:
                action = self._agent.choose_knowing(match, seat)
            else:
                action = self._agent.choose(match.view(seat))
            self.has_given_up = self._agent.has_given_up
            return action
        except BaseException as error:
            # The binding's exception has no module to import it from, and `Exception` does not catch it.
            if type(error).__name__ != "PanicException":
                raise
            raise Forfeit(PANICKED) from None

    def pace(self, match: Match) -> Pace:
        """When the player looks at the table of a timed game."""
        assert self._agent is not None
        return self._agent.pace(match.game)

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """What the agent considered for its last choice, if it tells."""
        return self._agent.thoughts if self._agent else ()


class ThreadPlayer(Player):
    """An agent object that thinks in a thread."""

    def __init__(self, agent: Agent, seconds: float) -> None:
        self._agent = agent
        self.shares_process = not isinstance(agent, NativeAgent)
        self._seconds = seconds
        self._thread: threading.Thread | None = None
        self._asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        if match.game.is_timed:
            self.pace(match)  # refuses a bad reaction time now

    def pace(self, match: Match) -> Pace:
        """When the player looks at the table of a timed game."""
        return read_pace(reaction_of(self._agent), type(self._agent).__name__)

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None if it waits."""
        if self._thread is None:
            self._asked, self._answers = queue.SimpleQueue(), queue.SimpleQueue()
            self._thread = threading.Thread(
                target=_think, args=(self._agent, self._asked, self._answers), daemon=True
            )
            self._thread.start()
        self._asked.put(match.view(seat))
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            self._abandon()
            raise Forfeit(f"gave no answer within {self._seconds:g} seconds") from None
        if isinstance(answer, BaseException):
            self._thread = None
            raise Forfeit(raised(answer)) from None
        return _checked(match, seat, answer)

    def close(self) -> None:
        """End the player: nobody will ask it again."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(timeout=1.0)
            self._thread = None

    def _abandon(self) -> None:
        """Abandon the thread; an exception stops its Python code, a sleep only once it is over."""
        thread, self._thread = self._thread, None
        self._asked.put(None)
        if thread is not None and thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit)
            )


class RegisteredPlayer(ThreadPlayer):
    """A registered agent: made anew for every match, with the seed of the seat."""

    def __init__(self, name: str, seconds: float) -> None:
        super().__init__(make_agent(name), seconds)  # an unknown name is refused at once
        self.name = name
        self.shares_process = True

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        self.close()
        self._agent = make_agent(self.name, seed=seed)
        super().begin(match, seat, seed)


def _think(agent: Agent, asked: queue.SimpleQueue[Any], answers: queue.SimpleQueue[Any]) -> None:
    with contextlib.suppress(SystemExit):  # an abandoned thread may be stopped between two questions
        while (view := asked.get()) is not None:
            try:
                answers.put(agent.choose(view))
            except BaseException as error:
                answers.put(error)
                return


class ProcessPlayer(Player):
    """An agent `module:Class` that thinks in its own process, which is sent its seat's view."""

    def __init__(self, name: str, seconds: float, memory: int = MEMORY) -> None:
        self.name = name
        self._seconds = seconds
        self._memory = memory
        self._process: AgentProcess | None = None
        self._game: Game | None = None
        self._reaction: float | str | None = None

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins: the process is started if there is none.

        The agent's seed is made from the seat's view, not from the match's seed, so it reveals nothing.
        """
        if self._process is None:
            self._process, self._game = AgentProcess(self._memory), None
        message = {"agent": self.name, "seat": seat, "seed": match.view(seat).agent_seed}
        if self._game is not match.game:
            message |= {"catalogue": match.game.catalogue.raw, "board": match.game.board}
        answer = self._exchange(message, START_SECONDS)
        self._game = match.game
        if answer.memory:
            self.close()
            raise AgentError(f'agent "{self.name}": it {self._over_memory}')
        if answer.error is not None:
            raise AgentError(" ".join(answer.error.split()))
        self._reaction = answer.reaction
        if match.game.is_timed:
            self.pace(match)  # refuses a bad reaction time now

    def pace(self, match: Match) -> Pace:
        """When the player looks at the table of a timed game."""
        return read_pace(self._reaction, self.name)

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None if it waits."""
        if self._process is None:
            raise Forfeit("its process has ended")
        answer = self._exchange({"view": match.view(seat).bytes}, self._seconds)
        if answer.memory:
            self.close()
            raise Forfeit(self._over_memory)
        if answer.error is not None:
            raise Forfeit(answer.error)
        if answer.waits:
            return _checked(match, seat, None)
        if answer.code is None:
            return _checked(match, seat, answer.text)
        if not is_code(answer.code):
            raise Forfeit("gave no answer that can be read")
        return _checked(match, seat, match.action(answer.code))

    def close(self) -> None:
        """Nobody asks any more: end the process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    @property
    def _over_memory(self) -> str:
        return f"used more than {show_memory(self._memory)} of memory"

    def _exchange(self, message: dict[str, Any], seconds: float) -> Answer:
        process = self._process
        assert process is not None
        try:
            return process.ask(message, seconds)
        except Silent:
            self.close()
            raise Forfeit(f"gave no answer within {seconds:g} seconds") from None
        except Talkative:
            self.close()
            raise Forfeit("said more than it was asked") from None
        except Ended as ended:
            if self._process is None:  # closed while it was asked
                raise Forfeit("its process has ended") from None
            self.close()
            if ended.code == MEMORY_CODE:
                raise Forfeit(self._over_memory) from None
            if ended.code == HIDDEN_CODE:
                raise Forfeit("hid how much memory it uses") from None
            said = "gave no answer that can be read"
            raise Forfeit(said if ended.code is None else f"ended its process (code {ended.code})") from None


def is_code(code: object) -> bool:
    """Whether a value can be an action's number."""
    return type(code) is int and 0 <= code < CODES


def reaction_of(agent: object) -> float | str | None:
    """The reaction time that a Python agent states, in seconds; if it is no number, the value in words."""
    try:
        said = getattr(agent, "reaction", None)
    except Exception as error:
        name = type(agent).__name__
        raise AgentError(f'agent "{name}": its reaction time cannot be read: it {raised(error)}') from None
    if said is None:
        return None
    try:
        if isinstance(said, int | float) and not isinstance(said, bool):
            return float(said)
    except OverflowError:  # a whole number beyond what a float holds
        pass
    return shown(said)


def read_pace(reaction: float | str | None, who: str) -> Pace:
    """When a Python agent looks at the table of a timed game; `reaction` is the result of `reaction_of`."""
    seconds = REACTION if reaction is None else reaction
    try:
        if isinstance(seconds, float):
            return Pace.reacting(seconds)
    except ValueError:
        pass
    raise AgentError(f'agent "{who}": its reaction time is {reaction}, but it must be 0 to 60 seconds')


def _checked(match: Match, seat: int, answer: object) -> Action | None:
    """The answer as a legal action of the seat, or `Forfeit`; None if the agent waits and may."""
    if answer is None and match.game.is_timed and match.view(seat).prompt is None:
        return None
    legal = match.legal_actions_of(seat)
    if isinstance(answer, str):
        try:
            return legal.read(answer)
        except RejectedAction as error:
            raise Forfeit(f"chose an illegal action: {error.reason}") from None
    if not isinstance(answer, Action):
        raise Forfeit(f"chose {shown(answer)}, which is no action")
    if not is_code(answer.code):
        raise Forfeit(f"chose an action numbered {shown(answer.code)}, which is no action")
    if answer not in legal:
        reason = match.view(seat).why_illegal(answer)
        raise Forfeit(f"chose an illegal action: {match.action(answer.code)} ({reason})")
    return answer


def supervise(agent: Agent | Player | str, seconds: float = 10.0, memory: int = MEMORY) -> Player:
    """A player for an agent: a native name, `module:Class`, or an object."""
    if isinstance(agent, Player):
        return agent
    if isinstance(agent, str):
        if is_native(agent):
            return NativePlayer(agent)
        if ":" in agent:
            return ProcessPlayer(agent, seconds, memory)
        return RegisteredPlayer(agent, seconds)
    return ThreadPlayer(agent, seconds)
