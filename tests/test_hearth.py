"""Hearth's cards as a pool, and texts that nobody has printed yet, where several things happen at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from packs import FOLDER, run, write

import cardwright as cw
from cardwright.building.catalogue import Workshop
from cardwright.language.cards import CardEntry
from cardwright.language.lexer import tokenise
from cardwright.sources.finding import game_folders

GAME = cw.game("hearth")
DECK_CARDS = [card for card in GAME.cards if card.collectible and not GAME.catalogue.is_unique(card)]
CLASSES = {card.hero for card in DECK_CARDS if card.hero}

JOINTS = {"and", "then", "lines", "do", "keyword_line", "keyword_list"}
"""Phrases that only join others: two sentences say the same as one with *and*."""
KEYWORDS = {"keyword", "counted_keyword"}
SAME_BUT_FOR_NUMBERS = {"random_some": "random_one", "range": ""}

Shape = tuple[str, tuple[tuple[str, ...], ...]]
"""A kind of card and the phrases of its text with their words, without numbers."""


def shapes() -> dict[str, Shape]:
    workshop = Workshop(game_folders()["hearth"])
    entries = [card.entry for card in workshop.cards if card.entry.collectible and card.entry.kind != "hero"]
    return {entry.id: (entry.kind, phrases(workshop, entry)) for entry in entries}


def phrases(workshop: Workshop, entry: CardEntry) -> tuple[tuple[str, ...], ...]:
    tokens = tokenise(entry.text, workshop.language.lexicon) if entry.text else []
    nodes = workshop.language.read_tree(tokens).walk() if tokens else []
    told = [(SAME_BUT_FOR_NUMBERS.get(node.phrase, node.phrase), node) for node in nodes]
    return tuple(
        (phrase, *(part for _, part in node.parts if isinstance(part, str)))
        for phrase, node in told
        if phrase and phrase not in JOINTS
    )


def is_plain(shape: Shape) -> bool:
    kind, said = shape
    return kind == "minion" and all(phrase in KEYWORDS for phrase, *_ in said)


def test_the_pool_is_as_large_as_the_rulebook_says() -> None:
    assert len(DECK_CARDS) >= 305
    rulebook = (game_folders()["hearth"] / "README.md").read_text(encoding="utf-8")
    assert f"{len(DECK_CARDS)} cards for decks" in rulebook


def test_every_class_set_and_rarity_has_its_cards() -> None:
    of_class = Counter(card.hero for card in DECK_CARDS)
    assert len(CLASSES) == 9
    assert all(of_class[hero] >= 20 for hero in CLASSES)
    assert Counter(card.set for card in DECK_CARDS).keys() == {"first-fires", "long-night"}
    assert Counter(card.rarity for card in DECK_CARDS).keys() == {"common", "rare", "epic", "legendary"}
    for hero in CLASSES:
        own = [card for card in DECK_CARDS if card.hero == hero]
        assert {card.set for card in own} == {"first-fires", "long-night"}
        assert {card.rarity for card in own} == {"common", "rare", "epic", "legendary"}


def test_few_minions_are_plain_and_no_two_other_cards_differ_in_numbers_only() -> None:
    found = shapes()
    assert len(found) == len(DECK_CARDS)
    assert sum(is_plain(shape) for shape in found.values()) <= 50
    alike = defaultdict(set)
    for card, shape in found.items():
        if not is_plain(shape):
            alike[shape].add(card)
    assert not [cards for cards in alike.values() if len(cards) > 1]


CARDS = """
[[card]]
id     = "counting-clerk"
name   = "Counting Clerk"
kind   = "minion"
cost   = 2
attack = 2
health = 3
rarity = "common"
set    = "long-night"
text   = "Whenever you draw a card, it costs 1 less."

[[card]]
id     = "two-letters"
name   = "Two Letters"
kind   = "spell"
cost   = 1
rarity = "common"
set    = "long-night"
text   = "Draw two cards."
"""

SCENARIO = """# Cards that are drawn

## Each of two cards that are drawn at once is meant once

```setup
me: mother-selene, hand "Two Letters", deck "Yard Dog" "Quarry Ogre"
me a1 Counting Clerk
foe: lucerna-vey
```

```play
play "Two Letters"
```

```expect
me hand "Yard Dog" costs 1
me hand "Quarry Ogre" costs 5
```
"""


def test_it_is_each_card_that_was_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / FOLDER / "hearth/cards/letters.toml", CARDS)
    scenario = write(tmp_path / FOLDER / "hearth/scenarios/letters.md", SCENARIO)
    told = run("cards", "test", "hearth", scenario)
    assert told.exit_code == 0, told.output
