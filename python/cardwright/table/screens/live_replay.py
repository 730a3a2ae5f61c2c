"""Replaying a timed match: step by step as any other, or by the clock as it was played."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from cardwright.hosting.chronicle import Chronicle, Entry, Reader
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.session import ending
from cardwright.hosting.spots import Spot
from cardwright.match import Match, Viewer
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.live import FADE, LOOKS, TICK
from cardwright.table.screens.replay import ReplayTable
from cardwright.table.screens.table import Key


class LiveReplay(ReplayTable):
    """Any moment of a timed match that has been played, and the way from one to the next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,space", "run", show=False),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("r", "report", show=False),
    ]

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Space", "play", "run"),
        ("+/-", "speed", "speed(1)"),
        ("Right", "step", "step(1)"),
        ("t/T", "day", "turn(1)"),
        ("g", "go to", "type"),
        ("r", "report", "report"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    STRETCH: ClassVar[str] = "day"

    HELP = "Space            play by the clock from here, and stop\n" + (
        "+ and -          faster and slower: 0.25, 0.5, 1, 2, 4\n"
        "r                how the match went\n" + ReplayTable.HELP
    ).replace("to the next or previous turn;", "to the next or previous day or night;")

    def __init__(
        self,
        match: Match,
        *,
        notes: dict[str, str],
        reader: Reader = "all",
        at: int = 0,
        may_switch: bool = True,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(match, notes=notes, reader=reader, at=at, may_switch=may_switch)
        self.whole = match
        """The match as it was played; `match` is the one that is shown."""
        self._opening = match.game.begin(match.setup, match.seed)
        self.clock = clock or Clock(longest=LONGEST)
        self.clock.pause()
        self._logs: dict[tuple[int, Reader], Chronicle] = {}
        self._ticks = 0

    @property
    def chronicle(self) -> Chronicle:
        """What happened, through the present eyes."""
        key = (id(self.match), self.reader)
        if key not in self._logs:
            self._logs[key] = Chronicle(self.match, self.reader)
        return self._logs[key]

    def on_mount(self) -> None:
        """Begin; what other tables do then, they do by themselves."""
        self.set_interval(TICK, self.tick)

    def go(self, ply: int) -> None:
        """Go to a moment and stay there."""
        self.clock.pause()
        self.match = self.whole
        super().go(ply)

    def look(self, ply: int) -> None:
        """Show the match after its first `ply` actions; before them, as it began."""
        shown = self.match
        if ply == 0 and self.clock.is_paused:
            self.match = self._opening
        super().look(ply)
        self.match = shown

    def action_report(self) -> None:
        """How the match went."""
        viewer: Viewer = self.reader if isinstance(self.reader, int) else "spectator"
        if not self.clock.is_paused:
            self.go(self.match.ply)
        outcome = ending(self.whole, self.notes) or "The match is not over."
        self.app.push_screen(Pages("\n".join(account_lines(self.whole, viewer, outcome))))

    def action_run(self) -> None:
        """Play by the clock from this moment on, or stop."""
        if not self.clock.is_paused:
            self.go(self.match.ply)
            return
        ply = 0 if self.ply == self.whole.ply else self.ply
        again = self.whole.game.begin(self.whole.setup, self.whole.seed)
        self.match = again
        self._play_to(ply)
        self.clock.set(again.now)
        self.clock.go_on()
        self.look(ply)
        self.tell()

    def _play_to(self, ply: int) -> None:
        codes, times = self.whole.kernel.actions(), self.whole.times
        for number in range(self.match.ply, ply):
            self.match.play(self.match.action(codes[number]), at=times[number])

    def tick(self) -> None:
        """Let time go on, if it is played by the clock."""
        if self.clock.is_paused:
            return
        to, ply = self.clock.read(), self.match.ply
        self._play_to(sum(at <= to for at in self.whole.times))
        if to >= self.whole.now:
            self.go(self.whole.ply)
            return
        if to > self.match.now:
            self.match.advance(to)
        self._ticks += 1
        if self.match.ply != ply or self._ticks % LOOKS == 0:
            self.look(self.match.ply)
        if self.match.ply != ply:
            self.tell()

    def tell(self) -> None:
        """The last action, and how time goes on."""
        self.seek.at = self.match.ply
        self.seek.redraw()
        self.say(f"{self.told()} ({self.clock.pace}, view of {self.eyes()})")

    def recent(self, ply: int) -> list[Entry]:
        """What happened just now; of a moment that is looked at, what its action brought."""
        if self.clock.is_paused:
            return super().recent(ply)
        since = self.match.now - FADE * 1000 * max(self.clock.speed, 1.0)
        near = [entry for number in range(max(0, ply - 30), ply + 1) for entry in self.chronicle.of(number)]
        return [entry for entry in near if (entry.at or 0) > since]

    def action_step(self, by: int) -> None:
        """Some actions forwards or backwards."""
        self.go(max(0, min(self.ply + by, self.whole.ply)))

    def action_last(self) -> None:
        """To the end."""
        self.go(self.whole.ply)

    def action_turn(self, way: int) -> None:
        """To where the next or previous day or night begins."""
        self.match = self.whole
        super().action_turn(way)

    def action_speed(self, way: int) -> None:
        """Play faster or slower."""
        self.clock.shift(way)
        self.say(f"Space plays at speed {self.clock.speed:g}.")

    def pick(self, spot: Spot) -> None:
        """The buttons do what they say, from the match as it was played."""
        if spot.kind == "deed":
            self.match = self.whole
        super().pick(spot)
