"""The agent that searches sequences of actions: its options, its budget, what it tells of a turn, replies."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.agents.batch import play_jobs
from cardwright.agents.spec import weights_of
from cardwright.errors import AgentError
from cardwright.face.native import Thinker, native_agents
from cardwright.scenario import setup_of

# A viper that a step ahead would be killed by the guard, which it cannot hurt.
DANGER = """
me: hand empty, deck "Flare" "Flare" "Flare"
foe: hand empty, deck "Flare" "Flare" "Flare"
me f3 Marsh Viper
foe c3 Stone Guard
turn me
"""

# Both heroes have their printed numbers, and nothing can be played.
RATED = """
me: hand "Flare" "Flare" "Flare", deck empty
foe: health 20, hand "Flare", deck empty
ground fire: h3
me b3 Reed Archer
foe f5 Stone Guard
turn me
"""


@pytest.fixture(scope="module")
def hexlands() -> cw.Game:
    return cw.game("hexlands")


def turn(game: cw.Game, setup: str, agent: NativeAgent, *before: str) -> cw.Match:
    """The match after the agent's turn, in which some actions were taken before it chose."""
    match = game.begin(setup_of(setup, game), 1)
    for action in before:
        match.play(action)
    now = match.kernel.now
    while match.kernel.now == now and not match.is_over:
        action = agent.choose(match.view(0))
        assert action is not None
        assert action in match.legal_actions_of(0)
        match.play(action)
    return match


@pytest.mark.parametrize(
    ("weight", "rating"),
    [
        ("card", 2),
        ("hero_health", 10),
        ("minion_attack", 0),
        ("minion_health", -2),
        ("minion_range", 2),
        ("minion_armour", -1),
        ("land", 1),
        ("nearer", 2),
        ("in_range", 0),
        ("changed", 1),  # the one sequence that it tries changes a field
    ],
)
def test_a_position_is_rated_by_its_weights(hexlands: cw.Game, weight: str, rating: float) -> None:
    zeros = "/".join(f"{name}={1 if name == weight else 0}" for name in weights_of(hexlands, "sequences"))
    agent = Thinker(hexlands, f"sequences/sequences=1/turns=0/{zeros}", 1)
    match = hexlands.begin(setup_of(RATED, hexlands), 1)
    agent.choose(match.view(0))
    assert agent.expects == rating


def test_only_games_that_rate_every_position_have_it(hexlands: cw.Game) -> None:
    for rated in (hexlands, cw.game("elemental-command")):
        assert {"sequences", "lookahead"} <= set(native_agents(rated))
    for slug in ("hearth", "ruler", "mana"):
        assert not {"sequences", "lookahead"} & set(native_agents(cw.game(slug)))


def test_its_options_are_its_own(hexlands: cw.Game) -> None:
    view = hexlands.match(seed=1).view(0)
    with pytest.raises(AgentError, match='"turns" is an option of "sequences"'):
        cw.agent("value/turns=1").choose(view)
    agent = cw.agent("sequences", sequences=50, turns=0, threshold=20, replies=2)
    assert isinstance(agent, NativeAgent)
    assert agent.name == "sequences/sequences=50/turns=0/threshold=20/replies=2"
    for wrong in ("sequences=0", "turns=9", "threshold=-1", "replies=17"):
        with pytest.raises(AgentError, match="is no "):
            cw.agent(f"sequences/{wrong}")


@pytest.mark.parametrize("options", ["sequences=1500", "sequences=1500/replies=1"])
def test_it_beats_chance_within_its_budget_on_any_number_of_threads(hexlands: cw.Game, options: str) -> None:
    spec = f"sequences/{options}"
    jobs = [(0, seed, [spec, "random"]) for seed in range(6)]
    batches = [
        play_jobs(hexlands, [hexlands.setup()], jobs, threads=threads, tally=True) for threads in (1, 2)
    ]
    columns = batches[0]
    assert columns.failed.sum() == 0
    assert (columns.winner == 0).sum() >= 4
    assert (columns.winner == 1).sum() == 0
    assert columns.digest.tolist() == batches[1].digest.tolist()
    searched = columns.searched
    assert set(searched["seat"]) == {0}
    assert 1000 < searched["sequences"].max() <= 1500
    assert searched["longest"].max() > 3
    # Its own turns are every other turn of a match.
    assert abs(int(columns.time.sum()) // 2 - len(searched)) <= len(jobs)


@pytest.mark.parametrize(("board", "seats"), [("ring", 3), ("alliance", 4)])
def test_more_than_two_players_search_too(board: str, seats: int) -> None:
    game = cw.game("hexlands", board)
    setup = game.setup(("fire-water", "water-nature", "nature-earth", "earth-fire")[:seats])
    agents = ["sequences/sequences=200", *["sequences/sequences=200/replies=1"] * (seats - 1)]
    columns = play_jobs(game, [setup], [(0, seed, agents) for seed in range(2)], tally=True)
    assert columns.failed.sum() == 0
    assert set(columns.searched["seat"]) == set(range(seats))


def test_who_considers_replies_does_not_stand_where_it_is_killed_for_nothing(hexlands: cw.Game) -> None:
    fields = {}
    for options in ("", "/replies=1"):
        match = turn(hexlands, DANGER, NativeAgent(f"sequences{options}", 1))
        (viper,) = (piece for piece in match.view(0).pieces if piece.card.id == "marsh-viper")
        fields[options] = str(viper.cell)
    # The guard walks one field and strikes at the next: from c3 it reaches row e, not row f.
    assert fields[""].startswith("e")
    assert not fields["/replies=1"].startswith("e")


# The ox goes back to the enemy's hand, and can be played again only on the one field of earth.
NEEDED = """
me: at e3, hand "Undertow", deck "Flare" "Flare" "Flare"
foe: hand empty, deck "Flare" "Flare" "Flare"
ground water: e3
ground earth: c3
foe c3 Clay Ox
turn me
"""


def test_who_considers_replies_takes_the_field_that_the_enemy_needs(hexlands: cw.Game) -> None:
    is_taken = {}
    for options in ("", "/replies=1"):
        match = turn(hexlands, NEEDED, NativeAgent(f"sequences{options}", 1), 'play "Undertow" > c3')
        is_taken[options] = not any('"Clay Ox" at c3' in str(one) for one in match.legal_actions)
    assert is_taken == {"": False, "/replies=1": True}


# Both spells would hurt nobody but its own figures, or them more than the enemy.
HARMFUL = """
me: at h3, hand "Eruption" "Flare", deck "Drought" "Drought" "Drought"
foe: hand empty, deck "Drought" "Drought" "Drought"
ground fire: h2, h3, h4, i2, i3, i4
me f3 Clay Ox
me f5 Reed Archer
turn me
"""


@pytest.mark.parametrize("options", ["", "/replies=1"])
def test_it_does_not_harm_its_own_figures(hexlands: cw.Game, options: str) -> None:
    begun = hexlands.begin(setup_of(HARMFUL, hexlands), 1)
    assert {'play "Eruption"', 'play "Flare" > f3'} <= {str(one) for one in begun.legal_actions}
    match = turn(hexlands, HARMFUL, NativeAgent(f"sequences{options}", 1))
    assert {card.name for card in match.view(0).me.zones["hand"]} >= {"Eruption", "Flare"}


# Three figures win together, each by a move and a blow.
WON = """
me: at g4, hand empty, deck "Flare" "Flare" "Flare"
foe: at d4, health 7, hand empty, deck "Flare" "Flare" "Flare"
me f3 Clay Ox
me f5 Bog Walker
me e2 Bog Walker
turn me
"""


@pytest.mark.parametrize("options", ["", "/replies=1"])
def test_a_larger_budget_lets_it_look_further(hexlands: cw.Game, options: str) -> None:
    is_over = [
        turn(hexlands, WON, NativeAgent(f"sequences{options}/sequences={budget}", 1)).is_over
        for budget in (40, 12_000)
    ]
    assert is_over == [False, True]
