"""Hearth's cards as a pool, and texts that nobody has printed yet, where several things happen at once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from packs import FOLDER, run, write

import cardwright as cw
from cardwright.sources.finding import game_folders

GAME = cw.game("hearth")
DECK_CARDS = [card for card in GAME.cards if card.collectible and not GAME.catalogue.is_unique(card)]
CLASSES = {card.hero for card in DECK_CARDS if card.hero}


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
