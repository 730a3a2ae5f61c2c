"""What was chosen last, game by game: kept beside the saved matches; a damaged file is as good as none."""

from __future__ import annotations

import contextlib
from pathlib import Path

import msgspec

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import OTHER_FILE
from cardwright.basics.paths import state_folder, write_whole
from cardwright.errors import CardwrightError


class Choices(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What is chosen for a game; an empty text is the usual choice."""

    deck: str = ""
    agent: str = ""
    level: str = ""
    foe_deck: str = ""
    board: str = ""
    seats: str = ""
    speed: str = ""


class Memory(msgspec.Struct, kw_only=True):
    """What was chosen last."""

    game: str = ""
    """The game that was played last."""
    games: dict[str, Choices] = msgspec.field(default_factory=dict)
    """The choices for each game, by slug."""


def memory_file() -> Path:
    """Where the choices lie."""
    return state_folder() / "start.json"


def recall() -> Memory:
    """What was chosen last; nothing if the file is not there or damaged."""
    try:
        return msgspec.json.decode(read_bytes(memory_file(), OTHER_FILE), type=Memory)
    except (CardwrightError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return Memory()


def remember(memory: Memory) -> None:
    """Keep what was chosen; where that is not possible nothing is lost but a few keys next time."""
    with contextlib.suppress(CardwrightError):
        write_whole(memory_file(), msgspec.json.format(msgspec.json.encode(memory)), is_synced=False)
