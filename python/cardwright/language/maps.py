"""Maps: boards of tiles with terrain and bases, and their checks.

A game whose `[[place]]`s include terrain has maps: rows of letters, and a base for every seat. A letter is
the first of a terrain's id, or one that the map itself defines for tiles of two terrains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import msgspec

from cardwright.basics.documents import Document, about, convert_some, key_faults
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import CardwrightError
from cardwright.language.vocabulary import Vocabulary

MOST_TILES = 128
"""How many tiles the kernel has room for."""

FEWEST_BASES, MOST_BASES = 2, 4

_BASE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")

Tile = tuple[int, int]
"""Row and column, from 0."""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of a map's file."""

    name: Annotated[str, about("The name that players read.")]
    bases: Annotated[
        list[str], about("The tiles of the bases as `row,column` from 0, in the order of seats: 2 to 4.")
    ]
    tiles: Annotated[
        list[str], about("The rows, each a letter per tile with spaces between; at most 128 tiles.")
    ]
    terrain: Annotated[
        dict[str, list[str]], about("Letters of this map only, for tiles of two terrains.")
    ] = {}
    ships: Annotated[bool, about("Bases need not be connected over land: the way is by water.")] = False


def has_maps(vocabulary: Vocabulary) -> bool:
    """Whether the boards of a game are maps."""
    return any(place.terrain for place in vocabulary.places)


def map_faults(document: Document, vocabulary: Vocabulary) -> list[CardwrightError]:
    """All faults that keep a map from being played on, each with its place."""
    known = [field.encode_name for field in msgspec.structs.fields(MapFile)]
    faults = list(key_faults(document, document.data, known))
    data = {key: value for key, value in document.data.items() if key in known}
    empty = {"name": "", "bases": [], "tiles": []}
    file, mistyped = convert_some(document, data, MapFile, "", 0, empty)
    faults += mistyped
    terrains = _terrains(document, file, vocabulary, faults)
    rows = [row.split() for row in file.tiles]
    if not any(rows):
        hint = 'write rows like "g g d w"'
        missing = document.error("the map has no tiles", key="tiles", suggestion=hint)
        return faults or [missing]
    faults += _tile_faults(document, rows, terrains)
    wet = {place.id for place in vocabulary.places if place.water}
    land = {
        (number, column)
        for number, row in enumerate(rows)
        for column, letter in enumerate(row)
        if not terrains.get(letter) or set(terrains[letter]) - wet
    }
    if data.get("bases") == file.bases and rows[0]:  # else nobody knows how wide the map is
        bases = _bases(document, file, rows, land, faults)
        if not file.ships and not faults:  # other faults may hide a way
            faults += _way_faults(document, bases, land)
    return faults


def _tile_faults(
    document: Document, rows: list[list[str]], terrains: dict[str, list[str]]
) -> Iterator[CardwrightError]:
    """Rows that are too short or too long, letters that mean nothing, and a map that is too large."""
    strange: set[str] = set()
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            reason = f"row {number} has {len(row)} tiles, row 0 has {len(rows[0])}"
            yield row_error(document, "tiles", number, reason, "every row has the same number")
        for column, letter in enumerate(row):
            if letter not in terrains and letter not in strange:
                strange.add(letter)
                known = ", ".join(
                    f"{one} ({' and '.join(words)})" for one, words in terrains.items() if words
                )
                reason = f'unknown terrain "{letter}" at {number},{column}'
                yield row_error(document, "tiles", number, reason, f"the letters are {known}")
    size = len(rows) * len(rows[0])
    if size > MOST_TILES:
        reason = f"the map has {size} tiles, there is room for {MOST_TILES}"
        yield document.error(reason, key="tiles", suggestion="leave rows or columns out")


def _terrains(
    document: Document, file: MapFile, vocabulary: Vocabulary, faults: list[CardwrightError]
) -> dict[str, list[str]]:
    """The terrains of each letter of a map; none for a faulty letter."""
    found = {place.id[0]: [place.id] for place in vocabulary.places if place.terrain}
    known = [place.id for place in vocabulary.places if place.terrain]
    wrong: set[str] = set()

    def report(letter: str, reason: str, hint: str) -> None:
        wrong.add(letter)
        faults.append(document.error(reason, "terrain", 0, letter, hint))

    for letter, names in file.terrain.items():
        if len(letter) != 1 or not letter.isalpha():
            report(letter, f'"{letter}" is not a letter', 'write one like a = ["..."]')
        elif letter in found:
            reason = f'the letter "{letter}" means {found[letter][0]} on every map'
            report(letter, reason, "take another letter")
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or f"write two of {', '.join(known)}"
                report(letter, f'unknown terrain "{name}"', hint)
        if not 1 <= len(set(names)) == len(names) <= 2:
            reason = f'"{letter}" has {len(names)} terrains'
            report(letter, reason, "a tile carries one or two different ones")
    own = {letter: [] if letter in wrong else names for letter, names in file.terrain.items()}
    return found | {letter: names for letter, names in own.items() if letter not in found}


def row_error(document: Document, key: str, number: int, reason: str, suggestion: str) -> CardwrightError:
    """An error at a row of a drawing; each row usually has its own line."""
    error = document.error(reason, key=key, suggestion=suggestion)
    lines = [at for at, line in enumerate(document.lines, start=1) if re.match(r"\s*[\"']", line)]
    below = [at for at in lines if error.line is not None and at > error.line]
    if number < len(below) and len(below) >= len(document.data[key]):
        error.line, error.column = below[number], 1
    return error


def _bases(
    document: Document,
    file: MapFile,
    rows: list[list[str]],
    land: set[Tile],
    faults: list[CardwrightError],
) -> list[Tile]:
    """The tiles of the bases that can be read; faults are added to the list."""
    seen: list[Tile] = []

    def report(reason: str, hint: str) -> None:
        faults.append(document.error(reason, key="bases", suggestion=hint))

    for written in file.bases:
        found = _BASE.fullmatch(written.replace(" ", ""))
        if not found:
            report(f'"{written}" is not a tile', 'write row and column from 0, like "2,5"')
            continue
        base = int(found[1]), int(found[2])
        if base[0] >= len(rows) or base[1] >= len(rows[0]):
            last = f"the last tile is {len(rows) - 1},{len(rows[0]) - 1}"
            report(f"the base {written} is outside the map", last)
        elif base not in land and base[1] < len(rows[base[0]]):
            report(f"the base {written} is on water", "give it a tile of land")
        elif base in seen:
            report(f"two bases are on {written}", "give each seat a tile of its own")
        seen.append(base)
    if not FEWEST_BASES <= len(file.bases) <= MOST_BASES:
        count = f"{len(file.bases)} base{'s' * (len(file.bases) != 1)}"
        hint = f"a map has {FEWEST_BASES} to {MOST_BASES}, one for each seat"
        report(f"the map has {count}", hint)
    return seen


def _way_faults(document: Document, bases: list[Tile], land: set[Tile]) -> Iterator[CardwrightError]:
    """Errors for bases that no way over land connects with the first."""
    reached, waiting = {bases[0]}, [bases[0]]
    while waiting:
        row, column = waiting.pop()
        around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        new = around & land - reached
        reached |= new
        waiting += new
    for base in bases:
        if base not in reached:
            reason = f"no way over land leads from the base {_shown(bases[0])} to the base {_shown(base)}"
            hint = "make one, or say ships = true if the way is by water"
            yield document.error(reason, key="bases", suggestion=hint)


def _shown(tile: Tile) -> str:
    return f"{tile[0]},{tile[1]}"
