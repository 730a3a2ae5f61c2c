"""A timed match played again by the clock, as it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.table.drivers.onlooker import new_since

if TYPE_CHECKING:
    from cardwright.face.match import Match


class Playback:
    """Plays a match from any moment to its end; while it stands still, it shows the whole match."""

    def __init__(self, whole: Match, clock: Clock | None = None) -> None:
        self.whole = whole
        """The match as it was played."""
        self._played = list(zip(whole.actions, whole.times, strict=True))
        self.opening = whole.game.begin(whole.setup, whole.seed)
        self.clock = clock or Clock(longest=LONGEST)
        self.clock.pause()
        self.shown = whole
        """The match as far as it has run."""
        self.ticks = 0

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return not self.clock.is_paused

    def stop(self) -> None:
        """Stop, and show the whole match again."""
        self.clock.pause()
        self.shown = self.whole

    def start(self, ply: int) -> None:
        """Start after the first `ply` actions; at the end of the match, start from the beginning."""
        self.shown = self.whole.game.begin(self.whole.setup, self.whole.seed)
        self._play_to(0 if ply == self.whole.ply else ply)
        self.clock.set(self.shown.now)
        self.clock.go_on()

    def _play_to(self, ply: int) -> None:
        for action, at in self._played[self.shown.ply : ply]:
            self.shown.play(action, at=at)

    def tick(self) -> bool:
        """Let time go on; False if the end has come."""
        to = self.clock.read()
        self._play_to(sum(at <= to for _, at in self._played))
        if to >= self.whole.now:
            return False
        if to > self.shown.now:
            self.shown.advance(to)
        self.ticks += 1
        return True

    @property
    def since(self) -> float | None:
        """Events after this time are new; None while it stands still: then those of the last action are."""
        return new_since(self.shown.now, self.clock) if self.is_running else None
