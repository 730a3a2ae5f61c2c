"""The cards for decks of a game as a pool: how many there are, how they spread, and that each is its own."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.language.cards import CardEntry
from cardwright.language.lexer import tokenise
from cardwright.sources.finding import game_folders

JOINTS = {"and", "then", "lines", "do", "keyword_line", "keyword_list"}
"""Phrases that only join others: two sentences say the same as one with *and*."""
KEYWORDS = {"keyword", "counted_keyword"}
SAME_BUT_FOR_NUMBERS = {"random_some": "random_one", "range": ""}
RARITIES = {"common", "rare", "epic", "legendary"}

Shape = tuple[str, tuple[tuple[str, ...], ...]]
"""A kind of card and the phrases of its text with their words, without numbers."""


@dataclass(frozen=True)
class Pool:
    """What a game promises of its cards."""

    cards: int
    """At least so many."""
    plain: int
    """At most so many minions with nothing but keywords."""
    costs: range
    """Each of these is the cost of some card."""


POOLS = {
    "elemental-command": Pool(cards=202, plain=40, costs=range(11)),
    "hearth": Pool(cards=305, plain=50, costs=range(10)),
}


def entries(workshop: Workshop) -> list[CardEntry]:
    return [card.entry for card in workshop.cards if card.entry.collectible and card.entry.kind != "hero"]


def shape(workshop: Workshop, entry: CardEntry) -> Shape:
    tokens = tokenise(entry.text, workshop.language.lexicon) if entry.text else []
    nodes = workshop.language.read_tree(tokens).walk() if tokens else []
    told = [(SAME_BUT_FOR_NUMBERS.get(node.phrase, node.phrase), node) for node in nodes]
    said = tuple(
        (phrase, *(part for _, part in node.parts if isinstance(part, str)))
        for phrase, node in told
        if phrase and phrase not in JOINTS
    )
    return entry.kind, said


def is_plain(shape: Shape) -> bool:
    kind, said = shape
    return kind == "minion" and all(phrase in KEYWORDS for phrase, *_ in said)


@pytest.mark.parametrize("slug", POOLS)
def test_a_pool_is_large_and_has_all_rarities_and_costs(slug: str) -> None:
    cards = entries(Workshop(game_folders()[slug]))
    assert len(cards) >= POOLS[slug].cards
    assert {card.rarity for card in cards} == RARITIES
    assert {card.cost for card in cards} >= set(POOLS[slug].costs)


@pytest.mark.parametrize("slug", POOLS)
def test_few_minions_are_plain_and_no_two_other_cards_differ_in_numbers_only(slug: str) -> None:
    workshop = Workshop(game_folders()[slug])
    shapes = {card.id: shape(workshop, card) for card in entries(workshop)}
    assert sum(is_plain(found) for found in shapes.values()) <= POOLS[slug].plain
    alike = defaultdict(set)
    for card, found in shapes.items():
        if not is_plain(found):
            alike[found].add(card)
    assert not [cards for cards in alike.values() if len(cards) > 1]
