"""Plays many matches between native agents at once, on all cores; returns columns."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.agents.referee import AGENTS, check_game
from cardwright.agents.spec import bad_agent, for_kernel, is_native
from cardwright.basics.arguments import bad_argument, seed_of, several, whole
from cardwright.errors import AgentError, CardwrightError, shown
from cardwright.face.match import SETUP
from cardwright.face.native import native_agents, run_jobs
from cardwright.face.setup import Setup

if TYPE_CHECKING:
    from cardwright.face.library import Game


CARD_RECORD = np.dtype(
    [
        ("job", "<u4"),
        ("seat", "<u2"),
        ("card", "<u2"),
        ("in_deck", "<u2"),
        ("drawn", "<u2"),
        ("played", "<u2"),
        ("first", "<u2"),
    ]
)
"""How often a card was in a seat's deck, drawn and played in one match.

`card` is its number, `first` the turn in which it was first played, counted over all seats, or 0.
"""

SEARCH_RECORD = np.dtype(
    [
        ("job", "<u4"),
        ("seat", "<u4"),
        ("longest", "<u4"),
        ("turns", "<u4"),
        ("lines", "<u4"),
        ("ended", "<u4"),
        ("sequences", "<u8"),
        ("nanoseconds", "<u8"),
    ]
)
"""What an agent searched in one own turn: sequences of actions, the longest of them, over how many turns
its lines were carried, how many of them over all these turns or to the end of the match, how many to its end,
and the time it took.
"""


class Columns(msgspec.Struct, frozen=True, eq=False):
    """How matches ended: one entry per match, in the order of the request."""

    winner: NDArray[np.int8]
    """The winning seat; -1 for a draw."""
    starting: NDArray[np.int8]
    """The seat that took the first turn; -1 if none did."""
    failed: NDArray[np.uint8]
    """The seats whose agents panicked and forfeited, one bit each."""
    time: NDArray[np.uint32]
    """Turns, in a timed game milliseconds."""
    actions: NDArray[np.uint32]
    branches: NDArray[np.uint64]
    """Positions that the agents copied, changed and evaluated."""
    digest: NDArray[np.uint64]
    """The hash of the last position, as `Match.hash`."""
    is_played: NDArray[np.bool_]
    """False if an interrupt came before the match."""
    cards: NDArray[np.void]
    """The counts of the cards, as `CARD_RECORD`; empty if nobody asked for them."""
    searched: NDArray[np.void]
    """What agents searched, as `SEARCH_RECORD`: one entry for every own turn of an agent that counts it."""
    is_interrupted: bool = False

    def __len__(self) -> int:
        return len(self.winner)


def play_matches(
    game: Game,
    setups: Setup | Sequence[Setup],
    agents: Sequence[str],
    seeds: Sequence[int],
    *,
    threads: int = 0,
) -> Columns:
    """Play every setup with every seed, setup by setup, between native agents; 0 threads is one per core.

    Each match is the same that `play_match` plays with that setup, these agents and that seed, for any number
    of threads.

    >>> import cardwright as cw
    >>> game = cw.game("elemental-command")
    >>> columns = play_matches(game, game.setup(), ["greedy", "random"], range(20))
    >>> len(columns), int((columns.winner == 0).sum()) > 10
    (20, True)
    """
    check_game(game)
    listed = [setups] if isinstance(setups, Setup) else list(several(setups, "setup", SETUP))
    for setup in listed:
        if not isinstance(setup, Setup):
            raise bad_argument(setup, "setup", SETUP)
    names = several(agents, "list of agents", AGENTS)
    for name in names:
        if not isinstance(name, str) or not is_native(name):
            hint = f"there are {', '.join(native_agents(game))}; play_match takes agents in Python"
            raise AgentError(f"{shown(name)} is no native agent", suggestion=hint)
    for setup in listed:
        if len(setup.seats) != len(names):
            raise CardwrightError(
                f"a match of {len(setup.seats)} seats needs as many agents, not {len(names)}"
            )
    wanted = "several whole numbers, such as range(5)"
    numbers = [seed_of(seed) for seed in several(seeds, "list of seeds", wanted)]
    agents = [for_kernel(game, name) for name in names]
    jobs = [(number, seed, agents) for number in range(len(listed)) for seed in numbers]
    columns = play_jobs(game, listed, jobs, threads=threads)
    if columns.is_interrupted:
        raise KeyboardInterrupt
    return columns


def play_jobs(
    game: Game,
    setups: Sequence[Setup],
    jobs: Sequence[tuple[int, int, Sequence[str]]],
    *,
    threads: int = 0,
    tally: bool = False,
) -> Columns:
    """Play jobs of (number of the setup, seed, native agent per seat); an interrupt keeps the finished ones.

    Agents are named in the kernel's form (`agents.spec.for_kernel`).
    With `tally`, cards in decks, drawn and played are counted too: the truth, which no agent is shown; and
    what agents searched.
    """
    threads = whole(threads, "number of threads", 0, 1024)
    numbers = [setup.numbers(game) for setup in setups]
    try:
        batch = run_jobs(game, numbers, jobs, threads or os.cpu_count() or 1, tally=tally)
    except (OverflowError, ValueError) as refused:
        if isinstance(refused, ValueError) and len(refused.args) == 3:
            raise bad_agent(refused, "") from None
        raise CardwrightError(str(refused)) from None
    return Columns(
        winner=np.frombuffer(batch.winner(), dtype="<i1"),
        starting=np.frombuffer(batch.starting(), dtype="<i1"),
        failed=np.frombuffer(batch.failed(), dtype="<u1"),
        time=np.frombuffer(batch.time(), dtype="<u4"),
        actions=np.frombuffer(batch.actions(), dtype="<u4"),
        branches=np.frombuffer(batch.branches(), dtype="<u8"),
        digest=np.frombuffer(batch.digest(), dtype="<u8"),
        is_played=np.frombuffer(batch.played(), dtype="<u1") > 0,
        cards=np.frombuffer(batch.cards(), dtype=CARD_RECORD),
        searched=np.frombuffer(batch.searched(), dtype=SEARCH_RECORD),
        is_interrupted=batch.is_interrupted,
    )
