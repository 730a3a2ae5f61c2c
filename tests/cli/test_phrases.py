"""`cardwright cards phrases`: phrases by their meaning."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from cardwright import cli
from cardwright.building.catalogue import Workshop
from cardwright.language.concepts import CONCEPTS
from cardwright.language.phrases import table
from cardwright.sources.finding import shipped_folders

KEYS = ["sort", "written", "meaning", "example", "aliases", "price"]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, ["cards", "phrases", *words])
    return result.exit_code, result.stdout


def document(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--json")[1])
    return found


@pytest.mark.parametrize(
    ("game", "words", "written"),
    [
        ("hearth", "battlecry", "when played"),
        ("hearth", "deathrattle", "when this dies"),
        ("hearth", "lifelink", "Lifesteal"),
        ("hearth", "tap", "freeze WHOM"),
        ("hearth", "bounce", "return WHOM to their owners' hands/its owner's hand"),
        ("hearth", "board wipe", "destroy WHOM"),
        ("hearth", "make my spells cheaper", "WHOSE WHICH cost NUMBER less/more"),
        ("hearth", "choose one", "choose one: EFFECTS; or EFFECTS."),
        ("mana", "haste", "Swift"),
        ("mana", "upkeep", "every NUMBER seconds"),
        ("mana", "silence", "dispel WHOM"),
        ("elemental-command", "untap", "WHO may act again"),
        ("elemental-command", "heal", "restore NUMBER health to WHOM [FOR EACH]"),
        ("ruler", "teleport", "move WHOM"),
        ("ruler", "restore lost life", "restore NUMBER health to WHOM [FOR EACH]"),
    ],
)
def test_the_best_phrase_for_some_words_is_the_first(game: str, words: str, written: str) -> None:
    assert document(game, words)["phrases"][0]["written"] == written


def test_a_phrase_is_shown_with_example_aliases_and_price() -> None:
    row = document("elemental-command", "stun")["phrases"][0]
    assert list(row) == KEYS
    assert (row["written"], row["example"]) == ("stun/root WHOM", "Stun an enemy minion.")
    assert row["price"] == {"sort": "price", "points": 2.5}
    code, output = run("hearth", "battlecry")
    assert code == 0
    assert output.startswith("when played\n    Once, when the card is played from hand;")
    assert "also read: Battlecry: Draw a card." in output
    assert document("hearth", "battlecry")["phrases"][0]["price"] is None, "Hearth has no budget"


@pytest.mark.parametrize("game", sorted(shipped_folders()))
def test_without_words_all_phrases_are_listed_with_examples_that_the_game_reads(game: str) -> None:
    workshop = Workshop(shipped_folders()[game])
    rows = document(game)["phrases"]
    assert len(rows) == len(workshop.language.phrases) + len(workshop.vocabulary.file.keyword)
    for row in rows:
        assert "_" not in row["written"]
        if row["example"]:
            workshop.language.parse(row["example"])
    assert sum(row["example"] is None for row in rows) <= 4


def test_words_without_a_meaning_are_answered_in_one_sentence() -> None:
    code, output = run("hearth", "xyzzy")
    assert code == 0
    assert output.startswith('nothing that the cards of hearth can say means "xyzzy"; try a word')
    assert output.count("\n") == 1


def test_players_words_stand_for_phrases_that_there_are() -> None:
    spoken = {name for folder in shipped_folders().values() for name in Workshop(folder).language.phrases}
    for term, names in CONCEPTS.items():
        assert set(names) <= set(table()), term
        assert set(names) & spoken, f"no game says {term}"
