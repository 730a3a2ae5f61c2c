"""Plays whole matches between agents of every kind; one that misbehaves forfeits, and that is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from cardwright.agents import Agent
from cardwright.agents.supervised import Forfeit, Player, supervise
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.events import Events
    from cardwright.library import Game
    from cardwright.match import Match
    from cardwright.setup import Setup

SEED_LIMIT = 2**64


class Row(msgspec.Struct, frozen=True):
    """How one match between agents ended."""

    seed: int
    winner: int | None
    """The winning seat; None for a draw."""
    forfeits: tuple[str | None, ...]
    """For every seat why it forfeited, or None."""
    actions: int
    time: int
    """Turns, in a timed game milliseconds."""
    digest: int
    starting: int = -1
    """The seat that took the first turn; -1 if none did."""
    cards: bytes = b""
    """What became of the cards, in the records of the batch runner; empty if nobody asked."""


def agent_seed(seed: int, seat: int) -> int:
    """The seed of the agent in a seat: a stream of its own, the same that the batch runner gives."""
    return (seed * 4 + seat + 1) % SEED_LIMIT


def play_match(
    game: Game,
    setup: Setup,
    agents: Sequence[Agent | Player | str],
    seed: int,
    *,
    seconds: float = 10.0,
    after: Callable[[Match, Events], None] | None = None,
    tally: bool = False,
) -> Row:
    """Play one match; `seconds` is the limit of one decision of a Python agent.

    With `tally`, what became of each card is counted too: the truth, which no agent is shown.

    >>> import cardwright as cw
    >>> game = cw.game("elemental-command")
    >>> row = play_match(game, game.setup(), ["greedy", "pass"], seed=1)
    >>> row.winner, row.forfeits
    (0, (None, None))
    """
    if len(agents) != len(setup.seats):
        raise CardwrightError(f"a match of {len(setup.seats)} seats needs as many agents, not {len(agents)}")
    match = game.begin(setup, seed)
    players = [supervise(agent, seconds) for agent in agents]
    forfeits: list[str | None] = [None] * len(players)
    try:
        seat = -1
        try:
            for seat, player in enumerate(players):
                player.begin(match, seat, agent_seed(seed, seat))
            while not match.is_over:
                seat = min(match.to_act)
                happened = match.play(players[seat].ask(match, seat))
                if after is not None:
                    after(match, happened)
        except Forfeit as forfeit:
            forfeits[seat] = str(forfeit)
    finally:
        for player, agent in zip(players, agents, strict=True):
            if player is not agent:
                player.close()
    if any(forfeits):
        standing = [seat for seat, reason in enumerate(forfeits) if reason is None]
        winner = standing[0] if len(standing) == 1 else None
    else:
        winner = match.result.winner if match.result else None
    return Row(
        seed=seed,
        winner=winner,
        forfeits=tuple(forfeits),
        actions=match.ply,
        time=match.kernel.now,
        digest=match.hash,
        starting=match.kernel.starting,
        cards=match.kernel.tally() if tally else b"",
    )
