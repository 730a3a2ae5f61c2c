"""The keys of the lab's documents, and the keys that docs/lab.md lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path


def keys_of(value: object) -> Iterator[str]:
    """All keys of a document, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from keys_of(inner) if key != "forfeits" else ()  # its keys are agents
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner)


def documented(heading: str) -> set[str]:
    """The keys in the first column of the table under a heading of docs/lab.md."""
    page = (Path(__file__).parents[1] / "docs" / "lab.md").read_text(encoding="utf-8")
    section = page.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| ([^|]*) \|", section, re.MULTILINE))))
