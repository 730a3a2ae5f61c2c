"""Catalogues: deterministic, quick to load, rebuilt when the game's files change."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.basics.paths import PATH_VARIABLE, games_folder
from cardwright.building import hashing
from cardwright.building.catalogue import Workshop, build_catalogue, to_json
from cardwright.building.loading import load_catalogue
from cardwright.errors import CardwrightError
from cardwright.face.setup import SeatSetup, Setup
from cardwright.language.digest import rules_of

SLUG = "elemental-command"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game under another slug, found by `CARDWRIGHT_PATH`, and a cache of its own."""
    folder = tmp_path / "games" / "my-game"
    shutil.copytree(games_folder() / SLUG, folder)
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "games"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return folder


def test_a_catalogue_is_the_same_every_time() -> None:
    first = build_catalogue(games_folder() / SLUG)
    assert first == build_catalogue(games_folder() / SLUG)
    data = json.loads(first)
    assert to_json(data) == first, "sorted keys, no white space"
    assert data["defs"][0]["name"] == "a hidden card"


def test_loading_is_quick_and_needs_no_parser(game: Path) -> None:
    load_catalogue("my-game")  # fills the cache
    script = (
        "import time, sys; from cardwright.building.loading import load_catalogue; "
        "start = time.process_time(); load_catalogue('my-game'); "
        "print(time.process_time() - start, 'lark' in sys.modules)"
    )
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    seconds, has_parser = output.split()
    assert float(seconds) < 0.05
    assert has_parser == "False"


def test_a_changed_card_is_seen_at_once(game: Path) -> None:
    before = load_catalogue("my-game")
    path = game / "cards" / "added.toml"
    path.write_text(
        '[[card]]\nid = "added"\nname = "Added"\nkind = "spell"\ncost = 1\ntext = "Draw a card."\n',
        encoding="utf-8",
    )
    after = load_catalogue("my-game")
    assert after.card("Added").text == "Draw a card."
    assert before.hash != after.hash
    assert {card.id: card.digest for card in before.cards}.items() <= {
        c.id: c.digest for c in after.cards
    }.items()


def test_a_changed_language_is_seen_at_once(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sources in hashing.LANGUAGE_SOURCES:
        copied = tmp_path / sources.name
        shutil.copytree(sources, copied, ignore=shutil.ignore_patterns("__pycache__"))
    copies = tuple(tmp_path / sources.name for sources in hashing.LANGUAGE_SOURCES)
    assert hashing.language_hash(copies) == hashing.language_hash()
    before = load_catalogue("my-game").source
    for file in ("language/phrases/effects.py", "building/catalogue.py"):
        hashing.language_hash.cache_clear()
        known = hashing.language_hash(copies)
        with (tmp_path / file).open("a", encoding="utf-8") as changing:
            changing.write("# another lowering\n")
        hashing.language_hash.cache_clear()
        changed = hashing.language_hash(copies)
        assert changed != known, file
    monkeypatch.setattr(hashing, "language_hash", lambda: changed)
    assert load_catalogue("my-game").source != before


def test_a_digest_is_of_the_whole_program(game: Path) -> None:
    workshop = Workshop(game)
    compiled = {card.entry.id: workshop.compile(card) for card in workshop.cards}
    defs = json.loads(build_catalogue(game))["defs"]
    by_id = {definition["id"]: definition for definition in defs}

    def rules(card: str) -> str:
        return json.dumps(rules_of(by_id[card], workshop.assembly, defs), sort_keys=True)

    before = {card: rules(card) for card in compiled}
    assert '"Damage"' in before["fire-bolt"], "the operations of its play"
    workshop.assembly.queries[by_id["fire-bolt"]["target"]]["kinds"] = 1
    assert rules("fire-bolt") != before["fire-bolt"], "whom it may be aimed at"
    workshop.assembly.ops[workshop.assembly.abilities[by_id["packmaster"]["abilities"][0]]["op"]][2] += 1
    assert rules("packmaster") != before["packmaster"], "what its abilities do"
    workshop.assembly.auras[by_id["standard-bearer"]["auras"][0]]["attack"] += 1
    assert rules("standard-bearer") != before["standard-bearer"], "what its auras give"


def test_digests_know_other_cards_by_their_ids(game: Path) -> None:
    before = {card.id: card.digest for card in load_catalogue("my-game").cards}
    (game / "cards" / "a-first.toml").write_text(
        '[[card]]\nid = "first"\nname = "First"\nkind = "spell"\ntext = "Destroy a minion with Taunt."\n',
        encoding="utf-8",
    )
    after = {card.id: card.digest for card in load_catalogue("my-game").cards}
    assert before.items() <= after.items(), "however the numbers of the others are moved"


def test_the_version_of_the_cards_knows_the_limits_of_play(game: Path) -> None:
    setup = Setup((SeatSetup("fire", {"fire-bolt": 3}), SeatSetup("earth", {"spark": 3})))
    before = setup.cards_version(load_catalogue("my-game"))
    path = game / "game.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"copies +=.*", "copies = 4", text), encoding="utf-8")
    assert setup.cards_version(load_catalogue("my-game")) == before, "a limit of decks"
    path.write_text(re.sub(r"(?m)^hand +=.*", "hand = 9", text), encoding="utf-8")
    assert setup.cards_version(load_catalogue("my-game")) != before, "a limit of play"


def test_unique_kinds_are_known(game: Path) -> None:
    catalogue = load_catalogue("my-game")
    assert catalogue.is_unique(catalogue.card("fire"))
    assert not catalogue.is_unique(catalogue.card("fire-bolt"))
    assert not catalogue.is_unique(catalogue.card("stone-sprout"))


def test_a_damaged_cache_is_rebuilt(game: Path, tmp_path: Path) -> None:
    whole = load_catalogue("my-game")
    for path in (tmp_path / "cache").glob("cardwright/catalogues/*.json"):
        path.write_bytes(path.read_bytes()[:100])
    assert load_catalogue("my-game").raw == whole.raw


def test_a_cache_that_cannot_be_written_is_no_fault(game: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be", encoding="utf-8")
    assert load_catalogue("my-game").cards


def test_cards_are_found_by_id_and_name(game: Path) -> None:
    catalogue = load_catalogue("my-game")
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
        load_catalogue("elemental-comand")


def test_what_a_card_can_make_is_in_its_reaches(game: Path) -> None:
    (game / "cards" / "added.toml").write_text(
        '[[card]]\nid = "a"\nname = "A"\nkind = "spell"\ntext = "Add a B to your hand."\n'
        '[[card]]\nid = "b"\nname = "B"\nkind = "spell"\ntext = "Summon a Stone Sprout."\n',
        encoding="utf-8",
    )
    assert load_catalogue("my-game").card("a").reaches == ["b", "stone-sprout"]
