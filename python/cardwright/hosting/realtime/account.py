"""How a timed match went: what hit the heroes, what each side played, spent and left unused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING

import msgspec

from cardwright.face.event_details import Cause
from cardwright.hosting.realtime.waiting import time_text

if TYPE_CHECKING:
    from cardwright.face.events import Event
    from cardwright.face.match import Match, Viewer

UNKNOWN = "something unseen"
"""The source of damage whose cause nobody saw."""

LAST = 8
"""Blows that are listed one by one."""

MOST = 5
"""Sources of damage that are named."""


class Blow(msgspec.Struct, frozen=True):
    """Damage to a seat's own piece: when, by what, how much, and the health it left."""

    at: int
    source: str
    amount: int
    left: int


class Side(msgspec.Struct):
    """What one seat did."""

    home: str = ""
    """The name of its own piece, by which it wins or loses."""
    health: int = 0
    blows: list[Blow] = []
    played: int = 0
    drawn: int = 0
    lost: int = 0
    """Pieces that died."""
    spent: Counter[str] = msgspec.field(default_factory=Counter)
    unused: dict[str, int] = {}

    @property
    def sources(self) -> list[tuple[str, int]]:
        """What its own piece was damaged by, the most first."""
        total: Counter[str] = Counter()
        for blow in self.blows:
            total[blow.source] += blow.amount
        return total.most_common()


def _source(cause: Cause | None, names: dict[int, str]) -> str:
    """What damage comes from, by name."""
    if cause is None:
        return UNKNOWN
    card, who = cause["card"], cause["who"]
    told = [names[number] for number in (card, who and who["def"]) if number]
    return " of ".join(told) or cause["rule"]


def account(match: Match, viewer: Viewer) -> list[Side]:
    """What happened to every seat, as far as a viewer saw it."""
    names = {number: card.name for number, card in enumerate(match.game.catalogue.defs)}
    sides = [Side(blows=[]) for _ in range(match.seat_count)]
    homes: dict[int, int] = {}
    at = 0
    for event, begun in _events(match, viewer):
        details = event.details
        at = details["now"] if details["type"] == "passed" else max(at, begun)
        match details["type"]:
            case "entered":
                who = details["who"]
                card = match.game.catalogue.defs[who["def"]]
                if match.game.catalogue.is_unique(card) and not sides[who["owner"]].home:
                    sides[who["owner"]].home, sides[who["owner"]].health = card.name, card.health
                    homes[who["piece"]] = who["owner"]
            case "played":
                sides[details["seat"]].played += 1
            case "drawn":
                sides[details["seat"]].drawn += at > 0
            case "spent":
                words = match.game.catalogue.game.vocabulary["resources"]
                sides[details["seat"]].spent[words[details["resource"]]] += details["amount"]
            case "died":
                sides[details["who"]["owner"]].lost += 1
            case "damaged" if details["who"]["piece"] in homes:
                side = sides[homes[details["who"]["piece"]]]
                side.health -= details["amount"]
                side.blows.append(Blow(at, _source(details["cause"], names), details["amount"], side.health))
            case "healed" if details["who"]["piece"] in homes:
                sides[homes[details["who"]["piece"]]].health += details["amount"]
            case "changed" if details["who"]["piece"] in homes:
                sides[homes[details["who"]["piece"]]].health += details["health"]
    view = match.view(viewer)
    for side, seat in zip(sides, view.seats, strict=True):
        side.unused = {name: n for name, n in seat.resources.items() if n}
    return sides


def _events(match: Match, viewer: Viewer) -> Iterator[tuple[Event, int]]:
    """All events, each with the time of the action before it."""
    for event in match.opening(viewer):
        yield event, 0
    for ply, begun in enumerate(match.times):
        for event in match.events_of(ply, viewer):
            yield event, begun


def account_lines(match: Match, viewer: Viewer, outcome: str, width: int = 74) -> list[str]:
    """How a match went and why, in lines."""
    sides = account(match, viewer)
    own = viewer if isinstance(viewer, int) else None
    order = list(range(len(sides))) if own is None else [own, *(s for s in range(len(sides)) if s != own)]
    lines = wrap(f"{outcome} It took {time_text(match.now)} and {match.ply} actions.", width)
    for seat in order:
        lines += _hits(sides[seat], _whose(seat, own), is_listed=seat == own or own is None, width=width)
    titles = [_title(seat, own) for seat in order]
    rows = [
        ("cards played", [str(sides[seat].played) for seat in order]),
        ("cards drawn", [str(sides[seat].drawn) for seat in order]),
        ("creatures lost", [str(sides[seat].lost) for seat in order]),
        ("spent", [_amounts(sides[seat].spent) for seat in order]),
        ("left unused", [_amounts(sides[seat].unused) for seat in order]),
    ]
    room = (width - 16) // len(order)
    lines += ["", " " * 16 + "".join(title.ljust(room) for title in titles).rstrip()]
    for name, cells in rows:
        folded = [wrap(cell, room - 2) for cell in cells]
        for row in range(max(map(len, folded))):
            told = "".join((cell[row] if row < len(cell) else "").ljust(room) for cell in folded)
            lines.append((("" if row else name).ljust(16) + told).rstrip())
    return lines


def _hits(side: Side, whose: str, *, is_listed: bool, width: int) -> list[str]:
    if not side.home:
        return []
    lines = ["", f"What hit {whose} {side.home} ({side.health} health at the end):"]
    if not side.blows:
        return [lines[0], f"Nothing hit {whose} {side.home}."]
    if is_listed:
        shown = side.blows[-LAST:]
        if len(side.blows) > len(shown):
            lines.append(f"  ... {len(side.blows) - len(shown)} earlier blows")
        for blow in shown:
            lines.append(
                f"  {time_text(blow.at):>5}  {blow.source[:40]:<40} -{blow.amount:<3} {blow.left} left"
            )
    total = ", ".join(f"{source} {amount}" for source, amount in side.sources[:MOST])
    more = len(side.sources) - MOST
    total += f" and {more} more" if more > 0 else ""
    return lines + wrap(f"in all: {total}", width, initial_indent="  ", subsequent_indent="    ")


def _whose(seat: int, own: int | None) -> str:
    return f"seat {seat}'s" if own is None else "your" if seat == own else "the opponent's"


def _title(seat: int, own: int | None) -> str:
    return f"seat {seat}" if own is None else "you" if seat == own else "the opponent"


def _amounts(amounts: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in sorted(amounts.items(), key=lambda a: -a[1])) or "nothing"
