"""Decks as the text that people paste: a name, a hero, and for each card a line with number and name.

    # Fire Aggro
    game: elemental-command
    hero: Kaela Emberheart

    3 Ember Wisp
    2 Ash Imp

`parse(render(deck))` is the deck. Reading is generous: a number may be written `3x`, a card by its id or in
any capitals; several lines of one card add up; `//` and, after the first, lines with `#` are comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cardwright.basics.limits import DECK_LINES
from cardwright.basics.suggestions import did_you_mean
from cardwright.decks import HELPED, Deck

_FIELD = re.compile(r"(name|game|hero)\s*:\s*(.*)", re.IGNORECASE)
_CARD = re.compile(r"([+-]?[0-9]{1,18})(?![0-9])\s*(.*)")
_TIMES = re.compile(r"[x×*]\s+(.*)|[x×*](?=\")(.*)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|\s)//")
_LINES = re.compile(r"\r\n|[\n\r]")


@dataclass(frozen=True)
class Names:
    """The names of a game's cards and heroes, by id, and how many copies a deck may hold."""

    game: str
    cards: Mapping[str, str]
    heroes: Mapping[str, str] = field(default_factory=dict)
    copies: int = 99
    broken: Mapping[str, str] = field(default_factory=dict)
    """The faults of cards that were set aside, by id and by name in small letters."""


@dataclass(frozen=True)
class BadLine:
    """A line that was left out: its number, the reason and a suggestion."""

    line: int
    reason: str
    suggestion: str | None = None


@dataclass(frozen=True)
class Reading:
    """A deck read from text, and the lines that were left out."""

    deck: Deck
    bad: tuple[BadLine, ...] = ()


def render(deck: Deck, names: Names, order: Iterable[str] = ()) -> str:
    """The deck as text, its cards in the given order, or else in its own."""
    lines = [f"# {_written(deck.name)}"]
    if deck.game:
        lines.append(f"game: {_written(deck.game)}")
    if deck.hero:
        lines.append(f"hero: {_written(names.heroes.get(deck.hero, deck.hero))}")
    lines.append("")
    listed = dict.fromkeys([*(card for card in order if card in deck.cards), *deck.cards])
    lines += [f"{deck.cards[card]} {_written(names.cards.get(card, card))}" for card in listed]
    return "\n".join(lines) + "\n"


def parse(text: str, names: Names) -> Reading:
    """Read a deck; lines that the game does not understand are listed and left out."""
    reader = _Reader(names)
    lines = _LINES.split(text.removeprefix("\ufeff"))
    for number, line in enumerate(lines[: DECK_LINES.most], start=1):
        reader.read(number, line.strip())
    if len(lines) > DECK_LINES.most:
        reader.bad.append(BadLine(DECK_LINES.most + 1, DECK_LINES.refusal(len(lines))))
    deck = Deck(
        name="a deck" if reader.name is None else reader.name,
        cards=reader.cards,
        hero=reader.hero,
        game=reader.game,
    )
    return Reading(deck, tuple(reader.bad))


class _Reader:
    """Reads a deck line by line, and keeps what was read so far."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.name: str | None = None
        self.hero = ""
        self.game = ""
        self.cards: dict[str, int] = {}
        self.bad: list[BadLine] = []
        self.at = 0

    def read(self, number: int, line: str) -> None:
        """Read one line."""
        self.at = number
        if not line or line.startswith(("//", "```")):
            return
        if line.startswith("#"):
            if self.name is None:
                self.name = _read_name(line[1:].strip())
        elif said := _FIELD.fullmatch(line):
            self._field(said[1].lower(), said[2].strip())
        elif counted := _CARD.fullmatch(line):
            self._card(int(counted[1]), counted[2])
        else:
            near = _found(line, self.names.cards)
            shown = self.names.cards[near] if near else "Card"
            self._refuse(f'"{_short(line)}" is no number and card', f'write it like "1 {shown}"')

    def _refuse(self, reason: str, suggestion: str | None = None) -> None:
        self.bad.append(BadLine(self.at, reason, suggestion))

    def _meant(self, written: str, known: Iterable[str]) -> str | None:
        """A suggestion; none after many bad lines, for then this is no deck of the game."""
        return did_you_mean(written, known) if len(self.bad) < HELPED else None

    def _field(self, key: str, value: str) -> None:
        written = _read_name(value)
        if key == "name":
            self.name = written
        elif key == "game":
            if written.casefold() != self.names.game.casefold():
                self._refuse(f"this is a deck of {_short(written)}, not of {self.names.game}")
            else:
                self.game = self.names.game
        else:
            hero = _found(written, self.names.heroes)
            hero = hero or _found(_COMMENT.split(written)[0].strip(), self.names.heroes)
            if hero is None:
                known = [*self.names.heroes.values(), *self.names.heroes]
                hint = self._meant(written, known) or f"write one of {', '.join(self.names.heroes)}"
                self._refuse(f'unknown hero "{_short(written)}"', hint)
            else:
                self.hero = hero

    def _card(self, count: int, rest: str) -> None:
        card, written = self._named(rest)
        if not written:
            self._refuse("the card is missing", 'write it like "3 Card"')
        elif card is None and (told := self.names.broken.get(written.lower())):
            self._refuse(told, None)
        elif card is None:
            known = [*self.names.cards.values(), *self.names.cards]
            self._refuse(f'unknown card "{_short(written)}"', self._meant(written, known))
        elif count < 1:
            self._refuse(f'{count} copies of "{self.names.cards[card]}"', "write 1 or more")
        elif (total := self.cards.get(card, 0) + count) > self.names.copies:
            name, above = self.names.cards[card], self.cards.get(card)
            self._refuse(
                f'{total} copies of "{name}": a deck may hold {self.names.copies}',
                f"the lines above have {above} already" if above else None,
            )
        else:
            self.cards[card] = total

    def _named(self, rest: str) -> tuple[str | None, str]:
        """The card that the rest of a line names, and the words read as its name."""
        tries = [rest]
        if times := _TIMES.fullmatch(rest):
            tries.append(times[1] or times[2])
        tries += [_COMMENT.split(words)[0].strip() for words in tries]
        for words in tries:
            if card := _found(_read_name(words), self.names.cards):
                return card, words
        return None, _read_name(tries[-1])


def _found(written: str, names: Mapping[str, str]) -> str | None:
    """The id of the card that a text names: by its name, its id, or its name in other capitals."""
    for card, name in names.items():
        if name == written:
            return card
    if written in names:
        return written
    plain = " ".join(written.split()).casefold()
    return next((card for card, name in names.items() if plain in (card, name.casefold())), None)


def _written(name: str) -> str:
    """A name on one line, in quotes if it would otherwise be misread."""
    plain = name.isprintable() and name == name.strip() and name and not name.startswith('"')
    return name if plain else json.dumps(name)


def _read_name(written: str) -> str:
    """The name that `_written` wrote."""
    if written.startswith('"'):
        try:
            name = json.loads(written)
            name.encode()  # refuses half a character
        except (AttributeError, ValueError):
            return written.strip('"')
        return str(name)
    return written


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}..."
