"""How much room a board takes of the screen, beside the hand and above the log."""

from __future__ import annotations

from cardwright.hosting.layout import Layout

LOWER = 6
"""Lines that the log keeps at least."""

BESIDE = 22
"""Columns that the hand keeps at least."""

BESIDE_MAP = 26
"""Columns that the hand keeps beside a board for which everything else makes room."""

LOWER_MAP = 5
"""Lines that the log keeps below such a board."""

LOWER_WHOLE = 4
"""Lines that it keeps if the board can then be seen whole."""

LOWER_WIDE = 9
"""Lines that hand and log keep at least below a board that takes the whole width."""


def board_room(layout: Layout, width: int, lines: int) -> tuple[int, int]:
    """Columns and lines for a board, of a width and of the lines that it shares with the log.

    A board that asks for room gets what hand and log can spare, and scrolls where that is not enough.
    """
    high = lines - max(LOWER, lines // 3)
    if layout.is_wide:
        return width, layout.extent(layout.fitting(width, lines - max(LOWER_WIDE, lines // 2)))[1]
    if layout.good is None:
        return layout.extent(layout.fitting(max(min(width - BESIDE, width * 5 // 8), 1), high))
    across = width - BESIDE_MAP
    size = layout.fitting(across, high)
    if size.height < layout.good.height or layout.extent(size)[1] > high:
        high = lines - LOWER_MAP
        size = layout.fitting(across, high)
        if high < layout.extent(size)[1] <= lines - LOWER_WHOLE:
            high = lines - LOWER_WHOLE
    wide, needed = layout.extent(size)
    return min(wide, across), min(needed, high)
