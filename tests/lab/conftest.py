"""Fixtures of the lab's tests."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright as cw

BOTS = """
    import os, time

    class Ends:
        def choose(self, view):
            return "keep" if view.phase == "mulligan" else "end"

    class Raises:
        def choose(self, view):
            raise RuntimeError("out of ideas")

    class Sleeps:
        def choose(self, view):
            time.sleep(60)

    class Numb:
        def choose(self, view):
            return 42

    class Dies:
        def choose(self, view):
            os._exit(3)

    class Greedy:
        "The native agent, in Python's clothes."
        def __init__(self, seed):
            import cardwright
            self.agent = cardwright.agent("greedy", seed=seed)
        def choose(self, view):
            return self.agent.choose(view)

    class Passes(Greedy):
        "The native agent that only passes, in Python's clothes."
        def __init__(self):
            import cardwright
            self.agent = cardwright.agent("pass")

    class Moody:
        "Can be made once, and never again."
        def __init__(self):
            try:
                os.close(os.open(f"{__file__}.made", os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                raise ValueError("not today") from None
        def choose(self, view):
            return view.legal_actions[0]

    class Broken:
        def __init__(self):
            raise ValueError("no brain")
"""


@pytest.fixture(scope="session")
def game() -> cw.Game:
    return cw.game("elemental-command")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module with agents of every kind."""
    name = f"arena_bots_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(BOTS))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name
    sys.modules.pop(name, None)
