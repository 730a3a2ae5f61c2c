"""Many matches at once give the same results as one by one."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

import cardwright as cw
from cardwright.agents.batch import play_jobs
from cardwright.errors import AgentError, CardwrightError

AGENTS = ["greedy", "random"]


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def test_the_matches_are_those_that_are_played_one_by_one(game: cw.Game) -> None:
    setups = [game.setup(("aggro", "control")), game.setup(("control", "wind-midrange"))]
    columns = cw.play_matches(game, setups, AGENTS, range(3))
    rows = [cw.play_match(game, setup, AGENTS, seed) for setup in setups for seed in range(3)]
    assert columns.digest.tolist() == [row.digest for row in rows]
    assert columns.actions.tolist() == [row.actions for row in rows]
    assert columns.time.tolist() == [row.time for row in rows]
    assert columns.winner.tolist() == [-1 if row.winner is None else row.winner for row in rows]
    assert set(columns.starting.tolist()) <= {0, 1}
    assert columns.branches.min() > 0
    assert len(columns) == 6


def test_threads_change_nothing(game: cw.Game) -> None:
    one, two, all_cores = (
        cw.play_matches(game, game.setup(), AGENTS, range(12), threads=threads) for threads in (1, 2, 0)
    )
    for name in one.__struct_fields__:
        assert np.array_equal(getattr(one, name), getattr(two, name))
        assert np.array_equal(getattr(one, name), getattr(all_cores, name))


def test_no_seeds_are_no_matches(game: cw.Game) -> None:
    assert len(cw.play_matches(game, game.setup(), AGENTS, [])) == 0


def test_bad_input_is_one_sentence(game: cw.Game) -> None:
    setup = game.setup()
    with pytest.raises(AgentError, match="'mine:Bot' is no native agent"):
        cw.play_matches(game, setup, ["mine:Bot", "random"], [1])
    with pytest.raises(CardwrightError, match="needs as many agents, not 1"):
        cw.play_matches(game, setup, ["random"], [1])
    with pytest.raises(CardwrightError, match="is no seed"):
        cw.play_matches(game, setup, AGENTS, [2**70])
    with pytest.raises(CardwrightError, match="is no number of threads"):
        cw.play_matches(game, setup, AGENTS, [1], threads=-1)
    with pytest.raises(
        AgentError, match=r'^elemental-command has no native agent "nobody"; there are random'
    ):
        play_jobs(game, [setup], [(0, 1, ["nobody", "random"])])
    with pytest.raises(CardwrightError, match="there is no setup 3") as caught:
        play_jobs(game, [setup], [(3, 1, AGENTS)])
    assert not isinstance(caught.value, AgentError)
    with pytest.raises(CardwrightError):
        cw.play_matches(game, msgspec.structs.replace(setup, options={"no-such": 1}), AGENTS, [1])
