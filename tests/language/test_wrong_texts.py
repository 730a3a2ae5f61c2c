"""Texts that designers write and no game reads: each is answered as its file wants it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardwright.building.trying import Proofreader
from cardwright.sources.finding import shipped_sources

TEXTS: list[dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "wrong_texts.toml").read_text(encoding="utf-8")
)["text"]
FULL = re.compile(r"\b(?:write|in full): (.+)$", re.IGNORECASE | re.DOTALL)
"""A suggestion that ends in a whole text."""


@cache
def reader(game: str) -> Proofreader:
    return Proofreader(shipped_sources()[game])


def errors(row: dict[str, str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reader(row["game"]).document(row["text"], row["kind"])["errors"]
    return found


def written(suggestion: str | None) -> str | None:
    found = FULL.search(suggestion or "")
    return found[1] if found else None


def test_there_are_enough_of_every_game_and_sort() -> None:
    assert len(TEXTS) >= 100
    assert len({(row["game"], row["kind"], row["text"]) for row in TEXTS}) == len(TEXTS)
    for game in shipped_sources():
        assert sum(row["game"] == game for row in TEXTS) >= 15, game
    assert all(row.keys() & {"says", "suggests", "write"} for row in TEXTS)


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: f"{row['game']}: {row['text']}")
def test_a_wrong_text_is_answered(row: dict[str, str]) -> None:
    found = errors(row)
    assert found, "it is read"
    reasons = [one["reason"] for one in found]
    suggestions = [one["suggestion"] or "" for one in found]
    assert any(row.get("says", "") in reason for reason in reasons), reasons
    assert any(row.get("suggests", "") in hint for hint in suggestions), suggestions
    if "write" in row:
        assert row["write"] in [written(hint) for hint in suggestions], suggestions


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: f"{row['game']}: {row['text']}")
def test_an_answer_has_no_inner_names_and_suggests_only_what_can_be_read(row: dict[str, str]) -> None:
    for one in errors(row):
        said = f"{one['reason']} {one['suggestion'] or ''}"
        assert not re.search(r"\w_\w|\{|\}|Traceback|Error\b", said), said
        if text := written(one["suggestion"]):
            again = reader(row["game"]).document(text, row["kind"])
            assert (again["errors"], again["rendering"]) == ([], text)
