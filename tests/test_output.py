"""Control characters never reach a terminal, and only one module writes to it."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from terminals import Terminal

import cardwright as cw
from cardwright.basics import cleaning, output
from cardwright.basics.paths import PATH_VARIABLE

PACKAGE = Path(cw.__file__).parent
GAME = "elemental-command"
HOSTILE = "\x1b[31mred\x1b]0;title\x07 \x9b5m\x08\x7f\r\u202eback\u2066\u2028line\u200b"
"""Colours, a title, a bell, the other control characters, a reversed direction, a line break."""
BAD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0), 0x202E, 0x2066, 0x2028, 0x2029, 0xD800])
def test_every_letter_that_commands_has_a_sign_in_its_place(code: int) -> None:
    letter = chr(code)
    kept = "\n\t" if letter in "\n\t" else ""
    shown = cleaning.clean(f"a{letter}b")
    assert len(shown) == 3
    assert letter not in shown or letter in kept
    line = cleaning.clean_line(f"a{letter}b")
    assert len(line) == 3
    assert letter not in line
    assert line.isprintable()


@pytest.mark.parametrize(
    "text", ["Ember Wisp", "Ægir’s Größe ×2 → 雪 🐉", "שלום", "non\u00a0breaking", "e\u0301"]
)
def test_letters_that_only_show_something_stay(text: str) -> None:
    assert cleaning.clean(text) == cleaning.clean_line(text) == text


def test_json_says_the_same_without_them() -> None:
    document = {"name": HOSTILE, "half": "\ud800", "plain": "Größe 🐉", "tags": "\U000e0041"}
    text = output.json_text(document)
    assert not BAD.search(text)
    assert json.loads(text) == document
    assert "Größe 🐉" in text


def test_a_line_is_one_line_and_a_text_keeps_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    output.say("one\ntwo", 3)
    output.say()
    output.write("a\nb\n")
    output.complain("first\nsecond")
    output.complain("x" * 5000)
    said = capsys.readouterr()
    assert said.out == "one␊two\n3\n\na\nb\n"
    first, second = said.err.splitlines()
    assert first == "first␊second"
    assert len(second) < 1100


WRITERS = {"print", "input", "echo", "secho", "style", "breakpoint", "Console", "Progress", "Live"}
STREAMS = {"stdout", "stderr", "__stdout__", "__stderr__"}


def writes(tree: ast.AST) -> Iterator[str]:
    """The calls of a module that only `basics/output.py` may make."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in WRITERS:
                yield f"line {node.lineno}: {name}()"
            if isinstance(called, ast.Attribute) and name in ("write", "writelines", "print", "buffer"):
                whose = called.value
                if isinstance(whose, ast.Attribute) and whose.attr in (*STREAMS, "buffer"):
                    yield f"line {node.lineno}: {whose.attr}.{name}()"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\x1b" in node.value:
            yield f"line {node.lineno}: an escape"
        if isinstance(node, ast.ImportFrom) and node.module in ("textual.widgets", "rich.console", "rich"):
            yield f"line {node.lineno}: import from {node.module}"


ALLOWED = {"basics/output.py"}
WIDGETS = "table/widgets/cleaned.py"


def test_nothing_else_writes_to_the_terminal() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}, {what}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in ALLOWED
        for what in writes(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == [], "say it with cardwright.basics.output, draw it with cardwright.table.widgets.cleaned"


@pytest.mark.parametrize(
    "code",
    [
        "print('x')",
        "import sys\nsys.stdout.write('x')",
        "import sys\nsys.stderr.buffer.write(b'x')",
        "import typer\ntyper.echo('x')",
        "from rich.console import Console",
        "console = Console()",
        "input('x')",
        "from textual.widgets import Static",
        "x = '\\x1b[2J'",
    ],
)
def test_whoever_wrote_himself_would_be_found(code: str) -> None:
    assert list(writes(ast.parse(code)))


def test_every_widget_is_drawn_on_a_canvas_or_cleans_its_lines() -> None:
    from textual.screen import Screen
    from textual.widget import Widget

    import cardwright.table.screens.app
    import cardwright.table.start.screen  # noqa: F401
    from cardwright.table.widgets.cleaned import Cleaned
    from cardwright.table.widgets.panel import Panel

    def kinds(kind: type) -> Iterator[type]:
        for below in kind.__subclasses__():
            yield below
            yield from kinds(below)

    own = [kind for kind in kinds(Widget) if kind.__module__.startswith("cardwright.")]
    shown = [kind for kind in own if ".screens." not in kind.__module__ and not issubclass(kind, Screen)]
    assert len(shown) > 8
    assert [kind for kind in shown if not issubclass(kind, Cleaned | Panel)] == []


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a trace, a pack, a variant, decks and an agent, all with control characters."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = json.dumps(HOSTILE)
    cards = tmp_path / "mine" / GAME / "cards"
    cards.mkdir(parents=True)
    (cards / "odd.toml").write_text(
        f'[[card]]\nid = "odd"\nname = "Odd"\nkind = "spell"\ncost = 1\nneeds = {{ fire = 1 }}\n'
        f'text = "Draw a card."\nflavour = {text}\n'
    )
    for name, lines in (("name", f"name = {text}\n"), ("key", f'name = "x"\n{text} = 1\n')):
        variant = tmp_path / name / "odd-one" / "game.toml"
        variant.parent.mkdir(parents=True)
        variant.write_text(f'rules = "{GAME}"\n{lines}')
    (tmp_path / "wrong" / GAME / "cards").mkdir(parents=True)
    (tmp_path / "wrong" / GAME / "cards" / f"{HOSTILE.replace('/', '')}.toml").write_text(
        f"[[card]]\nid = {text}\nname = {text}\nkind = {text}\ntext = {text}\n"
    )
    (tmp_path / "deck.txt").write_text(f"# {HOSTILE}\nhero: {HOSTILE}\n1 {HOSTILE}\n{HOSTILE}\n", newline="")
    match = cw.game(GAME).match(seed=7)
    for seat in (0, 1):
        match.play("keep", seat=seat)
    while match.ply < 12:
        match.play(match.legal_actions[0])
    document = msgspec.json.decode(match.trace.definitions)
    document["game"]["name"] = HOSTILE
    for card in document["defs"]:
        card["name"] = f"{HOSTILE}{card['name']}"
        card["text"] = HOSTILE
        card["flavour"] = HOSTILE
    forged = msgspec.structs.replace(match.trace, definitions=msgspec.json.encode(document), steps=())
    forged = msgspec.structs.replace(forged, position="unknown", notes={"agent": "pass"})
    (tmp_path / "forged.trace").write_text(forged.to_text(embed=True))
    (tmp_path / "odd_bots.py").write_text(
        f"import sys\nclass Bot:\n    def choose(self, view):\n        print({text})\n"
        f"        print({text}, file=sys.stderr)\n        raise RuntimeError({text})\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    return tmp_path


COMMANDS = [
    ["cards", "show", GAME, "odd", "--with", "mine"],
    ["cards", "show", GAME, "odd", "--json", "--with", "mine"],
    ["cards", "show", GAME, HOSTILE],
    ["cards", "list", GAME, "--with", "wrong"],
    ["cards", "lint", GAME, "--with", "wrong"],
    ["cards", "lint", GAME, "--json", "--with", "wrong"],
    ["cards", "search", GAME, HOSTILE, f"cost={HOSTILE}"],
    ["games", "--with", "name"],
    ["games", "--json", "--with", "name"],
    ["games", "--with", HOSTILE.replace("/", "")],
    ["cards", "list", "odd-one", "--with", "key"],
    ["decks", "check", GAME, "deck.txt"],
    ["decks", "check", GAME, "deck.txt", "--json"],
    ["decks", "check", GAME, HOSTILE],
    ["decks", "import", GAME, "deck.txt"],
    ["replay", "forged.trace", "--plain"],
    ["replay", HOSTILE],
    ["play", "--resume", "forged.trace", "--script", "moves.txt"],
    ["play", HOSTILE],
    ["play", "--deck", HOSTILE],
    ["play", "--agent", HOSTILE],
    ["play", "--agent", "odd_bots:Bot", "--seed", "7", "--script", "moves.txt"],
    ["watch", "--agents", "odd_bots:Bot,pass", "--seed", "7"],
    ["arena", GAME, "--agents", "odd_bots:Bot,pass", "--decks", "aggro", "--matches", "2"],
    ["fuzz", HOSTILE],
    ["bench", "--game", HOSTILE],
    ["experiment", GAME, HOSTILE],
    [HOSTILE],
    ["play", f"--{HOSTILE}"],
]


@pytest.mark.parametrize(
    "words", COMMANDS, ids=lambda words: " ".join(words)[:40].encode("unicode_escape").decode()
)
def test_no_command_lets_them_through_a_pipe(words: list[str], hostile: Path) -> None:
    (hostile / "moves.txt").write_text(f"keep\nhelp {HOSTILE}\nhand\nlog\n{HOSTILE}\n", newline="")
    code = "from cardwright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, cwd=hostile, timeout=120)
    shown = (done.stdout + done.stderr).decode("utf-8")
    assert shown
    assert "Traceback" not in shown
    assert done.returncode in (0, 1, 2)
    assert BAD.findall(shown) == []


def test_the_plain_table_lets_none_through_a_terminal(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hostile)
    terminal = Terminal("play", "--plain", "--resume", "forged.trace")
    try:
        seen = terminal.until("you > ")
        for line in ("board", "hand", "actions", "log", "hint", "help red", "nonsense", "keep"):
            terminal.type(line)
            seen += terminal.until("you > ")
        terminal.type("quit!")
        code, rest = terminal.rest()
    finally:
        terminal.close()
    assert code == 0
    seen = re.sub(r"\x1b\[\?2004[hl]\r?", "", seen + rest)  # the line editor's own
    assert "␛[31mred" in seen
    assert BAD.findall(seen) == []


def test_the_full_table_shows_signs(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hostile)
    terminal = Terminal("replay", "forged.trace", size=(120, 40))
    try:
        seen = terminal.until("0 of 0")
        terminal.press("?")
        seen += terminal.until("Escape")
        terminal.press("qq")  # the help, then the table
        seen += terminal.rest()[1]
    finally:
        terminal.close()
    assert "␛[31mred" in seen
    seen = re.sub(r"\x1b\]22;\w*\x07", "", seen)  # the library's own: the shape of the mouse's pointer
    for part in ("\x1b[31mred", "\x1b]0;title", "\x07", "\x9b", "\x08", "\x7f", "\u202e", "\u2066", "\u2028"):
        assert part not in seen


def test_a_fault_of_the_program_is_told_without_them(hostile: Path) -> None:
    code = f"from cardwright.basics import output; output.prepare(); raise RuntimeError({HOSTILE!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert done.returncode == 1
    assert "RuntimeError: ␛[31mred" in done.stderr.decode()
    assert BAD.findall(done.stderr.decode()) == []


def test_an_output_that_knows_few_letters_gets_escapes(hostile: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    code = "from cardwright.cli import main; main()"
    words = [sys.executable, "-c", code, "cards", "show", GAME, "odd", "--with", "mine"]
    done = subprocess.run(words, capture_output=True, cwd=hostile, env=environment, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u241b[31mred" in done.stdout


def test_the_kernel_prints_nothing() -> None:
    crates = PACKAGE.parents[1] / "crates"
    sources = [path for path in crates.rglob("*.rs") if "tests" not in path.relative_to(crates).parts]
    assert len(sources) > 50
    printing = re.compile(r"\b(?:e?print(?:ln)?|dbg)!\s*\(")
    assert [str(path) for path in sources if printing.search(path.read_text(encoding="utf-8"))] == []
