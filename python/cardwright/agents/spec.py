"""The specification of an agent in words: its name and its options, as in `expectimax/nodes=2000/oracle`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

import msgspec

from cardwright.basics.limits import WEIGHTS
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AgentError, CardwrightError, shown
from cardwright.face.native import Thinker, agent_options, agent_parts, native_agents, usual_weights

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.sources import Sources

FOLDER = "weights"
"""Where a game keeps its files of weights."""
TABLE = "weights"
"""The table of such a file."""
KEYS = (TABLE, "about", "evidence")
"""The keys of such a file; evidence tells how the weights were found, and is for its readers only."""
FILE = "weights"
"""The option that names such a file or, in Python, gives a mapping of weights."""

Weights = str | Path | Mapping[str, float]


Value = bool | int | float | str
"""The value of an option; a flag is True."""


class AgentOptions(TypedDict, total=False):
    """The options of a native agent, besides single weights; the kernel's table explains them."""

    nodes: int | None
    seconds: float | None
    oracle: bool
    depth: int | None
    width: int | None
    threads: int | None
    merge: bool | str | None
    prune: bool | str | None
    sequences: int | None
    turns: int | None
    threshold: float | None
    replies: int | None
    level: int | str | None
    weights: Weights | None
    reaction: float | None
    surrender: float | None


class Option(NamedTuple):
    """A row of the kernel's table of options."""

    name: str
    takers: str
    """Who takes it: searching, ahead, deep, playing-on, sequencing, weighing, levelled, or timed for all."""
    example: str
    about: str


OPTIONS = {row[0]: Option(*row) for row in agent_options()}
"""The options of native agents, by name."""
SWITCHES = [option.name for option in OPTIONS.values() if option.example.endswith("=off")]
"""Those that are on or off; in Python True and False."""


class AgentSpec(msgspec.Struct, frozen=True):
    """The name of an agent, its options and its weights."""

    name: str
    options: dict[str, Value] = {}
    """The values of its options, by name."""
    weights: dict[str, float] = {}
    """Weights by name; they replace those of the file."""

    @property
    def oracle(self) -> bool:
        """Whether it is given the truth instead of a view."""
        return bool(self.options.get("oracle", False))

    @property
    def file(self) -> str | None:
        """The name or path of a file of weights."""
        found = self.options.get(FILE)
        return found if isinstance(found, str) else None

    @property
    def text(self) -> str:
        """The specification in words: numbers, the file, weights, flags."""
        numbers = [f"{name}={value!r}" for name, value in self.options.items() if _is_number(value)]
        files = [f"{name}={value}" for name, value in self.options.items() if isinstance(value, str)]
        weights = [f"{name}={weight!r}" for name, weight in self.weights.items()]
        flags = [name for name, value in self.options.items() if value is True]
        return "/".join([self.name, *numbers, *files, *weights, *flags])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_native(name: str) -> bool:
    """Whether a specification names a native agent; its options are not checked."""
    if not isinstance(name, str):
        raise AgentError(f'{shown(name)} is no agent: it must be a text, such as "greedy"')
    return name.partition("/")[0].strip() in native_agents()


def bad_agent(error: ValueError, text: str) -> AgentError:
    """The kernel's error about a specification, with a suggestion."""
    if len(error.args) != 3:
        return AgentError(str(error))
    reason, word, known = error.args
    hint = (did_you_mean(word, known) or f"there are {', '.join(known)}") if known else None
    return AgentError(reason if not text or word in text else f"{text}: {reason}", suggestion=hint)


def read_spec(text: str) -> AgentSpec:
    """The parts of a specification; checks that need a game are left out."""
    try:
        name, options, weights = agent_parts(text)
    except ValueError as error:
        raise bad_agent(error, text) from None
    return AgentSpec(name, dict(options), dict(weights))


def _is_weight(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond what a float holds
        return False


def given_options(options: AgentOptions) -> dict[str, Any]:
    """The options that are set; None and False leave an option as it is."""
    for option in options:
        if option not in OPTIONS:
            hint = did_you_mean(option, OPTIONS) or f"there are {', '.join(OPTIONS)}"
            raise AgentError(f'agents have no option "{option}"', suggestion=hint)
    words = {True: "on", False: "off"}
    given: dict[str, Any] = {
        option: words[value] if option in SWITCHES and isinstance(value, bool) else value
        for option, value in options.items()
    }
    return {option: value for option, value in given.items() if value is not None and value is not False}


def make_spec(text: str, **options: Unpack[AgentOptions]) -> str:
    """A specification with more options; naming an option twice is an error."""
    words = [text]
    given = given_options(options)
    weights = given.pop(FILE, None)
    words += [f"{option}={value}" for option, value in given.items() if value is not True]
    if isinstance(weights, Mapping):
        for name, weight in weights.items():
            if not _is_weight(weight):
                raise AgentError(f'{shown(weight)} is no weight for "{name}": it must be a finite number')
            words.append(f"{name}={float(weight)!r}")
    elif weights is not None:
        words.append(f"{FILE}={weights}")
    words += [option for option, value in given.items() if value is True]
    made = "/".join(words)
    read_spec(made)
    return made


def for_kernel(game: Game, text: str) -> str:
    """The specification in the kernel's form for a game: a file of weights is read, every name checked."""
    spec = read_spec(text)
    if spec.file is not None:
        weights = {**read_weights(game, spec.file, spec.name), **spec.weights}
        options = {option: value for option, value in spec.options.items() if option != FILE}
        spec = AgentSpec(spec.name, options, weights)
    try:
        Thinker(game, spec.text, 0)
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
    """The weights of a game's agent and their usual values; without an agent, those of all its agents."""
    names = [*native_agents(game)] if agent is None else [agent]
    return {weight: usual for name in names for weight, usual in usual_weights(game, name).items()}


def usual_weights_of(game: Game, text: str) -> dict[str, float]:
    """The weights that a specification gives an agent: those of its file and its own over the usual ones."""
    for_kernel(game, text)  # what is wrong with it is said here
    spec = read_spec(text)
    file = {} if spec.file is None else read_weights(game, spec.file, spec.name)
    return {**weights_of(game, spec.name), **file, **spec.weights}


def read_weights(game: Game, name: str, agent: str | None = None) -> dict[str, float]:
    """The weights in a file: the name of a file that the game ships, or the path of any."""
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
        if key not in KEYS:
            raise document.error(f'unknown key "{key}"', "", 0, key, did_you_mean(key, KEYS))
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
    """The first fault of each file of weights that a game has."""
    faults: list[CardwrightError] = []
    for path in weights_files(game).values():
        try:
            read_weights(game, str(path))
        except CardwrightError as fault:
            faults.append(fault)
    return faults


def refuse_oracle(text: str, where: str) -> None:
    """Refuse an oracle where opponents must be fair."""
    if is_native(text) and read_spec(text).oracle:
        raise CardwrightError(
            f"{where} is fair, but {text} would be given the truth", suggestion="leave out /oracle"
        )
