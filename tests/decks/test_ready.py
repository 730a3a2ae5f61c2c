"""The ready decks: their sizes, costs and cards."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
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


def test_hearth_has_a_second_deck_of_each_class_with_another_plan() -> None:
    game = cw.game("hearth", packs=False)
    first = {game.deck(name).hero: game.deck(name) for name in game.decks}
    second = {game.deck(name).hero: game.deck(name) for name in game.shelves["second"]}
    assert len(game.decks) == len(game.shelves["second"]) == len(first) == 9
    assert second.keys() == first.keys()
    for hero, deck in second.items():
        assert game.deck_faults(deck, "wild") == []
        shared = sum(min(count, first[hero].cards.get(card, 0)) for card, count in deck.cards.items())
        assert shared < 15, f"{deck.name} shares half its cards with {first[hero].name}"


def test_every_deck_of_hearth_says_its_plan_and_is_in_the_rulebook() -> None:
    game, folder = cw.game("hearth", packs=False), games_folder() / "hearth"
    book = (folder / "README.md").read_text(encoding="utf-8")
    for name in (*game.decks, *game.shelves["second"]):
        plan, _ = (folder / "decks" / f"{name}.toml").read_text(encoding="utf-8").split("\n", 1)
        assert plan.startswith("# ")
        assert plan.count(".") == 1
        assert plan.endswith(".")
        assert f"| [{name}](decks/{name}.toml) | " in book
