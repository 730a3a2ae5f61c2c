"""Experiments: a thesis' figures beside ours, each with its interval and, if a page states one, its need.

An experiment is a generator of rows, marked with `experiment`. The experiments of a game are in one file of
`cardwright/experiments/`, named like the game. A file with another name is about a topic: each of its
experiments names its own game (`in_games`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from cardwright.agents.referee import SEED_LIMIT
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.lab import needs as need
from cardwright.lab.arena import arena
from cardwright.lab.field import Entry, Pairing, pairing_seed
from cardwright.lab.intervals import Interval
from cardwright.lab.playing import Plan, Workers, play_natively
from cardwright.lab.score import Score
from cardwright.lab.table import Table
from cardwright.sources.finding import shipped_folders

DIGITS = 4
"""Digits after the point, of figures and intervals."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of ours beside the thesis' figure."""

    what: str
    ours: float
    thesis: float | str | None = None
    interval: Interval | None = None
    matches: int = 0
    needs: str | None = None
    is_timed: bool = False
    """Whether the figure depends on the machine and differs from run to run."""

    @property
    def holds(self) -> bool | None:
        """Whether the figure meets its need; None if it has none."""
        return need.holds(self.needs, self.ours, self.interval)

    @property
    def document(self) -> dict[str, Any]:
        """The row in the document of `cardwright experiment`."""
        return {
            "what": self.what,
            "thesis": self.thesis,
            "ours": self.ours,
            "interval": self.interval,
            "matches": self.matches,
            "needs": self.needs,
            "holds": self.holds,
            "is_timed": self.is_timed,
        }


def row(
    what: str,
    ours: float,
    *,
    thesis: float | str | None = None,
    interval: Interval | None = None,
    matches: int = 0,
    needs: str | None = None,
) -> Row:
    """A row with its figures rounded, as they are shown and compared."""
    if needs is not None:
        need.parse(needs)
    return Row(
        what=what,
        ours=round(ours, DIGITS),
        thesis=thesis,
        interval=None if interval is None else (round(interval[0], DIGITS), round(interval[1], DIGITS)),
        matches=matches,
        needs=needs,
    )


def by_machine(found: Row) -> Row:
    """A row whose figure depends on the machine."""
    return msgspec.structs.replace(found, is_timed=True)


class Context:
    """The tools of an experiment: the game, seeds, the scale, matches."""

    def __init__(self, game: Game, *, seed: int = 1, scale: float = 1.0, threads: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.scale = scale
        self.threads = threads
        self._met: dict[tuple[object, ...], Score] = {}

    def matches(self, usual: float) -> int:
        """The usual number of matches, scaled and made even."""
        return max(2, 2 * round(usual * self.scale / 2))

    def seeds(self, name: str, count: int) -> list[int]:
        """Seeds for a name; other names get other seeds."""
        digest = sha256(f"{self.seed}\n{name}".encode()).digest()
        first = int.from_bytes(digest[:8], "little")
        return [(first + number) % SEED_LIMIT for number in range(count)]

    def meet(self, first: tuple[str, str], second: tuple[str, str], matches: int) -> Score:
        """Let two agents with decks meet as in the arena; an agent against itself is a control."""
        key = first, second, matches
        if key not in self._met:
            sides = [Entry(agent, deck, self.game.deck(deck)) for agent, deck in (first, second)]
            pairing = Pairing(sides[0], sides[1], pairing_seed(self.seed, *sides))
            plan = Plan(self.game, self.threads, 1.0, open_decks=False, tally=False)
            score = Score()
            for piece in self._played(plan, pairing, matches // pairing.unit):
                score.add(piece)
            self._met[key] = score
        return self._met[key]

    @staticmethod
    def _played(plan: Plan, pairing: Pairing, units: int) -> Iterator[Score]:
        if pairing.is_native:
            yield from play_natively(plan, pairing, 0, units)
            return
        with closing(Workers(plan)) as workers:
            yield from workers.play(pairing, 0, units)

    def arena(self, decks: str, agents: str, matches: int) -> Table:
        """A whole arena, for experiments that need one."""
        table = arena(
            self.game, decks, agents, matches=self.matches(matches), seed=self.seed, threads=self.threads
        )
        if not table.complete:
            raise KeyboardInterrupt
        return table


class Experiment(msgspec.Struct, frozen=True):
    """A named generator of rows that declares its rows beforehand."""

    name: str
    about: str
    rows_of: Callable[[Game], list[str]]
    yields: Callable[[Context], Iterator[Row]]
    game: str = ""
    """The slug of its game, if it is about a topic."""

    def run(self, context: Context) -> Iterator[Row]:
        """The rows, one by one; a row that was not declared is a fault of the experiment."""
        declared = iter(self.rows_of(context.game))
        for found in self.yields(context):
            wanted = next(declared, None)
            if found.what != wanted:
                raise AssertionError(f'{self.name} gives "{found.what}" where it declares "{wanted}"')
            yield found
        if (missing := next(declared, None)) is not None:
            raise AssertionError(f'{self.name} declares "{missing}" and does not give it')


def experiment(
    rows_of: Callable[[Game], list[str]],
) -> Callable[[Callable[[Context], Iterator[Row]]], Experiment]:
    """Mark a generator as an experiment with rows of these names; its docstring explains it on the page."""

    def mark(function: Callable[[Context], Iterator[Row]]) -> Experiment:
        return Experiment(function.__name__.replace("_", "-"), _about(function), rows_of, function)

    return mark


def in_games(
    function: Callable[[Context], Iterator[Row]], rows_of: Callable[[Game], list[str]], games: Iterable[str]
) -> list[Experiment]:
    """The same experiment in several games, each named after its game."""
    name = function.__name__.replace("_", "-")
    return [Experiment(f"{name}-{slug}", _about(function), rows_of, function, slug) for slug in games]


def _about(function: Callable[[Context], Iterator[Row]]) -> str:
    return " ".join((function.__doc__ or "").split())


def experiments_of(slug: str) -> list[Experiment]:
    """The experiments of a game or a topic, in the order of its file."""
    module = f"cardwright.experiments.{slug.replace('-', '_')}"
    if not slug.replace("-", "_").isidentifier() or find_spec(module) is None:
        raise CardwrightError(f"{slug} has no experiments")
    found: list[Experiment] = []
    for value in vars(import_module(module)).values():
        several = value if isinstance(value, list) else [value]
        found += [one for one in several if isinstance(one, Experiment)]
    return found


def topics() -> list[str]:
    """The topics that have experiments: the names of the files that are no game's."""
    folder = Path(import_module("cardwright.experiments").__path__[0])
    names = sorted(file.stem.replace("_", "-") for file in folder.glob("[a-z]*.py"))
    return [name for name in names if name not in shipped_folders()]


def chosen(experiments: list[Experiment], names: list[str]) -> list[Experiment]:
    """The experiments of these names, in the usual order; all of them if there are no names."""
    known = [one.name for one in experiments]
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
            raise CardwrightError(f'there is no experiment "{name}"', suggestion=hint)
    return [one for one in experiments if not names or one.name in names]
