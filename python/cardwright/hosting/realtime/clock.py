"""The clock of a timed match: wall time at some speed, or standing still. The rules know nothing of it."""

from __future__ import annotations

import time
from collections.abc import Callable

from cardwright.errors import CardwrightError

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""The speeds that keys go through."""

SLOWEST, FASTEST = 0.05, 64.0
"""The speeds that may be asked for."""

LONGEST = 2.0
"""The longest gap between two readings, in seconds; a longer one means that the process was stopped."""


class Clock:
    """Milliseconds of a match, as wall time goes on.

    >>> wall = iter([0.0, 2.0, 5.0, 9.0])
    >>> clock = Clock(speed=0.5, source=lambda: next(wall))
    >>> clock.read()
    1000
    >>> clock.pause()
    >>> clock.read()
    2500
    """

    def __init__(
        self,
        at: int = 0,
        *,
        speed: float = 1.0,
        is_paused: bool = False,
        source: Callable[[], float] = time.monotonic,
        longest: float | None = None,
    ) -> None:
        self.is_paused = is_paused
        self._speed = checked_speed(speed)
        self._source = source
        self._longest = longest
        self._at = float(at)
        self._read_at = source()

    def read(self) -> int:
        """The time of the match now. Time in which the process was stopped is left out."""
        wall = self._source()
        passed = max(wall - self._read_at, 0.0)
        self._read_at = wall
        if self._longest is not None:
            passed = min(passed, self._longest)
        if not self.is_paused:
            self._at += passed * 1000 * self._speed
        return int(self._at)

    def wall(self) -> float:
        """The wall time in seconds, from any beginning."""
        return self._source()

    def set(self, at: int) -> None:
        """The match is at another time than the clock: it goes on from there."""
        self.read()
        self._at = float(at)

    def pause(self) -> None:
        """Stand still."""
        self.read()
        self.is_paused = True

    def go_on(self) -> None:
        """Run again."""
        self.read()
        self.is_paused = False

    @property
    def speed(self) -> float:
        """Milliseconds of the match for one of the wall's."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self.read()
        self._speed = checked_speed(speed)

    def shift(self, way: int) -> None:
        """To the next faster or slower of the usual speeds; 0 stays."""
        if way == 0:
            return
        faster = [speed for speed in SPEEDS if speed > self._speed]
        slower = [speed for speed in SPEEDS if speed < self._speed]
        self.speed = (faster[0] if faster else self._speed) if way > 0 else (slower or [self._speed])[-1]

    @property
    def pace(self) -> str:
        """How fast it runs, in words."""
        return "paused" if self.is_paused else f"speed {self._speed:g}"


def checked_speed(speed: float) -> float:
    """The speed; an error if it is not allowed."""
    if not SLOWEST <= speed <= FASTEST:
        raise CardwrightError(f"{speed:g} is no speed: it must be {SLOWEST:g} to {FASTEST:g}")
    return speed
