"""Who meets whom in an arena: entries, their pairings and the seeds of these."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from cardwright.agents import agent as make_agent
from cardwright.agents.processes import MEMORY
from cardwright.agents.referee import SEED_LIMIT
from cardwright.agents.spec import for_kernel, is_native, read_spec
from cardwright.agents.supervised import Forfeit, ProcessPlayer
from cardwright.basics.arguments import bad_argument, several
from cardwright.basics.suggestions import did_you_mean
from cardwright.decks import Deck
from cardwright.errors import AgentError, CardwrightError
from cardwright.face.library import Game
from cardwright.face.native import Pace, Thinker

ALL = "all"
"""The word for all ready decks; `SHELF/all` are those of a shelf."""

NAMES = "names with commas between, or several of them"

DeckName = str | Path | Deck


class Entry(msgspec.Struct, frozen=True):
    """An agent with a deck."""

    agent: str
    deck: str
    cards: Deck

    @property
    def label(self) -> str:
        """Its name in tables and documents."""
        return f"{self.agent}/{self.deck}"


class Pairing(msgspec.Struct, frozen=True):
    """Two entries that meet: on each seed twice, with exchanged seats.

    A control, an entry against itself, is played once on each seed, the first side in alternating seats:
    played twice, two equal sides would always share a seed's points.
    """

    first: Entry
    second: Entry
    seed: int
    """The seed of the first match; the next ones count up from it."""

    @property
    def is_control(self) -> bool:
        """Whether an entry meets itself."""
        return self.first.label == self.second.label

    @property
    def is_native(self) -> bool:
        """Whether the batch runner can play it."""
        return is_native(self.first.agent) and is_native(self.second.agent)

    @property
    def unit(self) -> int:
        """Matches per seed."""
        return 1 if self.is_control else 2

    def seats(self, number: int) -> list[tuple[int, int]]:
        """The matches of the n-th unit: the seed and the seat of the first side."""
        seed = (self.seed + number) % SEED_LIMIT
        return [(seed, number % 2)] if self.is_control else [(seed, 0), (seed, 1)]


def listed(given: Any, what: str) -> Any:
    """A text of names or a path as it is, several names as a sequence that can be read more than once."""
    return given if isinstance(given, str | Path) else several(given, what, NAMES)


def named(words: str | Iterable[str]) -> list[str]:
    """Names with commas between, or a sequence of them."""
    found = words.split(",") if isinstance(words, str) else several(words, "list of agents", NAMES)
    for word in found:
        if not isinstance(word, str):
            raise bad_argument(word, "agent", "a text, its name")
    return [word.strip() for word in found if word.strip()]


def read_agents(agents: str | Sequence[str]) -> tuple[list[str], set[str]]:
    """The agents in order, each once, and those named twice, which meet themselves too."""
    names = named(agents)
    if not names:
        raise CardwrightError("no agent is named", suggestion="name at least one, such as greedy")
    for name in dict.fromkeys(names):
        if is_native(name):
            read_spec(name)
        elif ":" not in name:
            make_agent(name)  # raises the error about an unknown name
            raise AgentError(
                f'agent "{name}" is known in this process only', suggestion="name it module:Class"
            )
    return list(dict.fromkeys(names)), {name for name in names if names.count(name) > 1}


def read_decks(game: Game, decks: str | Path | Sequence[DeckName]) -> dict[str, Deck]:
    """The decks by label: the slug of a ready deck, the path of a file, the name of a `Deck`."""
    given: Sequence[DeckName]
    if isinstance(decks, Path):
        given = [decks]
    else:
        given = named(decks) if isinstance(decks, str) else several(decks, "list of decks", NAMES)
    wanted = [name for deck in given for name in _meant(game, deck)]
    found: dict[str, Deck] = {}
    for deck in wanted:
        read = game.deck(deck)
        name = deck.name if isinstance(deck, Deck) else str(deck)
        label = game.catalogue.aliases.get(name, name)
        if found.setdefault(label, read) != read:
            raise CardwrightError(f'two decks are named "{label}"')
    if not found:
        raise CardwrightError("no deck is named", suggestion=f"name some, or {ALL}")
    return found


def _meant(game: Game, deck: DeckName) -> Sequence[DeckName]:
    """The decks that a name means: itself, or all ready ones, or all of a shelf."""
    if deck == ALL:
        return game.decks
    shelf, _, last = deck.rpartition("/") if isinstance(deck, str) else ("", "", "")
    if last != ALL or not shelf:
        return [deck]
    if shelf not in game.shelves:
        hint = did_you_mean(shelf, game.shelves) or f"there are {', '.join(game.shelves) or 'none'}"
        raise CardwrightError(f'{game.slug} has no shelf "{shelf}"', suggestion=hint)
    return game.shelves[shelf]


def pairings(
    agents: Sequence[str],
    decks: dict[str, Deck],
    mirrored: Iterable[str],
    seed: int,
    against: dict[str, Deck] | None = None,
) -> tuple[list[Entry], list[Pairing]]:
    """All entries, and every entry against every other; entries of mirrored agents meet themselves too.

    With `against`, the decks meet only those, and those do not meet each other.
    """
    field = decks if against is None else against
    everyone = {**decks, **field}
    if any(everyone[label] != deck for label, deck in decks.items()):
        raise CardwrightError("two decks have one name, one to play with and one to play against")
    entries = [Entry(agent, label, deck) for agent in agents for label, deck in everyone.items()]
    met = [
        (first, second)
        for first, second in combinations(entries, 2)
        if (first.deck in decks and second.deck in field) or (first.deck in field and second.deck in decks)
    ]
    met += [(entry, entry) for entry in entries if entry.agent in mirrored and entry.deck in decks]
    if not met:
        raise CardwrightError(
            "one agent with one deck has nobody to meet",
            suggestion="name a second agent or deck, or the agent twice so that it meets itself",
        )
    return entries, [Pairing(first, second, pairing_seed(seed, first, second)) for first, second in met]


def pairing_seed(seed: int, first: Entry, second: Entry) -> int:
    """The first seed of a pairing; it does not depend on other entries or on the order of the two."""
    names = sorted((first.label, second.label))
    digest = sha256("\n".join([str(seed), *names]).encode()).digest()
    return int.from_bytes(digest[:8], "little")


def check_agents(game: Game, pairings: Sequence[Pairing], memory: int = MEMORY) -> dict[str, float | None]:
    """Make every agent once, Python agents in their own process, so that a bad one is an error now.

    Returns the agents' reaction times in a timed game: the mean seconds until each looks at what happened.
    """
    reactions: dict[str, float | None] = {}
    for name in sorted({side.agent for pair in pairings for side in (pair.first, pair.second)}):
        if is_native(name):
            pace = Thinker(game, for_kernel(game, name), 0).pace
        else:
            pace = _pace_of(game, name, next(iter(pairings)).first.cards, memory)
        reactions[name] = pace.seconds if game.is_timed else None
    return reactions


def _pace_of(game: Game, name: str, deck: Deck, memory: int) -> Pace:
    player = ProcessPlayer(name, 1.0, memory)
    match = game.begin(game.setup((deck, deck)), 0)
    try:
        player.begin(match, 0, 1)
        return player.pace(match)
    except Forfeit as forfeit:
        raise AgentError(f'agent "{name}" cannot be made: it {forfeit}') from None
    finally:
        player.close()
