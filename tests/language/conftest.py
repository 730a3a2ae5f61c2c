"""The shipped game opened for work, and ways to make faulty copies of it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cardwright.language.catalogue_build import Workshop
from cardwright.language.parser import Language
from cardwright.paths import games_folder
from cardwright.sources import shipped_folders

if TYPE_CHECKING:
    from random_programs import RandomTrees

sys.path.insert(0, str(Path(__file__).parent))  # for the oracle and the random programs, which are no tests

GAME = games_folder() / "elemental-command"


@pytest.fixture(scope="session")
def workshop() -> Workshop:
    return Workshop(GAME)


@pytest.fixture(scope="session", params=sorted(shipped_folders()))
def each_workshop(request: pytest.FixtureRequest) -> Workshop:
    """Every shipped game, one after the other."""
    return Workshop(shipped_folders()[request.param])


@pytest.fixture(scope="session")
def ruler() -> Workshop:
    """A game with places, sorts of damage, cards that are known and operations of its own."""
    return Workshop(games_folder() / "ruler")


@pytest.fixture(scope="session")
def each_language(each_workshop: Workshop) -> Language:
    return each_workshop.language


@pytest.fixture(scope="session")
def each_random_trees(each_language: Language) -> RandomTrees:
    from random_programs import RandomTrees

    return RandomTrees(each_language)


@pytest.fixture(scope="session")
def language(workshop: Workshop) -> Language:
    return workshop.language


@pytest.fixture(scope="session")
def random_trees(language: Language) -> RandomTrees:
    from random_programs import RandomTrees

    return RandomTrees(language)


@pytest.fixture
def game_copy(tmp_path: Path) -> Path:
    """A copy of the game with its words and heroes, one file of cards to write, and no decks."""
    folder = tmp_path / "elemental-command"
    (folder / "cards").mkdir(parents=True)
    (folder / "decks").mkdir()
    shutil.copy(GAME / "game.toml", folder)
    for name in ("heroes.toml", "tokens.toml"):
        shutil.copy(GAME / "cards" / name, folder / "cards")
    return folder


@pytest.fixture
def write_cards(game_copy: Path) -> Callable[[str], Path]:
    """Writes `cards/test.toml` of the copy and returns the folder."""

    def write(text: str) -> Path:
        (game_copy / "cards" / "test.toml").write_text(text, encoding="utf-8")
        return game_copy

    return write
