"""Keys of cards that a game names itself: costs by school, what a hero produces, speed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.catalogue import CardDef, Catalogue, decode
from cardwright.errors import CardwrightError
from cardwright.language.vocabulary import load_vocabulary

GAME = games_folder() / "mana"
MINION = 'id = "x"\nname = "X"\nkind = "minion"\nhealth = 3\n'
HERO = 'id = "x"\nname = "X"\nkind = "hero"\nhealth = 30\n'

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """The words of the game with one card."""

    def write(card: str) -> Path:
        folder = tmp_path / "mana"
        (folder / "cards").mkdir(parents=True, exist_ok=True)
        shutil.copy(GAME / "game.toml", folder)
        (folder / "cards" / "x.toml").write_text(f"[[card]]\n{card}", encoding="utf-8")
        return folder

    return write


@pytest.fixture
def card_of(written: Written) -> Callable[[str], tuple[Catalogue, CardDef]]:
    """The compiled card."""

    def compiled(card: str) -> tuple[Catalogue, CardDef]:
        catalogue = decode(build_catalogue(written(card)))
        return catalogue, catalogue.card("x")

    return compiled


def test_a_card_costs_several_things(card_of: Callable[[str], tuple[Catalogue, CardDef]]) -> None:
    catalogue, card = card_of(MINION + "cost = { light = 1, fire = 3, devotion = 2 }")
    assert card.cost == 2, "what a card costs in devotion is its cost in the kernel"
    assert catalogue.table_of(card, "cost") == {"fire": 3, "light": 1, "devotion": 2}
    assert (catalogue.cost_of(card), catalogue.cost_text(card)) == (6, "3 fire, 1 light, 2 devotion")
    assert catalogue.tags_of(card) == ["fire", "light", "common"], "its schools and its rarity are tags"


def test_a_card_without_cost_is_free(card_of: Callable[[str], tuple[Catalogue, CardDef]]) -> None:
    catalogue, card = card_of(MINION + 'rarity = "epic"')
    assert (catalogue.cost_of(card), catalogue.cost_text(card)) == (0, "0")
    assert catalogue.tags_of(card) == ["epic"]


def test_tags_come_beside_the_schools_and_elements_in_their_place(
    card_of: Callable[[str], tuple[Catalogue, CardDef]],
) -> None:
    catalogue, card = card_of(MINION + 'cost = { frost = 1 }\ntags = ["beast"]')
    assert catalogue.tags_of(card) == ["frost", "common", "beast"]
    catalogue, card = card_of(MINION + 'cost = { frost = 1 }\nelements = ["shadow"]')
    assert catalogue.tags_of(card) == ["shadow", "common"]


def test_a_hero_says_in_how_many_seconds_it_produces(
    card_of: Callable[[str], tuple[Catalogue, CardDef]],
) -> None:
    catalogue, card = card_of(HERO + "produces = { fire = 5, light = 10, devotion = 15 }\nspeed = 20")
    assert catalogue.table_of(card, "produces") == {"fire": 5, "light": 10, "devotion": 15}
    numbers = dict(zip(catalogue.game.vocabulary["attributes"][3:], card.numbers, strict=True))
    assert {name: number for name, number in numbers.items() if number} == {
        "speed": 20,
        "fire-every": 5,
        "light-every": 10,
        "devotion-every": 15,
    }


def test_a_table_may_be_written_over_several_lines(
    card_of: Callable[[str], tuple[Catalogue, CardDef]],
) -> None:
    catalogue, card = card_of(MINION + "[card.cost]\nfire = 2\n")
    assert catalogue.cost_text(card) == "2 fire"


@pytest.mark.parametrize(
    ("card", "line", "message"),
    [
        (MINION + "cost = 3", 6, '"cost" is a table; write cost = { fire = 3 }'),
        (MINION + "cost = { fier = 3 }", 6, 'cost: unknown name "fier"; did you mean "fire"'),
        (
            MINION + "cost = { fire = 0 }",
            6,
            "cost: fire = 0 is outside the limits of the game (1 to 20); leave it",
        ),
        (
            MINION + "cost = { fire = 1.5 }",
            6,
            "cost: fire is not a whole number, got 1.5; write one like fire = 3",
        ),
        (
            MINION + "speed = 0",
            6,
            "speed = 0 is outside the limits of the game (1 to 99); without the key it is 30; a creature "
            "that is ready as soon as it arrives has Swift",
        ),
        (MINION + "numbers = { speed = 5 }", 6, '"speed" has a key of its own; write speed = 5 outside'),
        (MINION + "numbers = { light = 5 }", 6, '"light" has a key of its own; write cost = { light = 5 }'),
        (MINION + 'tags = ["vampire"]', 6, 'unknown tag "vampire"; the tags are fire, frost, '),
        (MINION + 'text = "Haste."', 6, 'unknown word "Haste"; here one says "Swift"'),
        (MINION + 'text = "Taunt."', 6, 'unknown word "Taunt"; the keywords are Flying, Unmovable, Swift'),
        (
            MINION + 'text = "Flying, Haste."',
            6,
            '"Haste" is neither a card nor a word; here one says "Swift"; in full: Flying, Swift.',
        ),
        (
            MINION + 'text = "When played, deal 2.5 damage to a creature."',
            6,
            '"2.5" does not fit here: amounts are whole numbers; write "2"',
        ),
        (MINION + "speed = true", 6, "speed is not a whole number"),
        (MINION + "speed = 100", 6, "speed = 100 is outside the limits of the game (1 to 99)"),
        (MINION + "produces = { fire = 5 }", 6, 'a minion has no "produces"; only heroes have it'),
        (
            MINION + "numbers = { speed = 5 }\nspeed = 5",
            6,
            '"speed" is written twice; leave it out of numbers',
        ),
        (HERO, 4, 'a hero needs "produces"; write produces = { fire = 5, devotion = 15 }'),
        (
            HERO + "attack = 1\nproduces = { fire = 5, devotion = 5 }",
            6,
            "attack = 1 is outside the limits of the game (0 to 0)",
        ),
        (HERO + "produces = { fire = 5 }", 6, "produces names no devotion"),
        (HERO + "produces = { devotion = 5 }", 6, "produces names none of fire, frost, nature"),
        (HERO + "produces = { fire = 0, devotion = 5 }", 6, "produces: fire = 0 is outside the limits"),
        (HERO + "produces = { fire = -2, devotion = 5 }", 6, "produces: fire = -2 is outside the limits"),
        (HERO + "cost = { fire = 1 }\nproduces = { fire = 5, devotion = 5 }", 6, 'a hero has no "cost"'),
        ('id = "x"\nname = "X"\nkind = "event"\nhealth = 3', 5, "an event has neither attack nor health"),
        (
            'id = "x"\nname = "X"\nkind = "ability"',
            4,
            "an ability cannot be put into a deck; write collectible",
        ),
    ],
)
def test_a_wrong_key_is_an_error_with_its_line(written: Written, card: str, line: int, message: str) -> None:
    with pytest.raises(CardwrightError) as found:
        build_catalogue(written(card))
    assert found.value.line == line
    assert str(found.value).partition('card "x": ')[2].startswith(message)


def test_a_misspelt_key_is_named_with_the_nearest(written: Written) -> None:
    with pytest.raises(CardwrightError, match='unknown key "produce"; did you mean "produces"'):
        build_catalogue(written(HERO + "produces = { fire = 5, devotion = 5 }\nproduce = 3"))
    with pytest.raises(CardwrightError, match='unknown key "produce"; did you mean "produces"'):
        build_catalogue(written(HERO + "produce = { fire = 5, devotion = 5 }"))


def test_a_broken_number_is_named(written: Written) -> None:
    with pytest.raises(CardwrightError, match=r'"attack": expected a whole number, got 2.5'):
        build_catalogue(written(MINION + "attack = 2.5"))


def test_all_wrong_cards_are_found_at_once(written: Written) -> None:
    two = MINION + "cost = 3\n[[card]]\n" + MINION.replace("x", "y").replace("X", "Y") + "cost = 4"
    assert [row["line"] for row in lint(written(two))["errors"]] == [6, 12]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('attribute = "speed"', 'attribute = "sped"', 'unknown attribute "sped"; did you mean "speed"'),
        ('attribute = "speed"', "", '"speed" is one number or a table'),
        ('kinds      = ["hero"]', 'kinds = ["heros"]', 'unknown kind "heros"; did you mean "hero"'),
        ('kinds  = ["hero", "minion"]', 'kinds = ["heros"]', 'unknown kind "heros"'),
        ('["devotion"]]', '["faith"]]', 'unknown name "faith"'),
        ('[[phase]]\nid   = "day"', '[[sound]]\nid   = "day"', "there are two times of day or none"),
    ],
)
def test_a_wrong_entry_of_the_game_is_an_error(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (GAME / "game.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "game.toml").write_text(
        text.replace(old, new).replace("[limits.more]\n", ""), encoding="utf-8"
    )
    with pytest.raises(CardwrightError) as found:
        load_vocabulary(tmp_path)
    assert message in str(found.value)
