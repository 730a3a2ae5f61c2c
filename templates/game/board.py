"""The board of __Title__: three lanes, the player's own side at the bottom."""

from __future__ import annotations

from cardwright.hosting.layout import rows

LAYOUT = rows(["a2 b2 c2", "a1 b1 c1"], divider=2)
