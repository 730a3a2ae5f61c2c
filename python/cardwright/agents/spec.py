"""An agent in words: its name and, where it takes any, its options, as in `expectimax/nodes=2000/oracle`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cardwright import _kernel
from cardwright.basics.limits import WEIGHTS
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AgentError, CardwrightError, shown

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.sources import Sources

FOLDER = "weights"
"""Where a game keeps its files of weights."""
TABLE = "weights"
"""The table of such a file."""

Weights = str | Path | Mapping[str, float]


class AgentSpec(msgspec.Struct, frozen=True):
    """Which agent, and how it is to think."""

    name: str
    nodes: int | None = None
    """Positions it may look at in one own turn."""
    seconds: float | None = None
    """Seconds it may think in one own turn."""
    file: str | None = None
    """The name or path of a file of weights."""
    weights: dict[str, float] = {}
    """Weights by name, beside or over those of the file."""
    oracle: bool = False
    """Whether it is given the truth instead of a view."""
    reaction: float | None = None
    """In a timed game: the seconds it takes on average until it looks at what happened."""
    surrender: float | None = None
    """In a timed game: how many points behind it gives up."""

    @property
    def text(self) -> str:
        """The specification in words."""
        words = [self.name]
        if self.nodes is not None:
            words.append(f"nodes={self.nodes}")
        if self.seconds is not None:
            words.append(f"seconds={self.seconds!r}")
        if self.reaction is not None:
            words.append(f"reaction={self.reaction!r}")
        if self.surrender is not None:
            words.append(f"surrender={self.surrender!r}")
        if self.file is not None:
            words.append(f"weights={self.file}")
        words += [f"{name}={weight!r}" for name, weight in self.weights.items()]
        if self.oracle:
            words.append("oracle")
        return "/".join(words)


def bad_agent(error: ValueError, text: str) -> AgentError:
    """What the kernel has against a specification, with the word that may have been meant."""
    if len(error.args) != 3:
        return AgentError(str(error))
    reason, word, known = error.args
    hint = (did_you_mean(word, known) or f"there are {', '.join(known)}") if known else None
    return AgentError(reason if not text or word in text else f"{text}: {reason}", suggestion=hint)


def read_spec(text: str) -> AgentSpec:
    """The parts of a specification; what only a game can tell is not looked at."""
    try:
        name, oracle, nodes, seconds, file, weights, reaction, surrender = _kernel.agent_parts(text)
    except ValueError as error:
        raise bad_agent(error, text) from None
    return AgentSpec(name, nodes, seconds, file, dict(weights), oracle, reaction, surrender)


def _is_weight(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond what a float holds
        return False


def make_spec(
    text: str,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    weights: Weights | None = None,
    oracle: bool = False,
    reaction: float | None = None,
    surrender: float | None = None,
) -> str:
    """A specification with more options; one that both name is an error."""
    words = [text]
    if reaction is not None:
        words.append(f"reaction={reaction}")
    if surrender is not None:
        words.append(f"surrender={surrender}")
    if nodes is not None:
        words.append(f"nodes={nodes}")
    if seconds is not None:
        words.append(f"seconds={seconds}")
    if isinstance(weights, Mapping):
        for name, weight in weights.items():
            if not _is_weight(weight):
                raise AgentError(f'{shown(weight)} is no weight for "{name}": it must be a finite number')
            words.append(f"{name}={float(weight)!r}")
    elif weights is not None:
        words.append(f"weights={weights}")
    if oracle:
        words.append("oracle")
    made = "/".join(words)
    read_spec(made)
    return made


def for_kernel(game: Game, text: str) -> str:
    """The specification as the kernel takes it for a game: a file of weights is read, every name checked."""
    spec = read_spec(text)
    if spec.file is not None:
        weights = {**read_weights(game, spec.file, spec.name), **spec.weights}
        spec = msgspec.structs.replace(spec, file=None, weights=weights)
    try:
        game.kernel.agent(spec.text, 0)
    except ValueError as error:
        raise bad_agent(error, text) from None
    return spec.text


def weights_files(game: Game) -> dict[str, Path]:
    """The files of weights that a game ships, by name."""
    from cardwright.sources.finding import sources_of

    found: dict[str, Path] = {}
    sources: Sources | None = sources_of(game.slug)
    while sources is not None:
        for folder in (sources.folder, *sources.packs):
            for path in sorted((folder / FOLDER).glob("*.toml")):
                found.setdefault(path.stem, path)
        sources = sources.base
    return found


def weights_of(game: Game, agent: str | None = None) -> dict[str, float]:
    """What an agent of a game weighs, with the usual weights; without one, what any of its agents does."""
    names = [name for name, _ in game.kernel.agents()] if agent is None else [agent]
    return {weight: usual for name in names for weight, usual in game.kernel.weights(name)}


def read_weights(game: Game, name: str, agent: str | None = None) -> dict[str, float]:
    """The weights of a file for an agent: one that the game ships, by its name, or any by its path."""
    from cardwright.basics.documents import Document

    path = Path(name)
    if path.suffix != ".toml":
        files = weights_files(game)
        if name not in files:
            listed = f"there are {', '.join(files)}, and paths that end in .toml" if files else None
            hint = did_you_mean(name, files) or listed or "name a file that ends in .toml"
            raise AgentError(f'{game.slug} has no weights "{name}"', suggestion=hint)
        path = files[name]
    document = Document(path, limit=WEIGHTS)
    known = list(weights_of(game, agent))
    for key in document.data:
        if key not in (TABLE, "about"):
            raise document.error(f'unknown key "{key}"', "", 0, key, did_you_mean(key, [TABLE, "about"]))
    table = document.data.get(TABLE)
    if not isinstance(table, dict):
        raise document.error("there is no table [weights]", suggestion=f"it may hold {', '.join(known)}")
    for key, value in table.items():
        if key not in known:
            hint = did_you_mean(key, known) or f"there are {', '.join(known)}"
            whose = game.slug if agent is None else f"{agent} of {game.slug}"
            raise document.error(f'{whose} has no weight "{key}"', TABLE, 0, key, hint)
        if not _is_weight(value):
            reason = f'{shown(value)} is no weight for "{key}": it must be a finite number'
            raise document.error(reason, TABLE, 0, key)
    return {key: float(value) for key, value in table.items()}


def weights_faults(game: Game) -> list[CardwrightError]:
    """What is wrong with the files of weights that a game has, the first thing of each."""
    faults: list[CardwrightError] = []
    for path in weights_files(game).values():
        try:
            read_weights(game, str(path))
        except CardwrightError as fault:
            faults.append(fault)
    return faults


def refuse_oracle(text: str, where: str) -> None:
    """An agent that is given the truth is no fair opponent."""
    from cardwright.agents import is_native

    if is_native(text) and read_spec(text).oracle:
        raise CardwrightError(
            f"{where} is fair: {text} would be given the truth", suggestion="leave out /oracle"
        )
