"""Who plays what: the decks of a match by name, and who plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardwright.decks import ENDINGS
from cardwright.hosting.notes import AGENT, AGENTS, DECKS, HUMAN

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.match import Match
    from cardwright.face.setup import Setup

RANDOM = "random:"
"""The name of a random deck begins like this; its seed follows."""
BY_CHANCE = "drawn by chance"
"""What a random deck is called: by its seed anybody could print its list."""


class Role(NamedTuple):
    """What a seat plays, and who sits there."""

    deck: str
    """The name of its deck; empty if it has none."""
    player: str
    """The agent in words; empty for a person, and where nobody noted who played."""

    @property
    def told(self) -> str:
        """The deck, and the agent that plays it.

        >>> Role("Fire Aggro", "greedy").told, Role("Fire Aggro", "").told
        ('Fire Aggro (greedy)', 'Fire Aggro')
        """
        return f"{self.deck} ({self.player})" if self.deck and self.player else self.deck or self.player


Cast = Sequence[Role]
"""The roles of a match by seat."""


def cast_of(match: Match, notes: Mapping[str, str]) -> Cast:
    """Who plays what in a match, by its setup and by what its table noted."""
    return cast_for(match.game, match.setup, notes)


def cast_for(game: Game | None, setup: Setup, notes: Mapping[str, str]) -> Cast:
    """Who plays what in a match of a setup; without its game, by what was noted alone."""
    count = len(setup.seats)
    named = listed(notes.get(DECKS, ""), count)
    agents = players(notes, count)
    return [Role(_deck(game, setup, seat, named[seat]), agent_words(agents[seat])) for seat in range(count)]


def players(notes: Mapping[str, str], count: int) -> list[str]:
    """The agents by seat as notes name them; a person's name is empty."""
    if AGENTS in notes:
        return listed(notes[AGENTS], count)
    foe = notes.get(AGENT, "")
    return ["", *["" if foe == HUMAN else foe] * (count - 1)]


def listed(text: str, count: int) -> list[str]:
    """The names of a list, one for every seat; of a list that does not fit, none."""
    names = [name.strip() for name in text.split(",")]
    return names if len(names) == count else [""] * count


def agent_words(spec: str) -> str:
    """An agent as people are told of it, its level in words.

    >>> agent_words("lookahead/level=3"), agent_words("value/nodes=2000"), agent_words("greedy")
    ('lookahead, level 3', 'value/nodes=2000', 'greedy')
    """
    first, *options = spec.split("/")
    levels = [option.partition("=")[2] for option in options if option.startswith("level=")]
    kept = "/".join([first, *(option for option in options if not option.startswith("level="))])
    return f"{kept}, level {levels[0]}" if levels else kept


def _deck(game: Game | None, setup: Setup, seat: int, named: str) -> str:
    """The name of a seat's deck: of the ready deck that it is, or what it was called when it was chosen."""
    own = setup.seats[seat]
    if not own.cards:
        return ""
    if game is not None:
        for deck in game.catalogue.decks.values():
            if deck.cards == own.cards and (deck.hero or game.only_hero) == own.hero:
                return deck.name
    if named.endswith(ENDINGS):
        return Path(named).stem
    if named.startswith(RANDOM):
        return BY_CHANCE
    return named or own.hero or "a deck of its own"
