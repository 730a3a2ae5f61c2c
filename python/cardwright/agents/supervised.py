"""Agents under supervision: one that raises, chooses an illegal action or never answers forfeits.

An agent known by a name `module:Class` thinks in a process of its own, which can be ended whatever it does.
An agent given as an object thinks in a thread: it is left behind when its time is up, and stopped as far as
Python can. Nobody waits for either.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any

import msgspec

from cardwright import _kernel
from cardwright.actions import Action
from cardwright.agents import Agent, NativeAgent, Thought, check_agent, is_native
from cardwright.agents import agent as make_agent
from cardwright.errors import AgentError, RejectedAction, shown

if TYPE_CHECKING:
    from cardwright.match import Match

START_SECONDS = 30.0
"""How long a process may take to come up and make its agent."""


REACTION = 0.25
"""The mean reaction time in seconds of an agent in Python that says none."""

PANICKED = "panicked; what it said stands among the errors"
"""Why a native agent forfeits."""

CODES = 2**64
"""An action is a number below this one."""


class Forfeit(Exception):
    """An agent has lost its match: why, on one line."""

    def __init__(self, reason: str) -> None:
        super().__init__(" ".join(reason.split())[:400])


class Player:
    """Someone in a seat: asked for an action, gives a legal one or forfeits."""

    has_given_up = False
    """Whether the player has given the match up as lost, in a timed game."""

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""

    def ask(self, match: Match, seat: int) -> Action:
        """The player's action where one must be taken, or `Forfeit`."""
        action = self.look(match, seat)
        if action is None:
            raise Forfeit("waits where it must act")
        return action

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None: it waits, which only a timed game allows."""
        raise NotImplementedError

    def pace(self, match: Match) -> _kernel.Pace:
        """When the player looks at the table of a timed game; known once the match has begun."""
        raise NotImplementedError

    def close(self) -> None:
        """Nobody asks any more."""


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
        """The player's action, or `Forfeit`; None: it waits."""
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

    def pace(self, match: Match) -> _kernel.Pace:
        """When the player looks at the table of a timed game."""
        assert self._agent is not None
        return self._agent.pace(match.game)

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """What the agent thought of when it was asked last, if it tells."""
        return self._agent.thoughts if self._agent else ()


class ThreadPlayer(Player):
    """An agent object that thinks in a thread."""

    def __init__(self, agent: Agent, seconds: float) -> None:
        self._agent = agent
        self._seconds = seconds
        self._thread: threading.Thread | None = None
        self._asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        if match.game.is_timed:
            self.pace(match)  # says what is wrong with it

    def pace(self, match: Match) -> _kernel.Pace:
        """When the player looks at the table of a timed game."""
        return read_pace(reaction_of(self._agent), type(self._agent).__name__)

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None: it waits."""
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
        """Nobody asks any more."""
        if self._thread is not None:
            self._asked.put(None)
            self._thread.join(timeout=1.0)
            self._thread = None

    def _abandon(self) -> None:
        """Leave the thread behind; an exception ends its loop in Python, or its sleep once that is over."""
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

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        self.close()
        self._agent = make_agent(self.name, seed=seed)
        super().begin(match, seat, seed)


def _think(agent: Agent, asked: queue.SimpleQueue[Any], answers: queue.SimpleQueue[Any]) -> None:
    while (view := asked.get()) is not None:
        try:
            answers.put(agent.choose(view))
        except BaseException as error:
            answers.put(error)
            return


class ProcessPlayer(Player):
    """An agent `module:Class` that thinks in a process of its own."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._told = 0
        self._reaction: float | str | None = None

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins: the process is started if none is there."""
        self._told = 0
        if self._process is None:
            self._start()
        answer = self._exchange(
            {
                "agent": self.name,
                "catalogue": match.game.catalogue.raw,
                "setup": msgspec.to_builtins(match.setup),
                "match_seed": match.seed,
                "seat": seat,
                "seed": seed,
            },
            START_SECONDS,
        )
        if "error" in answer:
            raise AgentError(" ".join(str(answer["error"]).split()))
        self._reaction = answer.get("reaction")
        if match.game.is_timed:
            self.pace(match)  # says what is wrong with it

    def pace(self, match: Match) -> _kernel.Pace:
        """When the player looks at the table of a timed game."""
        return read_pace(self._reaction, self.name)

    def look(self, match: Match, seat: int) -> Action | None:
        """The player's action, or `Forfeit`; None: it waits."""
        if self._process is None:
            raise Forfeit("its process has ended")
        codes = match.kernel.actions()
        news: dict[str, Any] = {"actions": codes[self._told :]}
        if match.game.is_timed:
            news |= {"times": match.times[self._told :], "now": match.now}
        self._told = len(codes)
        answer = self._exchange(news, self._seconds)
        if "error" in answer:
            raise Forfeit(str(answer["error"]))
        if "waits" in answer:
            return _checked(match, seat, None)
        return _checked(match, seat, match.action(answer["code"]) if "code" in answer else answer.get("text"))

    def close(self) -> None:
        """Nobody asks any more: end the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError):
                assert process.stdin is not None
                process.stdin.close()
            process.wait()

    def _start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cardwright.agents.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # an interrupt is for the caller
        )
        self._answers = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()

    def _exchange(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            write_message(self._process.stdin, message)
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            raise Forfeit(f"gave no answer within {seconds:g} seconds") from None
        except OSError:
            answer = None
        if answer is None:
            process = self._process
            if process is None:  # closed while it was asked
                raise Forfeit("its process has ended")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1.0)
            code = process.poll()
            self.close()
            raise Forfeit(
                "gave no answer that can be read" if code is None else f"ended its process (code {code})"
            )
        return answer


def _listen(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        while (message := read_message(stream)) is not None:
            answers.put(message)
    answers.put(None)


def write_message(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message with its length before it."""
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def read_message(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read one message; None when the other side is gone."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head, "little")
    data = stream.read(length)
    if len(data) < length:
        return None
    try:
        return msgspec.msgpack.decode(data, type=dict[str, Any])
    except msgspec.DecodeError:
        return None


def raised(error: BaseException) -> str:
    """What an agent raised, in words."""
    try:
        return f"raised {type(error).__name__}: {error}"
    except Exception:
        return f"raised {type(error).__name__}"


def is_code(code: object) -> bool:
    """Whether something may be an action's number."""
    return type(code) is int and 0 <= code < CODES


def reaction_of(agent: object) -> float | str | None:
    """What an agent in Python says of its reaction time: seconds, or in words what is no number of them."""
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


def read_pace(reaction: float | str | None, who: str) -> _kernel.Pace:
    """When an agent in Python looks at the table of a timed game, from what `reaction_of` tells."""
    seconds = REACTION if reaction is None else reaction
    try:
        if isinstance(seconds, float):
            return _kernel.Pace.reacting(seconds)
    except ValueError:
        pass
    raise AgentError(f'agent "{who}": its reaction time is {reaction}, which must be 0 to 60 seconds')


def _checked(match: Match, seat: int, answer: object) -> Action | None:
    """The answer as a legal action of the seat, or `Forfeit`; None where it may wait and does."""
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
        reason = match.view(seat).kernel.why_illegal(answer.code)
        raise Forfeit(f"chose an illegal action: {match.action(answer.code)} ({reason})")
    return answer


def supervise(agent: Agent | Player | str, seconds: float = 10.0) -> Player:
    """A player for an agent: a native name, `module:Class`, or an object."""
    if isinstance(agent, Player):
        return agent
    if isinstance(agent, str):
        if is_native(agent):
            return NativePlayer(agent)
        if ":" in agent:
            return ProcessPlayer(agent, seconds)
        return RegisteredPlayer(agent, seconds)
    return ThreadPlayer(agent, seconds)
