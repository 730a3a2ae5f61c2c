"""The player's own packs, as tests write them."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner, Result

from cardwright import cli
from cardwright.basics.paths import games_folder

GAME = "elemental-command"
FOLDER = "mine"
"""The player's own folder, below the working folder of the commands."""

GOOD = """[[card]]
id     = "good-golem"
name   = "Good Golem"
kind   = "minion"
cost   = 2
attack = 2
health = 3
text   = "Taunt."

"""
BAD = GOOD.replace("good", "bad").replace("Good", "Bad").replace("Taunt", "Tount")


def write(path: Path, text: str) -> Path:
    """Write a file and the folders it lies in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def run(*words: str | Path) -> Result:
    """Run a command with that folder; if it asks for an action, the player quits."""
    return CliRunner().invoke(cli.app, [*map(str, words), "--with", FOLDER], input="quit!\n")


def ready_deck(slug: str = GAME, name: str = "fire-aggro") -> str:
    """The file of a shipped deck."""
    return (games_folder() / slug / "decks" / f"{name}.toml").read_text(encoding="utf-8")
