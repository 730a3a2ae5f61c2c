"""Plays the lines of a play block: actions, with their seat and time, and waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.scenario import SEATS, ScenarioError

if TYPE_CHECKING:
    from cardwright.face.match import Match

_WAIT = re.compile(r"wait (\d{1,7}(?:\.\d{1,3})?) ?(s|ms)")
_STAMP = re.compile(r"@(\d{1,9}) +")
_SEAT = re.compile(rf"({'|'.join(SEATS)}): *")


def milliseconds(text: str) -> int | None:
    """The milliseconds of `30 s` or `250 ms`.

    >>> milliseconds("2.5 s"), milliseconds("250 ms"), milliseconds("soon")
    (2500, 250, None)
    """
    found = _WAIT.fullmatch(f"wait {text}")
    if not found:
        return None
    return round(float(found[1]) * (1000 if found[2] == "s" else 1))


def addressed(match: Match, text: str) -> tuple[int | None, str]:
    """The seat of an action and its text without the seat; if all may act, a text without a seat is mine."""
    found = _SEAT.match(text)
    if found:
        return SEATS.index(found[1]), text[found.end() :]
    return (0 if match.game.is_timed else None), text


def take(match: Match, text: str) -> None:
    """Play a line: an action, or a wait in which nobody acts.

    An action without a time takes a millisecond, so that the next one can follow.
    """
    if text.startswith("wait "):
        waited = milliseconds(text.removeprefix("wait "))
        if waited is None:
            raise ScenarioError("a wait is so many seconds or milliseconds", suggestion='write "wait 30 s"')
        match.advance(match.now + waited)
        return
    stamp = _STAMP.match(text)
    seat, action = addressed(match, text[stamp.end() :] if stamp else text)
    match.play(action, seat=seat, at=int(stamp[1]) if stamp else None)
    if match.game.is_timed and not stamp:
        match.advance(match.now + 1)
