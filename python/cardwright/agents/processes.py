"""The process of an agent, and the messages to and from it.

The caller starts a warden (`warden.py`), the warden starts the process in which the agent thinks
(`worker.py`), and the agent may start more. All of them end when the agent or the caller ends.
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
"""With less than this even an agent that does nothing cannot start."""

MOST_MEMORY = 10**15

PATIENCE = 5.0
"""How many seconds a warden may take to end all processes."""

LONGEST = 2**20
"""The most bytes of an agent's answer."""

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
    """Keep other processes of the same user from reading this one's memory, which holds a match (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DUMPABLE, 0, 0, 0, 0)


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The answer of an agent's process to one question."""

    number: int
    """The number of the question."""
    code: int | None = None
    """The action it chose, by its number."""
    text: str | None = None
    """The action it chose, in words."""
    waits: bool = False
    error: str | None = None
    """What it did wrong."""
    memory: bool = False
    """Whether it ran out of memory."""
    reaction: float | str | None = None
    """The reaction time that the agent states."""


_Said = TypeVar("_Said")
_MESSAGES = msgspec.msgpack.Decoder(dict[str, Any])
_ANSWERS = msgspec.msgpack.Decoder(Answer)


class Silent(Exception):
    """No answer came in time."""


class Talkative(Exception):
    """The process sent more answers than there were questions."""


class Ended(Exception):
    """The process has ended; its code, or None if it is running and sent something unreadable."""

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
        """The answer that nobody has read yet; None once no more can come."""
        self._closing = threading.Lock()
        self._is_open, self._is_closed = True, False
        for task in (self._listen, self._await_end):
            threading.Thread(target=task, daemon=True).start()

    def ask(self, message: dict[str, Any], seconds: float) -> Answer:
        """The answer to a message; raises `Silent`, `Talkative` or `Ended` if there is none."""
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
        """Read the answers, and end a process that sends a second one before the first was taken."""
        assert self._process.stdout is not None
        # Anything that goes wrong here is the fault of the agent's process, which forfeits.
        with contextlib.suppress(Exception), self._process.stdout as stream:
            while (answer := read_answer(stream)) is not None:
                if not self._answers.empty():
                    self._is_talkative = True
                    self._hang_up()
                    # Keep the pipe open until it has ended: a broken pipe would make it print an error.
                    self._wait()
                    return
                self._answers.put(answer)
        self._answers.put(None)

    def _await_end(self) -> None:
        """Note that the warden has ended, even if another process still holds the pipe open."""
        self._wait()
        sleep(0.2)  # answers sent before come first
        self._answers.put(None)

    def _wait(self) -> None:
        """Wait until the warden has ended, without freeing its process id."""
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)

    def _hang_up(self) -> None:
        """Make the warden end all processes."""
        with self._closing:
            if self._is_open:
                os.close(self._lifeline)
            self._is_open = False

    def _code(self, seconds: float) -> int | None:
        """The exit code, if the process ends within some seconds; its process id is not freed."""
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
        """End the process and all processes that it started."""
        self._hang_up()
        if self._is_closed:
            return
        self._is_closed = True
        self._code(PATIENCE)
        # The warden has ended all processes, unless it was killed itself. Its process id is still its own.
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
    """Read one message; None if the other side is gone or sent something unreadable."""
    return _read(stream, _MESSAGES, 2**32)


def read_answer(stream: IO[bytes]) -> Answer | None:
    """Read one answer of an agent's process, as `read_message` does; untrusted, so its length is limited."""
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
