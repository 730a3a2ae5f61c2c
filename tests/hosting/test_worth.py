"""What positions were worth: by the seat's own views, swings by size, a hill in letters."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.hosting.worth import MOST, is_decided, places, swings, worths
from cardwright.table.worth import BLOCKS, hill, scale_of, summary


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "mana", "ruler"])
def test_every_game_has_a_worth_and_it_comes_from_the_seats_own_views(slug: str) -> None:
    match = cw.game(slug).match(seed=3)
    for _ in range(12):
        if match.game.is_timed and not len(match.legal_actions):
            match.advance(match.now + 5000)
        match.play(match.legal_actions[-1])
    for seat in (0, 1):
        assert worths(match, seat) == [match.view_at(seat, ply).worth for ply in range(match.ply + 1)]
    assert len(places(match)) == match.ply + 1
    assert sorted(places(match)) == places(match)


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
