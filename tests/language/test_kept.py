"""Grammars and examples are kept in the user's cache, and made again when what they are made of changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building import keeping
from cardwright.building.catalogue import Workshop
from cardwright.language import parser, tables

GAME = games_folder() / "elemental-command"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(parser, "_GRAMMARS", {})
    return tmp_path / "cardwright" / "language"


def opened(monkeypatch: pytest.MonkeyPatch) -> tuple[Workshop, list[str]]:
    """The game opened as in a new process, and a list with an entry if its grammar had to be made."""
    made: list[str] = []
    make = tables.make_table
    monkeypatch.setattr(parser, "_GRAMMARS", {})
    monkeypatch.setattr(tables, "make_table", lambda rows: made.append("made") or make(rows))
    workshop = Workshop(GAME)
    monkeypatch.setattr(tables, "make_table", make)
    return workshop, made


def test_a_grammar_is_made_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, made = opened(monkeypatch)
    assert (len(made), len(list(cache.glob("grammar-*.json")))) == (1, 1)
    second, made = opened(monkeypatch)
    assert made == []
    text = "When played, deal 1 damage to a minion and draw a card."
    assert first.language.parse(text) == second.language.parse(text)


def test_other_sources_of_the_language_make_another_grammar(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(monkeypatch)
    monkeypatch.setattr(keeping, "language_hash", lambda: "other sources")
    assert opened(monkeypatch)[1] == ["made"]
    assert len(list(cache.glob("grammar-*.json"))) == 2


def test_a_broken_file_is_not_trusted(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(monkeypatch)
    for path in cache.glob("grammar-*.json"):
        path.write_bytes(b'{"start": 0, "end"')
    workshop, made = opened(monkeypatch)
    assert made == ["made"]
    assert workshop.language.parse("Draw a card.")


def test_examples_are_kept_too(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened(monkeypatch)[0].language.explainer.meanings.examples
    assert len(list(cache.glob("examples-*.json"))) == 1
    monkeypatch.setattr("cardwright.language.meaning.Meanings._made_examples", lambda _: {})
    assert opened(monkeypatch)[0].language.explainer.meanings.examples == first


def test_the_oldest_files_make_room(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST_KEPT", 3)
    for number in range(5):
        keeping.kept("grammar", bytes([number]), lambda: b"{}")
    assert len(list(cache.glob("*.json"))) == 3
