"""The warden of an agent's process: a separate script, `python warden.py BYTES COMMAND ...`.

It starts the command and makes sure that all processes below it together use at most BYTES of memory. It ends
all of them when the command ends, or when the caller closes the other end of the lifeline, a pipe. It imports
nothing else of Cardwright, so that it is small and starts at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator
from typing import NoReturn

LIFELINE = "CARDWRIGHT_LIFELINE"
"""The environment variable with the number of a pipe; the pipe closes when the warden's caller ends."""

MEMORY_CODE = 86
"""The exit code of the warden if the processes used too much memory."""

HIDDEN_CODE = 87
"""The exit code of the warden if a process hides how much memory it uses."""

PULSE = 0.1
"""The seconds between two looks at the memory."""

_DEATH_SIGNAL, _SUBREAPER = 1, 36


def _control(option: int, value: int) -> None:
    """Call `prctl` on Linux; do nothing elsewhere."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_memory(most: int) -> None:
    """Limit the data of this process to `most` bytes; memory that is mapped but never written is free."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _children(pid: int) -> Iterator[int]:
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for thread in threads:
        yield from map(int, _read(f"/proc/{pid}/task/{thread}/children").split())


def below(pid: int) -> list[int]:
    """All processes below one. An orphan becomes a child of the warden, so none is missed for long."""
    found = list(_children(pid))
    for one in found:
        found += (child for child in _children(one) if child not in found)
    return found


def _resident(pid: int) -> int | None:
    """The memory that a process uses, shared pages included; None if that is hidden."""
    words = _read(f"/proc/{pid}/statm").split()
    if len(words) > 1:
        return int(words[1]) * os.sysconf("SC_PAGE_SIZE")
    return None if _is_there(pid) else 0


def _fair_part(pid: int) -> int | None:
    """The memory of a process with its share of shared pages; with all of them if the shares are hidden."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(pid)


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def excess(most: int, pids: list[int]) -> int | None:
    """The exit code if processes together use more than `most` bytes, or hide it; None if they may go on."""
    # The fair sum walks over all pages; the quick one counts shared pages repeatedly and is never less.
    for measure in (_resident, _fair_part):
        parts = [measure(pid) for pid in pids]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return HIDDEN_CODE
        if sum(known) <= most:
            return None
        if len(pids) == 1:
            break
    return MEMORY_CODE


def end_all(*, is_left: bool) -> None:
    """End all processes below this one, however often they fork and whatever session they moved to.

    Only Linux lists them. Elsewhere the caller ends this process' group; if the caller has left (`is_left`),
    this process ends its group, itself included.
    """
    while True:
        stopped: set[int] = set()
        # A stopped process cannot fork: first all are stopped, then all are killed.
        while found := [pid for pid in below(os.getpid()) if pid not in stopped]:
            for pid in found:
                _signal(pid, signal.SIGSTOP)
            stopped.update(found)
        for pid in stopped:
            _signal(pid, signal.SIGKILL)
        if sys.platform != "linux" and is_left:
            with contextlib.suppress(OSError):
                os.killpg(0, signal.SIGKILL)
        # A signal arrives later than it is sent: a process forked meanwhile is killed in the next round.
        if _have_all_left():
            return
        time.sleep(0.001)


def _have_all_left() -> bool:
    """Reap the processes that ended; whether none is left below this one."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return not below(os.getpid())
    return False


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def _reap(child: int) -> int | None:
    """Reap the processes that ended; the status of the child itself, if it is among them."""
    status = None
    while True:
        try:
            pid, code = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if pid == 0:
            return status
        if pid == child:
            status = code


def _watch(child: int, lifeline: int, most: int) -> int | None:
    """The status with which the command ended; None if the caller has left."""
    poll = select.poll()
    poll.register(lifeline, select.POLLIN | select.POLLHUP)
    with contextlib.suppress(OSError, AttributeError):
        poll.register(os.pidfd_open(child), select.POLLIN)  # type: ignore[attr-defined, unused-ignore]
    while True:
        ready = [descriptor for descriptor, _ in poll.poll(PULSE * 1000)]
        if lifeline in ready:
            return None
        status = _reap(child)
        if status is not None:
            return status
        if sys.platform == "linux" and (code := excess(most, below(os.getpid()))) is not None:
            return code << 8


def _leave(status: int | None) -> NoReturn:
    """End with the status of the command."""
    if status is not None and os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        _signal(os.getpid(), number)
    os._exit(0 if status is None else os.waitstatus_to_exitcode(status) & 255)


def main() -> None:
    """Start the command and watch over it."""
    most, command = int(sys.argv[1]), sys.argv[2:]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # nobody needs an agent's core dump
    lifeline = int(os.environ.pop(LIFELINE))
    _control(_SUBREAPER, 1)
    warden = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(lifeline)
        # The agent dies with the warden's thread that forked it, which is its only one.
        _control(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != warden:
            os._exit(1)
        limit_memory(most)
        os.execv(command[0], command)
    # The agent talks to the caller directly; the warden neither reads nor writes their messages.
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    status = _watch(child, lifeline, most)
    end_all(is_left=status is None)
    _leave(status)


if __name__ == "__main__":
    main()
