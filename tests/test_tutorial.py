"""The tutorial and the page on packs, followed to the letter in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from recipes import ROOT, Addition, Call, steps

TUTORIAL = "docs/tutorial/first-card.md"
PAGES = (TUTORIAL, "docs/packs.md")


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which `cardwright` is the one under test and nothing of the user's is touched."""
    command = tmp_path / "bin" / "cardwright"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from cardwright.cli import main; main()" "$@"\n',
        encoding="utf-8",
    )
    command.chmod(0o755)
    own = {f"XDG_{name}_HOME": str(tmp_path / name.lower()) for name in ("CACHE", "STATE")}
    return os.environ | own | {"PATH": f"{command.parent}:{os.environ['PATH']}", "COLUMNS": "80"}


def follow(page: str, folder: Path, env: dict[str, str]) -> list[str]:
    """Write every file and run every command of a page; the commands that were run."""
    ran: list[str] = []
    for step in steps(page):
        if isinstance(step, Addition):
            (folder / step.file).parent.mkdir(parents=True, exist_ok=True)
            step.apply(folder)
            continue
        words = step.command.split()
        done = subprocess.run(
            step.command, shell=True, cwd=folder, env=env, capture_output=True, text=True, timeout=120
        )
        printed = done.stdout + done.stderr
        assert done.returncode == step.code, f"{step.command}\n{printed}"
        assert step.matches(printed), f"{step.command}\n{printed}"
        ran.append(words[1] if words[0] == "cardwright" else words[0])
    return ran


@pytest.mark.parametrize("page", PAGES)
def test_a_page_works_as_it_says(page: str, tmp_path: Path, shell: dict[str, str]) -> None:
    folder = tmp_path / "reader"
    folder.mkdir()
    ran = follow(page, folder, shell)
    assert {"cards", "decks", "fuzz"} <= set(ran)
    if page == TUTORIAL:
        assert {"play", "arena"} <= set(ran)
        assert (folder / "lava.trace").exists()


def test_what_the_page_shows_is_compared() -> None:
    call = Call("x", "1 error\n...\n  ... cards\n")
    assert call.matches("1 error\na\nb\n  89 cards\n")
    assert call.matches("1 error\n  89 cards\n")
    assert not call.matches("2 errors\n  89 cards\n")
    assert not call.matches("1 error\n  89 cards\nmore\n")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
