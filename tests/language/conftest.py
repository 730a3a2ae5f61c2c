"""The shipped game opened for work, and ways to make faulty copies of it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.building.listing import list_card
from cardwright.catalogue import Catalogue, decode
from cardwright.errors import CardwrightError
from cardwright.language.parser import Language
from cardwright.sources.finding import shipped_folders

if TYPE_CHECKING:
    from random_programs import RandomTrees

sys.path.insert(0, str(Path(__file__).parent))  # for the oracle and the random programs, which are not tests

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
    """A game with places, sorts of damage, cards that pieces know and its own operations."""
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


@pytest.fixture
def timed_game(tmp_path: Path) -> Callable[..., Path]:
    """Writes a game with the words of Mana and a card of a text."""
    from timed import write_game

    return partial(write_game, tmp_path / "mana")


@pytest.fixture
def timed_card(timed_game: Callable[..., Path]) -> Callable[..., Catalogue]:
    """The catalogue of that game; the card `x` is printed as it is written."""

    def compiled(text: str, kind: str = "spell", more: str = "") -> Catalogue:
        catalogue = decode(build_catalogue(timed_game(text, kind, more)))
        assert catalogue.card("x").text == text
        return catalogue

    return compiled


@pytest.fixture
def timed_listing(timed_card: Callable[..., Catalogue]) -> Callable[..., list[str]]:
    """The listing of a text's program, spaces pressed together."""

    def listed(text: str, kind: str = "spell") -> list[str]:
        catalogue = timed_card(text, kind)
        return [" ".join(line.split()) for line in list_card(catalogue, catalogue.card("x"))]

    return listed


@pytest.fixture
def timed_refusal(timed_game: Callable[..., Path]) -> Callable[..., str]:
    """The message about a text that is refused."""

    def refused(text: str, kind: str = "spell") -> str:
        with pytest.raises(CardwrightError) as found:
            build_catalogue(timed_game(text, kind))
        assert None not in (found.value.line, found.value.column)
        return str(found.value).partition('card "x": ')[2]

    return refused
