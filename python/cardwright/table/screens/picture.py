"""What a driver gives the table to show: one position, with what was told of it so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from cardwright.face.view import View
from cardwright.hosting.chronicle import Entry
from cardwright.hosting.spots import Spot
from cardwright.table.widgets.hand import Hand


class Picture(msgspec.Struct, frozen=True):
    """One position of a match as it lies on the table."""

    view: View | None = None
    bottom: int = 0
    """The seat whose side is below."""
    hands: Sequence[Hand] = ()
    entries: Sequence[Entry] = ()
    """What happened so far."""
    fresh: int = 0
    """The entries from this one on are new."""
    news: Mapping[Spot, str] = {}
    """What happened last, in a word, where it happened."""


NOTHING = Picture()
"""Before there is anything to see."""
