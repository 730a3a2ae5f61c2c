"""Runs a command in a pseudo-terminal, to test what people see and type."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time


class Terminal:
    """A command in a pseudo-terminal that a test types into and reads from."""

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), before: str = "") -> None:
        self.master, slave = pty.openpty()
        columns, lines = size
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        command = [sys.executable, "-c", f"{before}\nfrom cardwright.cli import main; main()", *words]
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            close_fds=True,
            env={**environment, "TERM": "xterm-256color"},
        )
        os.close(slave)
        self.seen = ""
        self._decode = codecs.getincrementaldecoder("utf-8")().decode  # a letter may come in two parts

    def until(self, words: str, seconds: float = 30) -> str:
        """Read until some words appear; returns what was shown up to them."""
        end = time.monotonic() + seconds
        while words not in self.seen:
            assert time.monotonic() < end, f"{words!r} did not come; shown was:\n{self.seen}"
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            assert data, f"the command ended before {words!r}:\n{self.seen}"
            self.seen += self._decode(data).replace("\r\n", "\n")
        shown, _, self.seen = self.seen.partition(words)
        return shown

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def interrupt(self, how: signal.Signals = signal.SIGINT) -> None:
        """Send a signal until the command ends: one that comes just before it waits for a line is missed."""
        for _ in range(40):
            os.killpg(self.process.pid, how)
            try:
                self.process.wait(timeout=0.5)
            except subprocess.TimeoutExpired:
                continue
            return

    def rest(self) -> tuple[int, str]:
        """The exit code and the rest of the output."""
        end = time.monotonic() + 60
        while True:
            assert time.monotonic() < end, f"the command does not end; shown was:\n{self.seen}"
            if not select.select([self.master], [], [], 0.1)[0]:
                if self.process.poll() is not None:
                    break
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:
                break
            if not data:
                break
            self.seen += self._decode(data).replace("\r\n", "\n")
        return self.process.wait(timeout=20), self.seen

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


def at_terminal(
    terminals: list[Terminal], *words: str, size: tuple[int, int] = (80, 24), before: str = ""
) -> Terminal:
    terminal = Terminal(*words, size=size, before=before)
    terminals.append(terminal)
    return terminal
