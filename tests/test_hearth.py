"""Cards of Hearth that nobody has printed yet: what their texts mean when several things happen at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from packs import FOLDER, run, write

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
