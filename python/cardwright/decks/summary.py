"""What a deck is made of: its curve, its kinds of cards and what they need."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef
    from cardwright.decks import Deck
    from cardwright.library import Game


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of a deck."""

    size: int
    average_cost: float
    curve: dict[int, int]
    """The number of cards of every cost from 0 to the highest."""
    kinds: dict[str, int]
    needs: dict[str, int]
    """The number of cards by what they need, like `fire`, `earth + fire` or `nothing`."""
    highest_needs: dict[str, int]
    start: dict[str, int]
    """What the hero starts with."""


def in_order(game: Game, deck: Deck) -> list[CardDef]:
    """The cards of a deck by cost and name."""
    cards = [game.catalogue.defs[game.card_numbers[card]] for card in deck.cards]
    return sorted(cards, key=lambda card: (card.cost, card.name))


def summarise(game: Game, deck: Deck) -> Summary:
    """Count the cards of a deck that is legal."""
    cards = in_order(game, deck)
    size = sum(deck.cards.values())
    curve = {cost: 0 for cost in range(max((card.cost for card in cards), default=0) + 1)}
    kinds: Counter[str] = Counter()
    needs: Counter[str] = Counter()
    highest: dict[str, int] = {}
    for card in cards:
        count, asked = deck.cards[card.id], game.needs(card)
        curve[card.cost] += count
        kinds[game.kind_words[card.kind]] += count
        needs[" + ".join(asked) or "nothing"] += count
        for name, number in asked.items():
            highest[name] = max(number, highest.get(name, 0))
    total = sum(cost * count for cost, count in curve.items())
    return Summary(
        size=size,
        average_cost=round(total / size, 2) if size else 0.0,
        curve=curve,
        kinds=dict(kinds.most_common()),
        needs=dict(needs.most_common()),
        highest_needs=highest,
        start=game.needs(game.catalogue.defs[game.card_numbers[deck.hero]]) if deck.hero else {},
    )
