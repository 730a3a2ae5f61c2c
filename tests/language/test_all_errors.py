"""All errors of a text, of a card and of a file are told at once, and none twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.building.lint import lint
from cardwright.language.diagnostics import TextError
from cardwright.language.parser import Language
from cardwright.language.renderer import render
from cardwright.sources.finding import shipped_folders

TEXTS = [
    # text, the words that are wrong
    ("Deal 3 damge to an enmy minion.", ["damge", "enmy"]),
    ("Drow a card. Destory a minion.", ["Drow", "Destory"]),
    ("When this dies, drow a card and deal 2 damge to a minon.", ["drow", "damge", "minon"]),
    ("When this minion dies, drow a card.", ["drow"]),
    ("Gain 2 florins, then drow a card.", ["florins", "drow"]),
    ("If you own a castle, drow a card. Otherwise, stnu a minion.", ["own", "drow", "stnu"]),
    ('Give a minion "When this dies, drow a card."', ["drow"]),
    ("Whenever this takes damage, this gets +1 attack and drow a card.", ["drow"]),
    ("Taunt, Rush, Haste, Stealth.", ["Rush", "Stealth"]),
    ("Fetch whichever critter pleases you most, then draw a card.", ["Fetch"]),
    ("Draw a card of your choosing or perhaps another.", ["of"]),
    ("Draw 2 cards. Deal two damage to a minyon.", ["minyon"]),
]


@pytest.mark.parametrize(("text", "words"), TEXTS)
def test_every_wrong_word_of_a_text_is_told_once(language: Language, text: str, words: list[str]) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert [text[problem.start : problem.end] for problem in caught.value.problems] == words


def test_what_can_be_read_is_checked_beside_what_cannot(workshop: Workshop) -> None:
    with pytest.raises(TextError) as caught:
        workshop.language.read("Taunt. Drow a card. It gets +1/+1. When this dies, destroy all spells.")
    readable = caught.value.readable
    assert readable is not None
    assert render(readable, workshop.language.lexicon) == "Taunt. When this dies, destroy all spells."


CARD = """[[card]]
id     = "test"
name   = "Test"
kind   = "minion"
cost   = 99
atack  = 1
health = 1
needs  = {{ water = 1 }}
rarity = "comon"
text   = {text}
"""


def test_wrong_keys_and_numbers_are_told_beside_a_wrong_text(write_cards: Callable[[str], Path]) -> None:
    text = '"When this dies, drow a card. When this dies, destroy all spells. Taunt, Taunt."'
    folder = write_cards(CARD.format(text=text) + CARD.format(text='"Haste."').replace("test", "two"))
    rows = lint(folder)["errors"]
    first = [(row["line"], row["column"], row["reason"]) for row in rows if row["line"] <= 10]
    assert first == [
        (5, 1, "cost = 99 is outside the limits of the game (0 to 10)"),
        (6, 1, 'unknown key "atack"'),
        (8, 1, 'unknown element "water"'),
        (9, 1, 'unknown rarity "comon"'),
        (10, 27, 'unknown word "drow"'),
        (10, 64, "only pieces stand on the board"),
        (10, 76, "keywords come first in a text"),
    ]
    assert [row["line"] for row in rows if row["line"] > 10] == [15, 16, 18, 19]
    assert {"file", "line", "column", "card", "reason", "suggestion"} == rows[0].keys()
    with_hints = [row for row in rows if row["suggestion"]]
    assert len(with_hints) >= 6


def test_a_card_without_a_name_is_read_all_the_same(write_cards: Callable[[str], Path]) -> None:
    card = CARD.format(text='"Drow a card."').replace('name   = "Test"\n', "").replace("99", '"two"')
    reasons = [row["reason"] for row in lint(write_cards(card))["errors"]]
    assert 'missing key "name"' in reasons
    assert '"cost": expected a whole number, got a text' in reasons
    assert 'unknown word "Drow"' in reasons


def test_several_faults_of_sense_are_told_at_once(write_cards: Callable[[str], Path]) -> None:
    text = '"When played, stun them. When this dies, destroy a minion. Your minions have +0/+0."'
    body = "attack = 1\nhealth = 1\n"
    card = f'[[card]]\nid = "test"\nname = "Test"\nkind = "minion"\n{body}text = {text}\n'
    reasons = [row["reason"] for row in lint(write_cards(card))["errors"]]
    assert reasons == ['"them" means nothing here', "nobody can choose here", "+0/+0 changes nothing"]


UNSPOKEN = [
    # game, text, the unspoken words, what would turn them on
    (
        "elemental-command",
        "Whenever you spend fire, draw a card.",
        "Whenever you spend fire",
        "element = true",
    ),
    (
        "hearth",
        "Move a minion.",
        "Move a minion",
        'shows how, at "move"',
    ),
    ("elemental-command", "Your opponent discards a random card.", "Your opponent discards", "in zones"),
    ("elemental-command", "If it is night, draw a card.", "night", "two [[phase]]s"),
    ("elemental-command", "Your other beasts have +1/+0.", "beasts", "a [[tag]] with a plural"),
    ("mana", "At the end of your turn, draw a card.", "At the end of your turn", "no variant or pack can"),
    ("ruler", "Every 10 seconds, draw a card.", "Every 10 seconds", "no variant or pack can turn it on"),
]


@pytest.mark.parametrize(("game", "text", "said", "key"), UNSPOKEN)
def test_a_phrase_of_other_games_is_named_with_what_turns_it_on(
    game: str, text: str, said: str, key: str
) -> None:
    workshop = Workshop(shipped_folders()[game])
    with pytest.raises(TextError) as caught:
        workshop.language.parse(text)
    [problem] = caught.value.problems
    name = workshop.vocabulary.file.name
    assert problem.reason.startswith(f'{name} does not speak "{said}')
    assert key in (problem.suggestion or "")


MIXED = [
    # a text of Elemental Command, the words that are wrong
    ("Whenever you spend fire, drow a card.", ["Whenever you spend fire", "drow"]),
    ("If it is night, destory all minions. Drow a card.", ["night", "destory", "Drow"]),
    (
        "If it is night, draw a card. Your opponent discards a random card.",
        ["night", "Your opponent discards a random card"],
    ),
    ("If it is night, your other beasts have +1/+0 and drow a card.", ["night", "beasts", "drow"]),
]


@pytest.mark.parametrize(("text", "words"), MIXED)
def test_unspoken_phrases_and_wrong_words_of_a_sentence_are_all_told(
    language: Language, text: str, words: list[str]
) -> None:
    with pytest.raises(TextError) as caught:
        language.parse(text)
    assert [text[problem.start : problem.end] for problem in caught.value.problems] == words
    assert all(problem.suggestion for problem in caught.value.problems)


def test_what_a_variant_or_a_pack_turns_on_is_read(tmp_path: Path) -> None:
    from cardwright.sources import Sources

    base = Sources(shipped_folders()["hearth"])
    text = "Move a minion."
    folder, pack = tmp_path / "loud", tmp_path / "hearth"
    folder.mkdir()
    pack.mkdir()
    (folder / "game.toml").write_text('name = "Loud"\nspeaks = ["move"]\n')
    (pack / "pack.toml").write_text('speaks = ["move"]\n')
    for sources in (Sources(folder, base), Sources(base.folder, packs=(pack,))):
        loud = Workshop(sources)
        assert render(loud.language.parse(text), loud.language.lexicon) == text
    with pytest.raises(TextError):
        Workshop(base).language.parse(text)


def test_it_is_may_be_drawn_together(language: Language) -> None:
    text = "Deal 1 damage to a minion. If it's damaged, draw a card."
    written = render(language.parse(text), language.lexicon)
    assert written == text.replace("it's", "it is")
    assert language.parse(text.replace("'", "’")) == language.parse(text)
