"""A timed match as time goes on: agents look and act in time, and never while it stands still."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.agents.supervised import Player, supervise
from cardwright.hosting.notes import CONCEDED
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.realtime.course import Course, Look
from cardwright.hosting.session import Session

LONG = 30 * 60_000


def course_of(*agents: str | None, seed: int = 5, at: int = 0) -> Course:
    match = cw.game("mana").match(seed=seed)
    match.advance(at)
    players: dict[int, Player] = {seat: supervise(name) for seat, name in enumerate(agents) if name}
    session = Session(match, players, notes={})
    session.open()
    return Course(session, Clock(source=lambda: 0.0))


def test_agents_play_a_whole_match_in_time() -> None:
    course = course_of("greedy", "heuristic")
    course.run(LONG)
    match = course.match
    assert match.is_over
    assert {action.seat for action in match.actions} == {0, 1}
    assert match.times == sorted(match.times)
    assert match.times[0] > 100, "everybody needs a moment to see what happened"


def test_it_does_not_matter_in_which_steps_time_goes_on() -> None:
    ends = []
    for step in (50, 1000):
        course = course_of("greedy", "random")
        while not course.session.is_over:
            course.run(course.match.now + step)
        ends.append((course.match.hash, course.match.now))
    assert ends[0] == ends[1]


def until(course: Course, wanted: Callable[[cw.Action], bool]) -> tuple[Look, cw.Action]:
    """Go on until an agent has thought of an action that is wanted; it is not played."""
    while True:
        for look in course.advance(course.match.now + 1000):
            action = look.think()
            if action is not None and wanted(action):
                return look, action
            course.take(look, action)


def test_time_goes_on_while_an_agent_thinks() -> None:
    course = course_of(None, "greedy")
    looks: list[Look] = []
    while not looks:
        looks = course.advance(course.match.now + 100)
    (look,) = looks
    begun = course.match.now
    assert course.advance(begun + 5000) == []
    assert (course.match.now, course.thinking) == (begun + 5000, {1})
    course.play("move a0 > a1", 0)
    assert course.advance(begun + 9000) == [], "who thinks is not asked again"
    assert not course.take(look, None)
    again = course.advance(begun + 10_000)
    assert [found.seat for found in again] == [1], "what happened meanwhile is looked at next"


def test_an_action_that_came_too_late_is_dropped_and_its_seat_looks_again() -> None:
    course = course_of(None, "greedy", at=20_000)
    look, action = until(course, lambda action: action.verb == "play")
    card = action.text.split('"')[1]
    while card in [held.name for held in course.match.view(1).hand]:
        course.match.advance(course.match.now + 10)
        course.match.play(f'discard "{card}"', seat=1)
    course.match.advance(course.match.now + 10)
    ply = course.match.ply
    assert not course.take(look, action)
    assert course.match.ply == ply
    assert [found.seat for found in course.advance(course.match.now + 1000)] == [1]


def test_nothing_is_played_while_the_clock_stands_still() -> None:
    course = course_of(None, "greedy", at=20_000)
    look, action = until(course, lambda action: True)
    course.clock.set(course.match.now)
    course.clock.pause()
    ply, now = course.match.ply, course.match.now
    assert not course.take(look, action)
    assert course.tick() == []
    assert (course.match.ply, course.match.now) == (ply, now)
    course.clock.go_on()
    course.tick()
    assert course.match.ply == ply + 1, "it is done as soon as time goes on"


def test_a_person_may_act_again_a_moment_later_even_if_the_clock_stands_still() -> None:
    course = course_of(None, "pass", at=20_000)
    course.clock.pause()
    for action in ("draw", "move a0 > a2", "move a2 > a0"):
        course.play(action, 0)
    assert course.match.times == [20_000, 20_001, 20_002]
    assert course.clock.read() == course.match.now


def test_an_agent_that_is_far_behind_gives_up() -> None:
    course = course_of("simulating", "greedy/surrender=1")
    course.run(LONG)
    assert course.session.notes.get(CONCEDED) == "1"
    assert course.session.is_over
    assert not course.match.is_over


def test_a_reaction_time_is_kept() -> None:
    quick, slow = (course_of(f"greedy/reaction={seconds}", None) for seconds in (0.1, 4))
    for course in (quick, slow):
        while not course.match.ply:
            course.run(course.match.now + 10)
    assert slow.match.times[0] - quick.match.times[0] > 1500


class Bot:
    """Draws whenever it can."""

    def choose(self, view: cw.View) -> cw.Action | None:
        return next((action for action in view.legal_actions if action.verb == "draw"), None)


def test_agents_in_python_look_as_the_native_ones_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drawing_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n"
        "        return next((a for a in view.legal_actions if a.verb == 'draw'), None)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for agent in (Bot(), "drawing_bots:Bot"):
        match = cw.game("mana").match(seed=5)
        session = Session(match, {1: supervise(agent)}, notes={})
        session.open()
        try:
            Course(session, Clock(source=lambda: 0.0)).run(40_000)
            assert [action.verb for action in match.actions] == ["draw", "draw"]
            assert 15_000 < match.times[0] < 16_000
        finally:
            session.close()
