"""Timed matches: actions with times, waiting, traces with times."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright as cw
from cardwright.agents.referee import play_match
from cardwright.errors import AmbiguousAction, CardwrightError, IllegalAction, TraceError
from cardwright.face.playthrough import playthrough

DECKS = ("ash-and-sun", "living-wood")


def begin(seed: int = 1) -> cw.Match:
    return cw.game("mana").match(DECKS, seed=seed)


def wander(match: cw.Match, seed: int, until: int) -> None:
    """Random actions of both seats at random times."""
    chance = random.Random(seed)
    while not match.is_over and match.now < until:
        match.advance(match.now + chance.choice((0, 1, 30, 400, 2500)))
        seat = chance.choice((0, 1))
        if len(actions := match.legal_actions_of(seat)):
            match.play(chance.choice(actions))


@pytest.fixture(scope="module")
def played() -> cw.Match:
    match = begin(4)
    wander(match, 4, 60_000)
    assert match.ply > 20
    return match


def test_both_seats_may_act_at_any_moment_and_say_which_they_are() -> None:
    match = begin()
    assert match.to_act == {0, 1}
    assert (match.now, match.game.is_timed) == (0, True)
    with pytest.raises(AmbiguousAction, match="seat=0 or seat=1"):
        match.play("draw")


def test_an_action_is_played_at_its_time_and_tells_what_came_before_it() -> None:
    match = begin()
    events = match.play("draw", seat=0, at=15_000)
    assert match.now == 15_000
    assert match.times == [15_000]
    assert [event.type for event in events][-1] == "drawn"
    assert "You gain 1 devotion." in events.texts
    assert "gain" not in " ".join(match.events(0).texts), "that was before the action"
    later = match.advance(20_000, seat=0)
    assert "You gain 1 fire." in later.texts
    assert match.events(0).texts[-len(later) :] == later.texts, "what follows belongs to the action before it"


def test_an_action_in_words_is_read_at_its_time() -> None:
    match = begin()
    match.advance(4000)
    affordable = next(card for card in match.view(0).hand if card.card and card.card.kind == 1)
    with pytest.raises(IllegalAction):
        match.play(f'play "{affordable.name}" at a4', seat=0, at=4001)
    assert match.now == 4000
    match.play(f'play "{affordable.name}" at a4', seat=0, at=59_000)
    assert match.now == 59_000
    assert match.actions[0].text == f'play "{affordable.name}" at a4'


def test_refusals_leave_everything_as_it_was() -> None:
    match = begin()
    match.play("draw", seat=0, at=15_000)
    before = match.hash, match.ply, len(match.events("spectator", since=0))
    for text, seat, at, reason in (
        ("draw", 0, 14_999, "14999 ms is in the past: it is 15000 ms"),
        ("draw", 0, 15_000, "millisecond"),
        ("move a0 > a1", 0, 15_000, "millisecond"),
        ("draw", 1, 1_800_000, "over"),
        ("attack a0 > b0", 0, 16_000, "attack"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            match.play(text, seat=seat, at=at)
        assert (match.hash, match.ply, len(match.events("spectator", since=0))) == before
    action = match.legal_actions_of(1)[0]
    with pytest.raises(IllegalAction, match="is an action of seat 1, not of seat 0"):
        match.play(action, seat=0, at=16_000)
    match.play(action, at=16_000)


def test_nobody_acts_more_than_ten_times_in_a_second() -> None:
    match = begin()
    match.advance(2000)
    for number in range(10):
        match.play(f"move a{number % 2} > a{1 - number % 2}", seat=0, at=2000 + number)
    assert len(match.legal_actions_of(0)) == 0
    with pytest.raises(IllegalAction, match="at most 10 times in a second"):
        match.play("move a0 > a1", seat=0, at=2999)
    match.play("move a0 > a1", seat=0, at=3000)


def test_undo_gives_the_action_and_its_time_back() -> None:
    match = begin()
    match.advance(3000)
    before = match.hash
    match.play("move a0 > a1", seat=0)
    assert match.can_undo
    match.advance(3500)
    assert not match.can_undo
    assert match.undo().text == "move a0 > a1"
    assert match.hash == before
    match.play("draw", seat=0, at=15_000)
    match.undo()
    assert (match.hash, match.now) == (before, 3000)


def test_the_match_ends_after_half_an_hour_and_time_with_it() -> None:
    match = begin()
    match.advance(2**32 - 1)
    assert match.is_over
    assert (match.now, match.next_event_at, match.result and match.result.winner) == (1_800_000, None, None)
    end = match.hash
    assert len(match.advance(2_000_000)) == 0
    assert match.hash == end


def test_a_fork_goes_on_from_its_moment() -> None:
    match = begin()
    match.advance(8000)
    fork = match.fork()
    fork.advance(20_000)
    assert (match.now, fork.now) == (8000, 20_000)
    match.advance(20_000)
    assert match.hash == fork.hash


def test_an_action_keeps_its_name_while_time_goes_on() -> None:
    match = cw.game("mana").match(("low-moon", "open-library"), seed=4)
    chance = random.Random(4)
    while match.now < 165_000:
        seat = chance.choice((0, 1))
        held = list(match.legal_actions_of(seat))[:60]
        texts = [action.text for action in match.fork().legal_actions_of(seat)][:60]
        match.advance(match.now + chance.choice((100, 2000, 8000)))
        assert [action.text for action in held] == texts
        if len(actions := match.legal_actions_of(seat)):
            match.play(actions[chance.randrange(len(actions))])
    assert not match.is_over


# Traces.


def test_a_trace_has_a_time_before_every_action_and_at_its_end(played: cw.Match) -> None:
    text = played.trace.to_text()
    lines = text.splitlines()
    steps = lines[lines.index("") + 1 : -1]
    assert [line.split()[0] for line in steps] == [f"@{at}" for at in played.times]
    assert lines[-1].startswith(f"end {played.ply} actions at {played.now}, position ")
    assert cw.Trace.from_text(text) == played.trace
    assert cw.Trace.from_text(text).to_text() == text
    again = cw.replay(cw.Trace.from_text(text))
    assert (again.hash, again.now, again.times) == (played.hash, played.now, played.times)


def test_a_trace_says_how_far_the_clock_went() -> None:
    match = begin()
    match.advance(31_415)
    trace = match.trace
    assert trace.until == 31_415
    assert cw.replay(trace.to_text()).hash == match.hash
    assert trace != begin().trace


def test_a_part_of_a_trace_ends_at_its_last_action(played: cw.Match) -> None:
    part = cw.replay(played.trace, to=5)
    assert (part.ply, part.now) == (5, played.times[4])


def test_a_playthrough_tells_the_times() -> None:
    match = begin()
    match.play("draw", seat=0, at=15_000)
    match.advance(16_000)
    text = playthrough(match)
    assert "1. at 15000 ms, seat 0: draw" in text
    assert "until 15000 ms" in text
    assert text == playthrough(cw.replay(match.trace))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("@15000 0 draw", "0 draw"), "this action has no time, others have"),
        (("@15000 0 draw", "@15s 0 draw"), '"15s" is no time: it must be 0 to 4294967295 milliseconds'),
        (("@15000 0 draw", "@-15000 0 draw"), '"-15000" is no time'),
        (("@15000 0 draw", "@ 0 draw"), '"" is no time'),
        (("@15000 0 draw", "@15000 @15000 0 draw"), "is no action: it must begin with"),
        (("@15000 0 draw", "0 @15000 draw"), "has two times, or its time behind the seat"),
        (("@15000 0 draw", "@99999999999 0 draw"), "is no time"),
        (
            ("@15000 0 draw", "@1999 0 draw"),
            "at 1999 ms, before the action above it at 2000 ms",
        ),
        (("@15000 0 draw", "@2000 0 draw"), "devotion"),
        (("@2000 1 move b0 > b1", "1 move b0 > b1"), "this action has a time, others have none"),
        (("at 40000", "at 14000"), "the end is at 14000 ms, before the action above it at 15000 ms"),
        (("at 40000", "at soon"), '"soon" is no time'),
        ((" at 40000", ""), "the end has no time, others have"),
    ],
)
def test_times_that_cannot_be_are_refused_with_their_line(
    tmp_path: Path, change: tuple[str, str], reason: str
) -> None:
    match = begin()
    match.play("move b0 > b1", seat=1, at=2000)
    match.play("draw", seat=0, at=15_000)
    match.advance(40_000)
    text = match.trace.to_text()
    assert change[0] in text
    path = tmp_path / "wrong.trace"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(TraceError, match=reason) as raised:
        cw.replay(cw.Trace.from_file(path))
    assert raised.value.file == str(path)
    number = text[: text.index(change[0])].count("\n") + 1
    assert raised.value.line in (number, number + 1)


def test_two_actions_of_a_seat_in_a_millisecond_are_refused_with_their_line() -> None:
    match = begin()
    match.play("move b0 > b1", seat=1, at=2000)
    match.play("draw", seat=0, at=15_000)
    text = match.trace.to_text().replace("@15000 0 draw", "@2000 1 move b1 > b0")
    with pytest.raises(TraceError, match="millisecond") as raised:
        cw.replay(text)
    assert raised.value.line == text[: text.index("@2000 1 move b1")].count("\n") + 1


def test_a_clock_that_went_on_after_the_end_is_refused() -> None:
    match = begin()
    match.advance(1_800_000)
    later = msgspec.structs.replace(match.trace, until=1_900_000)
    with pytest.raises(TraceError, match="over since 1800000 ms, and the trace ends at 1900000 ms"):
        cw.replay(later)


def test_times_belong_to_timed_games_only() -> None:
    timeless = cw.game("elemental-command").match(seed=1)
    timeless.play("keep", seat=0)
    text = timeless.trace.to_text()
    timed = text.replace("\n0 keep", "\n@5 0 keep").replace("actions,", "actions at 9,")
    with pytest.raises(TraceError, match="elemental-command is no timed game, and the trace has times"):
        cw.replay(timed)
    match = begin()
    bare = match.trace.to_text().replace("actions at 0,", "actions,")
    with pytest.raises(TraceError, match="mana is a timed game, and the trace has no times"):
        cw.replay(bare)


# Time may go on in any steps.


def play_split(match: cw.Match, stops: list[int]) -> cw.Match:
    """The same match again, with time going on in other steps."""
    again = match.game.begin(match.setup, match.seed)
    waiting = sorted(stop for stop in stops if stop <= match.now)
    for action, at in zip(match.actions, match.times, strict=True):
        while waiting and waiting[0] <= at:
            again.advance(max(again.now, waiting.pop(0)))
        again.play(action.text, seat=action.seat, at=at)
    for stop in waiting:
        again.advance(max(again.now, stop))
    again.advance(match.now)
    return again


def assert_same(one: cw.Match, other: cw.Match) -> None:
    assert one.hash == other.hash
    assert one.trace == other.trace
    assert [view.bytes for view in map(one.view, (0, 1))] == [view.bytes for view in map(other.view, (0, 1))]
    told = [match.events(seat, since=-1).texts for match in (one, other) for seat in (0, 1)]
    assert told[:2] == told[2:]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 30), stops=st.lists(st.integers(0, 70_000), max_size=40))
def test_no_split_of_time_changes_a_match(seed: int, stops: list[int]) -> None:
    match = begin(seed)
    wander(match, seed, 60_000)
    assert_same(match, play_split(match, stops))


@pytest.mark.parametrize("agent", ["greedy", "heuristic", "simulating"])
@pytest.mark.parametrize("deck", cw.game("mana").decks)
def test_no_split_of_time_changes_a_match_of_agents(deck: str, agent: str) -> None:
    game = cw.game("mana")
    others = list(game.decks)
    foe = others[(others.index(deck) + 1) % len(others)]
    played: list[cw.Match] = []
    row = play_match(
        game, game.setup((deck, foe)), [agent, agent], 7, after=lambda match, _: played.append(match)
    )
    match, chance = played[-1], random.Random(7)
    assert (match.hash, match.ply) == (row.digest, row.actions)
    assert match.ply > 20
    assert_same(match, play_split(match, []))
    assert_same(match, play_split(match, [chance.randrange(match.now) for _ in range(500)]))


def test_nothing_becomes_possible_before_the_view_says_so() -> None:
    match = begin()
    first = len(match.legal_actions_of(0))
    while match.now < 40_000:
        stirs = match.view(0).kernel.stirs_at or 40_000
        assert stirs > match.now
        possible = len(match.legal_actions_of(0))
        match.advance(stirs - 1)
        assert len(match.legal_actions_of(0)) == possible
        match.advance(stirs)
    assert len(match.legal_actions_of(0)) > first
    assert match.view("spectator").kernel.stirs_at is None


def test_a_game_says_whether_it_is_timed() -> None:
    assert cw.game("mana").is_timed
    assert not cw.game("ruler").is_timed
    with pytest.raises(CardwrightError, match="is no timed game: it has no clock"):
        cw.game("ruler").match(seed=1).advance(5)
