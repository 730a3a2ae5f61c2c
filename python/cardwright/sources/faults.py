"""Faulty folders and files of the user's: games go on without them, and a warning says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import NamedTuple

from cardwright.basics import limits
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.basics.warned import MOST_TOLD, tell_once
from cardwright.errors import CardwrightError
from cardwright.sources import FOLDERS, MISSING, OWN_FILES, PARTS, SHELVED, unreadable

MISNAMED = (".txt", ".tml", ".tom", ".json", ".yaml", ".yml")
"""Endings of files that were probably meant to be TOML; notes and pictures beside the cards are no fault."""


class FaultyFolder(NamedTuple):
    """A faulty folder or file of the user's; games go on without it."""

    path: Path
    what: str
    """The words for it in messages, such as "the pack"."""
    fault: CardwrightError
    meant: str = ""
    """The slug of the game that it was probably meant for; empty if unknown."""

    def tell(self) -> None:
        """Warn of it, once."""
        said = copy(self.fault)
        said.reason = f"{self.what} is set aside: {said.reason}"
        tell_once(str(said), str(self.fault))


def tell_of(aside: list[FaultyFolder]) -> None:
    """Warn once of each faulty folder."""
    faults = {str(one.fault): one for one in reversed(aside)}
    told = list(reversed(faults.values()))
    shown = told if len(told) <= MOST_TOLD else told[: MOST_TOLD - 1]
    for one in shown:
        one.tell()
    if more := len(told) - len(shown):
        tell_once(f"{more} more of your folders are set aside", "")


def unread(folder: Path) -> Iterator[FaultyFolder]:
    """The files and folders that are never read because of a wrong name or place."""
    for path, reason, hint in _misplaced(folder):
        fault = CardwrightError(reason, file=shown_name(path), suggestion=hint)
        yield FaultyFolder(path, "it", fault, folder.name)


def _misplaced(folder: Path) -> Iterator[tuple[Path, str, str]]:
    for path in sorted(folder.iterdir()):
        if os.path.isdir(path) and path.name not in FOLDERS and (hint := did_you_mean(path.name, FOLDERS)):
            yield path, "nothing is read from a folder of this name", hint
        elif path.suffix == ".toml" and path.name not in OWN_FILES:
            places = f"put it into one of the folders {', '.join(PARTS[:-1])} or {PARTS[-1]}"
            hint = did_you_mean(path.name, OWN_FILES) or places
            yield path, "nothing reads a file of this name here", hint
    for part in PARTS:
        shelved = folder.glob(f"{part}/*/*") if part == SHELVED else ()
        for path in sorted((*folder.glob(f"{part}/*"), *shelved)):
            if path.suffix.lower() in MISNAMED and os.path.isfile(path):
                is_text = part == SHELVED and path.suffix == ".txt" and not path.stem.endswith(".toml")
                made = f"cardwright decks import {folder.name} FILE --to FILE.toml makes one from a text"
                yield path, f"{part} are TOML files", made if is_text else "call it .toml"


def closed(folder: Path) -> list[FaultyFolder]:
    """The folders below a folder of the user's that cannot be read."""
    faults: list[OSError] = []
    for part in FOLDERS:
        seen = 0
        for _, _, files in os.walk(folder / part, onerror=faults.append):
            seen += len(files)
            if seen > limits.FOLDER.most:
                break  # so many files are refused anyway
    found = {Path(error.filename): error for error in faults if not isinstance(error, MISSING)}
    return [closed_folder(path, unreadable(error), folder.name) for path, error in found.items()]


def closed_folder(folder: Path, reason: str, meant: str = "") -> FaultyFolder:
    """The fault of a folder that cannot be opened."""
    fault = CardwrightError(reason, file=shown_name(folder))
    return FaultyFolder(folder, "this folder", fault, meant or folder.name)
