"""The rows and columns of a board, as actions name them: `row 2`, `column c`.

In an action one space stands for its line, the first; a text may name the line or any space of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A row or column: its name, and its cells, of which the first stands for it."""

    name: str
    cells: tuple[int, ...]

    @property
    def sort(self) -> str:
        """What it is: a row, a column."""
        return self.name.rpartition(" ")[0]

    @property
    def sign(self) -> str:
        """Its letter or number among the lines of its sort."""
        return self.name.rpartition(" ")[2]


def line_of(word: str, cells: Sequence[int], names: Sequence[str]) -> Line:
    """The line of some cells, named by what the names of its cells share.

    >>> line_of("column", [2, 3], ["a1", "a2", "b1", "b2"]).name
    'column b'
    >>> line_of("row", [1, 3], ["1,1", "1,2", "2,1", "2,2"]).name
    'row 2'
    """
    inside = [names[cell] for cell in cells]
    before, behind = _beginning(inside), _beginning([name[::-1] for name in inside])[::-1]
    shared = (before or behind).strip(", ") or inside[0]
    return Line(f"{word} {shared}", tuple(cells))


def _beginning(names: Sequence[str]) -> str:
    """The signs with which all of the names begin."""
    alike = takewhile(lambda signs: len(set(signs)) == 1, zip(*names, strict=False))
    return "".join(signs[0] for signs in alike)
