"""What lies in the free corners of a board: piles, a clock, pieces without cells."""

from __future__ import annotations

from typing import Literal

import msgspec

from cardwright.hosting.spots import Spot


class Furniture(msgspec.Struct, frozen=True):
    """A line in a free corner of a board, with its spot if it can be pointed at."""

    corner: Literal["upper left", "upper right", "lower left", "lower right"]
    text: str
    spot: Spot | None = None
    style: str = ""
