"""Ready decks of a generated set: one for each identity and the next."""

from __future__ import annotations

from math import ceil

from cardwright.decks import Deck
from cardwright.decks.files import to_toml
from cardwright.errors import CardwrightError
from cardwright.generating.making import Generated
from cardwright.generating.writing import MadeCard

CHEAP = 2 / 3
"""The part of the cards, cheapest first, that decks are made of."""

COPIES = 2
"""How many copies of a card a deck has, if there are enough cards."""


def decks_of(made: Generated) -> dict[str, str]:
    """The files of the decks by name.

    A deck of two identities has cards of these only, the kinds in the shares of the set, and cheap and dear
    cards alike from the cheaper two thirds.
    """
    identities = list(dict.fromkeys(made.identities))
    pairs = list(zip(identities, [*identities[1:], *identities[:1]], strict=True))
    return {f"{a}-{b}": _file(made, _deck(made, a, b)) for a, b in pairs}


def _file(made: Generated, deck: Deck) -> str:
    return f"# Made by `{made.command} --decks`; do not edit.\n{to_toml(made.game, deck)}"


def _deck(made: Generated, *pair: str) -> Deck:
    limits = made.game.catalogue.game.limits
    size = limits["deck"]
    total = len(made.cards)
    cards: dict[str, int] = {}
    for kind in dict.fromkeys(card.draft.kind for card in made.cards):
        wanted = round(size * sum(card.draft.kind == kind for card in made.cards) / total)
        cards |= _chosen(made, kind, pair, wanted, min(COPIES, limits.get("copies", COPIES)))
    # What rounding left over goes to the first cards.
    for card in list(cards):
        cards[card] += min(1, size - sum(cards.values()))
    heroes = [card.id for card in made.game.cards if made.game.catalogue.is_unique(card)]
    hero = next((one for one in heroes if one in pair), heroes[0] if heroes else "")
    return Deck(
        name=" and ".join(one.capitalize() for one in pair), cards=cards, hero=hero, game=made.game.slug
    )


def _chosen(made: Generated, kind: str, pair: tuple[str, ...], wanted: int, copies: int) -> dict[str, int]:
    """So many cards of a kind, from cheap to dear."""
    fitting = [card for card in made.cards if card.draft.kind == kind and {*card.draft.identities} <= {*pair}]
    fitting.sort(key=lambda card: (_cost(card), card.id))
    different = ceil(wanted / copies)
    cheap = fitting[: max(different, round(len(fitting) * CHEAP))]
    if len(cheap) < different:
        listed = " and ".join(pair)
        raise CardwrightError(
            f"{len(fitting)} cards of {listed} are too few for a deck", suggestion="make a larger set"
        )
    taken = [cheap[number * len(cheap) // different] for number in range(different)]
    found = {card.id: copies for card in taken}
    found[taken[-1].id] -= copies * different - wanted
    return found


def _cost(card: MadeCard) -> int:
    pattern = card.data.get("pattern", {})
    return int(card.data.get("cost", sum(map(len, pattern.values()))))
