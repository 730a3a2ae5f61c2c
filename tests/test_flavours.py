"""The flavour texts of cards, which have no effect on play."""

from __future__ import annotations

from collections import defaultdict

import cardwright as cw
from cardwright.basics.paths import games_folder


def test_no_two_cards_of_any_game_say_the_same() -> None:
    said = defaultdict(list)
    for folder in sorted(games_folder().iterdir()):
        if (folder / "game.toml").exists():
            for card in cw.game(folder.name, packs=False).cards:
                said[card.flavour.casefold()].append(f"{folder.name}/{card.id}")
    said.pop("", None)
    assert len(said) > 300
    assert {text: cards for text, cards in said.items() if len(cards) > 1} == {}
