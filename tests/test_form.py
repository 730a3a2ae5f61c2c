"""The form of the sources: no file too long to read, no function longer than a screen, no deep parentage."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "python" / "cardwright"
CRATES = Path(__file__).parents[1] / "crates"

MOST_LINES = 500
MOST_IN_FUNCTION = 80
MOST_DEEP = 2
"""Of classes of ours that inherit from each other at the table: one, and one that it is made from."""


def sources(package: Path = PACKAGE) -> Iterator[Path]:
    """The files of the package, without the games, which are only linked into it."""
    for path in sorted(package.rglob("*.py")):
        if path.relative_to(package).parts[0] not in ("games", "catalogues"):
            yield path


def rust_sources(crates: Path = CRATES) -> Iterator[Path]:
    """The files of the crates, tests aside."""
    for path in sorted(crates.glob("*/src/**/*.rs")):
        if path.stem != "tests":
            yield path


def long_files(package: Path = PACKAGE, crates: Path = CRATES) -> list[str]:
    found = []
    for folder, paths in ((package, sources(package)), (crates, rust_sources(crates))):
        for path in paths:
            lines = path.read_text(encoding="utf-8").count("\n")
            if lines > MOST_LINES:
                found.append(f"{path.relative_to(folder)}: {lines} lines")
    return found


def long_rust_functions(crates: Path = CRATES) -> list[str]:
    """Functions that end by a brace in the column in which they begin, as rustfmt writes them."""
    begins = re.compile(r"( *)(?:pub(?:\([a-z]+\))? )?(?:const )?fn (\w+)")
    found = []
    for path in rust_sources(crates):
        lines = path.read_text(encoding="utf-8").splitlines()
        for at, line in enumerate(lines):
            if not (begun := begins.match(line)):
                continue
            ends = (n for n in range(at, len(lines)) if re.fullmatch(rf"{begun[1]}(?:\S.*;|\}})", lines[n]))
            end = next(ends, at)
            if end - at + 1 > MOST_IN_FUNCTION:
                found.append(f"{path.relative_to(crates)}: {begun[2]} has {end - at + 1} lines")
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


Parents = dict[tuple[str, str], list[tuple[str, str]]]
"""The classes by module and name, each with the classes it inherits from."""


def classes(package: Path = PACKAGE) -> Parents:
    """The classes of the package; a parent that is imported is named by where it comes from."""
    found: Parents = {}
    for path in sources(package):
        module = ".".join(("cardwright", *path.relative_to(package).with_suffix("").parts))
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                parents = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
                found[module.removesuffix(".__init__"), node.name] = [
                    named(parent, module.removesuffix(".__init__"), imported) for parent in parents
                ]
    return found


def named(parent: ast.expr, module: str, imported: dict[str, tuple[str, str]]) -> tuple[str, str]:
    """Where a parent is declared: `Panel` or `panels.Panel`, as a class line writes it."""
    if isinstance(parent, ast.Attribute):
        beside = ast.unparse(parent.value)
        return ".".join(imported.get(beside, ("", beside))).lstrip("."), parent.attr
    name = ast.unparse(parent)
    return imported.get(name, (module, name))


def deep_classes(package: Path = PACKAGE, under: str = "cardwright.table") -> list[str]:
    known = classes(package)

    def depth(one: tuple[str, str]) -> int:
        return 1 + max(map(depth, known[one]), default=0) if one in known else 0

    return [
        f"{module}: {name} inherits {depth((module, name))} deep"
        for module, name in known
        if module.startswith(under) and depth((module, name)) > MOST_DEEP
    ]


def test_no_file_is_too_long() -> None:
    assert long_files() == []


def test_no_function_is_too_long() -> None:
    assert long_functions() == []
    assert long_rust_functions() == []


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    body = "    pass\n" * MOST_IN_FUNCTION
    (tmp_path / "one.py").write_text(f"def one():\n{body}", encoding="utf-8")
    (tmp_path / "two.py").write_text("\n" * (MOST_LINES + 1), encoding="utf-8")
    assert long_functions(tmp_path) == ["one.py: one has 81 lines"]
    assert long_files(tmp_path) == ["two.py: 501 lines"]


def test_rust_that_is_too_long_is_found(tmp_path: Path) -> None:
    (tmp_path / "core" / "src").mkdir(parents=True)
    one = "    pub fn one(\n        of: [u8; 2],\n    ) -> u8 {\n" + "        step();\n" * 77 + "    }\n"
    two = "fn two();\nfn three(of: [u8; 2]) {\n" + "    step();\n" * 78 + "}\n"
    (tmp_path / "core" / "src" / "lib.rs").write_text(f"impl Core {{\n{one}}}\n{two}", encoding="utf-8")
    assert long_rust_functions(tmp_path) == ["core/src/lib.rs: one has 81 lines"]
    (tmp_path / "core" / "src" / "state.rs").write_text("\n" * (MOST_LINES + 1), encoding="utf-8")
    assert long_files(tmp_path / "none", tmp_path) == ["core/src/state.rs: 501 lines"]


def test_no_class_of_the_table_inherits_too_deep() -> None:
    assert len([module for module, _ in classes() if module.startswith("cardwright.table")]) > 30
    assert deep_classes() == []


def test_a_class_that_inherits_too_deep_is_found(tmp_path: Path) -> None:
    (tmp_path / "table" / "widgets").mkdir(parents=True)
    (tmp_path / "table" / "widgets" / "panel.py").write_text(
        "from textual import widgets\nclass Panel(widgets.Panel): ...\nclass Lines(Panel): ...\n",
        encoding="utf-8",
    )
    (tmp_path / "table" / "log.py").write_text(
        "from cardwright.table.widgets import panel\n"
        "from cardwright.table.widgets.panel import Lines as Row, Panel\n"
        "class Log(Row): ...\n"
        "class Hand(Panel): ...\n"
        "class Chat(panel.Lines[int]): ...\n",
        encoding="utf-8",
    )
    assert deep_classes(tmp_path) == [
        "cardwright.table.log: Log inherits 3 deep",
        "cardwright.table.log: Chat inherits 3 deep",
    ]
