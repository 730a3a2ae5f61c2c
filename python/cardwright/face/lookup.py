"""What the words of an action mean among what a seat sees: cards, pieces, cells, options, answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardwright.basics.suggestions import did_you_mean, one
from cardwright.face.actions import NO_CHOICE, Held, Names, Slot

COPY = re.compile(r"\s*#\s*(\d+)$")
"""Which of several copies of a card."""
_NUMBER = re.compile(r"\s*#\s*0*(\d+)$")
"""Which of several pieces on a cell."""
_COMMA = re.compile(r"\s*,\s*")
"""Between the numbers of a cell."""
_OWN = ("my ", "own ", "your ")
_FOREIGN = ("enemy ", "foe ", "the ", "opponent's ", "their ")


class Missing(Exception):
    """What a part of the text names is not there."""

    def __init__(
        self, reason: str, said: str = "", known: Iterable[str] = (), hint: str = "", *, is_word: bool = True
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self._said, self._known, self._hint = said, known, hint
        self.is_word = is_word
        """The words themselves are unknown; else they name something that is not in its place."""

    @property
    def suggestion(self) -> str | None:
        """What may have been meant; looked for only when it is told."""
        return did_you_mean(self._said, self._known) or self._hint or None


def look_up(text: str, slot: Slot, names: Names, *, is_source: bool = False) -> list[int]:
    """The numbers of what a part of an action may mean; `Missing` if it means nothing that is there."""
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
                raise Missing(f'"{text}" is none of the options', text, slot.options, hint)
            return found


def by_name(text: str, known: list[str]) -> list[int]:
    """The places of the names a text means: the whole name, else its beginning, else that of a word in it."""
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


def places_of(text: str, held: Held, names: Names) -> list[int]:
    """The places in a zone of the cards a text means."""
    copy = COPY.search(text)
    name = text[: copy.start()] if copy else text
    places = by_name(name, held.names)
    shown = name.strip().strip('"')
    if not places:
        if by_name(name, list(names.card_names)):
            raise Missing(f'"{shown}" is not in your {held.place}', is_word=False)
        raise Missing(f'there is no card "{shown}"', shown, held.names)
    if copy:
        places = [place for place in places if held.copies[place][0] == int(copy[1])]
        if not places:
            raise Missing(f'there is no copy {copy[1]} of "{shown}" in your {held.place}', is_word=False)
    return places


def _cards(text: str, held: Held, names: Names) -> list[int]:
    # Copies that agree in everything are one action: the first of them.
    return list(dict.fromkeys(held.twins[place] for place in places_of(text, held, names)))


def known_by(text: str, piece: int, names: Names) -> list[int]:
    """The places of the cards that a text means among those that a piece knows."""
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


def place_named(text: str) -> str:
    """The words that may name a cell, with a number behind it or without."""
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
    known = list(names.spoken)
    if found := [piece for at in by_name(text, known) for piece in names.spoken[known[at]]]:
        return found
    if said.partition("#")[0] in names.cells:
        raise Missing(f"nothing stands on {said}", is_word=False)
    if by_name(text, list(names.card_names)):
        raise Missing(f"{text} is not in play", is_word=False)
    raise Missing(f'there is no piece "{text}"', said, [*by_place, *known])


def _answers(text: str, names: Names) -> list[int]:
    if text.isdecimal():
        return [int(text) - 1 if 0 < int(text) <= NO_CHOICE else NO_CHOICE]
    if found := by_name(text, names.answers):
        return found
    if not names.answers:
        raise Missing("no question is open", is_word=False)
    raise Missing(
        f'"{text}" is none of the answers', text, names.answers, f"choose {', '.join(names.answers)}"
    )
