"""`cardwright tune`: the table, the document, the file."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from cardwright.cli import app

WORDS = ("tune", "elemental-command", "--agent", "value/nodes=60", "--weights", "hero,card")
QUICK = ("--generations", "1", "--population", "4", "--matches", "16", "--judge", "8", "--threads", "1")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*WORDS, *QUICK, *words])


def test_the_table_and_the_document_tell_the_same(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    shown = run("--run", folder)
    assert (shown.exit_code, shown.stderr) == (0, "")
    lines = shown.stdout.splitlines()
    document = json.loads(run("--run", folder, "--json").stdout)
    weights = next(line.split() for line in lines if line.split()[:1] == ["hero"])
    assert [float(weight) for weight in weights[1:]] == [
        document["usual"]["hero"],
        document["weights"]["hero"],
    ]
    assert f"{document['held_out']['rate']:.3f}" in next(line for line in lines if "held out" in line)
    assert f"again: {document['command'].removesuffix(' --json')}" in lines
    assert len(document["generations"]) == 1
    assert document["complete"]


def test_the_file_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    assert run("--write", str(path)).exit_code == 0
    assert "[evidence]" in path.read_text(encoding="utf-8")
    again = run("--write", str(path))
    assert again.exit_code == 2
    assert "exists already" in again.stderr


def test_wrong_words_end_with_a_sentence() -> None:
    found = CliRunner().invoke(app, ["tune", "elemental-command", "--agent", "value", "--weights", "heros"])
    assert found.exit_code == 2
    assert 'has no weight "heros"' in found.stderr
    assert "Traceback" not in found.stderr
