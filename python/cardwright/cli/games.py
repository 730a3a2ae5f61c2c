"""`cardwright games`: the games that are there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from cardwright.errors import CardwrightError
from cardwright.paths import games_folder
from cardwright.toml import read_toml

_CARD = re.compile(rb"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the games."""
    found = find_games(games_folder())
    if as_json:
        print(json.dumps({"games": found}, ensure_ascii=False))
        return
    width = max((len(game["slug"]) for game in found), default=0)
    for game in found:
        print(f"{game['slug']:<{width}}  {game['name']} ({game['cards']} cards)")


def find_games(folder: Path) -> list[dict[str, Any]]:
    """Slug, name and number of printed cards of every game in a folder of games, in order of slugs."""
    return [
        {"slug": file.parent.name, "name": _name(file), "cards": _count_cards(file.parent)}
        for file in sorted(folder.glob("*/game.toml"))
    ]


def _name(file: Path) -> str:
    name = read_toml(file).get("name")
    if not isinstance(name, str) or not name:
        raise CardwrightError(
            "the game has no name", file=file, suggestion='add a line like name = "My Game"'
        )
    return name


def _count_cards(game: Path) -> int:
    # Headings are counted, not parsed: the list must come at once, and reading cards is for `cards lint`.
    return sum(len(_CARD.findall(file.read_bytes())) for file in sorted(game.glob("cards/**/*.toml")))
