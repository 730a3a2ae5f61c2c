"""Lets the players of a timed match look and act, moment by moment, as the batch runner does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.agents.supervised import Forfeit
from cardwright.face.native import Pace, Timekeeper

if TYPE_CHECKING:
    from cardwright.agents.supervised import Player
    from cardwright.face.actions import Action
    from cardwright.face.events import Events
    from cardwright.face.match import Match


class Conductor:
    """Decides who looks when in a timed match; seats without a player are left to the caller.

    The same players, seeds and match give the same actions at the same times as the batch runner.
    """

    def __init__(self, match: Match, players: Mapping[int, Player], seed: int) -> None:
        self._match = match
        self._players = players
        self.asked = -1
        """The seat that was asked last; if `step` raises `Forfeit`, the seat that forfeits."""
        self.given_up: int | None = None
        """The seat that has given the match up as lost, if one has."""
        paces = [
            players[seat].pace(match) if seat in players else Pace.resting()
            for seat in range(match.seat_count)
        ]
        self._keeper = Timekeeper(seed, paces, match.now)

    @property
    def next_at(self) -> int | None:
        """The time of the next look, or of the next event that happens by itself."""
        times = [time for time in (self._keeper.next, self._match.next_event_at) if time is not None]
        return min(times, default=None)

    def notice(self) -> None:
        """Tell the conductor that somebody else has acted."""
        self._keeper.stir(self._match.now)

    def step(self) -> list[Events]:
        """Go on to the next moment and tell what happened, action by action; [] if nobody will ever act."""
        match, keeper = self._match, self._keeper
        # Time stands still while a question waits.
        if len(match.to_act) == 1:
            (seat,) = match.to_act
            self.asked = seat
            return [match.play(self._players[seat].ask(match, seat))]
        look, event = keeper.next, match.next_event_at
        moment = self.next_at
        if moment is None:
            return []
        told = [match.advance(moment)]
        if look is None or (event is not None and event <= look):
            keeper.stir(match.now)
            return told
        chosen = self._decisions(look)
        if self.given_up is None:
            told += self._arrivals(chosen, look)
        return told

    def _decisions(self, now: int) -> dict[int, Action]:
        """The actions of the seats that look now; all see the same position, and all are asked first."""
        chosen: dict[int, Action] = {}
        forfeits: dict[int, Forfeit] = {}
        for seat in self._keeper.take(now):
            # A seat that can do nothing is not asked.
            player = self._players[seat]
            try:
                action = player.look(self._match, seat) if self._match.legal_len(seat) else None
            except Forfeit as forfeit:
                forfeits[seat] = forfeit
                continue
            if player.has_given_up:
                self.given_up = seat
            elif action is None:
                self._keeper.rest(seat, now, self._match.view(seat).stirs_at)
            else:
                chosen[seat] = action
        if forfeits:
            # If several seats forfeit at once, a coin decides which is first.
            self.asked = self._keeper.arrivals(list(forfeits))[0]
            raise forfeits[self.asked]
        return chosen

    def _arrivals(self, chosen: dict[int, Action], now: int) -> list[Events]:
        """Play the actions in the order of their arrival; one that is no longer legal by then is dropped."""
        told: list[Events] = []
        for seat in self._keeper.arrivals(list(chosen)):
            if told and not self._match.is_legal(chosen[seat].code):
                self._keeper.stir_seat(seat, now)
            else:
                told.append(self._match.play(chosen[seat]))
        if told:
            self._keeper.stir(now)
        return told
