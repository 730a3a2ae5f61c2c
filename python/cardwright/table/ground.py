"""A cell without its pieces: its ground, whose home it is, who sees it, what was seen there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.hosting.layout import NO_GROUND, Ground

if TYPE_CHECKING:
    from cardwright.face.view import Memory, Piece, View
    from cardwright.table.boards import Board

OWN = "^"
FOE = "v"
HOME = "B"
GHOST = "?"
UNSEEN = ":"
OWNED = "="


class Land:
    """The cells of a board as a view sees them; empty for a game whose cells are all alike."""

    def __init__(self, view: View, board: Board, *, shows_territory: bool = False) -> None:
        self.view = view
        changed = {cell: kind for area, kind in board.lands.items() for cell in view.areas.get(area, ())}
        self.grounds: Mapping[str, Ground] = {**board.grounds, **changed} if changed else board.grounds
        self.territory = board.territory
        self.shows_territory = shows_territory
        self._seen = view.areas.get(board.sight) if board.sight else None
        self._territory = view.areas.get(board.territory, frozenset()) if board.territory else frozenset()
        self._ghosts: dict[str, list[Memory]] = {}
        for memory in view.remembered:
            self._ghosts.setdefault(memory.cell, []).append(memory)

    def __bool__(self) -> bool:
        return bool(self.grounds)

    def ground(self, cell: str) -> Ground:
        """The ground of a cell."""
        return self.grounds.get(cell, NO_GROUND)

    def is_seen(self, cell: str) -> bool:
        """Whether the seat sees the cell."""
        return self._seen is None or cell in self._seen

    def is_territory(self, cell: str) -> bool:
        """Whether a cell belongs to the seat."""
        return cell in self._territory

    def ghosts(self, cell: str) -> list[Memory]:
        """What was seen on a cell and may still be there."""
        return self._ghosts.get(cell, [])

    def slot(self, cell: str) -> str:
        """The symbol behind a cell's name: whose it is where that is asked for, else whether it is seen."""
        if self.shows_territory:
            return OWNED if self.is_territory(cell) else ""
        return "" if self.is_seen(cell) else UNSEEN

    def home(self, cell: str) -> str:
        """The symbol of a home."""
        owner = self.ground(cell).home
        if owner is None or owner >= len(self.view.seats):
            return ""
        return f"{HOME}{seat_symbol(self.view, owner)}"

    def texture(self, cell: str, row: int, width: int) -> str:
        """The ground of an empty cell as letters, fewer of them where the seat does not see."""
        symbol = self.ground(cell).symbol
        if not symbol:
            return ""
        step = 2 if self.is_seen(cell) else 4
        letters = [" "] * width
        for number, at in enumerate(range(row % 2 * step // 2, width, step)):
            letters[at] = symbol[(number + row) % len(symbol)]
        return "".join(letters)

    def about(self, cell: str) -> str:
        """A cell in words."""
        ground = self.ground(cell)
        words = [ground.words] if ground.words else []
        if ground.home is not None and ground.home < len(self.view.seats):
            is_own = ground.home == self.view.seat
            out = ", who is out" if is_out(self.view, ground.home) else ""
            words.append("your base" if is_own else f"base of seat {ground.home}{out}")
        if self.is_territory(cell):
            words.append(f"your {self.territory}")
        if not self.is_seen(cell):
            words.append("out of sight")
        return ", ".join(words)


def is_out(view: View, seat: int) -> bool:
    """Whether a seat has lost a match that goes on; in some games, because its hero or base is gone."""
    if view.is_over:
        return False
    homes = {piece.owner for piece in view.pieces if view.game.catalogue.is_unique(piece.card)}
    return view.seats[seat].outcome == "lost" or (bool(homes) and seat not in homes)


def seat_symbol(view: View, owner: int) -> str:
    """The letter of a seat, for boards on which pieces of all seats stand anywhere."""
    if len(view.seats) == 2:
        return OWN if owner == (view.seat or 0) else FOE
    return OWN if owner == view.seat else str(owner)


def style_of(view: View, owner: int) -> str:
    """The style of a seat: one's own, and one for each of the others."""
    mine = view.seat or 0
    if owner == mine:
        return "own"
    place = owner - (owner > mine)
    return "foe" if place == 0 else f"foe{place + 1}"


def by_rank(view: View, pieces: list[Piece], front: int | None = None) -> list[Piece]:
    """The pieces of a cell in the order of interest: own pieces that can act, foes that fight, the rest."""
    mine = view.seat

    def rank(piece: Piece) -> tuple[bool, int, int]:
        own = piece.owner == mine
        if own and (piece.can_attack or piece.can_move):
            order = 0
        elif piece.attack > 0:
            order = 2 if own else 1
        else:
            order = 3 if own else 4
        return piece.id != front, order, -piece.attack

    return sorted(pieces, key=rank)


def is_home(view: View, land: Land, piece: Piece) -> bool:
    """Whether a piece is shown as the mark of a home instead of by its name."""
    if not land or piece.cell is None or land.ground(piece.cell).home is None:
        return False
    return view.game.catalogue.is_unique(piece.card)
