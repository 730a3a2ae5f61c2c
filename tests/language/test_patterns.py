"""Patterns of lands as costs: how they are kept and shown, and each fault in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hexes import GAME, HERO, MINION, PATTERN, write_game
from hypothesis import given
from hypothesis import strategies as st

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.building.lint import lint
from cardwright.catalogue import Catalogue, decode, patterns
from cardwright.errors import CardwrightError
from cardwright.language.vocabulary import load_vocabulary

LANDS = {"fire": "f", "water": "w", "wasteland": "."}

FIELDS = st.sampled_from(patterns.within(3))


def catalogue_of(folder: Path, cards: str = HERO + MINION + PATTERN) -> Catalogue:
    return decode(build_catalogue(write_game(folder / "fields", cards)))


def test_a_pattern_stands_in_the_catalogue_with_the_numbers_of_its_lands(tmp_path: Path) -> None:
    catalogue = catalogue_of(tmp_path)
    card = catalogue.card("wisp")
    assert card.own == {"pattern": [[0, 0, 1], [0, 1, 2], [1, -1, 1]]}
    assert card.cost == 3, "a card costs as much as it has fields"
    assert catalogue.pattern_of(card) == {(0, 0): "fire", (0, 1): "water", (1, -1): "fire"}
    assert (catalogue.cost_of(card), catalogue.cost_text(card)) == (3, "2 fire, 1 water")
    assert catalogue.pattern_rows(card) == ["  f", "[f]", "  w"]


def test_a_hero_has_no_pattern_and_costs_nothing(tmp_path: Path) -> None:
    catalogue = catalogue_of(tmp_path)
    hero = catalogue.card("warden")
    assert (hero.own, hero.cost, catalogue.pattern_rows(hero)) == ({}, 0, [])


def test_the_order_in_which_fields_are_written_does_not_matter(tmp_path: Path) -> None:
    turned = 'pattern = { water = [" 0, 1 "], fire = ["+1,-1", "0,0"] }'
    one, other = (
        catalogue_of(tmp_path / name, HERO + MINION + text).card("wisp")
        for name, text in (("one", PATTERN), ("other", turned))
    )
    assert (one.own, one.digest) == (other.own, other.digest)


def test_another_pattern_is_another_card_in_its_rules(tmp_path: Path) -> None:
    moved = PATTERN.replace("0,1", "0,-1")
    digests = {
        catalogue_of(tmp_path / name, HERO + MINION + text).card("wisp").digest
        for name, text in (("one", PATTERN), ("other", moved))
    }
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("fields", "rows"),
    [
        ({(0, 0): "fire"}, ["[f]"]),
        ({(1, 0): "water"}, ["@ w"]),
        ({(-1, 0): "fire", (0, 0): "water", (1, 0): "wasteland"}, ["f[w]."]),
        ({(0, -1): "fire", (1, -1): "water"}, ["f w", " @"]),
        ({(-2, 2): "fire"}, ["  @", "", "f"]),
        ({(3, -3): "fire", (-3, 3): "water"}, ["      f", "", "", "   @", "", "", "w"]),
    ],
)
def test_a_pattern_is_drawn_as_its_fields_lie(fields: dict[patterns.Field, str], rows: list[str]) -> None:
    assert patterns.draw(fields, LANDS) == rows


@given(st.dictionaries(FIELDS, st.sampled_from(sorted(LANDS)), min_size=1, max_size=35))
def test_a_drawing_tells_every_field(fields: dict[patterns.Field, str]) -> None:
    rows = patterns.draw(fields, LANDS)
    places = [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter in "[@"]
    assert len(places) == 1
    top, left = places[0]
    left += rows[top][left] == "["
    seen = {
        ((x - left - (y - top)) // 2, y - top): letter
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter not in " []@"
    }
    assert seen == {field: LANDS[land] for field, land in fields.items()}


@given(FIELDS)
def test_a_field_is_read_as_it_is_written(field: patterns.Field) -> None:
    assert patterns.parse(patterns.render(field)) == field


FAULTS = [
    # the lines of the pattern, its reason, its suggestion
    (
        'pattern = { fier = ["0,0"] }',
        'pattern: unknown land "fier"',
        'did you mean "fire"?',
    ),
    (
        'pattern = { near = ["0,0"] }',
        'pattern: unknown land "near"',
        "there are fire, water, wasteland",
    ),
    (
        'pattern = { fire = ["3,1"] }',
        "pattern: the field 3,1 lies 4 steps from the anchor",
        "at most 3 are possible",
    ),
    (
        'pattern = { fire = ["-3,-1"] }',
        "pattern: the field -3,-1 lies 4 steps from the anchor",
        "at most 3 are possible",
    ),
    (
        'pattern = { fire = ["0,0", "0,1", "1,0", "-1,0", "0,-1", "2,0"] }',
        "the pattern has 6 fields, at most 5 are possible",
        "leave some out",
    ),
    (
        'pattern = { fire = ["1,0", "1,0"] }',
        "pattern: the field 1,0 is fire twice",
        "name each field once",
    ),
    (
        'pattern = { fire = ["1,0"], water = ["1, 0"] }',
        "pattern: the field 1,0 is water and fire",
        "name each field once",
    ),
    (
        "pattern = {}",
        "the pattern has no field",
        'write one like pattern = { fire = ["0,0", "1,-1"] }',
    ),
    (
        "pattern = { fire = [] }",
        "the pattern has no field",
        'write one like pattern = { fire = ["0,0", "1,-1"] }',
    ),
    (
        'pattern = { fire = ["1;2"] }',
        'pattern: "1;2" is not a field',
        'write the steps from the anchor as "q,r", like "1,-1"',
    ),
    (
        "pattern = { fire = [3] }",
        "pattern: 3 is not a field",
        'write the steps from the anchor as "q,r", like "1,-1"',
    ),
    (
        'pattern = { fire = ["999,0"] }',
        'pattern: "999,0" is not a field',
        'write the steps from the anchor as "q,r", like "1,-1"',
    ),
    (
        'pattern = { fire = "0,0" }',
        "pattern: the fields of fire are a list",
        'write fire = ["0,0"]',
    ),
    (
        "pattern = 3",
        '"pattern" is a table of lands',
        'write one like pattern = { fire = ["0,0", "1,-1"] }',
    ),
]


@pytest.mark.parametrize(("line", "reason", "suggestion"), FAULTS)
def test_a_pattern_that_nobody_could_lay_is_refused(
    tmp_path: Path, line: str, reason: str, suggestion: str
) -> None:
    rows = lint(write_game(tmp_path / "fields", HERO + MINION + line))["errors"]
    assert [(row["card"], row["line"], row["reason"], row["suggestion"]) for row in rows] == [
        ("wisp", 12, reason, suggestion)
    ]
    assert str(rows[0]["file"]).endswith("cards/all.toml")


@pytest.mark.parametrize(
    ("cards", "line", "reason", "suggestion"),
    [
        (
            HERO + MINION,
            9,
            "a minion needs a pattern",
            'write one like pattern = { fire = ["0,0", "1,-1"] }',
        ),
        (HERO + PATTERN, 6, "a hero has no pattern", "leave the key out"),
        (
            HERO + MINION + PATTERN + "cost = 3",
            13,
            'a card costs its pattern, so it has no "cost"',
            "leave the key out",
        ),
        (HERO + MINION + PATTERN.replace("pattern", "patern"), 12, 'unknown key "patern"', None),
    ],
)
def test_who_has_a_pattern_and_who_has_none(
    tmp_path: Path, cards: str, line: int, reason: str, suggestion: str | None
) -> None:
    rows = lint(write_game(tmp_path / "fields", cards))["errors"]
    told = {(row["line"], row["reason"]): row["suggestion"] for row in rows}
    assert (line, reason) in told
    assert told[line, reason] == (suggestion or 'did you mean "pattern"?')


def test_all_that_is_wrong_with_a_pattern_is_told_at_once(tmp_path: Path) -> None:
    wrong = 'cost = 1\npattern = { fier = ["0,0", "0,0"], water = ["4,0", "x"] }'
    rows = lint(write_game(tmp_path / "fields", HERO + MINION + wrong))["errors"]
    assert [row["reason"] for row in rows] == [
        'a card costs its pattern, so it has no "cost"',
        'pattern: unknown land "fier"',
        "pattern: the field 0,0 is fier twice",
        "pattern: the field 4,0 lies 4 steps from the anchor",
        'pattern: "x" is not a field',
    ]


def test_a_game_without_patterns_refuses_the_key(tmp_path: Path) -> None:
    folder = tmp_path / "elemental-command"
    (folder / "cards").mkdir(parents=True)
    shutil.copy(games_folder() / "elemental-command" / "game.toml", folder)
    text = MINION + PATTERN
    (folder / "cards" / "x.toml").write_text(text, encoding="utf-8")
    rows = [row for row in lint(folder)["errors"] if row["card"] == "wisp"]
    assert [(row["line"], row["reason"], row["suggestion"]) for row in rows] == [
        (7, "the cards of Elemental Command have no pattern", "leave the key out")
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "suggestion"),
    [
        ('"hexagons"', '"hexagon"', 5, 'unknown tiling "hexagon"', 'did you mean "hexagons"?'),
        ('"hexagons"', '"triangles"', 5, 'unknown tiling "triangles"', "write squares or hexagons"),
        ('"hexagons"', "6", 5, '"tiling": expected a text, got a whole number', None),
        (
            'tiling = "hexagons"\n',
            "",
            7,
            "patterns lie on hexagons",
            'write tiling = "hexagons"',
        ),
        (
            "terrain = true",
            "terrain = false",
            5,
            "a board of hexagons has lands",
            "add a [[place]] with terrain = true",
        ),
    ],
)
def test_a_tiling_that_there_is_not_is_refused(
    tmp_path: Path, old: str, new: str, line: int, reason: str, suggestion: str | None
) -> None:
    with pytest.raises(CardwrightError) as caught:
        load_vocabulary(write_game(tmp_path / "fields", game=GAME.replace(old, new)))
    assert (caught.value.reason, caught.value.line, caught.value.suggestion) == (reason, line, suggestion)


def test_boards_are_made_of_squares_where_nothing_is_said() -> None:
    assert load_vocabulary(games_folder() / "ruler").file.tiling == "squares"


def test_a_game_without_mana_can_have_a_balance_scheme(tmp_path: Path) -> None:
    scheme = GAME.replace("[limits]", "[budget]\nbase = 1\nmana = 5\ntolerance = 2\n\n[limits]")
    document = lint(write_game(tmp_path / "fields", game=scheme))
    assert document["errors"] == []
    assert [(row["card"], row["line"], row["reason"]) for row in document["warnings"]] == [
        ("wisp", 12, "13.0 points below its budget: worth 3.0, allowed 16.0")
    ]
