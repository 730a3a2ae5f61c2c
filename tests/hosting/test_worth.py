"""What positions were worth: by the seat's own views, swings by size, a hill in letters."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import cardwright as cw
from cardwright.hosting.worth import MOST, is_decided, places, swings, worths
from cardwright.table.worth import BLOCKS, hill, scale_of, summary

SLUGS = ["elemental-command", "hearth", "hexlands", "mana", "ruler"]


def play_by_chance(match: cw.Match) -> Iterator[int]:
    """Legal actions by dice, or five seconds later if there is none; yields after each."""
    dice = random.Random(5)
    for ply in range(60):
        while match.game.is_timed and not len(match.legal_actions):
            match.advance(match.now + 5000)
        match.play(match.legal_actions[dice.randrange(len(match.legal_actions))])
        yield ply


@pytest.mark.parametrize("slug", SLUGS)
def test_the_course_is_what_each_seat_saw_while_it_was_played(slug: str) -> None:
    match = cw.game(slug).match(seed=3)
    seen = [[match.view(seat).worth] for seat in (0, 1)]
    for _ in play_by_chance(match):
        for seat in (0, 1):
            seen[seat].append(match.view(seat).worth)
    assert [worths(match, seat) for seat in (0, 1)] == seen
    assert all(len(set(course)) > 10 for course in seen)
    assert seen[0] != seen[1]
    assert len(places(match)) == match.ply + 1
    assert sorted(places(match)) == places(match)


@pytest.mark.parametrize("slug", SLUGS)
def test_truths_that_a_seat_cannot_tell_apart_are_worth_the_same_to_it(slug: str) -> None:
    match = cw.game(slug).match(seed=3)
    assert [*play_by_chance(match)]
    for seat in (0, 1):
        truths = [match.view(seat).determinise(seed) for seed in range(8)]
        assert len({truth.hash for truth in truths}) > 1
        assert {worths(truth, seat)[-1] for truth in truths} == {worths(match, seat)[-1]}
        if slug == "ruler":
            # What it does not see of the other's pieces counts for the other.
            assert {worths(truth, 1 - seat)[-1] for truth in truths} != {worths(match, 1 - seat)[-1]}


def test_the_end_is_no_swing_and_no_measure() -> None:
    match = cw.game("elemental-command").match(seed=4)
    while not match.is_over:
        match.play(match.legal_actions[0])
    course = worths(match, 0)
    assert is_decided(course[-1])
    assert match.ply not in [swing.ply for swing in swings(course)]
    assert scale_of(course) < 1000


def test_three_swings_are_named_and_more_only_if_they_are_large() -> None:
    small = [0.0, 10.0, 9.0, 10.0, 9.0, 10.0, 9.0]
    assert len(swings(small)) == 3
    large = [0.0, 10.0, 0.0, 10.0, 0.0, 10.0, 0.0]
    assert len(swings(large)) == MOST
    assert swings([1.0, 1.0]) == []


def test_the_hill_is_higher_where_the_match_goes_better() -> None:
    course = [0.0, 1.0, -1.0, 2.0, -2.0, 20_000.0]
    above, below = hill(course, range(6), 6)
    heights = [BLOCKS.index(up) + BLOCKS.index(down) for up, down in zip(above, below, strict=True)]
    order = sorted(range(6), key=course.__getitem__)
    assert [heights[at] for at in order] == sorted(heights)
    assert heights[0] == len(BLOCKS) - 1
    assert hill(course, [0, 0, 0, 0, 0, 2], 4)[1] == "  ██", (
        "a column shows its last position, an empty one the one before"
    )


def test_a_summary_fits_its_width() -> None:
    match = cw.game("ruler").match(seed=3)
    for _ in range(30):
        match.play(match.legal_actions[0])
    for width in (40, 79):
        assert all(len(line) <= width for line in summary(match, 0, 0, width))
