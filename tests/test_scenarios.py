"""Every scenario of every game holds, and every card has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.language.catalogue_build import Workshop
from cardwright.language.reference import phrases_used
from cardwright.scenario import Scenario, ScenarioError, read, run
from cardwright.sources import game_folders

SCENARIOS = [
    pytest.param(slug, scenario, id=f"{slug}-{path.stem}-{scenario.slug}")
    for slug, folder in sorted(game_folders().items())
    for path in sorted((folder / "scenarios").glob("*.md"))
    for scenario in read(path)
]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_a_scenario_holds(slug: str, scenario: Scenario) -> None:
    run(scenario, cw.game(slug))


def in_use(slug: str) -> set[str]:
    """The ids of the cards that a scenario plays or puts on the board, and of the heroes that use a power."""
    game, found = cw.game(slug), set[str]()
    for path in sorted((game_folders()[slug] / "scenarios").glob("*.md")):
        for scenario in read(path):
            found |= cards_in_use(scenario, game)
    return found


def cards_in_use(scenario: Scenario, game: cw.Game) -> set[str]:
    found: set[str] = set()
    heroes: list[str] = []
    for block in scenario.blocks:
        for line in block.lines:
            if block.kind == "setup":
                placed = re.match(r"(?:me|foe) [a-z]\d+ ([^,]+)", line.text)
                found |= {game.card(placed[1].strip()).id} if placed else set()
                heroes += re.findall(r"^(?:me|foe): ([\w-]+)", line.text)
            elif block.kind == "play":
                played = re.match(r'play "([^"]+)"', line.text)
                found |= {game.card(played[1]).id} if played else set()
                found |= set(heroes) if line.text.startswith("power") else set()
    return found


@pytest.mark.parametrize("slug", sorted(game_folders()))
def test_every_card_that_can_be_played_is_played_in_a_scenario(slug: str) -> None:
    game, found = cw.game(slug), in_use(slug)
    missing = [card.name for card in game.cards if card.collectible and card.id not in found]
    missing = [name for name in missing if not game.catalogue.is_unique(game.card(name))]
    assert not missing, f"no scenario of {slug} plays or places {', '.join(missing)}"


def test_a_card_that_only_waits_in_a_deck_is_not_in_use(tmp_path: Path) -> None:
    text = WISP.format(health=17).replace('hand "Fire Bolt"', 'hand "Fire Bolt" "Spark", deck "Ember Wisp"')
    assert cards_in_use(_write(tmp_path, text), cw.game("elemental-command")) == {"fire-bolt"}


def test_every_phrase_of_the_language_is_at_work_in_a_scenario() -> None:
    slugs = sorted(game_folders())
    users: dict[str, set[tuple[str, str]]] = {}
    for slug in slugs:
        for phrase, cards in phrases_used(Workshop(game_folders()[slug])).items():
            users.setdefault(phrase, set()).update((slug, card.entry.id) for card in cards)
    found = {(slug, card) for slug in slugs for card in in_use(slug)}
    missing = [phrase for phrase, cards in users.items() if not cards & found]
    assert not missing, f"no scenario plays a card with the phrases {', '.join(missing)}"


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
