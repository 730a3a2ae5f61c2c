"""The Python packages form layers: no package imports one above it, not even inside a function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "python" / "cardwright"

LAYERS = (
    "_kernel",
    "errors",
    "basics",
    "sources",
    "catalogue",
    "decks",
    "language",
    "building",
    "face",
    "scenario",
    "pairs",
    "generating",
    "agents",
    "hosting",
    "lab",
    "experiments",
    "table",
    "cli",
    "__main__",
)
"""From bottom to top; `cardwright` itself is above all of them, so no package imports its public names."""

SCREENLESS = LAYERS[: LAYERS.index("table")]
"""The layers below the screen."""

CODED = re.compile(r"(\.kernel\b|\btake_apart\b|\bmake_code\b|\bcode (?:& 255|>> 8)\b)")
"""Code that only the face may contain: the kernel behind its objects, and the numbers of an action's code."""


def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Every module by its name without `cardwright.`; the package itself has an empty name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        if parts[0] in ("games", "catalogues"):
            continue
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The imports of a file with their lines, including those in functions and for type checkers."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write the whole name of the package"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def layer_of(name: str) -> str:
    """The package of a name inside of `cardwright`."""
    return name.removeprefix("cardwright.").split(".")[0]


def edges_upward(package: Path = PACKAGE) -> list[str]:
    found = []
    for module, path in modules(package).items():
        own = layer_of(module)
        if not own:
            continue
        for name, line in imports(path):
            if name.split(".")[0] != "cardwright" or name == "cardwright.__version__":
                continue
            other = layer_of(name)
            if other not in LAYERS or LAYERS.index(other) > LAYERS.index(own):
                found.append(f"{path.relative_to(package)}:{line}: {own} imports {other}")
    return found


def test_every_package_has_a_layer() -> None:
    found = {layer_of(module) for module in modules()} - {""}
    assert found == set(LAYERS) - {"_kernel"}


def test_no_package_imports_one_above_it() -> None:
    assert edges_upward() == []


@pytest.mark.parametrize(
    "line",
    [
        "import cardwright.table.plain",
        "from cardwright.cli import app",
        "from cardwright import game",
        "def late() -> None:\n    from cardwright.table import plain",
        "if TYPE_CHECKING:\n    from cardwright.table.plain import Plain",
    ],
)
def test_an_edge_upward_is_found_however_it_is_written(tmp_path: Path, line: str) -> None:
    (tmp_path / "hosting").mkdir()
    (tmp_path / "hosting" / "session.py").write_text(f"import json\n{line}\n", encoding="utf-8")
    [found] = edges_upward(tmp_path)
    assert found.startswith("hosting/session.py:")


def foreign(path: Path, layer: str) -> Iterator[tuple[str, int]]:
    """The screen libraries that a layer below the table imports."""
    for name, line in imports(path):
        first = name.split(".")[0]
        is_bar = first == "rich" and layer == "basics"  # progress bars on the error output
        writes = name.startswith("cardwright.basics.output") and layer == "hosting"
        if (first in ("textual", "rich", "curses") and not is_bar) or writes:
            yield name, line


def test_below_the_table_nothing_knows_a_screen() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for module, path in modules().items()
        if layer_of(module) in SCREENLESS
        for name, line in foreign(path, layer_of(module))
    ]
    assert found == []


def test_a_screen_below_the_table_is_found(tmp_path: Path) -> None:
    path = tmp_path / "session.py"
    path.write_text(
        "from textual.app import App\nfrom cardwright.basics.output import say\n", encoding="utf-8"
    )
    assert [line for _, line in foreign(path, "hosting")] == [1, 2]
    assert [line for _, line in foreign(path, "lab")] == [1]


def test_above_the_face_nobody_knows_the_kernel_or_the_parts_of_a_code() -> None:
    face = LAYERS.index("face")
    found = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for module, path in modules().items()
        if module and LAYERS.index(layer_of(module)) > face
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if CODED.search(line)
    ]
    assert found == [], "ask Match, View, Action or Prefix, or cardwright.face.native"


@pytest.mark.parametrize(
    "line", ["match.kernel.actions()", "parts = take_apart(code)", "seat = code & 255", "code >> 8 & 255"]
)
def test_a_part_of_a_code_is_found(line: str) -> None:
    assert CODED.search(line)


def test_modules_import_each_other_in_no_circle() -> None:
    """Only imports at load time count; others, in functions and for type checkers, are free in a package."""
    known = modules()
    graph: dict[str, set[str]] = {module: set() for module in known}
    for module, path in known.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name in names_of(node):
                inner = name.removeprefix("cardwright.")
                inner = inner if inner in known else inner.rpartition(".")[0]
                if name.startswith("cardwright.") and inner in known and inner != module:
                    graph[module].add(inner)
    assert circles(graph) == []


def names_of(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def circles(graph: dict[str, set[str]]) -> list[str]:
    """The modules in or above a circle: those left after removing modules without imports, repeatedly."""
    left = {module: set(asked) for module, asked in graph.items() if module}
    while free := [module for module, asked in left.items() if not asked & left.keys()]:
        for module in free:
            del left[module]
    return sorted(left)


def test_a_circle_of_modules_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
