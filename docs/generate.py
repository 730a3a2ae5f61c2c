"""Writes the generated pages of the documentation: `make docs`."""

from __future__ import annotations

from pathlib import Path

from cardwright.catalogue import write
from cardwright.language.reference import reference
from cardwright.paths import games_folder

DOCS = Path(__file__).parent

if __name__ == "__main__":
    write(reference(games_folder() / "elemental-command").encode(), DOCS / "reference" / "language.md")
