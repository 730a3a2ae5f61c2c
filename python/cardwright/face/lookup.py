"""Looks up the words of an action among the cards, pieces, cells, options and answers that a seat sees."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean, one
from cardwright.face.actions import NO_CHOICE, Names, Slot, ZoneNames

if TYPE_CHECKING:
    from cardwright.face.lines import Line

COPY = re.compile(r"\s*#\s*(\d+)$")
"""The number of a copy of a card, as in `Ember Wisp#2`."""
_NUMBER = re.compile(r"\s*#\s*0*(\d+)$")
"""The number of a piece on a cell with several, as in `2,3#2`."""
_COMMA = re.compile(r"\s*,\s*")
"""The comma between the two numbers of a cell."""
_OWN = ("my ", "own ", "your ")
_FOREIGN = ("enemy ", "foe ", "the ", "opponent's ", "their ")


class Missing(Exception):
    """A part of the text names something that is not there."""

    def __init__(
        self, reason: str, said: str = "", known: Iterable[str] = (), hint: str = "", *, is_word: bool = True
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self._said, self._known, self._hint = said, known, hint
        self.is_word = is_word
        """Whether the words are unknown; otherwise they name something that exists elsewhere."""

    @property
    def suggestion(self) -> str | None:
        """The suggestion; computed only if the error is shown."""
        return did_you_mean(self._said, self._known) or self._hint or None


def look_up(text: str, slot: Slot, names: Names, *, is_source: bool = False) -> list[int]:
    """The numbers of the things that a part of an action may mean; `Missing` if there is none."""
    match slot.means:
        case "nothing":
            if text:
                raise Missing(f'"{text}" is one word too many')
            return [0 if is_source else NO_CHOICE]
        case _ if not text:
            raise Missing(f"{one(slot.means)} is missing")
        case "card":
            return _cards(text, names.held, names)
        case "card_in":
            return _cards(text, names.zones[slot.zone], names)
        case "piece":
            return _pieces(text, names)
        case "cell":
            return [_cell(text, names)]
        case "answer":
            return _answers(text, names)
        case _:
            found = by_name(text, list(slot.options))
            if not found:
                hint = f"say {', '.join(slot.options)}"
                near = () if text.isdecimal() else slot.options
                raise Missing(f'"{text}" is none of the options', text, near, hint)
            return found


def by_name(text: str, known: list[str]) -> list[int]:
    """The places of the names that a text is: the whole name, else its beginning, else a word's beginning."""
    said = text.strip().strip('"“”').strip().lower()
    lowered = [name.lower() for name in known]
    tests = (
        lambda name: name == said,
        lambda name: name.startswith(said),
        lambda name: any(name[at + 1 :].startswith(said) for at, sign in enumerate(name) if sign == " "),
    )
    for test in tests:
        if said and (found := [at for at, name in enumerate(lowered) if test(name)]):
            return found
    return []


def places_of(text: str, zone: ZoneNames, names: Names) -> list[int]:
    """The places in a zone of the cards that a text means."""
    copy = COPY.search(text)
    name = text[: copy.start()] if copy else text
    places = by_name(name, zone.names)
    shown = name.strip().strip('"')
    if not places:
        if by_name(name, list(names.card_names)):
            raise Missing(f'"{shown}" is not in your {zone.place}', is_word=False)
        raise Missing(f'there is no card "{shown}"', shown, zone.names)
    if copy:
        places = [place for place in places if zone.copies[place][0] == int(copy[1])]
        if not places:
            raise Missing(f'there is no copy {copy[1]} of "{shown}" in your {zone.place}', is_word=False)
    return places


def _cards(text: str, zone: ZoneNames, names: Names) -> list[int]:
    # Equal copies give one action: that of the first.
    return list(dict.fromkeys(zone.twins[place] for place in places_of(text, zone, names)))


def known_by(text: str, piece: int, names: Names) -> list[int]:
    """The places, among the cards that a piece knows, of those that a text means."""
    known, place = names.known.get(piece, []), names.pieces.get(piece, "it")
    if found := by_name(text, known):
        return found
    shown = text.strip().strip('"')
    others = [one for one in names.beside(piece) if by_name(text, names.known.get(one, []))]
    hint = f"{names.pieces[others[0]]} knows it" if others else ""
    if not known:
        raise Missing(f"{place} knows nothing to use", hint=hint, is_word=False)
    is_card = bool(by_name(text, list(names.card_names)))
    reason = f'{place} does not know "{shown}"'
    raise Missing(reason, shown, known, hint or f"it knows {', '.join(known)}", is_word=not is_card)


def _cell(text: str, names: Names) -> int:
    text = _COMMA.sub(",", text.lower())
    if text in names.cells:
        return names.cells.index(text)
    shape = f"{names.cells[0]} to {names.cells[-1]}" if names.cells else "none"
    raise Missing(f'"{text}" is no space of the board', hint=f"the spaces are {shape}")


def line_named(text: str, lines: Sequence[Line], names: Names) -> int:
    """The cell that stands for a row or column: named whole, by its letter or number, or by a cell in it."""
    said = _COMMA.sub(",", " ".join(text.lower().split()))
    for line in lines:
        if said in (line.name.lower(), line.sign.lower()):
            return line.cells[0]
    for line in lines:
        if said in [names.cells[cell] for cell in line.cells]:
            return line.cells[0]
    known = [line.name for line in lines]
    raise Missing(f'"{text}" is no {lines[0].sort} of the board', said, known, f"say {', '.join(known)}")


def place_named(text: str) -> str:
    """The words in the form of a cell's name, with or without a number after it."""
    return _NUMBER.sub(r"#\1", _COMMA.sub(",", " ".join(text.lower().split())))


def _pieces(text: str, names: Names) -> list[int]:
    said = place_named(text).removesuffix("#1")
    by_place = {place: piece for piece, place in names.pieces.items()}
    if said in by_place:
        return [by_place[said]]
    own = next((said[len(word) :] for word in _OWN if said.startswith(word)), None)
    foreign = next((said[len(word) :] for word in _FOREIGN if said.startswith(word)), None)
    if own is not None and f"my {own}" in by_place:
        return [by_place[f"my {own}"]]
    if foreign is not None and foreign in by_place:
        return [by_place[foreign]]
    known = list(names.by_card_name)
    if found := [piece for at in by_name(text, known) for piece in names.by_card_name[known[at]]]:
        return found
    if said.partition("#")[0] in names.cells:
        raise Missing(f"nothing stands on {said}", is_word=False)
    if by_name(text, list(names.card_names)):
        raise Missing(f"{text} is not in play", is_word=False)
    raise Missing(f'there is no piece "{text}"', said, [*by_place, *known])


def _answers(text: str, names: Names) -> list[int]:
    if not names.answers:
        raise Missing("no question is open", is_word=False)
    if text.isdecimal() and 0 < int(text[:9]) <= len(names.answers):
        return [int(text) - 1]
    if found := by_name(text, names.answers):
        return found
    said = text.strip('"')
    hint = f"choose {', '.join(names.answers)}, or a number from 1 to {len(names.answers)}"
    raise Missing(f'"{said}" is none of the answers', said, names.answers, hint, is_word=False)
