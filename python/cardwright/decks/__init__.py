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
    copies: Mapping[str, int] = field(default_factory=dict)
    """By rarity, how many copies of a card a deck may hold, where it is not the game's limit."""
    formats: Mapping[str, Collection[str]] = field(default_factory=dict)
    """The formats by name, each with the sets whose cards its decks may hold."""
    format: str = ""
    """The format that the deck is checked for; empty for none."""

    def kernel(self, rarity: str) -> _kernel.DeckLaw:
        """The kernel's law for cards of a rarity."""
        piles = [sorted(kinds) for kinds in self.piles.values()]
        limits = dict(self.limits)
        if rarity in self.copies:
            limits["copies"] = self.copies[rarity]
        return _kernel.DeckLaw(sorted(self.heroes), piles, limits)


def deck_faults(deck: Deck, law: DeckLaw) -> Iterator[Fault]:
    """All that is wrong with a deck."""
    game, cards, heroes, broken = law.game, law.cards, law.heroes, law.broken
    if deck.game and deck.game != game:
        yield f"this is a deck of {deck.game}, not of {game}", "game", None
        return
    if deck.cards and not any(card in cards or card in broken for card in deck.cards):
        yield f"this is a deck of another game: {game} has none of its cards", "cards", None
        return
    known_heroes = [name for name, card in cards.items() if card["kind"] in heroes and card["collectible"]]
    is_implied = not deck.hero and len(known_heroes) == 1
    if deck.hero not in (known_heroes or [""]) and not is_implied:
        shown = f'unknown hero "{deck.hero}"' if deck.hero else "the deck has no hero"
        shown = broken.get(deck.hero, shown)
        named = [id for id in known_heroes if str(cards[id].get("name", "")).lower() == deck.hero.lower()]
        hint = f"write one of {', '.join(known_heroes)}" if known_heroes else None
        yield shown, "hero", f'write its id: "{named[0]}"' if named and deck.hero else hint
    yield from _format_faults(deck, law)
    kernel, strict = law.kernel(""), {rarity: law.kernel(rarity) for rarity in law.copies}
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
        rarity = str(card.get("rarity", "")) if card else ""
        own = strict.get(rarity, kernel)
        for breach in own.breaches(kind, collectible, suits, max(0, min(count, CARDS_ROOM))):
            if breach == "barred":
                yield f'"{name}" cannot be put into a deck', name, None
            elif breach == "reserved":
                yield f'"{name}" is reserved to the hero {card and card["hero"]}', name, None
            elif own is kernel:
                yield f'{count} copies of "{name}": a deck may hold 1 to {kernel.copies}', name, None
            else:
                most = own.copies
                allowed = "one copy" if most == 1 else f"at most {most} copies"
                reason = f'{count} copies of "{name}": a deck may hold {allowed} of a {rarity} card'
                yield reason, name, f"write {name} = {most}"
    for pile, kinds in law.piles.items():
        inside = [name for name in deck.cards if name in cards and cards[name]["kind"] in kinds]
        held = sum(deck.cards[name] for name in inside)
        if held > PILE_ROOM:
            yield f"{held} {pile}: there is room for {PILE_ROOM}", pile, None
    total, (least, most) = sum(deck.cards.values()), kernel.size
    if not least <= total <= most:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        yield f"the deck has {total} cards, it needs {wanted}", "cards", None


def _format_faults(deck: Deck, law: DeckLaw) -> Iterator[Fault]:
    """The cards of a deck whose sets its format does not have."""
    if not law.format:
        return
    if law.format not in law.formats:
        known = ", ".join(law.formats)
        hint = did_you_mean(law.format, law.formats) or (f"there are {known}" if known else None)
        yield f'{law.game} has no format "{law.format}"', "cards", hint
        return
    allowed = law.formats[law.format]
    for name in deck.cards:
        its_set = law.cards[name].get("set", "") if name in law.cards else ""
        if its_set and its_set not in allowed:
            wider = [other for other, sets in law.formats.items() if its_set in sets]
            hint = f"it may be played in {' or '.join(wider)}" if wider else "leave it out"
            yield f'"{name}" is of the set {its_set}, which the format {law.format} does not have', name, hint
