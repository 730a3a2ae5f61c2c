"""Levels: the highest is the agent itself, none plays against its own judgement, `auto` eases when ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from typer.testing import CliRunner

import cardwright as cw
from cardwright.agents.spec import for_kernel, read_spec
from cardwright.cli import app
from cardwright.errors import AgentError
from cardwright.experiments.agents import BUDGETS, best_on_a_budget
from cardwright.face.native import Thinker
from cardwright.scenario import setup_of

RESTS = ("end", "pass")
"""Actions that end a turn."""
EVEN = """
me: fire, hand "Ember Wisp", deck "Oak Warden" "Gust"
foe: earth, hand "Gust"
me c2 Ember Wisp
foe c3 Ember Wisp
turn me
"""
AHEAD = EVEN.replace("foe: earth", "foe: earth, health 20").replace(
    "foe c3 Ember Wisp", "\n".join(f"me {cell} Oak Warden" for cell in ("a1", "b1", "c1", "d1", "e1"))
)
BEHIND = """
me: fire, health 3, hand "Ember Wisp", deck "Oak Warden" "Gust"
foe: earth, hand "Gust"
me c2 Ember Wisp
foe a4 Oak Warden
foe b4 Oak Warden
foe d4 Oak Warden
foe e4 Oak Warden
turn me
"""


def quick(slug: str, level: int | str) -> str:
    """The best agent of a game on a small budget, at a level."""
    return f"{best_on_a_budget(cw.game(slug))}/level={level}"


def positions(slug: str, matches: int) -> Iterator[tuple[cw.Match, int]]:
    """Some positions of matches of random players, each with a seat that may act there."""
    game = cw.game(slug)
    for seed in range(matches):
        chance = random.Random(f"{slug} {seed}")
        match = game.match(seed=seed)
        for _ in range(120):
            if match.is_over:
                break
            if game.is_timed:
                match.advance(match.now + chance.choice((0, 700, 9000)))
            seat = chance.choice(sorted(match.to_act))
            actions = match.is_over or match.legal_actions_of(seat)
            if match.is_over or not len(actions):
                continue
            if chance.random() < 0.25:
                yield match, seat
            match.play(actions[chance.randrange(len(actions))])


@pytest.mark.parametrize("slug", BUDGETS)
def test_the_highest_level_is_the_agent_itself(slug: str) -> None:
    game = cw.game(slug)
    best = best_on_a_budget(game)
    plain, highest, lower = (
        cw.play_matches(game, game.setup(), [agent, best], range(3)).digest.tolist()
        for agent in (best, quick(slug, 10), quick(slug, 5))
    )
    assert plain == highest != lower


@pytest.mark.parametrize("slug", BUDGETS)
def test_the_same_seed_plays_the_same_match_on_any_number_of_threads(slug: str) -> None:
    game = cw.game(slug)
    agents = [quick(slug, 3), quick(slug, "auto")]
    one, other = (
        cw.play_matches(game, game.setup(), agents, range(4), threads=threads).digest.tolist()
        for threads in (1, 2)
    )
    assert one == other


@pytest.mark.parametrize("slug", BUDGETS)
def test_no_level_takes_what_it_holds_worth_less_than_to_rest(slug: str) -> None:
    eased = worse = rested = 0
    for number, (match, seat) in enumerate(positions(slug, 4)):
        spec = for_kernel(match.game, quick(slug, 1 + number % 9))
        agent = Thinker(match.game, spec, number)
        view = match.view(seat)
        code = agent.choose(view)
        action = None if code is None else view.legal_actions.of_code(code)
        assert action is None or action in view.legal_actions
        if agent.eased is None:
            continue
        best, resting, taken = agent.eased
        eased += 1
        assert resting <= taken <= best
        worse += taken < best
        if taken == resting < best:
            rested += 1
            assert action is None or action.verb in RESTS, action
    assert eased >= 20
    assert worse >= 10
    assert rested >= 1


@pytest.mark.parametrize("agent", ["value/nodes=2000", "lookahead/nodes=2000", "sequences/sequences=500"])
def test_a_blow_that_only_loses_the_minion_is_struck_at_no_level(agent: str) -> None:
    game = cw.game("elemental-command")
    text = EVEN.replace("foe c3 Ember Wisp", "foe c3 Oak Warden").replace(', hand "Ember Wisp"', "")
    blow = "attack c2 > c3"
    for seed in range(24):
        view = game.begin(setup_of(text, game), seed).view(0)
        chosen = cw.agent(agent, level=1 + seed % 3, seed=seed).choose(view)
        assert blow in view.legal_actions
        assert chosen is not None
        assert chosen.text != blow


@pytest.mark.parametrize("agent", ["value", "lookahead/nodes=3000", "sequences/sequences=500"])
def test_auto_eases_while_the_other_is_far_behind_and_no_longer(agent: str) -> None:
    game = cw.game("elemental-command")
    course = (
        ("even", EVEN),
        ("ahead", AHEAD),
        ("behind", BEHIND),
        ("ahead again", AHEAD),
        ("even again", EVEN),
    )
    eased = dict.fromkeys((name for name, _ in course), 0)
    for seed in range(10):
        thinker = Thinker(game, f"{agent}/level=auto", seed)
        for turn, (name, text) in enumerate(course):
            setup = setup_of(f"{text}now {9 + 2 * turn}\n", game)
            thinker.choose(game.begin(setup, seed).view(0))
            eased[name] += thinker.eased is not None
    assert eased["even"] == eased["behind"] == eased["even again"] == 0
    assert eased["ahead"] >= 9 <= eased["ahead again"]


def test_a_question_is_answered_as_well_as_it_can_at_every_level() -> None:
    game = cw.game("elemental-command")
    asks = EVEN.replace("me: fire", "me: wind").replace('hand "Ember Wisp"', 'hand "Vision"')
    for seed in range(24):
        match = game.begin(setup_of(asks, game), seed)
        match.play('play "Vision"')
        view = match.view(0)
        assert view.legal_actions[0].text.startswith("choose ")
        answers = {cw.agent(f"lookahead/depth=1/level={level}", seed=seed).choose(view) for level in (1, 10)}
        assert len(answers) == 1


def test_python_takes_a_level_by_keyword() -> None:
    agent = cw.agent("value", level=3)
    assert isinstance(agent, cw.agents.NativeAgent)
    assert read_spec(agent.name).options == {"level": 3}
    assert read_spec("value/level=auto").options == {"level": "auto"}
    assert read_spec(read_spec("value/level=auto/nodes=9").text) == read_spec("value/nodes=9/level=auto")


@pytest.mark.parametrize("level", ["0", "11", "x", "-1", "3.5", "", "10auto"])
def test_a_wrong_level_is_one_sentence(level: str) -> None:
    with pytest.raises(AgentError, match="is no level: it must be 1 to 10, or auto"):
        cw.agent(f"value/level={level}")
    result = CliRunner().invoke(app, ["play", "hearth", "--agent", f"value/level={level}"])
    assert result.exit_code == 2
    assert "is no level: it must be 1 to 10, or auto" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("slug", "agent", "words"),
    [
        (
            "mana",
            "heuristic/level=3",
            '"heuristic" has no levels: "level" is an option of simulating in mana',
        ),
        (
            "hearth",
            "greedy/level=3",
            '"greedy" thinks without a budget and takes no options but those of timed',
        ),
        ("hearth", "value/level", '"level" needs a value: level=...'),
        ("hearth", "value/levle=3", 'has no option "levle"; did you mean "level"?'),
    ],
)
def test_an_agent_without_levels_says_so(slug: str, agent: str, words: str) -> None:
    with pytest.raises(AgentError) as caught:
        for_kernel(cw.game(slug), agent)
    assert words in str(caught.value)
