"""A broken card of one's own is named and set aside; what does not need it goes on."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from packs import BAD, GAME, GOOD, ready_deck, run, write
from typer.testing import CliRunner

import cardwright as cw
from cardwright import cli
from cardwright.basics.paths import PATH_VARIABLE, games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.building.loading import load_catalogue
from cardwright.errors import CardwrightError, SetAside

USER = """[[card]]
id   = "golem-call"
name = "Golem Call"
kind = "spell"
cost = 2
text = "Summon a Bad Golem."
"""
PLACE = "bad.toml:8:11: "
WARNING = f'{PLACE}card "bad-golem" is set aside: unknown word "Tount"; did you mean "Taunt"? In full: Taunt.'
FAULT = 'unknown word "Tount"; did you mean "Taunt"? In full: Taunt.'
BROKEN = f'the card "bad-golem" is broken: {{folder}}/cards/{PLACE}{FAULT}'


@pytest.fixture
def pack(mine: Path) -> Path:
    """A pack with a good card and a broken one."""
    write(mine / GAME / "cards" / "good.toml", GOOD)
    return write(mine / GAME / "cards" / "bad.toml", BAD).parents[1]


def deck_of(card: str) -> str:
    """The text of a ready deck with one card changed for another."""
    exported = CliRunner().invoke(cli.app, ["decks", "export", GAME, "aggro"]).stdout
    assert "3 Ember Wisp" in exported
    return exported.replace("3 Ember Wisp", f"3 {card}")


def test_commands_about_other_cards_go_on_after_one_warning(pack: Path) -> None:
    for words in (
        ("cards", "list", GAME, "--json"),
        ("cards", "show", GAME, "Good Golem"),
        ("cards", "search", GAME, "golem"),
        ("decks", "list", GAME),
        ("arena", GAME, "--agents", "random,random", "--decks", "aggro,control", "--matches", "2"),
        ("fuzz", GAME, "--matches", "2"),
        ("play", GAME, "--deck", "random:1", "--foe-deck", "aggro", "--seed", "1"),
    ):
        result = run(*words)
        assert result.exit_code == 0, (words, result.stderr)
        told = [line for line in result.stderr.splitlines() if "set aside" in line]
        assert [line.partition("cards/")[2] for line in told] == [WARNING], words
    ids = {row["id"] for row in json.loads(run("cards", "list", GAME, "--json").stdout)["cards"]}
    assert "good-golem" in ids
    assert "bad-golem" not in ids


def test_the_broken_card_is_refused_with_the_place_of_its_fault(pack: Path) -> None:
    result = run("cards", "show", GAME, "Bad Golem")
    assert result.exit_code == 2
    told = BROKEN.format(folder=f"mine/{GAME}").replace("bad-golem", "Bad Golem")
    assert result.stderr == f"cardwright: {told}\n", "and told once"


def test_a_deck_with_the_broken_card_is_refused_with_the_place_of_its_fault(pack: Path) -> None:
    told = BROKEN.format(folder=f"mine/{GAME}")
    for name, text in (("mine.txt", deck_of("Bad Golem")), ("ids.txt", deck_of("bad-golem"))):
        Path(name).write_text(text, encoding="utf-8")
        result = run("decks", "check", GAME, name)
        assert result.exit_code == 1
        assert told in result.stdout
        played = run("play", GAME, "--deck", name, "--foe-deck", "aggro", "--seed", "1")
        assert (played.exit_code, played.stderr.count("\n"), played.stderr.count(told)) == (2, 1, 1)
    Path("mine.txt").write_text(deck_of("Good Golem"), encoding="utf-8")
    assert run("decks", "check", GAME, "mine.txt").exit_code == 0


def test_a_ready_deck_with_the_broken_card_is_set_aside_with_it(pack: Path) -> None:
    for card in ("bad-golem", "good-golem"):
        write(pack / "decks" / f"with-{card}.toml", ready_deck().replace("ember-wisp ", card))
    listed = run("decks", "list", GAME)
    assert "with-good-golem" in listed.stdout
    assert "with-bad-golem" not in listed.stdout
    refused = run("decks", "show", GAME, "with-bad-golem")
    assert refused.exit_code == 2
    assert 'the deck "with-bad-golem" cannot be used: the card "bad-golem" is broken: ' in refused.stderr
    arena = run("arena", GAME, "--decks", "with-bad-golem,aggro", "--matches", "2")
    assert arena.exit_code == 2
    assert "bad.toml:8:11" in arena.stderr


def test_a_card_that_names_a_broken_one_is_set_aside_with_that_reason(pack: Path) -> None:
    write(pack / "cards" / "user.toml", USER)
    result = run("cards", "show", GAME, "Golem Call")
    assert result.exit_code == 2
    assert 'it names the card "bad-golem", which is broken' in result.stderr.splitlines()[-1]
    assert [line.count("set aside") for line in result.stderr.splitlines()] == [1, 0], "told once each"
    linted = json.loads(run("cards", "lint", GAME, "--json").stdout)
    assert [row["card"] for row in linted["errors"]] == ["bad-golem"], "the fault is told of one card"


def test_a_file_that_cannot_be_read_sets_its_cards_aside(pack: Path) -> None:
    write(pack / "cards" / "bad.toml", BAD.replace("cost   = 2", "cost   = "))
    shown = run("cards", "show", GAME, "Good Golem")
    assert shown.exit_code == 0
    assert "bad.toml:5:" in shown.stderr
    assert 'card "bad-golem" is set aside: broken TOML' in shown.stderr
    Path("mine.txt").write_text(deck_of("bad-golem"), encoding="utf-8")
    assert 'the card "bad-golem" is broken: ' in run("decks", "check", GAME, "mine.txt").stdout


def test_a_clash_of_ids_leaves_the_first_card_in_play(pack: Path) -> None:
    write(pack / "cards" / "bad.toml", GOOD.replace("good-golem", "oak-warden"))
    shown = run("cards", "show", GAME, "oak-warden")
    assert (shown.exit_code, shown.stdout.splitlines()[0]) == (0, "Oak Warden  (oak-warden)")
    assert "the id is taken by" in shown.stderr


def test_lint_lists_the_errors_and_ends_with_code_1(pack: Path) -> None:
    result = run("cards", "lint", GAME)
    assert result.exit_code == 1
    assert "1 error" in result.stdout
    assert "set aside" not in result.stderr


def test_a_scenario_with_the_broken_card_fails_with_its_reason(pack: Path) -> None:
    for name in ("Good", "Bad"):
        setup = f"```setup\nme: fire\nfoe: earth\nme c2 {name} Golem\n```\n"
        write(
            pack / "scenarios" / f"{name}.md", f"## It stands\n\n{setup}```expect\nc2 {name} Golem 2/3\n```\n"
        )
    good = run("cards", "test", GAME, pack / "scenarios" / "Good.md")
    assert (good.exit_code, good.stdout) == (0, "1 scenario, 0 failed\n")
    bad = run("cards", "test", GAME, pack / "scenarios" / "Bad.md")
    assert bad.exit_code != 0
    assert 'the card "Bad Golem" is broken: ' in bad.stdout + bad.stderr


def test_the_catalogue_without_a_card_is_not_taken_for_another(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PATH_VARIABLE, "mine")
    with pytest.warns(SetAside):
        broken = load_catalogue(GAME)
    assert load_catalogue(GAME) == broken, "from the cache, and told once"
    write(pack / "cards" / "bad.toml", BAD.replace("Tount", "Taunt"))
    mended = load_catalogue(GAME)
    (pack / "cards" / "bad.toml").unlink()
    without = load_catalogue(GAME)
    assert len({broken.hash, mended.hash, without.hash}) == 3
    assert [card.id for card in broken.cards] == [card.id for card in without.cards]


def test_the_cache_names_files_as_seen_from_here(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"mine/{GAME}/cards/bad.toml:8:11" in run("cards", "list", GAME).stderr
    monkeypatch.chdir(tmp_path / "mine")
    moved = CliRunner().invoke(cli.app, ["cards", "list", GAME, "--with", "."])
    assert moved.stderr.startswith(f"cardwright: {GAME}/cards/bad.toml:8:11")
    shutil.copytree(tmp_path / "mine", tmp_path / "yours")
    other = CliRunner().invoke(cli.app, ["cards", "list", GAME, "--with", "../yours"])
    assert f"yours/{GAME}/cards/bad.toml:8:11" in other.stderr


def test_a_broken_card_that_is_shipped_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    shutil.copytree(games_folder() / GAME, games / GAME)
    write(games / GAME / "cards" / "bad.toml", BAD)
    monkeypatch.setattr("cardwright.basics.paths.games_folder", lambda: games)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(CardwrightError, match=r"bad\.toml:8:11: .*Tount"):
        load_catalogue(GAME)
    with pytest.raises(CardwrightError, match=r"bad\.toml:8:11: .*Tount"):
        build_catalogue(games / GAME)


def test_python_is_warned_once_and_so_are_the_processes_it_starts(
    pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PATH_VARIABLE, "mine")
    with pytest.warns(SetAside, match="bad-golem"):
        game = cw.game(GAME)
    assert cw.game(GAME) is game, "a second warning would be an error"
    code = f"import cardwright as cw; print(cw.game({GAME!r}).card('good-golem').name)"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (child.stdout, child.stderr) == ("Good Golem\n", "")


def test_a_variant_of_a_game_with_a_broken_card_goes_on_without_it(pack: Path) -> None:
    write(pack.parent / "small" / "game.toml", f'name = "Small"\nrules = "{GAME}"\n')
    result = run("cards", "show", "small", "Good Golem")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.count("set aside") == 1
