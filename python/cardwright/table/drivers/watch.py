"""Watching: agents play, faster or slower, step by step or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from shlex import join
from typing import TYPE_CHECKING, ClassVar

from cardwright.agents.processes import MEMORY, show_memory
from cardwright.agents.supervised import Forfeit
from cardwright.basics.paths import command_name, replay_command, with_options
from cardwright.errors import CardwrightError
from cardwright.face.actions import Action
from cardwright.hosting import saves
from cardwright.table.drivers import Driver
from cardwright.table.drivers.eyes import Eyes
from cardwright.table.screens.keys import Key

if TYPE_CHECKING:
    from textual.timer import Timer

    from cardwright.hosting.session import Session
    from cardwright.table.screens.table import Table

SLOWEST, FASTEST = 0.125, 64.0
"""Actions a second."""


def write(table: Table, session: Session) -> None:
    """Write a match as a trace, and say how to look at it."""
    try:
        path = saves.keep_finished(session.match, session.notes)
    except CardwrightError as error:
        table.say(f"{error}.", is_alert=True)
    else:
        table.say(f"Look at it again with: {replay_command(path)}")


class Watch(Driver):
    """A session of agents only."""

    STEPS_BY_ARROWS: ClassVar[bool] = True

    def __init__(self, session: Session, *, speed: float = 1.0, is_paused: bool = False) -> None:
        super().__init__(session.match)
        self.session = session
        self.eyes = Eyes(session.match)
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self.is_paused = is_paused
        self.is_thinking = False
        self._timer: Timer | None = None

    def keys(self) -> list[Key]:
        """How fast it goes on, whose eyes, and writing it down."""
        goes = self._goes_on
        return [
            Key("pause", "space", "pause and go on", self.pause, when=goes, offer="Space"),
            Key("step", "full_stop,right", "one action, then pause", self.step, when=goes, offer="."),
            Key("faster", "plus,equals_sign", "faster", lambda: self.change(2.0), when=goes, offer="+"),
            Key("slower", "minus", "slower", lambda: self.change(0.5), when=goes, offer="-"),
            Key("view", "v", "the view of all seats, of seat 0, of seat 1 and so on", self.switch, offer="v"),
            Key("save", "s", "write the match as a file, for replay", self.save, offer="s"),
        ]

    def controls(self) -> Sequence[tuple[str, str]]:
        """Buttons for the same."""
        state = "go on" if self.is_paused else "pause"
        return (
            *((state, "pause"), ("step", "step"), ("slower", "slower")),
            *(("faster", "faster"), ("view", "view")),
        )

    def _goes_on(self) -> bool:
        return not self.session.is_over

    def begin(self) -> None:
        """The table is on the screen."""
        self.table.parts.detail.key = "]"
        self.table.call_after_refresh(self._open)

    def _open(self) -> None:
        """Show the opening and go on."""
        self.look()
        self.invite()
        self.wait()

    def look(self) -> None:
        """Show the match as it is."""
        self.table.show(self.eyes.see(self.match.ply))

    def invite(self) -> None:
        """Say the last action, and how it goes on."""
        told = self.eyes.told()
        if self.session.is_over:
            self.table.say(f"{told} {self.session.outcome}", is_alert=True)
            return
        pace = "paused" if self.is_paused else f"{self.speed:g} action{'s' * (self.speed != 1)} a second"
        self.table.say(f"{told} ({pace}, view of {self.eyes.named})")

    # Going on.

    def wait(self) -> None:
        """Play the next action after a while, unless paused."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self.is_paused and not self.session.is_over:
            self._timer = self.table.set_timer(1 / self.speed, self.advance)

    def advance(self) -> None:
        """Let the agent whose turn it is think."""
        if not self.is_thinking and not self.session.is_over:
            self.is_thinking = True
            self.table.in_background(self._thought)

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
        self.look()
        self.invite()
        self.wait()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.is_thinking = False
        self.session.forfeit(seat, forfeit)
        self.invite()

    # What the keys do.

    def pause(self) -> None:
        """Pause, or go on."""
        self.is_paused = not self.is_paused
        self.table.paint()
        self.invite()
        self.wait()

    def step(self) -> None:
        """Play one action and stay there."""
        if not self.is_paused:
            self.pause()
        self.advance()

    def change(self, factor: float) -> None:
        """Go faster or slower."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)
        self.invite()
        self.wait()

    def switch(self) -> None:
        """Look through the next eyes."""
        self.eyes.next()
        self.look()
        self.invite()

    def save(self) -> None:
        """Write the match as a trace."""
        write(self.table, self.session)

    def leave(self) -> None:
        """Go, and say how to see it again."""
        words = ["watch", self.match.game.slug, "--seed", str(self.match.seed)]
        notes = self.session.notes
        for name in ("agents", "decks", "board"):
            words += [f"--{name}", notes[name]] if name in notes else []
        if self.session.memory != MEMORY:
            words += ["--memory", show_memory(self.session.memory).replace(" ", "")]
        again = f"{command_name()} {join([*words, *with_options()])}"
        outcome = [self.session.outcome] if self.session.is_over else []
        self.farewell = " ".join([*outcome, "See it again:", again])
        self.table.app.exit()
