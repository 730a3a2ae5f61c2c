"""Reads TOML files and says where one is broken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from cardwright.basics import limits
from cardwright.basics.files import read_bytes
from cardwright.basics.limits import Limit
from cardwright.errors import CardwrightError

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_STRING = "|".join(  # an unclosed string reaches as far as it can, so that no character is scanned twice
    (
        r'"""(?:\\.|[^\\])*?(?:"""|\Z)',
        r"\'\'\'.*?(?:\'\'\'|\Z)",
        r'"(?:\\[^\n]|[^"\\\n])*(?:"|(?=\n)|\Z)',
        r"'[^'\n]*(?:'|(?=\n)|\Z)",
    )
)
_PART = rf"(?:{_STRING}|[\w-]+)"
_MARKS = re.compile(rf"#[^\n]*|(?P<key>{_PART}(?:[ \t]*\.[ \t]*{_PART})*)|(?P<bracket>[\[\]{{}}])", re.DOTALL)
"""Finds the keys and brackets of a document, which tell its depth; those in strings and comments do not."""
_PARTS = re.compile(_PART, re.DOTALL)
_DIGITS = re.compile(r"[0-9_]{4000,}")


def read_toml(path: Path, limit: Limit | None = None) -> dict[str, Any]:
    """The document in a file; `CardwrightError` if the file is missing, unreadable or broken."""
    return parse_toml(read_text(path, limit), path)


def parse_toml(text: str, path: Path | str) -> dict[str, Any]:
    """The document in a text; `path` is the file that the text comes from."""
    _check_depth(text, path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (text.count("\n") + 1, None)
        reason = _PLACE.sub("", str(error))
        raise CardwrightError(f"broken TOML: {reason}", file=path, line=line, column=column) from None
    except ValueError:  # more digits than Python turns into a number
        number = _DIGITS.search(text)
        at = None if number is None else text.count("\n", 0, number.start()) + 1
        raise CardwrightError("broken TOML: a number has too many digits", file=path, line=at) from None


def _check_depth(text: str, path: Path | str) -> None:
    """Refuse a document nested so deeply that reading it would take for ever or exhaust the memory."""
    depth = 0
    for found in _MARKS.finditer(text):
        if found["bracket"]:
            depth = depth + 1 if found[0] in "[{" else max(depth - 1, 0)
            limit, count = limits.NESTING, depth
        elif found["key"] and found[0].count(".") >= limits.KEY_PARTS.most:
            limit, count = limits.KEY_PARTS, len(_PARTS.findall(found[0]))
        else:
            continue
        if count > limit.most:
            line = text.count("\n", 0, found.start()) + 1
            raise CardwrightError(limit.refusal(limit.most, is_more=True), file=path, line=line)


def read_text(path: Path, limit: Limit | None = None, *, is_named: bool = False) -> str:
    """The text of a file in UTF-8, without the byte order mark that some editors begin it with."""
    return decode_text(read_bytes(path, limit or limits.of_file(path), is_named=is_named), path)


def decode_text(raw: bytes, file: Path | str) -> str:
    """The bytes of a file as text."""
    try:
        return raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CardwrightError(
            f"not UTF-8: byte 0x{raw[error.start]:02x}",
            file=file,
            line=line,
            suggestion="save the file as UTF-8",
        ) from None
