"""Weights by self-play: a search over an agent's weights on some decks and boards, judged once on others.

1. Every generation, candidates play the usual agent and the middle of the search on the same units ([race]).
2. At the end two middles of the search, a late and an earlier one, play on fresh units of the training part.
3. The better one is judged once, on the part that was held back.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cardwright import __version__
from cardwright.agents.spec import AgentSpec, for_kernel, read_spec, usual_weights_of
from cardwright.basics.paths import with_options, written
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AgentError, CardwrightError
from cardwright.lab.folder import RunFolder
from cardwright.lab.intervals import Interval
from cardwright.lab.tuning.parts import Part, read_parts
from cardwright.lab.tuning.race import matches_of_race, played, raced, rate_of
from cardwright.lab.tuning.search import Search

EARLIER = 2 / 3
"""At which share of the generations the earlier middle of the search is kept."""

Progress = Callable[[int, int], object]
"""Told how many matches of how many were played."""


class Generation(msgspec.Struct, frozen=True):
    """One step of the search."""

    number: int
    candidates: list[dict[str, float]]
    ranks: list[int]
    rates: list[float]
    """By candidate: its rate in the units that it played."""
    middle: dict[str, float]
    """The middle of the search afterwards."""
    step: float
    matches: int


class Judged(msgspec.Struct, frozen=True):
    """How weights fared against the opponents on a part."""

    rate: float
    interval: Interval
    """Over units, at 95 %."""
    matches: int


@dataclass(frozen=True)
class Tuning:
    """What is tuned, where, and for how long."""

    slug: str
    agent: str
    """The specification of the agent, whose weights are the usual ones."""
    against: Sequence[str] = ()
    """Other opponents than the agent itself."""
    weights: Sequence[str] = ()
    """The weights that are tuned; none: all of the agent's."""
    decks: Sequence[str] = ("all",)
    held_out: Sequence[str] = ()
    boards: Sequence[str] = ()
    held_out_boards: Sequence[str] = ()
    generations: int = 30
    population: int = 0
    """Candidates in a generation; 0: as many as suit the number of weights."""
    matches: int = 128
    """The most matches of a candidate in a generation."""
    judge: int = 2000
    """The matches of a judgment."""
    seed: int = 1
    threads: int = 0
    run: Path | None = None

    @property
    def command(self) -> str:
        """The command that does the same, without its folder."""
        words = ["cardwright", "tune", self.slug, "--agent", self.agent]
        for option, names in (
            ("--against", self.against),
            ("--weights", self.weights),
            ("--decks", self.decks if tuple(self.decks) != ("all",) else ()),
            ("--held-out", self.held_out),
            ("--boards", self.boards),
            ("--held-out-boards", self.held_out_boards),
        ):
            if names:
                words += [option, ",".join(names)]
        usual = Tuning(self.slug, self.agent)
        for option, number in self._numbers.items():
            if number != usual._numbers[option]:
                words += [option, str(number)]
        return shlex.join([*words, "--seed", str(self.seed), *with_options()])

    @property
    def _numbers(self) -> dict[str, int]:
        return {
            "--generations": self.generations,
            "--population": self.population,
            "--matches": self.matches,
            "--judge": self.judge,
        }


@dataclass(frozen=True)
class Tuned:
    """What came of it."""

    tuning: Tuning
    command: str
    usual: dict[str, float]
    weights: dict[str, float]
    """All weights of the agent: the chosen ones, and the others as they were."""
    generations: list[Generation]
    training: Judged | None
    """On fresh units of the training part; none if it was interrupted before."""
    held_out: Judged | None
    parts: tuple[Part, Part]
    cards_version: str
    is_complete: bool

    @property
    def document(self) -> dict[str, Any]:
        """The document of `cardwright tune`."""
        return {
            "game": self.tuning.slug,
            "command": f"{self.command} --json",
            "version": __version__,
            "cards_version": self.cards_version,
            "agent": self.tuning.agent,
            "against": list(self.tuning.against) or [self.tuning.agent],
            "seed": self.tuning.seed,
            "complete": self.is_complete,
            "generations": [
                {
                    "number": one.number,
                    "best": round(one.rates[one.ranks.index(0)], 4),
                    "mean": round(sum(one.rates) / len(one.rates), 4),
                    "step": round(one.step, 4),
                    "matches": one.matches,
                }
                for one in self.generations
            ],
            "usual": self.usual,
            "weights": self.weights,
            "trained_on": self.parts[0].about,
            "training": _told(self.training),
            "judged_on": self.parts[1].about,
            "held_out": _told(self.held_out),
        }

    @property
    def file(self) -> str:
        """The weights with their evidence, as a file of a game's folder `weights`."""
        assert self.training is not None
        assert self.held_out is not None
        width = max(map(len, self.weights))
        lines = [
            'about = "Chosen by self-play; judged once, on decks and boards that the choice had not seen."',
            "",
            "[weights]",
            *(f"{name:<{width}} = {written(value)}" for name, value in self.weights.items()),
            "",
            "[evidence]",
            f'command    = "{_toml(self.command)}"',
            f'cards      = "{self.cards_version[:12]}"',
            f'against    = "{_toml(", ".join(self.tuning.against) or self.tuning.agent)}"',
            f'trained_on = "{_toml(self.parts[0].about)}"',
            f"training   = {_evidence(self.training)}",
            f'judged_on  = "{_toml(self.parts[1].about)}"',
            f"held_out   = {_evidence(self.held_out)}",
        ]
        return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _told(judged: Judged | None) -> dict[str, Any] | None:
    if judged is None:
        return None
    lower, upper = judged.interval
    rate = round(judged.rate, 4)
    return {"rate": rate, "interval": [round(lower, 4), round(upper, 4)], "matches": judged.matches}


def _evidence(judged: Judged) -> str:
    lower, upper = judged.interval
    return (
        f"{{ rate = {judged.rate:.3f}, interval = [{lower:.3f}, {upper:.3f}], matches = {judged.matches} }}"
    )


def tune(tuning: Tuning, progress: Progress | None = None) -> Tuned:
    """Search for weights, and judge what was found; an interrupt gives what there is until then."""
    return _Run(tuning, progress).result()


class _Run:
    """A search with its opponents, its folder and its count of matches."""

    def __init__(self, tuning: Tuning, progress: Progress | None) -> None:
        self.tuning = tuning
        self.parts = read_parts(
            tuning.slug, tuning.decks, tuning.boards, tuning.held_out, tuning.held_out_boards
        )
        training = self.parts[0]
        game = training.games[0]
        self.spec = read_spec(tuning.agent)
        self.usual = usual_weights_of(game, tuning.agent)
        try:
            for_kernel(game, self._named({}))
        except AgentError:
            self.usual = {}
        if not self.usual:
            raise CardwrightError(
                f"{tuning.agent} has no weights in {tuning.slug}",
                suggestion="name an agent that weighs positions; docs/agents.md lists them",
            )
        for name in tuning.weights:
            if name not in self.usual:
                hint = did_you_mean(name, self.usual) or f"there are {', '.join(self.usual)}"
                raise CardwrightError(f'{tuning.agent} has no weight "{name}"', suggestion=hint)
        chosen = tuning.weights or list(self.usual)
        self.references = [for_kernel(game, name) for name in tuning.against or [tuning.agent]]
        self.search = Search({name: self.usual[name] for name in chosen}, tuning.seed, tuning.population)
        self.units = max(8, tuning.matches // 2)
        self.cards_version = game.catalogue.hash
        self.command = tuning.command
        self.folder = None
        if tuning.run is not None:
            settings = {
                "version": __version__,
                "rules": game.rules_version,
                "cards": game.catalogue.hash,
                "options": tuning.command,
                "usual weights": self.usual,
            }
            self.folder = RunFolder(tuning.run, "cardwright tune", tuning.command, settings)
            self.command = self.folder.goes_on(tuning.command)
        self._progress = progress
        self._done = 0
        per_generation = matches_of_race(self.search.population, self.units)
        self._total = per_generation * tuning.generations + 3 * tuning.judge

    def result(self) -> Tuned:
        """Search, choose, judge."""
        generations: list[Generation] = []
        weights, training, held_out = self.usual, None, None
        is_complete = False
        try:
            middle = {name: self.usual[name] for name in self.search.names}
            for number in range(1, self.tuning.generations + 1):
                found = self._generation(number, middle)
                generations.append(found)
                middle = found.middle
                weights = {**self.usual, **middle}
            weights, training = self._choice(generations)
            held_out = self._judged("held-out", self.parts[1], weights)
            is_complete = True
        except KeyboardInterrupt:
            pass
        return Tuned(
            tuning=self.tuning,
            command=self.command,
            usual=self.usual,
            weights=weights,
            generations=generations,
            training=training,
            held_out=held_out,
            parts=self.parts,
            cards_version=self.cards_version,
            is_complete=is_complete,
        )

    def _generation(self, number: int, middle: dict[str, float]) -> Generation:
        """The next step of the search, or the one that the folder keeps."""
        candidates = self.search.ask()
        name = f"generation-{number:04}"
        kept = self.folder.load(name, Generation) if self.folder else None
        if kept is not None:
            if kept.candidates != candidates:
                assert self.folder is not None
                raise CardwrightError(f"{name} has other candidates than this search", file=self.folder.path)
            self.search.tell(kept.ranks)
            self._count(kept.matches)
            return kept
        training = self.parts[0]
        units = training.units(f"generation {number}", self.units, self.tuning.seed)
        agents = [self._named(candidate) for candidate in candidates]
        # Self-play: the middle of the search is an opponent like the others.
        opponents = [*self.references, self._named(middle)]
        before = self._done
        ranks, rates = raced(training, agents, opponents, units, self.tuning.threads, self._count)
        self.search.tell(ranks)
        found = Generation(
            number, candidates, ranks, rates, self.search.mean, self.search.step, self._done - before
        )
        if self.folder:
            self.folder.save(name, found)
        return found

    def _choice(self, generations: Sequence[Generation]) -> tuple[dict[str, float], Judged]:
        """The better one of a late and an earlier middle of the search, on fresh units."""
        found: list[tuple[Judged, dict[str, float]]] = []
        for at in sorted({max(0, int(len(generations) * EARLIER) - 1), len(generations) - 1}):
            weights = {**self.usual, **generations[at].middle}
            found.append((self._judged(f"choice-{at + 1:04}", self.parts[0], weights), weights))
        judged, weights = max(found, key=lambda pair: pair[0].rate)
        return weights, judged

    def _judged(self, name: str, part: Part, weights: dict[str, float]) -> Judged:
        """How weights fare on units that nothing was chosen on."""
        kept = self.folder.load(name, Judged) if self.folder else None
        if kept is not None:
            self._count(kept.matches)
            return kept
        units = part.units(name.partition("-")[0], max(2, self.tuning.judge // 2), self.tuning.seed)
        points = played(
            part, [self._named(weights)], self.references, units, self.tuning.threads, self._count
        )[0]
        judged = Judged(*rate_of(points), 2 * len(units))
        if self.folder:
            self.folder.save(name, judged)
        return judged

    def _named(self, weights: dict[str, float]) -> str:
        """The agent with these weights, in the kernel's form."""
        options = {name: value for name, value in self.spec.options.items() if name != "weights"}
        return AgentSpec(self.spec.name, options, {**self.usual, **weights}).text

    def _count(self, matches: int) -> None:
        self._done += matches
        if self._progress is not None:
            self._progress(self._done, self._total)


def check_destination(path: Path) -> None:
    """Refuse a file that cannot be written, before a long search."""
    if path.suffix != ".toml":
        raise CardwrightError("a file of weights ends in .toml", file=path)
    if path.exists():
        raise CardwrightError("this file exists already", file=path, suggestion="name another one")
    folder = next(parent for parent in [path.parent, *path.parent.parents] if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise CardwrightError("nothing can be written here", file=folder)
