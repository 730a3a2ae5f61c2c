"""No modules of these crates import each other in a circle."""

from __future__ import annotations

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

CRATES = Path(__file__).parent.parent / "crates"
CHECKED = ("host", "agents", "trials")

Module = tuple[str, ...]


def modules(source: Path) -> dict[Module, Path]:
    """The modules of a crate by their paths; the root is empty."""
    found: dict[Module, Path] = {}
    for file in sorted(source.rglob("*.rs")):
        path = file.relative_to(source).with_suffix("").parts
        found[path[:-1] if path[-1] in ("lib", "mod") else path] = file
    return found


def flattened(tree: str) -> list[str]:
    """The paths of a use tree: `a::{b, c::d}` is `a::b` and `a::c::d`."""
    head, brace, rest = tree.partition("{")
    if not brace:
        return [tree.split(" as ")[0].strip()]
    parts, depth, start = [], 0, 0
    inner = rest[: rest.rindex("}")]
    for at, letter in enumerate(inner + ","):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and not depth:
            parts.append(inner[start:at].strip())
            start = at + 1
    return [head.strip() + path for part in parts if part for path in flattened(part)]


def paths(text: str) -> list[str]:
    """Every path that a source mentions, in `use` and elsewhere."""
    text = re.sub(r"//[^\n]*", "", text)
    used = [path for tree in re.findall(r"\buse ([^;]+);", text) for path in flattened(tree)]
    text = re.sub(r"\buse [^;]+;", "", text)
    return used + re.findall(r"\b[a-z_]+(?:::[A-Za-z_]+)+", text)


def imported(module: Module, text: str, known: set[Module]) -> set[Module]:
    """The modules of its crate that a module mentions."""
    found = set()
    for path in paths(text):
        names = path.split("::")
        at: Module = module
        if names[0] == "crate":
            at, names = (), names[1:]
        elif names[0] == "self":
            names = names[1:]
        else:
            while names and names[0] == "super":
                at, names = at[:-1], names[1:]
        if at == module and (not names or (*at, names[0]) not in known):
            continue
        while names and (*at, names[0]) in known:
            at, names = (*at, names[0]), names[1:]
        found.add(at)
    return found - {module}


def edges(source: Path) -> dict[Module, set[Module]]:
    """The modules that each module of a crate mentions; a module includes its own tests (`use super::*`)."""
    known = modules(source)
    texts = {
        module: re.sub(r"\buse super::\*;", "", file.read_text("utf-8")) for module, file in known.items()
    }
    return {module: imported(module, text, set(known)) for module, text in texts.items()}


def cycle(source: Path) -> str:
    """A cycle of modules in words; empty if there is none."""
    try:
        TopologicalSorter(edges(source)).prepare()
    except CycleError as error:
        return " -> ".join("::".join(("crate", *module)) for module in reversed(error.args[1]))
    return ""


@pytest.mark.parametrize("crate", CHECKED)
def test_no_module_imports_one_that_imports_it(crate: str) -> None:
    assert cycle(CRATES / crate / "src") == ""


def test_modules_that_import_each_other_are_found(tmp_path: Path) -> None:
    (tmp_path / "lib.rs").write_text("pub mod desk;\npub mod play;\n", "utf-8")
    (tmp_path / "desk.rs").write_text("use crate::{play::{timed::Watch, Row}};\n", "utf-8")
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "mod.rs").write_text("mod timed;\n", "utf-8")
    (tmp_path / "play" / "timed.rs").write_text("fn f() { crate::desk::sit() }\n", "utf-8")
    assert "crate::desk -> crate::play::timed" in cycle(
        tmp_path
    ) or "crate::play::timed -> crate::desk" in cycle(tmp_path)
    (tmp_path / "play" / "timed.rs").write_text("// crate::desk is not used\n", "utf-8")
    assert cycle(tmp_path) == ""
    (tmp_path / "play" / "mod.rs").write_text("mod timed;\npub use timed::Watch;\npub struct Row;\n", "utf-8")
    (tmp_path / "play" / "timed.rs").write_text("use super::Row;\n", "utf-8")
    assert "crate::play" in cycle(tmp_path)
