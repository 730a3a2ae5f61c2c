"""Watching a timed game: agents play as the clock runs, faster or slower, and may be heard thinking."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import ClassVar

from textual.binding import Binding, BindingType

from cardwright.actions import Action
from cardwright.agents import Thought
from cardwright.agents.supervised import Forfeit, NativePlayer
from cardwright.errors import CardwrightError
from cardwright.hosting import chronicle, saves
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.realtime.course import Course, Look
from cardwright.hosting.realtime.waiting import time_text
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.paths import replay_command
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.live import FADE, LOOKS, TICK
from cardwright.table.screens.table import Key
from cardwright.table.screens.watch import WatchTable

OUTCOMES = {"won": "a win", "lost": "a loss", "drawn": "a draw"}


class LiveWatch(WatchTable):
    """A timed session of agents only."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("t", "thoughts", show=False),
        Binding("r", "report", show=False),
    ]

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Space", "pause", "pause"),
        (".", "step", "step"),
        ("+", "faster", "speed(1)"),
        ("-", "slower", "speed(-1)"),
        ("v", "view", "view"),
        ("t", "think", "thoughts"),
        ("s", "save", "save"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    HELP = """\
Space            pause and go on
. or Right       to the next action, then pause
+ and -          faster and slower: 0.25, 0.5, 1, 2, 4
v                the view of both seats, of seat 0, of seat 1
t                what the agents think, or no longer
Up, Down         move the cursor, with Shift also to the left and right
Tab              to the next card or piece
[ and ]          scroll what is told about the cursor's place
l                into the log, Escape out of it
r                how the match went so far
s                write the match as a file, for replay
q                leave
"""

    def __init__(self, session: Session, clock: Clock | None = None, *, shows_thoughts: bool = False) -> None:
        self.clock = clock or Clock(session.match.now, longest=LONGEST)
        super().__init__(session, speed=self.clock.speed, is_paused=self.clock.is_paused)
        self.course = Course(session, self.clock)
        self.shows_thoughts = shows_thoughts
        self.thoughts: dict[int, tuple[int, tuple[Thought, ...]]] = {}
        """What each seat thought last, and when."""
        self._ticks = 0
        self._stops_at: int | None = None
        """After so many actions the clock stands still."""
        self._is_ended = False

    def begin(self) -> None:
        """Show the opening; the clock runs."""
        self.clock.set(self.match.now)
        self.look(self.match.ply)
        self.tell()
        self.set_interval(TICK, self.tick)

    def wait(self) -> None:
        """Nothing is waited for but the clock."""

    def tick(self) -> None:
        """Let time go on, and show the table now and then."""
        if self._is_ended or not self.is_mounted:
            return
        ply = self.match.ply
        for look in self.course.tick():
            self.in_background(lambda look=look: self._consider(look))  # type: ignore[misc]
        self._ticks += 1
        if self.session.is_over or self.match.ply > ply:
            self._played()
        elif self._ticks % LOOKS == 0 and not self.clock.is_paused:
            self.look(self.match.ply)

    def _consider(self, look: Look) -> Callable[[], object]:
        try:
            action = look.think()
        except (Forfeit, CardwrightError) as error:
            reason = error if isinstance(error, Forfeit) else Forfeit(str(error))
            return lambda: self.forfeited(look.seat, reason)
        thoughts = look.player.thoughts if isinstance(look.player, NativePlayer) else ()
        return lambda: self.considered(look, action, thoughts)

    def considered(self, look: Look, action: Action | None, thoughts: tuple[Thought, ...]) -> None:
        """An agent has chosen, or waits."""
        if thoughts:
            self.thoughts[look.seat] = look.view.now, thoughts
        if self.course.take(look, action):
            self._played()

    def _played(self) -> None:
        """Something was played: stop here if that was asked for, and show it."""
        if self._stops_at is not None and self.match.ply >= self._stops_at:
            self._stops_at = None
            self.clock.pause()
            self.is_paused = True
        if self.session.is_over:
            self.finish()
            return
        self.look(self.match.ply)
        self.tell()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.course.thinking.discard(seat)
        if not self.session.is_over:
            super().forfeited(seat, forfeit)

    def finish(self) -> None:
        """The match is over: say how it went, once."""
        self.look(self.match.ply)
        self.tell()
        if not self._is_ended:
            self._is_ended = True
            self.action_report()

    # What is shown.

    def look(self, ply: int) -> None:
        """Show the match as it is; what happened last fades by the clock."""
        self._lay_buttons()
        super().look(ply)

    def recent(self, ply: int) -> list[chronicle.Entry]:
        """What happened just now."""
        since = self.match.now - FADE * 1000 * max(self.clock.speed, 1.0)
        near = [entry for number in range(max(0, ply - 30), ply + 1) for entry in self.chronicle.of(number)]
        return [entry for entry in near if (entry.at or 0) > since]

    def tell(self) -> None:
        """The last action, and how time goes on."""
        if self.session.is_over:
            self.say(f"{self.told()} {self.session.outcome} r tells how it went.", is_alert=True)
            return
        self.say(f"{self.told()} ({self.clock.pace}, view of {self.eyes()})")

    def _lay_buttons(self) -> None:
        pace = f"x{self.clock.speed:g}"
        state = f"PAUSED {pace}: go on" if self.clock.is_paused else f"{pace}: pause"
        self.deeds.labels = [state, "step", "slower", "faster", "view", "thoughts"]

    def describe(self) -> None:
        """What the agents think, if that is asked for; else all about what is pointed at."""
        if not self.shows_thoughts or self.hover is not None:
            super().describe()
            return
        lines = self.thought_lines(max(self.detail.size.width, 30))
        if lines != self.detail.lines:
            self.detail.lines = lines
        self.detail.redraw()

    def thought_lines(self, width: int) -> list[str]:
        """What the agents that are looked at thought last: each card with how the match would end."""
        lines = ["What they think"]
        for seat in range(self.match.kernel.seat_count):
            if seat in self.thoughts and self.reader in ("all", seat):
                lines += told_thoughts(
                    self.match.view(seat).names().pieces, seat, *self.thoughts[seat], width
                )
        return lines if len(lines) > 1 else [*lines, "  These agents do not say."]

    # What is done.

    def pick(self, spot: Spot) -> None:
        """The buttons do what they say."""
        if spot.kind == "deed":
            actions = (
                self.action_pause,
                self.action_step,
                lambda: self.action_speed(-1),
                lambda: self.action_speed(1),
                self.action_view,
                self.action_thoughts,
            )
            actions[spot.at]()

    def action_pause(self) -> None:
        """Pause, or go on."""
        self._stops_at = None
        if self.clock.is_paused:
            self.clock.go_on()
        else:
            self.clock.pause()
        self.is_paused = self.clock.is_paused
        self.look(self.match.ply)
        self.tell()

    def action_step(self) -> None:
        """Go on to the next action and stay there."""
        if not self.session.is_over:
            self._stops_at = self.match.ply + 1
            self.clock.go_on()
            self.is_paused = False

    def action_speed(self, way: float) -> None:
        """Go faster or slower."""
        self.clock.shift(int(way))
        self.speed = self.clock.speed
        self.look(self.match.ply)
        self.tell()

    def action_thoughts(self) -> None:
        """Show what the agents think, or no longer."""
        self.shows_thoughts = not self.shows_thoughts
        self.look(self.match.ply)

    def action_leave(self) -> None:
        """Go; the match is kept, because it would not go the same way again."""
        outcome = [self.session.outcome] if self.session.is_over else []
        try:
            path = saves.keep_finished(self.match, self.session.notes)
        except CardwrightError as error:
            self.farewell = " ".join([*outcome, f"The match is not kept: {error}."])
        else:
            self.farewell = "\n".join([*outcome, f"Look at it again with: {replay_command(path)}"])
        self.app.exit()

    def action_report(self) -> None:
        """How the match went."""
        outcome = self.session.outcome or "The match goes on."
        was_paused = self.clock.is_paused
        self.clock.pause()

        def go_on(_: None) -> None:
            if not was_paused:
                self.clock.go_on()

        self.app.push_screen(Pages("\n".join(account_lines(self.match, "spectator", outcome))), go_on)


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
