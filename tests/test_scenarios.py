"""Every scenario of every game holds, and every card has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.catalogue import game_folders
from cardwright.scenario import Scenario, ScenarioError, read, run

SCENARIOS = [
    pytest.param(slug, scenario, id=f"{slug}-{path.stem}-{scenario.slug}")
    for slug, folder in sorted(game_folders().items())
    for path in sorted((folder / "scenarios").glob("*.md"))
    for scenario in read(path)
]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_a_scenario_holds(slug: str, scenario: Scenario) -> None:
    run(scenario, cw.game(slug))


@pytest.mark.parametrize("slug", sorted(game_folders()))
def test_every_card_that_can_be_played_is_played_in_a_scenario(slug: str) -> None:
    folder = game_folders()[slug]
    played: set[str] = set()
    for path in sorted((folder / "scenarios").glob("*.md")):
        for scenario in read(path):
            lines = [line.text for block in scenario.blocks for line in block.lines]
            played |= {name for line in lines for name in re.findall(r'"([^"]+)"', line)}
            placed = (re.match(r"(?:me|foe) \w+ ([^,]+)", line) for line in lines)
            played |= {found.group(1).strip() for found in placed if found}
    game = cw.game(slug)
    missing = [card.name for card in game.cards if card.collectible and card.name not in played]
    missing = [name for name in missing if game.catalogue.kind_of(game.card(name)) != "hero"]
    assert not missing, f"no scenario of {slug} has {', '.join(missing)}"


def _write(folder: Path, text: str) -> Scenario:
    path = folder / "trial.md"
    path.write_text(text, encoding="utf-8")
    return read(path)[0]


WISP = """# Trial

## The enemy hero is burnt

```setup
me: fire, hand "Fire Bolt"
foe: earth, health 20
```

```play
play "Fire Bolt" > hero
```

```expect
foe health {health}
```
"""


def test_a_false_expectation_names_its_line(tmp_path: Path) -> None:
    run(_write(tmp_path, WISP.format(health=17)), cw.game("elemental-command"))
    with pytest.raises(ScenarioError, match=r"trial\.md:15: foe health 18: health: 17, not 18"):
        run(_write(tmp_path, WISP.format(health=18)), cw.game("elemental-command"))


def test_a_roll_that_is_left_over_fails(tmp_path: Path) -> None:
    text = WISP.format(health=17).replace("foe: earth, health 20", "foe: earth, health 20\ndice 1")
    with pytest.raises(ScenarioError, match="1 scripted rolls are left over"):
        run(_write(tmp_path, text), cw.game("elemental-command"))


def test_a_block_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="a block is one of setup, play, expect, not 'given'"):
        _write(tmp_path, "## Title\n```given\n```\n")
