from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardwright.cli import app
from cardwright.cli.games import find_games
from cardwright.sources.finding import game_folders


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of two games, in place of the shipped ones."""
    for slug, name in [("b-game", "Second"), ("a", "First")]:
        (tmp_path / slug / "cards").mkdir(parents=True)
        (tmp_path / slug / "game.toml").write_text(f'name = "{name}"\n', encoding="utf-8")
    (tmp_path / "a" / "cards" / "one.toml").write_text(
        '[[card]]\nid = "x"\n\n[[card]]\nid = "y"\n', encoding="utf-8"
    )
    (tmp_path / "a" / "cards" / "two.toml").write_text('[[card]]\ntext = "[[card]]"\n', encoding="utf-8")
    (tmp_path / "no-game").mkdir()
    monkeypatch.setattr("cardwright.basics.paths.games_folder", lambda: tmp_path)
    return tmp_path


def test_games_are_listed_with_name_and_number_of_cards(folder: Path) -> None:
    result = CliRunner().invoke(app, ["games"])
    assert result.exit_code == 0
    assert result.stdout == "a       First (3 cards for decks)\nb-game  Second (0 cards for decks)\n"


def test_json_is_one_document(folder: Path) -> None:
    result = CliRunner().invoke(app, ["games", "--json"])
    assert json.loads(result.stdout) == {
        "games": [
            {"slug": "a", "name": "First", "cards": 3},
            {"slug": "b-game", "name": "Second", "cards": 0},
        ]
    }


def test_no_games_give_an_empty_list() -> None:
    assert find_games({}) == []


def test_games_of_further_folders_are_listed(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    further = tmp_path_factory.mktemp("further")
    (further / "mine").mkdir()
    (further / "mine" / "game.toml").write_text('name = "Mine"\n', encoding="utf-8")
    monkeypatch.setenv("CARDWRIGHT_PATH", str(further))
    assert [game["slug"] for game in find_games(game_folders())] == ["a", "b-game", "mine"]


def test_only_cards_for_decks_are_counted(folder: Path) -> None:
    (folder / "a" / "game.toml").write_text('name = "First"\n[[kind]]\nid = "hero"\nunique = true\n')
    (folder / "a" / "cards" / "three.toml").write_text(
        '[[card]]\nkind = "hero"\n[[card]]\ncollectible = false\n[[card]]\nretired = true\n'
    )
    assert find_games({"a": folder / "a"})[0]["cards"] == 3


def test_all_commands_count_the_same_cards() -> None:
    counted = {game["slug"]: game["cards"] for game in find_games(game_folders())}
    listed = CliRunner().invoke(app, ["cards", "list", "elemental-command", "--json"])
    assert len(json.loads(listed.stdout)["cards"]) == counted["elemental-command"]


def test_a_broken_card_does_not_hide_the_games(folder: Path) -> None:
    (folder / "a" / "cards" / "two.toml").write_text("[[card]]\nid = \n[[card]]\n")
    assert find_games({"a": folder / "a"})[0]["cards"] == 4


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"name = \n", "game.toml:1:8: broken TOML"), (b"", "the game has no name"), (b"\xff", "not UTF-8")],
)
def test_a_broken_game_is_named_and_ends_with_code_2(folder: Path, content: bytes, reason: str) -> None:
    (folder / "a" / "game.toml").write_bytes(content)
    result = CliRunner().invoke(app, ["games"])
    assert result.exit_code == 2
    assert reason in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_list_comes_at_once() -> None:
    # Each of these costs more than all the rest; the clock of a loaded machine is no judge.
    slow = ["pydantic", "rich", "textual", "numpy", "lark", "msgspec"]
    code = (
        "import sys; sys.argv = ['cardwright', 'games', '--json']\n"
        "from cardwright.cli import main\n"
        "try: main()\n"
        f"finally: print([name for name in {slow} if name in sys.modules], file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert result.stderr == "[]\n"


def test_an_interrupt_while_the_command_loads_leaves_no_traceback(tmp_path: Path) -> None:
    broken = tmp_path / "typer.py"  # found before the installed one, it is interrupted while it is imported
    broken.write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    called = subprocess.run(
        [sys.executable, "-m", "cardwright", "games"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (called.returncode, called.stdout, called.stderr) == (130, "", "")


def test_the_package_is_the_command() -> None:
    called = subprocess.run(
        [sys.executable, "-m", "cardwright", "--version"], capture_output=True, text=True, check=False
    )
    assert (called.returncode, called.stdout.split()[0]) == (0, "cardwright")
