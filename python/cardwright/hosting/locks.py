"""A saved match belongs to one table at a time; it is free again when the table's process ends."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from cardwright.basics.paths import command_name
from cardwright.errors import CardwrightError

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        os.lseek(handle, 1 << 20, os.SEEK_SET)  # far behind the process number, which other tables read
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Keeps other tables from a saved match, by a file beside it that holds the number of the process.

    The system frees it when the process ends, by a crash too; a file that is left over locks nothing.
    In a folder that cannot be written, or on a disk without locks, nothing is locked.
    """

    def __init__(self, save: Path) -> None:
        self._path = _beside(save)
        self._handle: int | None = None
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            while self._handle is None:
                self._handle = self._try(save)

    def _try(self, save: Path) -> int | None:
        """The handle of the locked file; None if another table has just taken the file away."""
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            try:
                _take(handle)
            except (BlockingIOError, PermissionError):
                raise _in_use(save, _number(handle)) from None
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), os.stat(self._path)):
                    os.ftruncate(handle, 0)
                    os.write(handle, f"{os.getpid()}\n".encode())
                    return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        return None

    def release(self) -> None:
        """Let others have the match."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(self._handle)
            self._handle = None


def holder(save: Path) -> str | None:
    """The number of the process that has a saved match open; None if it is not open."""
    try:
        handle = os.open(_beside(save), os.O_RDWR)
    except OSError:
        return None
    try:
        _take(handle)
    except (BlockingIOError, PermissionError):
        return _number(handle)
    except OSError:
        return None
    finally:
        os.close(handle)
    return None


def _beside(save: Path) -> Path:
    return save.with_name(f".{save.name}.lock")


def _number(handle: int) -> str:
    with contextlib.suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        return os.read(handle, 20).decode("ascii", "replace").strip()
    return ""


def _in_use(save: Path, number: str) -> CardwrightError:
    whose = f" (process {number})" if number.isdecimal() else ""
    return CardwrightError(
        f"this match is open at another table{whose}",
        file=save,
        suggestion=f"go on there, or leave it there first; for others see: {command_name()} play --saves",
    )
