"""`cardwright play` without a terminal: what is typed comes from a pipe or a script, which may end early."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cardwright as cw

COMMAND = [sys.executable, "-c", "from cardwright.cli import main; main()", "play"]
SLUGS = ["elemental-command", "ruler", "mana"]
FIRST = {"elemental-command": "keep", "ruler": "draw units", "mana": "@20 draw"}
RESUME = "go on with: cardwright play --resume"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


def typed(text: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=text, capture_output=True, text=True, timeout=120)


def saved(state: Path) -> list[cw.Trace]:
    return [cw.Trace.from_file(path) for path in sorted((state / "matches").glob("*.trace"))]


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_piped_is_played_and_kept_where_it_ends(slug: str, state: Path) -> None:
    done = typed(f"{FIRST[slug]}\n", slug, "--seed", "7", "--agent", "pass")
    assert done.returncode == 130
    assert f" > {FIRST[slug]}\n" in done.stdout
    assert done.stderr == (
        f"cardwright: standard input has ended before the match, which is kept; {RESUME}\n"
    )
    (trace,) = saved(state)
    assert [FIRST[slug].removeprefix("@20 ")] == [step.text for step in trace.steps if step.seat == 0]
    again = typed("log\nquit\n", "--resume")
    assert again.returncode == 0
    assert "seed 7, against pass" in again.stdout
    assert len(saved(state)) == 1


@pytest.mark.parametrize("slug", SLUGS)
def test_where_nothing_was_typed_nothing_is_kept(slug: str, state: Path) -> None:
    done = typed("", slug, "--seed", "7")
    assert done.returncode == 130
    assert "Your hand" in done.stdout
    assert done.stderr == (
        "cardwright: standard input has ended before anything was played, so nothing is kept; play at a "
        "terminal, or say what is typed with --script FILE\n"
    )
    assert saved(state) == []
    assert [line for line in done.stdout.splitlines() if len(line) > 80] == []
    assert done.stdout == typed("help\n", slug, "--seed", "7").stdout.partition("> help\n")[0] + "> \n"


def test_a_closed_input_is_an_input_that_has_ended() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, "--seed", "7"], capture_output=True, text=True
    )
    assert done.returncode == 130
    assert done.stderr.startswith("cardwright: standard input has ended before anything was played")
    assert done.stderr.count("\n") == 1


def test_a_piped_match_is_resumed_where_it_was_and_stays_where_nothing_is_typed(state: Path) -> None:
    typed("keep\n", "--seed", "7", "--agent", "pass")
    before = saved(state)
    done = typed("", "--resume")
    assert done.returncode == 130
    assert RESUME in done.stderr
    assert [trace.steps for trace in saved(state)] == [trace.steps for trace in before]


def test_a_piped_match_that_is_played_to_its_end_is_kept_as_finished(state: Path) -> None:
    done = typed("keep\n" + "end\n" * 100, "--seed", "7")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You have lost." in done.stdout
    assert saved(state) == []
    (path,) = (state / "finished").glob("*.trace")
    assert f"Look at it again with: cardwright replay {path}" in done.stdout


def test_a_wrong_line_is_answered_and_the_next_one_is_read(state: Path) -> None:
    done = typed("keep\nattack c2 > hero\nend\n", "--seed", "7", "--agent", "pass")
    assert done.returncode == 130
    assert "nothing stands on c2" in done.stdout
    assert "0 end" in [str(step) for step in saved(state)[0].steps]


def test_lines_are_answered_as_they_come(state: Path) -> None:
    """Another program may sit at the table: it reads the answer before it types the next line."""
    with subprocess.Popen(
        [*COMMAND, "--seed", "7", "--agent", "pass"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, answer in (("keep", "You keep the opening hand."), ("take fire", "You gain 1 fire.")):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            while answer not in (shown := process.stdout.readline()):
                assert shown, "the command has ended"
        process.send_signal(signal.SIGKILL)
    assert str(saved(state)[0].steps[-1]) == "0 take fire"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_piped_match_that_is_ended_from_outside_is_kept(number: signal.Signals, state: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "--seed", "7", "--agent", "pass"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write("keep\n")
        process.stdin.flush()
        until = time.monotonic() + 30
        while not list((state / "matches").glob("*.trace")):
            assert time.monotonic() < until
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(number)
        shown, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "The match is saved." in shown
    assert "Traceback" not in told
    assert len(saved(state)) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            b"keep\n" + b"x" * (2 << 20),
            b"standard input: this has more than 1,048,576 bytes; a line of the input may have 1 MB",
        ),
        (b"keep\n\xff\xfe\n", b"standard input has ended before the match"),
        (b"keep\n\0\n", b"standard input has ended before the match"),
    ],
)
def test_odd_lines_do_no_harm(text: bytes, said: bytes) -> None:
    done = subprocess.run([*COMMAND, "--seed", "7"], input=text, capture_output=True, timeout=60)
    assert done.returncode in (2, 130)
    assert said in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("slug", SLUGS)
def test_a_script_that_ends_before_its_match_leaves_nothing_behind(
    slug: str, state: Path, tmp_path: Path
) -> None:
    script = tmp_path / "moves.txt"
    script.write_text(f"{FIRST[slug]}\n")
    for name, text in ((str(script), ""), ("-", f"{FIRST[slug]}\n")):
        done = typed(text, slug, "--seed", "7", "--script", name)
        assert (done.returncode, done.stderr) == (0, "")
        said = (
            "The script has ended before the match, of which nothing is kept: let it end with quit to go on"
        )
        assert " ".join(done.stdout.split()).endswith(f"{said} later.")
    assert saved(state) == []
    assert not (state / "matches").exists()


def test_a_script_that_ends_leaves_a_saved_match_as_it_was(state: Path) -> None:
    typed("keep\nquit\n", "--seed", "7", "--agent", "pass", "--script", "-")
    before = saved(state)
    done = typed("take fire\n", "--resume", "--script", "-")
    assert done.returncode == 0
    said = "The script has ended before the match, which stays as it was saved: let it end with quit to keep"
    assert " ".join(done.stdout.split()).endswith(f"{said} more.")
    assert saved(state) == before


@pytest.mark.parametrize("slug", SLUGS)
def test_a_scripted_match_that_is_over_is_kept_and_listed(slug: str, state: Path) -> None:
    done = typed(f"{FIRST[slug]}\nconcede\n", slug, "--seed", "7", "--script", "-")
    assert (done.returncode, done.stderr) == (0, "")
    (path,) = (state / "finished").glob("*.trace")
    assert f"Look at it again with: cardwright replay {path}" in done.stdout
    listed = subprocess.run([*COMMAND[:-1], "replay"], capture_output=True, text=True, timeout=60).stdout
    assert cw.game(slug).name in listed.splitlines()[0]
    assert ": given up" in " ".join(listed.split())
    assert saved(state) == []


def test_a_match_that_cannot_be_put_with_the_finished_ones_is_not_lost(state: Path) -> None:
    state.mkdir(parents=True)
    (state / "finished").write_text("in the way")
    done = typed("keep\nconcede\n", "elemental-command", "--seed", "12", "--agent", "pass")
    assert done.returncode == 0
    assert "The match cannot be put with the finished ones" in done.stdout
    (kept,) = saved(state)
    assert kept.notes["conceded"] == "0"
    (state / "finished").unlink()
    assert "is a match that is over" in typed("", "--resume").stderr
    assert len(list((state / "finished").glob("*.trace"))) == 1


def test_a_saved_match_is_not_said_to_be_lost(tmp_path: Path, state: Path) -> None:
    done = typed("save\n", "elemental-command", "--seed", "7")
    assert "nothing is kept" not in done.stderr
    assert f"which is kept; {RESUME}" in done.stderr
    script = tmp_path / "script.txt"
    script.write_text("keep\nsave\nend\n")
    done = typed("", "elemental-command", "--seed", "8", "--agent", "pass", "--script", str(script))
    assert "which stays as it was saved" in " ".join(done.stdout.split())
    assert len(saved(state)) == 2


def test_a_script_whose_output_is_closed_leaves_the_save_as_it_was(tmp_path: Path, state: Path) -> None:
    typed("keep\nquit\n", "elemental-command", "--seed", "7", "--agent", "pass")
    (path,) = (state / "matches").glob("*.trace")
    before = path.read_bytes()
    script = tmp_path / "script.txt"
    script.write_text("end\n" + "log\n" * 400)
    words = [*COMMAND, "--resume", "--script", str(script)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as table:
        assert table.stdout is not None
        table.stdout.readline()
        table.stdout.close()
        assert table.wait(60) != 0
    assert path.read_bytes() == before
