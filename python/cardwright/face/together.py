"""What all seats of a match know together: for watching agents, and for looking back at a match."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from cardwright.face.view import Described, View

if TYPE_CHECKING:
    from cardwright.face.match import Match


class Together(View):
    """A view with everything that any seat knows of its own: hands, resources, pieces in fog.

    Its seat is None, or the seat that it is shown to after the match has ended.
    """

    def __init__(self, match: Match, ply: int, seat: int | None = None) -> None:
        spectator = match.view_at("spectator", ply)
        super().__init__(match.game, spectator.kernel, spectator.open_decks)
        self.common = spectator.described
        self._seat = seat
        self.views = [match.view_at(seat, ply) for seat in range(match.seat_count)]

    @property
    def seat(self) -> int | None:
        """The seat that it is shown to."""
        return self._seat

    @cached_property
    def described(self) -> Described:
        """What everybody sees, and what only its owner sees."""
        own = [
            piece
            for seat, view in enumerate(self.views)
            for piece in view.described.pieces
            if piece.owner == seat
        ]
        pieces = self.common.pieces
        if len(own) > len(pieces):  # in fog every view numbers its pieces anew
            pieces = [msgspec.structs.replace(piece, id=number) for number, piece in enumerate(own)]
        elif self.game.veiled_kind is not None:
            known = {piece.id: piece for piece in own}
            pieces = [piece if piece.number else known[piece.id] for piece in pieces]
        seats = [view.described.seats[seat] for seat, view in enumerate(self.views)]
        return msgspec.structs.replace(self.common, seats=seats, pieces=pieces)
