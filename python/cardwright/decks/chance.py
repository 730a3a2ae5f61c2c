"""Random legal decks: the same for the same game, seed and hero."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean
from cardwright.decks import Deck
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef
    from cardwright.decks.game import DeckGame

_NAMED = re.compile(r"random:([0-9]{1,18})(?::(.+))?")
_USUAL_SIZE = 40
"""The size of a random deck if the game does not fix one."""
_USUAL_COPIES = 4
"""The most copies of a card in a random deck if the game has no limit below the deck's size."""
_LONG = 60
"""A card that takes its hero this many seconds to pay for is half as likely as a free one."""


def named_deck(game: DeckGame, name: str) -> Deck:
    """The random deck that `random:SEED` or `random:SEED:HERO` names."""
    found = _NAMED.fullmatch(name)
    if not found:
        raise CardwrightError(
            f'"{name}" is no random deck', suggestion="write it like random:7 or random:7:HERO"
        )
    return random_deck(game, int(found[1]), found[2] or "")


def random_deck(game: DeckGame, seed: int, hero: str = "", format: str = "") -> Deck:
    """A legal deck drawn from a seed; any card that the hero may play can be in it.

    The more of its needs the hero lacks at the start, the rarer a card is. With a format, only cards of its
    sets are drawn.
    """
    dice = Random(f"{game.slug} {seed}")  # only `random()` is used: it is the same in every Python
    heroes = [card for card in game.cards if game.catalogue.is_unique(card) and card.collectible]
    chosen = _hero(game, heroes, hero)
    if chosen is None and heroes:
        chosen = heroes[int(dice.random() * len(heroes))]
    limits = game.catalogue.game.limits
    weights = _weights(game, chosen)
    if format:
        sets = _sets(game, format)
        of_sets = {card.id for card in game.cards if card.set in sets}
        weights = {card: weight for card, weight in weights.items() if card in of_sets}
    cards: dict[str, int] = {}
    if piles := game.catalogue.game.decks:
        for pile in piles:
            kinds = game.catalogue.piles[pile.id]
            fitting = {card: weight for card, weight in weights.items() if game.kind_of[card] in kinds}
            cards |= _drawn_cards(game, dice, fitting, pile.usual, limits.get("copies", _USUAL_COPIES))
    else:
        size = limits.get("deck", limits.get("deck_usual", _USUAL_SIZE))
        copies = limits.get("copies", 99)
        most = copies if copies < size else _USUAL_COPIES
        cards = _drawn_cards(game, dice, weights, size, most)
    name = f"Random {seed}" + (f" {hero}" if hero else "")
    return Deck(
        name=name,
        cards=dict(sorted(cards.items())),
        hero=chosen.id if chosen and not game.only_hero else "",
        game=game.slug,
    )


def _drawn_cards(
    game: DeckGame, dice: Random, weights: dict[str, float], size: int, copies: int
) -> dict[str, int]:
    """`size` random cards, at most `copies` of each, or as many as its rarity allows."""
    fewer = game.catalogue.game.copies
    most = {card.id: fewer.get(card.rarity, copies) for card in game.cards if card.id in weights}
    if sum(most.values()) < size:
        raise CardwrightError(
            f"{game.slug} has {len(weights)} cards for a random deck, too few for {size} cards "
            f"of at most {copies} copies"
        )
    cards: dict[str, int] = {}
    while (missing := size - sum(cards.values())) > 0:
        card = _drawn(dice, weights)
        del weights[card]
        least = max(1, missing - sum(most[other] for other in weights))  # the cards left must fill the deck
        cards[card] = min(missing, least + int(dice.random() * (most[card] + 1 - least)))
    return cards


def _sets(game: DeckGame, format: str) -> list[str]:
    """The sets of a format; an unknown one is an error with the nearest."""
    formats = game.catalogue.game.formats
    if format not in formats:
        known = f"there are {', '.join(formats)}" if formats else None
        hint = did_you_mean(format, formats) or known
        raise CardwrightError(f'{game.slug} has no format "{format}"', suggestion=hint)
    return formats[format]


def _hero(game: DeckGame, heroes: list[CardDef], hero: str) -> CardDef | None:
    if not hero:
        return None
    for card in heroes:
        if hero.strip().lower() in (card.id, card.name.lower()):
            return card
    known = [word for card in heroes for word in (card.id, card.name)]
    hint = did_you_mean(hero, known) or f"write one of {', '.join(card.id for card in heroes)}"
    raise CardwrightError(f'{game.slug} has no hero "{hero}"', suggestion=hint)


def _weights(game: DeckGame, hero: CardDef | None) -> dict[str, float]:
    """How likely each card is: the later the hero can play it, the rarer; too late for a match, never."""
    elements = game.catalogue.game.vocabulary["elements"]
    supply = game.catalogue.table_of(hero, "produces") if hero and game.catalogue.has_prices else {}
    start = game.needs(hero) if hero else {}
    most = game.catalogue.game.limits.get("turns", 200) // 2
    found = {}
    for card in game.cards:
        if not card.collectible or game.catalogue.is_unique(card):
            continue
        if card.hero and (hero is None or card.hero != hero.id):
            continue
        if supply:
            price = game.catalogue.table_of(card, "cost")
            if all(name in supply for name in price):
                seconds = sum(number * supply[name] for name, number in price.items())
                found[card.id] = 1 / (1 + seconds / _LONG)
            continue
        lacking = sum(
            max(0, number - start.get(name, 0))
            for name, number in game.needs(card).items()
            if name in elements
        )
        if lacking <= most:
            found[card.id] = 1 / (1 + lacking) ** 2
    return found


def _drawn(dice: Random, weights: dict[str, float]) -> str:
    at = dice.random() * sum(weights.values())
    for card, weight in weights.items():
        at -= weight
        if at < 0:
            return card
    return card
