"""Where a game comes from: its own folder, the game it is a variant of, and the packs that add to it.

`--with PATH` and `CARDWRIGHT_PATH` name folders of the user's. Such a folder holds folders named by slug: a
pack (`cards`, `decks`, `boards` and `scenarios` for an existing game) or a game of the user's (with a
`game.toml`). The folder of a pack or game may also be named directly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from cardwright.basics import limits, paths
from cardwright.basics.paths import shown_name
from cardwright.basics.toml import read_toml
from cardwright.errors import CardwrightError

LANGUAGE = 1
"""The version of the card language that games and packs are written in."""
GAME_FILE = "game.toml"
PACK_FILE = "pack.toml"
GENERATOR_FILE = "generator.toml"
PARTS = ("boards", "cards", "decks")
"""The folders whose files make up a catalogue."""
SHELVED = "decks"
"""The part whose subfolders are shelves."""
FOLDERS = (*PARTS, "scenarios", "weights")
"""The folders of a game or a pack."""
MISSING = (FileNotFoundError, NotADirectoryError)
"""Errors of a file or folder that does not exist, which is no fault."""
OWN_FILES = (GAME_FILE, PACK_FILE, "explained.toml", GENERATOR_FILE, "trees.toml")
"""The TOML files that lie beside those folders."""
PACK_KEYS = {
    "language": (
        "int",
        "The version of the card language that the cards are written in; another one is refused.",
    ),
    "name": ("str", "What the pack is called."),
    "speaks": ("list[str]", "Phrases that its cards use though the game lacks them, by name."),
}
"""The keys of a pack's file: type and meaning."""


class SourceFile(NamedTuple):
    """A file of a game, the patterns of names that a variant leaves out, and whether the base owns it."""

    path: Path
    name: str
    """What commands call its deck or board: for a deck on a shelf `SHELF/NAME`."""
    without: tuple[str, ...] = ()
    is_inherited: bool = False

    def leaves_out(self, name: str) -> bool:
        """Whether a card, deck or board of the file is left out."""
        return any(fnmatchcase(name, pattern) for pattern in self.without)


@dataclass(frozen=True)
class Sources:
    """All folders of one game."""

    folder: Path
    base: Sources | None = None
    """The game that this one is a variant of."""
    leave_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Patterns of the names that the variant leaves out of its base, by part."""
    packs: tuple[Path, ...] = ()
    has_decks: bool = True
    closed: frozenset[Path] = field(default=frozenset(), compare=False)
    """The user's folders that are set aside because they cannot be read."""

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.folder.name

    @property
    def rules(self) -> str:
        """The slug of the game whose rules it uses."""
        return self.base.rules if self.base else self.slug

    @property
    def depth(self) -> int:
        """How many bases lie above it: 0 for a game that is no variant."""
        return self.base.depth + 1 if self.base else 0

    def without_packs(self) -> Sources:
        """The game without any packs."""
        return replace(self, base=self.base and self.base.without_packs(), packs=())

    def without_decks(self) -> Sources:
        """The game without ready decks, so that a broken deck does not stop its own repair."""
        leave_out = {part: names for part, names in self.leave_out.items() if part != "decks"}
        base = self.base and self.base.without_decks()
        return replace(self, base=base, leave_out=leave_out, has_decks=False)

    def files(self, part: str) -> Iterator[SourceFile]:
        """The files of a part, in a fixed order: the base's, its own, the packs'."""
        if part not in self._parts:
            return
        if self.base:
            without = self.leave_out.get(part, ())
            for file in self.base.files(part):
                yield SourceFile(file.path, file.name, (*file.without, *without), True)
        for folder in (self.folder, *self.packs):
            for path in toml_files(folder / part, self.closed):
                below = path.relative_to(folder / part).with_suffix("")
                yield SourceFile(path, below.as_posix() if part == SHELVED else below.name)

    @property
    def _parts(self) -> tuple[str, ...]:
        return PARTS if self.has_decks else PARTS[:-1]

    def layers(self) -> Iterator[tuple[Path, list[Path]]]:
        """Every folder that the catalogue is made of, with its files."""
        if self.base:
            yield from self.base.layers()
        for folder in (self.folder, *self.packs):
            files = [folder / GAME_FILE] if folder == self.folder else []
            files += [file for file in (folder / PACK_FILE,) if folder in self.packs and file.is_file()]
            for part in self._parts:
                files += toml_files(folder / part, self.closed)
            yield folder, files

    def scenarios(self) -> list[Path]:
        """The scenario files of the game and of its packs; a base's scenarios are about the base only."""
        return [
            file
            for folder in (self.folder, *self.packs)
            for file in sorted((folder / "scenarios").glob("*.md"))
        ]

    def spoken(self) -> list[str]:
        """The phrases that packs switch on though the game lacks them."""
        found = self.base.spoken() if self.base else []
        for file in (folder / PACK_FILE for folder in self.packs):
            found += read_file(file).get("speaks", []) if file.is_file() else []
        return found

    def data(self) -> dict[str, Any]:
        """The data of `game.toml`, merged over that of the base."""
        own = read_file(self.folder / GAME_FILE)
        if not self.base:
            return own
        said = {key: value for key, value in own.items() if key not in ("rules", "language", "leave_out")}
        return dict(merged(self.base.data(), said))


def of(folder: Path | Sources) -> Sources:
    """The sources of a game's folder alone, without base and packs."""
    return folder if isinstance(folder, Sources) else Sources(folder)


def merged(base: Any, own: Any) -> Any:
    """Merge data over the base's: tables key by key, lists of tables by their ids; all else is replaced.

    >>> merged({"limits": {"hand": 10, "deck": 40}}, {"limits": {"deck": 30}})
    {'limits': {'hand': 10, 'deck': 30}}
    """
    if isinstance(base, dict) and isinstance(own, dict):
        return base | {key: merged(base[key], value) if key in base else value for key, value in own.items()}
    if isinstance(base, list) and isinstance(own, list) and all(_is_entry(row) for row in (*base, *own)):
        rows = {row["id"]: row for row in base}
        for row in own:
            rows[row["id"]] = rows.get(row["id"], {}) | row
        return list(rows.values())
    return own


def _is_entry(row: Any) -> bool:
    return isinstance(row, dict) and isinstance(row.get("id"), str)


def toml_files(folder: Path, closed: frozenset[Path] = frozenset()) -> list[Path]:
    """The TOML files below a folder, in a fixed order.

    A folder that cannot be read is an error, except for those in `closed`, which are left out.
    """
    found: list[Path] = []

    def refuse(error: OSError) -> None:
        if not isinstance(error, MISSING) and Path(error.filename) not in closed:
            raise CardwrightError(unreadable(error), file=error.filename) from None

    for at, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        found += [Path(at, name) for name in files if name.endswith(".toml")]
        if len(found) > limits.FOLDER.most:
            raise CardwrightError(
                limits.FOLDER.refusal(limits.FOLDER.most, is_more=True), file=shown_name(folder)
            )
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def is_own(path: Path) -> bool:
    """Whether a file or folder is the user's, not a shipped one."""
    real = Path(os.path.realpath(path))  # `resolve` refuses a link to itself
    return not real.is_relative_to(os.path.realpath(paths.games_folder()))


def unreadable(error: OSError) -> str:
    """Why a file or folder cannot be read."""
    return f"cannot be read: {error.strerror}"


def read_file(path: Path) -> dict[str, Any]:
    """The document in a file; errors name the file as the user would."""
    try:
        return read_toml(path)
    except CardwrightError as error:
        error.file = shown_name(path)
        raise


def fault_in(
    path: Path, reason: str, key: str, suggestion: str | None = None, table: str = ""
) -> CardwrightError:
    """An error at a key of a file."""
    from cardwright.basics.documents import Document  # only here: a list of games should load quickly

    return Document(path, shown_name(path)).error(reason, table, 0, key, suggestion)
