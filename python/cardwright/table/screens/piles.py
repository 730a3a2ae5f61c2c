"""The piles beside a board: looked through, drawn from, played from."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardwright.hosting.spots import Spot, zone_of
from cardwright.table.boards import board_of
from cardwright.table.plain import describe_numbers, mark, title

if TYPE_CHECKING:
    from cardwright.face.legal import Prefix
    from cardwright.face.view import Card, View
    from cardwright.table.selection import Selection


class Pile(NamedTuple):
    """The cards of a zone, laid out to look through: a title, a line for each card, and the cards."""

    title: str
    answers: list[str]
    cards: list[tuple[int, Card]]


def drawn_from(selection: Selection) -> set[Spot]:
    """The piles at which an action without a card or piece begins."""
    actions = {prefix.code for prefix in selection.actions}
    sources = selection.sources.items()
    return {s for s, found in sources if s.kind == "pile" and found[0].code in actions}


def opened(view: View, selection: Selection, spot: Spot) -> Pile | None:
    """The cards of a zone, the newest first; None where nobody may look through them."""
    seat, zone = zone_of(view.game, spot)
    cards = view.seats[seat].zones[zone]
    known = [(at, card) for at, card in enumerate(cards) if card.card is not None]
    if not known or zone in board_of(view.game).shuffled:
        return None
    playable = {p.source.value for p in selection.sources.get(spot, ())}
    listed = list(reversed(known))
    answers = [
        f"{'*' if at in playable else ' '} {card.name} ({describe_numbers(view.game, card.card)})"
        + mark(card)
        for at, card in listed
        if card.card is not None
    ]
    hint = "; * can be played" if playable else ""
    return Pile(f"{zone.capitalize()} ({title(view, seat)}), the newest first{hint}", answers, listed)


def playing(selection: Selection, spot: Spot, at: int, card: Card) -> Prefix | None:
    """The action that plays a card of a pile, if there is one."""
    fitting = [p for p in selection.sources.get(spot, ()) if f'"{card.name}"' in p.text]
    exact = [p for p in fitting if p.source.value == at] or fitting
    return exact[0] if exact else None
