"""A folder that the user names: the games in it, and the packs that add to a game."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cardwright.basics.paths import PATH_VARIABLE, shown_name
from cardwright.basics.suggestions import did_you_mean, nearest
from cardwright.errors import CardwrightError
from cardwright.sources import FOLDERS, GAME_FILE, GENERATOR_FILE, PACK_FILE, unreadable
from cardwright.sources.faults import FaultyFolder, closed_folder, unread


class Root:
    """A folder named by the user, read once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with os.scandir(path) as entries:
                names = sorted(entry.name for entry in entries if entry.name[0] != "." and _is_folder(entry))
            faults = {path / name: _why_closed(path / name) for name in names}
            self.folders = [folder for folder, fault in faults.items() if not fault]
            self.closed = [closed_folder(folder, fault) for folder, fault in faults.items() if fault]
            self.is_game = (path / GAME_FILE).is_file()
            self.games = (
                [path] if self.is_game else [one for one in self.folders if (one / GAME_FILE).is_file()]
            )
        except FileNotFoundError:
            raise self._fault("there is no such folder") from None
        except NotADirectoryError:
            raise self._fault("this is a file, not a folder") from None
        except OSError as error:
            raise CardwrightError(unreadable(error), file=shown_name(path)) from None

    def _fault(self, reason: str) -> CardwrightError:
        hint = f"--with and {PATH_VARIABLE} name folders that hold folders of games"
        return CardwrightError(reason, file=shown_name(self.path), suggestion=hint)

    def packs(self, known: Mapping[str, Path], aside: list[FaultyFolder]) -> list[Path]:
        """The folders that add to a game; faulty ones go into `aside`."""
        if self.is_game:
            return []
        found = []
        wrong = len(aside)
        aside += self.closed
        for folder in [self.path] if _parts(self.path) else self.folders:
            if folder in self.games:
                continue
            if _parts(folder) or any((folder / name).is_file() for name in (PACK_FILE, GENERATOR_FILE)):
                if fault := self._slug_fault(folder, known):
                    aside.append(
                        FaultyFolder(folder, "this folder", fault, nearest(folder.name, known) or "")
                    )
                else:
                    found.append(folder)
            elif folder.name in known:
                reason = (
                    f"this adds nothing to {folder.name}: it has none of the folders {', '.join(FOLDERS)}"
                )
                fault = CardwrightError(reason, file=shown_name(folder))
                aside += [*unread(folder)] or [FaultyFolder(folder, "this folder", fault, folder.name)]
        if not found and not self.games and len(aside) == wrong:
            parts = f"{', '.join(FOLDERS[:-1])} or {FOLDERS[-1]}"
            reason = (
                f"this folder holds nothing to add: looked for SLUG/{GAME_FILE}, or for SLUG/ with {parts}"
            )
            hint = f"SLUG is the name of a game: {', '.join(known)}"
            raise CardwrightError(reason, file=shown_name(self.path), suggestion=hint)
        return found

    def _slug_fault(self, folder: Path, known: Mapping[str, Path]) -> CardwrightError | None:
        """The fault in the name of a pack's folder; None if the name is a game's slug."""
        if folder.name in known:
            return None
        hint = did_you_mean(folder.name, known)
        near = [path.name for path in folder.glob("*.toml") if nearest(path.name, [GAME_FILE])]
        if near:
            hint = hint or f"a variant's file is {GAME_FILE}, not {near[0]}"
        reason = f'there is no game "{folder.name}" to add to, and the folder has no {GAME_FILE}'
        hint = hint or f"the games are {', '.join(known)}"
        return CardwrightError(reason, file=shown_name(folder), suggestion=hint)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a folder too; a link to itself counts as one."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _why_closed(folder: Path) -> str:
    """Why a folder cannot be opened; empty if it can."""
    try:
        os.scandir(folder).close()
        (folder / GAME_FILE).is_file()  # a folder may be listed and yet not entered
    except OSError as error:
        return unreadable(error)
    return ""


def _parts(folder: Path) -> list[str]:
    return [name for name in FOLDERS if (folder / name).is_dir()]
