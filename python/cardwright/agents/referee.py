"""Plays whole matches between agents of every kind; an agent that misbehaves forfeits the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack

import msgspec

from cardwright.agents import Agent
from cardwright.agents.conductor import Conductor
from cardwright.agents.processes import MEMORY, read_memory
from cardwright.agents.supervised import Forfeit, Player, supervise
from cardwright.basics.arguments import bad_argument, seconds_of, several
from cardwright.errors import CardwrightError
from cardwright.face.match import SETUP
from cardwright.face.native import agent_seed
from cardwright.face.setup import Setup

if TYPE_CHECKING:
    from cardwright.face.events import Events
    from cardwright.face.library import Game
    from cardwright.face.match import Match

SEED_LIMIT = 2**64


AGENTS = 'one for each seat, such as ("greedy", "random")'


def check_game(game: Game) -> None:
    """Refuse anything but a game, such as a slug."""
    from cardwright.face.library import Game

    if not isinstance(game, Game):
        raise bad_argument(game, "game", "what cw.game(slug) gives")


class Row(msgspec.Struct, frozen=True):
    """How one match between agents ended."""

    seed: int
    winner: int | None
    """The winning seat; None for a draw."""
    forfeits: tuple[str | None, ...]
    """Why each seat forfeited; None for a seat that did not."""
    actions: int
    time: int
    """Turns, in a timed game milliseconds."""
    digest: int
    starting: int = -1
    """The seat that took the first turn; -1 if none did."""
    cards: bytes = b""
    """The counts of the cards, as in `Columns.cards`; empty if nobody asked for them."""
    shared: tuple[int, ...] = ()
    """The seats whose agents were objects in this process: nothing here is secret from them."""


class Terms(TypedDict, total=False):
    """The terms on which a match is played."""

    seconds: float
    """The limit of one decision of a Python agent; 10 by default."""
    memory: int | str
    """The memory limit of an agent `module:Class` and its processes: bytes, or a text like "500MB"."""
    after: Callable[[Match, Events], None] | None
    """Called after every action."""
    tally: bool
    """Whether the cards in decks, drawn and played are counted too."""


@dataclass(frozen=True)
class _Terms:
    seconds: float = 10.0
    memory: int | str = MEMORY
    after: Callable[[Match, Events], None] | None = None
    tally: bool = False


def play_match(
    game: Game,
    setup: Setup,
    agents: Sequence[Agent | Player | str],
    seed: int,
    **terms: Unpack[Terms],
) -> Row:
    """Play one match; `seconds` is the limit of one decision of a Python agent.

    `memory` limits the processes of an agent `module:Class`, in bytes or as a text like "500MB".

    With `tally`, cards in decks, drawn and played are counted too: the truth, which no agent is shown.

    >>> import cardwright as cw
    >>> game = cw.game("elemental-command")
    >>> row = play_match(game, game.setup(), ["greedy", "pass"], seed=1)
    >>> row.winner, row.forfeits
    (0, (None, None))
    """
    check_game(game)
    if not isinstance(setup, Setup):
        raise bad_argument(setup, "setup", SETUP)
    agents = several(agents, "list of agents", AGENTS)
    for agent in agents:
        if not isinstance(agent, str | Agent | Player):
            raise bad_argument(agent, "agent", "a name or an object with choose(view)")
    known = _Terms(**terms)
    seconds = seconds_of(known.seconds)
    if len(agents) != len(setup.seats):
        raise CardwrightError(f"a match of {len(setup.seats)} seats needs as many agents, not {len(agents)}")
    match = game.begin(setup, seed)
    size = read_memory(known.memory)
    players = [supervise(agent, seconds, size) for agent in agents]
    table = _Table(match, players, known.after)
    try:
        table.play(seed)
    finally:
        for player, agent in zip(players, agents, strict=True):
            if player is not agent:
                player.close()
    forfeits = table.forfeits
    left = [reason is not None or players[seat].has_given_up for seat, reason in enumerate(forfeits)]
    if any(left):
        standing = [seat for seat, has_left in enumerate(left) if not has_left]
        winner = standing[0] if len(standing) == 1 else None
    else:
        winner = match.result.winner if match.result else None
    return Row(
        seed=seed,
        winner=winner,
        forfeits=tuple(forfeits),
        actions=match.ply,
        time=match.now,
        digest=match.hash,
        starting=match.starting,
        cards=match.tally() if known.tally else b"",
        shared=tuple(seat for seat, player in enumerate(players) if player.shares_process),
    )


class _Table:
    """A match, its players and the reasons of forfeits."""

    def __init__(
        self, match: Match, players: Sequence[Player], after: Callable[[Match, Events], None] | None
    ) -> None:
        self._match = match
        self._players = players
        self._after = after
        self.forfeits: list[str | None] = [None] * len(players)

    def play(self, seed: int) -> None:
        """Play until the match is over, or somebody forfeits or gives up."""
        for seat, player in enumerate(self._players):
            try:
                player.begin(self._match, seat, agent_seed(seed, seat))
            except Forfeit as forfeit:
                self.forfeits[seat] = str(forfeit)
                return
        if self._match.game.is_timed:
            self._play_in_time(seed)
        else:
            self._play_in_turns()

    def _play_in_turns(self) -> None:
        while not self._match.is_over:
            seat = min(self._match.to_act)
            try:
                self._tell(self._match.play(self._players[seat].ask(self._match, seat)))
            except Forfeit as forfeit:
                self.forfeits[seat] = str(forfeit)
                return

    def _play_in_time(self, seed: int) -> None:
        conductor = Conductor(self._match, dict(enumerate(self._players)), seed)
        while not self._match.is_over and conductor.given_up is None:
            try:
                happened = conductor.step()
            except Forfeit as forfeit:
                self.forfeits[conductor.asked] = str(forfeit)
                return
            if not happened:
                return
            for events in happened:
                self._tell(events)

    def _tell(self, happened: Events) -> None:
        if self._after is not None:
            self._after(self._match, happened)
