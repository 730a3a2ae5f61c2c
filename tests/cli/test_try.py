"""`cardwright cards try`: one text, without a file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from cardwright import cli

GAME = "elemental-command"
KEYS = ["game", "text", "kind", "errors", "nearest", "rendering", "program", "budget"]


def run(*words: str, typed: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, ["cards", "try", *words], input=typed)
    return result.exit_code, result.stdout, result.stderr


def document(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*words, "--json")[1])
    return found


def test_a_text_that_reads_is_shown_as_printed_with_its_program_and_budget() -> None:
    code, output, _ = run(GAME, "Give a friendly minion +2/+2.")
    assert code == 0
    assert output.startswith("spell: A friendly minion gets +2/+2.\n\nplay, target: friendly minion\n")
    assert "The text is worth 4.8" in output
    assert "A cost of 2 mana fits best." in output


def test_the_document_has_its_keys_in_order() -> None:
    found = document(GAME, "Give a friendly minion +2/+2.")
    assert list(found) == KEYS
    assert (found["game"], found["kind"], found["errors"]) == (GAME, "spell", [])
    assert found["rendering"] == "A friendly minion gets +2/+2."
    assert found["program"][0] == "play, target: friendly minion"
    assert found["budget"] == {
        "text": 4.8,
        "worth": 4.8,
        "allowed": None,
        "excess": None,
        "suggested_cost": 2,
    }
    assert found["nearest"]
    assert all(row.keys() == {"phrase", "meaning", "example"} for row in found["nearest"])


def test_all_errors_are_told_with_the_nearest_phrases() -> None:
    text = "When this minion dies, drow a card and banish a minion, then fetch it."
    code, output, _ = run(GAME, text, "--kind", "minion")
    assert code == 1
    lines = output.splitlines()
    assert lines[:2] == [text, "                       ^^^^            ^^^^^^                ^^^^^"]
    assert lines[2] == '  24: unknown word "drow"; did you mean "draw"?'
    assert lines[3].startswith('  40: unknown word "banish"; here one says "destroy", as in ')
    assert lines[4].startswith('  62: unknown word "fetch"; the nearest phrases are ')
    assert "Nearest in meaning:" in lines
    found = document(GAME, text, "--kind", "minion")
    assert [row["column"] for row in found["errors"]] == [24, 40, 62]
    assert {"column", "reason", "suggestion"} <= found["errors"][0].keys()
    assert (found["rendering"], found["program"], found["budget"]) == (None, None, None)
    for row in found["nearest"]:
        assert document(GAME, row["example"])["errors"] == []


@pytest.mark.parametrize(
    ("game", "text", "kind"),
    [
        (GAME, "Taunt.", "minion"),
        (GAME, "Draw a card.", "spell"),
        ("mana", "Every 10 seconds, draw a card.", "minion"),
        ("ruler", "Deal 3 damage to an enemy unit.", "spell"),
        ("ruler", "Whenever an enemy unit enters this tile, immobilise it for 2 turns.", "unit"),
    ],
)
def test_without_a_kind_it_is_the_one_that_fits(game: str, text: str, kind: str) -> None:
    assert document(game, text)["kind"] == kind


def test_numbers_count_for_the_budget() -> None:
    found = document(GAME, "Taunt.", "--kind", "minion", "--cost", "2", "--attack", "2", "--health", "3")
    assert found["budget"] == {
        "text": 1.0,
        "worth": 6.0,
        "allowed": 5.0,
        "excess": 1.0,
        "suggested_cost": found["budget"]["suggested_cost"],
    }
    assert found["budget"]["suggested_cost"] in (2, 3)


def test_a_text_may_come_from_standard_input() -> None:
    code, output, _ = run(GAME, "-", typed="Draw a card.\n")
    assert (code, output.splitlines()[0]) == (0, "spell: Draw a card.")
    code, output, told = run(GAME, "-", typed="\n")
    assert (code, output) == (2, "")
    assert "there is no text to try" in told


def test_a_text_need_not_stand_in_quotes() -> None:
    words = ["Give", "a", "friendly", "minion", "-1/-1.", "Draw", "a", "card."]
    assert run(GAME, *words) == run(GAME, " ".join(words))
    assert run(GAME, "--kind", "spell", *words, "--cost", "3")[0] == 0


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("mana", "Draw a card.", "fire, frost, nature, arcane, light or shadow fits best."),
        ("ruler", "Deal 3 damage to an enemy unit.", "A cost of 4 mana fits best."),
    ],
)
def test_the_cost_that_fits_says_of_what(game: str, text: str, said: str) -> None:
    assert said in run(game, text)[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere", "Draw a card."), 'there is no game "nowhere"'),
        ((GAME, "Draw a card.", "--kind", "minon"), 'unknown kind "minon"; did you mean "minion"?'),
        ((GAME, "Draw a card.", "--kind", "spell", "--attack", "2"), "a spell has neither attack nor health"),
        ((GAME, "Draw a card.", "--cost", "50"), "no card costs 50; write 10 or less"),
        ((GAME, ""), 'there is no text to try; write one like "Draw a card."'),
        ((GAME, "  "), "there is no text to try"),
        (
            (GAME, "Draw", "a", "card.", "--knd", "spell"),
            "there is no option --knd; see: cardwright cards try",
        ),
        ((GAME, "Draw a card.", "--health", "-1"), "invalid value for '--health'"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(words: tuple[str, ...], said: str) -> None:
    code, output, told = run(*words)
    assert (code, output) == (2, "")
    assert said in told.lower() if "--health" in said else said in told


def test_input_that_is_no_text_is_one_sentence() -> None:
    code, _, told = run(GAME, "-", typed=b"\xff")
    assert code == 2
    assert told == "cardwright: standard input:1: not UTF-8: byte 0xff; save the file as UTF-8\n"
