"""Finds cards and pieces again in a later position of a match, where their places and numbers may differ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.errors import CardwrightError
from cardwright.face.actions import NO_CHOICE, make_code, take_apart

if TYPE_CHECKING:
    from cardwright.face.view import View


def is_same_piece(earlier: View, now: View, number: int) -> bool:
    """Whether a number still means the same piece: numbers are used again."""
    before = [(p.number, p.owner) for p in earlier.described.pieces if p.id == number]
    return bool(before) and before == [(p.number, p.owner) for p in now.described.pieces if p.id == number]


def card_now(earlier: View, now: View, place: int) -> int | None:
    """The present place of a card of an earlier hand; None if it is gone. Equal cards are interchangeable."""
    if place >= len(earlier.hand):
        return None

    def made(view: View, at: int) -> tuple[int, int, bool]:
        card = view.described.seats[view.seat or 0].zones[view.game.hand_zone][at]
        return card.number, card.change, card.known

    wanted = made(earlier, place)
    before = sum(made(earlier, at) == wanted for at in range(place))
    places = [at for at in range(len(now.hand)) if made(now, at) == wanted]
    return places[min(before, len(places) - 1)] if places else None


def renumbered(code: int, earlier: View, now: View) -> int | None:
    """An action of an earlier position in the numbers of now; None if its card or a piece is gone."""
    parts = take_apart(code)
    verb = now.game.verbs[parts.verb]
    source = parts.source
    if verb.source.means == "card":
        place = card_now(earlier, now, source)
        if place is None:
            return None
        source = now.names().held.twins[place]
    pieces = [parts.source] if verb.source.means == "piece" else []
    pieces += [
        value
        for (_, slot), value in zip(verb.choices, parts.choices, strict=False)
        if slot.means == "piece" and value != NO_CHOICE
    ]
    if not all(is_same_piece(earlier, now, piece) for piece in pieces):
        return None
    if verb.source.means == "card_in":
        names, names_now = earlier.names().zones[verb.source.zone], now.names().zones[verb.source.zone]
        if source >= len(names_now.names) or names.names[source] != names_now.names[source]:
            return None
    return make_code(parts.seat, parts.verb, source, parts.choices, parts.mask)


def means_the_same(code: int, earlier: View, now: View) -> bool:
    """Whether the code of an action from an earlier position still means the same action."""
    return renumbered(code, earlier, now) == code


def refuse_if_changed(text: str, earlier: View, now: View) -> None:
    """Raise an error if a cell that was typed now holds another piece."""
    for cell in re.findall(r"\w+", re.sub(r'"[^"]*"?', " ", text.lower())):
        if cell in now.game.cells:
            before, there = earlier.piece_on(cell), now.piece_on(cell)
            if (before and (before.id, before.name)) != (there and (there.id, there.name)):
                stands = f"{there.name} stands there now" if there else "nothing stands there now"
                raise CardwrightError(f"{cell} has changed while you typed: {stands}")
