"""Actions and their text form: `play "Ember Wisp" at c2 > hero`.

A text names things as a seat sees them, so it belongs to a position: a card of the hand by its name, a piece
by its cell, the foe's hero as `hero` and one's own as `my hero`. `reading` reads such texts. Both modules
work for any game, from the verbs that the kernel lists for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.lines import Line
    from cardwright.face.view import Described, DescribedCard

NO_CHOICE = 255
"""The value of a choice that an action does not have."""

CHOICES = 4
"""How many choices an action can hold."""

SEAT_BITS = 3
"""Bits of the seat in an action's code; the verb has the rest of the byte."""
SEAT_MASK = (1 << SEAT_BITS) - 1

TO = 2
"""The choice of where a card goes: a space, or a row or column."""

KEEP = "keep"
"""The text for choosing no card, for a verb that may choose any cards."""


class Slot(msgspec.Struct, frozen=True):
    """What a verb's source or choice is: nothing, card, card_in, piece, cell, option, answer or known."""

    means: str
    options: tuple[str, ...] = ()
    zone: int = 0
    """For `card_in`: the zone of the card."""


class Verb(msgspec.Struct, frozen=True):
    """A verb of a game: its word, its source, and its choices, each with the word before it."""

    word: str
    source: Slot
    choices: tuple[tuple[str, Slot], ...]
    subset: bool


class Parts(NamedTuple):
    """The numbers that make up an action's code."""

    seat: int
    verb: int
    source: int
    choices: tuple[int, ...]
    mask: int


def take_apart(code: int) -> Parts:
    """The parts of a code.

    >>> take_apart(make_code(1, 3, 7, (4, NO_CHOICE, 9, 1), 513))
    Parts(seat=1, verb=3, source=7, choices=(4, 255, 9, 1), mask=513)
    """
    return Parts(
        code & SEAT_MASK,
        (code & 255) >> SEAT_BITS,
        code >> 8 & 255,
        (code >> 16 & 255, code >> 24 & 255, code >> 32 & 255, code >> 40 & 255),
        code >> 48,
    )


def make_code(
    seat: int, verb: int, source: int = 0, choices: tuple[int, ...] = (NO_CHOICE,) * CHOICES, mask: int = 0
) -> int:
    """The code of an action."""
    a, b, c, d = choices
    return seat | verb << SEAT_BITS | source << 8 | a << 16 | b << 24 | c << 32 | d << 40 | mask << 48


def seat_of(code: int) -> int:
    """The seat that takes the action of a code."""
    return code & SEAT_MASK


def beginning_of(code: int) -> int:
    """A code without its choices: the same for all actions of one seat, verb and source."""
    return make_code(*take_apart(code)[:3])


class Named(NamedTuple):
    """Something that an action names: its meaning, and its number."""

    slot: Slot
    value: int

    @property
    def means(self) -> str:
        """Whether it is a card, a piece, a cell or something else."""
        return self.slot.means


def source_of(code: int, verb: Verb) -> Named:
    """The source of an action; it means nothing if the verb has none."""
    return Named(verb.source, take_apart(code).source)


def choices_of(code: int, verb: Verb) -> tuple[Named, ...]:
    """The choices of an action, in order."""
    values = take_apart(code).choices
    return tuple(
        Named(slot, value)
        for (_, slot), value in zip(verb.choices, values, strict=False)
        if value != NO_CHOICE and slot.means != "nothing"
    )


class Action:
    """A decision a seat may take now; compares by what it does, prints as its text."""

    __slots__ = ("_names", "_text", "code")

    code: int
    """The action as one number, as the kernel reads it."""

    def __init__(self, code: int, names: Callable[[int], Names]) -> None:
        self.code = code
        self._names = names
        self._text: str | None = None

    @property
    def seat(self) -> int:
        """Who acts."""
        return seat_of(self.code)

    @property
    def verb(self) -> str:
        """The word of its verb."""
        return self.form.word

    @property
    def form(self) -> Verb:
        """Its verb, with the meaning of its source and choices."""
        return self._names(self.seat).verbs[take_apart(self.code).verb]

    @property
    def source(self) -> Named:
        """The card or piece that it begins with, or nothing."""
        return source_of(self.code, self.form)

    @property
    def choices(self) -> tuple[Named, ...]:
        """The choices made, in order, such as targets and cells."""
        return choices_of(self.code, self.form)

    @property
    def text(self) -> str:
        """The action in words that `play` reads back."""
        if self._text is None:
            self._text = to_text(self.code, self._names(self.seat))
        return self._text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self.text}>"

    def __eq__(self, other: object) -> bool:
        return self.code == other.code if isinstance(other, Action) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.code)


class ZoneNames:
    """The names that texts use for the cards in one zone of a seat."""

    __slots__ = ("copies", "lines", "names", "place", "twins")

    def __init__(self, game: Game, cards: list[DescribedCard], place: str) -> None:
        self.place = place
        """The word for the zone: hand, graveyard."""
        printed = [game.catalogue.defs[card.number] for card in cards]
        self.names = [card.name for card in printed]
        self.lines = [card.line for card in printed]
        """For each card, the relation of which its player chooses a line, or 0."""
        made = [(card.number, card.change, card.known, card.attack, card.health) for card in cards]
        self.copies = _copies(made, self.names)
        self.twins = [made.index(card) for card in made]
        """For each card, the place of the first card that is equal to it."""

    def card(self, place: int) -> str:
        """A card's name, with its number among the copies if these differ."""
        if place >= len(self.names):
            return f"card {place + 1}"
        number, differ = self.copies[place]
        return f'"{self.names[place]}"' + (f"#{number}" if differ or number > 1 else "")


class Names:
    """The names that a seat uses for what it sees in one position."""

    __slots__ = (
        "answers",
        "by_card_name",
        "card_names",
        "cells",
        "held",
        "known",
        "lines",
        "own_line",
        "phases",
        "pieces",
        "seat",
        "verbs",
        "zones",
    )

    def __init__(self, game: Game, seat: int, seen: Described) -> None:
        cards = game.catalogue.defs
        self.seat = seat
        self.verbs = game.verbs
        self.cells = game.cells
        self.phases = game.phases
        self.card_names = game.card_names
        zones = seen.seats[seat].zones if 0 <= seat < len(seen.seats) else []
        self.held = ZoneNames(game, zones[game.hand_zone] if zones else [], "hand")
        """The cards in hand."""
        others = {verb.source.zone for verb in game.verbs if verb.source.means == "card_in"}
        words = game.catalogue.game.vocabulary["zones"]
        self.zones = {zone: ZoneNames(game, zones[zone] if zones else [], words[zone]) for zone in others}
        """The other zones from which cards may be played."""
        self.answers = [cards[number].name for number in seen.prompt.options] if seen.prompt else []
        self.pieces: dict[int, str] = {}
        self.lines = game.lines
        self.own_line = 0
        """The relation of which the seat's own piece, such as a hero with a power, chooses a line."""
        self.known: dict[int, list[str]] = {}
        """The names of the cards that each piece knows."""
        self.by_card_name: dict[str, list[int]] = {}
        """The pieces of each card, by its name in small letters."""
        taken: dict[str, int] = {}
        for piece in seen.pieces:
            if piece.cell >= 0:
                place = self.cells[piece.cell]
            else:
                kind = game.kind_words[piece.kind]
                place = f"my {kind}" if piece.owner == seat else kind
                if piece.owner == seat and game.is_kind(piece.kind, "unique"):
                    self.own_line = cards[piece.number].line
            taken[place] = taken.get(place, 0) + 1
            self.pieces[piece.id] = place if taken[place] == 1 else f"{place}#{taken[place]}"
            self.by_card_name.setdefault(cards[piece.number].name.lower(), []).append(piece.id)
            if known := cards[piece.number].knows:
                self.known[piece.id] = [cards[number].name for number in known]

    def beside(self, piece: int) -> list[int]:
        """All pieces on the cell of a piece, if the cell's name alone means it; else the piece alone."""
        place = self.pieces.get(piece, "")
        if place not in self.cells:
            return [piece]
        return [piece, *(other for other, name in self.pieces.items() if name.startswith(f"{place}#"))]

    def answer(self, option: int) -> str:
        """An answer to the open question: its name, or its number if the name is not unique."""
        known = option < len(self.answers)
        if known and self.answers.count(self.answers[option]) == 1 and self.answers[option]:
            return f'"{self.answers[option]}"'
        return str(option + 1)

    def known_card(self, piece: int, place: int) -> str:
        """A card that a piece knows."""
        known = self.known.get(piece, [])
        return f'"{known[place]}"' if place < len(known) else f"card {place + 1}"

    def lines_for(self, verb: Verb, source: int) -> list[Line]:
        """The rows or columns that an action chooses from as its place; none if it chooses another place."""
        relation = 0
        if len(verb.choices) > TO and verb.source.means in ("card", "card_in"):
            zone = self.held if verb.source.means == "card" else self.zones[verb.source.zone]
            relation = zone.lines[source] if source < len(zone.lines) else 0
        elif len(verb.choices) > TO and verb.source.means == "nothing":
            relation = self.own_line
        return self.lines.get(relation, [])

    def line_in(self, code: int) -> Line | None:
        """The row or column that an action, or its beginning, has chosen."""
        parts = take_apart(code)
        lines = self.lines_for(self.verbs[parts.verb], parts.source)
        return next((line for line in lines if line.cells[0] == parts.choices[TO]), None)

    def choice(self, verb: Verb, at: int, value: int, source: int) -> str:
        """The name of a value as a choice of an action with that source."""
        lines = self.lines_for(verb, source) if at == TO else []
        named = (line.name for line in lines if line.cells[0] == value)
        return next(named, None) or self.of(verb.choices[at][1], value, source)

    def of(self, slot: Slot, value: int, source: int = 0) -> str:
        """The name of a value in a slot of an action with that source."""
        match slot.means:
            case "card":
                return self.held.card(value)
            case "card_in":
                return self.zones[slot.zone].card(value)
            case "piece":
                return self.pieces.get(value, f"piece {value}")
            case "cell":
                return self.cells[value] if value < len(self.cells) else f"cell {value}"
            case "option":
                return slot.options[value] if value < len(slot.options) else f"option {value}"
            case "answer":
                return self.answer(value)
            case "known":
                return self.known_card(source, value)
            case _:
                return ""


def _copies(cards: Sequence[tuple[int, ...]], names: list[str]) -> list[tuple[int, bool]]:
    """For each card of a zone, its number among the cards of its name, and whether these differ."""
    kinds: dict[str, set[tuple[int, ...]]] = {}
    for card, name in zip(cards, names, strict=True):
        kinds.setdefault(name, set()).add(card)
    return [(names[: at + 1].count(name), len(kinds[name]) > 1) for at, name in enumerate(names)]


def to_text(code: int, names: Names) -> str:
    """The text of an action, in the names of its seat."""
    parts = take_apart(code)
    if parts.verb >= len(names.verbs):
        return f"action {code}"
    verb = names.verbs[parts.verb]
    if verb.subset:
        places = [place for place in range(16) if parts.mask >> place & 1]
        return f"{verb.word} {', '.join(map(names.held.card, places))}" if places else KEEP
    words = [verb.word, names.of(verb.source, parts.source)]
    for at, ((word, slot), value) in enumerate(zip(verb.choices, parts.choices, strict=False)):
        if slot.means != "nothing" and value != NO_CHOICE:
            words += [word, names.choice(verb, at, value, parts.source)]
    return " ".join(word for word in words if word)
