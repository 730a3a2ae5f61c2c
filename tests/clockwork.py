"""Timed matches for the tests of the table, with special decks and an opening hand with one of each card."""

from __future__ import annotations

from functools import lru_cache

import cardwright as cw

FIRE = {
    "kessa-ashborn": 1,
    "salamander": 5,
    "pyromancer": 5,
    "fire-lance": 5,
    "war-cry": 5,
    "ashwing-drake": 5,
}
"""Creatures that walk, fly and know something, a spell with a target, one that needs a creature."""

GRAVES = {"kessa-ashborn": 1, "phoenix": 10, "salamander": 5, "fire-lance": 10}

LIGHT = {"sister-aurelie": 1, "pegasus": 10, "armored-griffin": 10}


@lru_cache(maxsize=8)
def seed_with(*names: str, deck: str = "FIRE") -> int:
    """The first seed with which the first player begins with all of these cards."""
    decks = {"FIRE": FIRE, "GRAVES": GRAVES}[deck], LIGHT
    for seed in range(10_000):
        hand = {card.name for card in cw.game("mana").match(decks, seed=seed).view(0).hand}
        if hand >= set(names):
            return seed
    raise AssertionError(f"no hand with {names}")


def fire_match(at: int = 0) -> cw.Match:
    """A match of fire against light at a time, with one of each card in hand."""
    names = ("Salamander", "Pyromancer", "Fire Lance", "War Cry", "Ashwing Drake")
    match = cw.game("mana").match((FIRE, LIGHT), seed=seed_with(*names))
    match.advance(at)
    return match


def graves_match(at: int = 0) -> cw.Match:
    """A match in which cards may be played from the graveyard."""
    match = cw.game("mana").match((GRAVES, LIGHT), seed=seed_with("Phoenix", "Fire Lance", deck="GRAVES"))
    match.advance(at)
    return match


def fire_cost(name: str) -> int:
    """What a card costs in fire."""
    game = cw.game("mana")
    return game.printed(game.card(name)).get("fire", 0)


def ready_at(match: cw.Match, cell: str) -> int:
    """When a creature is ready."""
    piece = match.view(0).piece_on(cell)
    assert piece is not None
    return piece.facts["ready_at"]


class Wall:
    """A wall clock that moves only when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now
