"""The settings of an arena, and the command that repeats it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from cardwright.agents.processes import MEMORY, read_memory, show_memory
from cardwright.basics.arguments import bad_argument, check_path, flag, real, seconds_of, seed_of, whole
from cardwright.basics.paths import with_options, written
from cardwright.face.library import Game
from cardwright.lab.field import DeckName, listed, named

MOST = 100_000_000
"""The most matches of a pairing."""
SECONDS = 10.0
"""The seconds that a Python agent may think about one action."""
CONFIDENCE = 0.95

Progress = Callable[[int, int], object]
"""Called with the matches played and the matches in all."""

Decks = str | Path | Sequence[DeckName]
"""Names, files or decks; `all` names all ready decks of the game, `SHELF/all` those of a shelf."""


class Keywords(TypedDict, total=False):
    """The optional arguments of `arena`; their defaults are those of `Settings`."""

    against: Decks | None
    matches: int
    seed: int
    mirror: bool
    threads: int
    confidence: float
    seconds: float
    memory: int | str
    open_decks: bool
    cards: bool
    run: str | Path | None
    progress: Progress | None


@dataclass(frozen=True)
class Settings:
    """How an arena is played."""

    against: Decks | None = None
    """Decks that the others meet instead of each other."""
    matches: int = 1000
    """Per pairing, both seats together."""
    seed: int = 1
    mirror: bool = False
    """Whether every agent meets itself too."""
    threads: int = 0
    """0: one per core."""
    confidence: float = CONFIDENCE
    seconds: float = SECONDS
    memory: int | str = MEMORY
    open_decks: bool = False
    cards: bool = False
    """Whether the table counts each card."""
    run: str | Path | None = None
    """A folder that keeps finished matches."""
    progress: Progress | None = None

    @property
    def bytes(self) -> int:
        """The memory limit of a Python agent's processes, in bytes."""
        return read_memory(self.memory)

    def checked(self) -> Settings:
        """The settings, each checked; a wrong one is refused."""
        if not 0.5 <= real(self.confidence, "confidence", "a number") < 1:
            raise bad_argument(self.confidence, "confidence", "0.5 or more, and below 1")
        if self.run is not None:
            check_path(self.run, "run folder")
        read_memory(self.memory)
        return replace(
            self,
            against=None if self.against is None else listed(self.against, "list of decks"),
            matches=whole(self.matches, "number of matches", 1, MOST),
            seed=seed_of(self.seed),
            mirror=flag(self.mirror, "value of mirror"),
            threads=whole(self.threads, "number of threads", 0, 1024),
            seconds=seconds_of(self.seconds),
            open_decks=flag(self.open_decks, "value of open_decks"),
        )

    def evened(self) -> tuple[Settings, list[str]]:
        """The settings with equally many matches in both seats, and a note if that changed them."""
        if self.matches % 2 == 0:
            return self, []
        more = self.matches + 1
        note = f"{self.matches:,} matches are rounded up to {more:,}: both seats need equally many."
        return replace(self, matches=more), [note]

    def command(self, game: Game, agents: str | Sequence[str], decks: Decks) -> str:
        """The command that makes the same table."""
        words = ["cardwright", "arena", game.slug]
        words += ["--agents", ",".join(named(agents)), "--decks", _listed(decks)]
        if self.against is not None:
            words += ["--against", _listed(self.against)]
        words += ["--matches", str(self.matches), "--seed", str(self.seed)]
        if game.board != game.catalogue.game.board:
            words += ["--board", game.board]
        if self.mirror:
            words.append("--mirror")
        if self.confidence != CONFIDENCE:
            words += ["--confidence", written(self.confidence)]
        if self.seconds != SECONDS:
            words += ["--seconds", written(self.seconds)]
        if self.bytes != MEMORY:
            words += ["--memory", show_memory(self.bytes).replace(" ", "")]
        if self.open_decks:
            words.append("--open-decks")
        return shlex.join([*words, *with_options()])


def _listed(decks: Decks) -> str:
    if isinstance(decks, str | Path):
        return str(decks)
    return ",".join(str(deck) if isinstance(deck, str | Path) else deck.name for deck in decks)
