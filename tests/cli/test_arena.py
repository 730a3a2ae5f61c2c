"""`cardwright arena`: the document, the files beside it, and what happens when something is wrong."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cardwright.basics.paths import games_folder
from cardwright.cli import app
from cardwright.errors import CardwrightError

GAME = "elemental-command"
MAIN = """
import sys
from cardwright.cli import main
from cardwright.lab import arena
arena.SAVE_SECONDS = 0.1
sys.argv = ["cardwright", *sys.argv[1:]]
main()
"""
needs_devices = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["arena", GAME, *words])


def document(result: Result) -> dict[str, Any]:
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def process(*words: str, cwd: Path, **streams: Any) -> subprocess.Popen[bytes]:
    env = {**os.environ, "XDG_STATE_HOME": str(cwd / "state")}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([sys.executable, "-c", MAIN, "arena", GAME, *words], env=env, cwd=cwd, **streams)


def test_the_document_has_its_keys() -> None:
    result = run("--agents", "greedy,greedy,random", "--decks", "aggro,control", "--matches", "10", "--json")
    found = document(result)
    assert (result.exit_code, result.stderr) == (0, "")
    assert {"game", "command", "seed", "starting_player", "entries", "pairings", "controls"} <= set(found)
    rates = {"matches", "wins", "draws", "rate", "interval"}
    assert rates <= set(found["starting_player"])
    assert len(found["entries"]) == 4
    assert all(rates | {"agent", "deck", "forfeits"} <= set(entry) for entry in found["entries"])
    assert len(found["pairings"]) == 6 + 2
    for pairing in found["pairings"]:
        assert rates | {"first", "second"} <= set(pairing)
        assert pairing["matches"] == 10
        assert pairing["rate"] == round((pairing["wins"] + pairing["draws"] / 2) / 10, 4)
    mirrors = [p["first"] for p in found["pairings"] if p["first"] == p["second"]]
    assert mirrors == ["greedy/fire-aggro", "greedy/earth-control"]
    assert [control["entry"] for control in found["controls"]] == [*mirrors, "all"]
    assert found["complete"] is True


def test_the_command_gives_the_document_again() -> None:
    words = (
        "--agents",
        "random,pass",
        "--decks",
        "all",
        "--matches",
        "5",
        "--seed",
        "9",
        "--confidence",
        "0.9",
    )
    first = document(run(*words, "--mirror", "--open-decks", "--json"))
    again = CliRunner().invoke(app, shlex.split(first["command"])[1:])
    # What was rounded up needs no rounding any more.
    assert document(again) == first | {"notes": []}
    assert first["notes"]


def test_a_deck_against_a_field_is_said_in_the_command() -> None:
    words = ("--agents", "pass", "--decks", "aggro", "--against", "control,wind-midrange", "--matches", "2")
    found = document(run(*words, "--json"))
    met = [(pairing["first"], pairing["second"]) for pairing in found["pairings"]]
    assert met == [("pass/fire-aggro", "pass/earth-control"), ("pass/fire-aggro", "pass/wind-midrange")]
    assert document(CliRunner().invoke(app, shlex.split(found["command"])[1:])) == found


def test_folders_of_ones_own_are_said_in_the_command(tmp_path: Path) -> None:
    decks = tmp_path / GAME / "decks"
    decks.mkdir(parents=True)
    shipped = games_folder() / GAME / "decks" / "fire-aggro.toml"
    (decks / "my-own.toml").write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    words = ("--agents", "pass", "--decks", "my-own,control", "--matches", "2", "--with", str(tmp_path))
    found = document(run(*words, "--json"))
    assert f"--with {tmp_path}" in found["command"]
    assert document(CliRunner().invoke(app, shlex.split(found["command"])[1:])) == found


def test_the_table_is_for_reading() -> None:
    result = run("--agents", "greedy,greedy", "--decks", "aggro,control", "--matches", "20")
    assert result.exit_code == 0
    assert "starting player" in result.stdout
    assert "mirror control" in result.stdout
    assert "again: cardwright arena elemental-command --agents greedy,greedy" in result.stdout


def test_cards_go_to_a_file(tmp_path: Path) -> None:
    for name in ("cards.csv", "cards.json", "cards.npz"):
        assert run("--decks", "aggro", "--matches", "2", "--cards", str(tmp_path / name)).exit_code == 0
    rows = json.loads((tmp_path / "cards.json").read_text())
    assert {"agent", "deck", "card", "in_deck", "drawn", "played", "drawn_won", "played_won"} <= set(rows[0])
    assert len((tmp_path / "cards.csv").read_text().splitlines()) == len(rows) + 1


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--agents", "gredy"], 'there is no agent "gredy"; did you mean "greedy"?'),
        (["--agents", "no_such_module:Bot"], "No module named"),
        (["--decks", "agro"], 'no deck "agro"; did you mean "aggro"?'),
        (["--decks", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["--matches", "0"], "matches"),
        (["--confidence", "1"], "no confidence"),
        (["--seconds", "0"], "no limit in seconds"),
        (["--cards", "cards.xlsx"], "ends in .csv, .json or .npz"),
        (["--agents", "greedy", "--decks", "aggro"], "nobody to meet"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(words: list[str], answer: str) -> None:
    result = CliRunner().invoke(app, ["arena", GAME, *words])
    assert result.exit_code == 2
    assert answer in result.stderr
    assert result.stdout == ""


def test_an_unknown_game_is_one_sentence() -> None:
    result = CliRunner().invoke(app, ["arena", "elemental-comand"])
    assert (result.exit_code, 'did you mean "elemental-command"?' in result.stderr) == (2, True)


@needs_devices
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_output_that_takes_no_more_is_one_sentence_and_the_result_is_kept(
    tmp_path: Path, form: list[str]
) -> None:
    with (
        open("/dev/full", "wb") as full,
        process("--decks", "aggro", "--matches", "4", *form, cwd=tmp_path, stdout=full) as running,
    ):
        _, err = running.communicate(timeout=60)
    message = err.decode()
    assert running.returncode == 2
    assert message.count("\n") == 1
    assert "No space left on device" in message
    kept = Path(message.rpartition("is kept in ")[2].strip()).read_text()
    assert (json.loads(kept)["complete"] is True) if form else ("again: cardwright arena" in kept)


@needs_devices
def test_cards_that_find_no_room_are_kept_and_the_table_is_printed(tmp_path: Path) -> None:
    words = ("--decks", "aggro", "--matches", "4", "--json", "--cards", "/dev/full")
    with process(*words, cwd=tmp_path) as running:
        out, err = running.communicate(timeout=60)
    message = err.decode()
    assert running.returncode == 2
    assert json.loads(out)["complete"] is True
    assert message.startswith("cardwright: /dev/full: cannot be written: No space left on device; ")
    assert message.count("\n") == 1
    kept = Path(message.rpartition("is kept in ")[2].strip()).read_text()
    assert kept.startswith("agent,deck,card,")
    assert not Path("/dev/full").is_file()


def test_a_run_folder_that_is_full_is_one_sentence_after_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        if path.name != "manifest.json":
            raise CardwrightError("cannot be written: No space left on device", file=path)

    monkeypatch.setattr("cardwright.lab.folder.write_whole", full)
    result = run("--decks", "aggro", "--matches", "4", "--json", "--run", str(tmp_path / "run"))
    assert result.exit_code == 2
    assert document(result)["complete"] is True
    assert "No space left on device" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_interrupt_ends_with_what_it_has_and_the_run_goes_on(tmp_path: Path) -> None:
    run_folder = tmp_path / "run"
    words = ("--agents", "greedy,greedy", "--decks", "aggro", "--json", "--run", str(run_folder), "--matches")
    with process(*words, "1000000", cwd=tmp_path) as running:
        while running.poll() is None and not (run_folder / "pairing-0001.json").exists():
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (130, b"")
    found = json.loads(out)
    assert found["complete"] is False
    played = found["pairings"][0]["matches"]
    assert 0 < played < 1_000_000
    saved = json.loads((run_folder / "pairing-0001.json").read_text())
    assert saved["matches"] == played


def test_a_python_agent_that_fails_is_counted(tmp_path: Path) -> None:
    (tmp_path / "lazy.py").write_text(
        "class Lazy:\n    def choose(self, view):\n        raise RuntimeError('no')\n"
    )
    words = ("--agents", "pass,lazy:Lazy", "--decks", "aggro", "--matches", "2", "--json")
    with process(*words, cwd=tmp_path) as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, b"")
    found = json.loads(out)
    assert {entry["agent"]: entry["forfeits"] for entry in found["entries"]} == {"pass": 0, "lazy:Lazy": 2}
    assert found["forfeits"] == {"lazy:Lazy": "raised RuntimeError: no (lazy.py, line 3)"}


def test_help_names_every_option() -> None:
    shown = re.sub(r"\s+", " ", CliRunner().invoke(app, ["arena", "--help"], env={"COLUMNS": "200"}).stdout)
    options = (
        "agents",
        "decks",
        "matches",
        "seed",
        "threads",
        "json",
        "cards",
        "run",
        "seconds",
        "open-decks",
    )
    assert all(f"--{name}" in shown for name in options)


@pytest.mark.parametrize(("closed", "read"), [(1, "stderr"), (2, "stdout")])
def test_a_closed_output_is_no_failure(closed: int, read: str, tmp_path: Path) -> None:
    words = ["--agents", "pass,random", "--decks", "aggro", "--matches", "2"]
    ended = process(*words, cwd=tmp_path, preexec_fn=lambda: os.close(closed))
    out, err = ended.communicate()
    assert ended.returncode == 0
    assert {"stdout": b"again: " in out, "stderr": err == b""}[read]


@needs_devices
def test_an_output_that_takes_no_more_does_not_cost_the_file_of_cards(tmp_path: Path) -> None:
    words = ["--agents", "pass,random", "--decks", "aggro", "--matches", "2", "--cards", "cards.csv"]
    with open("/dev/full", "wb") as full:
        ended = process(*words, cwd=tmp_path, stdout=full)
        _, err = ended.communicate()
    assert (ended.returncode, b"No space left on device" in err) == (2, True)
    assert (tmp_path / "cards.csv").read_text().startswith("agent,deck,card")
    reader, writer = os.pipe()
    os.close(reader)
    (tmp_path / "cards.csv").unlink()
    ended = process(*words, cwd=tmp_path, stdout=writer)
    os.close(writer)
    assert (ended.communicate()[1], ended.returncode) == (b"", 141)
    assert (tmp_path / "cards.csv").exists()


def test_the_advice_on_a_run_with_other_settings_goes_on_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "a run"
    call = ["arena", GAME, "--agents", "pass,random", "--decks", "aggro", "--run", str(folder), "--json"]
    begun = document(CliRunner().invoke(app, [*call, "--matches", "10"]))
    refused = CliRunner().invoke(app, [*call, "--matches", "20"])
    assert refused.exit_code == 2
    assert "begun with matches 10, not 20; name another folder, or go on there: cardwright" in refused.stderr
    advice = refused.stderr.strip().partition("go on there: ")[2]
    assert document(CliRunner().invoke(app, [*shlex.split(advice)[1:], "--json"])) == begun


def test_the_last_line_of_a_run_goes_on_with_it(tmp_path: Path) -> None:
    call = ["arena", GAME, "--agents", "pass,random", "--decks", "aggro", "--matches", "10"]
    result = CliRunner().invoke(app, [*call, "--run", str(tmp_path / "run")])
    again = result.stdout.strip().splitlines()[-1].removeprefix("again: ")
    assert shlex.split(again)[-2:] == ["--run", str(tmp_path / "run")]
    assert CliRunner().invoke(app, shlex.split(again)[1:]).stdout == result.stdout
