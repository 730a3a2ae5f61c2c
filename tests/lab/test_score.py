"""Scores add up, in any pieces."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.agents.batch import CARD_RECORD
from cardwright.lab.score import CARD_COUNTS, Outcome, Score

outcomes = st.builds(
    Outcome, first_seat=st.integers(0, 1), winner=st.integers(-1, 1), starting=st.integers(-1, 1)
)
units = st.lists(st.tuples(outcomes, outcomes), max_size=12)


def counted(played: list[tuple[Outcome, Outcome]]) -> Score:
    score = Score()
    for unit in played:
        score.add_unit(unit)
    return score


@given(units, units)
def test_pieces_make_the_whole(
    before: list[tuple[Outcome, Outcome]], after: list[tuple[Outcome, Outcome]]
) -> None:
    assert counted(before).plus(counted(after)) == counted(before + after)


@given(units)
def test_wins_draws_and_losses_are_all_matches(played: list[tuple[Outcome, Outcome]]) -> None:
    score = counted(played)
    assert score.matches == 2 * score.units == 2 * len(played)
    assert score.losses == sum(o.winner == 1 - o.first_seat for unit in played for o in unit)
    assert sum(side.matches for side in score.starts) == sum(o.starting >= 0 for unit in played for o in unit)


@given(units.filter(lambda played: len(played) > 1))
def test_the_standard_error_is_that_of_the_means_of_seeds(played: list[tuple[Outcome, Outcome]]) -> None:
    means = [
        sum(0.5 if o.winner < 0 else float(o.winner == o.first_seat) for o in unit) / 2 for unit in played
    ]
    expected = float(np.std(means, ddof=1)) / math.sqrt(len(means))
    assert counted(played).error == pytest.approx(expected, abs=1e-9)


def test_two_seats_that_share_every_seed_leave_no_error() -> None:
    shared = (Outcome(0, 0, 0), Outcome(1, 0, 0))
    assert counted([shared] * 5).error == 0


def test_the_side_that_begins_is_credited() -> None:
    score = counted([(Outcome(0, 0, 0), Outcome(1, 0, 1)), (Outcome(0, -1, 1), Outcome(1, 1, -1))])
    assert msgspec.to_builtins(score.starts) == [
        {"matches": 2, "wins": 1, "draws": 0},
        {"matches": 1, "wins": 0, "draws": 1},
    ]


def test_a_forfeit_is_counted_with_its_first_reason_and_no_start() -> None:
    score = Score()
    score.add_unit([Outcome(0, 0, 0, (None, "raised")), Outcome(1, 1, 0, ("slept", None))])
    assert (score.wins, score.forfeits, score.reasons) == (2, [0, 2], ["", "raised"])
    assert sum(side.matches for side in score.starts) == 0


def test_cards_are_counted_by_side_and_outcome() -> None:
    records = np.array(
        [
            (0, 0, 7, 2, 1, 1, 3),  # first, won
            (0, 1, 7, 2, 0, 0, 0),  # second, lost
            (1, 1, 7, 2, 3, 0, 0),  # first, drawn match
            (1, 0, 9, 0, 1, 1, 5),  # second, drawn match, a card that was made
            (2, 0, 7, 2, 1, 1, 2),  # forfeited: not counted
        ],
        dtype=CARD_RECORD,
    )
    score = Score()
    score.add_cards([Outcome(0, 0, 0), Outcome(1, -1, 0), Outcome(0, 1, 0, ("raised", None))], records)
    first, second = score.cards
    assert dict(zip(CARD_COUNTS, first[7], strict=True)) == {
        "in_deck": 2,
        "in_deck_won": 1,
        "in_deck_draws": 1,
        "drawn": 2,
        "drawn_won": 1,
        "drawn_draws": 1,
        "played": 1,
        "played_won": 1,
        "played_draws": 0,
        "times_drawn": 4,
        "times_played": 1,
    }
    assert second == {7: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 9: [0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 1]}


def test_a_score_can_be_written_and_read() -> None:
    score = counted([(Outcome(0, 0, 0), Outcome(1, 0, 1))])
    score.cards[0][3] = [1] * len(CARD_COUNTS)
    assert msgspec.json.decode(msgspec.json.encode(score), type=Score) == score
