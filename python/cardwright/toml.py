"""Reads TOML files and says where one is broken."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from cardwright.errors import CardwrightError

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a file; where it is missing, unreadable or broken, `CardwrightError` says so."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line, column = (int(place[1]), int(place[2])) if place and place[1] else (text.count("\n") + 1, None)
        reason = _PLACE.sub("", str(error))
        raise CardwrightError(f"broken TOML: {reason}", file=path, line=line, column=column) from None


def read_text(path: Path) -> str:
    """The text of a file in UTF-8, without the mark that some editors begin it with."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise CardwrightError(f"cannot be read: {error.strerror}", file=path) from None
    return decode_text(raw, path)


def decode_text(raw: bytes, file: Path | str) -> str:
    """The text of what was read from a file."""
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
