"""Catalogues: deterministic, quick to load, rebuilt when the game's files change."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright import catalogue as catalogues
from cardwright.errors import CardwrightError
from cardwright.language.catalogue_build import build_catalogue, to_json
from cardwright.paths import games_folder

SLUG = "elemental-command"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game under another slug, found by `CARDWRIGHT_PATH`, and a cache of its own."""
    folder = tmp_path / "games" / "my-game"
    shutil.copytree(games_folder() / SLUG, folder)
    monkeypatch.setenv(catalogues.PATH_VARIABLE, str(tmp_path / "games"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def test_a_catalogue_is_the_same_every_time() -> None:
    first = build_catalogue(games_folder() / SLUG)
    assert first == build_catalogue(games_folder() / SLUG)
    data = json.loads(first)
    assert to_json(data) == first, "sorted keys, no white space"
    assert data["defs"][0]["name"] == "a hidden card"


def test_loading_is_quick_and_needs_no_parser(game: Path) -> None:
    catalogues.load("my-game")  # fills the cache
    script = (
        "import time, sys; from cardwright import catalogue; start = time.perf_counter(); "
        "catalogue.load('my-game'); print(time.perf_counter() - start, 'lark' in sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    seconds, has_parser = output.split()
    assert float(seconds) < 0.05
    assert has_parser == "False"


def test_a_changed_card_is_seen_at_once(game: Path) -> None:
    before = catalogues.load("my-game")
    path = game / "cards" / "added.toml"
    path.write_text(
        '[[card]]\nid = "added"\nname = "Added"\nkind = "spell"\ncost = 1\ntext = "Draw a card."\n',
        encoding="utf-8",
    )
    after = catalogues.load("my-game")
    assert after.card("Added").text == "Draw a card."
    assert before.hash != after.hash
    assert {card.id: card.digest for card in before.cards}.items() <= {
        c.id: c.digest for c in after.cards
    }.items()


def test_a_damaged_cache_is_rebuilt(game: Path, tmp_path: Path) -> None:
    whole = catalogues.load("my-game")
    for path in (tmp_path / "cache").glob("cardwright/catalogues/*.json"):
        path.write_bytes(path.read_bytes()[:100])
    assert catalogues.load("my-game").raw == whole.raw


def test_a_cache_that_cannot_be_written_is_no_fault(game: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be", encoding="utf-8")
    assert catalogues.load("my-game").cards


def test_cards_are_found_by_id_and_name(game: Path) -> None:
    catalogue = catalogues.load("my-game")
    sprout = catalogue.card("stone-sprout")
    assert catalogue.card("STONE SPROUT") == sprout
    with pytest.raises(CardwrightError, match=r'has no card "stone sprot"; did you mean "Stone Sprout"\?'):
        catalogue.card("stone sprot")
    with pytest.raises(CardwrightError, match='has no deck "agro"; did you mean "aggro"'):
        catalogue.deck("agro")
    assert catalogue.deck("aggro") == catalogue.decks["fire-aggro"]


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(
        CardwrightError, match=r'no game "elemental-comand"; did you mean "elemental-command"'
    ):
        catalogues.load("elemental-comand")


def test_what_a_card_can_make_is_in_its_reaches(game: Path) -> None:
    (game / "cards" / "added.toml").write_text(
        '[[card]]\nid = "a"\nname = "A"\nkind = "spell"\ntext = "Add a B to your hand."\n'
        '[[card]]\nid = "b"\nname = "B"\nkind = "spell"\ntext = "Summon a Stone Sprout."\n',
        encoding="utf-8",
    )
    assert catalogues.load("my-game").card("a").reaches == ["b", "stone-sprout"]
