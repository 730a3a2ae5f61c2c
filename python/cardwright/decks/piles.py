"""The several decks of a player, in games that have them: which card belongs where."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.basics.documents import Document
    from cardwright.decks import Deck
    from cardwright.errors import CardwrightError

Piles = Mapping[str, Collection[int]]
"""The tables of a deck's file and the numbers of the kinds in each; empty if there is only one table."""

ONE_PILE = "cards"
"""The table of a deck's file in games where a player has one deck."""


def pile_of(kind: int, piles: Piles) -> str:
    """The pile of a kind; empty if it has none."""
    return next((pile for pile, kinds in piles.items() if kind in kinds), "")


def read_piles(
    document: Document, piles: Piles, kinds: Mapping[str, int]
) -> tuple[Deck, list[tuple[str, CardwrightError]]]:
    """The deck of a document without its faulty entries, and the errors about these.

    Each error comes with the card that lies in the wrong table, or with "" if an entry had to be left out.
    """
    from cardwright.basics.documents import convert_some, type_of
    from cardwright.basics.suggestions import did_you_mean
    from cardwright.decks import Deck

    tables = [*piles] or [ONE_PILE]
    known = ("name", "hero", "game", *tables)
    faults: list[tuple[str, CardwrightError]] = []
    flat: dict[str, Any] = {}
    for key, value in document.data.items():
        if key in known:
            flat |= {} if key in tables else {key: value}
            continue
        stand = f"the cards belong in {', '.join(f'[{table}]' for table in tables)}"
        hint = did_you_mean(key, known) if key != ONE_PILE else None
        faults.append(("", document.error(f'unknown key "{key}"', "", 0, key, hint or stand)))
    cards: dict[str, int] = {}
    for pile in tables:
        table = document.data.get(pile, {})
        if not isinstance(table, dict):
            card = next(
                (name for name, kind in kinds.items() if pile_of(kind, piles) == pile or not piles), ""
            )
            like = f", and below it lines like {card} = 2" if card else ""
            hint = f"write [{pile}] on a line of its own{like}"
            faults.append(("", document.error(f'"{pile}" is a table', "", 0, pile, hint)))
            continue
        for card, count in table.items():
            if not isinstance(count, int) or isinstance(count, bool):
                hint = f"write {card} = {count}" if str(count).isdigit() else None
                got = count if isinstance(count, float) else type_of(count)
                reason = f'"{card}": expected a whole number, got {got}'
                faults.append(("", document.error(reason, pile, 0, card, hint)))
                continue
            cards[card] = cards.get(card, 0) + count
            right = pile_of(kinds[card], piles) if card in kinds else pile
            if right and right != pile:
                reason = f'"{card}" does not belong in [{pile}]'
                fault = document.error(reason, pile, 0, card, f"it belongs in [{right}]")
                faults.append((card, fault))
    is_named = any(table in document.data for table in tables)
    filled = flat | ({ONE_PILE: cards} if is_named or piles else {})
    deck, mistyped = convert_some(document, filled, Deck, "", 0, {"name": "a deck", ONE_PILE: {}})
    return deck, faults + [("", fault) for fault in mistyped]


def place_in(document: Document, deck: Deck, key: str) -> tuple[str, int]:
    """The table of a deck's file in which to report a fault about a key."""
    if key not in (ONE_PILE, *deck.cards):
        return "", 0
    holding = (table for table, entries in document.data.items() if isinstance(entries, dict))
    return next((table for table in holding if key in document.data[table]), ONE_PILE), 0
