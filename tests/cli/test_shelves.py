"""Commands with decks on shelves."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from packs import GAME, ready_deck, run, write

import cardwright as cw

LOFT = ["loft/embers", "loft/walls"]


@pytest.fixture
def loft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the shelf `loft`, with two decks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "mine" / GAME / "decks" / "loft"
    write(folder / "embers.toml", ready_deck())
    write(folder / "walls.toml", ready_deck(name="earth-control"))
    return folder


def test_list_shows_a_shelf_in_a_group_of_its_own(loft: Path) -> None:
    lines = run("decks", "list", GAME).stdout.splitlines()
    count = len(cw.game(GAME, packs=False).decks)
    at = lines.index("On the shelf loft:")
    assert lines[at - 2 : at] == [f"{count} decks", ""]
    assert [line.split()[0] for line in lines[at + 1 : -1]] == LOFT
    assert lines[-1] == "2 decks"
    document = json.loads(run("decks", "list", GAME, "--json").stdout)
    assert len(document["decks"]) == count
    assert [row["slug"] for row in document["shelves"]["loft"]] == LOFT


def test_a_game_without_shelves_lists_none(loft: Path) -> None:
    document = json.loads(run("decks", "list", "mana", "--json").stdout)
    assert document["shelves"] == {}


def test_decks_of_a_shelf_are_shown_checked_and_exported(loft: Path) -> None:
    assert run("decks", "show", GAME, "loft/embers").stdout.startswith("Fire Aggro: 40 cards")
    checked = run("decks", "check", GAME, *LOFT)
    assert (checked.exit_code, checked.stdout) == (0, "loft/embers: legal\nloft/walls: legal\n")
    assert run("decks", "export", GAME, "loft/walls").stdout.startswith("# Earth Control\n")


def test_decks_of_a_shelf_are_played_and_watched(loft: Path) -> None:
    words = (
        "play",
        GAME,
        "--deck",
        "loft/embers",
        "--foe-deck",
        "loft/walls",
        "--agent",
        "pass",
        "--seed",
        "1",
    )
    played = run(*words)
    assert "Kaela" in played.stdout
    assert "Orrin" in played.stdout
    watched = run("watch", GAME, "--agents", "greedy,random", "--decks", "loft/embers,loft/walls", "--plain")
    assert watched.exit_code == 0, watched.stderr


def test_an_arena_meets_a_shelf_only_if_it_is_named(loft: Path) -> None:
    words = ("arena", GAME, "--agents", "pass", "--matches", "2", "--json")
    found = json.loads(run(*words, "--decks", "loft/all", "--against", "aggro").stdout)
    met = [(pairing["first"], pairing["second"]) for pairing in found["pairings"]]
    assert met == [(f"pass/{deck}", "pass/fire-aggro") for deck in LOFT]
    usual = json.loads(run(*words, "--against", "aggro").stdout)
    assert not any("loft" in entry["deck"] for entry in usual["entries"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("decks", "show", GAME, "loft/ember"), 'no deck "loft/ember"; did you mean "loft/embers"?'),
        (("decks", "check", GAME, "loft/ember"), 'no deck "loft/ember"; did you mean "loft/embers"?'),
        (("decks", "show", GAME, "loft"), "that is a shelf: name one of its decks, such as loft/embers"),
        (("play", GAME, "--deck", "lofd/walls"), 'no deck "lofd/walls"; did you mean "loft/walls"?'),
        (("watch", GAME, "--decks", "walls,aggro"), 'no deck "walls"; did you mean "loft/walls"?'),
        (("arena", GAME, "--decks", "lift/all"), 'no shelf "lift"; did you mean "loft"?'),
        (("arena", GAME, "--against", "loft/wals"), 'no deck "loft/wals"; did you mean "loft/walls"?'),
    ],
)
def test_a_wrong_name_is_one_sentence(loft: Path, words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_broken_deck_of_a_shelf_is_set_aside_and_its_faults_are_listed(loft: Path) -> None:
    write(loft / "embers.toml", ready_deck().replace("ember-wisp", "ember-wsp "))
    listed = run("decks", "list", GAME)
    assert listed.exit_code == 0
    assert (
        f'decks{os.sep}loft{os.sep}embers.toml:7:1: deck "loft/embers" is set aside: unknown' in listed.stderr
    )
    shown = run("decks", "show", GAME, "loft/embers")
    assert shown.exit_code == 2
    assert 'the deck "loft/embers" is broken: ' in shown.stderr
    checked = run("decks", "check", GAME, "loft/embers")
    assert checked.exit_code == 1
    assert checked.stdout.endswith("loft/embers: 1 fault\n")


def test_a_file_on_a_shelf_that_nothing_reads_is_told(loft: Path) -> None:
    write(loft / "odd.txt", "3 Ember Wisp\n")
    said = run("decks", "list", GAME).stderr
    assert (
        f"decks{os.sep}loft{os.sep}odd.txt: it is set aside: decks are TOML files; cardwright decks" in said
    )
