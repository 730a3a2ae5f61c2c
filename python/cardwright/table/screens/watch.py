"""Watching: agents play, faster or slower, step by step or not at all."""

from __future__ import annotations

from collections.abc import Callable
from shlex import join
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from cardwright.actions import Action
from cardwright.agents.processes import MEMORY, show_memory
from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.hosting import saves
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.paths import command_name, replay_command, with_options
from cardwright.table.screens.spectator import SpectatorTable
from cardwright.table.screens.table import Key

SLOWEST, FASTEST = 0.125, 64.0
"""Actions a second."""


class WatchTable(SpectatorTable):
    """A session of agents only."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", show=False),
        Binding("full_stop,right", "step", show=False),
        Binding("plus,equals_sign", "speed(2.0)", show=False),
        Binding("minus", "speed(0.5)", show=False),
        Binding("s", "save", show=False),
    ]

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Space", "pause", "pause"),
        (".", "step", "step"),
        ("+", "faster", "speed(2.0)"),
        ("-", "slower", "speed(0.5)"),
        ("v", "view", "view"),
        ("l", "log", "log"),
        ("s", "save", "save"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    HELP = """\
Space            pause and go on
. or Right       one action, then pause
+ and -          faster and slower
v                the view of all seats, of seat 0, of seat 1 and so on
Up, Down         move the cursor, with Shift also to the left and right
Tab              to the next card or piece
[ and ]          scroll what is told about the cursor's place
l                into the log, Escape out of it
s                write the match as a file, for replay
q                leave
"""

    def __init__(self, session: Session, *, speed: float = 1.0, is_paused: bool = False) -> None:
        super().__init__(session.match)
        self.session = session
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self.is_paused = is_paused
        self.is_thinking = False
        self.farewell = ""
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.deeds.labels = ["pause", "step", "slower", "faster", "view"]
        self.call_after_refresh(self.begin)

    def begin(self) -> None:
        """Show the opening and go on."""
        self.look(self.match.ply)
        self.tell()
        self.wait()

    def tell(self) -> None:
        """The last action, and how it goes on."""
        if self.session.is_over:
            self.say(f"{self.told()} {self.session.outcome}", is_alert=True)
            return
        pace = "paused" if self.is_paused else f"{self.speed:g} action{'s' * (self.speed != 1)} a second"
        self.say(f"{self.told()} ({pace}, view of {self.eyes()})")

    def wait(self) -> None:
        """Play the next action after a while, unless paused."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.is_paused and not self.session.is_over:
            self._timer = self.set_timer(1 / self.speed, self.advance)

    def advance(self) -> None:
        """Let the agent whose turn it is think."""
        if not self.is_thinking and not self.session.is_over:
            self.is_thinking = True
            self.in_background(self._thought)

    def _thought(self) -> Callable[[], object]:
        seat = self.session.acting
        try:
            action = self.session.think()
        except Forfeit as forfeit:
            reason = forfeit
            return lambda: self.forfeited(seat, reason)
        return lambda: self.answered(action)

    def answered(self, action: Action) -> None:
        """An agent has chosen."""
        self.is_thinking = False
        self.session.play(action, action.seat)
        self.look(self.match.ply)
        self.tell()
        self.wait()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.is_thinking = False
        self.session.forfeit(seat, forfeit)
        self.tell()

    def pick(self, spot: Spot) -> None:
        """The buttons do what they say."""
        if spot.kind == "deed":
            actions = (
                self.action_pause,
                self.action_step,
                lambda: self.action_speed(0.5),
                lambda: self.action_speed(2.0),
                self.action_view,
            )
            actions[spot.at]()

    def action_pause(self) -> None:
        """Pause, or go on."""
        self.is_paused = not self.is_paused
        self.deeds.labels = ["go on" if self.is_paused else "pause", *self.deeds.labels[1:]]
        self.paint()
        self.tell()
        self.wait()

    def action_step(self) -> None:
        """Play one action and stay there."""
        if not self.is_paused:
            self.action_pause()
        self.advance()

    def action_speed(self, factor: float) -> None:
        """Go faster or slower."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)
        self.tell()
        self.wait()

    def action_view(self) -> None:
        """Look through the next eyes."""
        super().action_view()
        self.tell()

    def action_save(self) -> None:
        """Write the match as a trace."""
        try:
            path = saves.keep_finished(self.match, self.session.notes)
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)
        else:
            self.say(f"Look at it again with: {replay_command(path)}")

    def action_leave(self) -> None:
        """Go, and say how to see it again."""
        words = ["watch", self.game.slug, "--seed", str(self.match.seed)]
        notes = self.session.notes
        for name in ("agents", "decks", "board"):
            words += [f"--{name}", notes[name]] if name in notes else []
        if self.session.memory != MEMORY:
            words += ["--memory", show_memory(self.session.memory).replace(" ", "")]
        again = f"{command_name()} {join([*words, *with_options()])}"
        outcome = [self.session.outcome] if self.session.is_over else []
        self.farewell = " ".join([*outcome, "See it again:", again])
        self.app.exit()
