"""A match in progress: `play` takes an action in words and tells what happened, `undo` takes it back."""

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
"""The most actions of a counted line; each action multiplies the number of lines by about twenty."""

LATEST = 2**32 - 1
"""The latest time of a match, in milliseconds."""

ACTION = "a text or one of legal_actions"
SETUP = "what game.setup(decks) gives"

Viewer = int | Literal["spectator"] | None


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning seat (None for a draw) and every seat's outcome."""

    winner: int | None
    outcomes: tuple[str, ...]

    def __str__(self) -> str:
        return "a draw" if self.winner is None else f"seat {self.winner} wins"


class _Position:
    """A position of a match; the texts of its actions use its names."""

    __slots__ = ("__weakref__", "_match", "_names", "_views", "ply")

    def __init__(self, match: Match, ply: int) -> None:
        self._match = match
        self.ply = ply
        # Most positions are left without anybody reading a name.
        self._names: dict[int, Names] | None = None
        self._views: dict[int, View] | None = None

    def view(self, seat: int) -> View:
        """What a seat may know in this position."""
        if self._views is None:
            self._views = {}
        if seat not in self._views:
            known = seat < self._match.seat_count
            self._views[seat] = self._match.view_at(seat if known else "spectator", self.ply)
        return self._views[seat]

    def __call__(self, seat: int) -> Names:
        """The names that a seat uses in this position."""
        if self._names is None:
            self._names = {}
        if seat not in self._names:
            self._names[seat] = self.view(seat).names(seat)
        return self._names[seat]

    def keep_views(self) -> None:
        """Make the views that the names need, before the match can no longer go back to this position."""
        for seat in range(self._match.seat_count):
            self.view(seat)


def _another_seat(action: Action, seat: int) -> IllegalAction:
    return IllegalAction(f"{action} is an action of seat {action.seat}, not of seat {seat}")


def _illegal(action: Action, view: View) -> IllegalAction:
    return IllegalAction(f"{action} is not legal: {view.kernel.why_illegal(action.code)}")


class Match:
    """One match of a game.

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
        except (OverflowError, TypeError) as refused:  # a setup that was not made by `game.setup`
            options_of(setup.options)
            flag(setup.open_decks, "value of open_decks")
            raise CardwrightError(f"the setup is refused: {refused}") from None
        self.is_recorded = record and kernel is None
        """Whether the match was recorded from its beginning, so that it has a trace."""
        self._is_timed = game.is_timed
        self.seat_count = self.kernel.seat_count
        """How many seats the match has."""
        self._current: _Position | None = None
        # In a timed game: earlier positions since the last action; callers may still hold their actions.
        self._left: list[ref[_Position]] = []
        # LegalActions calls these of the kernel directly, for speed.
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
        """The actions that any seat may take now; computed on demand, and follows the match."""
        return LegalActions(self, SEATS[self.kernel.to_act])

    def legal_actions_of(self, seat: int | None = None) -> LegalActions:
        """The actions that one seat may take now; `seat` may be left out if only one may act."""
        if type(seat) is not int or not 0 <= seat < self.seat_count:
            seat = self._seat(seat)
        return LegalActions(self, (seat,))

    def play(self, action: Action | str, *, seat: int | None = None, at: int | None = None) -> Events:
        """Play an `Action` or its text; tells what happened as the acting seat saw it.

        In a timed game `at` is the time of the action in milliseconds, not before now; what happens until
        then is told too. Without it the action is played now. A refusal changes nothing, not even the time.
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
            raise _illegal(action, self.view_of(seat_of(code))) from None
        self._current = None
        return Events(self.game, happened, seat_of(code), (), self.seat_count)

    def _play_at(self, action: Action | str, seat: int | None, at: int) -> Events:
        at = self._time(at, "its actions have no times")
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
        self._current = None
        return self._told(happened, seat)

    @property
    def now(self) -> int:
        """The time in milliseconds in a timed game, the number of the turn in others."""
        return self.kernel.now

    @property
    def next_event_at(self) -> int | None:
        """In a timed game: the time of the next event that happens by itself; None if there is none."""
        return self.kernel.next_event_at

    def advance(self, to: int, *, seat: Viewer = "spectator") -> Events:
        """Let time go on in a timed game; tells what happened as a seat or a spectator saw it.

        If the match ends on the way, time stops there.
        """
        # The usual case is written out: a Python agent spends its time here, in `action` and in `play`.
        viewer = None if seat == "spectator" else self._viewer(seat)
        if not self._is_timed or type(to) is not int or not 0 <= to <= LATEST:
            to = self._time(to, "it has no clock")
        if self._current is not None or self._left:
            self._leave(to)
        try:
            happened = self.kernel.advance(to)
        except ValueError as refused:
            raise CardwrightError(str(refused)) from None
        return Events(self.game, happened, viewer, (), self.seat_count)

    def _leave(self, until: int) -> None:
        """Before time goes on, keep the names of earlier actions if an event on the way could change them."""
        if self._current is not None:
            # Positions before the last action need nothing: the match can go back to them.
            ply = self._current.ply
            kept = [left for left in self._left if (old := left()) is not None and old.ply == ply]
            self._left = [*kept, ref(self._current)]
            self._current = None
        if self._left:
            event = self.kernel.next_event_at
            if event is not None and event <= until:
                for left in self._left:
                    if (position := left()) is not None:
                        position.keep_views()
                self._left = []

    def _time(self, time: int, why: str) -> int:
        """A time, checked for the kernel."""
        if not self._is_timed:
            raise CardwrightError(f"{self.game.slug} is no timed game: {why}")
        return whole(time, "time", 0, LATEST, " milliseconds")

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: not if it revealed something hidden."""
        return self.kernel.can_undo()

    def undo(self) -> Action:
        """Take the last action back and return it; in a timed game also the time since it was played."""
        if self.kernel.ply == 0:
            raise CardwrightError("there is nothing to take back")
        if self._current is not None:
            self._current.keep_views()
        code = self.kernel.undo()
        assert code is not None
        self._current = None
        return self.action(code)

    @property
    def actions(self) -> list[Action]:
        """All actions so far."""
        return [Action(code, _Position(self, ply)) for ply, code in enumerate(self.kernel.actions())]

    @property
    def actors(self) -> list[int]:
        """The seats that acted so far, one for each action."""
        return [seat_of(code) for code in self.kernel.actions()]

    @property
    def last_action(self) -> Action | None:
        """The last action, if there is one."""
        return self.action_of(self.ply - 1) if self.ply else None

    @property
    def starting(self) -> int:
        """The seat that took the first turn, or -1."""
        return self.kernel.starting

    @property
    def script_balance(self) -> tuple[int, int]:
        """With scripted dice: the rolls left over, and the rolls needed beyond the script."""
        return self.kernel.script_balance() or (0, 0)

    def tally(self) -> bytes:
        """The counts of each card so far, as records: the truth, for the lab only."""
        return self.kernel.tally()

    @property
    def times(self) -> list[int]:
        """The times of the actions played so far: milliseconds in a timed game, turns in others."""
        return self.kernel.times()

    def action_of(self, ply: int) -> Action:
        """The action of that number, from 0."""
        ply = self._played(ply)
        return Action(self.kernel.actions()[ply], _Position(self, ply))

    def _played(self, ply: int) -> int:
        """The number of an action that was played."""
        if self.kernel.ply == 0:
            raise CardwrightError(f"there is no action {shown(ply)}: none was played yet")
        return whole(ply, "number of an action", 0, self.kernel.ply - 1)

    def view(self, seat: Viewer = None) -> View:
        """What a seat or a spectator may know now; `seat` may be left out if only one may act."""
        return self._view(self.kernel.view(self._viewer(seat)))

    def view_at(self, seat: Viewer, ply: int) -> View:
        """What a seat could know after the first `ply` actions; in a timed game, just before the next one."""
        ply = whole(ply, "number of actions", 0, self.kernel.ply)
        return self._view(self.kernel.view(self._viewer(seat), ply))

    def events(self, seat: Viewer = None, *, since: int | None = None) -> Events:
        """What happened in the last action, as a seat or a spectator saw it; before any action, the opening.

        `since=n` tells all that happened after the first n actions, `since=-1` the opening too. In a timed
        game, events that happen by themselves belong to the action before them.
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
        """An independent copy; it cannot undo actions from before this moment."""
        return Match(self.game, self.setup, self.seed, kernel=self.kernel.fork())

    def count_lines(self, depth: int) -> int:
        """How many lines of `depth` legal actions start from here; dice roll as the seed says.

        A line ends early if the match does; if several seats may act at once, the first of them acts. In a
        timed game they act in turn, 2 seconds apart; a seat that can do nothing waits.

        >>> import cardwright as cw
        >>> match = cw.game("elemental-command").match(seed=7)
        >>> match.count_lines(1), match.count_lines(2)
        (128, 8192)
        """
        return self.kernel.count_lines(whole(depth, "depth to count to", 0, DEEPEST))

    def _view(self, kernel: _kernel.View) -> View:
        decks = self.setup.public_lists if self.setup.open_decks else None
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

    # The methods that LegalActions needs of its source.

    def action(self, code: int) -> Action:
        """The action of a code, named as in this position."""
        position = self._current
        if position is None:
            position = self._current = _Position(self, self.kernel.ply)
        return Action(code, position)

    def names(self, seat: int) -> Names:
        """The names that a seat uses now."""
        return self._position()(seat)

    def view_of(self, seat: int) -> View:
        """What a seat may know now; made once per position."""
        return self._position().view(seat)

    def _position(self) -> _Position:
        position = self._current
        if position is None:
            position = self._current = _Position(self, self.kernel.ply)
        return position

    def __repr__(self) -> str:
        state = str(self.result) if self.is_over else f"seat {sorted(self.to_act)} to act"
        return f"<Match of {self.game.slug}, seed {self.seed}, {self.ply} actions, {state}>"
