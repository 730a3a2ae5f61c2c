"""`cardwright games`: the games that are there."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from cardwright.basics import output
from cardwright.basics.files import read_bytes
from cardwright.basics.limits import CARD_FILE
from cardwright.basics.toml import read_toml
from cardwright.errors import CardwrightError
from cardwright.sources import GAME_FILE, Sources, is_own
from cardwright.sources import of as sources_of
from cardwright.sources.faults import FaultyFolder
from cardwright.sources.finding import game_sources

_CARD = re.compile(rb"^[ \t]*\[\[[ \t]*card[ \t]*\]\]", re.MULTILINE)


def games(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the games."""
    found = find_games(sound_sources())
    if as_json:
        output.say_json({"games": found})
        return
    width = max((len(game["slug"]) for game in found), default=0)
    for game in found:
        about = [f"{game['cards']} cards for decks"]
        about += [f"rules of {game['rules']}"] if "rules" in game else []
        about += [f"with {_shown(Path(pack))}" for pack in game.get("packs", ())]
        output.say(f"{game['slug']:<{width}}  {game['name']} ({', '.join(about)})")


def _shown(path: Path) -> str:
    from cardwright.basics.paths import shown_name

    return shown_name(path)


def sound_sources() -> dict[str, Sources]:
    """The games that there are; one of the user's that cannot be used is told of and left out."""
    found = game_sources()
    for slug, sources in list(found.items()):
        if is_own(sources.folder):
            from cardwright.building.loading import load_catalogue

            try:
                load_catalogue(slug)
            except CardwrightError as error:
                FaultyFolder(sources.folder, f'the game "{slug}"', error).tell()
                del found[slug]
    return found


def find_games(folders: Mapping[str, Path | Sources]) -> list[dict[str, Any]]:
    """Slug, name and number of cards for decks of every game, in order of slugs; rules and packs if any."""
    found = []
    read = cache(read_toml)  # the cards of a base are those of all its variants
    for slug, folder in sorted(folders.items()):
        sources = sources_of(folder)
        about = sources.data()
        name = about.get("name")
        if not isinstance(name, str) or not name:
            raise CardwrightError(
                "the game has no name",
                file=_shown(sources.folder / GAME_FILE),
                suggestion='add a line like name = "My Game"',
            )
        has_own = any(is_own(layer) for layer, _ in sources.layers())
        count = _count_sound(slug) if has_own and sources is folder else _count_cards(sources, about, read)
        row = {"slug": slug, "name": name, "cards": count}
        if sources.base:
            row["rules"] = sources.rules
        if sources.packs:
            row["packs"] = [str(pack) for pack in sources.packs]
        found.append(row)
    return found


def _count_cards(sources: Sources, about: dict[str, Any], read: Callable[[Path], dict[str, Any]]) -> int:
    """The cards that can be put into decks, as `cards list` counts them."""
    unique = {kind.get("id") for kind in _rows(about, "kind") if kind.get("unique")}
    count = 0
    for file in sources.files("cards"):
        try:
            cards = _rows(read(file.path), "card")
        except CardwrightError:  # `cards lint` says what is wrong with it
            with contextlib.suppress(CardwrightError):
                count += len(_CARD.findall(read_bytes(file.path, CARD_FILE)))
            continue
        cards = [card for card in cards if not file.leaves_out(str(card.get("id")))]
        count += sum(card.get("kind") not in unique and _is_for_decks(card) for card in cards)
    return count


def _count_sound(slug: str) -> int:
    """The cards that can be put into decks, without those of the user's that are broken."""
    from cardwright.building.loading import load_catalogue

    catalogue = load_catalogue(slug)
    return sum(card.collectible and not catalogue.is_unique(card) for card in catalogue.cards)


def _is_for_decks(card: dict[str, Any]) -> bool:
    return card.get("collectible") is not False and not card.get("retired")


def _rows(document: dict[str, Any], name: str) -> list[dict[str, Any]]:
    rows = document.get(name, [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
