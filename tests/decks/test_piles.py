"""Decks in several piles: every card in the table of its kind, and nothing lost on the way through text."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.decks import Deck
from cardwright.decks.chance import random_deck
from cardwright.decks.files import names_of, read_deck, read_text_deck, to_text, to_toml
from cardwright.decks.summary import summarise
from cardwright.decks.text import parse
from cardwright.errors import CardwrightError

GAME = "ruler"
GOOD = """name = "Few"

[units]
soldier = 4

[structures]
outpost        = 1
steel-jaw-trap = 2

[spells]
heal = 3
"""

WriteDeck = Callable[[str], Path]


@pytest.fixture
def game() -> cw.Game:
    return cw.game(GAME)


@pytest.fixture
def write_deck(tmp_path: Path) -> WriteDeck:
    def write(text: str) -> Path:
        path = tmp_path / "few.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_tables_of_a_file_are_one_deck(game: cw.Game, write_deck: WriteDeck) -> None:
    deck = game.deck(write_deck(GOOD))
    assert deck.cards == {"soldier": 4, "outpost": 1, "steel-jaw-trap": 2, "heal": 3}
    assert deck.hero == ""


def test_a_match_has_the_decks_in_the_order_of_the_game(game: cw.Game, write_deck: WriteDeck) -> None:
    path = write_deck(GOOD)
    decks, heroes, *_ = game.setup((path, path)).numbers(game)
    named = [[game.catalogue.defs[number].id for number in pile] for pile in decks[0]]
    assert named == [["soldier"] * 4, ["outpost", "steel-jaw-trap", "steel-jaw-trap"], ["heal"] * 3]
    assert {game.catalogue.defs[hero].id for hero in heroes} == {"base"}
    seen = game.match((path, path)).view(seat=0).me.zones
    assert [len(seen[zone]) for zone in ("units", "structures", "spells")] == [4, 3, 3]


def test_a_game_with_one_deck_has_one_deck() -> None:
    other = cw.game("elemental-command")
    decks, *_ = other.setup(("aggro", "control")).numbers(other)
    assert [len(piles) for piles in decks] == [1, 1]
    assert other.catalogue.piles == {}
    assert other.only_hero == ""


FAULTS = [
    # old text, new text, line, reason, suggestion
    ("soldier = 4", "heal = 1", 4, '"heal" does not belong in [units]', "it belongs in [spells]"),
    (
        "heal = 3",
        "heal = 3\narmour = 1",
        12,
        '"armour" does not belong in [spells]',
        "it belongs in [structures]",
    ),
    ("soldier", "soldir", 4, 'unknown card "soldir"', 'did you mean "soldier"?'),
    ("soldier", "fireball", 4, '"fireball" cannot be put into a deck', None),
    ("soldier", "base", 4, '"base" cannot be put into a deck', None),
    ("heal = 3", "heal = 0", 11, '0 copies of "heal": a deck may hold 1 to 60', None),
    ("heal = 3", "heal = 61", 11, '61 copies of "heal": a deck may hold 1 to 60', None),
    (
        "soldier = 4",
        "soldier = 40\nscout = 40",
        3,
        "80 units: there is room for 60",
        None,
    ),
    ("[spells]", "[cards]", 10, 'unknown key "cards"', "the cards belong in [units], [structures], [spells]"),
    ("[spells]", "[spels]", 10, 'unknown key "spels"', 'did you mean "spells"?'),
    ("heal = 3", 'heal = "three"', 11, '"heal": expected a whole number, got a text', None),
    ("heal = 3", "heal = 1.5", 11, '"heal": expected a whole number, got 1.5', None),
    (
        "[units]\nsoldier = 4",
        "units = 4",
        3,
        '"units" is a table',
        "write [units] on a line of its own, and below it lines like peasant-levy = 2",
    ),
    ('name = "Few"', 'name = "Few"\nhero = "king"', 2, 'unknown hero "king"', "write one of base"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason", "suggestion"), FAULTS)
def test_a_deck_that_is_none_is_refused_at_its_line(
    game: cw.Game, write_deck: WriteDeck, old: str, new: str, line: int, reason: str, suggestion: str | None
) -> None:
    assert old in GOOD
    try:
        _, faults = read_deck(game, write_deck(GOOD.replace(old, new, 1)))
    except CardwrightError as error:
        faults = [error]
    found = [(fault.reason, fault.line, fault.suggestion) for fault in faults]
    assert (reason, line, suggestion) in found


def test_a_ready_deck_is_checked_when_cards_are_built(tmp_path: Path) -> None:
    folder = tmp_path / GAME
    shutil.copytree(games_folder() / GAME, folder, ignore=shutil.ignore_patterns("scenarios"))
    (folder / "decks" / "few.toml").write_text(GOOD.replace("heal", "soldier"), encoding="utf-8")
    with pytest.raises(CardwrightError) as caught:
        build_catalogue(folder)
    assert caught.value.reason == '"soldier" does not belong in [spells]'
    assert (caught.value.line, caught.value.suggestion) == (11, "it belongs in [units]")
    assert [row["reason"] for row in lint(folder)["errors"]] == ['"soldier" does not belong in [spells]']


def test_a_deck_comes_back_from_its_text_and_its_toml(game: cw.Game, write_deck: WriteDeck) -> None:
    for name in ("desert-raiders", "random:5", "random:6"):
        deck = game.deck(name)
        again = parse(to_text(game, deck), names_of(game))
        assert (again.deck.cards, again.deck.hero, again.bad) == (deck.cards, "", ())
        found, faults = read_deck(game, write_deck(to_toml(game, deck)))
        assert (found.cards, found.hero, faults) == (deck.cards, deck.hero, [])


def test_text_is_written_pile_by_pile(game: cw.Game, write_deck: WriteDeck) -> None:
    assert to_text(game, game.deck(write_deck(GOOD))) == (
        "# Few\n\n4 Soldier\n2 Steel Jaw Trap\n1 Outpost\n3 Heal\n"
    )


def test_text_needs_no_tables_and_no_hero(game: cw.Game, tmp_path: Path) -> None:
    path = tmp_path / "pasted.txt"
    path.write_text("3 heal\n2 Soldier\n61 scout\n", encoding="utf-8")
    deck, faults = read_text_deck(game, str(path))
    assert deck.cards == {"heal": 3, "soldier": 2}
    assert [(fault.reason, fault.line) for fault in faults] == [
        ('61 copies of "Scout": a deck may hold 60', 3)
    ]


def test_random_decks_fill_every_pile_and_every_card_is_in_one(game: cw.Game) -> None:
    seen: set[str] = set()
    piles = game.catalogue.piles
    for seed in range(200):
        deck = random_deck(game, seed)
        assert game.deck_faults(deck) == []
        sizes = {
            pile: sum(count for card, count in deck.cards.items() if game.kind_of[card] in kinds)
            for pile, kinds in piles.items()
        }
        assert sizes == {"units": 20, "structures": 10, "spells": 10}
        assert max(deck.cards.values()) <= 4
        assert deck.hero == ""
        seen |= set(deck.cards)
    assert seen == {card.id for card in game.cards if card.collectible and card.id != "base"}


def test_a_match_has_room_for_so_many_cards(game: cw.Game) -> None:
    big = Deck(name="Big", cards={"soldier": 50, "outpost": 50, "heal": 50})
    with pytest.raises(CardwrightError) as caught:
        game.match((big, big))
    assert caught.value.reason == "the decks have 300 cards together, a match has room for 255"


def test_a_summary_tells_gold_from_mana(game: cw.Game, write_deck: WriteDeck) -> None:
    counted = summarise(game, game.deck(write_deck(GOOD)))
    assert counted.average_costs == {"gold": 100.0, "mana": 10.0}
    assert counted.curve == {10: 3, 50: 2, 100: 4, 200: 1}
    assert counted.needs == {"nothing": 10}


def test_a_card_is_paid_with_what_its_kind_says(game: cw.Game) -> None:
    words = {name: game.cost_word(game.card(name)) for name in ("soldier", "armour", "heal", "fireball")}
    assert words == {"soldier": "gold", "armour": "gold", "heal": "mana", "fireball": "mana"}
    other = cw.game("elemental-command")
    assert other.cost_word(other.card("ember-wisp")) == "mana"


def test_printed_numbers_are_no_needs(game: cw.Game) -> None:
    guard = game.card("guard")
    assert game.needs(guard) == {}
    assert game.printed(guard) == {
        "move": 1,
        "weak": 4,
        "block": 12,
        "block-chance": 20,
        "block2": 6,
        "block2-chance": 66,
    }
