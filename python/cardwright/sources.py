"""Where a game comes from: its own folder, the game it is a variant of, and the packs that add to it.

`--with PATH` and `CARDWRIGHT_PATH` name folders that hold, by slug, packs (`cards`, `decks`, `boards` and
`scenarios` for a game that is there) and games of one's own (with a `game.toml`); such a folder may also be
named itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from cardwright import limits, paths
from cardwright.errors import CardwrightError
from cardwright.files import read_bytes
from cardwright.language import LANGUAGE
from cardwright.language.diagnostics import did_you_mean, nearest
from cardwright.toml import read_toml
from cardwright.warned import MOST_TOLD, tell_once

GAME_FILE = "game.toml"
PACK_FILE = "pack.toml"
PARTS = ("boards", "cards", "decks")
"""The folders that a catalogue is made of."""
FOLDERS = (*PARTS, "scenarios", "weights")
"""The folders of a game or a pack."""
_MISSING = (FileNotFoundError, NotADirectoryError)
OWN_FILES = (GAME_FILE, PACK_FILE, "explained.toml", "trees.toml")
"""The files of TOML that lie beside those folders."""
MISNAMED = (".txt", ".tml", ".tom", ".json", ".yaml", ".yml")
"""Endings of files that were meant to be TOML; notes and pictures beside the cards are no fault."""

_MATTERS = re.compile(rb"""^[\s\[\xef\xbb\xbf]*["']?(rules|language|leave_out)\b""", re.MULTILINE)
PACK_KEYS = {
    "language": (
        "int",
        "The version of the card language that the cards are written in; another one is refused.",
    ),
    "name": ("str", "What the pack is called."),
}
"""The keys of a pack's file: type and meaning."""


class FaultyFolder(NamedTuple):
    """A folder or file of the user's that is wrong, so that games go on without it."""

    path: Path
    what: str
    """What is set aside, as messages say it."""
    fault: CardwrightError
    meant: str = ""
    """The slug of the game that it was meant for, as far as that can be guessed."""

    def tell(self) -> None:
        """Warn of it, once."""
        said = copy(self.fault)
        said.reason = f"{self.what} is set aside: {said.reason}"
        tell_once(str(said), str(self.fault))


class SourceFile(NamedTuple):
    """A file of a game: what a variant leaves out of it, and whether it is the base's."""

    path: Path
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
    """What of the base is not in the variant: patterns of names by part."""
    packs: tuple[Path, ...] = ()
    has_decks: bool = True
    closed: frozenset[Path] = field(default=frozenset(), compare=False)
    """Folders of the user's that cannot be read and are set aside."""

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.folder.name

    @property
    def rules(self) -> str:
        """The slug of the game whose rules it is played by."""
        return self.base.rules if self.base else self.slug

    @property
    def depth(self) -> int:
        """How many games it is a variant of, one above the other."""
        return self.base.depth + 1 if self.base else 0

    def without_packs(self) -> Sources:
        """The game as it is without anything added."""
        return replace(self, base=self.base and self.base.without_packs(), packs=())

    def without_decks(self) -> Sources:
        """The game without ready decks, for those who have one to mend."""
        leave_out = {part: names for part, names in self.leave_out.items() if part != "decks"}
        base = self.base and self.base.without_decks()
        return replace(self, base=base, leave_out=leave_out, has_decks=False)

    def files(self, part: str) -> Iterator[SourceFile]:
        """The files of a part, in a fixed order: the base's, its own, those of packs."""
        if part not in self._parts:
            return
        if self.base:
            without = self.leave_out.get(part, ())
            for file in self.base.files(part):
                yield SourceFile(file.path, (*file.without, *without), True)
        for folder in (self.folder, *self.packs):
            yield from map(SourceFile, toml_files(folder / part, self.closed))

    @property
    def _parts(self) -> tuple[str, ...]:
        return PARTS if self.has_decks else PARTS[:-1]

    def layers(self) -> Iterator[tuple[Path, list[Path]]]:
        """Every folder with its files that the catalogue is made of."""
        if self.base:
            yield from self.base.layers()
        for folder in (self.folder, *self.packs):
            files = [folder / GAME_FILE] if folder == self.folder else []
            for part in self._parts:
                files += toml_files(folder / part, self.closed)
            yield folder, files

    def scenarios(self) -> list[Path]:
        """The scenario files of the game and of its packs; those of a base are about the base."""
        return [
            file
            for folder in (self.folder, *self.packs)
            for file in sorted((folder / "scenarios").glob("*.md"))
        ]

    def data(self) -> dict[str, Any]:
        """What `game.toml` says, over what the base's says."""
        own = _read(self.folder / GAME_FILE)
        if not self.base:
            return own
        said = {key: value for key, value in own.items() if key not in ("rules", "language", "leave_out")}
        return dict(merged(self.base.data(), said))


def of(folder: Path | Sources) -> Sources:
    """The sources of a folder that stands for itself."""
    return folder if isinstance(folder, Sources) else Sources(folder)


def merged(base: Any, own: Any) -> Any:
    """Data over other data: tables key by key, lists of tables by their ids, all else replaced.

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
    """The TOML files below a folder, in a fixed order; a folder that cannot be read is an error.

    The folders of `closed` are left out.
    """
    found: list[Path] = []

    def refuse(error: OSError) -> None:
        if not isinstance(error, _MISSING) and Path(error.filename) not in closed:
            raise CardwrightError(_unreadable(error), file=error.filename) from None

    for at, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        found += [Path(at, name) for name in files if name.endswith(".toml")]
        if len(found) > limits.FOLDER.most:
            raise CardwrightError(
                limits.FOLDER.refusal(limits.FOLDER.most, is_more=True), file=_shown(folder)
            )
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def is_own(path: Path) -> bool:
    """Whether a file or folder is the user's, not one that is shipped."""
    real = Path(os.path.realpath(path))  # `resolve` refuses a link to itself
    return not real.is_relative_to(os.path.realpath(paths.games_folder()))


def _unreadable(error: OSError) -> str:
    return f"cannot be read: {error.strerror}"


def shipped_folders() -> dict[str, Path]:
    """The folder of every shipped game by slug."""
    return {file.parent.name: file.parent for file in sorted(paths.games_folder().glob(f"*/{GAME_FILE}"))}


def shipped_sources() -> dict[str, Sources]:
    """Every shipped game by slug, as it is without anything of the user's."""
    found: dict[str, Sources] = {}
    folders = shipped_folders()
    for slug in folders:
        _resolve(slug, folders, {}, found, (), {}, frozenset())
    return found


def game_sources() -> dict[str, Sources]:
    """Every game by slug, shipped and added, with its packs; folders that are wrong are told of once."""
    found, aside = all_sources()
    tell_of(aside)
    return found


def tell_of(aside: list[FaultyFolder]) -> None:
    """Warn once of folders that are wrong."""
    faults = {str(one.fault): one for one in reversed(aside)}
    told = list(reversed(faults.values()))
    shown = told if len(told) <= MOST_TOLD else told[: MOST_TOLD - 1]
    for one in shown:
        one.tell()
    if more := len(told) - len(shown):
        tell_once(f"{more} more of your folders are set aside", "")


def all_sources() -> tuple[dict[str, Sources], list[FaultyFolder]]:
    """Every game by slug, shipped and added, with its packs, and the folders that are wrong."""
    roots = [_Root(path) for path in dict.fromkeys(paths.named_folders())]
    aside: list[FaultyFolder] = []
    closed: list[FaultyFolder] = []
    added: dict[str, Path] = {}
    for folder in _each_once([folder for root in roots for folder in root.games]):
        if folder.name in added:
            other = _shown(added[folder.name])
            reason = f'the game "{folder.name}" is there twice: {other} is it too'
            fault = CardwrightError(reason, file=_shown(folder), suggestion="give one of them another name")
            aside.append(FaultyFolder(folder, "this one", fault))
        else:
            added[folder.name] = folder
            aside += _unread(folder)
            closed += _closed(folder)
    folders = shipped_folders() | added
    extra: dict[str, list[Path]] = {}
    for folder in _each_once([folder for root in roots for folder in root.packs(folders, aside)]):
        try:
            _check_pack(folder)
        except CardwrightError as error:
            aside.append(FaultyFolder(folder, "the pack", error, folder.name))
            continue
        extra.setdefault(folder.name, []).append(folder)
        aside += _unread(folder)
        closed += _closed(folder)
    aside += closed
    found: dict[str, Sources] = {}
    failed: dict[str, CardwrightError] = {}
    for slug in folders:
        try:
            _resolve(slug, folders, extra, found, (), failed, frozenset(one.path for one in closed))
        except CardwrightError as error:
            failed[slug] = error
            if slug not in added:  # what is shipped is never set aside
                raise
            # It may be its base that is wrong, of which it is told once.
            wrong = [name for name in added if _shown(added[name] / GAME_FILE) == error.file]
            aside.append(FaultyFolder(folders[slug], f'the game "{(wrong or [slug])[0]}"', error, slug))
    return found, aside


def _unread(folder: Path) -> Iterator[FaultyFolder]:
    """What lies in a folder of the user's as if it were read, and is not, by its name or its place."""
    for path, reason, hint in _misplaced(folder):
        fault = CardwrightError(reason, file=_shown(path), suggestion=hint)
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
        for path in sorted(folder.glob(f"{part}/*")):
            if path.suffix.lower() in MISNAMED and os.path.isfile(path):
                is_text = part == "decks" and path.suffix == ".txt" and not path.stem.endswith(".toml")
                made = f"cardwright decks import {folder.name} FILE --to FILE.toml makes one of a text"
                yield path, f"{part} are files of TOML", made if is_text else "call it .toml"


def _closed(folder: Path) -> list[FaultyFolder]:
    """What cannot be read of the folders in a folder of the user's."""
    faults: list[OSError] = []
    for part in FOLDERS:
        seen = 0
        for _, _, files in os.walk(folder / part, onerror=faults.append):
            seen += len(files)
            if seen > limits.FOLDER.most:
                break  # that is refused anyway
    found = {Path(error.filename): error for error in faults if not isinstance(error, _MISSING)}
    return [_closed_folder(path, _unreadable(error), folder.name) for path, error in found.items()]


def _each_once(folders: list[Path]) -> list[Path]:
    """The folders without those that an earlier one leads to by another path."""
    found: dict[tuple[str, str], Path] = {}
    for folder in folders:
        found.setdefault((folder.name, os.path.realpath(folder)), folder)
    return list(found.values())


def game_folders() -> dict[str, Path]:
    """The folder of every game by slug: the shipped ones and those that were added."""
    return {slug: sources.folder for slug, sources in game_sources().items()}


def _resolve(
    slug: str,
    folders: Mapping[str, Path],
    packs: Mapping[str, list[Path]],
    found: dict[str, Sources],
    above: tuple[str, ...],
    failed: Mapping[str, CardwrightError],
    closed: frozenset[Path],
) -> Sources:
    """The sources of a game, those of its base first; what is wrong with a base is wrong with it too."""
    if slug in found:
        return found[slug]
    if slug in failed:
        raise failed[slug]
    folder = folders[slug]
    if len(above) > 10 * limits.VARIANTS.most:  # so many that they are not even looked into
        raise _fault(folder / GAME_FILE, limits.VARIANTS.refusal(limits.VARIANTS.most, is_more=True), "rules")
    base, leave_out = None, dict[str, tuple[str, ...]]()
    data = _read_if_it_matters(folder / GAME_FILE)
    _check_language(folder / GAME_FILE, data)
    if (rules := data.get("rules", "")) != "":
        if not isinstance(rules, str):
            raise _fault(
                folder / GAME_FILE, '"rules" is the slug of a game', "rules", 'write it like rules = "SLUG"'
            )
        if rules not in folders:
            hint = did_you_mean(rules, folders) or f"the games are {', '.join(folders)}"
            raise _fault(
                folder / GAME_FILE, f'there is no game "{rules}" to take the rules of', "rules", hint
            )
        if rules == slug:
            reason = f"a variant has a slug of its own, and this folder is called {slug} like its base"
            raise _fault(folder / GAME_FILE, reason, "rules", "give the folder another name")
        if rules in above:
            raise _fault(folder / GAME_FILE, f"{slug} and {rules} are variants of each other", "rules")
        base = _resolve(rules, folders, packs, found, (*above, slug), failed, closed)
        if base.depth >= limits.VARIANTS.most:
            reason = limits.VARIANTS.refusal(base.depth + 1)
            raise _fault(folder / GAME_FILE, reason, "rules", f'take the rules of "{base.rules}" itself')
        leave_out = _leave_out(folder / GAME_FILE, data.get("leave_out", {}))
    elif "leave_out" in data:
        raise _fault(
            folder / GAME_FILE, "only a variant leaves out", "leave_out", 'say whose with rules = "SLUG"'
        )
    found[slug] = Sources(folder, base, leave_out, tuple(packs.get(slug, ())), closed=closed)
    return found[slug]


def _leave_out(path: Path, data: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(data, dict):
        raise _fault(path, "leave_out is a table", "leave_out", f"write [leave_out] with {', '.join(PARTS)}")
    for part, names in data.items():
        if part not in PARTS:
            hint = did_you_mean(part, PARTS) or f"write one of {', '.join(PARTS)}"
            raise _fault(path, f'unknown key "{part}"', part, hint, "leave_out")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise _fault(path, f'"{part}" is a list of names', part, None, "leave_out")
    return {part: tuple(names) for part, names in data.items()}


class _Root:
    """A folder named by the user, read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with os.scandir(path) as entries:
                names = sorted(entry.name for entry in entries if entry.name[0] != "." and _is_folder(entry))
            faults = {path / name: _why_closed(path / name) for name in names}
            self.folders = [folder for folder, fault in faults.items() if not fault]
            self.closed = [_closed_folder(folder, fault) for folder, fault in faults.items() if fault]
            self.is_game = (path / GAME_FILE).is_file()
            self.games = (
                [path] if self.is_game else [one for one in self.folders if (one / GAME_FILE).is_file()]
            )
        except FileNotFoundError:
            raise self._fault("there is no such folder") from None
        except NotADirectoryError:
            raise self._fault("this is a file, not a folder") from None
        except OSError as error:
            raise CardwrightError(_unreadable(error), file=_shown(path)) from None

    def _fault(self, reason: str) -> CardwrightError:
        hint = f"--with and {paths.PATH_VARIABLE} name folders that hold folders of games"
        return CardwrightError(reason, file=_shown(self.path), suggestion=hint)

    def packs(self, known: Mapping[str, Path], aside: list[FaultyFolder]) -> list[Path]:
        """The folders that add to a game; those that are wrong go into `aside`."""
        if self.is_game:
            return []
        found = []
        wrong = len(aside)
        aside += self.closed
        for folder in [self.path] if _parts(self.path) else self.folders:
            if folder in self.games:
                continue
            if _parts(folder) or (folder / PACK_FILE).is_file():
                if fault := self._slug_fault(folder, known):
                    aside.append(
                        FaultyFolder(folder, "this folder", fault, nearest(folder.name, known) or "")
                    )
                else:
                    found.append(folder)
            elif folder.name in known:
                reason = (
                    f"this adds nothing to {folder.name}: it holds none of the folders {', '.join(FOLDERS)}"
                )
                fault = CardwrightError(reason, file=_shown(folder))
                aside += [*_unread(folder)] or [FaultyFolder(folder, "this folder", fault, folder.name)]
        if not found and not self.games and len(aside) == wrong:
            parts = f"{', '.join(FOLDERS[:-1])} or {FOLDERS[-1]}"
            reason = (
                f"this folder holds nothing to add: looked for SLUG/{GAME_FILE}, or for SLUG/ with {parts}"
            )
            hint = f"SLUG is the name of a game: {', '.join(known)}"
            raise CardwrightError(reason, file=_shown(self.path), suggestion=hint)
        return found

    def _slug_fault(self, folder: Path, known: Mapping[str, Path]) -> CardwrightError | None:
        """What is wrong with the name of a folder that is to add to a game."""
        if folder.name in known:
            return None
        hint = did_you_mean(folder.name, known)
        near = [path.name for path in folder.glob("*.toml") if nearest(path.name, [GAME_FILE])]
        if near:
            hint = hint or f"a variant's file is {GAME_FILE}, not {near[0]}"
        reason = f'there is no game "{folder.name}" to add to, and the folder has no {GAME_FILE}'
        hint = hint or f"the games are {', '.join(known)}"
        return CardwrightError(reason, file=_shown(folder), suggestion=hint)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is one too; a link that leads nowhere but to itself counts as one."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _why_closed(folder: Path) -> str:
    """Why nobody can look into a folder; empty if one can."""
    try:
        os.scandir(folder).close()
        (folder / GAME_FILE).is_file()  # a folder may be listed and yet not entered
    except OSError as error:
        return _unreadable(error)
    return ""


def _closed_folder(folder: Path, reason: str, meant: str = "") -> FaultyFolder:
    fault = CardwrightError(reason, file=_shown(folder))
    return FaultyFolder(folder, "this folder", fault, meant or folder.name)


def _parts(folder: Path) -> list[str]:
    return [name for name in FOLDERS if (folder / name).is_dir()]


def _check_pack(folder: Path) -> None:
    path = folder / PACK_FILE
    if not path.exists():
        return
    data = _read(path)
    for key in data:
        if key not in PACK_KEYS:
            raise _fault(path, f'unknown key "{key}"', key, did_you_mean(key, PACK_KEYS))
    if not isinstance(data.get("name", ""), str):
        raise _fault(path, '"name" is a text', "name", 'write it like name = "My Cards"')
    _check_language(path, data)


def _check_language(path: Path, data: Mapping[str, Any]) -> None:
    version = data.get("language", LANGUAGE)
    if version != LANGUAGE or isinstance(version, bool):
        reason = f"this is written in version {version!r} of the card language, here is version {LANGUAGE}"
        raise _fault(path, reason, "language")


def _read_if_it_matters(path: Path) -> dict[str, Any]:
    """What a game's file says, if it is a variant or names a language; others are read later, if at all."""
    try:
        raw = read_bytes(path, limits.GAME_FILE)
    except CardwrightError as error:
        error.file = _shown(path)
        raise
    return _read(path) if _MATTERS.search(raw) else {}


def _read(path: Path) -> dict[str, Any]:
    """The document in a file, which is named in errors as the user would."""
    try:
        return read_toml(path)
    except CardwrightError as error:
        error.file = _shown(path)
        raise


def _fault(
    path: Path, reason: str, key: str, suggestion: str | None = None, table: str = ""
) -> CardwrightError:
    from cardwright.language.source import Document  # only here: it needs more than a list of games should

    return Document(path, _shown(path)).error(reason, table, 0, key, suggestion)


def _shown(path: Path) -> str:
    from cardwright.language.folder import shown_name

    return shown_name(path)
