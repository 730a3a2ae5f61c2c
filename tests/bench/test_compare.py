"""The comparison of two clones marks what got slower, whether more or less of a figure is better."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("compare", Path(__file__).parent / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compare = _load()
OLD, NEW = Path("old"), Path("new")


def rows(shown: str) -> dict[str, list[str]]:
    """The printed line of each figure: old, new, speed and the mark."""
    return {line.split()[1]: line.split(maxsplit=5)[2:] for line in shown.splitlines()}


def test_the_best_round_of_each_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = {
        OLD: iter([{"actions_per_s": 100, "clone_ns": 50}, {"actions_per_s": 200, "clone_ns": 40}]),
        NEW: iter([{"actions_per_s": 220, "clone_ns": 42}, {"actions_per_s": 90, "clone_ns": 60}]),
    }
    monkeypatch.setattr(compare, "bench", lambda folder, slug, scale: next(measured[folder]))
    compare.times((OLD, NEW), ["mana"], rounds=2, scale=1)
    shown = rows(capsys.readouterr().out)
    assert shown["actions_per_s"] == ["200", "220", "1.100"]
    assert shown["clone_ns"] == ["40", "42", "0.952", "more than 3% slower"]


def test_a_figure_that_one_of_them_does_not_have_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = {OLD: {"actions_per_s": 100}, NEW: {"actions_per_s": 98, "runner_actions_per_s": 90}}
    monkeypatch.setattr(compare, "bench", lambda folder, slug, scale: figures[folder])
    compare.times((OLD, NEW), ["mana"], rounds=1, scale=1)
    assert rows(capsys.readouterr().out) == {"actions_per_s": ["100", "98", "0.980"]}


def test_agents_that_both_have_are_compared_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def playing(**agents: int) -> dict[str, Any]:
        return {"agents": {name: {"matches_per_s": rate} for name, rate in agents.items()}}

    figures = {OLD: playing(greedy=100, gone=5), NEW: playing(greedy=95, new=7)}
    monkeypatch.setattr(compare, "bench", lambda folder, slug, scale: figures[folder])
    compare.times((OLD, NEW), ["mana"], rounds=1, scale=1)
    assert rows(capsys.readouterr().out) == {
        "greedy_matches_per_s": ["100", "95", "0.950", "more than 3% slower"]
    }


def test_fewer_instructions_are_faster(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compare, "counted", lambda folder, what, slug: {OLD: 2000.0, NEW: 1000.0}[folder])
    compare.instructions((OLD, NEW), ["mana"], ["runner"])
    assert capsys.readouterr().out.split()[-3:] == ["2,000", "1,000", "2.000"]


def test_a_folder_that_is_not_built_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="is no built clone: run 'make setup' in it"):
        compare.clone(str(tmp_path))
