"""The form of the sources: no file too long to be read to its end, no function longer than a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "cardwright"

MOST_LINES = 500
MOST_IN_FUNCTION = 80


def sources(package: Path = PACKAGE) -> Iterator[Path]:
    """The files of the package, without the games, which are only linked into it."""
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in ("games", "catalogues"):
            yield path


def long_files(package: Path = PACKAGE) -> list[str]:
    found = []
    for path in sources(package):
        lines = path.read_text(encoding="utf-8").count("\n")
        if lines > MOST_LINES:
            found.append(f"{path.relative_to(package)}: {lines} lines")
    return found


def long_functions(package: Path = PACKAGE) -> list[str]:
    found = []
    for path in sources(package):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > MOST_IN_FUNCTION:
                    found.append(f"{path.relative_to(package)}: {node.name} has {lines} lines")
    return found


def test_no_file_is_too_long() -> None:
    assert long_files() == []


def test_no_function_is_too_long() -> None:
    assert long_functions() == []


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    body = "    pass\n" * MOST_IN_FUNCTION
    (tmp_path / "one.py").write_text(f"def one():\n{body}", encoding="utf-8")
    (tmp_path / "two.py").write_text("\n" * (MOST_LINES + 1), encoding="utf-8")
    assert long_functions(tmp_path) == ["one.py: one has 81 lines"]
    assert long_files(tmp_path) == ["two.py: 501 lines"]
