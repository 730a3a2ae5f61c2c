"""The agent that plans whole turns: its budgets, its fairness, and that it plans from its view alone."""

from __future__ import annotations

from time import perf_counter

import pytest

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.agents.spec import usual_weights_of
from cardwright.errors import AgentError
from cardwright.face.native import native_agents

SEARCHING = ("expectimax", "approach", "defence", "health", "cost", "win-loss")


@pytest.fixture(scope="module")
def ruler() -> cw.Game:
    return cw.game("ruler")


def own_turns(match: cw.Match, agents: list[NativeAgent]) -> dict[int, tuple[float, int]]:
    """Plays a match; for each turn, the seconds that its seat thought and the positions it looked at."""
    turns: dict[int, tuple[float, int]] = {}
    while not match.is_over:
        seat, turn = min(match.to_act), match.kernel.now
        view = match.view(seat)
        before, begun = agents[seat].branches, perf_counter()
        action = agents[seat].choose(view)
        seconds, nodes = turns.get(turn, (0.0, 0))
        turns[turn] = seconds + perf_counter() - begun, nodes + agents[seat].branches - before
        assert action in match.legal_actions_of(seat)
        match.play(action)
    return turns


def test_the_game_lists_the_agent_and_its_variants(ruler: cw.Game) -> None:
    assert list(native_agents(ruler)) == ["random", "pass", "greedy", "value", *SEARCHING]


def test_the_usual_weights_are_those_that_were_tuned_and_the_theses_are_a_file(ruler: cw.Game) -> None:
    usual, tuned, thesis = (
        usual_weights_of(ruler, f"expectimax{option}") for option in ("", "/weights=tuned", "/weights=thesis")
    )
    assert usual == tuned
    assert thesis == {"win": 1, "kill": 1, "injury": 1, "defence": 1, "approach": 1, "exposed": 0, "siege": 0}


@pytest.mark.parametrize("name", SEARCHING)
def test_every_variant_finishes_its_matches_and_beats_chance(ruler: cw.Game, name: str) -> None:
    columns = cw.play_matches(ruler, ruler.setup(), [f"{name}/nodes=500", "random"], range(20))
    assert columns.failed.sum() == 0
    assert (columns.winner == 0).sum() >= 18


def test_a_budget_of_nodes_is_that_of_one_own_turn_and_plays_the_same_again(ruler: cw.Game) -> None:
    for nodes in (1, 40, 700):
        setup = ruler.setup(("golden-walls", "slow-death"))
        spec = f"expectimax/nodes={nodes}"
        turns = own_turns(ruler.begin(setup, 3), [NativeAgent(spec, seed) for seed in (1, 2)])
        assert max(looked for _, looked in turns.values()) <= nodes
        rows = [
            cw.play_matches(ruler, setup, [spec, spec], range(8), threads=threads) for threads in (1, 2, 2)
        ]
        assert rows[0].digest.tolist() == rows[1].digest.tolist() == rows[2].digest.tolist()


def test_a_budget_in_seconds_is_that_of_one_own_turn(ruler: cw.Game) -> None:
    game = cw.game("ruler", "twin-towns")
    match = game.match(("golden-walls", "golden-walls"), seed=5)
    turns = own_turns(match, [NativeAgent("expectimax/seconds=0.02", seed) for seed in (1, 2)])
    late = [seconds for seconds, _ in turns.values() if seconds > 0.02 + 0.05]
    assert len(late) <= len(turns) // 20, late
    assert max(seconds for seconds, _ in turns.values()) < 0.52
    assert max(nodes for _, nodes in turns.values()) > 1000


def test_the_runner_and_the_referee_play_the_same_matches(ruler: cw.Game) -> None:
    setup = ruler.setup(("swift-raid", "slow-death"))
    for agents in (["expectimax/nodes=300", "defence/nodes=300"], ["expectimax/nodes=300/oracle", "greedy"]):
        columns = cw.play_matches(ruler, setup, agents, range(4))
        for seed in range(4):
            row = cw.play_match(ruler, setup, agents, seed)
            assert row.forfeits == (None, None)
            assert (row.digest, row.actions) == (int(columns.digest[seed]), int(columns.actions[seed]))


def test_an_oracle_is_given_the_truth_and_nobody_else_is(ruler: cw.Game) -> None:
    match = ruler.match(seed=1)
    [seat] = match.to_act
    oracle, fair = NativeAgent("expectimax/nodes=50/oracle"), NativeAgent("expectimax/nodes=50")
    assert oracle.is_oracle
    assert not fair.is_oracle
    assert oracle.choose_knowing(match, seat) in match.legal_actions_of(seat)
    with pytest.raises(AgentError, match="cannot choose from a view"):
        oracle.choose(match.view(seat))
    with pytest.raises(AgentError, match="never the truth"):
        fair.choose_knowing(match, seat)


def test_four_seats_play_to_an_end() -> None:
    game = cw.game("ruler", "four-roads")
    setup = game.setup(("swift-raid", "golden-walls", "slow-death", "desert-raiders"))
    columns = cw.play_matches(game, setup, ["expectimax/nodes=200"] * 4, range(3))
    assert columns.failed.sum() == 0
    assert (columns.winner >= 0).any()


def test_a_card_drawn_in_the_middle_of_a_turn_does_not_end_it() -> None:
    game = cw.game("ruler", "desert-5x10")
    drawn, ended = 0, 0
    for seed in (4, 7, 9, 11):
        match = game.match(("swift-raid", "swift-raid"), seed=seed)
        agents = [NativeAgent("expectimax/nodes=300", number) for number in (1, 2)]
        turns: dict[int, list[str]] = {}
        while not match.is_over:
            seat, turn = min(match.to_act), match.kernel.now
            action = agents[seat].choose(match.view(seat))
            turns.setdefault(turn, []).append(action.verb)
            match.play(action)
        for verbs in turns.values():
            for at in range(1, len(verbs)):
                if verbs[at] == "draw" and verbs[at - 1] != "draw":
                    drawn += 1
                    ended += verbs[at + 1 :] == ["end"]
    assert drawn >= 3
    assert ended <= drawn // 3
