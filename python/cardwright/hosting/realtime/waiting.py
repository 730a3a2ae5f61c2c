"""Waiting times of a timed game, and how they are shown: seconds, bars, the time of a match.

A view tells times as facts in milliseconds: of a seat `<resource>_every` and `<resource>_next` (how long a
unit takes, when the next one comes), of a piece `ready_at` and `speed`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.face.view import Card, Piece, View

NEVER = "never"

FULL, EMPTY = "#", "."
"""The letters of a bar."""


def time_text(at: int) -> str:
    """A time of a match.

    >>> time_text(65_900), time_text(600_000)
    ('1:05', '10:00')
    """
    return f"{at // 60_000}:{at // 1000 % 60:02}"


def seconds_text(left: int) -> str:
    """How long something lasts: whole seconds, rounded up.

    >>> seconds_text(12_001), seconds_text(400), seconds_text(-3)
    ('13s', '1s', '0s')
    """
    return f"{max(-(-left // 1000), 0)}s"


def bar(share: float, width: int) -> str:
    """A share as a bar; it is full only when the share is.

    >>> bar(0.5, 4), bar(0.99, 4), bar(1.0, 4)
    ('[##..]', '[###.]', '[####]')
    """
    done = max(0, min(int(share * width + 1e-9), width))
    return f"[{FULL * done}{EMPTY * (width - done)}]"


def filled(view: View, seat: int, resource: str) -> float | None:
    """The share of the next unit of a resource that has come; None if the resource does not grow by time."""
    facts = view.seats[seat].facts
    every, following = facts.get(f"{resource}_every"), facts.get(f"{resource}_next")
    if not every or following is None:
        return None
    return 1.0 - (following - view.now) / every


def payable_at(view: View, seat: int, price: Sequence[int]) -> int | None:
    """The time from which a seat can pay a price if it only waits; None if never."""
    player = view.seats[seat]
    at = view.now
    for (resource, held), amount in zip(player.resources.items(), price, strict=False):
        lacking = amount - held
        if lacking <= 0:
            continue
        every, following = player.facts.get(f"{resource}_every"), player.facts.get(f"{resource}_next")
        if not every or following is None:
            return None
        at = max(at, following + (lacking - 1) * every)
    return at


def wait_for(view: View, card: Card) -> str:
    """How long until a card of the seat's own hand can be paid; empty if it can be paid now."""
    if view.seat is None or not card.price:
        return ""
    at = payable_at(view, view.seat, card.price)
    return NEVER if at is None else seconds_text(at - view.now) if at > view.now else ""


def rest_of(view: View, piece: Piece) -> int:
    """How many milliseconds a piece still rests."""
    return max(piece.facts.get("ready_at", 0) - view.now, 0)


def rested(view: View, piece: Piece) -> float:
    """The share of its rest that a piece has behind it."""
    left, whole = rest_of(view, piece), piece.facts.get("speed", 0)
    return 1.0 if not left else max(0.0, 1.0 - left / max(whole, left, 1))
