"""Going on with a match that was saved: `play --resume` and `play --saves`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from cardwright.basics.output import complain, show
from cardwright.basics.paths import command_name, replay_command
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.face.replaying import replay
from cardwright.face.trace import Trace
from cardwright.hosting import saves
from cardwright.hosting.finished import all_finished
from cardwright.hosting.notes import SPEED, tell_end
from cardwright.hosting.realtime.clock import checked_speed
from cardwright.sources.finding import game_sources


def resume_saved(name: str | None, given: list[str]) -> tuple[saves.Save, Match, dict[str, str]]:
    """The saved match of a file or number, or the last one: where it is kept from now on, and its notes."""
    _check_resumed(name, given)
    for path in saves.all_saved() if name is None else [saves.saved(name)]:
        save, trace, match = _reopen(path)
        if not (match.is_over or tell_end(trace.notes)):
            return save, match, trace.notes
        with contextlib.closing(save):
            if name is not None:
                again = f"look at it with: {replay_command(path)}"
                raise CardwrightError("this match is over", file=path, suggestion=again)
            # The table was lost after the end of the match, before it put the match away.
            kept = path
            with contextlib.suppress(CardwrightError):
                kept = save.retire(match)
        look = f"look at it with: {replay_command(kept)}"
        complain(f"cardwright: {path.name} is a match that is over; {look}")
    hint = f"begin one with: {command_name()} play GAME"
    raise CardwrightError("there is no saved match", suggestion=hint)


def _check_resumed(name: str | None, given: list[str]) -> None:
    """Refuse options that a match that is resumed cannot take."""
    is_save = name is None or name.isdecimal() or name.endswith(".trace") or Path(name).is_file()
    if not is_save and name not in game_sources():
        raise CardwrightError(
            f'there is no saved match "{name}": name one by its number or its file',
            suggestion=saves.how_to_list(),
        )
    refused = [*([] if is_save else ["GAME"]), *given]
    if refused:
        raise CardwrightError(
            f"--resume goes on with a match as it was begun: it takes no {' and no '.join(refused)}"
        )


def _reopen(path: Path) -> tuple[saves.Save, Trace, Match]:
    """A saved match, played up to where it was left; no other table can have it meanwhile."""
    # A file elsewhere is the user's own: it is neither overwritten nor removed.
    is_own = os.path.realpath(path.parent) == os.path.realpath(saves.saves_folder())
    save = saves.Save(path if is_own and path.exists() else None)
    try:
        trace = Trace.from_file(path)
        return save, trace, replay(trace)
    except CardwrightError as error:
        save.close()
        if not is_own:
            raise
        hint = "; ".join(part for part in (error.suggestion, saves.way_out(path)) if part)
        raise CardwrightError(error.reason, file=error.file, line=error.line, suggestion=hint) from None


def kept_speed(notes: Mapping[str, str]) -> float:
    """The speed at which a match was left; 1 if the notes do not say."""
    try:
        return checked_speed(float(notes.get(SPEED, "1")))
    except (ValueError, CardwrightError):
        return 1.0


def list_saves() -> None:
    """Print the saved matches, numbered."""
    found = saves.all_saved()
    for number, path in enumerate(found, 1):
        show(f"{number:>3}  {saves.described(path)}\n")
    if found:
        show(f"Go on with one of them: {command_name()} play --resume NUMBER\n")
    else:
        show("There is no saved match.\n")
    if all_finished():
        show(f"Matches that are over: {command_name()} replay\n")
