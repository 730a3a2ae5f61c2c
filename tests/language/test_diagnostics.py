"""A text that cannot be read says where, why and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.building.lint import lint
from cardwright.errors import CardwrightError
from cardwright.language.synonyms import SYNONYMS
from cardwright.sources.finding import game_folders

CARD = """[[card]]
id     = "test"
name   = "Test"
kind   = "{kind}"
cost   = 2
{body}text   = {text}
"""

FAULTS = [
    # kind, text, column, reason, suggestion
    ("spell", "Deal 3 damge to a minion.", 18, 'unknown word "damge"', 'did you mean "damage"?'),
    ("spell", "Dael 3 damage to a minion.", 11, 'unknown word "Dael"', 'did you mean "deal"?'),
    (
        "spell",
        "Destroy a minion with Tuant.",
        33,
        '"Tuant" is neither a card nor a word',
        'did you mean "Taunt"?',
    ),
    (
        "spell",
        "Summon a Stone Sprot.",
        20,
        '"Stone Sprot" is neither a card nor a word',
        'did you mean "Stone Sprout"?',
    ),
    ("spell", "A minion gets +2/2.", 25, '"+2/2" is half a change', 'write "+2/+2"'),
    ("spell", "A minion gets +1.", 25, '"+1" is half a change', '"+1/+0" for attack, "+0/+1" for health'),
    ("spell", "Draw a card. Draw 1 card.", 29, '"1" does not fit here', 'write "a"'),
    ("spell", "Destroy a minion with five or more attack.", 33, "written in digits", 'write "5"'),
    ("spell", "Push a minion.", 11, 'unknown word "Push"', 'here one says "move"; in full: Move a minion.'),
    ("minion", "When this dies, bounce a minion.", 27, 'unknown word "bounce"', 'here one says "return"'),
    ("spell", "Deal 3 damage a minion.", 25, '"a" does not fit here', 'write "to" before it'),
    ("spell", "Your minions gets +1/+1.", 24, '"gets" does not fit here', 'write "get"'),
    ("spell", "Draw a card", 22, 'the last sentence does not end with "."', 'write "." at the end'),
    ("minion", "Draw a card.", 11, "a minion's effects need a trigger", 'begin with "When played,"'),
    ("spell", "When this dies, draw a card.", 11, "a spell has no trigger", "leave the trigger out"),
    ("spell", "Taunt.", 11, "a spell has no keywords", None),
    ("minion", "Taunt, Taunt.", 18, "the keyword is written twice", None),
    ("minion", "When this dies, destroy a minion.", 35, "nobody can choose here", 'write "a random"'),
    ("spell", "Destroy a minion and stun a minion.", 37, "a card has one target", 'write "it"'),
    ("spell", "Stun it.", 16, '"it" means nothing here', "name what you mean"),
    ("spell", "Draw a card and stun them.", 32, '"them" means nothing here', "name those"),
    (
        "minion",
        "Whenever an enemy minion moves, deal 1 damage to a random enemy minion and stun it.",
        91,
        '"it" could mean two things',
        "name what you mean",
    ),
    ("spell", "Deal that much damage to a minion.", 16, '"that much" means nothing here', "write a number"),
    ("spell", "Deal 0 damage to a minion.", 11, "0 does nothing", "write at least 1"),
    ("spell", "Deal 21 damage to a minion.", 11, "21 is above the limit of 20", "write 20 or less"),
    ("spell", "Deal 4-2 damage to a minion.", 16, "4-2 is not a range", "write 2-4"),
    ("spell", "A minion gets +0/+0.", 11, "+0/+0 changes nothing", None),
    ("spell", "Destroy all spells.", 19, "only pieces stand on the board", "write a kind"),
    ("spell", "Destroy minions.", 19, "a bare plural needs a limit", 'write "all"'),
    ("spell", "Destroy all other minions.", 23, '"other" than what?', 'leave "other" out'),
    ("spell", "This gets +1/+1.", 11, "a spell is not a piece", None),
    ("spell", "Deal 1 damage to adjacent minions.", 28, "a spell stands nowhere", "adjacent to it"),
    ("spell", "Root a minion.", 11, '"root" needs a number of turns', 'add "for 2 turns"'),
    (
        "spell",
        "Stun an enemy minion. If it is a friendly minion, draw a card.",
        36,
        "this is never true: the text said enemy",
        "take the condition out",
    ),
    (
        "spell",
        "Stun a minion. If it is a minion, draw a card.",
        29,
        "this is always true",
        "take the condition out",
    ),
    ("spell", "If you have 0 or more fire, draw a card.", 14, '"0 or more" is always true', "at least 1"),
    (
        "spell",
        "If you have ten or more cards in your hand, discard a card.",
        55,
        'Elemental Command does not speak "discard"',
        'the zone "graveyard" in zones',
    ),
    ("spell", "Your minions have +1/+1.", 11, "a spell does not stay in play", 'write "get"'),
    ("spell", "Summon a random spell.", 27, "no such card can be made at random", '"minion"'),
    ("minion", "When this dies, move a random minion.", 27, "only a chosen piece can be moved", None),
    (
        "spell",
        "Give a minion 'Whenever a friendly minion dies, draw a card.'",
        25,
        "cannot stand in a text",
        None,
    ),
    ("minion", "Draw a card. Taunt.", 24, "keywords come first", None),
    ("spell", "Summon a Kaela Emberheart.", 11, "a hero cannot be put on the board", "name a minion"),
    ("spell", "Summon a Test.", 11, "a spell cannot be put on the board", "name a minion"),
    ("spell", "Turn a minion into a Test.", 11, "a spell cannot be put on the board", "name a minion"),
    (
        "spell",
        "Add a Kaela Emberheart to your hand.",
        11,
        "a hero cannot be made by a text",
        "name a minion or spell",
    ),
    ("spell", "Destroy a hero.", 11, "a hero cannot be destroyed", 'write "minion"'),
    ("spell", "Destroy all enemies.", 11, "a hero cannot be destroyed", 'write "minion"'),
    ("spell", "Deal 1 damage to a minion or hero and stun it.", 49, "a hero cannot be stunned", "minion"),
    ("spell", "Root an enemy for 2 turns.", 11, "a hero cannot be rooted", 'write "minion"'),
    ("spell", "Return the enemy hero to its owner's hand.", 11, "a hero cannot be returned", "minion"),
    ("spell", "Move your hero.", 11, "a hero cannot be moved", 'write "minion"'),
    ("spell", "Dispel both heroes.", 11, "a hero cannot be dispelled", 'write "minion"'),
    ("spell", "Take control of the enemy hero.", 11, "a hero cannot be taken over", 'write "minion"'),
    ("spell", "Set the health of a hero to 1.", 11, "a hero cannot be changed", 'write "minion"'),
    ("spell", "Your hero may act again.", 11, "a hero cannot be made to act again", 'write "minion"'),
    ("spell", "Turn a hero into a Stone Sprout.", 11, "a hero cannot be turned into", 'write "minion"'),
    ("spell", "Add a copy of your hero to your hand.", 11, "a hero cannot be copied", 'write "minion"'),
    ("hero", "Stun this.", 11, "a hero cannot be stunned", 'write "minion"'),
    (
        "minion",
        "When this is attacked, deal 1 damage to it.",
        51,
        '"it" could mean this or the attacker',
        'write "this" or "the attacker"',
    ),
    ("minion", "When this attacks, stun it.", 35, '"it" could mean this or the target', "the target"),
    ("minion", "When this attacks, stun the attacker.", 35, '"the attacker" means nothing', '"the target"'),
    ("minion", "Whenever an enemy minion moves, stun the target.", 48, "means nothing here", 'write "it"'),
    ("spell", "Stun the target.", 16, '"the target" means nothing here', "name what you mean"),
    (
        "spell",
        "Destroy a minion. If it is damaged, draw a card.",
        32,
        "a piece that was destroyed is no longer in play",
        "say this before",
    ),
    (
        "spell",
        "Return a minion to its owner's hand and stun it.",
        56,
        "a piece that was returned is no longer in play",
        "say this before",
    ),
    (
        "spell",
        "Destroy all minions. They get +1/+1.",
        32,
        "a piece that was destroyed is no longer in play",
        "say this before",
    ),
    (
        "spell",
        "Return a minion to its owner's hand and deal 1 damage to minions adjacent to it.",
        68,
        "it has left its place",
        "before it is returned",
    ),
    (
        "spell",
        "Your opponent loses 1 fire and gain 1 wind.",
        42,
        "this reads as an order to your opponent",
        "put it first",
    ),
    (
        "spell",
        "If you control no minions, deal 1 damage to a friendly minion.",
        55,
        "there can be none",
        "take the condition out",
    ),
]


@pytest.mark.parametrize(("kind", "text", "column", "reason", "suggestion"), FAULTS)
def test_a_faulty_text_is_explained(
    write_cards: Callable[[str], Path], kind: str, text: str, column: int, reason: str, suggestion: str | None
) -> None:
    body = "" if kind == "spell" else "attack = 1\nhealth = 1\n"
    folder = write_cards(CARD.format(kind=kind, body=body, text=f'"{text}"'))
    workshop = Workshop(folder)
    card = next(card for card in workshop.cards if card.entry.id == "test")
    with pytest.raises(CardwrightError) as caught:
        workshop.compile(card)
    error = caught.value
    assert reason in error.reason
    assert (error.suggestion or "").count(suggestion or "")
    assert error.file is not None
    assert error.file.endswith("elemental-command/cards/test.toml")
    assert (error.line, error.column) == (8 if body else 6, column)


def test_columns_count_escapes_and_lines_as_written(write_cards: Callable[[str], Path]) -> None:
    quoted = r'"Give a minion \"When this dies, drow a card.\""'
    workshop = Workshop(write_cards(CARD.format(kind="spell", body="", text=quoted)))
    with pytest.raises(CardwrightError, match=r"test\.toml:6:43: .*drow"):
        workshop.compile(next(card for card in workshop.cards if card.entry.id == "test"))
    long = '"""\nDraw a card.\nDrow a card."""'
    workshop = Workshop(write_cards(CARD.format(kind="spell", body="", text=long)))
    with pytest.raises(CardwrightError, match=r"test\.toml:8:1: .*Drow"):
        workshop.compile(next(card for card in workshop.cards if card.entry.id == "test"))


def test_lint_lists_every_faulty_card(write_cards: Callable[[str], Path]) -> None:
    one = CARD.format(kind="spell", body="", text='"Drow a card."')
    two = (
        CARD.format(kind="spell", body="", text='"draw a card."')
        .replace("test", "other")
        .replace("Test", "Second")
    )
    folder = write_cards(one + "\n" + two)
    document = lint(folder)
    assert [row["card"] for row in document["errors"]] == ["test"]
    assert document["errors"][0] == {
        "file": str(folder / "cards" / "test.toml"),
        "line": 6,
        "column": 11,
        "card": "test",
        "reason": 'unknown word "Drow"',
        "suggestion": 'did you mean "draw"? In full: Draw a card.',
    }
    canonical = [row for row in document["warnings"] if row["kind"] == "canonical"]
    assert [(row["card"], row["suggestion"]) for row in canonical] == [("other", "write: Draw a card.")]
    assert document["cards"] == 2


def test_lint_warns_of_an_alias_nobody_reviewed(
    write_cards: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_cards(CARD.format(kind="spell", body="", text='"Your minions gain Taunt."'))
    assert "alias" not in [row["kind"] for row in lint(folder)["warnings"]]
    monkeypatch.setattr("cardwright.building.lint.REVIEWED", frozenset())
    assert "alias" in [row["kind"] for row in lint(folder)["warnings"]]


def test_lint_warns_of_a_card_off_its_budget(write_cards: Callable[[str], Path]) -> None:
    body = "attack = 9\nhealth = 9\n"
    document = lint(write_cards(CARD.format(kind="minion", body=body, text='"Taunt."')))
    assert document["errors"] == []
    assert [(row["kind"], row["line"], row["reason"]) for row in document["warnings"]] == [
        ("budget", 5, "18.0 points above its budget: worth 19.0, allowed 1.0")
    ]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("the", '"the" is a word of the language'),
        ("Taunt", '"Taunt" is a word of the language'),
        ("Minion", '"Minion" is a word of the language'),
        ("c2", '"c2" is a place or a number'),
        ("Until End of Turn", '"Until End of Turn" is a word of the language'),
    ],
)
def test_lint_refuses_a_name_that_means_something_else(
    write_cards: Callable[[str], Path], name: str, reason: str
) -> None:
    card = CARD.format(kind="spell", body="", text='"Draw a card."').replace('"Test"', f'"{name}"')
    rows = lint(write_cards(card))["errors"]
    assert (rows[0]["card"], rows[0]["line"], rows[0]["reason"]) == ("test", 3, reason)


def test_a_word_of_other_games_leads_to_one_of_ours() -> None:
    lexicons = [Workshop(folder).language.lexicon for folder in game_folders().values()]
    for word in SYNONYMS:
        foreign = [lexicon for lexicon in lexicons if word not in lexicon.words]
        assert foreign, f"{word} is a word everywhere"
        assert any(lexicon.meant_by(word) for lexicon in foreign), f"{word} leads nowhere"


def test_a_word_that_the_game_does_not_have_is_not_suggested() -> None:
    lexicon = Workshop(game_folders()["elemental-command"]).language.lexicon
    assert lexicon.meant_by("bounces") == lexicon.meant_by("BOUNCE") == ["return"]
    assert lexicon.meant_by("zebra") == []
    del lexicon.words["destroy"]
    assert lexicon.meant_by("kill") == []
