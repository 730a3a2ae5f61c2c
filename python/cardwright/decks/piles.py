"""The several decks of a player, in games that have them: which card belongs where."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardwright.decks import Deck
    from cardwright.errors import CardwrightError
    from cardwright.language.source import Document

Piles = Mapping[str, Collection[int]]
"""The tables of a deck's file and the numbers of the kinds in each; empty where all cards lie in one."""

ONE_PILE = "cards"
"""The table of a deck's file in games with one deck for each player."""


def piles_of(kinds: Sequence[str], piles: Mapping[str, Collection[str]]) -> dict[str, set[int]]:
    """The piles with the numbers of their kinds.

    >>> piles_of(["unit", "spell", "item"], {"men": ["unit"], "things": ["spell", "item"]})
    {'men': {0}, 'things': {1, 2}}
    """
    return {pile: {kinds.index(kind) for kind in names if kind in kinds} for pile, names in piles.items()}


def pile_of(kind: int, piles: Piles) -> str:
    """The pile of a kind; empty where it belongs into none."""
    return next((pile for pile, kinds in piles.items() if kind in kinds), "")


def read_piles(
    document: Document, piles: Piles, kinds: Mapping[str, int]
) -> tuple[Deck, list[tuple[str, CardwrightError]]]:
    """The deck of a document, and every card that lies in another's table with what is wrong."""
    from cardwright.decks import Deck
    from cardwright.language.diagnostics import did_you_mean
    from cardwright.language.source import convert

    if not piles:
        return convert(document, document.data, Deck), []
    known = ("name", "hero", "game", *piles)
    tables = ", ".join(f"[{pile}]" for pile in piles)
    for key in document.data:
        if key not in known:
            hint = did_you_mean(key, known) if key != ONE_PILE else None
            raise document.error(f'unknown key "{key}"', "", 0, key, hint or f"the cards stand in {tables}")
    flat: dict[str, Any] = {key: value for key, value in document.data.items() if key not in piles}
    cards: dict[str, int] = {}
    misplaced: list[tuple[str, CardwrightError]] = []
    for pile in piles:
        table = document.data.get(pile, {})
        if not isinstance(table, dict):
            raise document.error(f'"{pile}" is a table', "", 0, pile, f"write [{pile}]")
        for card, count in table.items():
            if not isinstance(count, int) or isinstance(count, bool):
                raise document.error(f'"{card}": expected a whole number', pile, 0, card)
            cards[card] = cards.get(card, 0) + count
            right = pile_of(kinds[card], piles) if card in kinds else pile
            if right and right != pile:
                reason = f'"{card}" does not belong into [{pile}]'
                misplaced.append((card, document.error(reason, pile, 0, card, f"it belongs into [{right}]")))
    return convert(document, flat | {ONE_PILE: cards}, Deck), misplaced


def place_in(document: Document, deck: Deck, key: str) -> tuple[str, int]:
    """The table of a deck's file that a fault about a key belongs to."""
    if key not in (ONE_PILE, *deck.cards):
        return "", 0
    holding = (table for table, entries in document.data.items() if isinstance(entries, dict))
    return next((table for table in holding if key in document.data[table]), ONE_PILE), 0
