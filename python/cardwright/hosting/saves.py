"""Saved matches: kept in the user's state folder until they are played to their end."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import quote

import msgspec

from cardwright.basics.files import modified, read_bytes
from cardwright.basics.limits import TRACE
from cardwright.basics.paths import command_name, state_folder, write_whole
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.face.trace import SINCE, Trace
from cardwright.hosting.locks import Lock, holder
from cardwright.hosting.notes import DRAW, LASTED, SHARED, WINNER, tell_end


def saves_folder() -> Path:
    """Where saved matches lie."""
    return state_folder() / "matches"


def finished_folder() -> Path:
    """Where matches lie that were played to their end."""
    return state_folder() / "finished"


class Save:
    """The file of a match at the table: the match as it was written first, and a line for each later action.

    A line that is written survives the end of the process, however it ends; it does not wait for the disk, so
    the last ones may be lost with the power. Where nothing can be written, lines wait for the next attempt.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        """Where it lies, once there is something to keep."""
        self._lock = None if path is None else Lock(path)
        self._begun_here = False
        self._handle: int | None = None
        self._size = 0
        """The length of the file up to its last whole line."""
        self._size_before = 0
        """The length of the file when a person last left or saved the match."""
        self._waiting = ""

    @property
    def is_on_purpose(self) -> bool:
        """Whether a person left or saved the match; otherwise the file is only a safety copy."""
        return self.path is not None and not self._begun_here

    def write(self, match: Match, notes: dict[str, str]) -> Path:
        """Write the match whole, to be resumed."""
        return self._write(match, notes, is_asked=True)

    def add(self, match: Match, notes: dict[str, str], lines: Sequence[str]) -> None:
        """Write the lines that wait; `CardwrightError` if that is not possible now."""
        if self.path is None or not self._is_there():
            self._write(match, notes, is_asked=False)
            return
        assert self._handle is not None
        self._waiting += "".join(f"{line}\n" for line in lines)
        data = self._waiting.encode()
        try:
            done = os.write(self._handle, data)
            if done < len(data):
                raise OSError(0, "no room")
        except OSError as error:
            with contextlib.suppress(OSError):  # half a line would spoil the next one
                os.ftruncate(self._handle, self._size)
            raise CardwrightError(f"cannot be written: {error.strerror}", file=self.path) from None
        self._size += len(data)
        self._waiting = ""

    def _write(self, match: Match, notes: dict[str, str], *, is_asked: bool) -> Path:
        is_new = self.path is None
        if self.path is None:
            self._take_free_name(match)
        assert self.path is not None
        try:
            save(match, notes, self.path, is_synced=is_asked)
        except CardwrightError:
            if is_new:
                self.close()
                self.path = None
            raise
        if is_asked:
            self._begun_here = False
        self._waiting = ""
        self._open()
        self._size_before = self._size
        return self.path

    def _take_free_name(self, match: Match) -> None:
        """A name that no match has and no other table is taking."""
        for path in _names(match, saves_folder()):
            if path.exists():
                continue
            try:
                lock = Lock(path)
            except CardwrightError:
                continue
            if path.exists():  # written and left in between
                lock.release()
                continue
            self.path, self._lock, self._begun_here = path, lock, True
            return

    def _is_there(self) -> bool:
        """Whether lines can be added: to the file that was opened, or to one that is opened now."""
        assert self.path is not None
        try:
            if self._handle is None:
                self._open()
                self._size_before = self._size
                return True
            here, there = os.fstat(self._handle), os.stat(self.path)
        except (OSError, CardwrightError):
            return False
        return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)

    def _open(self) -> None:
        """Open the file behind its last whole line."""
        assert self.path is not None
        raw = read_bytes(self.path, TRACE)
        self._size = raw.rfind(b"\n") + 1
        self._let_go()
        self._handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        os.ftruncate(self._handle, self._size)
        if f"\n{SINCE}\n".encode() not in raw:
            self._waiting = f"\n{SINCE}\n{self._waiting}"

    def discard(self) -> None:
        """Cut the file back to where a person last left or saved the match."""
        if self.path is not None and self._begun_here:
            forget(self.path)
        elif self._handle is not None:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._size_before)
        self.close()

    def forget(self) -> None:
        """The match was played to its end: there is nothing to resume."""
        if self.path is not None:
            forget(self.path)
            self.close()
            self.path = None

    def retire(self, match: Match) -> Path:
        """Move a match that is over to the finished ones; its table was lost before it could do so."""
        assert self.path is not None
        path = next(path for path in _names(match, finished_folder()) if not path.exists())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.rename(self.path, path)
        except OSError as error:
            raise CardwrightError(f"cannot be moved: {error.strerror}", file=self.path) from None
        return path

    def close(self) -> None:
        """Stop writing, and let other tables have the match."""
        self._let_go()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def save(match: Match, notes: dict[str, str], file: Path, *, is_synced: bool = True) -> Path:
    """Write a match with its card definitions, so that it can be resumed even if the cards change."""
    text = msgspec.structs.replace(match.trace, notes=notes).to_text(embed=True)
    write_whole(file, text.encode(), is_synced=is_synced)
    return file


def keep_finished(match: Match, notes: dict[str, str]) -> Path:
    """Write a match that is over or abandoned, to be replayed."""
    free = (path for path in _names(match, finished_folder()) if not path.exists())
    return save(match, notes | end_notes(match), next(free))


def end_notes(match: Match) -> dict[str, str]:
    """The notes that tell a list how a match ended, so that it need not be played again for that."""
    result = match.result
    winner = "" if result is None else DRAW if result.winner is None else str(result.winner)
    return {LASTED: str(match.now)} | ({WINNER: winner} if winner else {})


def save_aside(match: Match, notes: dict[str, str]) -> Path:
    """Write a match into a new folder of its own where temporary files lie."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="cardwright-"))
    except OSError as error:
        raise CardwrightError(f"the match cannot be saved anywhere: {error.strerror}") from None
    return save(match, notes, folder / f"{match.game.slug}-{match.seed}.trace")


def _names(match: Match, folder: Path) -> Iterator[Path]:
    """The names that a match may have in a folder."""
    return (folder / f"{match.game.slug}-{match.seed}-{number}.trace" for number in count(1))


def all_saved() -> list[Path]:
    """The saved matches, the one saved last first."""
    found = saves_folder().glob("*.trace")
    return sorted(found, key=lambda path: (modified(path), path.name), reverse=True)


def saved(name: str) -> Path:
    """The saved match of a number (1 is the one saved last) or of a file."""
    if not name.isdecimal() or Path(name).is_file():
        return Path(name)
    found = all_saved()
    number = int(name) if len(name) < 10 else 0
    if not 1 <= number <= len(found):
        raise CardwrightError(f"there is no saved match {name}", suggestion=how_to_list())
    return found[number - 1]


def how_to_list() -> str:
    """Where to look for a match that was not found."""
    return f"list them with: {command_name()} play --saves"


def way_out(path: Path) -> str:
    """What to do with a saved match that cannot be resumed."""
    others = (number for number, other in enumerate(all_saved(), 1) if other != path and _goes_on(other))
    number = next(others, None)
    command = command_name()
    instead = (
        f"begin a new match: {command} play GAME"
        if number is None
        else f"go on with another match: {command} play --resume {number}"
    )
    return f"{instead}; or set this one aside: mv {quote(str(path))} {quote(f'{path}.damaged')}"


def resumable() -> list[Path]:
    """The saved matches that can be resumed, the one saved last first."""
    return [path for path in all_saved() if _goes_on(path)]


def _goes_on(path: Path) -> bool:
    """Whether a saved match can be resumed, as far as that is known without playing it again."""
    try:
        return holder(path) is None and not tell_end(Trace.from_file(path).notes)
    except CardwrightError:
        return False


def described(path: Path) -> str:
    """A saved match on one line, with a note if it cannot be read or is being played."""
    when = datetime.fromtimestamp(modified(path) / 1e9).strftime("%Y-%m-%d %H:%M")
    try:
        trace = Trace.from_file(path)
    except CardwrightError as error:
        return f"{when}  {path}: {error.reason}"
    foe = trace.notes.get("agent", "someone")
    foe += " (in its process)" if SHARED in trace.notes else ""
    played = f"{len(trace.steps)} actions{', open at a table' * (holder(path) is not None)}"
    played += ", over" * (path.parent == saves_folder() and tell_end(trace.notes))
    return f"{when}  {trace.game}, seed {trace.seed}, against {foe}, {played}  {path}"


def forget(path: Path) -> None:
    """A saved match was played to its end."""
    with contextlib.suppress(OSError):
        path.unlink()
