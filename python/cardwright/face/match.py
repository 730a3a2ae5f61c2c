"""A match in progress: `play` takes an action in words and tells what happened, `undo` gives it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from weakref import ref

import msgspec

from cardwright.basics.arguments import bad_argument, flag, options_of, seed_of, whole
from cardwright.errors import AmbiguousAction, CardwrightError, IllegalAction, shown
from cardwright.face.actions import Action, Names, seat_of
from cardwright.face.events import Events
from cardwright.face.legal import SEATS, LegalActions, seats_of
from cardwright.face.setup import Setup
from cardwright.face.view import View

if TYPE_CHECKING:
    from cardwright import _kernel
    from cardwright.face.library import Game
    from cardwright.face.trace import Trace

DEEPEST = 8
"""Most actions of a counted line: their number grows some twentyfold with each."""

LATEST = 2**32 - 1
"""The last millisecond that a match can be told of."""

ACTION = "a text or one of legal_actions"
SETUP = "what game.setup(decks) gives"

Viewer = int | Literal["spectator"] | None


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning seat (None: a draw) and every seat's outcome."""

    winner: int | None
    outcomes: tuple[str, ...]

    def __str__(self) -> str:
        return "a draw" if self.winner is None else f"seat {self.winner} wins"


class _Here:
    """A position of a match, by which its actions name what they mean."""

    __slots__ = ("__weakref__", "_match", "_names", "_views", "ply")

    def __init__(self, match: Match, ply: int) -> None:
        self._match = match
        self.ply = ply
        # Most positions are played on from without anybody reading a name.
        self._names: dict[int, Names] | None = None
        self._views: dict[int, View] | None = None

    def view(self, seat: int) -> View:
        """What a seat may know here."""
        if self._views is None:
            self._views = {}
        if seat not in self._views:
            known = seat < self._match.seat_count
            self._views[seat] = self._match.view_at(seat if known else "spectator", self.ply)
        return self._views[seat]

    def __call__(self, seat: int) -> Names:
        """How a seat names what it sees here."""
        if self._names is None:
            self._names = {}
        if seat not in self._names:
            self._names[seat] = self.view(seat).names(seat)
        return self._names[seat]

    def leave(self) -> None:
        """The way here is about to be forgotten: keep what the names need."""
        for seat in range(self._match.seat_count):
            self.view(seat)


def _another_seat(action: Action, seat: int) -> IllegalAction:
    return IllegalAction(f"{action} is an action of seat {action.seat}, not of seat {seat}")


def _illegal(action: Action, view: View) -> IllegalAction:
    return IllegalAction(f"{action} is not legal: {view.kernel.why_illegal(action.code)}")


class Match:
    """One sitting of a game.

    >>> import cardwright as cw
    >>> match = cw.game("elemental-command").match(seed=7)
    >>> sorted(match.to_act)
    [0, 1]
    >>> _ = match.play("keep", seat=0), match.play("keep", seat=1)
    >>> seat, = match.to_act
    >>> "end" in match.legal_actions
    True
    >>> match.play("attack c2 > hero")
    Traceback (most recent call last):
        ...
    cardwright.errors.IllegalAction: nothing stands on c2...
    """

    def __init__(
        self,
        game: Game,
        setup: Setup,
        seed: int,
        *,
        record: bool = True,
        kernel: _kernel.Match | None = None,
    ) -> None:
        if not isinstance(setup, Setup):
            raise bad_argument(setup, "setup", SETUP)
        self.game = game
        self.setup = setup
        self.seed = seed = seed_of(seed)
        record = flag(record, "value of record")
        try:
            self.kernel = kernel or game.kernel.begin(seed=seed, record=record, **game.numbers(setup))
        except ValueError as refused:
            raise CardwrightError(str(refused)) from None
        except (OverflowError, TypeError) as refused:  # a setup that `game.setup` did not make
            options_of(setup.options)
            flag(setup.open_decks, "value of open_decks")
            raise CardwrightError(f"the setup is refused: {refused}") from None
        self.is_recorded = record and kernel is None
        """Whether the match is known from its beginning, so that it has a trace."""
        self._is_timed = game.is_timed
        self.seat_count = self.kernel.seat_count
        """How many seats the match has."""
        self._here: _Here | None = None
        # In a timed game: the positions that time has left since the last action; their actions may be held.
        self._held: list[ref[_Here]] = []
        # What LegalActions asks goes to the kernel without a detour.
        self.legal_len = self.kernel.legal_len
        self.legal_nth = self.kernel.legal_nth
        self.is_legal = self.kernel.is_legal

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that may act now."""
        return frozenset(seats_of(self.kernel.to_act))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.kernel.is_over

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it goes on."""
        if not self.kernel.is_over:
            return None
        outcomes = tuple(str(self.kernel.outcome(seat)) for seat in range(self.seat_count))
        winner = outcomes.index("won") if "won" in outcomes else None
        return Result(winner=winner, outcomes=outcomes)

    @property
    def hash(self) -> int:
        """A number that differs where positions differ."""
        return self.kernel.digest()

    @property
    def ply(self) -> int:
        """How many actions were played."""
        return self.kernel.ply

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that may be taken now, by any seat; lazy, and follows the match."""
        return LegalActions(self, SEATS[self.kernel.to_act])

    def legal_actions_of(self, seat: int | None = None) -> LegalActions:
        """The actions one seat may take now; `seat` may be left out while only one may act."""
        if type(seat) is not int or not 0 <= seat < self.seat_count:
            seat = self._seat(seat)
        return LegalActions(self, (seat,))

    def play(self, action: Action | str, *, seat: int | None = None, at: int | None = None) -> Events:
        """Play an action, given as such or in words; what happened is told as the acting seat saw it.

        In a timed game `at` is the time it takes place, in milliseconds from now on: what happens before it
        is told too. Without it the action is played now. A refusal changes nothing, not even the time.
        """
        if at is not None:
            return self._play_at(action, seat, at)
        if isinstance(action, str):
            seat = self._seat(seat)
            action = self.legal_actions_of(seat).read(action)
        try:
            code = action.code
        except AttributeError:
            raise bad_argument(action, "action", ACTION) from None
        if seat is not None and self._seat(seat) != action.seat:
            raise _another_seat(action, seat)
        try:
            happened = self.kernel.play(code)
        except ValueError:
            # The reason is told from what the seat sees, never from the truth.
            raise _illegal(action, self.sight(code & 255)) from None
        self._here = None
        return Events(self.game, happened, code & 255, (), self.seat_count)

    def _play_at(self, action: Action | str, seat: int | None, at: int) -> Events:
        at = self._time(at, "an action")
        if not isinstance(action, str | Action):
            raise bad_argument(action, "action", ACTION)
        seat = self._seat(seat) if isinstance(action, str) or seat is not None else action.seat
        try:
            view = self._view(self.kernel.view_when(seat, at))
        except ValueError as refused:
            raise IllegalAction(str(refused)) from None
        if isinstance(action, str):
            action = view.legal_actions.read(action)
        elif seat != action.seat:
            raise _another_seat(action, seat)
        self._leave(at)
        try:
            happened = self.kernel.play(action.code, at)
        except ValueError as refused:
            # The reason is told from what the seat sees, never from the truth; all see when time ends.
            raise (IllegalAction(str(refused)) if view.now != at else _illegal(action, view)) from None
        self._here = None
        return self._told(happened, seat)

    @property
    def now(self) -> int:
        """The time in milliseconds in a timed game, the number of the turn in others."""
        return self.kernel.now

    @property
    def next_event_at(self) -> int | None:
        """In a timed game: when something happens by itself next; None if nothing does."""
        return self.kernel.next_event_at

    def advance(self, to: int, *, seat: Viewer = "spectator") -> Events:
        """Let time go on in a timed game; what happened is told as a seat saw it, or as all did.

        A match that ends on the way ends there: then time stands still.
        """
        # The usual case is written out: an agent in Python spends its time here, in `action` and in `play`.
        viewer = None if seat == "spectator" else self._viewer(seat)
        if not self._is_timed or type(to) is not int or not 0 <= to <= LATEST:
            to = self._time(to, "the clock")
        if self._here is not None or self._held:
            self._leave(to)
        try:
            happened = self.kernel.advance(to)
        except ValueError as refused:
            raise CardwrightError(str(refused)) from None
        return Events(self.game, happened, viewer, (), self.seat_count)

    def _leave(self, until: int) -> None:
        """Time goes on: what happens by itself may move what actions mean, so they keep their names."""
        if self._here is not None:
            # Positions before an action are found in the past.
            kept = [held for held in self._held if (old := held()) is not None and old.ply == self._here.ply]
            self._held = [*kept, ref(self._here)]
            self._here = None
        if self._held:
            event = self.kernel.next_event_at
            if event is not None and event <= until:
                for held in self._held:
                    if (here := held()) is not None:
                        here.leave()
                self._held = []

    def _time(self, time: int, what: str) -> int:
        """A time as the kernel takes it."""
        if not self._is_timed:
            raise CardwrightError(f"{self.game.slug} is no timed game: {what} has no time in it")
        return whole(time, "time", 0, LATEST, " milliseconds")

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back without unlearning anything."""
        return self.kernel.can_undo()

    def undo(self) -> Action:
        """Take the last action back and return it; in a timed game also the time since it was given."""
        if self.kernel.ply == 0:
            raise CardwrightError("there is nothing to take back")
        if self._here is not None:
            self._here.leave()
        code = self.kernel.undo()
        assert code is not None
        self._here = None
        return self.action(code)

    @property
    def actions(self) -> list[Action]:
        """The actions played so far."""
        return [Action(code, _Here(self, ply)) for ply, code in enumerate(self.kernel.actions())]

    @property
    def actors(self) -> list[int]:
        """The seats that acted so far, one for each action."""
        return [seat_of(code) for code in self.kernel.actions()]

    @property
    def last_action(self) -> Action | None:
        """The action played last, if there is one."""
        return self.action_of(self.ply - 1) if self.ply else None

    @property
    def starting(self) -> int:
        """The seat that took the first turn, or -1."""
        return self.kernel.starting

    @property
    def script_balance(self) -> tuple[int, int]:
        """With scripted dice: the rolls left over, and the rolls asked for beyond the script."""
        return self.kernel.script_balance() or (0, 0)

    def tally(self) -> bytes:
        """What became of each card so far, as records: the truth, for the lab only."""
        return self.kernel.tally()

    @property
    def times(self) -> list[int]:
        """The times of the actions played so far: milliseconds in a timed game, turns in others."""
        return self.kernel.times()

    def action_of(self, ply: int) -> Action:
        """The action of that number, from 0."""
        ply = self._played(ply)
        return Action(self.kernel.actions()[ply], _Here(self, ply))

    def _played(self, ply: int) -> int:
        """The number of an action that was played."""
        if self.kernel.ply == 0:
            raise CardwrightError(f"there is no action {shown(ply)}: none was played yet")
        return whole(ply, "number of an action", 0, self.kernel.ply - 1)

    def view(self, seat: Viewer = None) -> View:
        """What a seat may know now, or a spectator; `seat` may be left out while only one may act."""
        return self._view(self.kernel.view(self._viewer(seat)))

    def view_at(self, seat: Viewer, ply: int) -> View:
        """What a seat might know after the first `ply` actions, in a timed game just before the next one."""
        ply = whole(ply, "number of actions", 0, self.kernel.ply)
        return self._view(self.kernel.view(self._viewer(seat), ply))

    def events(self, seat: Viewer = None, *, since: int | None = None) -> Events:
        """What happened in the last action (before the first: the opening), as a seat or a spectator saw it.

        `since=n` tells all that happened after the first n actions, `since=-1` the opening too. What happens
        by itself in a timed game belongs to the action before it.
        """
        viewer = self._viewer(seat)
        ply = self.kernel.ply
        start = ply - 1 if since is None else whole(since, "number of actions", -1, ply)
        happened = self.kernel.events(None if start < 0 else start, ply)
        return self._told(happened, viewer)

    def opening(self, seat: Viewer) -> Events:
        """What happened before the first action."""
        viewer = self._viewer(seat)
        return self._told(self.kernel.events(None, 0), viewer)

    def events_of(self, ply: int, seat: Viewer | Literal["all"]) -> Events:
        """What happened in the action of that number (from 0); "all" puts together what each seat saw."""
        ply = self._played(ply)
        happened = self.kernel.events(ply, ply + 1)
        if seat == "all":
            return Events(self.game, happened, None, range(self.seat_count), self.seat_count)
        return self._told(happened, self._viewer(seat))

    def _told(self, happened: _kernel.Events, viewer: int) -> Events:
        seat = None if viewer < 0 else viewer
        return Events(self.game, happened, seat, (), self.seat_count)

    @property
    def trace(self) -> Trace:
        """The match as its setup, seed and actions."""
        from cardwright.face.trace import Trace

        return Trace.of(self)

    def fork(self) -> Match:
        """A copy that goes its own way; it cannot go back behind this moment."""
        return Match(self.game, self.setup, self.seed, kernel=self.kernel.fork())

    def count_lines(self, depth: int) -> int:
        """How many lines of `depth` legal actions lead away from here, under the dice as they lie.

        A match that ends sooner ends its line; where several seats may act at once, the first of them does.
        In a timed game they act in turn, 2 seconds apart; one that can do nothing waits.

        >>> import cardwright as cw
        >>> match = cw.game("elemental-command").match(seed=7)
        >>> match.count_lines(1), match.count_lines(2)
        (64, 4096)
        """
        return self.kernel.count_lines(whole(depth, "depth to count to", 0, DEEPEST))

    def _view(self, kernel: _kernel.View) -> View:
        decks = tuple(seat.cards for seat in self.setup.seats) if self.setup.open_decks else None
        return View(self.game, kernel, decks)

    def _seat(self, seat: int | None, also: str = "") -> int:
        if seat is not None:
            last = self.seat_count - 1
            if type(seat) is not int:
                return whole(seat, "seat", 0, last, also)
            if 0 <= seat <= last:
                return seat
            raise CardwrightError(f"there is no seat {shown(seat)}: it must be 0 to {last}{also}")
        acting = seats_of(self.kernel.to_act)
        if len(acting) == 1:
            return acting[0]
        if not acting:
            raise IllegalAction("the match is over: no seat may act")
        named = " or ".join(f"seat={seat}" for seat in acting)
        raise AmbiguousAction(f"several seats may act now: say {named}")

    def _viewer(self, seat: Viewer) -> int:
        if seat == "spectator":
            return -1
        if isinstance(seat, str):
            wanted = f'it must be a whole number, 0 to {self.seat_count - 1}, or "spectator"'
            raise CardwrightError(f'there is no seat "{seat}": {wanted}')
        return self._seat(seat, ', or "spectator"')

    # What LegalActions asks.

    def action(self, code: int) -> Action:
        """The action of a code, named as in this position."""
        here = self._here
        if here is None:
            here = self._here = _Here(self, self.kernel.ply)
        return Action(code, here)

    def names(self, seat: int) -> Names:
        """How a seat names what it sees now."""
        return self._position()(seat)

    def sight(self, seat: int) -> View:
        """What a seat may know now."""
        return self._position().view(seat)

    def _position(self) -> _Here:
        here = self._here
        if here is None:
            here = self._here = _Here(self, self.kernel.ply)
        return here

    def __repr__(self) -> str:
        state = str(self.result) if self.is_over else f"seat {sorted(self.to_act)} to act"
        return f"<Match of {self.game.slug}, seed {self.seed}, {self.ply} actions, {state}>"
