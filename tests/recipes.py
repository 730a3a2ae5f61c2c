"""Reads the files and commands in the blocks of a page, so that tests can follow it to the letter."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
FENCE = re.compile(
    r"^(?P<fence>`{3,4})\w+ recipe=(?P<recipe>\w+) file=(?P<file>\S+)(?: after=\"(?P<after>[^\"]+)\")?\n"
    r"(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
CONSOLE = re.compile(r"^```console(?: exit=(?P<exit>\d+))?\n(?P<lines>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Addition:
    """A block with a file name: text for that file, after the line that holds some words."""

    file: str
    after: str | None
    text: str

    def apply(self, root: Path) -> None:
        """Add the text to the file, or make the file."""
        path = root / self.file
        if not path.exists():
            path.write_text(self.text, encoding="utf-8")
            return
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        at = len(lines)
        if self.after is not None:
            found = [number for number, line in enumerate(lines) if self.after in line]
            assert len(found) == 1, f"{self.file} has {len(found)} lines with {self.after!r}"
            at = found[0] + 1
        path.write_text("".join([*lines[:at], self.text, *lines[at:]]), encoding="utf-8")


@dataclass(frozen=True)
class Call:
    """A command of a console block, what it prints (`...` for anything) and the code it ends with."""

    command: str
    output: str
    code: int = 0

    def matches(self, printed: str) -> bool:
        """Whether an output is the one that the page shows."""
        pattern = "".join(
            r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line).replace(r"\.\.\.", ".*?") + r"\n"
            for line in self.output.splitlines()
        )
        return re.fullmatch(pattern, printed) is not None


def additions(page: str, recipe: str) -> list[Addition]:
    """The blocks of a recipe, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [
        Addition(block["file"], block["after"], block["text"])
        for block in FENCE.finditer(text)
        if block["recipe"] == recipe
    ]
    assert found, f"{page} has no recipe {recipe!r}"
    return found


def steps(page: str) -> list[Addition | Call]:
    """All steps of a page, in order: files to write and commands to run."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found: list[tuple[int, Addition | Call]] = [
        (block.start(), Addition(block["file"], block["after"], block["text"]))
        for block in FENCE.finditer(text)
    ]
    for block in CONSOLE.finditer(text):
        calls = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block["lines"], re.MULTILINE)
        code = int(block["exit"] or 0)
        found += [(block.start(), Call(command, output, code)) for command, output in calls]
    return [step for _, step in sorted(found, key=lambda pair: pair[0])]


def cardwright(*words: str, cwd: Path, env: dict[str, str]) -> str:
    """The output of a command, which must succeed."""
    code = "from cardwright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=cwd, env=os.environ | env, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout
