"""`--with PATH`: for every command, before or after its name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner, Result

from cardwright import cli
from cardwright.basics.paths import PATH_VARIABLE, catalogues_folder

GAME = "elemental-command"
CARD = """[[card]]
id     = "kiln-keeper"
name   = "Kiln Keeper"
kind   = "minion"
cost   = 2
needs  = { fire = 2 }
attack = 1
health = 3
rarity = "common"
text   = "When played, deal 1 damage to an enemy minion."
"""
SCENARIO = """## It burns when it comes

```setup
me: fire, hand "Kiln Keeper"
foe: earth
foe c3 Oak Warden
```
```play
play "Kiln Keeper" at c2 > c3
```
```expect
c3 Oak Warden 2/{health}
```
"""


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one card and its scenario."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(PATH_VARIABLE, raising=False)
    for name, text in (("cards/mine.toml", CARD), ("scenarios/mine.md", SCENARIO.format(health=3))):
        path = tmp_path / "mine" / GAME / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "mine"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli.app, [str(word) for word in words])


def test_it_may_stand_before_or_after_the_command(pack: Path) -> None:
    for words in (
        ("--with", pack, "cards", "show", GAME, "Kiln Keeper"),
        ("cards", "--with", pack, "show", GAME, "Kiln Keeper"),
        ("cards", "show", GAME, "Kiln Keeper", "--with", pack),
        ("cards", "show", GAME, f"--with={pack / GAME}", "Kiln Keeper"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "Kiln Keeper  (kiln-keeper)")
    assert PATH_VARIABLE not in os.environ, "the next command does not have it"
    assert run("cards", "show", GAME, "Kiln Keeper").exit_code == 2


def test_it_comes_in_addition_to_the_variable(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other" / "small" / "game.toml"
    other.parent.mkdir(parents=True)
    other.write_text(f'name = "Small"\nrules = "{GAME}"\n', encoding="utf-8")
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "other"))
    rows = {row["slug"]: row for row in json.loads(run("games", "--json", "--with", pack).stdout)["games"]}
    assert rows["small"]["rules"] == GAME
    assert rows["small"]["cards"] == rows[GAME]["cards"], "a variant has the pack of its base"
    assert rows[GAME]["packs"] == [str(pack / GAME)]
    shipped = json.loads(run("games", "--json").stdout)["games"][0]
    assert shipped["cards"] == rows[GAME]["cards"] - 1


def test_the_list_of_games_names_the_packs(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("games", "--with", pack)
    assert result.exit_code == 0, result.output
    assert f" cards for decks, with mine/{GAME})\n" in result.stdout
    (pack / "small").mkdir()
    (pack / "small" / "game.toml").write_text("name = 3\n", encoding="utf-8")
    listed = run("games", "--with", pack)
    assert (listed.exit_code, "small" in listed.stdout) == (0, False)
    assert listed.stderr.startswith(
        'cardwright: mine/small/game.toml:1:1: the game "small" is set aside: "name"'
    )


def test_processes_that_a_command_starts_have_it_too(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def command() -> None:
        code = "import cardwright as cw; print(cw.game('elemental-command').card('kiln-keeper').name)"
        print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)

    module = ModuleType("probe_command")
    module.command = command  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "probe_command", module)
    monkeypatch.setitem(cli.COMMANDS, "probe", cli.Command("probe_command:command", "Probe."))
    assert run("probe", "--with", pack).stdout.strip() == "Kiln Keeper"


def test_lint_fuzz_and_scenarios_see_the_cards(pack: Path) -> None:
    linted = json.loads(run("cards", "lint", GAME, "--json", "--with", pack).stdout)
    assert (linted["errors"], linted["warnings"]) == ([], [])
    tested = json.loads(run("cards", "test", GAME, "--json", "--with", pack).stdout)
    before = json.loads(run("cards", "test", GAME, "--json").stdout)
    assert (tested["scenarios"], tested["failures"]) == (before["scenarios"] + 1, [])
    fuzzed = run("fuzz", GAME, "--matches", "40", "--prefer", "kiln-keeper", "--json", "--with", pack)
    assert "kiln-keeper" not in json.loads(fuzzed.stdout)["cards_never_played"]


def test_lint_sees_the_weights_too(pack: Path) -> None:
    path = pack / "ruler" / "weights" / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text("[weights]\nkill = 2\n", encoding="utf-8")
    assert run("cards", "lint", "ruler", "--with", pack).exit_code == 0
    path.write_text("[weights]\nkil = 2\n", encoding="utf-8")
    result = run("cards", "lint", "ruler", "--with", pack)
    assert result.exit_code == 1
    assert f'error: {path}:2:1: ruler has no weight "kil"; did you mean "kill"?' in result.stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[aliases]\nquick = "nowhere"\n', ':4:1: alias "quick": unknown deck "nowhere"'),
        ("[limits]\ndeck = 2000\n", ": game.toml's limit 'deck' is 2000; it must be 1 to "),
    ],
)
def test_lint_finds_nothing_only_in_a_game_that_can_be_played(pack: Path, text: str, said: str) -> None:
    path = pack / "small" / "game.toml"
    path.parent.mkdir()
    path.write_text(f'name = "Small"\nrules = "{GAME}"\n{text}', encoding="utf-8")
    result = run("cards", "lint", "small", "--with", pack)
    assert result.exit_code == 1
    assert result.stdout.endswith(" cards for decks, 1 error, 0 warnings\n")
    assert f"error: {path}{said}" in result.stdout


def test_a_fault_that_fuzz_finds_is_found_again_by_its_command(pack: Path) -> None:
    result = run("fuzz", GAME, "--matches", "3", "--plant", "panic", "--json", "--with", pack)
    assert result.exit_code == 1, result.stderr
    command = json.loads(result.stdout)["failures"][0]["command"]
    assert command.endswith(f" --with {pack}")


def test_a_scenario_that_does_not_hold_names_its_line_and_ends_with_code_1(pack: Path) -> None:
    path = pack / GAME / "scenarios" / "mine.md"
    path.write_text(SCENARIO.format(health=4), encoding="utf-8")
    result = run("cards", "test", GAME, path, "--with", pack)
    assert (result.exit_code, result.stdout) == (
        1,
        f"{path}:12: c3 Oak Warden 2/4: c3: Oak Warden 2/3, not Oak Warden 2/4\n1 scenario, 1 failed\n",
    )


def test_a_scenario_that_is_no_text_is_one_sentence(pack: Path) -> None:
    path = pack / GAME / "scenarios" / "mine.md"
    path.write_bytes(b"## A\n\xff\n")
    result = run("cards", "test", GAME, path, "--with", pack)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"cardwright: {path}:2: not UTF-8: byte 0xff; save the file as UTF-8\n"


def test_scenarios_of_other_files_are_played_beside_one_that_cannot_be_read(pack: Path) -> None:
    folder = pack / GAME / "scenarios"
    (folder / "empty.md").write_text("# Ideas\n", encoding="utf-8")
    (folder / "typo.md").write_text(SCENARIO.format(health=3).replace("```expect", "``expect"))
    result = run("cards", "test", GAME, *sorted(folder.glob("*.md")), "--with", pack)
    assert (result.exit_code, result.stdout) == (2, "1 scenario, 0 failed\n")
    assert sorted(result.stderr.splitlines()) == [
        f"cardwright: {folder}/empty.md: this file holds no scenario; "
        "write a '## heading' with a setup block and an expect block under it",
        f"cardwright: {folder}/typo.md:11: a block begins with ```, not with '``expect'",
    ]


def test_a_save_with_your_cards_goes_on_without_them(pack: Path, tmp_path: Path) -> None:
    deck, script = tmp_path / "deck.toml", tmp_path / "script.txt"
    text = run("decks", "export", GAME, "aggro").stdout.replace("3 Ember Wisp", "3 Kiln Keeper")
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    imported = run("decks", "import", GAME, tmp_path / "deck.txt", "--to", deck, "--with", pack)
    assert (imported.exit_code, imported.output) == (0, "")
    script.write_text("keep\nquit\n", encoding="utf-8")
    env = {"XDG_STATE_HOME": str(tmp_path / "state")}
    words = ["play", GAME, "--deck", str(deck), "--seed", "3", "--script", str(script), "--with", str(pack)]
    assert CliRunner().invoke(cli.app, words, env=env).exit_code == 0
    script.write_text("help kiln keeper\nquit!\n", encoding="utf-8")
    resumed = CliRunner().invoke(cli.app, ["play", "--resume", "--script", str(script)], env=env)
    assert resumed.exit_code == 0
    assert "When played, deal 1 damage to an enemy minion." in resumed.stdout
    without = run("play", GAME, "--deck", deck, "--seed", "3")
    assert (without.exit_code, without.stderr.count("\n")) == (2, 1)
    assert 'unknown card "kiln-keeper"' in without.stderr


def test_a_variant_without_decks_is_played_with_random_ones(tmp_path: Path, pack: Path) -> None:
    path = pack / "small" / "game.toml"
    path.parent.mkdir()
    path.write_text(f'name = "Small"\nrules = "{GAME}"\n[limits]\ndeck = 20\n', encoding="utf-8")
    refused = run("play", "small", "--with", pack)
    assert "small has no ready decks; name two, such as random:1 and random:2" in refused.stderr
    words = ("play", "small", "--deck", "random:1", "--foe-deck", "random:2:earth", "--seed", "1")
    assert run(*words, "--with", pack).stdout.startswith("Small, seed 1, against lookahead.")


def test_shipped_catalogues_are_built_without_it(pack: Path) -> None:
    path = catalogues_folder() / f"{GAME}.json"
    before = path.read_bytes()
    assert run("cards", "build", "--all", "--with", pack).exit_code == 0
    assert run("cards", "build", GAME, "--with", pack).exit_code == 0
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("games", "--with", "gone"), "gone: there is no such folder; --with names a folder that holds"),
        (("games", "--with", "file"), "file: this is a file, not a folder; --with names"),
        (("games", "--with", "a:b"), "the folder 'a:b' cannot be named: it has a :"),
        (("games", "--with="), "the folder '' cannot be named: it is empty"),
    ],
)
def test_a_wrong_folder_is_one_sentence(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run(*words)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr


def test_after_two_hyphens_it_is_a_word_like_any_other() -> None:
    result = run("cards", "show", GAME, "--", "--with")
    assert (result.exit_code, result.stderr) == (2, f'cardwright: {GAME} has no card "--with"\n')


def test_a_folder_that_is_missing_is_a_wrong_call() -> None:
    result = run("games", "--with")
    assert result.exit_code == 2
    assert "option '--with' needs a folder" in result.stderr.lower()
