"""Where agents are compared: one part of decks and boards is for training, another one is held back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from cardwright.agents.referee import SEED_LIMIT
from cardwright.decks import Deck
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.lab.field import read_decks

RANDOM_LIMIT = 10**18
"""Seeds of random decks lie below this."""


class Unit(NamedTuple):
    """One mirror: both sides have the deck, and the seed is played in both seats."""

    board: int
    """Which of the part's boards."""
    deck: Deck
    seed: int


@dataclass(frozen=True)
class Part:
    """Decks and boards; every second deck is a random legal one, and every one if no deck is named."""

    name: str
    games: tuple[Game, ...]
    """The game on each of the boards."""
    decks: dict[str, Deck]

    def units(self, purpose: str, count: int, seed: int) -> list[Unit]:
        """Units for a purpose; another purpose, part or seed gives others."""
        digest = sha256(f"{seed}\n{self.name}\n{purpose}".encode()).digest()
        first = int.from_bytes(digest[:8], "little") % SEED_LIMIT
        named = list(self.decks.values())
        units = []
        for number in range(count):
            seed_of_unit = (first + number) % SEED_LIMIT
            if named and number % 2 == 0:
                deck = named[number // 2 % len(named)]
            else:
                deck = self.games[0].deck(f"random:{seed_of_unit % RANDOM_LIMIT}")
            # A board meets all decks before the decks begin again.
            turn = number // max(2 * len(named), 1)
            units.append(Unit((number + turn) % len(self.games), deck, seed_of_unit))
        return units

    @property
    def about(self) -> str:
        """What it is made of, in words."""
        named = f"{', '.join(self.decks)} and " if self.decks else ""
        boards = [game.board for game in self.games if game.board]
        return f"{named}random legal decks{' on ' + ', '.join(boards) if boards else ''}"


def read_parts(
    slug: str,
    decks: Sequence[str],
    boards: Sequence[str],
    held_out: Sequence[str],
    held_boards: Sequence[str],
) -> tuple[Part, Part]:
    """The part for training and the one that is held back; without boards both have the usual one.

    What is named for one part must not be named for the other.
    """
    if held_boards and not boards:
        boards = [name for name in load_game(slug).boards if name not in held_boards]
    for name in boards:
        if name in held_boards:
            raise CardwrightError(f'the board "{name}" is named for training and held back too')
    training = _part("training", slug, decks, boards)
    held = _part("held out", slug, held_out, held_boards or boards)
    for name, deck in held.decks.items():
        for other, trained in training.decks.items():
            if deck == trained:
                same = f"held back as {name}" if name != other else "held back too"
                raise CardwrightError(f'the deck "{other}" is named for training and {same}')
    return training, held


def _part(name: str, slug: str, decks: Sequence[str], boards: Sequence[str]) -> Part:
    games = tuple(load_game(slug, board) for board in boards) or (load_game(slug),)
    for game in games:
        if 2 not in game.seat_counts:
            raise CardwrightError(
                f'agents are compared by two, and the board "{game.board}" has no two seats'
            )
    return Part(name, games, read_decks(games[0], list(decks)) if decks else {})
