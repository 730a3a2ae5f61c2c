"""Counts a deck: its curve, its kinds of cards and their needs."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from cardwright.decks.piles import pile_of

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef
    from cardwright.decks import Deck
    from cardwright.decks.game import DeckGame


_LOW_COST = 20
"""If no card costs more than this, the curve shows every cost, even those without cards."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The counts of a deck."""

    size: int
    average_cost: float
    average_costs: dict[str, float]
    """The average cost by what pays for the cards."""
    curve: dict[int, int]
    """The number of cards of every cost from 0 to the highest; if that is high, only costs with cards."""
    kinds: dict[str, int]
    needs: dict[str, int]
    """The number of cards by need: `fire`, `earth + fire`, `nothing`."""
    highest_needs: dict[str, int]
    start: dict[str, int]
    """What the hero starts with."""
    paid: dict[str, int] = {}
    """The number of cards by what pays for them, in games where a card may cost several things."""


def in_order(game: DeckGame, deck: Deck) -> list[CardDef]:
    """The cards of a deck by cost and name; pile by pile in games with several piles."""
    cards = [game.catalogue.defs[game.card_numbers[card]] for card in deck.cards]
    piles = [*game.catalogue.piles, ""]
    return sorted(
        cards,
        key=lambda card: (
            piles.index(pile_of(card.kind, game.catalogue.piles)),
            game.catalogue.cost_of(card),
            card.name,
        ),
    )


def summarise(game: DeckGame, deck: Deck) -> Summary:
    """Count the cards of a legal deck."""
    cards = in_order(game, deck)
    size = sum(deck.cards.values())
    cost_of = game.catalogue.cost_of
    costs = sorted({cost_of(card) for card in cards})
    highest_cost = costs[-1] if costs else 0
    curve = {cost: 0 for cost in (range(highest_cost + 1) if highest_cost <= _LOW_COST else costs)}
    paid: dict[str, list[int]] = {}
    together: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    needs: Counter[str] = Counter()
    highest: dict[str, int] = {}
    for card in cards:
        count, asked = deck.cards[card.id], game.needs(card)
        curve[cost_of(card)] += count
        price = _paid(game, card)
        for word, cost in price.items():
            paid.setdefault(word, []).extend([cost] * count)
        together[" + ".join(price) or "nothing"] += count
        kinds[game.kind_words[card.kind]] += count
        needs[" + ".join(asked) or "nothing"] += count
        for name, number in asked.items():
            highest[name] = max(number, highest.get(name, 0))
    total = sum(cost * count for cost, count in curve.items())
    averaged = {} if game.catalogue.has_patterns else paid  # of a pattern the number of all its fields counts
    return Summary(
        size=size,
        average_cost=round(total / size, 2) if size else 0.0,
        average_costs={word: round(sum(all_) / len(all_), 2) for word, all_ in averaged.items()},
        curve=curve,
        kinds=dict(kinds.most_common()),
        needs=dict(needs.most_common()),
        highest_needs=highest,
        start=game.needs(game.catalogue.defs[game.card_numbers[deck.hero]]) if deck.hero else {},
        paid=dict(together.most_common()) if game.catalogue.has_several else {},
    )


def _paid(game: DeckGame, card: CardDef) -> dict[str, int]:
    """The cost of a card, by what pays for it."""
    if game.catalogue.has_several:
        return game.catalogue.price_of(card)
    return {game.cost_word(card): card.cost}
