"""Which spot lies in a direction."""

from __future__ import annotations

from textual.geometry import Region


def distance(here: Region, there: Region, way: str) -> float | None:
    """How far a place is in a direction; None if it is not there."""
    if way in ("up", "down"):
        ahead = there.y - here.bottom if way == "down" else here.y - there.bottom
        aside = max(there.x - here.right, here.x - there.right, 0)
        middle = abs(there.x + there.width / 2 - here.x - here.width / 2)
        ahead *= 3  # letters are higher than wide
    else:
        ahead = there.x - here.right if way == "right" else here.x - there.right
        aside = max(there.y - here.bottom, here.y - there.bottom, 0) * 6
        middle = abs(there.y + there.height / 2 - here.y - here.height / 2)
    if ahead < 0:
        return None
    return ahead + 2 * aside + middle / 50
