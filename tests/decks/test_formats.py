"""Decks by format: which sets a format has, and how many copies a rarity allows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardwright as cw
from cardwright.cli.decks import app
from cardwright.decks import Deck
from cardwright.decks.chance import random_deck
from cardwright.errors import CardwrightError


@pytest.fixture(scope="module")
def hearth() -> cw.Game:
    return cw.game("hearth")


def test_a_random_deck_of_a_format_is_legal_there(hearth: cw.Game) -> None:
    sets = {card.id: card.set for card in hearth.cards}
    rarities = {card.id: card.rarity for card in hearth.cards}
    for seed in range(20):
        deck = random_deck(hearth, seed, format="ranked")
        assert {sets[card] for card in deck.cards} == {"long-night"}
        assert max((n for card, n in deck.cards.items() if rarities[card] == "legendary"), default=1) == 1
        assert hearth.deck_faults(deck, "ranked") == []
    wild = [random_deck(hearth, seed, format="wild") for seed in range(5)]
    assert {sets[card] for deck in wild for card in deck.cards} == {"first-fires", "long-night"}


def test_an_unknown_format_is_named_with_the_nearest(hearth: cw.Game) -> None:
    with pytest.raises(CardwrightError, match=r'hearth has no format "rankd"; did you mean "ranked"\?'):
        random_deck(hearth, 1, format="rankd")
    with pytest.raises(CardwrightError, match=r'mana has no format "ranked"$'):
        random_deck(cw.game("mana"), 1, format="ranked")


def written(hearth: cw.Game, folder: Path) -> tuple[Path, str, str]:
    """A file with a deck that is legal but for an old card and two copies of a legendary one."""
    deck = random_deck(hearth, 3, format="ranked")
    hero = next(card for card in hearth.cards if card.id == deck.hero)
    old = next(c for c in hearth.cards if c.set == "first-fires" and c.collectible and not c.hero and c.cost)
    great = next(c for c in hearth.cards if c.rarity == "legendary" and c.set == "long-night" and not c.hero)
    kept = {card: count for card, count in deck.cards.items() if card != great.id}
    while sum(kept.values()) > 27:
        kept.popitem()
    cards = kept | {old.id: 1, great.id: 2}
    lines = [
        'name = "Odd"',
        f'hero = "{hero.id}"',
        "",
        "[cards]",
        *(f"{id} = {n}" for id, n in cards.items()),
    ]
    path = folder / "odd.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path, old.id, great.id


def test_a_check_by_format_names_card_file_and_line(hearth: cw.Game, tmp_path: Path) -> None:
    path, old, great = written(hearth, tmp_path)
    done = CliRunner().invoke(app, ["check", "hearth", str(path), "--format", "ranked", "--json"])
    (row,) = json.loads(done.stdout)["decks"]
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {fault["reason"]: fault for fault in row["faults"]}
    of_set = found[f'"{old}" is of the set first-fires, which the format ranked does not have']
    assert (of_set["line"], of_set["suggestion"]) == (
        lines.index(f"{old} = 1") + 1,
        "it may be played in wild",
    )
    twice = found[f'2 copies of "{great}": a deck may hold one copy of a legendary card']
    assert (twice["line"], twice["suggestion"]) == (lines.index(f"{great} = 2") + 1, f"write {great} = 1")
    wild = CliRunner().invoke(app, ["check", "hearth", str(path), "--format", "wild", "--json"])
    reasons = [fault["reason"] for fault in json.loads(wild.stdout)["decks"][0]["faults"]]
    assert not any("first-fires" in reason for reason in reasons)
    assert done.exit_code == wild.exit_code == 1


def test_ready_decks_are_checked_by_format_too(hearth: cw.Game) -> None:
    slug = next(slug for slug in hearth.decks)
    done = CliRunner().invoke(app, ["check", "hearth", slug, "--format", "wild"])
    assert (done.exit_code, done.stdout.strip()) == (0, f"{slug}: legal")


def test_a_game_without_formats_has_the_decks_it_had() -> None:
    game = cw.game("elemental-command")
    assert random_deck(game, 5) == random_deck(game, 5)
    assert game.formats == {}
    reasons = [reason for reason, _, _ in game.deck_faults(Deck(name="D", cards={}), "ranked")]
    assert 'elemental-command has no format "ranked"' in reasons
