"""`cardwright experiment`: the document, the page, the run folder."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents import documented, keys_of
from typer.testing import CliRunner, Result

from cardwright import __version__
from cardwright.cli import app
from cardwright.errors import CardwrightError
from cardwright.lab.experiments import Context, Row, experiment, row

GAME = "elemental-command"
QUICK = ("--only", "aggro-pace,starting-player", "--scale", "0.02")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["experiment", GAME, *words])


def document(result: Result) -> dict[str, Any]:
    assert result.stdout.count("\n") == 1
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """The rows of the only experiment there is."""
    rows: list[Row] = []

    @experiment(lambda game: [one.what for one in rows])
    def trial(context: Context) -> Iterator[Row]:
        """Tries."""
        for one in rows:
            if one.what == "interrupt":
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr("cardwright.cli.experiment.experiments_of", lambda slug: [trial])
    return rows


def test_the_document_has_its_keys() -> None:
    result = run(*QUICK, "--json")
    found = document(result)
    assert (result.exit_code, result.stderr) == (0, "")
    assert {"game", "command", "version", "seed", "seconds", "rows", "complete"} <= set(found)
    assert (found["game"], found["version"], found["seed"]) == (GAME, __version__, 1)
    keys = {"what", "thesis", "ours", "interval", "matches", "needs", "holds"}
    assert all(keys <= set(found_row) for found_row in found["rows"])
    assert {found_row["experiment"] for found_row in found["rows"]} == {"aggro-pace", "starting-player"}
    assert all((one["holds"] is None) == (one["needs"] is None) for one in found["rows"])


def test_the_command_gives_the_rows_again() -> None:
    first = document(run(*QUICK, "--seed", "5", "--json"))
    again = document(CliRunner().invoke(app, shlex.split(first["command"])[1:]))
    assert again["rows"] == first["rows"]
    assert again["command"] == first["command"]


def test_a_figure_that_misses_its_need_ends_with_code_1(trial: list[Row]) -> None:
    trial += [row("fine", 2, needs="> 1"), row("missed", 1, needs="> 1"), row("free", 0)]
    result = run("--json")
    assert result.exit_code == 1
    assert [one["holds"] for one in document(result)["rows"]] == [True, False, None]
    shown = run()
    assert (shown.exit_code, "MISSED" in shown.stdout) == (1, True)


def test_an_interrupt_ends_with_what_it_has(trial: list[Row], tmp_path: Path) -> None:
    trial += [row("fine", 2), row("interrupt", 1)]
    result = run("--json", "--page", str(tmp_path / "page.md"))
    found = document(result)
    assert result.exit_code == 130
    assert found["complete"] is False
    assert [one["what"] for one in found["rows"]] == ["fine"]
    assert not (tmp_path / "page.md").exists()
    assert "PARTIAL" in run().stdout


def test_a_run_folder_keeps_what_is_finished(trial: list[Row], tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    trial.append(row("fine", 2, interval=(1, 3), needs="overlaps 1-2"))
    before = document(run("--json", "--run", folder))
    trial[0] = row("fine", 7, interval=(1, 3))
    after = document(run("--json", "--run", folder))
    assert after["rows"] == before["rows"]
    other = run("--run", folder, "--seed", "2")
    assert (other.exit_code, "begun with seed 1, not 2" in other.stderr) == (2, True)
    arena = CliRunner().invoke(app, ["arena", GAME, "--matches", "2", "--run", folder])
    assert (arena.exit_code, "run folder of cardwright experiment" in arena.stderr) == (2, True)


def test_kept_rows_of_another_name_are_refused(trial: list[Row], tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    trial.append(row("fine", 2))
    assert run("--run", folder).exit_code == 0
    trial.append(row("new", 3))
    result = run("--run", folder)
    assert (result.exit_code, "trial has other rows than it gives now" in result.stderr) == (2, True)


def test_a_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert run(*QUICK, "--page", str(page)).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Elemental Command: figures beside the thesis\n")
    assert "| greedy: own turn of the win, mean | 4-5 |" in text
    assert "--scale 0.02" in text


def test_an_output_that_takes_no_more_does_not_cost_the_page(
    trial: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(text: str, suffix: str) -> None:
        raise CardwrightError("the output cannot be written: No space left on device")

    monkeypatch.setattr("cardwright.cli.experiment.print_or_keep", full)
    trial.append(row("fine", 2))
    result = run("--page", str(tmp_path / "page.md"))
    assert (result.exit_code, "No space left on device" in result.stderr) == (2, True)
    assert "fine" in (tmp_path / "page.md").read_text(encoding="utf-8")


def test_the_table_and_the_list_are_for_reading() -> None:
    shown = run(*QUICK)
    assert (
        "again: cardwright experiment elemental-command --only aggro-pace,starting-player --seed 1"
        in shown.stdout
    )
    listed = run("--list")
    assert listed.exit_code == 0
    assert "mirror-control" in listed.stdout
    names = [one["name"] for one in json.loads(run("--list", "--json").stdout)["experiments"]]
    assert names[0] == "search-speed"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ([GAME, "--only", "agro-pace"], 'did you mean "aggro-pace"?'),
        (["elemental-comand"], 'did you mean "elemental-command"?'),
        ([GAME, "--scale", "0"], "scale"),
        ([GAME, "--run", __file__], "this is no folder"),
    ],
)
def test_bad_input_is_one_sentence_and_code_2(words: list[str], answer: str) -> None:
    result = CliRunner().invoke(app, ["experiment", *words])
    assert result.exit_code == 2
    assert answer in result.stderr


def test_every_key_of_the_document_stands_in_the_page_on_the_lab(trial: list[Row]) -> None:
    trial.append(row("fine", 2, needs="> 1"))
    keys = set(keys_of(document(run("--json"))))
    assert {"rows", "is_timed", "holds"} <= keys
    assert keys <= documented("The document of an experiment")


@pytest.mark.usefixtures("trial")
def test_the_command_of_a_run_names_its_folder(tmp_path: Path) -> None:
    found = document(run("--json", "--run", str(tmp_path / "run")))
    assert f"--run {tmp_path / 'run'}" in found["command"]
