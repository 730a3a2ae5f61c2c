"""The same phrases read another game's words."""

from __future__ import annotations

from pathlib import Path

from cardwright.language.parser import Language
from cardwright.language.renderer import render
from cardwright.language.vocabulary import load_vocabulary

OTHER = """
name          = "Other"
rules_version = 2
zones         = ["hand", "library"]
rarities      = ["common"]

[words]
turn  = "round"
turns = "seconds"
space = "hex"

[labels]
when_played = "on arrival"

[[kind]]
id = "creature"
word = "creature"
plural = "creatures"
piece = true

[[kind]]
id = "castle"
word = "castle"
plural = "castles"
piece = true
unique = true

[[keyword]]
id = "guard"
word = "Guard"

[[status]]
id = "frozen"
word = "frozen"
verb = "freeze"

[[attribute]]
id = "attack"
word = "power"
stat = true

[[attribute]]
id = "health"
word = "toughness"
stat = true

[[attribute]]
id = "cost"
word = "cost"

[[resource]]
id = "gold"
word = "gold"

[[tag]]
id = "elf"
word = "Elf"

[[duration]]
id = "round"
word = "this round"

[[relation]]
id = "next"
adjective = "neighbouring"
"""


def test_another_games_words_are_read_by_the_same_phrases(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(OTHER, encoding="utf-8")
    language = Language(load_vocabulary(tmp_path))
    for text in (
        "Guard. On arrival, freeze an enemy creature for 3 seconds.",
        "Your Elf creatures get +1/+1 this round.",
        "At the end of your round, gain 1 gold.",
        "Move a creature to an adjacent hex.",
        "Deal 2 damage to your castle and deal 1 damage to neighbouring creatures.",
        "When this dies, put a random creature from your library into your hand.",
        "Destroy a creature with 3 or less power.",
    ):
        assert render(language.parse(text), language.lexicon) == text
