"""The process of an agent, and how one speaks with it.

Below the caller stands a warden (`warden.py`), below that the process in which the agent thinks (`worker.py`)
and whatever it starts. All of them end with the agent, and with the caller.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any, TypeVar

import msgspec

from cardwright.agents import warden
from cardwright.basics.output import pass_on
from cardwright.errors import CardwrightError, shown

MEMORY = 2 * 10**9
"""How many bytes of memory the processes of an agent may use together."""

LEAST_MEMORY = 100 * 10**6
"""Less than this is not enough for an agent that does nothing."""

MOST_MEMORY = 10**15

PATIENCE = 5.0
"""How many seconds a warden may take to end everybody."""

LONGEST = 2**20
"""Most bytes of an agent's answer: whatever it says fits on a line."""

_DUMPABLE = 4

_UNITS = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}


def read_memory(text: str | int) -> int:
    """The bytes of a limit such as `2GB`.

    >>> read_memory("500MB"), read_memory("1.5 gb")
    (500000000, 1500000000)
    """
    written = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,6})?)\s*([KMGT]B)\s*", str(text), re.IGNORECASE | re.ASCII)
    if isinstance(text, int) and not isinstance(text, bool):
        size = text
    elif written:
        size = round(float(written[1]) * _UNITS[written[2].upper()])
    else:
        hint = "say for example 2GB or 500MB"
        raise CardwrightError(f"{shown(text)} is no amount of memory", suggestion=hint)
    if not LEAST_MEMORY <= size <= MOST_MEMORY:
        least, most = show_memory(LEAST_MEMORY), show_memory(MOST_MEMORY)
        raise CardwrightError(f"{shown(text)} is no limit of memory: it must be {least} to {most}")
    return size


def show_memory(size: int) -> str:
    """A number of bytes in words.

    >>> show_memory(2_000_000_000), show_memory(512_500_000)
    ('2 GB', '512.5 MB')
    """
    unit = next((unit for unit in ("TB", "GB", "MB") if size >= _UNITS[unit]), "KB")
    return f"{size / _UNITS[unit]:.10g} {unit}"


def close_memory() -> None:
    """Refuse the memory of this process, which holds a match, to others of its user, where that works."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DUMPABLE, 0, 0, 0, 0)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the process of an agent says to one question."""

    number: int
    """Of the question."""
    code: int | None = None
    """The action it chose, by its number."""
    text: str | None = None
    """The action it chose, in words."""
    waits: bool = False
    error: str | None = None
    """What it did wrong."""
    memory: bool = False
    """Whether its memory was not enough."""
    reaction: float | str | None = None
    """What it says of its reaction time."""


_Said = TypeVar("_Said")
_MESSAGES = msgspec.msgpack.Decoder(dict[str, Any])
_ANSWERS = msgspec.msgpack.Decoder(Answer)


class Silent(Exception):
    """No answer came in time."""


class Talkative(Exception):
    """More was said than was asked."""


class Ended(Exception):
    """The process has ended: with which code, or None if it says what cannot be read."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class AgentProcess:
    """A process in which one agent thinks, with its warden."""

    def __init__(self, memory: int = MEMORY) -> None:
        lifeline, self._lifeline = os.pipe()
        command = [sys.executable, "-m", "cardwright.agents.worker"]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), warden.LIFELINE: str(lifeline)}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(Path(warden.__file__)), str(memory), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                pass_fds=(lifeline,),
                start_new_session=True,  # an interrupt is for the caller
            )
        except OSError as error:
            os.close(self._lifeline)
            reason = f"a process for an agent cannot be started: {error.strerror}"
            raise CardwrightError(reason, suggestion="try with fewer threads") from None
        finally:
            os.close(lifeline)
        assert self._process.stderr is not None
        pass_on(self._process.stderr)
        self._asked = 0
        self._is_talkative = False
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        """What was said and not heard yet: one answer, and None once nothing more comes."""
        self._closing = threading.Lock()
        self._is_open, self._is_closed = True, False
        for task in (self._listen, self._await_end):
            threading.Thread(target=task, daemon=True).start()

    def ask(self, message: dict[str, Any], seconds: float) -> Answer:
        """The answer to a message; `Silent`, `Talkative` or `Ended` if there is none."""
        assert self._process.stdin is not None
        self._asked += 1
        answer: Answer | None = None
        is_early = not self._answers.empty()
        try:
            if not is_early:
                write_message(self._process.stdin, message | {"number": self._asked})
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise Silent from None
        except (OSError, ValueError):  # it has ended, or was closed by another thread
            pass
        if self._is_talkative or (answer and (is_early or answer.number != self._asked)):
            raise Talkative
        if answer is None:
            raise Ended(self._code(1.0))
        return answer

    def _listen(self) -> None:
        """Hear what is said, and end a process that says a second thing before the first was heard."""
        assert self._process.stdout is not None
        # Whatever goes wrong here comes of what was said, and is the speaker's to answer for.
        with contextlib.suppress(Exception), self._process.stdout as stream:
            while (answer := read_answer(stream)) is not None:
                if not self._answers.empty():
                    self._is_talkative = True
                    self._hang_up()
                    # Who writes where nobody reads would complain of it before it is ended.
                    self._wait()
                    return
                self._answers.put(answer)
        self._answers.put(None)

    def _await_end(self) -> None:
        """Tell when the warden has ended, whoever still holds the other end of the pipe."""
        self._wait()
        sleep(0.2)  # what was said before comes first
        self._answers.put(None)

    def _wait(self) -> None:
        """Until the warden has ended; it keeps its number."""
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)

    def _hang_up(self) -> None:
        """Let the warden end everybody."""
        with self._closing:
            if self._is_open:
                os.close(self._lifeline)
            self._is_open = False

    def _code(self, seconds: float) -> int | None:
        """The code with which the process ends within so many seconds; it keeps its number."""
        until = monotonic() + seconds
        wanted = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while True:
            try:
                found = os.waitid(os.P_PID, self._process.pid, wanted)
            except ChildProcessError:  # closed by another thread
                return self._process.returncode
            if found is not None:
                return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status
            if monotonic() > until:
                return None
            sleep(0.002)

    def close(self) -> None:
        """End the process, and everybody it has started."""
        self._hang_up()
        if self._is_closed:
            return
        self._is_closed = True
        self._code(PATIENCE)
        # The warden has ended everybody, unless somebody ended the warden. Its number is still its own.
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._process.wait()


def write_message(stream: IO[bytes], message: dict[str, Any] | Answer) -> None:
    """Write one message with its length before it."""
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def read_message(stream: IO[bytes]) -> dict[str, Any] | None:
    """Read one message; None when the other side is gone, or what it says cannot be read."""
    return _read(stream, _MESSAGES, 2**32)


def read_answer(stream: IO[bytes]) -> Answer | None:
    """Read what a process of others says, as `read_message` does."""
    return _read(stream, _ANSWERS, LONGEST)


def _read(stream: IO[bytes], decoder: msgspec.msgpack.Decoder[_Said], longest: int) -> _Said | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head, "little")
    if length > longest:
        return None
    data = stream.read(length)
    if len(data) < length:
        return None
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
