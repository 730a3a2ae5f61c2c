"""The board of Hearth: a row of minions for each player, one's own at the bottom."""

from __future__ import annotations

from cardwright.hosting.layout import Size, rows

LAYOUT = rows(
    ["b1 b2 b3 b4 b5 b6 b7", "a1 a2 a3 a4 a5 a6 a7"],
    divider=2,
    most=Size(18, 5),
    is_wide=True,
    shifts=True,
)
