"""Agents in timed games, native and in Python: when they look, wait and give up."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest

import cardwright as cw
from cardwright import _kernel
from cardwright._kernel import agent_seed
from cardwright.agents import NativeAgent, load_agent
from cardwright.agents.batch import play_matches
from cardwright.agents.conductor import Conductor
from cardwright.agents.referee import play_match
from cardwright.agents.spec import for_kernel, read_spec
from cardwright.agents.supervised import supervise
from cardwright.errors import AgentError, CardwrightError
from cardwright.face.match import Match
from cardwright.face.view import View

BOTS = """
    class Waits:
        def choose(self, view):
            return None

    class First:
        "Does the first thing it can, but for moves and discards."
        reaction = 1.0
        def choose(self, view):
            wanted = [a for a in view.legal_actions if a.verb not in ("move", "discard")]
            return wanted[0] if wanted else None

    class Hasty(First):
        reaction = "at once"

    class Sluggish(First):
        reaction = 61

    class Boolean(First):
        reaction = True

    class Endless(First):
        reaction = 10**400

    class Unreadable(First):
        @property
        def reaction(self):
            raise LookupError("mislaid")

    class Wordy:
        def choose(self, view):
            return "draw" if "draw" in view.legal_actions else None

    class Cheats:
        def choose(self, view):
            return "attack a0 > b0"
"""


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("mana")


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "timedbots.py").write_text(textwrap.dedent(BOTS), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("timedbots", None)


@pytest.mark.parametrize(
    "agents",
    [
        ["random", "random"],
        ["greedy", "heuristic"],
        ["heuristic/reaction=0.6", "random/reaction=0.5"],
        ["greedy/surrender=8", "simulating"],
    ],
    ids=" v ".join,
)
def test_the_referee_plays_the_match_of_the_batch_runner(game: cw.Game, agents: list[str]) -> None:
    columns = play_matches(game, game.setup(), agents, range(3), threads=1)
    for seed in range(3):
        row = play_match(game, game.setup(), agents, seed)
        winner = -1 if row.winner is None else row.winner
        assert (row.digest, row.actions, row.time, winner) == (
            int(columns.digest[seed]),
            int(columns.actions[seed]),
            int(columns.time[seed]),
            int(columns.winner[seed]),
        )


def test_rows_are_the_same_for_any_number_of_threads(game: cw.Game) -> None:
    one, two = (
        play_matches(game, game.setup(), ["greedy", "random"], range(40), threads=threads)
        for threads in (1, 2)
    )
    assert (one.digest == two.digest).all()
    assert (one.time == two.time).all()


def test_an_agent_waits_where_nothing_is_better(game: cw.Game) -> None:
    match = game.match(seed=1)
    greedy, waiting = cw.agent("greedy", seed=1), cw.agent("pass", seed=1)
    assert waiting.choose(match.view(0)) is None
    assert greedy.choose(match.view(0)) is None
    match.advance(30_000)
    chosen = greedy.choose(match.view(0))
    assert chosen is not None
    assert chosen in match.legal_actions_of(0)
    timeless = cw.game("elemental-command").match(seed=1)
    timeless.play("keep", seat=0)
    with pytest.raises(AgentError, match="nothing to choose"):
        greedy.choose(timeless.view(0))


def test_a_position_that_is_bad_enough_is_given_up(game: cw.Game) -> None:
    patient = play_match(game, game.setup(), ["random", "greedy"], 5)
    early = play_match(game, game.setup(), ["random/surrender=10", "greedy"], 5)
    assert patient.winner == early.winner == 1
    assert early.time < patient.time
    assert early.forfeits == (None, None), "giving up is no forfeit"
    agent = NativeAgent("greedy/surrender=1", 1)
    match = game.match(seed=5)
    assert agent.choose(match.view(0)) is None
    assert not agent.has_given_up


def test_a_mind_tells_what_it_thought_of(game: cw.Game) -> None:
    match = game.match(seed=3)
    match.advance(30_000)
    agent = NativeAgent("simulating", 1)
    agent.choose(match.view(0))
    assert agent.thoughts
    names = set(game.card_names) | {""}
    for thought in agent.thoughts:
        assert thought.card in names
        assert thought.outcome in ("won", "drawn", "lost")
        assert thought.after >= 0
    plain = NativeAgent("greedy", 1)
    plain.choose(match.view(0))
    assert plain.thoughts == ()


def test_options_of_time_are_options_of_timed_games(game: cw.Game) -> None:
    spec = read_spec("greedy/reaction=0.4/surrender=40")
    assert (spec.options, spec.text) == (
        {"reaction": 0.4, "surrender": 40.0},
        "greedy/reaction=0.4/surrender=40.0",
    )
    assert for_kernel(game, spec.text) == spec.text
    made = cw.agent("heuristic", reaction=0.4, surrender=12)
    assert isinstance(made, NativeAgent)
    assert made.name == "heuristic/reaction=0.4/surrender=12"
    assert made.pace(game).seconds == pytest.approx(0.4)
    for name, text in (("reaction", "greedy/reaction=0.4"), ("surrender", "random/surrender=9")):
        with pytest.raises(AgentError, match=f'no timed game: "{name}" is an option of timed games'):
            for_kernel(cw.game("elemental-command"), text)
    with pytest.raises(AgentError, match='did you mean "reaction"'):
        cw.agent("greedy/reacton=1")
    with pytest.raises(AgentError, match="does not search on a budget"):
        for_kernel(game, "heuristic/nodes=5")


def test_every_agent_has_its_pace(game: cw.Game) -> None:
    def pace(text: str) -> float | None:
        return NativeAgent(text, 0).pace(game).seconds

    assert pace("greedy") == pace("simulating") == 0.25
    assert pace("random") == 2.6
    assert pace("pass") is None
    assert pace("pass/reaction=1") is None
    assert pace("random/reaction=1") == pytest.approx(1.0)


def test_weights_of_a_mind_are_its_own(game: cw.Game, tmp_path: Path) -> None:
    weights = dict(game.kernel.weights("heuristic"))
    assert weights
    name, usual = next(iter(weights.items()))
    assert f"{name}=" in for_kernel(game, f"heuristic/{name}={usual + 1}")
    file = tmp_path / "mine.toml"
    file.write_text(f"[weights]\n{name} = 3\n", encoding="utf-8")
    assert f"{name}=3.0" in for_kernel(game, f"heuristic/weights={file}")
    file.write_text("[weights]\nsplendour = 3\n", encoding="utf-8")
    with pytest.raises(CardwrightError, match=r'heuristic of mana has no weight "splendour"'):
        for_kernel(game, f"heuristic/weights={file}")


# Agents in Python.


class Noting:
    """Waits, and notes when it was asked."""

    reaction = 0.5

    def __init__(self) -> None:
        self.times: list[int] = []

    def choose(self, view: View) -> None:
        self.times.append(view.now)


def test_an_agent_in_python_may_wait_and_looks_after_its_reaction_time(game: cw.Game) -> None:
    noting = Noting()
    row = play_match(game, game.setup(), [noting, "pass"], 2)
    assert row.forfeits == (None, None)
    assert (row.actions, row.time, row.winner) == (0, 1_800_000, None)
    assert noting.times == sorted(noting.times)
    assert 250 <= noting.times[0] <= 750
    assert len(noting.times) < 600, "it looks when something happens, and no more often"


def test_agents_in_python_play_in_processes_of_their_own(game: cw.Game) -> None:
    row = play_match(game, game.setup(), ["timedbots:First", "timedbots:Waits"], 2)
    assert row.forfeits == (None, None)
    assert row.winner == 0
    assert row.actions > 10
    again = play_match(game, game.setup(), ["timedbots:First", "timedbots:Waits"], 2)
    assert again.digest == row.digest


def test_an_agent_in_python_may_answer_in_words(game: cw.Game) -> None:
    row = play_match(game, game.setup(), ["timedbots:Wordy", "pass"], 2)
    assert row.forfeits == (None, None)
    assert row.actions >= 4


def test_an_agent_that_cheats_forfeits_its_timed_match(game: cw.Game) -> None:
    row = play_match(game, game.setup(), ["heuristic", "timedbots:Cheats"], 2)
    assert row.winner == 0
    assert row.forfeits[0] is None
    assert "illegal action" in str(row.forfeits[1])


class Broken:
    """Raises, or thinks until the match is lost."""

    reaction = 0.0

    def __init__(self, *, hangs: bool = False) -> None:
        self.hangs = hangs

    def choose(self, view: View) -> None:
        while self.hangs:
            pass
        raise LookupError("mislaid")


@pytest.mark.parametrize(("hangs", "reason"), [(False, "LookupError: mislaid"), (True, "no answer within")])
def test_an_agent_in_python_that_fails_loses_the_match(game: cw.Game, hangs: bool, reason: str) -> None:
    row = play_match(game, game.setup(), ["heuristic", Broken(hangs=hangs)], 2, seconds=0.3)
    assert row.winner == 0
    assert reason in str(row.forfeits[1])


def test_of_two_that_fail_in_the_same_millisecond_a_coin_says_who_loses(game: cw.Game) -> None:
    rows = [play_match(game, game.setup(), [Broken(), Broken()], seed) for seed in range(40)]
    assert {row.time for row in rows} == {1}
    assert 8 < sum(row.winner == 0 for row in rows) < 32


WRONG = [
    ("Hasty", "'at once'"),
    ("Sluggish", "61.0"),
    ("Boolean", "True"),
    ("Endless", "a number of 1329 bits"),
]


@pytest.mark.parametrize(("name", "shown"), WRONG)
def test_a_reaction_time_that_is_none_is_an_error(game: cw.Game, name: str, shown: str) -> None:
    agent = f"timedbots:{name}"
    for made in (agent, load_agent(agent, 1)):
        with pytest.raises(
            AgentError, match=f"its reaction time is {shown}.*, but it must be 0 to 60 seconds"
        ):
            play_match(game, game.setup(), [made, "pass"], 2)


def test_a_reaction_time_that_cannot_be_read_is_an_error(game: cw.Game) -> None:
    for made in ("timedbots:Unreadable", load_agent("timedbots:Unreadable", 1)):
        with pytest.raises(AgentError, match="cannot be read: it raised LookupError: mislaid"):
            play_match(game, game.setup(), [made, "pass"], 2)


@pytest.mark.parametrize("name", ["Hasty", "Unreadable"])
def test_in_a_game_of_turns_nobody_asks_for_a_reaction_time(name: str) -> None:
    game = cw.game("elemental-command")
    for made in (f"timedbots:{name}", load_agent(f"timedbots:{name}", 1)):
        row = play_match(game, game.setup(), [made, "pass"], 2)
        assert row.forfeits == (None, None)


def test_an_agent_that_waits_in_a_game_of_turns_forfeits() -> None:
    game = cw.game("elemental-command")
    row = play_match(game, game.setup(), ["greedy", "timedbots:Waits"], 2)
    assert "None, which is no action" in str(row.forfeits[1])
    assert row.winner == 0


# The conductor and the timekeeper.


def conduct(match: Match, agents: dict[int, str], seed: int) -> Conductor:
    players = {seat: supervise(name) for seat, name in agents.items()}
    for seat, player in players.items():
        player.begin(match, seat, agent_seed(seed, seat))
    return Conductor(match, players, seed)


def test_a_person_may_act_between_the_moments_of_a_conductor(game: cw.Game) -> None:
    match = game.match(seed=2)
    conductor = conduct(match, {1: "heuristic"}, 2)
    assert conductor.next_at is not None
    while match.now < 20_000:
        conductor.step()
    assert {action.seat for action in match.actions} <= {1}
    before = conductor.next_at
    match.play("draw", seat=0)
    conductor.notice()
    assert conductor.next_at is not None
    assert before is None or conductor.next_at <= before
    assert conductor.next_at <= match.now + 375


def test_a_timekeeper_gives_the_times_of_the_kernel() -> None:
    keeper = _kernel.Timekeeper(7, [_kernel.Pace.reacting(0.2), _kernel.Pace.resting()], 1000)
    look = keeper.next
    assert look is not None
    assert 1100 <= look <= 1300
    assert keeper.take(look) == [0]
    assert keeper.next is None
    keeper.rest(0, look, 9000)
    assert keeper.next is not None
    assert 9100 <= keeper.next <= 9300
    keeper.stir(look)
    assert keeper.next <= look + 300
    assert sorted(keeper.arrivals([1, 0])) == [0, 1]
    with pytest.raises(ValueError, match="no seat 9"):
        keeper.rest(9, look, None)
    with pytest.raises(ValueError, match="0 to 60 seconds"):
        _kernel.Pace.reacting(-1.0)


def test_playing_on_is_stronger_than_the_model_alone(game: cw.Game) -> None:
    agents, points = ("simulating", "simulating/worlds=0"), 0.0
    for seed in range(8):
        setup = game.setup((f"random:{900 + seed}",) * 2)
        for seat in (0, 1):
            columns = play_matches(game, setup, agents if seat == 0 else agents[::-1], range(6))
            points += float((columns.winner == seat).sum()) + 0.5 * float((columns.winner < 0).sum())
    assert points >= 0.5 * 96
