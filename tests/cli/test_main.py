"""What holds for every command."""

from __future__ import annotations

import errno
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner, Result

from cardwright import __version__, cli
from cardwright.errors import CardwrightError

Run = Callable[[Callable[[], None]], Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a function as the command `probe`."""

    def run(command: Callable[[], None]) -> Result:
        module = ModuleType("probe_command")
        module.command = command  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "probe_command", module)
        monkeypatch.setitem(cli.COMMANDS, "probe", cli.Command("probe_command:command", "Probe."))
        return CliRunner().invoke(cli.app, ["probe"])

    return run


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_is_imported_and_its_help_is_that_of_the_table(name: str) -> None:
    command = cli.load(name)
    assert command.help is not None
    assert command.help.splitlines()[0] == cli.COMMANDS[name].help


def test_every_file_of_a_command_is_in_the_table() -> None:
    files = {f"cardwright.cli.{file.stem}" for file in Path(cli.__file__).parent.glob("[!_]*.py")}
    assert files == {row.target.partition(":")[0] for row in cli.COMMANDS.values()}


def test_help_lists_every_command_and_imports_none() -> None:
    out = python(
        "import sys; from typer.testing import CliRunner; from cardwright import cli\n"
        "print(CliRunner().invoke(cli.app, ['--help']).output)\n"
        "print('imported', [m for m in sys.modules if m.startswith('cardwright.cli.')])"
    )
    assert "imported []" in out
    assert all(name in out for name in cli.COMMANDS)


def test_version_is_shown() -> None:
    result = CliRunner().invoke(cli.app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"cardwright {__version__}\n")


@pytest.mark.parametrize(
    ("words", "answer"), [(["gmaes"], "games"), (["games", "--bad"], "--bad"), (["--bad"], "--bad")]
)
def test_a_wrong_use_ends_with_code_2(words: list[str], answer: str) -> None:
    result = CliRunner().invoke(cli.app, words)
    assert result.exit_code == 2
    assert answer in result.stderr


def test_a_command_that_ends_well_ends_with_code_0(run: Run) -> None:
    assert run(lambda: print("done")).stdout == "done\n"


def test_bad_input_is_one_sentence_and_code_2(run: Run) -> None:
    def command() -> None:
        raise CardwrightError("no name", file="a.toml", line=3)

    result = run(command)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "cardwright: a.toml:3: no name\n")


def test_a_folder_that_cannot_be_written_is_bad_input(run: Run, tmp_path: Path) -> None:
    def command() -> None:
        (tmp_path / "missing" / "file").write_text("x")

    result = run(command)
    assert result.exit_code == 2
    assert result.stderr == f"cardwright: {tmp_path}/missing/file: No such file or directory\n"


def test_a_fault_of_the_program_is_not_hidden(run: Run) -> None:
    def command() -> None:
        raise OSError(errno.ENOMEM, "out of memory")

    assert isinstance(run(command).exception, OSError)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_an_output_that_takes_no_more_is_one_sentence() -> None:
    code = "import sys; from cardwright.cli import main; sys.argv = ['cardwright', 'games']; main()"
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 2
    assert result.stderr == "cardwright: the output cannot be written: No space left on device\n"


def test_an_interrupt_ends_with_code_130(run: Run) -> None:
    def command() -> None:
        raise KeyboardInterrupt

    result = run(command)
    assert (result.exit_code, result.output) == (130, "")


def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    code = (
        "from cardwright import cli\n"
        "import sys, types\n"
        "sys.modules['endless'] = module = types.ModuleType('endless')\n"
        "def command():\n"
        "    while True: print('line')\n"
        "module.command = command\n"
        "cli.COMMANDS['endless'] = cli.Command('endless:command', 'Endless.')\n"
        "sys.argv = ['cardwright', 'endless']\n"
        "cli.main()\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"line\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == cli.BROKEN_PIPE


PLAY = "see: cardwright play --help\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fuzz"], "cardwright fuzz: missing argument 'GAME'; see: cardwright fuzz --help\n"),
        (["nonsense"], "cardwright: no such command 'nonsense'; see: cardwright --help\n"),
        (["play", "--delay", "x"], f"cardwright play: --delay: 'x' is no number: it must be 0 to 60; {PLAY}"),
        (
            ["play", "--delay", "0,4"],
            f"cardwright play: --delay: '0,4' is no number: it must be 0 to 60; {PLAY}",
        ),
        (["play", "--delay="], f"cardwright play: --delay: '' is no number: it must be 0 to 60; {PLAY}"),
        (["play", "--delay", "99"], f"cardwright play: --delay: 99 is too much: it must be 0 to 60; {PLAY}"),
        (
            ["play", "--delay", "-1"],
            f"cardwright play: --delay: -1 is too little: it must be 0 to 60; {PLAY}",
        ),
        (
            ["play", "--delay", "nan"],
            f"cardwright play: --delay: 'nan' is no number: it must be 0 to 60; {PLAY}",
        ),
        (["play", "--delay"], f"cardwright play: option '--delay' requires an argument; {PLAY}"),
        (["play", "--seed", "x"], f"cardwright play: --seed: 'x' is no whole number; {PLAY}"),
        (["play", "--seed", "1.5"], f"cardwright play: --seed: '1.5' is no whole number; {PLAY}"),
        (
            ["play", "--dely", "1"],
            f'cardwright play: there is no option --dely; did you mean "--delay"?; {PLAY}',
        ),
        (["play", "--zzz"], f"cardwright play: there is no option --zzz; {PLAY}"),
        (
            ["arena", "ruler", "--matches", "0"],
            "cardwright arena: --matches: 0 is too little: it must be 1 to 100000000; "
            "see: cardwright arena --help\n",
        ),
        (
            ["--with", ".", "cards", "pairs", "ruler", "--sample"],
            "cardwright cards pairs: option '--sample' requires an argument; "
            "see: cardwright cards pairs --help\n",
        ),
    ],
)
def test_a_wrong_call_is_one_sentence(words: list[str], said: str) -> None:
    code = "from cardwright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize("words", [["games"], ["cards"], ["cards", "lint"], ["decks", "import"], ["play"]])
def test_the_help_of_every_command_ends_with_the_folders_of_ones_own(words: list[str]) -> None:
    shown = " ".join(CliRunner().invoke(cli.app, [*words, "--help"]).output.split())
    assert shown.endswith(cli.EPILOG)
