"""A position that a match begins with instead of the game's opening: scenarios, lessons and puzzles do.

In a trace it is told line by line, below the seats:

    begins seat 0, turn, 9
    ground fire: c3, c4
    seat 0 damage 5
    seat 0 at d4
    seat 0 has mana 10, fire 5
    seat 0 hand: fire-bolt, gust
    seat 0 deck: oak-warden
    seat 1 oak-warden on c3; damage 1; arrived; stunned 1
    seat 0 bread-knife beside; damage 1
    rolls 1 0

First come the seat that acts, the phase and the time or turn. `ground` names cells whose ground is another
than at the beginning, `at` the cell of a hero that stands elsewhere. The last card of a zone is its top. A
piece that stands on no cell, such as a weapon, is `beside`. `rolls` scripts the dice, and behind the last
roll every other is the lowest; without that line chance goes by the seed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright.errors import CardwrightError, shown

if TYPE_CHECKING:
    from cardwright.face.library import Game

BEGINS, ROLLS = "begins", "rolls"
"""The first and the last line of a position."""

GROUND = "ground"
"""The beginning of a line about the ground of cells."""

BESIDE = "beside"
"""The cell of a piece that stands on none."""

_NO_CELL = 255

_MOST = 9999
"""The largest number of a resource or of damage."""

_BEGINS = re.compile(r"seat (\d), (\S+), (\d{1,10})")
_DAMAGE = re.compile(r"damage (-?\d{1,5})")
_AMOUNT = re.compile(r"(\S+) (-?\d{1,5})")
_AT = re.compile(r"at (\S+)")
_GROUND = re.compile(r"(\S+): (\S+(?:, \S+)*)")
_PIECE = re.compile(rf"(\S+) (?:on ([^;\s]+)|{BESIDE})((?:; [^;]+)*)")


class SeatPosition(msgspec.Struct, frozen=True):
    """What a seat has: cards by zone (the last one is the top), resources, and the damage of its hero."""

    zones: dict[str, tuple[str, ...]] = {}
    resources: dict[str, int] = {}
    damage: int = 0
    cell: str = ""
    """Where its hero stands, if not where heroes begin."""


class PlacedPiece(msgspec.Struct, frozen=True):
    """A piece in play: its card, owner and cell (or `BESIDE`), and how it fares."""

    card: str
    owner: int
    cell: str
    damage: int = 0
    arrived: bool = False
    """Whether it came this turn."""
    statuses: dict[str, int] = {}
    moved: bool = False
    """Whether it has moved this turn."""


class Position(msgspec.Struct, frozen=True):
    """A position in the game's words."""

    seats: tuple[SeatPosition, ...]
    phase: str
    pieces: tuple[PlacedPiece, ...] = ()
    to_act: int = 0
    now: int = 0
    rolls: tuple[int, ...] | None = None
    """Scripted rolls, behind which every roll is the lowest; without them chance is sampled."""
    grounds: dict[str, tuple[str, ...]] = {}
    """By land: the cells that have it, where they had another at the beginning."""

    @property
    def cards(self) -> set[str]:
        """The cards it names, heroes apart."""
        held = {card for seat in self.seats for zone in seat.zones.values() for card in zone}
        return held | {piece.card for piece in self.pieces}

    def cards_of(self, seat: int) -> dict[str, int]:
        """How many of each card a seat has in its zones and on the board, its hero apart."""
        held = [card for zone in self.seats[seat].zones.values() for card in zone]
        return dict(Counter([*held, *(piece.card for piece in self.pieces if piece.owner == seat)]))

    def numbers(self, game: Game) -> dict[str, Any]:
        """The position in the kernel's numbers."""
        words = game.catalogue.game.vocabulary
        zones, resources, statuses = words["zones"], words["resources"], words["statuses"]
        for seat in self.seats:
            for zone in seat.zones:
                _place(zone, zones, "zone")
            _check("the damage of a hero", [seat.damage], -_MOST)
            _check("the amount of a resource", seat.resources.values())
        for piece in self.pieces:
            _check("the damage of a piece", [piece.damage])
            _check("the number of a status", piece.statuses.values(), most=255)
        _check("a seat", [self.to_act, *(piece.owner for piece in self.pieces)], most=len(self.seats) - 1)
        _check("the turn or time", [self.now], most=2**32 - 1)
        _check("a roll", self.rolls or (), most=2**32 - 1)
        return {
            "seats": [
                {
                    "damage": seat.damage,
                    "zones": [[game.number_of(card) for card in seat.zones.get(zone, ())] for zone in zones],
                    "resources": [
                        [_place(word, resources, "resource"), n] for word, n in seat.resources.items()
                    ],
                }
                | ({"cell": _place(seat.cell, game.cells, "cell")} if seat.cell else {})
                for seat in self.seats
            ],
            "pieces": [
                {
                    "def": game.number_of(piece.card),
                    "owner": piece.owner,
                    "cell": _NO_CELL if piece.cell == BESIDE else _place(piece.cell, game.cells, "cell"),
                    "damage": piece.damage,
                    "arrived": piece.arrived,
                    "moved": piece.moved,
                    "statuses": [[_place(word, statuses, "status"), n] for word, n in piece.statuses.items()],
                }
                for piece in self.pieces
            ],
            "to_act": self.to_act,
            "now": self.now,
            "phase": _place(self.phase, game.phases, "phase"),
            "rolls": self.rolls,
        } | ({"grounds": self._ground_numbers(game)} if self.grounds else {})

    def _ground_numbers(self, game: Game) -> list[list[int]]:
        """Each cell with another ground, and the number of the place that it belongs to, counted from 1."""
        lands, places = game.catalogue.lands, game.catalogue.game.vocabulary["places"]
        found: dict[int, int] = {}
        for land, cells in self.grounds.items():
            _place(land, lands, "ground")
            for cell in cells:
                number = _place(cell, game.cells, "cell")
                if number in found:
                    raise CardwrightError(f"the position names the ground of {cell} twice")
                found[number] = _place(land, places, "ground") + 1
        return [[cell, place] for cell, place in found.items()]

    def to_lines(self) -> Iterator[str]:
        """The lines of a trace that tell it."""
        yield f"{BEGINS} seat {self.to_act}, {self.phase}, {self.now}"
        for land, cells in self.grounds.items():
            yield f"{GROUND} {land}: {', '.join(cells)}"
        for number, seat in enumerate(self.seats):
            if seat.damage:
                yield f"seat {number} damage {seat.damage}"
            if seat.cell:
                yield f"seat {number} at {seat.cell}"
            if seat.resources:
                yield f"seat {number} has {', '.join(f'{word} {n}' for word, n in seat.resources.items())}"
            for zone, cards in seat.zones.items():
                if cards:
                    yield f"seat {number} {zone}: {', '.join(cards)}"
        for piece in self.pieces:
            marks = [f"damage {piece.damage}"] if piece.damage else []
            marks += ["arrived"] if piece.arrived else []
            marks += ["moved"] if piece.moved else []
            marks += [f"{status} {n}" for status, n in piece.statuses.items()]
            place = BESIDE if piece.cell == BESIDE else f"on {piece.cell}"
            yield "; ".join([f"seat {piece.owner} {piece.card} {place}", *marks])
        if self.rolls is not None:
            yield " ".join([ROLLS, *map(str, self.rolls)])


def _place(word: str, words: Any, what: str) -> int:
    """The number of a word in its list."""
    if word not in words:
        raise CardwrightError(f"the position names the {what} {shown(word)}, which the game does not have")
    return list(words).index(word)


def _check(what: str, numbers: Iterable[int], least: int = 0, most: int = _MOST) -> None:
    """Refuse a number that the kernel has no room for, or that means nothing."""
    for number in numbers:
        if not least <= number <= most:
            raise CardwrightError(f"{what} in a position is {least} to {most}, not {number}")


class PositionReader:
    """Puts a position together from the lines of a trace."""

    def __init__(self, text: str, seats: int) -> None:
        found = _BEGINS.fullmatch(text)
        if not found or int(found[1]) >= seats:
            raise ValueError(f"this must read like '{BEGINS} seat 0, turn, 9'")
        self.to_act, self.phase, self.now = int(found[1]), found[2], int(found[3])
        self.damage = [0] * seats
        self.cells = [""] * seats
        self.grounds: dict[str, tuple[str, ...]] = {}
        self.resources: list[dict[str, int]] = [{} for _ in range(seats)]
        self.zones: list[dict[str, tuple[str, ...]]] = [{} for _ in range(seats)]
        self.pieces: list[PlacedPiece] = []
        self.rolls: tuple[int, ...] | None = None

    def take_rolls(self, text: str) -> None:
        """Take the line of scripted rolls."""
        if self.rolls is not None or not re.fullmatch(r"(?:\d{1,9}(?: |$))*", text):
            raise ValueError("rolls are whole numbers, in one line")
        self.rolls = tuple(map(int, text.split()))

    def take_ground(self, text: str) -> None:
        """Take a line about the ground of cells, such as `fire: c3, c4`."""
        found = _GROUND.fullmatch(text)
        if not found:
            raise ValueError(f"this must read like '{GROUND} fire: c3, c4'")
        if found[1] in self.grounds:
            raise ValueError(f'"{GROUND} {found[1][:40]}" was said before')
        self.grounds[found[1]] = tuple(found[2].split(", "))

    def take(self, text: str) -> None:
        """Take the line of a seat, such as `0 has mana 3` or `1 oak-warden on c3; damage 1`."""
        number, _, said = text.partition(" ")
        if not number.isdecimal() or int(number) >= len(self.damage):
            raise ValueError(f'there is no seat "{number[:20]}"')
        seat = int(number)
        zone, colon, cards = said.partition(": ")
        if said.startswith("has ") and not self.resources[seat]:
            self.resources[seat] |= _amounts(said.removeprefix("has ").split(", "))
        elif (found := _DAMAGE.fullmatch(said)) and not self.damage[seat]:
            self.damage[seat] = int(found[1])
        elif (found := _AT.fullmatch(said)) and not self.cells[seat]:
            self.cells[seat] = found[1]
        elif colon and " " not in zone and zone not in self.zones[seat]:
            self.zones[seat][zone] = tuple(cards.split(", "))
        elif said.startswith(("has ", "damage ", "at ")) or (colon and " " not in zone):
            raise ValueError(f'"{text[:60]}" was said before')
        elif found := _PIECE.fullmatch(said):
            self.pieces.append(_piece(seat, found[1], found[2] or BESIDE, found[3].split("; ")[1:]))
        else:
            raise ValueError(f'"{text[:60]}" is neither a zone, resources, damage nor a piece of a seat')

    def position(self) -> Position:
        """The position that was read."""
        seats = zip(self.zones, self.resources, self.damage, self.cells, strict=True)
        return Position(
            seats=tuple(SeatPosition(*parts) for parts in seats),
            pieces=tuple(self.pieces),
            to_act=self.to_act,
            now=self.now,
            phase=self.phase,
            rolls=self.rolls,
            grounds=self.grounds,
        )


def _amounts(parts: list[str]) -> Mapping[str, int]:
    found = [_AMOUNT.fullmatch(part) for part in parts]
    if not all(found):
        raise ValueError(f'"{", ".join(parts)[:60]}" is no list of words with their numbers')
    amounts = {one[1]: int(one[2]) for one in found if one}
    if len(amounts) < len(parts):
        raise ValueError(f'"{", ".join(parts)[:60]}" says a word twice')
    return amounts


def _piece(owner: int, card: str, cell: str, marks: list[str]) -> PlacedPiece:
    statuses = dict(_amounts([mark for mark in marks if mark not in ("arrived", "moved")]))
    damage = statuses.pop("damage", 0)
    return PlacedPiece(card, owner, cell, damage, "arrived" in marks, statuses, "moved" in marks)
