"""Plays whole matches between agents of every kind; one that misbehaves forfeits, and that is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from cardwright import _kernel
from cardwright.agents import Agent
from cardwright.agents.supervised import Forfeit, Player, supervise
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.actions import Action
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
    table = _Table(match, players, after)
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
        time=match.kernel.now,
        digest=match.hash,
        starting=match.kernel.starting,
        cards=match.kernel.tally() if tally else b"",
    )


class _Table:
    """A match, those who play it and why they forfeited."""

    def __init__(
        self, match: Match, players: Sequence[Player], after: Callable[[Match, Events], None] | None
    ) -> None:
        self._match = match
        self._players = players
        self._after = after
        self.forfeits: list[str | None] = [None] * len(players)
        self._seat = -1
        """Who is asked: whatever goes wrong then is theirs."""

    def play(self, seed: int) -> None:
        """Play until the match is over, or somebody forfeits or gives up."""
        try:
            for seat, player in self._each():
                player.begin(self._match, seat, agent_seed(seed, seat))
            if self._match.game.is_timed:
                self._play_in_time(seed)
            else:
                self._play_in_turns()
        except Forfeit as forfeit:
            self.forfeits[self._seat] = str(forfeit)

    def _play_in_turns(self) -> None:
        while not self._match.is_over:
            self._seat = min(self._match.to_act)
            self._told(self._match.play(self._players[self._seat].ask(self._match, self._seat)))

    def _play_in_time(self, seed: int) -> None:
        """Step by step what the batch runner does: the same seeds give the same match."""
        match = self._match
        keeper = _kernel.Timekeeper(seed, [player.pace(match) for _, player in self._each()], match.now)
        while not match.is_over:
            # Time stands still while a question waits.
            if len(match.to_act) == 1:
                self._seat = min(match.to_act)
                self._told(match.play(self._players[self._seat].ask(match, self._seat)))
                continue
            look, event = keeper.next, match.next_event_at
            times = [time for time in (look, event) if time is not None]
            if not times:
                return
            self._told(match.advance(min(times)))
            if look is None or (event is not None and event <= look):
                keeper.stir(match.now)
                continue
            chosen: dict[int, Action] = {}
            for seat in keeper.take(look):
                action = self._look(seat)
                if self._players[seat].has_given_up:
                    return
                if action is None:
                    keeper.rest(seat, look, match.view(seat).kernel.stirs_at)
                else:
                    chosen[seat] = action
            has_changed = False
            for seat in keeper.arrivals(list(chosen)):
                # Who arrives later may find that something has changed.
                if has_changed and not match.is_legal(chosen[seat].code):
                    keeper.stir_seat(seat, look)
                    continue
                self._told(match.play(chosen[seat]))
                has_changed = True
            if has_changed:
                keeper.stir(look)

    def _look(self, seat: int) -> Action | None:
        """What a player does now; nobody is asked who can do nothing."""
        self._seat = seat
        return self._players[seat].look(self._match, seat) if self._match.legal_len(seat) else None

    def _each(self) -> Iterator[tuple[int, Player]]:
        for seat, player in enumerate(self._players):
            self._seat = seat
            yield seat, player

    def _told(self, happened: Events) -> None:
        if self._after is not None:
            self._after(self._match, happened)
