"""What a table notes of a match beside its actions: names of a trace's notes."""

from __future__ import annotations

from collections.abc import Mapping

CONCEDED = "conceded"
"""The match ended because a seat gave up: the number of the seat."""

FORFEITED = "forfeited"
"""The match ended because an agent misbehaved: the number of the seat, and what it did."""

OVER = "over"
"""The match ended by its rules; only a match that was written action by action has this note."""

SHARED = "shared"
"""The match had agents that were objects in its process: the numbers of their seats."""

PLAIN = "plain"
"""A saved match was played in plain text, and goes on in plain text."""

SPEED = "speed"
"""The speed of the clock of a saved timed match, if it is not 1."""


def tell_end(notes: Mapping[str, str]) -> bool:
    """Whether notes say that a match is over."""
    return any(name in notes for name in (CONCEDED, FORFEITED, OVER))
