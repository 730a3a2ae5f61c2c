"""What a person wants when a table is closed."""

from __future__ import annotations

from enum import Enum


class Wish(Enum):
    """What comes after a match."""

    LEAVE = "leave"
    AGAIN = "rematch"
    """Another match with the same decks."""
    ANEW = "new"
    """Another match that is chosen on the start screen."""
