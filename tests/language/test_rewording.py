"""Wordings of other games are read where they mean exactly one thing, and are printed otherwise."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop
from cardwright.building.trying import Proofreader
from cardwright.language import rewording
from cardwright.language.diagnostics import TextError
from cardwright.language.lexer import tokenise
from cardwright.language.renderer import render
from cardwright.language.wordings import LAST, WORDINGS, Wording
from cardwright.sources import of as sources_of

FIRST = tomllib.loads(Path(__file__).with_name("first_wordings.toml").read_text("utf-8"))["text"]

READ = {
    "Basalt Oath",
    "Market Under the Moon",
    "Powder Mule",
    "Golem Ledger",
    "Down to the Embers",
    "Wildfire Draught",
    "Tremor Ox",
    "Oriel of the Ninth Page",
    "Buried Star",
    "Call Over the Ridge",
    "Kennel Widow",
    "Wrong Door",
    "Lay the Table",
    "Last Lodger",
    "Scullery Steward",
    "Frostfingered Corsair",
    "The Hill That Walks",
    "Forked Spark",
    "Ashen Regent",
    "Quarry Matron",
    "Gorge Stalker",
    "Cliff Sentry",
    "Gale Piper",
    "Fickle Thunder",
    "Lodestone Squire",
    "Drumbeat March",
    "Clip the Wings",
    "Cull",
    "Whispered Leash",
    "Oiled Boots",
    "Beacon of Tar",
    "Mercy of the Marsh",
    "Verse of Heavy Clay",
    "Tollgate Keep",
    "Bell for Strays",
    "Raider Princeling",
    "Portrait Painter",
    "Votive Angel",
    "Prayer Against Iron",
    "Shieldwall Captain",
    "Twin in the Water",
    "Stake Hollow",
    "Week of Dust",
    "Slow Avalanche",
    "Topsy-Turvy Wind",
}
"""The first wordings that are read; the others are refused."""


@cache
def workshop(game: str) -> Workshop:
    return Workshop(games_folder() / game)


@cache
def reader(game: str) -> Proofreader:
    return Proofreader(sources_of(games_folder() / game))


def as_printed(text: str, game: str = "hearth") -> str:
    language = workshop(game).language
    return render(language.parse(text), language.lexicon)


@pytest.mark.parametrize("wording", [*WORDINGS, *LAST], ids=lambda wording: wording.name)
def test_every_wording_is_read_and_printed_otherwise(wording: Wording) -> None:
    language = workshop(wording.game).language
    with pytest.raises(TextError):
        language.read_tree(tokenise(wording.example, language.lexicon))
    printed = as_printed(wording.example, wording.game)
    assert printed != wording.example
    language.read_tree(tokenise(printed, language.lexicon))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (
            "Battlecry: Deal 2 damage to target enemy minion.",
            "When played, deal 2 damage to an enemy minion.",
        ),
        ("Deathrattle: Summon two 1/1 House Hobs.", "When this dies, summon two House Hobs."),
        (
            "Whenever you cast a spell, this minion gains +1/+0 this turn.",
            "Whenever you play a spell, this gets +1/+0 until end of turn.",
        ),
        ("Deal 1 damage to each enemy minion.", "Deal 1 damage to all enemy minions."),
        ("Has +1 attack while your hand is empty.", "This has +1/+0 while your hand is empty."),
        (
            "Give a friendly minion +3 attack and Taunt this turn.",
            "A friendly minion gets +3/+0 until end of turn and give it Taunt until end of turn.",
        ),
        (
            "Transform target minion into a House Hob. Draw a card.",
            "Turn a minion into a House Hob. Draw a card.",
        ),
    ],
)
def test_a_wording_means_what_is_printed(text: str, printed: str) -> None:
    assert as_printed(text) == printed


def test_other_numbers_than_printed_are_refused() -> None:
    text = "Draw a card. Summon a 2/3 House Hob and drow a card."
    with pytest.raises(TextError) as refused:
        as_printed(text)
    told = [(text[problem.start : problem.end], problem.reason) for problem in refused.value.problems]
    assert told[0] == ("2/3", "House Hob has 1/1 printed on it, not 2/3")
    assert [words for words, _ in told] == ["2/3", "drow"]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Battlecry: Draw a card. Deathrattle: drow a card.", "minion", "drow"),
        ("Deal 2 damage to all enemy minions. Freez target minion.", "spell", "Freez"),
        ("Choose One - Draw a card; or Gain 5 Armor.", "spell", "Armor"),
        ("Whenever you draw a card, it takes 3 damage.", "minion", "it"),
        ("Increase the attack of it by 3.", "spell", "it"),
    ],
)
def test_a_fault_is_told_where_the_writer_wrote_it(text: str, kind: str, words: str) -> None:
    errors = reader("hearth").document(text, kind)["errors"]
    assert [text[error["column"] - 1 : error["end"] - 1] for error in errors] == [words]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("minion", "Whenever an enemy minion attacks, your minions take 2 damage and are frozen."),
        ("minion", "When played, your minions lose Taunt and gain +1/+1."),
        ("minion", "Whenever you draw a card, this weapon gets +1/+0."),
        ("minion", "Your spells cost 1 armour less."),
        ("spell", "Deal 2-3 damage to each enemy minion."),
        ("spell", "Deal 2 damage to all damaged minions and heroes."),
        ("spell", "Summon a 3/3 House Hobgoblin."),
    ],
)
def test_what_could_mean_something_else_is_refused(kind: str, text: str) -> None:
    assert reader("hearth").document(text, kind)["errors"]


def test_a_text_with_two_meanings_is_refused_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    both = (Wording("one", "^zap", "Freeze", ""), Wording("other", "^zap", "Destroy", ""))
    monkeypatch.setattr(rewording, "WORDINGS", both)
    with pytest.raises(TextError, match="this can mean two things") as refused:
        as_printed("Draw a card. Zap a minion.")
    assert refused.value.problems[0].suggestion == "write: Freeze a minion. Or write: Destroy a minion."
    assert refused.value.problems[0].start == len("Draw a card. ")


@pytest.mark.parametrize("row", FIRST, ids=lambda row: row["name"])
def test_first_wordings(row: dict[str, str]) -> None:
    document = reader(row["game"]).document(row["text"], row["kind"])
    assert (not document["errors"]) == (row["name"] in READ)
