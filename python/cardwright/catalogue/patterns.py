"""Patterns: costs made of lands that lie on fields around an anchor.

A field of a pattern is told by where it lies from the anchor, in steps `q,r` on a board of hexagons: `1,0` is
to the right, `0,1` to the lower right and `1,-1` to the upper right, as the card's owner sees the board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

Field = tuple[int, int]
"""The steps `q` and `r` from the anchor."""

ANCHOR: Field = (0, 0)

BARE = "."
"""The letter of the last land, which the fields of a board usually have at first."""

_FIELD = re.compile(r"\s*([+-]?\d{1,2})\s*,\s*([+-]?\d{1,2})\s*")


def parse(text: str) -> Field | None:
    """The field that a text tells; None if it tells none.

    >>> parse("1,-1"), parse("1;2")
    ((1, -1), None)
    """
    found = _FIELD.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def render(field: Field) -> str:
    """A field as files write it.

    >>> render((1, -1))
    '1,-1'
    """
    return f"{field[0]},{field[1]}"


def steps(field: Field) -> int:
    """How many steps a field lies from the anchor.

    >>> steps((2, -1)), steps((2, 1))
    (2, 3)
    """
    q, r = field
    return max(abs(q), abs(r), abs(q + r))


def within(reach: int) -> list[Field]:
    """All fields that lie at most so many steps from the anchor, row by row.

    >>> len(within(1)), len(within(3))
    (7, 37)
    """
    span = range(-reach, reach + 1)
    return [(q, r) for r in span for q in span if steps((q, r)) <= reach]


def letters_of(lands: Sequence[str]) -> dict[str, str]:
    """The letter of each land: the first of its id, and a dot for the last one.

    >>> letters_of(["fire", "water", "wasteland"])
    {'fire': 'f', 'water': 'w', 'wasteland': '.'}
    """
    return {land: BARE if land == lands[-1] else land[0] for land in lands}


def draw(pattern: Mapping[Field, str], letters: Mapping[str, str]) -> list[str]:
    """A pattern as rows of letters, each a letter further than its neighbours, as the fields of a board lie.

    The anchor stands in brackets; if it may have any land, it is an `@`.

    >>> print(*draw({(0, 0): "fire", (1, -1): "fire", (0, 1): "water"}, {"fire": "f", "water": "w"}), sep="|")
      f|[f]|  w
    >>> print(*draw({(-1, 0): "fire", (1, 0): "water"}, {"fire": "f", "water": "w"}), sep="|")
    f @ w
    """
    shown = {field: letters.get(land, land[:1]) for field, land in pattern.items()}
    anchor = f"[{shown[ANCHOR]}]" if ANCHOR in shown else "@"
    rows: dict[int, dict[int, str]] = {0: {-(len(anchor) // 2): anchor}}
    for (q, r), letter in shown.items():
        if (q, r) != ANCHOR:
            rows.setdefault(r, {})[2 * q + r] = letter
    left = min(min(row) for row in rows.values())
    lines = []
    for number in range(min(rows), max(rows) + 1):
        line = ""
        for column, letters_there in sorted(rows.get(number, {}).items()):
            line = line.ljust(column - left) + letters_there
        lines.append(line)
    return lines
