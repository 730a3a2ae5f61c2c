"""Decks: what the ready ones are like."""

from __future__ import annotations

import pytest

import cardwright as cw

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
