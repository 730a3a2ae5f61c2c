"""A broken deck, board, variant or folder of one's own is named and set aside; everything else goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from packs import BAD, GAME, GOOD, ready_deck, run, write

import cardwright as cw
from cardwright.basics.paths import PATH_VARIABLE
from cardwright.building.loading import load_catalogue
from cardwright.errors import CardwrightError, SetAside

VARIANT = f'name = "Small"\nrules = "{GAME}"\n'
MAP = 'name = "Hill"\nbases = ["0,0", "1,1"]\ntiles = [\n  "g g",\n  "g g",\n]\n'


def broken_deck(mine: Path) -> str:
    write(mine / GAME / "decks" / "odd.toml", ready_deck().replace("ember-wisp", "ember-wsp "))
    return f'mine/{GAME}/decks/odd.toml:7:1: deck "odd" is set aside: unknown card "ember-wsp"; did you mean'


def unreadable_deck(mine: Path) -> str:
    write(mine / GAME / "decks" / "odd.toml", ready_deck().replace("name =", "name  ", 1))
    return f'mine/{GAME}/decks/odd.toml:2:8: deck "odd" is set aside: broken TOML'


def looping_deck(mine: Path) -> str:
    link = write(mine / GAME / "decks" / "odd.toml", "")
    link.unlink()
    link.symlink_to("odd.toml")
    return f'mine/{GAME}/decks/odd.toml: deck "odd" is set aside: cannot be read: Too many levels'


def taken_deck(mine: Path) -> str:
    write(mine / GAME / "decks" / "fire-aggro.toml", ready_deck())
    return (
        f'mine/{GAME}/decks/fire-aggro.toml: deck "fire-aggro" is set aside: the deck "fire-aggro" is there'
    )


def broken_board(mine: Path) -> str:
    write(mine / GAME / "boards" / "odd.toml", "rows = \n")
    return f'mine/{GAME}/boards/odd.toml:1:8: board "odd" is set aside: broken TOML'


def misspelt_folder(mine: Path) -> str:
    write(mine / "elemental-comand" / "cards" / "good.toml", GOOD.replace("ood", "ine"))
    return (
        'mine/elemental-comand: this folder is set aside: there is no game "elemental-comand" to add to, and '
        'the folder has no game.toml; did you mean "elemental-command"?'
    )


def misspelt_part(mine: Path) -> str:
    write(mine / GAME / "deck" / "odd.toml", ready_deck())
    return (
        f'mine/{GAME}/deck: it is set aside: nothing is read from a folder of this name; did you mean "decks"'
    )


def misplaced_file(mine: Path) -> str:
    write(mine / GAME / "golems.toml", GOOD)
    return (
        f"mine/{GAME}/golems.toml: it is set aside: nothing reads a file of this name here; put it into one"
    )


def misnamed_file(mine: Path) -> str:
    write(mine / GAME / "cards" / "golems.toml.txt", GOOD)
    return f"mine/{GAME}/cards/golems.toml.txt: it is set aside: cards are TOML files; call it .toml"


def text_among_decks(mine: Path) -> str:
    write(mine / GAME / "decks" / "odd.txt", "3 Ember Wisp\n")
    return f"mine/{GAME}/decks/odd.txt: it is set aside: decks are TOML files; cardwright decks import"


def broken_pack_file(mine: Path) -> str:
    write(mine / "mana" / "cards" / "x.toml", "")
    write(mine / "mana" / "pack.toml", "langauge = 1\n")
    return 'mine/mana/pack.toml:1:1: the pack is set aside: unknown key "langauge"; did you mean "language"?'


def broken_variant(mine: Path) -> str:
    write(mine / "small" / "game.toml", VARIANT.replace("command", "comand"))
    return (
        'mine/small/game.toml:2:1: the game "small" is set aside: there is no game "elemental-comand" '
        'whose rules it could take; did you mean "elemental-command"?'
    )


def variant_of_a_broken_one(mine: Path) -> str:
    write(mine / "tiny" / "game.toml", 'name = "Tiny"\nrules = "small"\n')
    return broken_variant(mine)


def second_variant(mine: Path) -> str:
    write(mine / "small" / "game.toml", VARIANT)
    write(mine.parent / "more" / "small" / "game.toml", VARIANT)
    return 'mine/small: this one is set aside: the game "small" is there twice, here and in more/small'


FAULTS = [
    broken_deck,
    unreadable_deck,
    looping_deck,
    taken_deck,
    broken_board,
    misspelt_folder,
    misspelt_part,
    misplaced_file,
    misnamed_file,
    text_among_decks,
    broken_pack_file,
    broken_variant,
    variant_of_a_broken_one,
    second_variant,
]


@pytest.mark.parametrize("breaking", FAULTS, ids=lambda one: one.__name__)
def test_other_commands_go_on_after_one_warning(mine: Path, breaking: Callable[[Path], str]) -> None:
    write(mine / GAME / "cards" / "good.toml", GOOD)
    said = breaking(mine)
    more = ("--with", "more") if breaking is second_variant else ()
    for words in (
        ("games",),
        ("cards", "show", GAME, "Good Golem"),
        ("cards", "test", GAME),
        ("decks", "list", GAME),
        ("decks", "check", GAME, "aggro"),
        ("arena", GAME, "--agents", "random,random", "--decks", "aggro,control", "--matches", "2"),
        ("fuzz", GAME, "--matches", "2"),
        ("play", GAME, "--deck", "aggro", "--foe-deck", "control", "--seed", "1"),
    ):
        result = run(*words, *more)
        assert result.exit_code == 0, (words, result.stderr)
        [line] = result.stderr.splitlines()
        assert line.startswith(f"cardwright: {said}"), words


@pytest.mark.parametrize("breaking", [broken_deck, unreadable_deck, looping_deck])
def test_what_needs_the_deck_is_refused_with_its_place(mine: Path, breaking: Callable[[Path], str]) -> None:
    place, _, reason = breaking(mine).partition('deck "odd" is set aside: ')
    for words in (
        ("decks", "show", GAME, "odd"),
        ("decks", "export", GAME, "odd"),
        ("play", GAME, "--deck", "odd", "--foe-deck", "aggro", "--seed", "1"),
        ("arena", GAME, "--decks", "odd,aggro", "--matches", "2"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), words
        assert result.stderr.startswith(f'cardwright: the deck "odd" is broken: {place}{reason}'), words
    assert f"{place}{reason}" in run("cards", "lint", GAME).stdout
    assert run("cards", "lint", GAME).exit_code == 1


def test_every_fault_of_the_deck_is_told_when_it_is_checked(mine: Path) -> None:
    broken_deck(mine)
    text = (mine / GAME / "decks" / "odd.toml").read_text(encoding="utf-8")
    write(mine / GAME / "decks" / "odd.toml", text.replace("ash-imp ", "ash-imb "))
    result = run("decks", "check", GAME, "odd", "aggro")
    assert result.exit_code == 1
    assert [line.partition("decks/")[2][:8] for line in result.stdout.splitlines()[:2]] == ["odd.toml"] * 2
    assert result.stdout.splitlines()[-2:] == ["odd: 2 faults", "aggro: legal"]
    assert result.stderr == ""


def test_what_needs_the_board_is_refused_with_its_place(mine: Path) -> None:
    write(mine / "ruler" / "boards" / "odd.toml", MAP.replace("1,1", "5,5"))
    assert run("play", "ruler", "--board", "desert-6x6", "--seed", "1").exit_code == 0
    for words in (
        ("play", "ruler", "--board", "odd", "--seed", "1"),
        ("fuzz", "ruler", "--board", "odd", "--matches", "1"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1), words
        assert (
            'the board "odd" is broken: mine/ruler/boards/odd.toml:2:1: the base 5,5 is outside the map'
            in (result.stderr)
        )
    assert run("cards", "lint", "ruler").exit_code == 1


def test_a_game_whose_usual_board_is_broken_says_so(mine: Path) -> None:
    write(mine / "hills" / "game.toml", 'name = "Hills"\nrules = "ruler"\nboard = "odd"\n')
    write(mine / "hills" / "boards" / "odd.toml", MAP.replace("1,1", "5,5"))
    result = run("cards", "list", "hills")
    assert result.exit_code == 2
    assert 'the board "odd" is broken: mine/hills/boards/odd.toml:2:1: ' in result.stderr
    assert run("cards", "list", "ruler").exit_code == 0


@pytest.mark.parametrize("command", ["list", "lint", "test", "build"])
def test_what_needs_the_variant_is_refused_with_its_place(mine: Path, command: str) -> None:
    broken_variant(mine)
    result = run("cards", command, "small")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("cardwright: mine/small/game.toml:2:1: there is no game ")


def test_a_variant_that_only_its_own_commands_read_is_left_out_of_the_list(mine: Path) -> None:
    write(mine / "small" / "game.toml", VARIANT + "[limits]\ndekc = 3\n")
    listed = run("games")
    assert (listed.exit_code, "small" in listed.stdout) == (0, False)
    assert 'game.toml:4:1: the game "small" is set aside: unknown limit "dekc"; did you mean' in listed.stderr
    assert run("cards", "list", GAME).stderr == ""


@pytest.mark.parametrize("breaking", [misspelt_folder, misspelt_part, misplaced_file, misnamed_file])
def test_lint_of_the_game_that_was_meant_is_an_error(mine: Path, breaking: Callable[[Path], str]) -> None:
    write(mine / GAME / "cards" / "good.toml", GOOD)
    place = breaking(mine).partition(": ")[0]
    result = run("cards", "lint", GAME)
    assert (result.exit_code, result.stderr) == (1, "")
    assert f"error: {place}: " in result.stdout
    assert run("cards", "lint", "mana").exit_code == 0


def test_folders_that_are_none_of_this_are_left_alone(mine: Path) -> None:
    write(mine / GAME / "cards" / "good.toml", GOOD)
    for name in ("art/golem.png", "notes.md", "cards/README.md", "../notes/idea.md"):
        write(mine / GAME / name, "")
    assert run("cards", "list", GAME).stderr == ""


def test_the_list_of_games_does_not_count_a_broken_card(mine: Path) -> None:
    write(mine / GAME / "cards" / "good.toml", GOOD)
    before = {row["slug"]: row["cards"] for row in json.loads(run("games", "--json").stdout)["games"]}
    write(mine / GAME / "cards" / "bad.toml", BAD)
    after = {row["slug"]: row["cards"] for row in json.loads(run("games", "--json").stdout)["games"]}
    listed = json.loads(run("cards", "list", GAME, "--json").stdout)["cards"]
    assert before == after
    assert after[GAME] == len(listed)


def test_five_lines_are_said_and_the_command_that_tells_the_rest(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(8):
        text = BAD.replace("bad-", f"bad-{number}-").replace("Bad ", f"Bad {'ABCDEFGH'[number]} ")
        write(mine / GAME / "cards" / f"bad{number}.toml", text)
    broken_deck(mine)
    lines = run("cards", "list", GAME).stderr.splitlines()
    assert len(lines) == 5
    command = f"cardwright cards lint {GAME} --with mine"
    assert (
        lines[-1] == f"cardwright: 4 more cards and 1 more deck are set aside; all that is wrong: {command}"
    )
    assert run("cards", "lint", GAME).stdout.count("error: ") == 9
    monkeypatch.setenv(PATH_VARIABLE, os.pathsep.join([str(mine)]))
    with pytest.warns(SetAside) as told:
        cw.game(GAME)
    assert len(told) == 5


def test_the_cards_of_one_unreadable_file_share_a_line(mine: Path) -> None:
    several = BAD + BAD.replace("bad", "sad") + BAD.replace("bad", "mad") + BAD.replace("bad", "odd")
    write(mine / GAME / "cards" / "bad.toml", several.replace("cost   = 2", "cost   = "))
    [line] = run("cards", "list", GAME).stderr.splitlines()
    assert 'bad.toml:5:10: cards "bad-golem", "sad-golem" and 2 more are set aside: broken TOML' in line
    write(mine / GAME / "cards" / "bad.toml", (BAD + GOOD).replace("cost   = 2", "cost   = "))
    assert 'cards "bad-golem" and "good-golem" are set aside' in run("cards", "list", GAME).stderr


def test_a_broken_deck_that_is_shipped_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    from cardwright.basics.paths import games_folder

    games = tmp_path / "games"
    shutil.copytree(games_folder() / GAME, games / GAME)
    write(games / GAME / "decks" / "odd.toml", ready_deck().replace("ember-wisp", "ember-wsp "))
    monkeypatch.setattr("cardwright.basics.paths.games_folder", lambda: games)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(CardwrightError, match=r'odd\.toml:7:1: unknown card "ember-wsp"'):
        load_catalogue(GAME)
