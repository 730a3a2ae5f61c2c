"""The board of Mana: two triangles, one's own on the left, front against front."""

from __future__ import annotations

from cardwright.hosting.layout import Layout, Place, Size

_TRIANGLE = {0: (0, 2), 1: (2, 1), 2: (2, 3), 3: (4, 0), 4: (4, 2), 5: (4, 4)}
"""Where the locations of the left side lie, in half cells: the back outside, the front in the middle."""

LAYOUT = Layout(
    tuple(
        Place(f"{side}{number}", x if side == "a" else 10 - x, y)
        for side in "ab"
        for number, (x, y) in _TRIANGLE.items()
    ),
    turned="half turn",
    least=Size(12, 2),
    most=Size(18, 4),
    is_wide=True,
)
