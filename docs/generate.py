"""Writes the generated pages of the documentation: `make docs`."""

from __future__ import annotations

from pathlib import Path

from cardwright.language.reference import reference
from cardwright.paths import games_folder, write_whole

DOCS = Path(__file__).parent

if __name__ == "__main__":
    write_whole(DOCS / "reference" / "language.md", reference(games_folder() / "elemental-command").encode())
