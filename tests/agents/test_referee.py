"""Matches between agents: native and Python agents mix, and an agent that misbehaves forfeits."""

from __future__ import annotations

import re
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright import _kernel, agents
from cardwright._kernel import agent_seed
from cardwright.agents.referee import play_match
from cardwright.agents.supervised import ProcessPlayer
from cardwright.errors import AgentError, CardwrightError

BOTS = """
    import os, random, time

    class First:
        "Takes the first legal action that is not an attack, then ends."
        def choose(self, view):
            print("thinking aloud")
            return view.legal_actions[0]

    class Seeded:
        def __init__(self, seed):
            self.chance = random.Random(seed)
        def choose(self, view):
            return self.chance.choice(view.legal_actions)

    class Words:
        def choose(self, view):
            return "keep" if view.phase == "mulligan" else "end"

    class Raises:
        def choose(self, view):
            raise RuntimeError("out of ideas")

    class Cheats:
        def choose(self, view):
            return "attack a1 > hero"

    class Numb:
        def choose(self, view):
            return 42

    class Negative:
        number = -1
        def choose(self, view):
            from cardwright import Action
            return Action(self.number, view.names)

    class Huge(Negative):
        number = 2**70

    class Lettered(Negative):
        number = "x"

    class Unwritable:
        def choose(self, view):
            return "\\ud800"

    class Wordy:
        def choose(self, view):
            raise RuntimeError("one\\ntwo")

    class Sleeps:
        def choose(self, view):
            time.sleep(60)

    class Holds:
        "Keeps the interpreter busy where no other thread can run."
        def choose(self, view):
            return 7 ** 10**9

    class Dies:
        def choose(self, view):
            os._exit(3)

    class Closes:
        def choose(self, view):
            os.closerange(3, 100)
            time.sleep(60)

    class Babbles:
        def choose(self, view):
            for number in range(3, 100):
                try:
                    os.write(number, b"\\x01\\0\\0\\0\\xc1")
                except OSError:
                    pass
            time.sleep(60)

    class Broken:
        def __init__(self):
            raise ValueError("no brain")

    class Mute:
        pass
"""


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a module with agents of every kind."""
    name = f"bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(BOTS))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name  # type: ignore[misc]
    sys.modules.pop(name, None)


def test_native_agents_play_as_in_the_batch(game: cw.Game) -> None:
    setup = game.setup()
    jobs = [(0, seed, ["greedy", "random"]) for seed in range(4)]
    batch = _kernel.run(game.kernel, [setup.numbers(game)], jobs, 2)
    digests = [int.from_bytes(batch.digest()[at * 8 : at * 8 + 8], "little") for at in range(4)]
    rows = [play_match(game, setup, ["greedy", "random"], seed) for seed in range(4)]
    assert [row.digest for row in rows] == digests
    assert [row.winner if row.winner is not None else 255 for row in rows] == list(batch.winner())
    assert [row.forfeits for row in rows] == [(None, None)] * 4
    assert not batch.is_interrupted
    assert len(batch) == 4


@pytest.mark.parametrize("name", ["First", "Seeded", "Words"])
def test_a_python_agent_plays_wherever_a_native_one_does(game: cw.Game, bots: str, name: str) -> None:
    row = play_match(game, game.setup(), [f"{bots}:{name}", "greedy"], seed=5)
    assert row.forfeits == (None, None)
    seed = game.match(seed=5).view(0).kernel.agent_seed()
    here = play_match(game, game.setup(), [cw.agent(f"{bots}:{name}", seed=seed), "greedy"], seed=5)
    assert (row.shared, here.shared) == ((), (0,)), "an object shares the caller's process"
    assert msgspec.structs.replace(here, shared=()) == row


@pytest.mark.parametrize("in_process", [True, False])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Raises", "raised RuntimeError: out of ideas"),
        ("Cheats", "chose an illegal action: nothing stands on a1"),
        ("Numb", "chose 42, which is no action"),
        ("Negative", "chose an action numbered -1, which is no action"),
        ("Huge", f"chose an action numbered {2**70}, which is no action"),
        ("Lettered", "chose an action numbered 'x', which is no action"),
        ("Wordy", "raised RuntimeError: one two"),
        ("Sleeps", "gave no answer within 0.5 seconds"),
    ],
)
def test_who_misbehaves_forfeits(
    game: cw.Game, bots: str, name: str, reason: str, in_process: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    agent = f"{bots}:{name}" if in_process else cw.agent(f"{bots}:{name}")
    begun = time.monotonic()
    row = play_match(game, game.setup(), ["random", agent], seed=1, seconds=0.5)
    assert row.winner == 0
    kept, told = row.forfeits
    assert kept is None
    if reason.startswith("raised"):
        told, place = str(told).rsplit(" (", 1)
        assert re.fullmatch(rf"{bots}\.py, line \d+\)", place), "its author wants to know where"
    assert told == reason
    assert capfd.readouterr().err == ""
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Holds", "gave no answer within 0.5 seconds"),
        ("Dies", "ended its process (code 3)"),
        ("Closes", "gave no answer that can be read"),
        ("Babbles", "gave no answer that can be read"),
        ("Unwritable", "gave an answer that cannot be written down"),
    ],
)
def test_a_process_of_its_own_withstands_everything(game: cw.Game, bots: str, name: str, reason: str) -> None:
    row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], seed=1, seconds=0.5)
    assert (row.winner, row.forfeits) == (1, (reason, None))


def test_a_player_serves_many_matches_and_comes_back_after_a_forfeit(game: cw.Game, bots: str) -> None:
    player = ProcessPlayer(f"{bots}:Seeded", 5.0)
    try:
        rows = [play_match(game, game.setup(), [player, "random"], seed) for seed in (1, 1, 2)]
        assert rows[0] == rows[1] != rows[2]
    finally:
        player.close()
    stuck = ProcessPlayer(f"{bots}:Sleeps", 0.3)
    for _ in range(2):
        assert play_match(game, game.setup(), [stuck, "random"], 1).forfeits[0] is not None
    stuck.close()


def test_an_endless_loop_in_a_thread_is_ended(game: cw.Game) -> None:
    class Loops:
        is_running = True

        def choose(self, view: cw.View) -> cw.Action:
            try:
                while True:
                    pass
            finally:
                self.is_running = False

    agent = Loops()
    row = play_match(game, game.setup(), [agent, "random"], seed=1, seconds=0.2)
    assert row.forfeits[0] == "gave no answer within 0.2 seconds"
    until = time.monotonic() + 5
    while agent.is_running and time.monotonic() < until:
        time.sleep(0.01)
    assert not agent.is_running


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gredy", 'did you mean "greedy"?'),
        ("nobody", "there are random, pass, greedy"),
        ("no_such_module:Bot", "No module named"),
        ("{bots}:Nobody", "has no Nobody"),
        ("{bots}:Broken", "raised ValueError: no brain ({bots}.py, line "),
        ("{bots}:Mute", "has no method choose(view)"),
    ],
)
def test_an_agent_that_cannot_be_made_is_one_sentence(bots: str, name: str, words: str) -> None:
    with pytest.raises(AgentError) as caught:
        cw.agent(name.format(bots=bots))
    assert words.format(bots=bots) in str(caught.value)


def test_an_agent_that_cannot_be_made_does_not_begin_a_match(game: cw.Game, bots: str) -> None:
    with pytest.raises(AgentError, match="no brain"):
        play_match(game, game.setup(), [f"{bots}:Broken", "random"], seed=1)


def test_there_is_an_agent_for_every_seat(game: cw.Game) -> None:
    with pytest.raises(CardwrightError, match="needs as many agents"):
        play_match(game, game.setup(), ["random"], seed=1)


def test_a_native_agent_that_panics_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        """A stand-in for the binding's exception, which cannot be imported."""

    def panic(agent: object, view: object) -> None:
        raise PanicException("this panic is planted")

    monkeypatch.setattr("cardwright.agents.NativeAgent.choose", panic)
    game = cw.game("elemental-command")
    row = play_match(game, game.setup(), ["greedy", "pass"], seed=1)
    assert (row.winner, row.forfeits) == (1, ("panicked; its message is on the error output", None))


def test_a_registered_agent_is_made_anew_with_a_seed_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "_registered", {})
    seeds: list[int] = []

    def make(seed: int) -> agents.Agent:
        seeds.append(seed)
        return cw.agent("random", seed=seed)

    agents.register("mine", make)
    game = cw.game("elemental-command")
    rows = [cw.play_match(game, game.setup(), ["mine", "random"], seed=seed) for seed in (1, 2)]
    native = [cw.play_match(game, game.setup(), ["random", "random"], seed=seed) for seed in (1, 2)]
    assert [row.shared for row in rows] == [(0,), (0,)]
    rows = [msgspec.structs.replace(row, shared=()) for row in rows]
    assert rows == native, "it plays as a native agent would with the seed of its seat"
    assert {agent_seed(1, 0), agent_seed(2, 0)} <= set(seeds)


def test_an_agent_may_play_two_card_sets_of_one_game() -> None:
    game = cw.game("elemental-command")
    other = cw.Game(game.catalogue)
    agent = cw.agent("random", seed=1)
    for each in (game, other):
        assert agent.choose(each.match(seed=7).view(0)).verb == "mulligan"
