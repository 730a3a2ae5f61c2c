"""The questions that decks ask their game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef, Catalogue
    from cardwright.decks import Deck, Fault


class DeckGame(Protocol):
    """A game as far as its decks are concerned: its cards, what they cost and need, and what is allowed."""

    catalogue: Catalogue

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""

    @property
    def cards(self) -> Sequence[CardDef]:
        """All cards, tokens and heroes included."""

    @property
    def card_numbers(self) -> Mapping[str, int]:
        """The number of every card, by id."""

    @property
    def kind_of(self) -> Mapping[str, int]:
        """The number of the kind of every card, by id."""

    @property
    def kind_words(self) -> Sequence[str]:
        """The words for the kinds."""

    @property
    def only_hero(self) -> str:
        """The id of the game's only hero; empty if there is a choice."""

    def cost_word(self, card: CardDef) -> str:
        """The word for what pays for a card."""

    def needs(self, card: CardDef) -> dict[str, int]:
        """What a card needs besides its cost."""

    def deck_faults(self, deck: Deck, format: str = "") -> Sequence[Fault]:
        """All faults that the game's rules, and a format if one is named, find in a deck."""
