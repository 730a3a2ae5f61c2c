"""Random decks are legal, the same for the same seed, and contain every card sooner or later."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import cardwright as cw
from cardwright.decks.chance import random_deck
from cardwright.errors import CardwrightError

GAME = "elemental-command"


def test_random_decks_are_legal_and_every_card_is_in_one() -> None:
    game = cw.game(GAME)
    seen: set[str] = set()
    heroes: set[str] = set()
    for seed in range(1500):  # the rarest card is in one of two hundred
        deck = random_deck(game, seed)
        assert game.deck_faults(deck) == []
        seen |= set(deck.cards)
        heroes.add(deck.hero)
    wanted = {c.id for c in game.cards if c.collectible and not game.catalogue.is_unique(c)}
    assert seen == wanted
    assert heroes == {"earth", "wind", "fire"}


def test_a_seed_is_a_deck() -> None:
    game = cw.game(GAME)
    assert random_deck(game, 7) == random_deck(game, 7) == game.deck("random:7")
    assert random_deck(game, 7).cards != random_deck(game, 8).cards
    assert game.deck("random:7:fire") == random_deck(game, 7, "fire")
    assert random_deck(game, 7, "Kaela Emberheart").hero == "fire"


def test_another_process_draws_the_same_deck() -> None:
    code = (
        "import cardwright as cw; deck = cw.game('elemental-command').deck('random:3'); "
        "print(deck.hero, sorted(deck.cards.items()))"
    )
    env = os.environ | {"PYTHONHASHSEED": "1234"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    deck = random_deck(cw.game(GAME), 3)
    assert done.stdout == f"{deck.hero} {sorted(deck.cards.items())}\n"


def test_cards_far_from_the_hero_are_rarer() -> None:
    game = cw.game(GAME)
    decks = [random_deck(game, seed, "fire") for seed in range(200)]
    near = sum("fire-bolt" in deck.cards for deck in decks)
    far = sum("mountain-lord" in deck.cards for deck in decks)
    assert near > 3 * far > 0


def test_a_random_deck_has_cards_that_its_hero_can_pay() -> None:
    game = cw.game("mana")
    for seed in range(100):
        deck = random_deck(game, seed)
        supply = game.catalogue.table_of(game.card(deck.hero), "produces")
        paid = {name for card in deck.cards for name in game.catalogue.table_of(game.card(card), "cost")}
        assert paid <= supply.keys()
        assert game.deck_faults(deck) == []
        assert (sum(deck.cards.values()), max(deck.cards.values()) <= 4) == (30, True)


def test_a_match_can_be_played_with_random_decks() -> None:
    game = cw.game(GAME)
    match = game.match(("random:1", "random:2:earth"), seed=4)
    match.play("keep", seat=0)
    assert cw.replay(match.trace.to_text()).hash == match.hash


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("random:", "is no random deck; write it like random:7"),
        ("random:x", "is no random deck"),
        ("random:1:frie", 'has no hero "frie"; did you mean "fire"?'),
    ],
)
def test_a_wrong_name_of_a_random_deck_says_how_it_is_written(name: str, reason: str) -> None:
    with pytest.raises(CardwrightError) as raised:
        cw.game(GAME).deck(name)
    assert reason in str(raised.value)
