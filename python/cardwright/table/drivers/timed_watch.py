"""Watching a timed game: agents play as the clock runs, faster or slower, and may be heard thinking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from cardwright.agents import Thought
from cardwright.agents.supervised import Forfeit, NativePlayer
from cardwright.basics.paths import replay_command
from cardwright.errors import CardwrightError
from cardwright.face.actions import Action
from cardwright.hosting import saves
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.realtime.course import Course, Look
from cardwright.hosting.realtime.waiting import time_text
from cardwright.table.drivers import LOOKS, TICK, Driver
from cardwright.table.drivers.gallery import Gallery
from cardwright.table.drivers.onlooker import Onlooker, new_since
from cardwright.table.drivers.thinking import run_clock
from cardwright.table.screens.keys import Key

if TYPE_CHECKING:
    from cardwright.hosting.session import Session

OUTCOMES = {"won": "a win", "lost": "a loss", "drawn": "a draw"}


class TimedWatch(Driver):
    """A timed session of agents only."""

    STEPS_BY_ARROWS: ClassVar[bool] = True
    LEAVING: ClassVar[str] = "leave; the match is written for replay"

    def __init__(self, session: Session, clock: Clock | None = None, *, shows_thoughts: bool = False) -> None:
        super().__init__(session.match, session.notes)
        self.session = session
        self.onlooker = Onlooker(session.match)
        self.gallery = Gallery(self)
        self.clock = clock or Clock(session.match.now, longest=LONGEST)
        self.course = Course(session, self.clock)
        self.shows_thoughts = shows_thoughts
        self.thoughts: dict[int, tuple[int, tuple[Thought, ...]]] = {}
        """What each seat thought last, and when."""
        self._ticks = 0
        self._stops_at: int | None = None
        """The clock stops when this many actions were played."""
        self._is_ended = False

    def keys(self) -> list[Key]:
        """Keys for the pace, the view, the agents' thoughts, and for saving."""
        step, faster, slower = "to the next action, then pause", "faster, up to 4", "slower, down to 0.25"
        return [
            *self.gallery.keys_of_pace(step=step, faster=faster, slower=slower),
            self.gallery.key_of_view(),
            Key("think", "t", "what the agents think, or no longer", self.switch_thoughts, offer="t"),
            Key("report", "r", "how the match went so far", self.report),
            self.gallery.key_of_saving(),
        ]

    def controls(self) -> Sequence[tuple[str, str]]:
        """Buttons for the same."""
        pace = f"x{self.clock.speed:g}"
        state = f"PAUSED {pace}: go on" if self.clock.is_paused else f"{pace}: pause"
        return [*self.gallery.controls(state), ("thoughts", "think")]

    def begin(self) -> None:
        """The table is on the screen."""
        self.gallery.begin()

    def open(self) -> None:
        """Show the opening; the clock runs."""
        self.clock.set(self.match.now)
        self.look()
        self.invite()
        self.table.set_interval(TICK, self.tick)

    # Going on.

    def tick(self) -> None:
        """Let time go on, and show the table now and then."""
        if self._is_ended or not self.table.is_mounted:
            return
        ply = self.match.ply
        run_clock(self.table, self.course, self.considered, self.forfeited)
        self._ticks += 1
        if self.session.is_over or self.match.ply > ply:
            self._played()
        elif self._ticks % LOOKS == 0 and not self.clock.is_paused:
            self.look()

    def considered(self, look: Look, action: Action | None) -> None:
        """An agent has chosen, or waits."""
        thoughts = look.player.thoughts if isinstance(look.player, NativePlayer) else ()
        if thoughts:
            self.thoughts[look.seat] = look.view.now, thoughts
        if self.course.take(look, action):
            self._played()

    def _played(self) -> None:
        """Something was played: stop here if that was asked for, and show it."""
        if self._stops_at is not None and self.match.ply >= self._stops_at:
            self._stops_at = None
            self.clock.pause()
        self.look()
        self.invite()
        if self.session.is_over and not self._is_ended:
            self._is_ended = True
            self.report()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        if self.course.forfeit(seat, forfeit):
            self.invite()

    # What is shown.

    def look(self) -> None:
        """Show the match as it is; what happened last fades by the clock."""
        self.table.show(self.onlooker.see(self.match.ply, since=new_since(self.match.now, self.clock)))

    def invite(self) -> None:
        """Say the last action, and how time goes on."""
        told = self.onlooker.told()
        if self.session.is_over:
            self.table.say(f"{told} {self.session.outcome} r tells how it went.", is_alert=True)
        else:
            self.table.say(f"{told} ({self.clock.pace}, view of {self.onlooker.named})")

    def told_aside(self, width: int) -> list[str]:
        """What the agents think, if that is asked for."""
        return self.thought_lines(width) if self.shows_thoughts else []

    def thought_lines(self, width: int) -> list[str]:
        """The last thoughts of the agents in view: each card with the end of the match it would lead to."""
        lines = ["What they think"]
        for seat in range(self.match.seat_count):
            if seat in self.thoughts and self.onlooker.reader in ("all", seat):
                names = self.match.view(seat).names().pieces
                lines += told_thoughts(names, seat, *self.thoughts[seat], width)
        return lines if len(lines) > 1 else [*lines, "  These agents do not say."]

    # What the keys do.

    def pause(self) -> None:
        """Pause, or go on."""
        self._stops_at = None
        if self.clock.is_paused:
            self.clock.go_on()
        else:
            self.clock.pause()
        self.look()
        self.invite()

    def step(self) -> None:
        """Go on to the next action and stay there."""
        if not self.session.is_over:
            self._stops_at = self.match.ply + 1
            self.clock.go_on()

    def change(self, way: int) -> None:
        """Go faster or slower."""
        self.clock.shift(way)
        self.look()
        self.invite()

    def switch_thoughts(self) -> None:
        """Show what the agents think, or no longer."""
        self.shows_thoughts = not self.shows_thoughts
        self.look()

    def report(self) -> None:
        """How the match went."""
        outcome = self.session.outcome or "The match goes on."
        self.table.read("\n".join(account_lines(self.match, "spectator", outcome)))

    def hold(self) -> Callable[[], object]:
        """Time waits while something is read."""
        if self.clock.is_paused:
            return lambda: None
        self.clock.pause()
        return self.clock.go_on

    def leave(self) -> None:
        """Go; the match is kept, because it would not go the same way again."""
        outcome = [self.session.outcome] if self.session.is_over else []
        try:
            path = saves.keep_finished(self.match, self.session.notes)
        except CardwrightError as error:
            self.farewell = " ".join([*outcome, f"The match is not kept: {error}."])
        else:
            self.farewell = "\n".join([*outcome, f"Look at it again with: {replay_command(path)}"])
        self.table.app.exit()


def told_thoughts(
    pieces: dict[int, str], seat: int, at: int, thoughts: tuple[Thought, ...], width: int
) -> list[str]:
    """The thoughts of a seat: "card: outcome after n seconds"."""
    lines = [f"  Seat {seat} at {time_text(at)}:"]
    for thought in thoughts:
        aimed = "" if thought.target is None else f" > {pieces.get(thought.target, '?')}"
        outcome = OUTCOMES.get(thought.outcome, thought.outcome)
        text = f"{thought.card or 'nothing'}{aimed}: {outcome} after {thought.after / 1000:.0f} s"
        lines += wrap(text, width, initial_indent="    ", subsequent_indent="      ")
    return lines
