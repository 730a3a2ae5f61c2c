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
from typing import IO, Any

import msgspec

from cardwright.agents import warden
from cardwright.errors import CardwrightError, shown
from cardwright.output import pass_on

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


class Silent(Exception):
    """No answer came in time."""


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
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        for task in (_listen, _await_end):
            threading.Thread(target=task, args=(self._process, self._answers), daemon=True).start()
        self._is_open = True

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a message; `Silent` or `Ended` if there is none."""
        assert self._process.stdin is not None
        try:
            write_message(self._process.stdin, message)
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise Silent from None
        except (OSError, ValueError):  # it has ended, or was closed by another thread
            answer = None
        if answer is None:
            raise Ended(self._code(1.0))
        return answer

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
        if not self._is_open:
            return
        self._is_open = False
        os.close(self._lifeline)
        self._code(PATIENCE)
        # The warden has ended everybody, unless somebody ended the warden. Its number is still its own.
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._process.wait()


def _listen(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    assert process.stdout is not None
    with process.stdout as stream:
        while (message := read_message(stream, LONGEST)) is not None:
            answers.put(message)
    answers.put(None)


def _await_end(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    """Tell when the warden has ended, whoever still holds the other end of the pipe."""
    with contextlib.suppress(ChildProcessError):
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    sleep(0.2)  # what was said before comes first
    answers.put(None)


def write_message(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Write one message with its length before it."""
    data = msgspec.msgpack.encode(message)
    stream.write(len(data).to_bytes(4, "little") + data)
    stream.flush()


def read_message(stream: IO[bytes], longest: int = 2**32) -> dict[str, Any] | None:
    """Read one message; None when the other side is gone, or what it says cannot be read."""
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
        return msgspec.msgpack.decode(data, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        return None
