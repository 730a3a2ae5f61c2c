"""The generated reference pages are current, and leave nothing out."""

from __future__ import annotations

import runpy
from pathlib import Path

import msgspec
import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.fields import fields
from cardwright.language.cards import CardEntry

DOCS = Path(__file__).parents[2] / "docs"
PAGES = runpy.run_path(str(DOCS / "generate.py"))["PAGES"]


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_current(name: str) -> None:
    made = PAGES[name](games_folder())
    assert (DOCS / name).read_text(encoding="utf-8") == made, "run: make docs"


def test_every_key_of_a_card_is_on_the_page_with_its_default() -> None:
    page = (DOCS / "reference" / "cards.md").read_text(encoding="utf-8")
    rows = {row.name: row for row in fields(CardEntry)}
    assert list(rows) == [field.encode_name for field in msgspec.structs.fields(CardEntry)]
    assert (rows["id"].default, rows["collectible"].default) == ("*required*", "true")
    assert (rows["cost"].type, rows["needs"].type) == ("whole number", "table of whole numbers")
    for row in rows.values():
        assert f"| `{row.name}` | {row.type} | {row.default} | {row.meaning} |" in page


def test_the_printed_numbers_of_a_game_are_on_its_page() -> None:
    page = (DOCS / "reference" / "language-ruler.md").read_text(encoding="utf-8")
    assert "may hold, each 0 to 999.\n\n| number | meaning |" in page
    assert "| `move` | How many tiles it may walk in a turn. |" in page
    assert "Printed numbers" not in (DOCS / "reference" / "language.md").read_text(encoding="utf-8")


def test_a_key_without_a_meaning_is_refused() -> None:
    shape = msgspec.defstruct("Shape", [("colour", str)])
    with pytest.raises(ValueError, match=r"Shape\.colour does not say what it means"):
        fields(shape)


def test_keys_that_a_game_names_itself_are_linked_from_the_keys_of_all() -> None:
    page = (DOCS / "reference" / "cards.md").read_text(encoding="utf-8")
    assert "`cost` (a table), `produces` (a table) and `speed`; [its page](language-mana.md#keys-of" in page
    other = (DOCS / "reference" / "language-mana.md").read_text(encoding="utf-8")
    assert "## Keys of its cards" in other
