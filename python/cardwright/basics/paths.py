"""Where Cardwright keeps its games, its catalogues and the user's files, and how it writes there."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from shlex import quote

from cardwright.errors import CardwrightError

PATH_VARIABLE = "CARDWRIGHT_PATH"
"""The variable that lists the user's folders of cards and games, written like PATH; `--with` adds to it."""

TOLD_VARIABLE = "CARDWRIGHT_TOLD"
"""The variable that lists the warnings already given, by this process or by the one that started it."""

_PACKAGE = Path(__file__).resolve().parents[1]


def games_folder() -> Path:
    """The folder of the shipped games, one folder per slug."""
    return _PACKAGE / "games"


def named_folders() -> list[Path]:
    """The full paths of the folders that the user adds to the shipped games."""
    named = os.environ.get(PATH_VARIABLE, "").split(os.pathsep)
    return [Path(os.path.abspath(name)) for name in named if name]


def catalogues_folder() -> Path:
    """The folder of the shipped games' compiled cards, one file per slug."""
    return _PACKAGE / "catalogues"


def state_folder() -> Path:
    """The folder of files that the user wants to keep, such as saved matches; it need not exist yet.

    `XDG_STATE_HOME` decides if it is set; a relative path there is ignored, as its specification asks.
    """
    named = os.environ.get("XDG_STATE_HOME", "")
    if os.path.isabs(named):
        return Path(named) / "cardwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "cardwright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cardwright"
    return Path.home() / ".local" / "state" / "cardwright"


def cache_folder() -> Path:
    """The user's cache, for files that can be rebuilt at any time; it need not exist yet.

    `XDG_CACHE_HOME` decides if it is set; a relative path there is ignored, as its specification asks.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):
        return Path(named) / "cardwright"
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "cardwright" / "cache"
        )
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "cardwright"
    return Path.home() / ".cache" / "cardwright"


def command_name() -> str:
    """How the user can call the command again: by its name, or by its path if PATH does not have it."""
    called = sys.argv[0]
    if os.path.basename(called) == "cardwright" and shutil.which("cardwright") is None:
        near = os.path.relpath(called)
        return called if near.startswith("..") else near
    return "cardwright"


def replay_command(path: Path) -> str:
    """The command that shows the match in a file."""
    return f"{command_name()} replay {quote(str(path))}"


def written(number: float) -> str:
    """A number as an option of a command, with all its digits.

    >>> written(0.0200001), written(3.0)
    ('0.0200001', '3')
    """
    return repr(float(number)).removesuffix(".0")


def with_options() -> list[str]:
    """The options that name the user's folders, for a command that is to repeat this one."""
    return [word for folder in named_folders() for word in ("--with", str(folder))]


def write_whole(path: Path, content: bytes, *, is_synced: bool = True) -> None:
    """Write a file so that readers see the old one or the new one, never a part; its folder is made.

    A pipe or a device is written to directly, never replaced. Without `is_synced` the call does not wait for
    the disk, and a power failure may lose the file.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with open(path, "wb") as device:
                device.write(content)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                if is_synced:
                    os.fsync(stream.fileno())
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise CardwrightError(f"cannot be written: {error.strerror}", file=path) from None


def shown_name(path: Path) -> str:
    """The name of a file in messages: relative to the working folder if it lies below it."""
    resolved, here = Path(os.path.realpath(path)), Path.cwd()  # `resolve` refuses a link to itself
    return str(resolved.relative_to(here) if resolved.is_relative_to(here) else resolved)
