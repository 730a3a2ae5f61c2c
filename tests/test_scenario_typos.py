"""A scenario with a typing error is refused, fails, or still means the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import cardwright as cw
from cardwright.errors import CardwrightError
from cardwright.scenario import Block, Line, Scenario, read, run
from cardwright.scenario.setups import Reader
from cardwright.sources.finding import shipped_folders

SEED = 7
SHARE = 0.15
"""The share of lines that are changed; 1 means all of them, which takes a minute."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def mistyped(text: str, dice: random.Random) -> str | None:
    """A line with one letter of one of its words changed, lost, doubled or swapped with the next.

    Names of cells and numbers are left alone: changing one makes another scenario.
    """
    words = list(re.finditer(r"[A-Za-z]{3,}", text))
    if not words:
        return None
    word = dice.choice(words)
    at = dice.randrange(word.start(), word.end() - 1)
    change = dice.choice(("change", "lose", "double", "swap"))
    put = {
        "change": dice.choice([letter for letter in LETTERS if letter != text[at].lower()]) + text[at + 1],
        "lose": text[at + 1],
        "double": text[at] * 2 + text[at + 1],
        "swap": text[at + 1] + text[at],
    }[change]
    changed = text[:at] + put + text[at + 2 :]
    return None if changed.lower() == text.lower() else changed


def slips(slug: str, dice: random.Random) -> Iterator[tuple[Scenario, Scenario, Block, str]]:
    """Scenarios of a game, each with a copy that has a slip, the block of the slip and its line."""
    for path in sorted((shipped_folders()[slug] / "scenarios").glob("*.md")):
        for scenario in read(path):
            for number, block in enumerate(scenario.blocks):
                for at, line in enumerate(block.lines):
                    text = mistyped(line.text, dice) if dice.random() < SHARE else None
                    if text is None:
                        continue
                    lines = [*block.lines[:at], Line(text, line.number), *block.lines[at + 1 :]]
                    other = Block(block.kind, lines, block.number)
                    blocks = [*scenario.blocks[:number], other, *scenario.blocks[number + 1 :]]
                    changed = Scenario(scenario.title, path, scenario.number, blocks)
                    yield scenario, changed, other, f"{path.name}:{line.number}: {line.text} -> {text}"


def means_the_same(game: cw.Game, scenario: Scenario, changed: Scenario, kind: str, match: cw.Match) -> bool:
    """Whether a slip changed nothing: the same position, or the same actions, as a short name allows."""
    if kind == "setup":
        plans = [Reader(one, game).plan(one.blocks[0]) for one in (scenario, changed)]
        return plans[0] == plans[1]
    before = run(scenario, game)
    return kind == "play" and (match.actions, match.times) == (before.actions, before.times)


@pytest.mark.parametrize("slug", sorted(shipped_folders()))
def test_no_slip_passes_unseen(slug: str) -> None:
    game, tried, unseen = cw.game(slug), 0, []
    for scenario, changed, block, told in slips(slug, random.Random(SEED)):
        tried += 1
        try:
            match = run(changed, game)
        except CardwrightError:
            continue
        if not means_the_same(game, scenario, changed, block.kind, match):
            unseen.append(told)
    assert unseen == []
    assert tried > 100
