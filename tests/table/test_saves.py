"""Matches that are kept: none overwrites another."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright as cw
from cardwright.table import saves


def test_a_finished_match_is_kept_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    match = cw.game("elemental-command").match(seed=3)
    match.play("keep", seat=0)
    first, second = saves.keep_finished(match, {}), saves.keep_finished(match, {})
    assert first != second
    assert cw.replay(cw.Trace.from_file(second)).hash == match.hash
    assert not saves.saves_folder().exists(), "it is not offered to be resumed"
