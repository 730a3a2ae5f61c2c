"""One hash over all that makes a catalogue: the files of the game, the language and the builder."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import of_file
from cardwright.errors import CardwrightError
from cardwright.sources import Sources
from cardwright.sources import of as sources_of

_PACKAGE = Path(__file__).parents[1]
LANGUAGE_SOURCES = (_PACKAGE / "language", _PACKAGE / "building")
"""The folders of the language and of the builder."""


def source_hash(folder: Path | Sources) -> str:
    """SHA-256 over a game's files and the sources of the language, which make the catalogue together."""
    layers = [files_hash(at, files) for at, files in sources_of(folder).layers()]
    return hashlib.sha256("".join([language_hash(), *layers]).encode()).hexdigest()


@cache
def language_hash(sources: tuple[Path, ...] = LANGUAGE_SOURCES) -> str:
    """SHA-256 over the sources of the language, read once: another lowering makes another catalogue."""
    hashes = []
    for folder in sources:
        found = sorted(folder.glob("**/*.py"), key=lambda path: path.relative_to(folder).as_posix())
        hashes.append(files_hash(folder, found))
    return hashlib.sha256("".join(hashes).encode()).hexdigest()


def files_hash(folder: Path, files: list[Path]) -> str:
    """SHA-256 over the names and bytes of files."""
    digest = hashlib.sha256()
    for path in files:
        try:
            data = read_bytes(path, of_file(path))
        except CardwrightError as error:  # the fault is told when the file is needed
            data = error.reason.encode()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()
