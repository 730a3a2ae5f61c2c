"""The ready decks: their sizes, costs and cards."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.decks import Deck

GAME = "elemental-command"
ELEMENTS = ("earth", "fire", "wind")


@pytest.mark.parametrize("element", ELEMENTS)
@pytest.mark.parametrize("plan", ["aggro", "control"])
def test_an_element_has_an_aggressive_and_a_controlling_deck_mostly_of_itself(
    element: str, plan: str
) -> None:
    game = cw.game(GAME)
    deck = game.deck(f"{element}-{plan}")
    own = sum(
        count
        for card, count in deck.cards.items()
        if game.needs(game.card(card)).get(element, 0) or not game.needs(game.card(card))
    )
    assert deck.hero == element
    assert own >= 30


@pytest.mark.parametrize("element", ELEMENTS)
def test_an_aggressive_deck_beats_a_passing_opponent_earlier_than_a_controlling_one(element: str) -> None:
    game = cw.game(GAME)
    turns = {}
    for plan in ("aggro", "control"):
        setup = game.setup((f"{element}-{plan}", "wind-midrange"))
        columns = cw.play_matches(game, setup, ["greedy", "pass"], seeds=range(200))
        assert (columns.winner == 0).all()
        turns[plan] = columns.time.mean()
    assert turns["aggro"] + 1 < turns["control"]


@pytest.mark.parametrize(("cards", "faults"), [(19, 1), (20, 0), (60, 0), (61, 2)])
def test_a_deck_may_have_a_least_and_a_most(cards: int, faults: int) -> None:
    game = cw.game("mana")
    hero = next(card.id for card in game.cards if game.catalogue.is_unique(card))
    found = game.deck_faults(Deck(name="Many", hero=hero, cards={"judgment": cards}))
    assert len(found) == faults
    if faults:
        assert f"the deck has {cards} cards, it needs 20 to 60" in str(found[-1])
