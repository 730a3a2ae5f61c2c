"""CONTRIBUTING's recipes, followed to the letter on a copy of the tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from recipes import ROOT, Addition, additions, cardwright

PARTS = (
    "crates",
    "games",
    "python",
    "tests/handmade",
    "tests/probes",
    "templates",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo",
    "README.md",
)


def recipe(name: str) -> list[Addition]:
    """The blocks of a recipe, in order."""
    return additions("CONTRIBUTING.md", name)


def test_a_card_is_one_entry(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games", tmp_path / "games")
    for addition in recipe("card"):
        addition.apply(tmp_path)
    env = {"CARDWRIGHT_PATH": str(tmp_path / "games"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    game = "elemental-command"
    assert json.loads(cardwright("cards", "lint", game, "--json", cwd=tmp_path, env=env))["errors"] == []
    assert "Kiln Keeper" in cardwright("cards", "search", game, "kiln", cwd=tmp_path, env=env)
    shown = cardwright("cards", "show", game, "Kiln Keeper", cwd=tmp_path, env=env)
    assert "When played, deal 1 damage to an enemy minion." in shown
    fuzzing = ("fuzz", game, "--matches", "60", "--seed", "1", "--json")
    fuzzed = json.loads(cardwright(*fuzzing, cwd=tmp_path, env=env))
    assert fuzzed["cards_never_played"] == []
    assert (fuzzed["crashes"], fuzzed["hangs"], fuzzed["replay_mismatches"], fuzzed["leaks"]) == (0, 0, 0, 0)
    # The agents know the card: greedy uses it to kill a minion that no other card in hand could kill.
    script = """
import cardwright as cw
from cardwright.scenario import read, run
from pathlib import Path
game = cw.game("elemental-command")
match = run(read(Path("trial.md"))[0], game)
assert str(cw.agent("greedy").choose(match.view())).startswith('play "Kiln Keeper" at')
"""
    (tmp_path / "trial.md").write_text(
        '## It is in hand\n```setup\nme: fire, hand "Kiln Keeper", mana 2, power 0\nfoe: earth\n'
        "foe c3 Ember Wisp\n```\n```expect\nme hand 1\n```\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=os.environ | env, check=True, timeout=60)


def new_game(tree: Path, slug: str) -> subprocess.CompletedProcess[str]:
    """What `make new-game` does, in a copy of the tree."""
    script = tree / "templates" / "new_game.py"
    return subprocess.run(
        [sys.executable, script, slug], capture_output=True, text=True, check=False, timeout=60
    )


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A built copy of the tree, after the recipes for a phrase, an agent and a game."""
    copy = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        source, target = ROOT / part, copy / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            skip = shutil.ignore_patterns("*.so", "__pycache__", "catalogues", "target")
            shutil.copytree(source, target, symlinks=True, ignore=skip)
        else:
            shutil.copy(source, target)
    for addition in [*recipe("phrase"), *recipe("agent")]:
        addition.apply(copy)
    new_game(copy, "lanes")
    env = {"PYO3_PYTHON": sys.executable, "CARGO_TARGET_DIR": str(ROOT / "target" / "recipes")}
    build = ["cargo", "build", "--quiet", "--package", "cardwright-python"]
    done = subprocess.run(build, cwd=copy, env=os.environ | env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    library = ROOT / "target" / "recipes" / "debug" / "lib_kernel.so"
    shutil.copy(library, copy / "python" / "cardwright" / "_kernel.abi3.so")
    return copy, {"PYTHONPATH": str(copy / "python"), "XDG_CACHE_HOME": str(copy / "cache")}


def test_a_phrase_with_its_effect_is_three_additions(followed: tuple[Path, dict[str, str]]) -> None:
    copy, env = followed
    cardwright("cards", "build", "--all", cwd=copy, env=env)
    assert "Tire a minion." in cardwright("cards", "show", "elemental-command", "Lullaby", cwd=copy, env=env)
    linted = json.loads(cardwright("cards", "lint", "elemental-command", "--json", cwd=copy, env=env))
    assert linted["errors"] == []
    script = """
import cardwright as cw
from cardwright.scenario import read, run
from pathlib import Path
for scenario in read(Path("games/elemental-command/scenarios/lullaby.md")):
    run(scenario, cw.game("elemental-command"))
"""
    subprocess.run([sys.executable, "-c", script], cwd=copy, env=os.environ | env, check=True, timeout=120)


def test_an_agent_is_a_file_and_two_lines(followed: tuple[Path, dict[str, str]]) -> None:
    copy, env = followed
    script = """
import cardwright as cw
game = cw.game("elemental-command")
row = cw.play_match(game, game.setup(), ["first", "patient:Patient"], seed=1)
assert row.forfeits == (None, None), row
"""
    subprocess.run([sys.executable, "-c", script], cwd=copy, env=os.environ | env, check=True, timeout=120)


def test_a_new_game_plays_at_once(followed: tuple[Path, dict[str, str]]) -> None:
    copy, env = followed
    cardwright("cards", "build", "--all", cwd=copy, env=env)
    linted = json.loads(cardwright("cards", "lint", "lanes", "--json", cwd=copy, env=env))
    assert (linted["errors"], linted["warnings"]) == ([], [])
    assert "0 failed" in cardwright("cards", "test", "lanes", cwd=copy, env=env)
    fuzzing = ("fuzz", "lanes", "--matches", "60", "--seed", "1", "--json")
    fuzzed = json.loads(cardwright(*fuzzing, cwd=copy, env=env))
    assert fuzzed["matches"] == 60
    assert fuzzed["cards_never_played"] == []
    faults = ("crashes", "hangs", "replay_mismatches", "leaks", "lent_mismatches", "lost_effects")
    assert [fuzzed[fault] for fault in faults] == [0] * len(faults)
    script = """
import cardwright as cw
game = cw.game("lanes")
rows = [cw.play_match(game, game.setup(), ["greedy", "random"], seed=seed) for seed in range(20)]
assert all(row.forfeits == (None, None) for row in rows)
assert sum(row.winner == 0 for row in rows) >= 15, rows
"""
    subprocess.run([sys.executable, "-c", script], cwd=copy, env=os.environ | env, check=True, timeout=120)


def test_a_new_game_is_small_and_one_line_outside_its_homes(followed: tuple[Path, dict[str, str]]) -> None:
    copy, _ = followed
    rules = copy / "crates" / "rules" / "src"
    lines = [
        line.strip() for path in (rules / "lanes").glob("*.rs") for line in path.read_text().splitlines()
    ]
    saying = [line for line in lines if line.strip("{}()[];,") and not line.startswith(("//", "use "))]
    assert 50 < len(saying) <= 150
    before = (ROOT / "crates" / "rules" / "src" / "lib.rs").read_text().splitlines()
    assert [line for line in (rules / "lib.rs").read_text().splitlines() if line not in before] == [
        "    lanes: Lanes,"
    ]


@pytest.mark.parametrize(
    ("slug", "reason"),
    [
        ("lanes", "is there already"),
        ("Lanes", "is no slug"),
        ("../lanes", "is no slug"),
        ("type", "is a word of Rust"),
        ("state", "is a word of Rust"),
        ("pass", "is a word of Rust"),
        ("", "name the game"),
    ],
)
def test_a_game_that_cannot_be_begun_changes_nothing(
    followed: tuple[Path, dict[str, str]], slug: str, reason: str
) -> None:
    copy, _ = followed
    listing = copy / "crates" / "rules" / "src" / "lib.rs"
    before = listing.read_text(encoding="utf-8")
    done = new_game(copy, slug)
    assert done.returncode == 2
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert listing.read_text(encoding="utf-8") == before
