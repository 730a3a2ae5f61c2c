"""Decks: what they hold, and what a game allows in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec

from cardwright import _kernel
from cardwright.basics.documents import about
from cardwright.basics.suggestions import did_you_mean
from cardwright.decks.piles import Piles

TOML = ".toml"
ENDINGS = (TOML, ".txt")
"""The endings of deck files: TOML as in the games' folders, and the text that people paste."""


PILE_ROOM = _kernel.DeckLaw.PILE_ROOM
"""How many cards a deck may hold in a game where a player has several decks."""

CARDS_ROOM = _kernel.DeckLaw.CARDS_ROOM
"""How many cards all decks of a match may hold together."""


NO_KIND = 63
"""The kind of a card that the game does not know: none that the law speaks of."""

HELPED = 40
"""How many unknown cards of a deck get a suggestion."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck: a name, a hero and how many of each card."""

    name: Annotated[str, about("What the deck is called; commands name it by its file.")]
    cards: Annotated[
        dict[str, int],
        about("How many of each card, by id, in `[cards]`; in games with several decks, a table for each."),
    ]
    hero: Annotated[str, about("The id of the hero, in games that have heroes.")] = ""
    game: Annotated[str, about("The slug of the game; a deck of another game is refused.")] = ""


Fault = tuple[str, str, str | None]
"""The reason, the key at fault and a suggestion."""


@dataclass(frozen=True)
class DeckLaw:
    """What a game allows in a deck. The kernel applies the law; here its words are found."""

    game: str
    """Its slug."""
    cards: Mapping[str, Mapping[str, Any]]
    """The cards of its catalogue, by id."""
    heroes: Collection[int]
    """The numbers of the kinds that are heroes."""
    limits: Mapping[str, int]
    piles: Piles = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)
    """The faults of cards that were set aside, by id."""


def deck_faults(deck: Deck, law: DeckLaw) -> Iterator[Fault]:
    """All that is wrong with a deck."""
    game, cards, heroes, limits, broken = law.game, law.cards, law.heroes, law.limits, law.broken
    if deck.game and deck.game != game:
        yield f"this is a deck of {deck.game}, not of {game}", "game", None
        return
    if deck.cards and not any(card in cards or card in broken for card in deck.cards):
        yield f"this is a deck of another game: {game} has none of its cards", "cards", None
        return
    known_heroes = [name for name, card in cards.items() if card["kind"] in heroes]
    is_implied = not deck.hero and len(known_heroes) == 1
    if deck.hero not in (known_heroes or [""]) and not is_implied:
        shown = f'unknown hero "{deck.hero}"' if deck.hero else "the deck has no hero"
        shown = broken.get(deck.hero, shown)
        named = [id for id in known_heroes if str(cards[id].get("name", "")).lower() == deck.hero.lower()]
        hint = f"write one of {', '.join(known_heroes)}" if known_heroes else None
        yield shown, "hero", f'write its id: "{named[0]}"' if named and deck.hero else hint
    kernel = _kernel.DeckLaw(sorted(heroes), [sorted(kinds) for kinds in law.piles.values()], limits)
    helped = 0
    for name, count in deck.cards.items():
        card = cards.get(name)
        if card is None and name in broken:
            yield broken[name], name, None
        elif card is None:
            helped += 1
            hint = did_you_mean(name, cards) if helped <= HELPED else None
            yield f'unknown card "{name}"', name, hint
        suits = card is None or not card["hero"] or card["hero"] == deck.hero
        kind, collectible = (card["kind"], card["collectible"]) if card else (NO_KIND, True)
        for breach in kernel.breaches(kind, collectible, suits, max(0, min(count, CARDS_ROOM))):
            if breach == "barred":
                yield f'"{name}" cannot be put into a deck', name, None
            elif breach == "reserved":
                yield f'"{name}" is reserved to the hero {card and card["hero"]}', name, None
            else:
                yield f'{count} copies of "{name}": a deck may hold 1 to {kernel.copies}', name, None
    for pile, kinds in law.piles.items():
        inside = [name for name in deck.cards if name in cards and cards[name]["kind"] in kinds]
        held = sum(deck.cards[name] for name in inside)
        if held > PILE_ROOM:
            yield f"{held} {pile}: there is room for {PILE_ROOM}", pile, None
    total, (least, most) = sum(deck.cards.values()), kernel.size
    if not least <= total <= most:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        yield f"the deck has {total} cards, it needs {wanted}", "cards", None
