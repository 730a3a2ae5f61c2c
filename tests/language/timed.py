"""A small game with the words of Mana, for tests of its texts."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from cardwright.basics.paths import games_folder
from cardwright.catalogue import Catalogue

GAME = games_folder() / "mana"
CARDS = """[[card]]
id       = "warden"
name     = "Warden"
kind     = "hero"
health   = 30
produces = { fire = 5, light = 10, devotion = 15 }

[[card]]
id     = "oak"
name   = "Oak"
kind   = "minion"
cost   = { nature = 2 }
attack = 1
health = 3
tags   = ["plant"]

[[card]]
id          = "kindle"
name        = "Kindle"
kind        = "ability"
cost        = { devotion = 1 }
collectible = false
text        = "Deal 2 damage to a creature."

"""
CARD = """[[card]]
id   = "x"
name = "X"
kind = "{kind}"
{body}text = '''{text}'''
"""
BODIES = {
    "minion": "health = 3\n",
    "hero": "health = 30\nproduces = { frost = 4, devotion = 15 }\n",
    "ability": "collectible = false\n",
}

Built = Callable[..., Path]
Compiled = Callable[..., Catalogue]
Listed = Callable[..., list[str]]
Refused = Callable[..., str]


def write_game(folder: Path, text: str, kind: str = "spell", more: str = "") -> Path:
    """The words of the game, three cards and one of that text."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "cards").mkdir(parents=True)
    shutil.copy(GAME / "game.toml", folder)
    card = CARD.format(kind=kind, body=BODIES.get(kind, "") + more, text=text)
    (folder / "cards" / "x.toml").write_text(CARDS + card, encoding="utf-8")
    return folder
