"""An input that is too large, too deep, endless or no file is refused with its size and the limit."""

from __future__ import annotations

import ast
import base64
import os
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright.basics import files, limits
from cardwright.basics.limits import MB, Limit
from cardwright.basics.paths import PATH_VARIABLE
from cardwright.basics.toml import parse_toml
from cardwright.cli import app
from cardwright.errors import CardwrightError

GAME = "elemental-command"
PACKAGE = Path(cw.__file__).parent
SECONDS = 60
"""A command that takes longer hangs, even on a busy machine."""


@pytest.fixture(autouse=True)
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def refused(*words: str, said: str, typed: str = "") -> None:
    """The command prints one sentence and ends with code 2."""
    result = run(*words, typed=typed)
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def set_aside(*words: str, said: str) -> None:
    """The command goes on without something, and says so in one sentence."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    (line,) = result.stderr.splitlines()
    before, _, after = said.rpartition(": ")
    assert before in line
    assert "set aside" in line
    assert after in line


def card(text: str = "Draw a card.", **more: str) -> str:
    rows = {"id": "x-y", "name": "Xy", "kind": "spell", "text": text} | more
    return "[[card]]\ncost = 1\nneeds = { fire = 1 }\n" + "".join(f'{k} = "{v}"\n' for k, v in rows.items())


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of cards of a pack."""
    folder = tmp_path / "mine" / GAME / "cards"
    folder.mkdir(parents=True)
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "mine"))
    return folder


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "x = " + "[" * 5000 + "]" * 5000,
            "a.toml:1: this has more than 16 levels of nesting; a file may have 16",
        ),
        ("\nx = " + "{a=" * 5000 + "1" + "}" * 5000, "a.toml:2: this has more than 16 levels of nesting"),
        (".".join("a" * 20_000) + " = 1", "a.toml:1: this has more than 16 parts; a key may have 16"),
        ("[" + ".".join("a" * 20_000) + "]", "a.toml:1: this has more than 16 parts; a key may have 16"),
        (" . ".join(['"a"'] * 20_000) + " = 1", "a.toml:1: this has more than 16 parts; a key may have 16"),
        ("x = " + "9" * 5000, "a.toml:1: broken TOML: a number has too many digits"),
        ('\\"""' * 200_000, "a.toml:1:1: broken TOML"),
        (card("x" * 900_000), 'card "x-y": this has 900,000 characters; a card\'s text may have 1,000'),
        (
            card("Draw a card and " * 3000 + "draw a card."),
            "this has 48,012 characters; a card's text may have 1,000",
        ),
        (card("Taunt, " * 5000 + "Taunt."), "characters; a card's text may have 1,000"),
        (card("Taunt, " * 130 + "Taunt."), "this has 131 keywords; a card may have 32"),
        (card(name="x" * 101), "this has 101 characters; a name may have 100"),
        (card(flavour="x" * 1001), "this has 1,001 characters; a flavour may have 1,000"),
    ],
    ids=lambda value: str(value)[:24].encode("unicode_escape").decode(),
)
def test_a_card_file_that_is_too_much_is_one_sentence(content: str, said: str, pack: Path) -> None:
    (pack / "a.toml").write_text(content)
    linted = run("cards", "lint", GAME)
    assert (linted.exit_code, linted.stderr) == (1, "")
    assert [said in line for line in linted.stdout.splitlines() if line.startswith("error:")] == [True]
    # Commands that do not need a broken file of the user's set it aside.
    listed = run("cards", "list", GAME)
    assert listed.exit_code == 0
    (line,) = listed.stderr.splitlines()
    assert "a.toml" in line
    assert said.split(": ", 1)[-1] in line


def test_a_card_file_that_is_too_large_is_not_read_at_all(pack: Path) -> None:
    (pack / "a.toml").write_text(card("x" * 10 * MB))
    set_aside("cards", "list", GAME, said="bytes; a card file may have 1 MB")


def test_the_deepest_text_that_may_be_written_is_read(pack: Path) -> None:
    (pack / "a.toml").write_text(card("Draw a card and " * 61 + "draw a card."))
    assert run("cards", "show", GAME, "x-y").exit_code == 0


def test_strings_and_comments_have_no_depth() -> None:
    odd = "[" * 99
    text = f"# {odd}\na = \"{odd}\"\nb = '{odd}'\nc = \"\"\"\n{odd}\n\"\"\"\nd = '''{odd}'''\n"
    text += f'e = "{"a." * 99}"\n'
    assert parse_toml(text, "x")["c"] == f"{odd}\n"
    assert parse_toml("x = " + "[" * 16 + "]" * 16, "x")


def test_a_link_to_itself_is_one_sentence(pack: Path) -> None:
    (pack / "loop.toml").symlink_to("loop.toml")
    set_aside("cards", "list", GAME, said="loop.toml: Too many levels of symbolic links")
    assert "Too many levels" in run("cards", "lint", GAME).stdout
    refused("replay", str(pack / "loop.toml"), said="Too many levels of symbolic links")
    refused("play", "--resume", str(pack / "loop.trace"), said="No such file")


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_file_is_not_waited_for(
    kind: str, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack / "odd.toml"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    set_aside("cards", "list", GAME, said=f"this is a {kind}, not a file")
    assert f"this is a {kind}" in run("cards", "lint", GAME).stdout
    assert run("games").exit_code == 0
    monkeypatch.delenv(PATH_VARIABLE)
    said = "nobody writes to this pipe" if kind == "pipe" else "this is a device, not a file"
    for words in (["replay"], ["play", GAME, "--script"], ["cards", "test", GAME]):
        refused(*words, str(path), said=said)
    trace = tmp_path / "odd.trace"
    path.rename(trace)
    refused("play", "--resume", str(trace), said=said)


def test_a_pipe_that_is_named_is_read_to_its_end(tmp_path: Path) -> None:
    text = cw.game(GAME).match(seed=7).trace.to_text()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    script = 'exec "$0" -c "from cardwright.cli import main; main()" replay --plain <(sleep 1; cat "$1")'
    (tmp_path / "match.trace").write_text(text)
    done = subprocess.run(
        ["bash", "-c", script, sys.executable, str(tmp_path / "match.trace")],
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "seed 7" in done.stdout


def test_a_pipe_that_stays_silent_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    holding = os.open(pipe, os.O_RDWR)
    try:
        refused("replay", str(pipe), said="nothing came through this pipe for 0.2 seconds")
        endless = threading.Thread(target=lambda: os.write(holding, b"x" * 200_000), daemon=True)
        endless.start()
        with pytest.raises(CardwrightError, match="more than 65,536 bytes; a deck may have 64 KB"):
            files.read_bytes(pipe, limits.DECK, is_named=True)
        os.read(holding, 65536)
        os.read(holding, 65536)
        endless.join(timeout=SECONDS)
    finally:
        os.close(holding)


def test_files_of_decks_boards_weights_scripts_scenarios_and_traces_have_limits(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * (17 * MB))
    said = "this has 17,825,792 bytes; "
    assert f"{said}a deck may have 64 KB" in run("decks", "check", GAME, str(large)).stdout
    refused("play", GAME, "--deck", str(large), said=f"{said}a deck may have 64 KB")
    refused("decks", "import", GAME, str(large), said=f"{said}a deck may have 64 KB")
    refused("play", GAME, "--script", str(large), said=f"{said}a script may have 1 MB")
    refused("replay", str(large), said=f"{said}a trace may have 16 MB")
    refused("cards", "test", GAME, str(large), said=f"{said}a scenario file may have 1 MB")
    refused(
        "play", GAME, "--agent", f"expectimax/weights={large}", said=f"{said}a file of weights may have 64 KB"
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (f"{GAME}/decks/x.toml", "a deck may have 64 KB"),
        (f"{GAME}/boards/x.toml", "a board may have 256 KB"),
        (f"{GAME}/pack.toml", "pack.toml may have 64 KB"),
        ("own/game.toml", "game.toml may have 1 MB"),
    ],
)
def test_files_of_a_folder_have_limits(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine" / name
    path.parent.mkdir(parents=True)
    path.write_text(f'rules = "{GAME}"\nname = "Own"\n' if "game" in name else "")
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "mine"))
    with path.open("a") as file:
        file.write("#" * 2 * MB)
    set_aside("cards", "list", GAME, said=said)


def test_what_is_typed_has_limits() -> None:
    assert (
        "standard input: this has more than 65,536 bytes; a deck may have 64 KB"
        in run("decks", "check", GAME, "-", typed="1 Ember Wisp\n" * 10_000).output
    )
    refused(
        "play",
        GAME,
        "--script",
        "-",
        typed="x" * 2 * MB,
        said="standard input: this has more than 1,048,576 bytes",
    )
    refused("play", GAME, "--seed", "7", "--script", "-", typed="x" * 1001, said="an action may have 1,000")
    code = "from cardwright.cli import main; main()"
    words = [sys.executable, "-c", code, "play", GAME, "--deck", "x" * 5000]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 2
    said = f"cardwright: '{'x' * 40}...': this has 5,000 characters; an argument may have 4,096"
    assert done.stderr == f"{said}; see: cardwright --help\n"
    refused("cards", "show", GAME, "x" * 4000, said="has no card")


@pytest.mark.parametrize("written", ["1 Nothing Like {n}\n", "Nothing Like {n}\n", "hero: Nothing {n}\n"])
def test_a_deck_of_nothing_but_faults_is_read_quickly(written: str, tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("".join(written.format(n=n) for n in range(2500)))
    result = run("decks", "check", GAME, str(deck))
    assert result.exit_code == 1
    assert "deck.txt:1001: this has 2,501 lines; a deck may have 1,000" in result.stdout


def test_a_folder_of_very_many_files_is_refused(pack: Path) -> None:
    for number in range(1001):
        (pack / f"{number}.toml").touch()
    refused(
        "cards", "list", GAME, said="this has more than 1,000 files; a folder of cards, decks or boards may"
    )


def test_a_game_of_very_many_cards_or_words_is_refused(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.language.cards.CARDS", Limit("a game", 90, "cards"))
    (pack / "a.toml").write_text("".join(card("", id=f"x-{n}", name=f"Xy {n}") for n in range(9)))
    refused("cards", "list", GAME, said="this has more than 90 cards; a game may have 90")
    own = pack.parents[1] / "own" / "game.toml"
    own.parent.mkdir()
    words = "".join(f'[[keyword]]\nid = "k{n}"\nword = "Kw{n}"\n' for n in range(5000))
    own.write_text(f'rules = "{GAME}"\nname = "Own"\n{words}')
    refused("cards", "list", "own", said="this has 5,000 entries; a list of game.toml may have 200")


def test_a_long_chain_of_variants_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(300):
        folder = tmp_path / "mine" / f"v-{number:03}"
        folder.mkdir(parents=True)
        rules = f"v-{number - 1:03}" if number else GAME
        (folder / "game.toml").write_text(f'rules = "{rules}"\nname = "V{number}"\n')
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "mine"))
    said = f'v-004/game.toml:1:1: this has 5 games above it; a game may have 4; take the rules of "{GAME}"'
    for words in (["cards", "list", "v-299"], ["play", "v-299"]):
        refused(*words, said=said)
    set_aside("games", said='v-004/game.toml:1:1: the game "v-004" is set aside: this has 5 games above it')


def test_a_trace_is_unpacked_as_far_as_the_limit(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    part = b" " * MB
    packed = b"".join(packer.compress(part) for _ in range(1024)) + packer.flush()
    rows = base64.b64encode(packed).decode()
    bomb = tmp_path / "bomb.trace"
    bomb.write_text(f"{cw.game(GAME).match(seed=7).trace.to_text()}\ndefinitions 1 lines\n{rows}\n")
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "from cardwright.cli import main; main()"
    )
    words = [sys.executable, "-c", code, "replay", str(bomb)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 2, done.stderr
    assert (
        "this has more than 16,777,216 bytes; the cards that a trace carries, unpacked, may have"
        in done.stderr
    )


def test_a_file_of_a_run_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.lab.folder.RUN_PART", Limit("a file of a run folder", 10))
    (tmp_path / "manifest.json").write_text("{" + " " * 20)
    refused("arena", GAME, "--matches", "2", "--run", str(tmp_path), said="a file of a run folder may have")
    monkeypatch.undo()
    (tmp_path / "manifest.json").write_text('{"settings": ' + "[" * 50_000)
    refused(
        "arena",
        GAME,
        "--matches",
        "2",
        "--run",
        str(tmp_path),
        said="manifest.json: this is no part of a run",
    )


READERS = {"open", "read_text", "read_bytes", "load", "fdopen"}
ALLOWED = {
    "basics/files.py": {"open"},  # the module that reads
    "basics/output.py": {"open"},  # /dev/null
    "basics/paths.py": {"open", "fdopen"},  # writes
    "cli/__init__.py": {"open"},  # /dev/null
    "hosting/locks.py": {"open"},  # a few digits
    "hosting/saves.py": {"open"},  # writes
    "agents/warden.py": {"open"},  # the system's files about processes
    "agents/worker.py": {"fdopen"},  # a pipe
    "lab/worker.py": {"fdopen"},
}


def test_nothing_else_reads_files() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            is_method = isinstance(called, ast.Attribute)
            word = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            whose = getattr(called.value, "id", "") if isinstance(called, ast.Attribute) else ""
            of_system = whose in ("os", "io", "json", "tomllib", "zlib", "gzip") or not is_method
            reads = (word in ("read_text", "read_bytes") and is_method) or (word in READERS and of_system)
            own = word in ("read_text", "read_bytes") and not is_method
            if reads and not own and word not in ALLOWED.get(name, set()) and word != "load":
                found.append(f"{name}, line {node.lineno}: {word}()")
    assert found == [], "read it with cardwright.basics.files"


def test_the_limits_are_those_of_the_reference_page() -> None:
    page = (PACKAGE.parents[1] / "docs" / "reference" / "cards.md").read_text(encoding="utf-8")
    for limit in limits.all_limits():
        assert f"| {limit.what.rstrip(',')} | {limit.size} |" in page
