"""Texts that no shipped card has: what a designer may write plays as it reads, and hides what it must."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.catalogue import game_folder
from cardwright.scenario import read, run

GAME = "elemental-command"

CARDS = """
[[card]]
id = "grave-neighbour"
name = "Grave Neighbour"
kind = "minion"
cost = 1
attack = 1
health = 9
rarity = "common"
text = "Whenever an adjacent friendly minion dies, draw a card."

[[card]]
id = "close-mourner"
name = "Close Mourner"
kind = "minion"
cost = 1
attack = 1
health = 9
rarity = "common"
text = "Whenever an adjacent friendly minion takes damage, draw a card."

[[card]]
id = "peeking-glass"
name = "Peeking Glass"
kind = "spell"
cost = 1
rarity = "common"
text = "Your opponent draws a card. Choose one of three random wind cards and add it to your hand."

[[card]]
id = "drowsy-word"
name = "Drowsy Word"
kind = "spell"
cost = 0
rarity = "common"
text = "Stun a minion."
"""

SCENARIOS = """
## A death elsewhere is no neighbour's death

```setup
me: fire, hand "Spark"
foe: earth
me a1 Grave Neighbour
me e1 Ember Wisp
```
```play
play "Spark" > e1
```
```expect
me hand empty
```

## A neighbour's death is heard although it has left

```setup
me: fire, hand "Spark"
foe: earth
me a1 Grave Neighbour
me b1 Ember Wisp
```
```play
play "Spark" > b1
```
```expect
me hand 1
```

## A mortal wound of a neighbour is damage too

```setup
me: fire, hand "Spark"
foe: earth
me a1 Close Mourner
me b1 Ember Wisp
```
```play
play "Spark" > b1
```
```expect
me hand 1
```

## A stun in one's own turn holds at once and through the next own turn

```setup
me: fire, hand "Drowsy Word"
foe: wind
me c2 Oak Warden
```
```play
play "Drowsy Word" > c2
```
```expect
illegal attack c2 > hero: stunned
```
```play
end
end
```
```expect
illegal attack c2 > hero: stunned
```
```play
end
end
```
```expect
legal attack c2 > hero
```
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> cw.Game:
    """The shipped game with the cards above."""
    shutil.copytree(game_folder(GAME), tmp_path / "games" / GAME)
    (tmp_path / "games" / GAME / "cards" / "designs.toml").write_text(CARDS, encoding="utf-8")
    monkeypatch.setenv("CARDWRIGHT_PATH", str(tmp_path / "games"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return cw.game(GAME)


def test_the_texts_play_as_they_read(game: cw.Game, tmp_path: Path) -> None:
    path = tmp_path / "designs.md"
    path.write_text(SCENARIOS, encoding="utf-8")
    for scenario in read(path):
        run(scenario, game)


def test_a_prompt_after_the_opponent_drew_does_not_show_what_was_drawn(game: cw.Game) -> None:
    words = ("fuzz", GAME, "--matches", "80", "--seed", "5", "--prefer", "peeking-glass", "--json")
    code = "from cardwright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=120)
    report = json.loads(done.stdout)
    assert "peeking-glass" not in report["cards_never_played"]
    assert (report["leaks"], report["crashes"], report["replay_mismatches"]) == (0, 0, 0)
