"""The board of Elemental Command: five columns, four rows, one's own rows at the bottom."""

from __future__ import annotations

from cardwright.hosting.layout import rows

LAYOUT = rows(["a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"], divider=4)
