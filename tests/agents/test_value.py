"""The agent that looks some own actions ahead: its options, its budget, and how little it leaves out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.agents.spec import read_weights
from cardwright.errors import AgentError
from cardwright.face.native import native_agents

TURNS = ("elemental-command", "ruler", "hearth")
PLAIN = "value/merge=off/prune=off/nodes=1000000000"


def views(slug: str, matches: int, most: int) -> Iterator[cw.View]:
    """Views of who is to act, in matches of greedy players, some with chance moves; of few legal actions."""
    game, chance = cw.game(slug), random.Random(slug)
    for seed in range(matches):
        match = game.match(seed=seed)
        greedy = NativeAgent("greedy", seed)
        while not match.is_over:
            view = match.view(min(match.to_act))
            if 2 <= len(view.legal_actions) <= most and chance.random() < 0.2:
                yield view
            match.play(greedy.choose(view) if chance.random() < 0.7 else chance.choice(view.legal_actions))


@pytest.mark.parametrize("slug", TURNS)
def test_it_plays_every_game_of_turns_and_beats_chance(slug: str) -> None:
    game = cw.game(slug)
    assert "value" in native_agents(game)
    columns = cw.play_matches(game, game.setup(), ["value/nodes=3000", "random"], range(12))
    assert columns.failed.sum() == 0
    assert (columns.winner == 0).sum() >= 10


def test_it_beats_greedy() -> None:
    table = cw.arena("elemental-command", ["earth-aggro"], ["value/nodes=3000", "greedy"], matches=40, seed=1)
    assert table.entries[0].wins > table.entries[1].wins


def test_a_timed_game_is_refused_in_one_sentence() -> None:
    game = cw.game("mana")
    assert "value" not in native_agents(game)
    with pytest.raises(AgentError) as refused:
        cw.play_matches(game, game.setup(), ["value", "greedy"], range(1))
    assert str(refused.value) == '"value" plays games of turns, and mana is a timed game'


def test_options_of_the_search_are_its_own() -> None:
    view = next(views("ruler", 20, 99))
    with pytest.raises(AgentError, match='"depth" is an option of "value"'):
        cw.agent("expectimax/depth=2").choose(view)
    agent = cw.agent("value", depth=2, merge=False, prune=True, nodes=50)
    assert isinstance(agent, NativeAgent)
    assert agent.name == "value/depth=2/merge=off/prune=on/nodes=50"
    assert agent.choose(view) in view.legal_actions


@pytest.mark.parametrize("slug", TURNS)
def test_the_same_seed_chooses_the_same(slug: str) -> None:
    for view in list(views(slug, 2, 60))[:12]:
        chosen = {cw.agent("value", seed=5, nodes=2000).choose(view).text for _ in range(3)}
        assert len(chosen) == 1


def test_the_same_match_on_any_number_of_threads() -> None:
    game = cw.game("elemental-command")
    rows = [
        cw.play_matches(game, game.setup(), ["value/nodes=500"] * 2, range(6), threads=threads)
        for threads in (1, 2)
    ]
    assert rows[0].digest.tolist() == rows[1].digest.tolist()
    row = cw.play_match(game, game.setup(), ["value/nodes=500"] * 2, seed=3)
    assert (row.digest, row.actions) == (int(rows[0].digest[3]), int(rows[0].actions[3]))


def test_a_budget_is_that_of_one_own_turn_and_a_legal_action_is_always_there() -> None:
    game = cw.game("elemental-command")
    for nodes in (1, 7, 300):
        match, agents = game.match(seed=nodes), [NativeAgent(f"value/nodes={nodes}", seed) for seed in (1, 2)]
        turns: dict[tuple[int, int], int] = {}
        while not match.is_over and match.kernel.now < 16:
            seat, turn = min(match.to_act), match.kernel.now
            before = agents[seat].branches
            action = agents[seat].choose(match.view(seat))
            assert action in match.legal_actions_of(seat)
            turns[seat, turn] = turns.get((seat, turn), 0) + agents[seat].branches - before
            match.play(action, seat=seat)
        assert max(turns.values()) <= nodes


def test_merging_changes_no_move() -> None:
    compared = 0
    for view in list(views("elemental-command", 10, 30))[:60]:
        moves = [
            cw.agent(f"value/merge={merge}/prune=off/nodes=1000000000", seed=compared).choose(view)
            for merge in ("on", "off")
        ]
        assert moves[0] == moves[1]
        compared += 1
    assert compared == 60


@pytest.mark.parametrize("slug", ["elemental-command", "hearth"])
def test_what_is_left_out_hardly_changes_a_move(slug: str) -> None:
    equal, tried = 0, [0, 0]
    found = list(views(slug, 12, 30))[:100]
    assert len(found) == 100
    for seed, view in enumerate(found):
        agents = NativeAgent("value", seed), NativeAgent(PLAIN, seed)
        chosen = [agent.choose(view) for agent in agents]
        equal += chosen[0] == chosen[1]
        tried = [tried[at] + agent.branches for at, agent in enumerate(agents)]
    assert equal >= 97
    assert tried[0] < tried[1]


def test_one_cell_of_a_row_stands_for_all() -> None:
    tried = [0, 0]
    for seed, view in enumerate(list(views("hearth", 12, 40))[:60]):
        for at, spec in enumerate(("value/depth=2", "value/depth=2/merge=off/prune=off")):
            agent = NativeAgent(spec, seed)
            agent.choose(view)
            tried[at] += agent.branches
    assert 0 < tried[0] < tried[1] * 0.8


def test_it_expects_at_least_what_stopping_is_worth() -> None:
    compared = 0
    # By the weights of the thesis a position is worth what the game says it is worth.
    weights = read_weights(cw.game("elemental-command"), "thesis", "value")
    for view in views("elemental-command", 2, 40):
        agent = NativeAgent("/".join(["value", *(f"{name}={weight}" for name, weight in weights.items())]), 1)
        agent.choose(view)
        assert agent.expects is not None
        if any(action.text == "end" for action in view.legal_actions):
            assert agent.expects >= view.worth
            compared += 1
    assert compared > 10


def test_an_oracle_is_given_the_truth() -> None:
    game = cw.game("elemental-command")
    match = game.match(seed=2)
    seat = min(match.to_act)
    oracle = NativeAgent("value/oracle/nodes=200")
    assert oracle.is_oracle
    assert oracle.choose_knowing(match, seat) in match.legal_actions_of(seat)
    with pytest.raises(AgentError, match="cannot choose from a view"):
        oracle.choose(match.view(seat))
