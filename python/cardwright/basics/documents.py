"""A TOML file that knows where its keys and the characters of its strings stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cardwright.basics.limits import Limit
from cardwright.basics.suggestions import did_you_mean
from cardwright.basics.toml import parse_toml, read_text
from cardwright.errors import CardwrightError

T = TypeVar("T")

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\"-]+)\s*\]\]?")
_KEY = re.compile(r"^\s*(?:\"([^\"]+)\"|'([^']+)'|([A-Za-z0-9_-]+))\s*=")
_PATH = re.compile(r" - at `\$([^`]*)`$")
_TYPE = re.compile(r"`(\w+)(?: \| null)?`")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
}
"""What a reader would call the types of TOML."""
KEYS_MEANT = {
    word: key
    for key, words in {
        "attack": ("atk", "damage", "dmg", "might", "power", "strength"),
        "cards": ("card", "deck", "list", "main"),
        "cost": ("mana", "manacost", "mana_cost", "price"),
        "elements": ("color", "colour", "element", "faction"),
        "flavour": ("flavor", "flavor_text", "lore", "quote"),
        "health": ("armor", "armour", "defence", "defense", "hitpoints", "hp", "life", "toughness"),
        "id": ("key", "slug"),
        "kind": ("card_type", "cardtype", "class", "type"),
        "name": ("title",),
        "needs": ("requirement", "requirements", "requires"),
        "rules": ("base", "extends", "variant_of"),
        "tags": ("subtype", "tag", "tribe"),
        "text": ("abilities", "ability", "description", "effect", "effects", "rules_text"),
    }.items()
    for word in words
}
"""Words that other games' files use for a key, each with our name for it."""
_SIMPLE_ESCAPES = {"b", "t", "n", "f", "r", '"', "\\"}


def type_of(value: object) -> str:
    """What a reader would call a value of TOML.

    >>> type_of("3"), type_of([3])
    ('a text', 'a list')
    """
    names = {"dict": "object", "list": "array"}
    return _TYPES.get(names.get(type(value).__name__, type(value).__name__), "something else")


def about(sentence: str) -> msgspec.Meta:
    """The meaning of a file's key, for the reference page: `cost: Annotated[int, about("...")]`."""
    return msgspec.Meta(description=sentence)


@dataclass(frozen=True)
class Place:
    """A line and a column of a file, both counted from 1."""

    line: int
    column: int


class Document:
    """The data of a TOML file and the places of its tables and keys."""

    def __init__(self, path: Path, name: str | None = None, limit: Limit | None = None) -> None:
        self.path = path
        self.name = name or str(path)
        try:
            text = read_text(path, limit)
            self.data: dict[str, Any] = parse_toml(text, path)
        except CardwrightError as error:
            error.file = self.name
            raise
        self.text = text.replace("\r\n", "\n")
        self.lines = self.text.split("\n")

    @property
    def _places(self) -> dict[tuple[str, int], Place]:
        return self._found[0]

    @property
    def _keys(self) -> dict[tuple[str, int, str], Place]:
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[dict[tuple[str, int], Place], dict[tuple[str, int, str], Place]]:
        """The places of tables and of keys; most files have no fault, and nobody asks."""
        places: dict[tuple[str, int], Place] = {}
        keys: dict[tuple[str, int, str], Place] = {}
        table, index = "", 0
        counts: dict[str, int] = {}
        fence = ""  # the closing quotes of the string over several lines that we are in
        for number, line in enumerate(self.lines, start=1):
            if fence:
                if fence in line:
                    fence = ""
                continue
            if header := _HEADER.match(line):
                table = header[2]
                index = counts.get(table, 0) if header[1] == "[[" else 0
                counts[table] = index + 1
                places[table, index] = Place(number, line.index("[") + 1)
            elif key := _KEY.match(line):
                word = key[1] or key[2] or key[3]
                keys.setdefault((table, index, word), Place(number, line.index(word) + 1))
                value = line[key.end() :].strip()
                for quotes in ('"""', "'''"):
                    if value.startswith(quotes) and quotes not in value[3:]:
                        fence = quotes
        return places, keys

    def has_key(self, table: str, index: int, key: str) -> bool:
        """Whether a key stands on a line of its own."""
        return (table, index, key) in self._keys

    def place(self, table: str = "", index: int = 0, key: str = "") -> Place:
        """Where a key stands, or the table that should hold it, or the top of the file."""
        found = self._keys.get((table, index, key)) if key else None
        header = self._places.get((f"{table}.{key}" if table else key, 0)) if key else None
        inline = self._keys.get(("", 0, table))  # a table written in one line
        return found or header or self._places.get((table, index)) or inline or Place(1, 1)

    def character(self, table: str, index: int, key: str, offset: int) -> Place:
        """Where one character of a key's string stands, escapes and line breaks counted as written."""
        start = self.place(table, index, key)
        line, raw = start.line, self.lines[start.line - 1]
        at = raw.find("=", start.column - 1) + 1
        while at < len(raw) and raw[at] in " \t":
            at += 1
        quote = raw[at : at + 1]
        if quote not in ('"', "'"):
            return start
        is_long = raw[at : at + 3] == quote * 3
        at += 3 if is_long else 1
        if is_long and at >= len(raw):  # the line break after the opening quotes is no part of the string
            line, at = line + 1, 0
            raw = self.lines[line - 1] if line <= len(self.lines) else ""
        for _ in range(offset):
            if at >= len(raw):
                if not is_long or line >= len(self.lines):
                    break
                line, at, raw = line + 1, 0, self.lines[line]
            elif raw[at] == "\\" and quote == '"':
                at += (
                    2 if raw[at + 1 : at + 2] in _SIMPLE_ESCAPES else 10 if raw[at + 1 : at + 2] == "U" else 6
                )
            else:
                at += 1
        return Place(line, at + 1)

    def error(
        self, reason: str, table: str = "", index: int = 0, key: str = "", suggestion: str | None = None
    ) -> CardwrightError:
        """An error at a key of this file."""
        place = self.place(table, index, key)
        return CardwrightError(
            reason, file=self.name, line=place.line, column=place.column, suggestion=suggestion
        )


def check_keys(
    document: Document,
    data: Any,
    known: Collection[str],
    table: str = "",
    index: int = 0,
    more: Collection[str] = (),
) -> None:
    """Refuse an unknown key of a table; `more` are further keys to suggest."""
    for error in key_faults(document, data, known, table, index, more):
        raise error


def key_faults(
    document: Document,
    data: Any,
    known: Collection[str],
    table: str = "",
    index: int = 0,
    more: Collection[str] = (),
) -> Iterator[CardwrightError]:
    """An error for every unknown key of a table."""
    for key in data if isinstance(data, dict) else ():
        if key not in known:
            meant = KEYS_MEANT.get(key.lower())
            hint = did_you_mean(key, [*known, *more])
            hint = f'here it is called "{meant}"' if not hint and meant in known else hint
            yield document.error(f'unknown key "{key}"', table, index, key, hint)


@cache
def keys_of(shape: type) -> tuple[str, ...]:
    """The keys of a struct, as files write them."""
    return tuple(field.encode_name for field in msgspec.structs.fields(shape))


def convert(
    document: Document,
    data: Any,
    shape: type[T],
    table: str = "",
    index: int = 0,
    more: Collection[str] = (),
) -> T:
    """A table of the document as a struct; an unknown, missing or mistyped key is an error with its place.

    `more` names keys that were read already, so that a misspelling of one gets a suggestion.
    """
    known = keys_of(shape)  # type: ignore[arg-type]
    check_keys(document, data, known, table, index, more)
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise _mistyped(document, data, shape, table, index, str(error))[1] from None


def convert_some(
    document: Document,
    data: dict[str, Any],
    shape: type[T],
    table: str,
    index: int,
    stand_ins: Mapping[str, Any],
) -> tuple[T, list[CardwrightError]]:
    """A table of known keys as a struct without its mistyped keys, and an error for each of these.

    A required key that is missing or mistyped gets its value from `stand_ins`.
    """
    faults: list[CardwrightError] = []
    left = dict(data)
    while True:
        try:
            return msgspec.convert(left, shape), faults
        except msgspec.ValidationError as error:
            key, fault = _mistyped(document, left, shape, table, index, str(error))
            faults.append(fault)
            if key in left:
                del left[key]
                left |= {key: stand_ins[key]} if key in stand_ins else {}
            else:
                missing = re.search(r"missing required field `(\w+)`", str(error))
                assert missing is not None
                left[missing[1]] = stand_ins[missing[1]]


def _mistyped(
    document: Document, data: Any, shape: type, table: str, index: int, text: str
) -> tuple[str, CardwrightError]:
    """The key that msgspec refuses (empty if a key is missing), and the error in words."""
    path = _PATH.search(text)
    key = path[1].lstrip(".").split(".")[0].split("[")[0] if path else ""
    reason = _PATH.sub("", text).replace("Object missing required field", "missing key")
    reason = reason.replace("Object contains unknown field", "unknown key")
    reason = _TYPE.sub(lambda named: _TYPES.get(named[1], named[0]), reason).replace("`", '"')
    reason = reason[0].lower() + reason[1:]
    inner = _wrong_entry(data[key], shape, key) if path and path[1].endswith("[...]") else None
    value = data.get(key) if inner is None and isinstance(data, dict) else None
    value = data[key].get(inner) if inner is not None else value
    if isinstance(value, float):
        reason = reason.replace("got a number", f"got {value}")
    hint = _meant(inner or key, value) if reason.startswith("expected a whole number") else None
    if inner is None:
        where = f'"{key}": ' if key else ""
        return key, document.error(where + reason, table, index, key, hint)
    below = f"{table}.{key}" if table else key
    at = (below, 0, inner) if document.has_key(below, 0, inner) else (table, index, key)
    return key, document.error(f'"{inner}": {reason}', at[0], at[1], at[2], hint)


def _meant(key: str, value: Any) -> str | None:
    """A suggestion to write the whole number that the value looks like."""
    if isinstance(value, dict) and len(value) == 1:
        [value] = value.values()
    number = str(value) if isinstance(value, str | int) else ""
    return f"write {key} = {number}" if number.isdigit() else None


def _wrong_entry(entries: Any, shape: type, key: str) -> str | None:
    """The first key of a table whose value does not have the type that the shape asks for."""
    [wanted] = [field.type for field in msgspec.structs.fields(shape) if field.encode_name == key]
    for name, value in entries.items() if isinstance(entries, dict) else ():
        try:
            msgspec.convert({name: value}, wanted)
        except msgspec.ValidationError:
            return str(name)
    return None
