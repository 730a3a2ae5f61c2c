"""What the tests of commands share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from packs import FOLDER
from terminals import Terminal

from cardwright.basics.paths import PATH_VARIABLE, TOLD_VARIABLE


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the player's own, still empty, of which nothing was told."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    monkeypatch.setenv(TOLD_VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    return tmp_path / FOLDER
