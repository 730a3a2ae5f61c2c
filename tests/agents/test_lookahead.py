"""The agent that plays its best turns on: its budget, its threads, wins it must see, replies it must fear."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.agents.batch import play_matches
from cardwright.agents.spec import read_weights
from cardwright.errors import AgentError
from cardwright.scenario import sections, setup_of
from cardwright.sources.finding import game_folder

# Two wisps kill the hero; to trade one of them for the hoarder would leave a better board.
WIN = """
me: fire
foe: earth, health 4
me c2 Ember Wisp
me d2 Ember Wisp
foe b3 Hoarder
foe a3 Standard Bearer
turn me
"""


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def turn(game: cw.Game, setup: str, agent: NativeAgent) -> cw.Match:
    """The match after the agent's turn."""
    match = game.begin(setup_of(setup, game), 1)
    now = match.now
    while match.now == now and not match.is_over:
        action = agent.choose(match.view(0))
        assert action is not None
        match.play(action)
    return match


def test_a_match_that_can_be_won_now_is_won_now(game: cw.Game) -> None:
    won = turn(game, WIN, cw.agent("lookahead", seed=3))
    assert won.result is not None
    assert won.result.winner == 0


@pytest.mark.parametrize("game_name", ["elemental-command", "hexlands"])
def test_a_match_is_the_same_on_any_number_of_threads(game_name: str) -> None:
    game = cw.game(game_name)
    deck = next(iter(game.decks))
    traces = []
    for threads in (1, 2):
        agents = [cw.agent("lookahead", nodes=8000, threads=threads, seed=seat) for seat in (1, 2)]
        match = game.match(decks=(deck, deck), seed=4)
        for _ in range(40):
            if match.is_over:
                break
            seat = min(match.to_act)
            action = agents[seat].choose(match.view(seat))
            assert action is not None
            match.play(action, seat=seat)
        traces.append([str(action) for action in match.actions])
    assert traces[0] == traces[1]


def test_it_beats_one_that_looks_a_single_action_ahead(game: cw.Game) -> None:
    setup = game.setup(("earth-midrange", "earth-midrange"))
    wins = 0
    for seats in (["lookahead/nodes=3000", "greedy"], ["greedy", "lookahead/nodes=3000"]):
        columns = play_matches(game, setup, seats, range(15), threads=2)
        wins += int((columns.winner == seats.index("lookahead/nodes=3000")).sum())
    assert wins >= 20


def test_it_looks_at_no_more_positions_than_it_may(game: cw.Game) -> None:
    setup = game.setup(("fire-aggro", "wind-control"))
    columns = play_matches(game, setup, ["lookahead/nodes=700", "pass"], range(4), threads=1)
    # The budget is one of each own turn, and one before the first.
    turns = columns.time.astype(int) // 2 + 2
    assert (columns.branches <= turns * 700).all()


def test_it_tells_over_how_many_turns_its_lines_went(game: cw.Game) -> None:
    stored = sections(game_folder(game.slug) / "examples" / "turns-6-to-8.md")
    assert len(stored) == 20
    setup = setup_of("\n".join(line.text for line in stored[1].blocks[0].lines), game)
    agent = cw.agent("lookahead", depth=5, width=12, nodes=60_000, seed=1)
    assert isinstance(agent, NativeAgent)
    agent.choose(game.begin(setup, 1).view(0))
    (turn,) = agent.searched
    assert turn.turns == 5
    assert turn.lines >= 12
    assert turn.ended < turn.lines
    assert 0 < turn.longest < 20
    assert 0 < turn.sequences <= 60_000


def test_the_weights_of_the_thesis_are_a_file(game: cw.Game) -> None:
    weights = read_weights(game, "thesis", "lookahead")
    assert weights["ability"] == 3
    assert weights["hand_mana"] == 0


def test_options_of_others_are_refused(game: cw.Game) -> None:
    with pytest.raises(AgentError, match='"width" is an option of "lookahead"'):
        play_matches(game, game.setup(), ["value/width=3", "pass"], [1])
    with pytest.raises(AgentError, match="at most 6 actions ahead"):
        play_matches(game, game.setup(), ["value/depth=9", "pass"], [1])
    with pytest.raises(AgentError, match='"depth" is an option of "value" and "lookahead"'):
        play_matches(game, game.setup(), ["sequences/depth=2", "pass"], [1])
