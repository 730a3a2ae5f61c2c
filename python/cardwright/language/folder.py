"""The files of a game folder: which they are, what they hash to, how messages name them."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from cardwright.errors import CardwrightError
from cardwright.files import read_bytes
from cardwright.limits import of_file
from cardwright.sources import Sources
from cardwright.sources import of as sources_of

LANGUAGE_SOURCES = Path(__file__).parent
"""Where the sources of the language lie."""


def source_hash(folder: Path | Sources) -> str:
    """SHA-256 over a game's files and the sources of the language, which make the catalogue together."""
    layers = [files_hash(at, files) for at, files in sources_of(folder).layers()]
    return hashlib.sha256("".join([language_hash(), *layers]).encode()).hexdigest()


@cache
def language_hash(sources: Path = LANGUAGE_SOURCES) -> str:
    """SHA-256 over the sources of the language, read once: another lowering is another catalogue."""
    found = sorted(sources.glob("**/*.py"), key=lambda path: path.relative_to(sources).as_posix())
    return files_hash(sources, found)


def files_hash(folder: Path, files: list[Path]) -> str:
    """SHA-256 over the names and bytes of files."""
    digest = hashlib.sha256()
    for path in files:
        try:
            data = read_bytes(path, of_file(path))
        except CardwrightError as error:  # what is wrong with it is said when it is wanted
            data = error.reason.encode()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def shown_name(path: Path) -> str:
    """The name of a file in messages: from the working folder on where it lies below it."""
    resolved, here = Path(os.path.realpath(path)), Path.cwd()  # `resolve` refuses a link to itself
    return str(resolved.relative_to(here) if resolved.is_relative_to(here) else resolved)
