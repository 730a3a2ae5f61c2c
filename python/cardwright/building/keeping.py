"""Keeps what takes long to make in the user's cache: grammars, and the examples of phrases."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from pathlib import Path

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import CATALOGUE
from cardwright.basics.paths import cache_folder, write_whole
from cardwright.building.hashing import language_hash
from cardwright.errors import CardwrightError

MOST_KEPT = 60
"""How many files are kept; the oldest make room."""


def kept(name: str, key: bytes, make: Callable[[], bytes]) -> bytes:
    """What was kept under a name for a key and these sources of the language; else it is made and kept."""
    digest = hashlib.sha256(language_hash().encode() + b"\0" + key).hexdigest()
    folder = cache_folder() / "language"
    path = folder / f"{name}-{digest[:24]}.json"
    with contextlib.suppress(CardwrightError, OSError):
        if path.is_file():
            return read_bytes(path, CATALOGUE)
    raw = make()
    with contextlib.suppress(CardwrightError, OSError):  # a cache that cannot be written only costs time
        write_whole(path, raw)
        _make_room(folder)
    return raw


def _make_room(folder: Path) -> None:
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for path in files[:-MOST_KEPT]:
        path.unlink(missing_ok=True)
