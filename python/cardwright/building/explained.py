"""Reasons why an ability need not do anything: `explained.toml` of a game or pack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.basics.documents import Document, check_keys
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.sources import Sources

if TYPE_CHECKING:
    from cardwright.building.sentences import Sentences

EXPLAINED_FILE = "explained.toml"
KEYS = ("card", "sentence", "reason")


@dataclass(frozen=True)
class Explanation:
    """Why the fuzzer need not see an ability change anything."""

    card: str
    sentence: str
    reason: str


def explained(sources: Sources, sentences: Sentences | None = None) -> list[Explanation]:
    """The explanations of a game and its packs; a faulty one is an error.

    With `sentences`, one about a card or sentence that does not exist is an error too.
    """
    base = explained(sources.base, None) if sources.base else []
    found = [
        explanation
        for folder in (sources.folder, *sources.packs)
        if (folder / EXPLAINED_FILE).is_file()
        for explanation in _read(folder / EXPLAINED_FILE, sentences)
    ]
    return [*base, *found]


def _read(path: Path, sentences: Sentences | None) -> list[Explanation]:
    document = Document(path, shown_name(path))
    check_keys(document, document.data, ["ability"])
    rows = document.data.get("ability", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise document.error("ability is a list of tables", key="ability", suggestion="write [[ability]]")
    found = []
    for index, row in enumerate(rows):
        check_keys(document, row, KEYS, "ability", index)
        for key in KEYS:
            if not isinstance(row.get(key), str) or not row[key].strip():
                raise document.error(f'"{key}" is missing', "ability", index, key, f'write {key} = "..."')
        explanation = Explanation(row["card"], row["sentence"], row["reason"])
        if sentences:
            _check(document, index, explanation, sentences)
        found.append(explanation)
    return found


def _check(document: Document, index: int, explanation: Explanation, sentences: Sentences) -> None:
    known = [card.entry.id for card in sentences.workshop.cards]
    if explanation.card not in known:
        hint = did_you_mean(explanation.card, known)
        raise document.error(f'unknown card "{explanation.card}"', "ability", index, "card", hint)
    said = set(sentences.of(explanation.card).values())
    if explanation.sentence not in said:
        hint = did_you_mean(explanation.sentence, said) or f"it says: {' / '.join(sorted(said))}"
        raise document.error(f'"{explanation.card}" has no such sentence', "ability", index, "sentence", hint)
