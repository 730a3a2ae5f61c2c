"""What a table notes of a match beside its actions: names of a trace's notes."""

from __future__ import annotations

from collections.abc import Mapping

AGENT = "agent"
"""Who sits opposite the person at the table: an agent, or `HUMAN`."""

HUMAN = "human"
"""The name of a person where an agent could be named."""

AGENTS = "agents"
"""The agents of a match without people, by seat, with commas between."""

DECKS = "decks"
"""What the decks were called when they were chosen, by seat, with commas between."""

WINNER = "winner"
"""Only in a finished match: the number of the seat that won by the rules, or `DRAW`."""

DRAW = "draw"
"""What `WINNER` says of a match that nobody won."""

LASTED = "lasted"
"""Only in a finished match: how many turns it had; in a timed game, how many milliseconds."""

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
