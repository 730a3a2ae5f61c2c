"""Where the cells of a board lie and what they are: data, in half cells, so that hexes and triangles fit."""

from __future__ import annotations

from typing import Literal, TypedDict, Unpack

import msgspec

Turned = Literal["rows", "half turn", "sixths", "never"]

CELL = 2
"""Steps across a cell: places are given in halves."""


class Place(msgspec.Struct, frozen=True):
    """A cell and where its upper left corner lies, in half cells from the upper left corner of the board."""

    cell: str
    x: int
    y: int


class Size(msgspec.Struct, frozen=True, order=True):
    """Letters across and lines down, inside of a cell."""

    width: int
    height: int


class Layout(msgspec.Struct, frozen=True):
    """A board as the first seat and spectators see it.

    >>> board = rows(["a2 b2", "a1 b1"], divider=2)
    >>> [place.cell for place in board.seen_by(1).places]
    ['a1', 'b1', 'a2', 'b2']
    """

    places: tuple[Place, ...]
    turned: Turned = "rows"
    """How another seat sees it, so that its own side is below: upside down, turned, or the same."""
    divider: int | None = None
    """Where the border between the sides runs, in half cells from above."""
    is_mixed: bool = False
    """Whether pieces of both sides stand anywhere, so that each one shows its owner."""
    least: Size = Size(10, 2)
    """The smallest cell in which a piece can be read."""
    most: Size = Size(18, 4)
    """The cell that needs no more room."""
    good: Size | None = None
    """The size of cell that the hand and the log make room for; None: the smallest."""
    is_wide: bool = False
    """Whether the board takes the whole width, and the hand lies below it."""
    shifts: bool = False
    """Whether its rows have no gaps: a piece is placed before the one that stands there."""

    @property
    def width(self) -> int:
        """Half cells across."""
        return max(place.x for place in self.places) + CELL

    @property
    def height(self) -> int:
        """Half cells down."""
        return max(place.y for place in self.places) + CELL

    def seen_by(self, seat: int | None, sixths: int = 0) -> Layout:
        """The layout with a seat's own side at the bottom.

        On a board of hexagons that side lies so many sixths of a full turn from the bottom, clockwise.
        """
        if self.turned == "sixths":
            return self._turned_back(sixths)
        if not seat or self.turned == "never":
            return self
        width, height = self.width, self.height
        across = self.turned == "half turn"
        places = [
            Place(p.cell, width - CELL - p.x if across else p.x, height - CELL - p.y) for p in self.places
        ]
        divider = None if self.divider is None else height - self.divider
        places.sort(key=lambda place: (place.y, place.x))
        return msgspec.structs.replace(self, places=tuple(places), divider=divider)

    def _turned_back(self, sixths: int) -> Layout:
        """The hexagons turned by sixths against the clock."""
        places = [(p.cell, (p.x - p.y // CELL) // 2, p.y // CELL) for p in self.places]
        for _ in range(sixths):
            places = [(cell, q + r, -q) for cell, q, r in places]
        top = min(r for _, _, r in places)
        left = min(2 * q + r for _, q, r in places)
        found = [Place(cell, 2 * q + r - left, CELL * (r - top)) for cell, q, r in places]
        found.sort(key=lambda place: (place.y, place.x))
        return msgspec.structs.replace(self, places=tuple(found))

    def extent(self, size: Size) -> tuple[int, int]:
        """Letters and lines of the whole board with its frame, for a size of its cells."""
        return _letters(self.width, size.width), _letters(self.height, size.height)

    def fitting(self, width: int, height: int) -> Size:
        """The largest cells with which the board fits; the smallest that can be read where it does not."""
        least, most, wide, high = self.least, self.most, self.width, self.height
        across = [size for size in range(least.width, most.width + 1) if _letters(wide, size) <= width]
        down = [size for size in range(least.height, most.height + 1) if _letters(high, size) <= height]
        return Size(max(across, default=least.width), max(down, default=least.height))


def _letters(halves: int, size: int) -> int:
    """Letters, or lines, of that many half cells of a size, with their frame."""
    return halves * (size + 1) // 2 + 1


class Ground(msgspec.Struct, frozen=True):
    """The ground of a cell, the same for everybody."""

    symbol: str = ""
    """One letter for each kind of ground it has: it is told without colours."""
    style: str = ""
    words: str = ""
    """What it is called."""
    home: int | None = None
    """The seat whose home it is."""


NO_GROUND = Ground()


class Form(TypedDict, total=False):
    """The parts of a layout beside its places."""

    turned: Turned
    divider: int | None
    is_mixed: bool
    least: Size
    most: Size
    good: Size | None
    is_wide: bool
    shifts: bool


def rows(lines: list[str], *, offsets: tuple[int, ...] = (), **form: Unpack[Form]) -> Layout:
    """A layout written as rows of cell names from above; `offsets` shifts each row, in half cells.

    >>> [(place.cell, place.x) for place in rows(["a b", "c"], offsets=(0, 1)).places]
    [('a', 0), ('b', 2), ('c', 1)]
    """
    shifts = offsets or (0,) * len(lines)
    places = tuple(
        Place(cell, shifts[row] + CELL * column, CELL * row)
        for row, line in enumerate(lines)
        for column, cell in enumerate(line.split())
    )
    return Layout(places, **form)
