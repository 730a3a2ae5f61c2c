"""The clock of a timed match: wall time at some speed, standing still, nothing of a long stop."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright.errors import CardwrightError
from cardwright.hosting.realtime.clock import SPEEDS, Clock


@pytest.mark.parametrize("speed", SPEEDS)
def test_time_passes_as_fast_as_the_speed_says(speed: float, wall: Any) -> None:
    clock = Clock(7000, speed=speed, source=wall)
    assert clock.read() == 7000
    wall.now += 2.5
    assert clock.read() == 7000 + 2500 * speed


def test_many_looks_see_the_same_time_as_few(wall: Any) -> None:
    often, once = (Clock(speed=0.25, source=wall) for _ in range(2))
    for _ in range(1000):
        wall.now += 0.0137
        often.read()
    assert abs(often.read() - once.read()) <= 1


def test_a_pause_takes_no_time_and_speeds_change_from_now_on(wall: Any) -> None:
    clock = Clock(source=wall)
    wall.now += 1
    clock.pause()
    wall.now += 50
    assert (clock.read(), clock.pace) == (1000, "paused")
    clock.speed = 4.0
    clock.go_on()
    wall.now += 1
    assert (clock.read(), clock.pace) == (5000, "speed 4")
    clock.set(90_000)
    wall.now += 0.5
    assert clock.read() == 92_000


def test_a_clock_that_begins_paused_stands_still(wall: Any) -> None:
    clock = Clock(400, is_paused=True, source=wall)
    wall.now += 9
    assert clock.read() == 400


def test_what_passes_while_the_program_is_stopped_is_left_out(wall: Any) -> None:
    clock = Clock(source=wall, longest=2.0)
    wall.now += 3600
    assert clock.read() == 2000
    wall.now -= 10  # a wall clock that is set back
    assert clock.read() == 2000


def test_keys_go_through_the_speeds_and_stop_at_both_ends(wall: Any) -> None:
    clock = Clock(source=wall)
    seen = []
    for way in (1, 1, 1, 0, -1, -1, -1, -1, -1, -1):
        clock.shift(way)
        seen.append(clock.speed)
    assert seen == [2, 4, 4, 4, 2, 1, 0.5, 0.25, 0.25, 0.25]
    clock.speed = 3.0
    clock.shift(1)
    assert clock.speed == 4.0


@pytest.mark.parametrize("speed", [0.0, -1.0, 1000.0, float("nan")])
def test_a_speed_that_is_none_is_refused(speed: float) -> None:
    with pytest.raises(CardwrightError, match=r"is no speed: it must be 0\.05 to 64"):
        Clock(speed=speed)
