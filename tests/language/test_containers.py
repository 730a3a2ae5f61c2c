"""The tables of Hexlands' pages list what its texts can say: every example is read, and there are enough."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.renderer import render
from cardwright.sources.finding import game_folders

FOLDER = game_folders()["hexlands"]
PAGES = [FOLDER / "README.md"]
_EXAMPLE = re.compile(r"\| `([^`]+)` \|$")


def tables() -> dict[str, list[str]]:
    """By its first word, the examples of every table whose last column is called so."""
    found: dict[str, list[str]] = {}
    for page in PAGES:
        head = ""
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.endswith("| example |"):
                head = line.split("|")[1].strip()
            elif not line.startswith("|"):
                head = ""
            elif head and (example := _EXAMPLE.search(line)):
                found.setdefault(head, []).append(example[1])
    return found


@cache
def workshop() -> Workshop:
    return Workshop(FOLDER)


def compiled(text: str, kind: str) -> str:
    """How a text is written that a card of a kind may have."""
    program = workshop().language.parse(text, kind)
    entry = CardEntry(id="", name="", kind=kind, text=text)
    rows = workshop().assembly
    compile_card(entry, program, Assembly(rows.defs, rows.kinds, rows.classes), workshop().vocabulary)
    return render(program, workshop().language.lexicon)


@pytest.mark.parametrize("text", [text for texts in tables().values() for text in texts])
def test_an_example_is_the_text_of_a_card(text: str) -> None:
    try:
        written = compiled(text, "spell")
    except TextError:
        written = compiled(text, "minion")
    assert written == text


def test_there_are_enough_of_each() -> None:
    counts = {name: len(set(texts)) for name, texts in tables().items()}
    assert counts["target"] >= 30
    assert counts["condition"] >= 20
    assert counts["effect"] >= 30
    assert counts["trigger"] >= 8
