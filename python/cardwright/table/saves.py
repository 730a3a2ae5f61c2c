"""Saved matches: kept in the user's state folder until they are played to their end."""

from __future__ import annotations

import contextlib
import tempfile
from datetime import datetime
from pathlib import Path

import msgspec

from cardwright.errors import CardwrightError
from cardwright.match import Match
from cardwright.paths import state_folder, write_whole
from cardwright.trace import Trace


def saves_folder() -> Path:
    """Where saved matches lie."""
    return state_folder() / "matches"


def save(match: Match, notes: dict[str, str], file: Path | None = None) -> Path:
    """Write a match with its card definitions, so that it can be resumed whatever becomes of the cards."""
    target = file or _free_name(match, saves_folder())
    text = msgspec.structs.replace(match.trace, notes=notes).to_text(embed=True)
    write_whole(target, text.encode())
    return target


def keep_finished(match: Match, notes: dict[str, str]) -> Path:
    """Write a match that nobody goes on with, to be looked at again."""
    return save(match, notes, _free_name(match, state_folder() / "finished"))


def save_aside(match: Match, notes: dict[str, str]) -> Path:
    """Write a match into a new folder of its own where temporary files lie."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="cardwright-"))
    except OSError as error:
        raise CardwrightError(f"the match cannot be saved anywhere: {error.strerror}") from None
    return save(match, notes, folder / f"{match.game.slug}-{match.seed}.trace")


def _free_name(match: Match, folder: Path) -> Path:
    name = f"{match.game.slug}-{match.seed}"
    number = 1
    while (path := folder / f"{name}-{number}.trace").exists():
        number += 1
    return path


def all_saved() -> list[Path]:
    """The saved matches, the one saved last first."""
    found = saves_folder().glob("*.trace")
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def last_saved() -> Path:
    """The match that was saved last."""
    found = all_saved()
    if not found:
        raise CardwrightError("there is no saved match", suggestion="begin one with: cardwright play GAME")
    return found[0]


def saved(name: str) -> Path:
    """The saved match of a number (1 is the one saved last) or of a file."""
    if not name.isdecimal() or Path(name).is_file():
        return Path(name)
    found = all_saved()
    number = int(name) if len(name) < 10 else 0
    if not 1 <= number <= len(found):
        raise CardwrightError(f"there is no saved match {name}", suggestion="list them with: play --saves")
    return found[number - 1]


def described(path: Path) -> str:
    """A saved match on one line; one that cannot be read says so."""
    when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
    try:
        trace = Trace.from_file(path)
    except CardwrightError as error:
        return f"{when}  {path}: {error.reason}"
    foe = trace.notes.get("agent", "someone")
    foe += " (in its process)" if "shared" in trace.notes else ""
    return f"{when}  {trace.game}, seed {trace.seed}, against {foe}, {len(trace.steps)} actions  {path}"


def forget(path: Path) -> None:
    """A saved match was played to its end."""
    with contextlib.suppress(OSError):
        path.unlink()
