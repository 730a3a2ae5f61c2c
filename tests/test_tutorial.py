"""The tutorial, the page on packs and the README's commands, followed to the letter in an empty folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from recipes import ROOT, Addition, Call, steps

from cardwright.cli import COMMANDS

TUTORIAL = "docs/tutorial/first-card.md"
GENERATING = "docs/generating.md"
PAGES = (TUTORIAL, "docs/packs.md", GENERATING)
REFERENCE = [f"docs/reference/{name}.md" for name in ("cards", "language", "python", "scenarios")]


AWAY = "mkdir -p ~/cardwright && cd ~/cardwright"
"""The command with which a page's reader leaves the clone."""

TYPED = {
    "play --resume": "quit\n",
    "play elemental": "keep\nsave match.trace\nquit\n",
    "play ruler": "quit\n",
    "play mana": "quit\n",
}
"""The keys typed at the table, by the beginning of the command."""

SMALL = {
    "arena": "--matches 10",
    "experiment": "--only starting-player --scale 0.05",
    "bench": "--scale 0.01",
    "fuzz": "--matches 300 --seed 1",
    "tune": "--generations 1 --matches 16 --judge 4",
    "watch": "--plain",
}
"""Options that make a command of the README quick, or plain."""


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
    """Write every file and run every command of a page; returns the commands."""
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
    assert page != TUTORIAL or AWAY in (ROOT / page).read_text(encoding="utf-8")
    ran = follow(page, folder, shell)
    assert {"cards", "decks", "fuzz"} <= set(ran)
    assert page != GENERATING or "generate" in ran
    if page == TUTORIAL:
        assert {"play", "arena"} <= set(ran)
        assert (folder / "lava.trace").exists()


def commands_of_the_readme() -> list[str]:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition("## From the command line\n")[2].partition("\n## ")[0]
    ways, listed = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert [line.partition("  ")[0] for line in ways.splitlines()][1] == AWAY
    return [line.partition("  #")[0].strip() for line in listed.splitlines()]


def test_every_command_of_the_readme_works_from_top_to_bottom(tmp_path: Path, shell: dict[str, str]) -> None:
    before = {name for name in os.listdir(ROOT) if name[0] != "."}
    (tmp_path / "typed").mkdir()
    listed = commands_of_the_readme()
    for number, command in enumerate(listed):
        word = next((word for word in (*TYPED, *SMALL) if command.startswith(f"cardwright {word}")), "")
        whole = f"{command} {SMALL.get(word, '')}"
        if word in TYPED:
            script = tmp_path / "typed" / f"{number}.txt"
            script.write_text(TYPED[word], encoding="utf-8")
            whole += f" --script {script}"
        done = subprocess.run(
            f"{AWAY} && {whole}",
            shell=True, cwd=ROOT, env=shell | {"HOME": str(tmp_path)}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, f"{whole}\n{done.stdout}{done.stderr}"
        assert done.stdout, whole
    assert {name for name in os.listdir(ROOT) if name[0] != "."} == before
    assert {"match.trace", "cards.csv", "generated"} == set(os.listdir(tmp_path / "cardwright"))
    assert {command.split()[1] for command in listed} == set(COMMANDS)


def test_what_the_page_shows_is_compared() -> None:
    call = Call("x", "1 error\n...\n  ... cards\n")
    assert call.matches("1 error\na\nb\n  89 cards\n")
    assert call.matches("1 error\n  89 cards\n")
    assert not call.matches("2 errors\n  89 cards\n")
    assert not call.matches("1 error\n  89 cards\nmore\n")


@pytest.mark.parametrize("page", [*PAGES, "README.md", *REFERENCE])
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = ROOT / page
    for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
