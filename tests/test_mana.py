"""The cards, heroes and decks of Mana agree with its rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import cardwright as cw
from cardwright.catalogue import CardDef
from cardwright.sources.finding import game_folders

GAME = cw.game("mana")
SCHOOLS = 6
EVERY = 7
"""Where a hero's numbers tell the seconds for one mana: by school, then for devotion."""
RULEBOOK = (game_folders()["mana"] / "README.md").read_text(encoding="utf-8")
DECK_CARDS = [card for card in GAME.cards if card.collectible and not GAME.catalogue.is_unique(card)]
HEROES = [card for card in GAME.cards if GAME.catalogue.is_unique(card)]

THESIS = {
    "Judgment": ("Deal 3-6 damage to a creature.", None),
    "Black Hole": ("Destroy all minions.", None),
    "Circle of Flame": ("Deal 3 damage to all creatures without Flying.", None),
    "Holy Light": (
        "Choose a creature. If it is an enemy creature, deal 3 damage to it. "
        "Otherwise, restore 6 health to it.",
        None,
    ),
    "Carnivorous Plant": ("Whenever a creature dies, this gets +1/+1.", None),
    "Telepathy": ("Telepathic.", None),
    "Warchief": ("Your other minions have +1/+0.", None),
    "Wild Magic": ("Add two random cards to your hand.", None),
    "Ice Barrier": ("Summon an Ice Wall on each of your empty front locations.", None),
    "Lava Elemental": ("", (6, 4)),
    "Armored Griffin": ("Flying.", (3, 4)),
}
"""The cards that the thesis describes: their text, and attack and health if it gives them."""


@pytest.mark.parametrize("name", THESIS)
def test_a_card_of_the_thesis_does_what_it_did(name: str) -> None:
    text, stats = THESIS[name]
    card = GAME.card(name)
    assert card.text == text
    assert stats is None or (card.attack, card.health) == stats


def test_every_school_and_no_school_have_their_cards() -> None:
    schools = Counter(school for card in DECK_CARDS for school in paid(card))
    assert len(DECK_CARDS) >= 120
    assert all(schools[school] >= 20 for school in range(SCHOOLS))
    assert sum(not paid(card) for card in DECK_CARDS) >= 12
    kinds = Counter(GAME.catalogue.kind_of(card) for card in DECK_CARDS)
    assert 8 <= kinds["event"] <= 10
    assert kinds["minion"] > 2 * kinds["spell"] > 2 * kinds["event"]


def paid(card: CardDef) -> set[int]:
    """The schools whose mana a card costs."""
    return {school for school in range(SCHOOLS) if card.numbers[school]}


def test_heroes_begin_alike_and_produce_apart() -> None:
    assert len(HEROES) == 8
    assert {(hero.attack, hero.health) for hero in HEROES} == {(0, 30)}
    assert len({tuple(hero.numbers[EVERY:]) for hero in HEROES}) == 8
    mains = {min(range(SCHOOLS), key=lambda s: hero.numbers[EVERY + s] or 99) for hero in HEROES}
    assert mains == set(range(SCHOOLS))


@pytest.mark.parametrize("name", GAME.decks)
def test_a_ready_deck_can_pay_its_cards(name: str) -> None:
    deck = GAME.deck(name)
    produced = GAME.card(deck.hero).numbers[EVERY:]
    assert 28 <= sum(deck.cards.values()) <= 32
    unpaid = [card for card in deck.cards if any(not produced[school] for school in paid(GAME.card(card)))]
    assert not unpaid


def test_the_six_decks_have_six_main_schools() -> None:
    mains = set()
    for name in GAME.decks:
        spent: Counter[int] = Counter()
        for card, copies in GAME.deck(name).cards.items():
            spent.update({school: copies * GAME.card(card).numbers[school] for school in range(SCHOOLS)})
        mains.add(spent.most_common(1)[0][0])
    assert mains == set(range(SCHOOLS))


def test_the_rulebook_counts_the_cards_and_names_a_card_for_every_fragment() -> None:
    assert f"\n{len(DECK_CARDS)} cards for decks, eight heroes," in RULEBOOK
    table = RULEBOOK.partition("## Fragments")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)[2:]
    assert len(rows) >= 70
    named = {name for _, cards in rows for name in re.sub(r" \([^)]*\)", "", cards).split(", ")}
    assert named - {card.name for card in GAME.cards} == set()
