"""The catalogue of a game: loaded in milliseconds, rebuilt when the game's files have changed."""

from __future__ import annotations

import contextlib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from shlex import quote

import msgspec

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import CATALOGUE
from cardwright.basics.paths import (
    cache_folder,
    catalogues_folder,
    command_name,
    named_folders,
    shown_name,
    write_whole,
)
from cardwright.basics.warned import MOST_TOLD, tell_once
from cardwright.building.hashing import source_hash
from cardwright.catalogue import FORMAT, BrokenDef, Catalogue, decode
from cardwright.catalogue.operations import operations
from cardwright.errors import CardwrightError
from cardwright.sources import LANGUAGE, Sources
from cardwright.sources.finding import sources_of


def cached_catalogue(sources: Sources, source: str) -> Path:
    """The file of the user's cache for a game and the hash of its sources."""
    return cache_folder() / "catalogues" / f"{sources.slug}-{source[:16]}.json"


def _with_places(sources: Sources, source: str) -> str:
    """A hash of sources and their folders: broken things are told with paths relative to this folder."""
    places = [Path.cwd(), *(folder.resolve() for folder, _ in sources.layers())]
    return sha256("\0".join([source, *map(str, places)]).encode()).hexdigest()


def load_catalogue(slug: str, *, packs: bool = True, decks: bool = True) -> Catalogue:
    """The catalogue of a game: the shipped one if current, else one of the user's cache, else a new one.

    Without `packs` it has nothing that the user added, without `decks` no ready decks. The user's own
    broken cards, decks and boards are set aside, with a warning.
    """
    sources = sources_of(slug)
    sources = sources if packs else sources.without_packs()
    sources = sources if decks else sources.without_decks()
    source = source_hash(sources)
    cached = cached_catalogue(sources, source)
    for path in (catalogues_folder() / f"{slug}.json", cached):
        if catalogue := _current(path, source):
            return catalogue
    placed = cached_catalogue(sources, _with_places(sources, source))
    if catalogue := _current(placed, source):
        return _warned(catalogue)
    from cardwright.building.aside import build_sound  # only here: it needs the parser
    from cardwright.building.catalogue import build_catalogue

    try:
        raw = build_catalogue(sources)
    except CardwrightError:
        raw = build_sound(sources)
        cached = placed
    with contextlib.suppress(CardwrightError):  # a cache that cannot be written only costs time
        write_whole(cached, raw)
    return _warned(decode(raw))


def _warned(catalogue: Catalogue) -> Catalogue:
    """Warn once of everything that was set aside."""
    for text, fault in aside_texts(catalogue):
        tell_once(text, fault)
    return catalogue


def aside_texts(catalogue: Catalogue) -> list[tuple[str, str]]:
    """For each fault, a sentence about what was set aside, and the words of an error about it.

    Cards with the same fault, such as those of one unreadable file, share a sentence.
    """
    by_fault: dict[str, list[BrokenDef]] = {}
    for one in catalogue.aside.things:
        by_fault.setdefault(one.told, []).append(one)
    shared = list(by_fault.values())
    shown = shared if len(shared) <= MOST_TOLD else shared[: MOST_TOLD - 1]
    found = [
        (things[0].with_reason(f"{_named(things)}: {things[0].reason}"), things[0].told) for things in shown
    ]
    if rest := [one for things in shared[len(shown) :] for one in things]:
        counts = Counter(one.what for one in rest)
        listed = [f"{count} more {what}{'s' * (count != 1)}" for what, count in counts.items()]
        more = " and ".join([*filter(None, [", ".join(listed[:-1])]), listed[-1]])
        found.append((f"{more} {'is' if len(rest) == 1 else 'are'} set aside; {lint_advice(catalogue)}", ""))
    return found


def _named(things: list[BrokenDef]) -> str:
    """A sentence: these things are set aside."""
    what = things[0].what
    names = [f'"{one.id or one.name}"' for one in things if one.id or one.name]
    if not names:
        return f"its {what}s are set aside"
    if len(names) == 1:
        return f"{what} {names[0]} is set aside"
    more = f" and {len(names) - 2} more" if len(names) > 3 else ""
    listed = f"{', '.join(names[:2])}{more}" if more else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{what}s {listed} are set aside"


def lint_advice(catalogue: Catalogue) -> str:
    """The command that shows all faults."""
    folders = "".join(f" --with {quote(shown_name(path))}" for path in named_folders())
    return f"all that is wrong: {command_name()} cards lint {catalogue.game.slug}{folders}"


def _read(path: Path) -> Catalogue | None:
    try:
        return decode(read_bytes(path, CATALOGUE))
    except (CardwrightError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _current(path: Path, source: str) -> Catalogue | None:
    """The catalogue in a file, if it is made of these sources and for this kernel."""
    catalogue = _read(path)
    is_right = catalogue and catalogue.source == source and _is_current(catalogue)
    return catalogue if is_right else None


def _is_current(catalogue: Catalogue) -> bool:
    if (catalogue.format, catalogue.language) != (FORMAT, LANGUAGE):
        return False
    try:
        return bool(operations()["hash"] == catalogue.operations)
    except CardwrightError:
        return True  # without the kernel there is nothing to compare with
