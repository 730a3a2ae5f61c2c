"""A timed match as time goes on: agents look when their time has come, think beside the table, and act."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardwright.agents.supervised import Forfeit, Player
from cardwright.face.match import Match
from cardwright.face.native import Pace, Timekeeper
from cardwright.face.renumbering import means_the_same
from cardwright.face.view import View

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.hosting.realtime.clock import Clock
    from cardwright.hosting.session import Session


class Look(NamedTuple):
    """An agent looks at a copy of the match, while the match itself may go on."""

    seat: int
    player: Player
    moment: Match
    view: View

    def think(self) -> Action | None:
        """The agent's action, None if it waits, or `Forfeit`; takes its time."""
        return self.player.look(self.moment, self.seat)


class Course:
    """Brings a match up to its clock. The table asks the agents that look, and gives their answers back."""

    def __init__(self, session: Session, clock: Clock) -> None:
        self.session = session
        self.match = session.match
        self.clock = clock
        clock.set(self.match.now)
        seats = range(self.match.seat_count)
        players = session.players
        paces = [players[s].pace(self.match) if s in players else Pace.resting() for s in seats]
        self._keeper = Timekeeper(self.match.seed, paces, self.match.now)
        self.thinking: set[int] = set()
        """The seats whose agents think."""
        self._missed: set[int] = set()
        """The seats that have to look again: something happened while their agents thought."""
        self.asked = -1
        """The seat that `run` asked last: a `Forfeit` is its own."""
        self._held: list[tuple[Look, Action | None]] = []
        """Answers that came while the clock stood still."""

    def tick(self) -> list[Look]:
        """Let time go on to the clock's time; returns the looks of agents that have to be asked."""
        to = self.clock.read()
        if not self.clock.is_paused:
            held, self._held = self._held, []
            for look, action in held:
                self.take(look, action)
        looks: list[Look] = []
        while found := self.advance(to):
            looks += found
        if self.match.now < to:  # it is over, or a question waits
            self.clock.set(self.match.now)
        self.session.record_time(is_hurried=False)
        return looks

    def run(self, to: int) -> None:
        """Let time go on to a time; agents that look on the way are asked at once, while time waits."""
        while looks := self.advance(to):
            for look in looks:
                self.asked = look.seat
                self.take(look, look.think())
        self.clock.set(self.match.now)
        self.session.record_time()

    def advance(self, to: int) -> list[Look]:
        """Let time go on until an agent looks, at most to a time."""
        while not self.session.is_over:
            if len(self.match.to_act) == 1:  # time stands still while a question waits
                (seat,) = self.match.to_act
                if seat in self.session.players and seat not in self.thinking and not self.clock.is_paused:
                    return [self._look(seat)]
                break
            due, event = self._keeper.next, self.match.next_event_at
            moment = min(time for time in (due, event, to) if time is not None)
            if moment > self.match.now:
                self.match.advance(moment)
            if event is not None and event <= moment:
                self.notice()
            elif due is None or due > moment:
                break
            elif looks := self._take_looks():
                return looks
        return []

    def _take_looks(self) -> list[Look]:
        looks = []
        for seat in self._keeper.take(self.match.now):
            if seat in self.thinking:
                self._missed.add(seat)
            elif seat in self.session.players and self.match.legal_len(seat):
                looks.append(self._look(seat))
            else:
                self._keeper.rest(seat, self.match.now, self.match.view(seat).stirs_at)
        return looks

    def _look(self, seat: int) -> Look:
        self.thinking.add(seat)
        return Look(seat, self.session.players[seat], self.match.fork(), self.match.view(seat))

    def notice(self) -> None:
        """Something happened: agents that react to it look soon."""
        self._missed |= self.thinking
        self._keeper.stir(self.match.now)

    def take(self, look: Look, action: Action | None) -> bool:
        """Play what an agent has chosen, unless it is no longer possible; returns whether it was played."""
        if self.clock.is_paused and not self.session.is_over:
            self._held.append((look, action))
            return False
        seat = look.seat
        self.thinking.discard(seat)
        if self.session.is_over:
            return False
        if look.player.has_given_up:
            self.session.concede(seat)
            return True
        has_missed = seat in self._missed
        self._missed.discard(seat)
        if action is None:
            if has_missed:
                self._keeper.stir_seat(seat, self.match.now)
            else:
                self._keeper.rest(seat, self.match.now, look.view.stirs_at)
            return False
        is_same = means_the_same(action.code, look.view, self.match.view(seat))
        if not is_same or not self.match.is_legal(action.code):
            self._keeper.stir_seat(seat, self.match.now)
            return False
        self.session.play(self.match.action(action.code), seat)
        self.notice()
        return True

    def forfeit(self, seat: int, forfeit: Forfeit) -> bool:
        """An agent has failed and loses; False if the match was over before."""
        self.thinking.discard(seat)
        if self.session.is_over:
            return False
        self.session.forfeit(seat, forfeit)
        return True

    def play(self, action: Action | str, seat: int) -> None:
        """Play a person's action now; they may act again a moment later, even if the clock stands still."""
        self.session.play(action, seat)
        self.notice()
        if len(self.match.to_act) > 1:
            self.match.advance(self.match.now + 1)
            self.session.record_time()
            self.clock.set(max(self.match.now, self.clock.read()))
