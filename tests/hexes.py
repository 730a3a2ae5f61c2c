"""A small game on hexagons whose cards cost patterns, as tests write it."""

from __future__ import annotations

from pathlib import Path

GAME = """name = "Fields"
rules_version = 1
zones = ["hand", "deck"]
rarities = ["common"]
tiling = "hexagons"

[limits]
pattern = 5
reach = 3

[[kind]]
id = "minion"
word = "minion"
plural = "minions"
piece = true

[[kind]]
id = "hero"
word = "hero"
plural = "heroes"
piece = true
unique = true

[[kind]]
id = "spell"
word = "spell"
plural = "spells"

[[attribute]]
id = "attack"
word = "attack"
stat = true

[[attribute]]
id = "health"
word = "health"
stat = true

[[attribute]]
id = "cost"
word = "cost"

[[resource]]
id = "changes"

[[place]]
id = "fire"
phrase = "on fire"
terrain = true

[[place]]
id = "water"
phrase = "on water"
terrain = true

[[place]]
id = "wasteland"
phrase = "on wasteland"
terrain = true

[[place]]
id = "near"
phrase = "near your hero"
"""

HERO = '[[card]]\nid = "warden"\nname = "Warden"\nkind = "hero"\nhealth = 30\n'

MINION = '[[card]]\nid = "wisp"\nname = "Wisp"\nkind = "minion"\nattack = 1\nhealth = 2\n'

PATTERN = 'pattern = { fire = ["0,0", "1,-1"], water = ["0,1"] }\n'


def write_game(
    folder: Path, cards: str = HERO + MINION + PATTERN, *, game: str = GAME, **boards: str
) -> Path:
    """Write the game with these cards and boards."""
    for part in ("cards", "boards"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "cards" / "all.toml").write_text(cards, encoding="utf-8")
    for name, text in boards.items():
        (folder / "boards" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder
