"""Watching: agents play, faster or slower, step by step or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from shlex import join
from typing import TYPE_CHECKING, ClassVar

from cardwright.agents.processes import MEMORY, show_memory
from cardwright.agents.supervised import Forfeit
from cardwright.basics.paths import command_name, with_options
from cardwright.face.actions import Action
from cardwright.table.drivers import Driver
from cardwright.table.drivers.gallery import Gallery
from cardwright.table.drivers.onlooker import Onlooker
from cardwright.table.drivers.thinking import think
from cardwright.table.screens.keys import Key

if TYPE_CHECKING:
    from textual.timer import Timer

    from cardwright.hosting.session import Session

SLOWEST, FASTEST = 0.125, 64.0
"""Actions a second."""


class Watch(Driver):
    """A session of agents only."""

    STEPS_BY_ARROWS: ClassVar[bool] = True

    def __init__(self, session: Session, *, speed: float = 1.0, is_paused: bool = False) -> None:
        super().__init__(session.match, session.notes)
        self.session = session
        self.onlooker = Onlooker(session.match)
        self.gallery = Gallery(self)
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self.is_paused = is_paused
        self.is_thinking = False
        self._timer: Timer | None = None

    def keys(self) -> list[Key]:
        """Keys for the pace, the view, and for saving."""
        pace = self.gallery.keys_of_pace(step="one action, then pause", faster="faster", slower="slower")
        return [*pace, self.gallery.key_of_view(), self.gallery.key_of_saving()]

    def controls(self) -> Sequence[tuple[str, str]]:
        """Buttons for the same."""
        return self.gallery.controls("go on" if self.is_paused else "pause")

    def begin(self) -> None:
        """The table is on the screen."""
        self.gallery.begin()

    def open(self) -> None:
        """Show the opening and go on."""
        self.look()
        self.invite()
        self.wait()

    def look(self) -> None:
        """Show the match as it is."""
        self.table.show(self.onlooker.see(self.match.ply))

    def invite(self) -> None:
        """Say the last action, and how it goes on."""
        told = self.onlooker.told()
        if self.session.is_over:
            self.table.say(f"{told} {self.session.outcome}", is_alert=True)
            return
        pace = "paused" if self.is_paused else f"{self.speed:g} action{'s' * (self.speed != 1)} a second"
        self.table.say(f"{told} ({pace}, view of {self.onlooker.named})")

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
        return think(self.session.think, self.answered, lambda forfeit: self.forfeited(seat, forfeit))

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

    def change(self, way: int) -> None:
        """Go faster or slower."""
        self.speed = min(max(self.speed * 2.0**way, SLOWEST), FASTEST)
        self.invite()
        self.wait()

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
