"""The specification of an agent in words: its options, its weights, and their faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardwright as cw
from cardwright.agents import NativeAgent
from cardwright.agents.spec import (
    OPTIONS,
    AgentOptions,
    AgentSpec,
    for_kernel,
    make_spec,
    read_spec,
    read_weights,
    refuse_oracle,
    weights_files,
)
from cardwright.cli import app
from cardwright.errors import AgentError, CardwrightError
from cardwright.face.native import native_agents

PLAIN = "elemental-command"


@pytest.fixture(scope="module")
def ruler() -> cw.Game:
    return cw.game("ruler")


def test_options_stand_behind_the_name() -> None:
    spec = read_spec("expectimax/nodes=2000/seconds=0.5/weights=tuned/kill=2/oracle")
    assert spec == AgentSpec(
        "expectimax", {"nodes": 2000, "seconds": 0.5, "weights": "tuned", "oracle": True}, {"kill": 2.0}
    )
    assert read_spec(spec.text) == spec
    assert read_spec("greedy") == AgentSpec("greedy")


def test_options_by_keyword_are_the_same_options() -> None:
    agent = cw.agent("expectimax", nodes=2000, weights={"kill": 2}, oracle=True)
    assert isinstance(agent, NativeAgent)
    assert read_spec(agent.name) == AgentSpec("expectimax", {"nodes": 2000, "oracle": True}, {"kill": 2.0})
    with pytest.raises(AgentError, match='"nodes" stands twice'):
        cw.agent("expectimax/nodes=5", nodes=6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("expectmax/nodes=5", 'there is no agent "expectmax"; did you mean "expectimax"?'),
        ("expectimax/nodes=0", '"0" is no budget of nodes'),
        ("expectimax/seconds=never", '"never" is no budget in seconds'),
        ("expectimax/seconds", '"seconds" needs a value'),
        ("expectimax/orcale", 'has no option "orcale"; did you mean "oracle"?'),
        ("expectimax/oracle=yes", '"oracle" takes no value'),
        ("expectimax/kill=inf", "it must be a finite number"),
        ("greedy/nodes=5", '"greedy" thinks without a budget and takes no options'),
        ("value/depth=25", '"25" is no number of actions or turns to look ahead: it must be 1 to 24'),
        ("value/merge=maybe", '"maybe" is no switch: it must be on or off'),
        ("value/prune", '"prune" needs a value'),
        ("random/oracle", '"random" thinks without a budget and takes no options'),
    ],
)
def test_what_is_wrong_with_a_specification_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(AgentError) as caught:
        cw.agent(text)
    assert words in str(caught.value)


def test_agents_without_a_budget_refuse_options() -> None:
    for name in ("random", "pass", "greedy"):
        with pytest.raises(AgentError, match="takes no options"):
            cw.agent(name, seconds=1)
    with pytest.raises(AgentError, match="is not native: it takes no nodes and no oracle"):
        cw.agent("some.module:Bot", nodes=5, oracle=True)


def test_agents_that_search_exist_only_where_a_game_says_what_they_need(ruler: cw.Game) -> None:
    plain = cw.game(PLAIN)
    assert "expectimax" in native_agents(ruler)
    assert list(native_agents(plain)) == [
        "random",
        "pass",
        "greedy",
        "value",
        "sequences",
        "lookahead",
    ]
    with pytest.raises(AgentError, match=re.escape('has no native agent "expectimax"; there are random')):
        cw.agent("expectimax").choose(plain.match(seed=1).view(0))
    for command in (["arena", PLAIN, "--agents"], ["watch", PLAIN, "--agents"], ["play", PLAIN, "--agent"]):
        name = "expectimax" if command[0] == "play" else "expectimax,greedy"
        result = CliRunner().invoke(app, [*command, name])
        assert result.exit_code == 2
        assert f'{PLAIN} has no native agent "expectimax"' in result.stderr


def test_a_weight_that_the_game_does_not_have_is_refused(ruler: cw.Game) -> None:
    with pytest.raises(AgentError, match='has no option "kil"; did you mean "kill"'):
        for_kernel(ruler, "expectimax/kil=2")
    for weight in (float("nan"), 10**400):
        with pytest.raises(AgentError, match="must be a finite number"):
            make_spec("expectimax", weights={"kill": weight})


def test_shipped_weights_are_known_by_name(ruler: cw.Game) -> None:
    files = weights_files(ruler)
    assert "tuned" in files
    known = dict(ruler.kernel.weights("expectimax"))
    for name in files:
        assert set(read_weights(ruler, name)) <= set(known)
    with pytest.raises(AgentError, match='ruler has no weights "tunde"; did you mean "tuned"'):
        for_kernel(ruler, "expectimax/weights=tunde")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[weights]\nkill = 1\nkil = 2\n", 3, 'ruler has no weight "kil"; did you mean "kill"?'),
        ("[weights]\nkill = inf\n", 2, "it must be a finite number"),
        ("[weights]\nkill = true\n", 2, "it must be a finite number"),
        pytest.param(f"[weights]\nkill = 1{'0' * 400}\n", 2, "it must be a finite number", id="huge"),
        ("[weight]\nkill = 1\n", 1, 'unknown key "weight"; did you mean "weights"?'),
        ('about = "nothing"\n', 1, "there is no table [weights]; it may hold win, kill"),
        ("[weights\n", 1, "broken TOML"),
    ],
)
def test_a_bad_file_of_weights_is_told_with_its_line(
    ruler: cw.Game, tmp_path: Path, text: str, line: int, words: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardwrightError) as caught:
        for_kernel(ruler, f"expectimax/weights={path}/nodes=5")
    assert words in str(caught.value)
    assert (caught.value.file, caught.value.line) == (str(path), line)


def test_weights_of_a_file_are_what_they_are_by_name_and_others_are_usual(
    ruler: cw.Game, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[weights]\nkill = 3\n", encoding="utf-8")
    spec = for_kernel(ruler, f"expectimax/weights={path}/approach=2/nodes=50")
    assert read_spec(spec) == AgentSpec("expectimax", {"nodes": 50}, {"kill": 3.0, "approach": 2.0})
    named = cw.play_matches(ruler, ruler.setup(), [f"expectimax/nodes=50/weights={path}", "random"], range(3))
    given = cw.play_matches(ruler, ruler.setup(), ["expectimax/nodes=50/kill=3", "random"], range(3))
    assert named.digest.tolist() == given.digest.tolist()


def test_an_oracle_is_marked_in_tables_and_refused_by_play() -> None:
    table = cw.arena("ruler", ["swift-raid"], ["expectimax/nodes=50/oracle", "random"], matches=2)
    assert {entry.agent for entry in table.entries} == {"expectimax/nodes=50/oracle", "random"}
    assert "oracle" in str(table)
    for option in (["--agent", "expectimax/oracle"], ["--hint", "expectimax/oracle"]):
        result = CliRunner().invoke(app, ["play", "ruler", *option])
        assert result.exit_code == 2
        assert "play is fair" in result.stderr


@pytest.mark.parametrize("text", ["expectimax/oracle", "expectimax/ oracle", "cost/weights=a:b.toml/oracle"])
def test_an_oracle_is_refused_however_it_is_written(text: str) -> None:
    with pytest.raises(CardwrightError, match="play is fair"):
        refuse_oracle(text, "play")


@pytest.mark.parametrize("text", ["expectimax/weights=oracle", "greedy", "some.module:Bot/oracle"])
def test_who_is_given_a_view_is_no_oracle(text: str) -> None:
    refuse_oracle(text, "play")


def test_a_run_folder_knows_the_weights_of_its_agents(tmp_path: Path) -> None:
    path, run = tmp_path / "mine.toml", tmp_path / "run"
    settings = {"decks": ["swift-raid"], "agents": [f"expectimax/nodes=20/weights={path}", "random"]}
    path.write_text("[weights]\nkill = 3\n", encoding="utf-8")
    cw.arena("ruler", **settings, matches=2, run=run)  # type: ignore[arg-type]
    cw.arena("ruler", **settings, matches=2, run=run)  # type: ignore[arg-type]
    path.write_text("[weights]\nkill = 4\n", encoding="utf-8")
    with pytest.raises(CardwrightError, match="agents"):
        cw.arena("ruler", **settings, matches=2, run=run)  # type: ignore[arg-type]


def test_the_options_in_python_are_those_of_the_kernel() -> None:
    assert set(AgentOptions.__annotations__) == set(OPTIONS)
    with pytest.raises(AgentError, match='agents have no option "node"; did you mean "nodes"'):
        cw.agent("expectimax", node=5)  # type: ignore[call-arg]


def test_the_page_of_agents_tells_every_option_as_the_kernel_does() -> None:
    page = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    for option in OPTIONS.values():
        assert f"| `{option.example}` | {option.about} |" in page
        assert option.takers in (
            "searching",
            "ahead",
            "deep",
            "playing-on",
            "sequencing",
            "weighing",
            "levelled",
            "timed",
        )
