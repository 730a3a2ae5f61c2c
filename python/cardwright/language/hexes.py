"""Boards of hexagons: the shape of their files, and their checks."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Annotated

import msgspec

from cardwright.basics.documents import Document, about, convert_some, key_faults, keys_of
from cardwright.basics.suggestions import did_you_mean
from cardwright.catalogue.hexes import HOLE, Hexagon, connected, drawn
from cardwright.catalogue.patterns import letters_of
from cardwright.errors import CardwrightError
from cardwright.language.maps import row_error
from cardwright.language.vocabulary import Vocabulary

MOST_FIELDS = 128
MOST_ROWS = 16
"""How many fields, and how many rows and slanting columns of them, the kernel has room for."""

PLAYERS = ("2", "3", "4")
"""How many players may sit around a board."""


class HexFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of the file of a board of hexagons."""

    name: Annotated[str, about("The name that players read.")]
    fields: Annotated[
        list[str],
        about(
            "The rows as they lie: a letter for each field with a space between, and every row one letter "
            "further to the left or right than the row above it; `-` is a hole. At most 128 fields, "
            "16 rows and 16 slanting columns."
        ),
    ]
    starts: Annotated[
        dict[str, list[str]],
        about(
            "By number of players (`2`, `3`, `4`): the fields of the heroes in the order of seats, each as "
            "the letter of its row from the top and its number in the row, holes counted: `a1`."
        ),
    ]
    sides: Annotated[
        list[str],
        about("For a board of teams: the team of each seat. Exactly so many can play there."),
    ] = []


def hex_faults(document: Document, vocabulary: Vocabulary) -> list[CardwrightError]:
    """All faults that keep a board of hexagons from being played on, each with its place."""
    known = keys_of(HexFile)
    faults = list(key_faults(document, document.data, known))
    data = {key: value for key, value in document.data.items() if key in known}
    file, mistyped = convert_some(document, data, HexFile, "", 0, {"name": "", "fields": [], "starts": {}})
    faults += mistyped
    letters = {letter: land for land, letter in letters_of(vocabulary.lands).items()}
    if "".join(file.fields).strip():
        shape = [*_row_faults(document, file.fields, letters)]
        faults += shape or _size_faults(document, file.fields)
    elif not faults:
        hint = 'write rows like " . ." and ". . ."'
        return [document.error("the board has no fields", key="fields", suggestion=hint)]
    else:
        return faults
    if data.get("starts") == file.starts:
        faults += _player_faults(document, file)
        if not shape:
            faults += _start_faults(document, file, is_sound=not faults)
    return faults


def _row_faults(document: Document, rows: list[str], letters: dict[str, str]) -> Iterator[CardwrightError]:
    """Letters that mean nothing, and rows whose fields do not lie as those of hexagons do."""
    strange: set[str] = set()
    above: int | None = None
    for number, row in enumerate(rows):
        name = ascii_lowercase[number % 26]
        if not row.strip():
            hint = f"leave it out, or draw holes: {HOLE}"
            yield row_error(document, "fields", number, f"row {name} has no fields", hint)
            above = None
            continue
        first = len(row) - len(row.lstrip(" "))
        if "" in row.strip(" ").split(" "):
            hint = f"leave one space between two fields; a hole is {HOLE}"
            yield row_error(document, "fields", number, f"row {name} has a gap", hint)
        elif any(len(word) > 1 for word in row.split(" ")):
            reason = f"row {name} has fields without a space between them"
            yield row_error(document, "fields", number, reason, "write it like . . .")
        elif above is not None and (first - above) % 2 == 0:
            reason = f"row {name} is not shifted against row {ascii_lowercase[(number - 1) % 26]}"
            hint = "begin it a letter further to the left or right"
            yield row_error(document, "fields", number, reason, hint)
        above = first
        for place, letter in enumerate(row.replace(" ", ""), start=1):
            if letter not in letters and letter != HOLE and letter not in strange:
                strange.add(letter)
                listed = ", ".join(f"{one} ({land})" for one, land in letters.items())
                reason = f'unknown land "{letter}" at {name}{place}'
                hint = f"the letters are {listed}, {HOLE} (a hole)"
                yield row_error(document, "fields", number, reason, hint)


def _size_faults(document: Document, rows: list[str]) -> Iterator[CardwrightError]:
    """A board that is too large, or has nothing but holes."""
    found = drawn(rows)
    fields = sum(one.letter != HOLE for one in found)
    columns = max(one.q for one in found) + 1
    hint = "make it smaller"
    for count, most, what in (
        (fields, MOST_FIELDS, "fields"),
        (len(rows), MOST_ROWS, "rows"),
        (columns, MOST_ROWS, "slanting columns"),
    ):
        if count > most:
            reason = f"the board has {count} {what}, there is room for {most}"
            yield document.error(reason, key="fields", suggestion=hint)
    if not fields:
        yield document.error("the board has nothing but holes", key="fields")


def _player_faults(document: Document, file: HexFile) -> Iterator[CardwrightError]:
    """Numbers of players that there cannot be, and teams that do not fit them."""
    if not file.starts:
        hint = 'write [starts] and below it 2 = ["i3", "a3"]'
        yield document.error("the board has no starts", key="starts", suggestion=hint)
    for players in file.starts:
        if players not in PLAYERS:
            reason = f'"{players}" is not a number of players'
            yield document.error(reason, "starts", 0, players, f"write {', '.join(PLAYERS)}")
    seated = str(len(file.sides))
    if not file.sides:
        return
    if seated not in PLAYERS:
        count = f"{seated} seat{'s' * (seated != '1')}"
        hint = f"write one for each of {', '.join(PLAYERS)}"
        yield document.error(f"the sides have {count}", key="sides", suggestion=hint)
    elif len(set(file.sides)) == 1:
        hint = 'write at least two, like ["a", "b", "a", "b"]'
        yield document.error("all seats play on one side", key="sides", suggestion=hint)
    elif file.starts and [*file.starts] != [seated]:
        reason = f"the sides are for {seated} players, the starts for {', '.join(file.starts)}"
        yield document.error(reason, key="sides", suggestion=f"write starts for {seated} only")


def _start_faults(document: Document, file: HexFile, *, is_sound: bool) -> Iterator[CardwrightError]:
    """Starts that are no fields of the board, on which two heroes would stand, or that no way connects."""
    places = {one.name: one for one in drawn(file.fields)}
    fields = [one for one in places.values() if one.letter != HOLE]
    for players, starts in file.starts.items():

        def fault(reason: str, hint: str | None, key: str = players) -> CardwrightError:
            return document.error(f"{key} players: {reason}", "starts", 0, key, hint)

        if players in PLAYERS and len(starts) != int(players):
            count = f"{len(starts)} start{'s' * (len(starts) != 1)}"
            yield fault(f"there are {count}", "name one field for each of them")
        seen: list[Hexagon] = []
        for name in starts:
            place = places.get(name)
            if place is None:
                near = did_you_mean(name, places) if name.lower() != name else None
                last = f"the fields are {fields[0].name} to {fields[-1].name}" if fields else None
                yield fault(f'the board has no field "{name}"', near or last)
            elif place.letter == HOLE:
                yield fault(f"the start {name} is a hole", "take a field beside it")
            elif place in seen:
                yield fault(f"two heroes start on {name}", "give each a field of its own")
            else:
                seen.append(place)
        reached = connected(seen[0], fields) if seen and is_sound else {one.name for one in seen}
        for place in seen:
            if place.name not in reached:
                reason = f"no way leads from {seen[0].name} to {place.name}"
                yield fault(reason, "fill a hole between them")
