"""A small game with weapons, secrets, classes and sets, for tests of its texts."""

from __future__ import annotations

import shutil
from pathlib import Path

GAME = """name          = "Duel"
rules_version = 1
zones         = ["hand", "deck", "graveyard"]
rarities      = ["common", "rare", "legendary"]
own           = ["refresh_power"]
lacks         = ["move", "move_adjacent", "when_moves", "happens_moves"]

[limits]
deck         = 6
copies       = 2
hand         = 10
cost         = 12
attack       = 20
health       = 60
number       = 99

[copies]
legendary = 1

[formats]
ranked = ["new"]
wild   = ["old", "new"]

[[set]]
id   = "old"
name = "Old Days"

[[set]]
id   = "new"
name = "New Days"

[[kind]]
id     = "minion"
word   = "minion"
plural = "minions"
piece  = true

[[kind]]
id        = "hero"
word      = "hero"
plural    = "heroes"
piece     = true
unique    = true
off_board = true
acts      = true

[[kind]]
id     = "spell"
word   = "spell"
plural = "spells"

[[kind]]
id     = "weapon"
word   = "weapon"
plural = "weapons"
piece  = true
gear   = true

[[kind]]
id        = "secret"
word      = "secret"
plural    = "secrets"
piece     = true
placeless = true
veiled    = true

[[kind]]
id     = "power"
word   = "power"
plural = "powers"
known  = true
for_unique = true

[[group]]
id     = "character"
word   = "character"
plural = "characters"
kinds  = ["minion", "hero"]

[[keyword]]
id   = "taunt"
word = "Taunt"

[[keyword]]
id   = "charge"
word = "Charge"

[[keyword]]
id   = "immune"
word = "Immune"

[[keyword]]
id       = "overload"
word     = "Overload"
status   = "overload"
anywhere = true

[[status]]
id     = "frozen"
word   = "frozen"
verb   = "freeze"
turns  = 1
unique = true

[[status]]
id   = "overload"
word = "overload"

[[attribute]]
id   = "attack"
word = "attack"
stat = true

[[attribute]]
id   = "health"
word = "health"
stat = true

[[attribute]]
id   = "cost"
word = "cost"

[[resource]]
id       = "mana"
word     = "mana"
fleeting = true

[[resource]]
id   = "armour"
word = "armour"

[[tag]]
id     = "beast"
word   = "beast"
plural = "beasts"

[[tag]]
id    = "lamp"
word  = "lamp"
class = true

[[tag]]
id    = "storm"
word  = "storm"
class = true

[[duration]]
id   = "turn-end"
word = "until end of turn"

[[duration]]
id   = "next-turn"
word = "until your next turn"

[[relation]]
id        = "adjacent"
adjective = "adjacent"
one_side  = true

[labels]
dispel = "silence {t:object}"
"""

CARDS = """[[card]]
id     = "mage"
name   = "Mage"
kind   = "hero"
set    = "new"
health = 30
tags   = ["lamp"]
text   = "Knows Spark."

[[card]]
id     = "ash-lord"
name   = "Ash Lord"
kind   = "hero"
set    = "new"
health = 15
tags   = ["storm"]
text   = "Knows Spark."

[[card]]
id          = "spark"
name        = "Spark"
kind        = "power"
set         = "new"
cost        = 2
collectible = false
text        = "Deal 1 damage to a minion or hero."

[[card]]
id     = "wolf"
name   = "Wolf"
plural = "Wolves"
kind   = "minion"
set    = "old"
cost   = 2
attack = 2
health = 2
tags   = ["beast"]

[[card]]
id     = "bear"
name   = "Bear"
kind   = "minion"
set    = "new"
cost   = 4
attack = 3
health = 4
rarity = "legendary"

[[card]]
id     = "hook"
name   = "Hook"
kind   = "weapon"
set    = "new"
cost   = 2
attack = 2
health = 2

[[card]]
id   = "bolt"
name = "Bolt"
kind = "spell"
set  = "new"
cost = 1
hero = "mage"
text = "Deal 3 damage to a minion."

"""
CARD = """[[card]]
id   = "x"
name = "X"
kind = "{kind}"
set  = "new"
cost = 3
{body}text = '''{text}'''
"""
BODIES = {"minion": "attack = 1\nhealth = 3\n", "weapon": "attack = 1\nhealth = 3\n", "hero": "health = 30\n"}
BODIES["power"] = "collectible = false\n"


def write_duel(folder: Path, text: str = "", kind: str = "spell", more: str = "") -> Path:
    """The game with its cards and one of that text."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "cards").mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    card = CARD.format(kind=kind, body=BODIES.get(kind, "") + more, text=text)
    (folder / "cards" / "x.toml").write_text(CARDS + card, encoding="utf-8")
    return folder
