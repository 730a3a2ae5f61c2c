"""Run folders keep the finished parts of a long computation, so that it can continue where it stopped."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import RUN_PART
from cardwright.basics.paths import write_whole
from cardwright.errors import CardwrightError

MANIFEST = "manifest.json"

Kept = TypeVar("Kept")


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """The description of a folder's run."""

    kind: str
    """The command that made it."""
    command: str
    """The full command line, without the folder, which may be moved."""
    settings: dict[str, Any]
    """All settings that its results depend on."""


class RunFolder:
    """A folder with a manifest and one file per finished part."""

    def __init__(self, path: Path, kind: str, command: str, settings: dict[str, Any]) -> None:
        self.path = path
        if path.exists() and not path.is_dir():
            raise CardwrightError("this is no folder", file=path)
        wanted = Manifest(kind, command, msgspec.json.decode(msgspec.json.encode(settings)))
        if (path / MANIFEST).exists():
            self._check(wanted)
            return
        if path.is_dir() and any(path.iterdir()):
            raise CardwrightError(
                "this folder holds other things and no run",
                file=path,
                suggestion="name a new or empty folder",
            )
        self._write(MANIFEST, wanted)

    def _check(self, wanted: Manifest) -> None:
        found = self._read(MANIFEST, Manifest)
        assert found is not None
        if found.kind != wanted.kind:
            raise CardwrightError(
                f"this is the run folder of {found.kind}, not of {wanted.kind}", file=self.path
            )
        for name in {**found.settings, **wanted.settings}:
            before, now = found.settings.get(name), wanted.settings.get(name)
            if before != now:
                reason = (
                    f"the run in this folder was begun with {name} {_shown(before)}, not {_shown(now)}"
                    if _is_short(before) and _is_short(now)
                    else f"the run in this folder was begun with other {name}"
                )
                raise CardwrightError(
                    reason,
                    file=self.path,
                    suggestion=f"name another folder, or go on there: {self.goes_on(found.command)}",
                )

    def goes_on(self, command: str) -> str:
        """The command with this folder: it continues the run, or shows a finished one again."""
        return f"{command} --run {shlex.quote(str(self.path))}"

    def load(self, name: str, kind: type[Kept]) -> Kept | None:
        """A finished part, or None."""
        return self._read(f"{name}.json", kind)

    def save(self, name: str, part: object) -> None:
        """Write a part, completely or not at all."""
        self._write(f"{name}.json", part)

    def _read(self, name: str, kind: type[Kept]) -> Kept | None:
        path = self.path / name
        try:
            return msgspec.json.decode(read_bytes(path, RUN_PART), type=kind) if path.exists() else None
        except RecursionError:
            raise CardwrightError("this is no part of a run: it is nested too deeply", file=path) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise CardwrightError(f"this is no part of a run: {error}", file=path) from None

    def _write(self, name: str, part: object) -> None:
        write_whole(self.path / name, msgspec.json.format(msgspec.json.encode(part), indent=1))


def _is_short(value: object) -> bool:
    return value is None or (isinstance(value, int | float | str | list) and len(str(value)) < 60)


def _shown(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
