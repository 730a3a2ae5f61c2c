"""The processes of an agent: they end with it and with the caller, and their memory is limited."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.agents import warden
from cardwright.agents.processes import LEAST_MEMORY, MEMORY, read_memory, show_memory
from cardwright.agents.referee import play_match
from cardwright.agents.supervised import Forfeit, ProcessPlayer
from cardwright.basics.output import pass_on
from cardwright.errors import AgentError, CardwrightError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what processes do is read from /proc")

BOTS = """
    import os, subprocess, sys, time

    HOME = os.path.dirname(__file__)

    def note(pid):
        with open(os.path.join(HOME, "pids"), "a") as file:
            file.write(f"{pid}\\n")

    def linger(leaves=False, ignores=False):
        "A child that stays."
        if os.fork() == 0:
            if leaves:
                os.setsid()
                if os.fork():
                    os._exit(0)
            if ignores:
                import signal
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
            note(os.getpid())
            time.sleep(600)
            os._exit(0)

    class Base:
        def __init__(self):
            note(os.getpid())
        def choose(self, view):
            self.act()
            return view.legal_actions[-1]

    class Forks(Base):
        def act(self):
            linger()

    class Flees(Base):
        def act(self):
            linger(leaves=True, ignores=True)

    class Breeds(Base):
        "Whose children have children as fast as they can."
        def act(self):
            if os.fork() == 0:
                until = time.monotonic() + 20
                while time.monotonic() < until:
                    note(os.getpid())
                    if os.fork():
                        os._exit(0)
            time.sleep(0.3)

    class Sleeps(Base):
        def act(self):
            linger(leaves=True)
            time.sleep(600)

    class Kills(Base):
        "Ends its warden."
        def act(self):
            linger()
            os.kill(os.getppid(), 9)
            time.sleep(600)

    class Grows(Base):
        def act(self):
            self.held = bytearray(600_000_000)

    class Creeps(Base):
        def act(self):
            self.held = []
            while True:
                self.held.append(bytearray(1_000_000))

    class Shares(Base):
        "Several processes, none of them too large."
        def act(self):
            for _ in range(5):
                if os.fork() == 0:
                    held = bytearray(os.urandom(1) * 150_000_000)
                    time.sleep(600)
            time.sleep(600)

    class Copies(Base):
        "Children that only share what their parent has."
        def act(self):
            if not hasattr(self, "held"):
                self.held = bytearray(b"1" * 150_000_000)
                for _ in range(5):
                    linger()
                time.sleep(0.5)

    class Eats(Base):
        def __init__(self):
            self.held = bytearray(600_000_000)

    def say(data):
        "Write to whoever asks, without being asked; the pipe is the one that is not 0, 1 or 2."
        for name in os.listdir("/proc/self/fd"):
            path = f"/proc/self/fd/{name}"
            if int(name) > 2 and os.path.exists(path) and os.readlink(path).startswith("pipe:"):
                os.write(int(name), data)

    def message(**answer):
        import msgspec
        data = msgspec.msgpack.encode(answer)
        return len(data).to_bytes(4, "little") + data

    class Floods:
        "Gives the same legal answer without end."
        def choose(self, view):
            number = sys._getframe(1).f_locals["message"]["number"]
            data = message(number=number, code=view.legal_actions[-1].code) * 100
            while True:
                say(data)

    class FloodsLater:
        "Gives its answer, and others when nobody asks."
        def choose(self, view):
            import threading
            def flood():
                time.sleep(0.3)
                while True:
                    say(message(number=3, code=0) * 100)
            threading.Thread(target=flood, daemon=True).start()
            return view.legal_actions[-1]

    class Twice:
        "Answers every question twice."
        def choose(self, view):
            number = sys._getframe(1).f_locals["message"]["number"]
            say(message(number=number, code=view.legal_actions[-1].code))
            return view.legal_actions[-1]

    class Garbles:
        def choose(self, view):
            with open(os.path.join(HOME, "said"), "rb") as file:
                data = file.read()
            say(len(data).to_bytes(4, "little") + data)
            time.sleep(600)

    class Leaves(Base):
        "Leaves a child behind."
        def act(self):
            linger()
            os._exit(9)

    class Counts(Base):
        "Uses what agents use."
        def act(self):
            import numpy
            assert numpy.ones((1000, 1000)).sum() == 1_000_000
            assert numpy.dot(numpy.ones((300, 300)), numpy.ones((300, 300)))[0, 0] == 300
"""


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"crowd_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(BOTS))
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def noted(tmp_path: Path) -> list[int]:
    return [int(line) for line in (tmp_path / "pids").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def all_gone(pids: list[int], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while any(map(is_alive, pids)):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("name", ["Forks", "Flees"])
def test_children_end_with_their_agent(game: cw.Game, bots: str, tmp_path: Path, name: str) -> None:
    for seed in (1, 2):
        row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], seed)
        assert row.forfeits == (None, None)
    pids = noted(tmp_path)
    assert len(pids) > 10
    assert all_gone(pids)


def test_whoever_breeds_is_ended(game: cw.Game, bots: str, tmp_path: Path) -> None:
    play_match(game, game.setup(), [f"{bots}:Breeds", "random"], 1, seconds=0.2)
    assert all_gone(noted(tmp_path))


def test_whoever_gives_no_answer_is_ended_with_its_children(game: cw.Game, bots: str, tmp_path: Path) -> None:
    row = play_match(game, game.setup(), [f"{bots}:Sleeps", "random"], 1, seconds=0.5)
    assert row.forfeits[0] == "gave no answer within 0.5 seconds"
    assert len(noted(tmp_path)) == 2
    assert all_gone(noted(tmp_path))


def test_whoever_ends_its_warden_ends_too(game: cw.Game, bots: str, tmp_path: Path) -> None:
    row = play_match(game, game.setup(), [f"{bots}:Kills", "random"], 1, seconds=5)
    assert row.forfeits[0] == "ended its process (code -9)"
    assert all_gone(noted(tmp_path))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_all_end_with_a_caller_that_is_ended(bots: str, tmp_path: Path, number: signal.Signals) -> None:
    script = f"""
        import cardwright as cw
        game = cw.game("elemental-command")
        cw.play_match(game, game.setup(), ["{bots}:Sleeps", "random"], seed=1, seconds=600)
    """
    caller = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], cwd=tmp_path)
    until = time.monotonic() + 30
    while not (tmp_path / "pids").exists() or len(noted(tmp_path)) < 2:
        assert time.monotonic() < until
        time.sleep(0.02)
    caller.send_signal(number)
    caller.wait()
    assert all_gone(noted(tmp_path))


@pytest.mark.parametrize("name", ["Grows", "Creeps", "Shares"])
def test_whoever_uses_too_much_memory_forfeits(game: cw.Game, bots: str, tmp_path: Path, name: str) -> None:
    row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], 1, seconds=60, memory="500MB")
    assert row.forfeits == ("used more than 500 MB of memory", None)
    assert row.winner == 1
    assert all_gone(noted(tmp_path))


WARDEN = """
    import ctypes, os, sys
    if sys.argv[1] != "ready":
        # Gives up root's right to look into every process, from the next program on.
        for power in (19, 21, 38):
            ctypes.CDLL(None).prctl(24, power, 0, 0, 0)
        os.execv(sys.executable, [*sys.orig_argv[:3], "ready", *sys.argv[1:]])
    import runpy
    sys.platform, *sys.argv = sys.argv[2:]
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


def under_warden(tmp_path: Path, command: str, *, most: int = 10**9, platform: str = "linux") -> int:
    """The exit code of the warden that runs a script."""
    (tmp_path / "command.py").write_text(textwrap.dedent(command))
    lifeline, held = os.pipe()
    words = [platform, str(Path(warden.__file__)), str(most), sys.executable, str(tmp_path / "command.py")]
    try:
        ended = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(WARDEN), *words],
            env={**os.environ, warden.LIFELINE: str(lifeline)},
            pass_fds=(lifeline,),
            capture_output=True,
            text=True,
            timeout=60,
            start_new_session=True,
        )
    finally:
        os.close(lifeline)
        os.close(held)
    assert ended.stderr == ""
    return ended.returncode


UNDUMPABLE = """
    import ctypes, os, sys, time
    ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
    for _ in range(3):
        if os.fork() == 0:
            held = bytearray(b"1") * {size}
            time.sleep(2)
            os._exit(0)
    for _ in range(3):
        os.wait()
    sys.exit(5)
"""


def test_who_lets_nobody_look_into_it_is_counted_too(tmp_path: Path) -> None:
    most = 300_000_000
    assert under_warden(tmp_path, UNDUMPABLE.format(size=150_000_000), most=most) == warden.MEMORY_CODE
    assert under_warden(tmp_path, UNDUMPABLE.format(size=10_000_000), most=most) == 5


def test_memory_that_cannot_be_read_at_all_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    read = warden._read
    own, other = os.getpid(), os.getppid()
    limit = 10**15
    assert warden.excess(limit, [own, other]) is None
    monkeypatch.setattr(warden, "_read", lambda path: "" if f"/{other}/" in path else read(path))
    assert warden.excess(limit, [own, other]) == warden.HIDDEN_CODE
    assert warden.excess(limit, [other]) == warden.HIDDEN_CODE
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    assert warden.excess(limit, [own, gone.pid]) is None, "who has ended uses nothing"
    monkeypatch.setattr(warden, "_read", lambda path: "" if "smaps" in path else read(path))
    assert warden.excess(limit, [own, other]) is None
    assert warden.excess(1, [own, other]) == warden.MEMORY_CODE


def test_whoever_hides_its_memory_forfeits(
    game: cw.Game, bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = (
        Path(warden.__file__)
        .read_text()
        .replace(
            "def _read(path: str) -> str:\n",
            "def _read(path: str) -> str:\n    if 'statm' in path: return ''\n",
        )
    )
    (tmp_path / "blind.py").write_text(changed)
    monkeypatch.setattr(warden, "__file__", str(tmp_path / "blind.py"))
    row = play_match(game, game.setup(), [f"{bots}:Sleeps", "random"], 1, seconds=60)
    assert row.forfeits == ("hid how much memory it uses", None)


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_where_groups_are_all_there_is_the_warden_ends_as_its_command_does(
    tmp_path: Path, platform: str
) -> None:
    command = """
        import os, sys
        if os.fork() == 0:
            os.setsid()
            os._exit(0)
        os.wait()
        sys.exit(7)
    """
    assert under_warden(tmp_path, command, platform=platform) == 7
    assert under_warden(tmp_path, "import os; os.abort()", platform=platform) == -signal.SIGABRT


def test_where_groups_are_all_there_is_nobody_outlives_the_agent(
    game: cw.Game, bots: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = "import sys\nsys.platform = 'darwin'\n" + Path(warden.__file__).read_text().replace(
        "from __future__ import annotations", ""
    )
    (tmp_path / "elsewhere.py").write_text(changed)
    monkeypatch.setattr(warden, "__file__", str(tmp_path / "elsewhere.py"))
    for name, why in (("Forks", None), ("Leaves", "ended its process (code 9)")):
        row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], 1, seconds=60)
        assert row.forfeits[0] == why
        assert all_gone(noted(tmp_path))


def test_whoever_uses_too_much_memory_to_be_made_cannot_play(game: cw.Game, bots: str) -> None:
    with pytest.raises(AgentError, match="used more than 500 MB of memory"):
        play_match(game, game.setup(), [f"{bots}:Eats", "random"], 1, memory="500MB")


@pytest.mark.parametrize("name", ["Grows", "Copies", "Counts"])
def test_whoever_stays_within_the_limit_plays(game: cw.Game, bots: str, name: str) -> None:
    memory = "2GB" if name == "Grows" else "500MB"
    row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], 1, memory=memory)
    assert row.forfeits == (None, None)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The uncaught exceptions of threads."""
    found: list[object] = []
    monkeypatch.setattr(threading, "excepthook", found.append)
    return found


@pytest.mark.parametrize("name", ["Floods", "Twice"])
def test_whoever_says_more_than_it_was_asked_forfeits(
    game: cw.Game, bots: str, name: str, faults: list[object]
) -> None:
    row = play_match(game, game.setup(), [f"{bots}:{name}", "random"], 1)
    assert row.forfeits == ("said more than it was asked", None)
    assert faults == []


def test_whoever_floods_while_nobody_asks_is_ended_at_once(
    game: cw.Game, bots: str, capfd: pytest.CaptureFixture[str], faults: list[object]
) -> None:
    player = ProcessPlayer(f"{bots}:FloodsLater", 5.0)
    match = game.match(seed=1)
    player.begin(match, 0, 1)
    player.look(match, 0)
    process = player._process
    assert process is not None
    assert process._code(10.0) is not None, "it has ended before it is asked again"
    assert process._answers.qsize() <= 3, "one answer, and that no more comes"
    assert (capfd.readouterr().err, faults) == ("", [])
    with pytest.raises(Forfeit, match="said more than it was asked"):
        player.look(match, 0)
    assert player._process is None, "it was ended"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\xc1",
        msgspec.msgpack.encode([1]),
        msgspec.msgpack.encode({"number": 2, "code": "one"}),
        msgspec.msgpack.encode({"number": 2, "error": [1]}),
        msgspec.msgpack.encode({"number": 2, "memory": "much"}),
        msgspec.msgpack.encode({"number": "two", "code": 1}),
        b"\x82\xa6number\x02\xa5error\xa1\xff",  # not UTF-8
        b"\x82\xa6number\x02\xa4text" + b"\x91" * 100_000,
        b"\x82\xa6number\x02" + b"\x81" * 5_000,
        b"\x82\xa6number\x02\x81\x01\x02\x03",
        b"\x82\xa6number\x02\xa1x\xc7\x0c\xff" + b"\xff" * 12,  # an impossible time
    ],
)
def test_what_cannot_be_read_is_no_answer(
    game: cw.Game, bots: str, tmp_path: Path, said: bytes, faults: list[object]
) -> None:
    (tmp_path / "said").write_bytes(said)
    row = play_match(game, game.setup(), [f"{bots}:Garbles", "random"], 1)
    assert row.forfeits == ("gave no answer that can be read", None)
    assert faults == []


def test_what_an_agent_prints_goes_nowhere_where_there_is_no_output(
    monkeypatch: pytest.MonkeyPatch, faults: list[object]
) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(sys, "stderr", Gone())
    before = set(threading.enumerate())
    reading, writing = os.pipe()
    pass_on(os.fdopen(reading, "rb"))
    (thread,) = set(threading.enumerate()) - before
    with os.fdopen(writing, "wb", buffering=0) as stream:
        for _ in range(20):
            stream.write(b"x" * 65_536)  # more than a pipe holds: the other side must keep reading
    thread.join(timeout=5)
    assert not thread.is_alive()
    assert faults == []


def test_a_process_is_closed_twice_and_asked_no_more(game: cw.Game, bots: str) -> None:
    player = ProcessPlayer(f"{bots}:Forks", 5.0)
    match = game.match(seed=1)
    player.begin(match, 0, 1)
    player.close()
    player.close()
    with pytest.raises(Forfeit, match="its process has ended"):
        player.look(match, 0)


@pytest.mark.parametrize(
    ("text", "size"),
    [("2GB", MEMORY), ("500MB", 500_000_000), ("1.5 gb", 1_500_000_000), (300_000_000, 300_000_000)],
)
def test_memory_is_read_as_people_write_it(text: str | int, size: int) -> None:
    assert read_memory(text) == size
    assert read_memory(show_memory(size)) == size


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no amount of memory; say for example 2GB or 500MB"),
        ("much", "'much' is no amount of memory"),
        ("2", "'2' is no amount of memory"),
        ("-2GB", "is no amount of memory"),
        ("1e3GB", "is no amount of memory"),
        ("٢GB", "is no amount of memory"),
        ("5MB", f"'5MB' is no limit of memory: it must be {show_memory(LEAST_MEMORY)} to 1000 TB"),
        ("999999999999999TB", "is no limit of memory"),
        (0, "0 is no limit of memory"),
        (True, "True is no amount of memory"),
    ],
)
def test_other_limits_are_refused_in_one_sentence(text: str | int, reason: str) -> None:
    with pytest.raises(CardwrightError) as refused:
        read_memory(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "elemental-command", "--agents", "greedy,random", "--matches", "2"],
        ["watch", "elemental-command", "--plain", "--agents", "pass,pass"],
        ["play", "elemental-command", "--plain", "--agent", "pass"],
    ],
)
def test_commands_take_a_limit(command: list[str]) -> None:
    called = [sys.executable, "-m", "cardwright", *command, "--memory", "nothing"]
    ended = subprocess.run(called, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert ended.returncode == 2
    assert ended.stderr.strip().endswith("'nothing' is no amount of memory; say for example 2GB or 500MB")
    assert ended.stderr.count("\n") == 1


def test_an_arena_counts_who_used_too_much(bots: str) -> None:
    table = cw.arena(
        "elemental-command", ["aggro"], [f"{bots}:Grows", "random"], matches=4, seed=1, memory="500MB"
    )
    assert table.forfeits == {f"{bots}:Grows": "used more than 500 MB of memory"}
    assert "--memory 500MB" in table.command
    assert {entry.sees for entry in table.entries} == {"view"}
    oracle = cw.arena("ruler", ["swift-raid"], ["expectimax/nodes=50/oracle", "random"], matches=2)
    assert {entry.agent: entry.sees for entry in oracle.entries} == {
        "expectimax/nodes=50/oracle": "truth",
        "random": "view",
    }


def test_others_cannot_read_the_memory_of_a_match() -> None:
    script = """
        import ctypes
        from cardwright.agents.processes import close_memory
        close_memory()
        assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True)


def test_the_warden_leaves_nothing_in_the_environment(game: cw.Game, bots: str, tmp_path: Path) -> None:
    (tmp_path / "sees_environment.py").write_text(
        textwrap.dedent(
            """
            import os
            class Sees:
                def choose(self, view):
                    assert "CARDWRIGHT_LIFELINE" not in os.environ
                    assert len(os.listdir("/proc/self/fd")) <= 5
                    return view.legal_actions[-1]
            """
        )
    )
    os.environ.pop("CARDWRIGHT_LIFELINE", None)
    row = play_match(game, game.setup(), ["sees_environment:Sees", "random"], 1)
    assert row.forfeits == (None, None)


def test_a_thread_that_is_left_behind_ends_without_a_word(game: cw.Game, faults: list[object]) -> None:
    class Sleeper:
        def choose(self, view: cw.View) -> cw.Action:
            time.sleep(0.4)
            return view.legal_actions[-1]

    before = set(threading.enumerate())
    row = play_match(game, game.setup(), [Sleeper(), "random"], 1, seconds=0.1)
    assert row.forfeits[0] == "gave no answer within 0.1 seconds"
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=5)
        assert not thread.is_alive()
    assert faults == []


def test_what_goes_wrong_while_listening_is_the_agents_fault(
    game: cw.Game, bots: str, monkeypatch: pytest.MonkeyPatch, faults: list[object]
) -> None:
    def broken(stream: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cardwright.agents.processes.read_answer", broken)
    row = play_match(game, game.setup(), [f"{bots}:Counts", "random"], 1)
    assert row.forfeits == ("gave no answer that can be read", None)
    assert faults == []
