"""What beginners write: every mistake of a file is told at once, each with what would be right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from packs import run, write

CARD = """[[card]]
id = "cat"
name = "Cat"
kind = "{kind}"
{rows}
"""

CARDS = [
    # game, kind, further lines, what is wrong and what would be right
    (
        "elemental-command",
        "creature",
        'power = 2\ntoughness = 3\ncost = "2"\nneeds = { water = 1 }\ntext = "Battlecry: draw a card"',
        [
            ('unknown kind "creature"', 'here it is called "minion"'),
            ('unknown key "power"', 'here it is called "attack"'),
            ('unknown key "toughness"', 'here it is called "health"'),
            ('"cost": expected a whole number, got a text', "write cost = 2"),
            ('unknown element "water"', "there are earth, wind, fire"),
            ('the last sentence does not end with "."', 'write "." at the end'),
        ],
    ),
    (
        "mana",
        "Minion",
        'cost = 3\nattack = 1\nhealth = 1\nspeed = "fast"\ntext = "At the start of your turn, drow a card."',
        [
            ('unknown kind "Minion"', 'did you mean "minion"?'),
            ('"cost" is a table', "write cost = { fire = 3 }"),
            ("speed is not a whole number", "write one like speed = 3"),
            ('Mana does not speak "At the start of your turn"', "the nearest phrase"),
            ('unknown word "drow"', 'did you mean "draw"?'),
        ],
    ),
    (
        "ruler",
        "building",
        'cost = { gold = 50 }\nhp = 20\nmove = 1\ndescription = "Immobilise a unit."',
        [
            ('unknown kind "building"', 'here it is called "structure"'),
            ('"cost": expected a whole number, got a table', "write cost = 50"),
            ('unknown key "hp"', 'here it is called "health"'),
            ('unknown key "move"', "write numbers = { move = 1 }"),
            ('unknown key "description"', 'here it is called "text"'),
        ],
    ),
]


@pytest.mark.parametrize(("game", "kind", "rows", "said"), CARDS, ids=[row[0] for row in CARDS])
def test_all_that_is_wrong_with_a_card_is_told_with_what_would_be_right(
    game: str, kind: str, rows: str, said: list[tuple[str, str]], mine: Path
) -> None:
    write(mine / game / "cards" / "mine.toml", CARD.format(kind=kind, rows=rows))
    errors = json.loads(run("cards", "lint", game, "--json").stdout)["errors"]
    found = [(row["reason"], row["suggestion"] or "") for row in errors]
    assert len(found) == len(said), found
    for reason, hint in said:
        assert [True for why, how in found if why.startswith(reason) and hint in how] == [True], (
            reason,
            found,
        )
    listed = run("cards", "list", game)
    assert listed.exit_code == 0
    assert listed.stderr.count("\n") == 1


DECKS = [
    (
        "elemental-command",
        'name = "Cats"\nhero = "Kaela Emberheart"\n[cards]\nspark = 4\n"Ember Wisp" = 3\ngust = "3"\n',
        [
            'odd.toml:2:1: unknown hero "Kaela Emberheart"; write its id: "fire"',
            'odd.toml:4:1: 4 copies of "spark": a deck may hold 1 to 3',
            'odd.toml:5:2: unknown card "Ember Wisp"; did you mean "ember-wisp"?',
            'odd.toml:6:1: "gust": expected a whole number, got a text; write gust = 3',
        ],
    ),
    (
        "elemental-command",
        'nam = "Cats"\nhero = 3\ncards = ["spark", "gust"]\n',
        [
            'odd.toml:1:1: unknown key "nam"; did you mean "name"?',
            'odd.toml:2:1: "hero": expected a text, got a whole number',
            'odd.toml:3:1: "cards" is a table; write [cards] on a line of its own, and below it lines like',
            'missing key "name"',
            "the deck has no hero; write one of ",
        ],
    ),
    (
        "mana",
        'name = "Cats"\nhero = "kessa"\n[cards]\nfire-lanc = 2\n',
        ['unknown hero "kessa"; write one of kessa-ashborn', "this is a deck of another game"],
    ),
    (
        "ruler",
        'name = "Cats"\n[cards]\nscout = 3\n[unit]\nscout = "4"\n',
        ['unknown key "cards"; the cards belong in [units], ', 'unknown key "unit"; did you mean "units"?'],
    ),
]


@pytest.mark.parametrize(("game", "text", "said"), DECKS)
def test_all_that_is_wrong_with_a_deck_is_told(game: str, text: str, said: list[str], mine: Path) -> None:
    write(mine / game / "decks" / "odd.toml", text)
    checked = run("decks", "check", game, "odd")
    assert checked.exit_code == 1
    linted = run("cards", "lint", game).stdout
    for line in said:
        assert line in checked.stdout or "another game" in checked.stdout, checked.stdout
        assert line in linted or "another game" in linted, linted
    assert linted.count("error: ") == checked.stdout.count("decks/odd.toml:")


def test_a_broken_card_hides_no_other_fault_of_its_deck(mine: Path) -> None:
    write(mine / "mana" / "cards" / "mine.toml", CARD.format(kind="minion", rows="cost = 3"))
    write(mine / "mana" / "decks" / "odd.toml", 'name = "Odd"\nhero = "kessa"\n[cards]\ncat = 2\n')
    linted = run("cards", "lint", "mana").stdout
    assert 'odd.toml:2:1: unknown hero "kessa"' in linted
    assert "odd.toml:3:1: the deck has 2 cards, it needs 20 to 60" in linted
    assert 'unknown card "cat"' not in linted
