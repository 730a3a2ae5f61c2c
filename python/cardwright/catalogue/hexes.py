"""Boards of hexagons: the names of their fields and where these lie.

A board is drawn as rows of letters with a space between, each row a letter further than its neighbours. The
name of a field is the letter of its row from the top and its number in the row from the left, holes counted:
`a1`, `e5`. In steps it lies at `q,r`: `q` grows to the right, `r` downwards, and `0,1` is the neighbour to
the lower right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, NamedTuple

HOLE = "-"
"""The letter of a place in a row that is no field."""

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The steps to the six neighbours of a field, clockwise from the right."""


class Hexagon(NamedTuple):
    """A field of a board, or a hole in it."""

    name: str
    q: int
    r: int
    x: int
    """How many letters of the drawing, which are half fields, it lies to the right of the leftmost one."""
    letter: str


def drawn(rows: Sequence[str]) -> list[Hexagon]:
    """All fields and holes of a drawing, row by row from the left.

    >>> [(one.name, one.q, one.r, one.x) for one in drawn(["  . .", " . - ."])]
    [('a1', 1, 0, 1), ('a2', 2, 0, 3), ('b1', 0, 1, 0), ('b2', 1, 1, 2), ('b3', 2, 1, 4)]
    """
    found = [
        (f"{ascii_lowercase[r % 26]}{number}", column, r, row[column])
        for r, row in enumerate(rows)
        for number, column in enumerate(_columns(row), start=1)
    ]
    left = min((column for _, column, _, _ in found), default=0)
    least = min((column - r for _, column, r, _ in found), default=0)
    return [
        Hexagon(name, (column - r - least) // 2, r, column - left, letter)
        for name, column, r, letter in found
    ]


def _columns(row: str) -> Iterator[int]:
    return (column for column, letter in enumerate(row) if not letter.isspace())


def fields_of(board: Mapping[str, Any]) -> list[Hexagon]:
    """The fields of a board's data, without its holes."""
    return [one for one in drawn(board["fields"]) if one.letter != HOLE]


def connected(start: Hexagon, fields: Collection[Hexagon]) -> set[str]:
    """The names of the fields to which a way leads from a field, its own included."""
    by_place = {(one.q, one.r): one for one in fields}
    reached, waiting = {start.name}, [start]
    while waiting:
        here = waiting.pop()
        for q, r in AROUND:
            near = by_place.get((here.q + q, here.r + r))
            if near and near.name not in reached:
                reached.add(near.name)
                waiting.append(near)
    return reached
