"""Texts of a game with places, sorts of damage, known cards and its own operations."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.building.lint import lint
from cardwright.building.listing import list_card
from cardwright.catalogue import Catalogue, decode
from cardwright.errors import CardwrightError
from cardwright.language.renderer import render

GAME = games_folder() / "ruler"
CARD = """[[card]]
id   = "x"
name = "X"
kind = "{kind}"
{body}text = '''{text}'''
"""

Built = Callable[..., Path]
Listed = Callable[..., list[str]]


@pytest.fixture
def built(tmp_path: Path) -> Built:
    """A copy of the game with one more card."""

    def build(text: str, kind: str = "unit", more: str = "") -> Path:
        folder = tmp_path / "ruler"
        shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("scenarios", "playthroughs"))
        body = "health = 9\n" if kind in ("unit", "structure", "trap") else ""
        card = CARD.format(kind=kind, body=body + more, text=text)
        (folder / "cards" / "x.toml").write_text(card, encoding="utf-8")
        return folder

    return build


@pytest.fixture
def listed(built: Built) -> Listed:
    """The listing of a text's program, spaces pressed together."""

    def of(text: str, kind: str = "unit") -> list[str]:
        catalogue = decode(build_catalogue(built(text, kind)))
        assert catalogue.card("x").text == text
        return [" ".join(line.split()) for line in list_card(catalogue, catalogue.card("x"))]

    return of


def test_damage_has_a_sort_and_a_target_a_place(listed: Listed) -> None:
    assert listed("Deal 10 fire damage to a unit in your influence.", "spell") == [
        "play, target: unit at influence",
        "0 Const 10",
        "1 Select chosen: anything",
        "2 Damage fire",
        "3 End",
    ]


def test_a_place_limits_a_group(listed: Listed) -> None:
    assert listed("Deal 1 air damage to all damaged enemy units on water.", "spell")[2] == (
        "1 Select damaged enemy unit at water"
    )


def test_a_bare_plural_may_name_a_place(listed: Listed) -> None:
    assert listed("Poison units in town.", "spell")[1] == "0 Select unit at town"


def test_nearby_and_adjacent_units_are_meant_by_relation(listed: Listed) -> None:
    found = listed("When this dies, deal 1 damage to nearby enemy units on desert.")
    assert found[2] == "1 Select enemy unit nearby of source at desert"


def test_what_holds_at_a_place_is_an_aura_of_the_piece_itself(listed: Listed) -> None:
    text = "This has +2/+0 while on desert. This has Surefooted while on desert."
    assert listed(text) == [
        "aura +2/+0: source: anything at desert",
        "aura surefooted: source: anything at desert",
    ]


def test_units_here_are_those_on_the_same_tile(listed: Listed) -> None:
    assert listed("Your units here have Farsight.", "structure") == [
        "aura farsight: friendly unit here of source"
    ]


def test_a_trap_hears_who_moves_and_who_is_placed(listed: Listed) -> None:
    found = listed("Whenever an enemy unit enters this tile, slow it. Destroy this.", "trap")
    assert [line for line in found if line.startswith("on ")] == [
        "on moved (another) by enemy unit here of source",
        "on entered (another) by enemy unit here of source",
    ]
    assert found[1:6] == [
        "0 Select subject: anything",
        "1 Const 1",
        "2 Afflict slowed",
        "3 Select source: anything",
        "4 Destroy",
    ]


def test_a_cure_takes_all_of_a_status_away(listed: Listed) -> None:
    assert listed("Cure a unit of poison.", "item")[2:4] == ["1 Const -99", "2 Afflict poisoned"]


def test_the_rules_own_operations_are_numbered_by_the_game(listed: Listed) -> None:
    assert listed("Give a friendly unit a defence of 6 at 50%.", "item")[2] == "1 Own 1, 6, 50"


def test_gold_is_taken_from_an_owner(listed: Listed) -> None:
    assert listed("Take 60 gold from the owner of an enemy structure.", "art")[3] == "2 Take gold"


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Knows Fireball.", ["fireball"]),
        ("Flying. Knows Fireball and Quake.", ["fireball", "quake"]),
        ("Knows Fireball, Quake and Sky Air Blast.", ["fireball", "quake", "sky-air-blast"]),
    ],
)
def test_a_unit_knows_cards(built: Built, text: str, known: list[str]) -> None:
    catalogue: Catalogue = decode(build_catalogue(built(text)))
    card = catalogue.card("x")
    assert [catalogue.defs[number].id for number in card.knows] == known
    assert card.text == text
    assert set(known) <= set(card.reaches), "a match with the card can see what it knows"


def test_cards_that_know_nothing_say_nothing_of_it() -> None:
    rows = json.loads(build_catalogue(GAME))["defs"]
    assert {row["id"] for row in rows if "knows" in row} == {
        row["id"] for row in rows if "Knows " in row["text"]
    }
    assert all(row["knows"] for row in rows if "knows" in row)


FAULTS = [
    # kind, text, reason, suggestion
    ("unit", "Knows Heal.", "a spell cannot be known", "name an art"),
    ("unit", "Knows Fireball and Fireball.", "the card is named twice", "leave one of them out"),
    ("spell", "Knows Fireball.", "a spell does not stay in play", None),
    (
        "unit",
        "Your units has +1/+0 while on desert.",
        None,
        None,
    ),
    (
        "unit",
        "A random unit has Flying while on desert.",
        "only the piece itself can have something at a place",
        'write "this"',
    ),
    ("item", "Give a unit a defence of 6 at 120%.", "120% is not a chance", "write 1% to 100%"),
    ("item", "Give a unit a defence of 0 at 50%.", "0 does nothing", "write at least 1"),
    ("spell", "Deal 0 fire damage to a unit.", "0 does nothing", "write at least 1"),
    ("spell", "Deal 3 beast damage to a unit.", None, None),
    ("spell", "Destroy a unit here.", "a spell stands nowhere", None),
    ("unit", "When played, destroy a unit here.", "a choice cannot depend on a place", None),
    ("spell", "Gain 1 of each element.", None, None),
    ("spell", "Poison your base.", "a base cannot be poisoned", 'write "unit or structure or trap"'),
    (
        "spell",
        "Destroy a minion.",
        'unknown word "minion"',
        'here one says "unit"; in full: Destroy a unit.',
    ),
    ("trap", "Whenever a unit nearby enters this tile, slow it.", None, None),
    (
        "trap",
        "Whenever a nearby unit enters this tile, slow it.",
        "only one place can be named",
        None,
    ),
]


@pytest.mark.parametrize(("kind", "text", "reason", "suggestion"), FAULTS)
def test_what_makes_no_sense_is_refused(
    built: Built, kind: str, text: str, reason: str | None, suggestion: str | None
) -> None:
    with pytest.raises(CardwrightError) as caught:
        build_catalogue(built(text, kind))
    assert (caught.value.file or "").endswith("cards/x.toml")
    if reason:
        assert caught.value.reason == f'card "x": {reason}'
    if suggestion:
        assert caught.value.suggestion == suggestion


def test_a_piece_knows_eight_cards_at_most(built: Built) -> None:
    arts = "".join(
        f"[[card]]\nid = 'a{n}'\nname = 'Art Number {n}'\nkind = 'art'\ncollectible = false\n"
        for n in range(9)
    )
    names = [f"Art Number {n}" for n in range(9)]
    folder = built(f"Knows {', '.join(names[:8])} and {names[8]}.")
    (folder / "cards" / "y.toml").write_text(arts, encoding="utf-8")
    with pytest.raises(CardwrightError, match="a piece knows at most 8 cards; leave some of them out"):
        build_catalogue(folder)


def test_a_card_may_be_called_by_a_verb_of_the_game(ruler: Workshop, built: Built) -> None:
    language = ruler.language
    assert render(language.parse("Add a Slow to your hand."), language.lexicon) == "Add a Slow to your hand."
    assert render(language.parse("Slow a unit and slow all units."), language.lexicon) == (
        "Slow a unit and slow all units."
    )
    assert lint(built("Flying.", more="flavour = 'x'\n"))["errors"] == []


def test_a_game_without_the_words_has_no_such_phrases(workshop: Workshop, ruler: Workshop) -> None:
    own = ruler.language.phrases.keys() - workshop.language.phrases.keys()
    assert own == {
        "adjust",
        "cure",
        "damage_of",
        "equip",
        "happens_enters_here",
        "happens_uses",
        "happens_would_take_of",
        "here",
        "knows",
        "lore_list",
        "lore_one",
        "lore_pair",
        "recharge",
        "set_figure",
        "spaces",
        "take",
        "type",
        "type_or",
    }
    lines = {"choose_line", "in_its_line", "in_line"}
    assert {"gain_each", "gain_fleeting", "counted_keyword", *lines} <= (
        workshop.language.phrases.keys() - ruler.language.phrases.keys()
    )


PRINTED = (
    *("move", "range", "weak", "block", "block-chance", "block2", "block2-chance", "build", "store"),
    *("resist-cut", "resist-piercing", "resist-bite", "resist-blunt"),
    *("resist-fire", "resist-earth", "resist-air"),
)

NUMBERS = [
    ("numbers = { mvoe = 1 }\n", 'unknown number "mvoe"', 'did you mean "move"?'),
    ("numbers = { move = 7 }\n", "move = 7 is outside the limits of the game (0 to 6)", None),
    (
        "numbers = { resist-cut = 1000 }\n",
        "resist-cut = 1000 is outside the limits of the game (0 to 999)",
        None,
    ),
    ("numbers = { attack = 3 }\n", 'unknown number "attack"', f"there are {', '.join(PRINTED)}"),
    ("numbers = { move = 'far' }\n", '"move": expected a whole number, got a text', None),
    ("tags = ['cutt']\n", 'unknown tag "cutt"', 'did you mean "cut"?'),
]


@pytest.mark.parametrize(("line", "reason", "suggestion"), NUMBERS)
def test_other_printed_numbers_are_checked(
    built: Built, line: str, reason: str, suggestion: str | None
) -> None:
    with pytest.raises(CardwrightError) as caught:
        build_catalogue(built("Flying.", more=line))
    assert caught.value.reason.removeprefix('card "x": ') == reason
    assert (caught.value.line, caught.value.suggestion) == (6, suggestion)


def test_printed_numbers_stand_in_the_order_of_the_attributes(built: Built) -> None:
    catalogue = decode(build_catalogue(built("Flying.", more="numbers = { resist-air = 7, move = 2 }\n")))
    assert catalogue.card("x").numbers == [2, *[0] * 14, 7]


UNTIL = 'durations are "until end of turn" and "until your next turn"; without one, a change lasts'

LONGER = [
    ("This has +2/+0 while on sand.", 'unknown words "on sand"', "there are on grass, on desert, on water"),
    (
        "This has +2/+0 while on dessert.",
        'unknown words "on dessert"',
        'did you mean "on desert"? In full: This has +2/+0 while on desert.',
    ),
    ("Your units here have Flying until dawn.", '"until dawn" is no duration here', UNTIL),
]


@pytest.mark.parametrize(("text", "reason", "suggestion"), LONGER)
def test_a_wrong_end_of_several_words_is_no_wrong_beginning(
    built: Built, text: str, reason: str, suggestion: str
) -> None:
    with pytest.raises(CardwrightError) as caught:
        build_catalogue(built(text))
    assert (caught.value.reason.removeprefix('card "x": '), caught.value.suggestion) == (reason, suggestion)


WORDS = [
    # old text of game.toml, new text, reason, suggestion
    ('pays   = "gold"', 'pays   = "silver"', 'unknown resource "silver"', None),
    ('kinds = ["unit"]', 'kinds = ["units"]', 'unknown kind "units"', 'did you mean "unit"?'),
    ('kinds = ["spell"]', 'kinds = ["spell", "unit"]', '"unit" belongs to units already', None),
    ('id    = "spells"\nkinds', 'id    = "spels"\nkinds', 'unknown zone "spels"', 'did you mean "spells"?'),
    (
        '["equip", "recharge"]',
        '["equip", "recharg"]',
        'unknown operation "recharg"',
        'did you mean "recharge"?',
    ),
    ('phrase    = "on desert"', 'phrse   = "on desert"', 'unknown key "phrse"', 'did you mean "phrase"?'),
]


@pytest.mark.parametrize(("old", "new", "reason", "suggestion"), WORDS)
def test_words_of_a_game_that_mean_nothing_are_refused(
    built: Built, old: str, new: str, reason: str, suggestion: str | None
) -> None:
    folder = built("Flying.")
    path = folder / "game.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CardwrightError) as caught:
        Workshop(folder)
    assert (caught.value.reason, caught.value.suggestion) == (reason, suggestion)
    wanted = text.splitlines().index(old.splitlines()[0]) + 1 if "[" not in old[:2] else caught.value.line
    assert caught.value.line == wanted
