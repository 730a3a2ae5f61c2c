"""What can be pointed at on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cardwright.face.library import Game


class Spot(NamedTuple):
    """Something on the table that can be pointed at."""

    kind: str
    """cell, piece (one without a cell), card (of the hand), pile (a zone), action, offer, event, key."""
    at: int


def pile(game: Game, seat: int, zone: int) -> Spot:
    """The cards of a zone of a seat."""
    return Spot("pile", seat * len(game.catalogue.game.vocabulary["zones"]) + zone)


def zone_of(game: Game, spot: Spot) -> tuple[int, str]:
    """The seat and the zone of a pile."""
    zones = game.catalogue.game.vocabulary["zones"]
    return spot.at // len(zones), zones[spot.at % len(zones)]
