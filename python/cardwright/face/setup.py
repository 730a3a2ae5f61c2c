"""Who plays what on which board: with the seed and the actions, a whole match."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright.errors import CardwrightError
from cardwright.face.position import Position

if TYPE_CHECKING:
    from cardwright.catalogue import Catalogue
    from cardwright.face.library import Game


_CHECKED_ONLY = ("copies", "deck", "number", "targets")
"""Limits of decks and texts: checked before a match, without meaning in it, like those of printed numbers."""


SetupNumbers = tuple[list[list[list[int]]], list[int], str, dict[str, int], bool, bytes | None]
"""Decks by seat, heroes, board, options, whether decks are open, and the position as JSON."""


class SeatSetup(msgspec.Struct, frozen=True):
    """One seat's hero and deck, by card ids."""

    hero: str
    cards: dict[str, int]


class Setup(msgspec.Struct, frozen=True):
    """The seats' decks, the board and the game's options; with a position, a match begins in the middle."""

    seats: tuple[SeatSetup, ...]
    board: str = ""
    options: dict[str, int] = {}
    open_decks: bool = False
    position: Position | None = None
    """What stands and lies where as the match begins; decks may then be empty, and need not be legal."""

    def numbers(self, game: Game) -> SetupNumbers:
        """The setup in the kernel's numbers."""
        decks = [
            [
                [game.number_of(card) for card, count in pile for _ in range(count)]
                for pile in self._piles(game, seat)
            ]
            for seat in self.seats
        ]
        heroes = [self._hero(game, seat.hero) for seat in self.seats]
        position = None if self.position is None else msgspec.json.encode(self.position.numbers(game))
        return decks, heroes, self.board, self.options, self.open_decks, position

    def _piles(self, game: Game, seat: SeatSetup) -> list[list[tuple[str, int]]]:
        """The cards of a seat, deck by deck."""
        cards = sorted(seat.cards.items())
        piles = game.catalogue.piles
        if not piles:
            return [cards]
        kind_of = game.kind_of
        return [[(card, n) for card, n in cards if kind_of.get(card) in kinds] for kinds in piles.values()]

    def _hero(self, game: Game, card: str) -> int:
        if not card:
            raise CardwrightError(f"a match of {game.slug} needs a hero for every seat")
        return game.number_of(card)

    def keywords(self, game: Game) -> dict[str, Any]:
        """The setup as the arguments of the kernel's `begin`."""
        decks, heroes, board, options, open_decks, position = self.numbers(game)
        return {
            "decks": decks,
            "heroes": heroes,
            "board": board,
            "options": options,
            "open_decks": open_decks,
            "position": position,
        }

    @property
    def public_lists(self) -> tuple[dict[str, int], ...]:
        """The deck list of every seat; a position without decks has its own cards for a list."""
        lists = [seat.cards for seat in self.seats]
        if self.position is not None:
            lists = [cards or self.position.cards_of(seat) for seat, cards in enumerate(lists)]
        return tuple(lists)

    @property
    def cards(self) -> set[str]:
        """The cards it names, heroes among them."""
        named = {card for seat in self.seats for card in (seat.hero, *seat.cards) if card}
        return named if self.position is None else named | self.position.cards

    def cards_version(self, catalogue: Catalogue) -> str:
        """The hash of the compiled cards that the setup can reach, its board and the limits of play."""
        cards = {card.id: card for card in catalogue.cards}
        waiting = self.cards
        reached: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in reached or name not in cards:
                continue
            reached.add(name)
            waiting.update(cards[name].reaches)
        digests = sorted(cards[name].digest for name in reached)
        if board := catalogue.game.boards.get(self.board):
            digests.append(sha256(msgspec.json.encode(board, order="sorted")).hexdigest())
        checked = {*_CHECKED_ONLY, *catalogue.game.vocabulary["attributes"]}
        limits = [
            f"{name} {value}"
            for name, value in sorted(catalogue.game.limits.items())
            if name.rpartition("_")[2] not in checked  # `hero_health` bounds what may be printed
        ]
        return sha256("\n".join(digests + limits).encode()).hexdigest()
