"""The one place that reads files: never more than a limit, never a device, never waiting for ever."""

from __future__ import annotations

import errno
import os
import select
import stat
import sys
from pathlib import Path

from cardwright.basics.limits import INPUT_LINE, Limit
from cardwright.errors import CardwrightError

PATIENCE = 10.0
"""How many seconds a pipe may be silent."""

_OTHERS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)


def read_bytes(path: str | os.PathLike[str], limit: Limit, *, is_named: bool = False) -> bytes:
    """The content of a file; `CardwrightError` if it cannot be read or is too large.

    A file that the user named (`is_named`) may be a pipe, as in `replay <(zcat match.trace.gz)`.
    """
    try:
        handle = os.open(path, _FLAGS)
        try:
            found = os.fstat(handle)
            kind = stat.S_IFMT(found.st_mode)
            if kind == stat.S_IFREG and found.st_size > limit.most:
                raise CardwrightError(limit.refusal(found.st_size), file=path)
            if kind == stat.S_IFREG:
                raw = _read(handle, limit.most + 1)
            elif kind == stat.S_IFIFO and is_named:
                raw = _read_pipe(handle, path, limit.most + 1)
            elif kind == stat.S_IFDIR:
                raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
            else:
                what = _OTHERS.get(kind, "a device")
                raise CardwrightError(f"cannot be read: this is {what}, not a file", file=path)
        finally:
            os.close(handle)
    except OSError as error:
        raise CardwrightError(f"cannot be read: {error.strerror}", file=path) from None
    except ValueError as error:  # an impossible path
        raise CardwrightError(f"cannot be read: {error}", file=path) from None
    return _checked(raw, limit, path)


def read_input(limit: Limit) -> bytes:
    """All of standard input."""
    name = "standard input"
    if sys.stdin is None:
        raise CardwrightError("cannot be read: it is closed", file=name)
    try:
        return _checked(sys.stdin.buffer.read(limit.most + 1), limit, name)
    except OSError as error:
        raise CardwrightError(f"cannot be read: {error.strerror}", file=name) from None


def read_input_line() -> bytes:
    """The next line of standard input; empty at its end."""
    name = "standard input"
    if sys.stdin is None:
        return b""
    try:
        return _checked(sys.stdin.buffer.readline(INPUT_LINE.most + 1), INPUT_LINE, name)
    except OSError as error:
        raise CardwrightError(f"cannot be read: {error.strerror}", file=name) from None


def modified(path: Path) -> int:
    """When a file was last written, in nanoseconds; 0 if that cannot be found out."""
    try:
        return path.stat().st_mtime_ns
    except (OSError, RuntimeError):
        return 0


def _checked(raw: bytes, limit: Limit, file: str | os.PathLike[str]) -> bytes:
    if len(raw) > limit.most:
        raise CardwrightError(limit.refusal(limit.most, is_more=True), file=file)
    return raw


def _read(handle: int, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := os.read(handle, min(most, 1 << 20))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _read_pipe(handle: int, path: str | os.PathLike[str], most: int) -> bytes:
    """Everything that comes through a pipe until it is closed."""
    parts: list[bytes] = []
    while most > 0:
        try:
            part = os.read(handle, min(most, 1 << 16))
        except BlockingIOError:
            if not select.select([handle], [], [], PATIENCE)[0]:
                raise CardwrightError(
                    f"nothing came through this pipe for {PATIENCE:g} seconds", file=path
                ) from None
            continue
        if not part:
            break
        parts.append(part)
        most -= len(part)
    if not parts:
        raise CardwrightError("nobody writes to this pipe", file=path)
    return b"".join(parts)
