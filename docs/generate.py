"""Writes the generated pages of the documentation: `make docs`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardwright.language.fields import fields_page
from cardwright.language.reference import reference
from cardwright.paths import games_folder, write_whole

DOCS = Path(__file__).parent
GAME = "elemental-command"
PAGES: dict[str, Callable[[Path], str]] = {
    "reference/language.md": lambda games: reference(games / GAME),
    "reference/language-ruler.md": lambda games: reference(games / "ruler", beyond=games / GAME),
    "reference/language-mana.md": lambda games: reference(games / "mana", beyond=games / GAME),
    "reference/cards.md": lambda games: fields_page(games / GAME, {"language-mana.md": games / "mana"}),
}
"""Every generated page, and what makes it of the folder of games."""

if __name__ == "__main__":
    for name, page in PAGES.items():
        write_whole(DOCS / name, page(games_folder()).encode())
