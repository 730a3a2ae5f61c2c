"""Agents by name."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import cardwright as cw
from cardwright import agents
from cardwright.errors import AgentError
from cardwright.scenario import read
from cardwright.scenario.setups import Reader


def test_every_native_agent_says_how_it_thinks_and_chooses_a_legal_action() -> None:
    for slug in ("elemental-command", "ruler"):
        game = cw.game(slug)
        match = game.match(seed=7)
        seat = min(match.to_act)
        for name, about in agents.native_agents(game).items():
            assert about.endswith(".")
            agent = cw.agent(name, seed=3)
            assert isinstance(agent, cw.Agent)
            assert agent.choose(match.view(seat)) in match.legal_actions_of(seat)


def test_a_seeded_agent_repeats_itself() -> None:
    view = cw.game("elemental-command").match(seed=7).view(0)
    chosen = {cw.agent("random", seed=seed).choose(view) for seed in range(20)}
    assert len(chosen) > 1
    assert cw.agent("random", seed=1).choose(view) == cw.agent("random", seed=1).choose(view)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**70])
def test_a_wrong_seed_is_one_sentence(seed: int) -> None:
    with pytest.raises(AgentError, match="is no seed"):
        cw.agent("random", seed=seed)


def test_an_agent_that_has_nothing_to_choose_says_so() -> None:
    match = cw.game("elemental-command").match(seed=7)
    with pytest.raises(AgentError, match="nothing to choose"):
        cw.agent("random").choose(match.view("spectator"))


def test_a_python_agent_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "_registered", {})

    class Keeper:
        def choose(self, view: cw.View) -> cw.Action:
            return view.legal_actions.read("keep")

    agents.register("keeper", lambda seed: Keeper())
    view = cw.game("elemental-command").match(seed=7).view(1)
    assert cw.agent("keeper").choose(view).text == "keep"
    with pytest.raises(AgentError, match="native agent"):
        agents.register("greedy", lambda seed: Keeper())


def test_greedy_counts_its_branches() -> None:
    match = cw.game("elemental-command").match(seed=7)
    agent = agents.NativeAgent("greedy")
    agent.choose(match.view(0))
    assert agent.branches > 0


def test_an_agent_that_weighs_says_what_it_expects() -> None:
    match = cw.game("elemental-command").match(seed=7)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    greedy = agents.NativeAgent("greedy", seed=1)
    assert greedy.expects is None
    for _ in range(30):
        view = match.view()
        action = greedy.choose(view)
        assert greedy.expects is not None
        assert greedy.expects >= view.worth
        match.play(action)
    for name in ("random", "pass"):
        other = agents.NativeAgent(name)
        other.choose(match.view())
        assert other.expects is None


def test_the_agent_of_the_page_works_as_a_file_and_beats_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    [source] = [example.source for example in examples if example.source.startswith("class LookAhead")]
    assert len(source.splitlines()) < 20
    (tmp_path / "bot.py").write_text(f"import random\n\n\n{source}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    table = cw.arena("elemental-command", ["aggro"], ["bot:LookAhead", "random"], matches=20, seed=1)
    assert table.entries[0].agent == "bot:LookAhead"
    assert table.entries[0].wins >= 17
    assert table.forfeits == {}


def arranged(tmp_path: Path, lines: str) -> cw.Match:
    """A position of Ruler on the map for four."""
    path = tmp_path / "position.md"
    text = f"## Position\n\n```setup\nboard four-roads\n{lines}\n```\n\n```expect\nresult open\n```\n"
    path.write_text(text, encoding="utf-8")
    scenario, game = read(path)[0], cw.game("ruler", "four-roads")
    return game.begin(Reader(scenario, game).setup(scenario.blocks[0]), seed=1)


GUARDED = """me 1,1 Guerrilla Fighter
foe 4,7 Ironclad Knight
foe2 1,1 Marsh Wraith
foe2 1,1 Marsh Wraith"""


@pytest.mark.parametrize("more", ["", "\nfoe3 6,1 Soldier"], ids=["three seats", "four seats"])
@pytest.mark.parametrize("name", ["greedy", "expectimax"])
def test_who_would_be_out_while_the_others_play_on_stays_on_the_base(
    tmp_path: Path, name: str, more: str
) -> None:
    match = arranged(tmp_path, GUARDED + more)
    view = match.view(0)
    away = [action for action in view.legal_actions if action.text.startswith("move 1,1#2")]
    assert away
    for seed in range(20):
        assert cw.agent(name, seed=seed).choose(view) not in away
    match.play(away[0])
    assert not match.is_over
    assert match.view(0).worth == -65536


RICH = "foe2 0,7 Tax Depository\nfoe2 2,7 Gold Mine\nfoe2 0,8 Guard\nfoe2 0,6 Mercenary"


@pytest.mark.parametrize("more", ["", "\nfoe3 6,1 Soldier"], ids=["three seats", "four seats"])
@pytest.mark.parametrize("name", ["greedy", "expectimax"])
def test_who_can_put_another_out_does_so(tmp_path: Path, name: str, more: str) -> None:
    """The more a seat owns, the more there is to gain by putting it out."""
    match = arranged(tmp_path, f"me 1,1 Guard\nme 1,5 Horse Man Soldier\nfoe 6,6 Soldier\n{RICH}{more}")
    assert cw.agent(name, seed=1).choose(match.view(0)).text == "move 1,5 > 1,7"
