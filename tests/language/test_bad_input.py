"""Every broken file gets one clear sentence with its place, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.errors import CardwrightError

MINION = '[[card]]\nid = "rock"\nname = "Rock"\nkind = "minion"\ncost = 1\nattack = 1\nhealth = 1\n'

CARDS = [
    ('[[card]\nid = "rock"\n', r"cards/test\.toml:1:\d+: broken TOML"),
    (MINION.replace("cost", "kost"), r'cards/test\.toml:5:1: unknown key "kost"; did you mean "cost"\?'),
    (MINION.replace('name = "Rock"\n', ""), r'cards/test\.toml:1:1: missing key "name"'),
    (MINION.replace('"Rock"', '" "'), r'cards/test\.toml:3:1: card "rock": the name is missing'),
    (
        MINION.replace('"Rock"', "3"),
        r'cards/test\.toml:3:1: "name": expected a text, got a whole number$',
    ),
    (
        MINION.replace("cost = 1", 'cost = "one"'),
        r'cards/test\.toml:5:1: "cost": expected a whole number, got a text',
    ),
    (
        MINION + 'needs = { fire = "1" }\n',
        r'cards/test\.toml:8:1: "fire": expected a whole number, got a text',
    ),
    (
        MINION.replace('"minion"', '"minon"'),
        r'cards/test\.toml:4:1: card "rock": unknown kind "minon"; did you',
    ),
    (
        MINION.replace('"minion"', '"unit"'),
        r'cards/test\.toml:4:1: card "rock": unknown kind "unit"; here it is called "minion"',
    ),
    (
        MINION + MINION,
        r'cards/test\.toml:9:1: card "rock": the id is taken by .*elemental-command/cards/test\.toml:2',
    ),
    (MINION.replace('"rock"', '"Rock!"'), r'cards/test\.toml:2:1: card "Rock!": an id is small letters'),
    (MINION.replace('"rock"', '"fire"'), r"the id is taken by .*elemental-command/cards/heroes\.toml"),
    (MINION + MINION.replace('"rock"', '"stone"'), r"cards/test\.toml:10:1: .*the name is taken"),
    (
        MINION + MINION.replace('"rock"', '"stone"').replace("Rock", "ROCK"),
        r"cards/test\.toml:10:1: .*the name is taken by .*cards/test\.toml:3",
    ),
    *(
        (MINION.replace('"Rock"', name), r'cards/test\.toml:3:1: card "rock": a name is one line of words')
        for name in ('" Rock"', '"Ro  ck"', r'"Ro\nck"', '"Ro\u00a0ck"', "'Ro\"ck'", '"Ro\u200bck"')
    ),
    (MINION.replace("health = 1", "health = 0"), r"cards/test\.toml:7:1: .*at least 1 health"),
    (
        MINION.replace("attack = 1", "attack = 99"),
        r"cards/test\.toml:6:1: .*attack = 99 is outside the limits",
    ),
    (MINION + "needs = { water = 1 }\n", r'cards/test\.toml:8:1: .*unknown element "water"'),
    (MINION + 'tags = ["water"]\n', r'cards/test\.toml:8:1: .*unknown tag "water"'),
    (MINION + 'rarity = "comon"\n', r'cards/test\.toml:8:1: .*unknown rarity "comon"; did you mean "common"'),
    (MINION + 'hero = "water"\n', r'cards/test\.toml:8:1: .*unknown hero "water"'),
    (MINION.replace('"minion"', '"spell"'), r"cards/test\.toml:6:1: .*neither attack nor health"),
    ('[cards]\nid = "rock"\n', r'cards/test\.toml:\d:1: unknown key "cards"; a file of cards holds'),
    (MINION + 'plural = "Rock"\n', r'cards/test\.toml:8:1: .*its plural "Rock" is a card'),
    ('card = "rock"\n', r'cards/test\.toml:1:1: "card" is a list of tables'),
]


@pytest.mark.parametrize(("text", "message"), CARDS)
def test_a_faulty_file_of_cards_is_one_sentence(
    write_cards: Callable[[str], Path], text: str, message: str
) -> None:
    folder = write_cards(text)
    with pytest.raises(CardwrightError, match=message) as caught:
        build_catalogue(folder)
    assert "\n" not in str(caught.value)
    assert len(lint(folder)["errors"]) == 1, "lint lists what build raises"


def test_a_file_that_is_not_utf8_is_named(game_copy: Path) -> None:
    (game_copy / "cards" / "test.toml").write_bytes(b'[[card]]\nname = "\xff"\n')
    with pytest.raises(CardwrightError, match=r"cards/test\.toml:2: not UTF-8"):
        build_catalogue(game_copy)


GAME = [
    ("[limits]", "[limitz]", r'game\.toml:\d+:1: unknown key "limitz"; did you mean "limits"'),
    (
        'piece  = true\nhelp   = "A card',
        'peace  = true\nhelp   = "A card',
        r'game\.toml:\d+:1: unknown key "peace"',
    ),
    ('id   = "haste"', 'id   = "taunt"', r'game\.toml:\d+:1: two entries have the id "taunt"'),
    ('status = "invulnerable"', 'status = "steel"', r'game\.toml:\d+:1: unknown status "steel"'),
    ('id   = "attack"', 'id   = "strength"', r"the first attributes are attack, health and cost"),
    (
        "rules_version = 2",
        'rules_version = "x"',
        r'game\.toml:\d+:1: "rules_version": expected a whole number, got a text',
    ),
    (
        "copies              = 3",
        'copies = "3"',
        r'game\.toml:16:1: "copies": expected a whole number, got a text',
    ),
    ('name          = "Elemental Command"', 'name = " "', r"game\.toml:2:1: the game has no name"),
    ('word = "Frenzy"', 'word = "haste"', r'game\.toml:\d+:1: "haste" is the word of both haste and frenzy'),
    ('word = "Frenzy"', 'word = "Minion"', r"game\.toml: phrases cannot be told apart"),
    (
        "tolerance   = 2",
        "tolerancy   = 2",
        r'game\.toml:\d+:1: unknown key "tolerancy"; did you mean "tolerance"',
    ),
]


@pytest.mark.parametrize(("old", "new", "message"), GAME)
def test_a_fault_of_game_toml_has_its_line(game_copy: Path, old: str, new: str, message: str) -> None:
    path = game_copy / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CardwrightError, match=message):
        build_catalogue(game_copy)


DECKS = [
    (
        'name = "D"\nhero = "fire"\ncards = { rock = 3, rok = 3 }\n',
        r'decks/d\.toml:\d.*unknown card "rok"; did you mean',
    ),
    (
        'name = "D"\nhero = "fire"\n[cards]\nrock = 3\npebble = "3"\n',
        r'decks/d\.toml:5:1: "pebble": expected a whole number, got a text',
    ),
    ('name = "D"\nhero = "fire"\n[cards]\nrock = 4\n', r"decks/d\.toml:4:1: 4 copies of \"rock\""),
    (
        'name = "D"\nhero = "fire"\n[cards]\nrock = 3\n',
        r"decks/d\.toml.*the deck has 3 cards, it needs exactly 40",
    ),
    ('name = "D"\nhero = "water"\n[cards]\nrock = 3\n', r'decks/d\.toml:2:1: unknown hero "water"'),
    ('name = "D"\n[cards]\nrock = 3\n', r"decks/d\.toml.*the deck has no hero"),
    ('name = "D"\nhero = "jaina"\n[cards]\nfireblast = 2\n', r"this is a deck of another game"),
    (
        'name = "D"\ngame = "hearth"\nhero = "fire"\n[cards]\nrock = 3\n',
        r"decks/d\.toml:2:1: this is a deck of hearth",
    ),
    ('name = "D"\nhero = "fire"\n[cards]\nearth = 1\n', r'"earth" cannot be put into a deck'),
    ('name = "D"\nhero = "fire"\n[cards]\nrock = 1\npebble = 1\n', r'"pebble" is reserved to the hero earth'),
    ('hero = "fire"\n[cards]\nrock = 1\n', r'decks/d\.toml.*missing key "name"'),
    ('name = "D"\ncolour = "red"\n[cards]\nrock = 1\n', r'decks/d\.toml:2:1: unknown key "colour"'),
]


@pytest.mark.parametrize(("text", "message"), DECKS)
def test_an_illegal_deck_is_refused(write_cards: Callable[[str], Path], text: str, message: str) -> None:
    reserved = MINION.replace("rock", "pebble").replace("Rock", "Pebble") + 'hero = "earth"\n'
    folder = write_cards(MINION + reserved)
    (folder / "decks" / "d.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CardwrightError, match=message):
        build_catalogue(folder)
    assert any(row["file"].endswith("decks/d.toml") for row in lint(folder)["errors"])


def test_an_alias_of_no_deck_is_an_error(write_cards: Callable[[str], Path]) -> None:
    folder = write_cards(
        "\n".join(MINION.replace("rock", f"rock-{n}").replace("Rock", f"Rock {n}") for n in range(14))
    )
    cards = "".join(f"rock-{n} = {3 if n else 1}\n" for n in range(14))
    (folder / "decks" / "d.toml").write_text(f'name = "D"\nhero = "fire"\n[cards]\n{cards}', encoding="utf-8")
    with pytest.raises(CardwrightError, match=r'game\.toml:\d+:1: alias "aggro": unknown deck "fire-aggro"'):
        build_catalogue(folder)
