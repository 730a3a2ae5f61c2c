"""Finds all games, shipped and the user's, each with its base and its packs."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardwright.basics import limits, paths
from cardwright.basics.files import read_bytes
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import CardwrightError
from cardwright.sources import (
    GAME_FILE,
    LANGUAGE,
    PACK_FILE,
    PACK_KEYS,
    PARTS,
    Sources,
    fault_in,
    read_file,
)
from cardwright.sources.faults import FaultyFolder, closed, tell_of, unread
from cardwright.sources.roots import Root

_MATTERS = re.compile(rb"""^[\s\[\xef\xbb\xbf]*["']?(rules|language|leave_out)\b""", re.MULTILINE)


def shipped_folders() -> dict[str, Path]:
    """The folder of every shipped game by slug."""
    return {file.parent.name: file.parent for file in sorted(paths.games_folder().glob(f"*/{GAME_FILE}"))}


def shipped_sources() -> dict[str, Sources]:
    """Every shipped game by slug, without the user's games and packs."""
    family = _Family(shipped_folders(), {}, frozenset())
    for slug in family.folders:
        family.resolve(slug)
    return family.found


def game_sources() -> dict[str, Sources]:
    """Every game by slug, shipped and added, with its packs; warns once of faulty folders."""
    found, aside = all_sources()
    tell_of(aside)
    return found


def all_sources() -> tuple[dict[str, Sources], list[FaultyFolder]]:
    """Every game by slug, shipped and added, with its packs; and the faulty folders."""
    roots = [Root(path) for path in dict.fromkeys(paths.named_folders())]
    aside: list[FaultyFolder] = []
    shut: list[FaultyFolder] = []
    added: dict[str, Path] = {}
    for folder in _each_once([folder for root in roots for folder in root.games]):
        if folder.name in added:
            other = shown_name(added[folder.name])
            reason = f'the game "{folder.name}" is there twice, here and in {other}'
            fault = CardwrightError(
                reason, file=shown_name(folder), suggestion="give one of them another name"
            )
            aside.append(FaultyFolder(folder, "this one", fault))
        else:
            added[folder.name] = folder
            aside += unread(folder)
            shut += closed(folder)
    folders = shipped_folders() | added
    extra: dict[str, list[Path]] = {}
    for folder in _each_once([folder for root in roots for folder in root.packs(folders, aside)]):
        try:
            _check_pack(folder, folders)
        except CardwrightError as error:
            aside.append(FaultyFolder(folder, "the pack", error, folder.name))
            continue
        extra.setdefault(folder.name, []).append(folder)
        aside += unread(folder)
        shut += closed(folder)
    aside += shut
    family = _Family(folders, extra, frozenset(one.path for one in shut))
    by_file: dict[str, str] = {}
    for slug in folders:
        try:
            family.resolve(slug)
        except CardwrightError as error:
            family.failed[slug] = error
            if slug not in added:  # a shipped game is never set aside
                raise
            # The fault may be in its base; then the warning names the base, once.
            by_file = by_file or {shown_name(added[name] / GAME_FILE): name for name in added}
            wrong = by_file.get(error.file or "", slug)
            aside.append(FaultyFolder(folders[slug], f'the game "{wrong}"', error, slug))
    return family.found, aside


def _each_once(folders: list[Path]) -> list[Path]:
    """The folders, each once, even if several paths lead to it."""
    found: dict[tuple[str, str], Path] = {}
    for folder in folders:
        found.setdefault((folder.name, os.path.realpath(folder)), folder)
    return list(found.values())


def game_folders() -> dict[str, Path]:
    """The folder of every game by slug: the shipped ones and those that were added."""
    return {slug: sources.folder for slug, sources in game_sources().items()}


def sources_of(slug: str) -> Sources:
    """The sources of a game; the error about an unknown slug suggests the nearest one."""
    found, aside = all_sources()
    for one in aside:
        if slug not in found and slug == one.path.name:
            raise one.fault
    tell_of(aside)
    if slug not in found:
        hint = did_you_mean(slug, found) or (f"the games are {', '.join(found)}" if found else None)
        raise CardwrightError(f'there is no game "{slug}"', suggestion=hint)
    return found[slug]


def game_folder(slug: str) -> Path:
    """The folder of a game; the error about an unknown slug suggests the nearest one."""
    return sources_of(slug).folder


class _Family:
    """The folders of all games; finds the sources of each, those of its base first."""

    def __init__(
        self, folders: Mapping[str, Path], packs: Mapping[str, list[Path]], closed: frozenset[Path]
    ) -> None:
        self.folders = folders
        self.packs = packs
        self.closed = closed
        self.found: dict[str, Sources] = {}
        self.failed: dict[str, CardwrightError] = {}
        """The faults of games, by slug; a variant shares the fault of its base."""

    def resolve(self, slug: str, above: tuple[str, ...] = ()) -> Sources:
        """The sources of a game; `above` are the variants that led to it."""
        if slug in self.found:
            return self.found[slug]
        if slug in self.failed:
            raise self.failed[slug]
        file = self.folders[slug] / GAME_FILE
        if len(above) > 10 * limits.VARIANTS.most:  # far too many: do not even read them
            raise fault_in(file, limits.VARIANTS.refusal(limits.VARIANTS.most, is_more=True), "rules")
        base, leave_out = None, dict[str, tuple[str, ...]]()
        data = _read_if_it_matters(file)
        _check_language(file, data)
        if (rules := data.get("rules", "")) != "":
            base = self._base(file, slug, rules, above)
            leave_out = _leave_out(file, data.get("leave_out", {}))
        elif "leave_out" in data:
            hint = 'name its base with rules = "SLUG"'
            raise fault_in(file, "only a variant can leave things out", "leave_out", hint)
        packs = tuple(self.packs.get(slug, ()))
        self.found[slug] = Sources(self.folders[slug], base, leave_out, packs, closed=self.closed)
        return self.found[slug]

    def _base(self, file: Path, slug: str, rules: Any, above: tuple[str, ...]) -> Sources:
        """The sources of the game whose rules a variant takes."""
        if not isinstance(rules, str):
            raise fault_in(file, '"rules" is the slug of a game', "rules", 'write it like rules = "SLUG"')
        if rules not in self.folders:
            hint = did_you_mean(rules, self.folders) or f"the games are {', '.join(self.folders)}"
            raise fault_in(file, f'there is no game "{rules}" whose rules it could take', "rules", hint)
        if rules == slug:
            reason = f"a variant needs its own slug, but this folder is called {slug} like its base"
            raise fault_in(file, reason, "rules", "give the folder another name")
        if rules in above:
            raise fault_in(file, f"{slug} and {rules} are variants of each other", "rules")
        base = self.resolve(rules, (*above, slug))
        if base.depth >= limits.VARIANTS.most:
            reason = limits.VARIANTS.refusal(base.depth + 1)
            raise fault_in(file, reason, "rules", f'take the rules of "{base.rules}" itself')
        return base


def _leave_out(path: Path, data: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(data, dict):
        raise fault_in(
            path, "leave_out is a table", "leave_out", f"write [leave_out] with {', '.join(PARTS)}"
        )
    for part, names in data.items():
        if part not in PARTS:
            hint = did_you_mean(part, PARTS) or f"write one of {', '.join(PARTS)}"
            raise fault_in(path, f'unknown key "{part}"', part, hint, "leave_out")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise fault_in(path, f'"{part}" is a list of names', part, None, "leave_out")
    return {part: tuple(names) for part, names in data.items()}


def _check_pack(folder: Path, games: Mapping[str, Path]) -> None:
    path = folder / PACK_FILE
    if not path.exists():
        return
    data = read_file(path)
    for key in data:
        if key not in PACK_KEYS:
            raise fault_in(path, f'unknown key "{key}"', key, did_you_mean(key, PACK_KEYS))
    if not isinstance(data.get("name", ""), str):
        raise fault_in(path, '"name" is a text', "name", 'write it like name = "My Cards"')
    _check_language(path, data)
    if "speaks" in data:
        _check_speaks(path, data["speaks"], _lacked(folder.name, games))


def _check_speaks(path: Path, speaks: Any, lacked: list[str]) -> None:
    if not isinstance(speaks, list) or not all(isinstance(name, str) for name in speaks):
        raise fault_in(path, '"speaks" is a list of names', "speaks", 'write it like speaks = ["move"]')
    for name in speaks:
        if name not in lacked:
            hint = did_you_mean(name, lacked) or (
                f"it lacks {', '.join(lacked)}" if lacked else "every phrase it has words for is on already"
            )
            raise fault_in(path, f'the game lacks no phrase "{name}"', "speaks", hint)


def _lacked(slug: str, games: Mapping[str, Path], depth: int = 0) -> list[str]:
    """The phrases that a game switches off: its own list, or else that of the game whose rules it takes."""
    data = read_file(games[slug] / GAME_FILE) if slug in games else {}
    if "lacks" not in data and "rules" in data and depth < limits.VARIANTS.most:
        return _lacked(str(data["rules"]), games, depth + 1)
    lacks = data.get("lacks", [])
    return [str(name) for name in lacks] if isinstance(lacks, list) else []


def _check_language(path: Path, data: Mapping[str, Any]) -> None:
    version = data.get("language", LANGUAGE)
    if version != LANGUAGE or isinstance(version, bool):
        reason = f"this needs version {version!r} of the card language, and this program has {LANGUAGE}"
        raise fault_in(path, reason, "language")


def _read_if_it_matters(path: Path) -> dict[str, Any]:
    """The data of a game's file if it is a variant or names a language; other files are read later."""
    try:
        raw = read_bytes(path, limits.GAME_FILE)
    except CardwrightError as error:
        error.file = shown_name(path)
        raise
    return read_file(path) if _MATTERS.search(raw) else {}
