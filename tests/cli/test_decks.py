"""`cardwright decks`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright import cli

GAME = "elemental-command"


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(cli.app, ["decks", *words], input=typed)


def test_list_names_every_deck_with_its_alias() -> None:
    result = run("list", GAME)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == f"{len(cw.game(GAME).decks)} decks"
    assert next(line for line in lines if line.startswith("fire-aggro")).endswith("Fire Aggro  (aggro)")
    document = json.loads(run("list", GAME, "--json").stdout)
    assert [row["slug"] for row in document["decks"]] == sorted(cw.game(GAME).decks)


def test_show_counts_what_a_deck_is_made_of() -> None:
    document = json.loads(run("show", GAME, "aggro", "--json").stdout)
    assert sum(document["curve"].values()) == sum(document["kinds"].values()) == document["size"] == 40
    assert sum(row["count"] for row in document["cards"]) == sum(document["needs"].values()) == 40
    cost = sum(row["count"] * row["cost"] for row in document["cards"]) / 40
    assert document["average_cost"] == pytest.approx(cost, abs=0.01)
    assert document["highest_needs"] == {"fire": max(row["numbers"]["fire"] for row in document["cards"])}


def test_show_draws_the_curve_and_prints_the_cards() -> None:
    out = run("show", GAME, "aggro").stdout
    curve = json.loads(run("show", GAME, "aggro", "--json").stdout)["curve"]
    longest = max(curve, key=lambda cost: curve[cost])
    assert f"   {longest}  {'#' * 30} {curve[longest]}\n" in out
    assert "hero: Kaela Emberheart (fire)" in out
    assert "3 x  1  Ember Wisp" in out
    assert "When this dies, deal 2 damage to a random enemy." in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_an_exported_deck_is_imported_as_it_was(tmp_path: Path) -> None:
    text, toml = tmp_path / "deck.txt", tmp_path / "deck.toml"
    assert run("export", GAME, "control", "--to", str(text)).exit_code == 0
    result = run("import", GAME, str(text), "--to", str(toml))
    assert (result.exit_code, result.output) == (0, "")
    assert cw.game(GAME).deck(toml) == cw.game(GAME).deck("control")
    assert run("export", GAME, str(toml)).stdout == text.read_text(encoding="utf-8")


def test_bad_lines_are_listed_and_the_rest_is_written(tmp_path: Path) -> None:
    text = run("export", GAME, "aggro").stdout.replace("3 Ember Wisp", "3 Ember Wasp")
    text = text.replace("3 Fire Bolt", "9 Fire Bolt")
    toml = tmp_path / "deck.toml"
    result = run("import", GAME, "-", "--to", str(toml), typed=text)
    assert result.exit_code == 1
    at = {line: number for number, line in enumerate(text.splitlines(), 1)}
    assert result.stderr.splitlines() == [
        f'standard input:{at["3 Ember Wasp"]}: unknown card "Ember Wasp"; did you mean "Ember Wisp"?',
        f'standard input:{at["9 Fire Bolt"]}: 9 copies of "Fire Bolt": a deck may hold 3',
        "standard input: the deck has 34 cards, it needs exactly 40",
    ]
    kept = cw.game(GAME).deck("aggro").cards.keys() - {"ember-wisp", "fire-bolt"}
    assert all(f"{card} " in toml.read_text(encoding="utf-8") for card in kept)


def test_a_text_without_a_card_is_no_deck(tmp_path: Path) -> None:
    result = run("import", GAME, "-", "--to", str(tmp_path / "deck.toml"), typed="# Nothing\n")
    assert (result.exit_code, result.stderr) == (
        2,
        "cardwright: standard input: this is no deck: it names no card\n",
    )
    assert not (tmp_path / "deck.toml").exists()


def test_check_names_every_fault_with_its_line(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(
        'name = "Mine"\nhero = "frie"\n[cards]\nember-wasp = 3\nstone-sprout = 1\nspark = 4\n',
        encoding="utf-8",
    )
    result = run("check", GAME, "aggro", str(deck))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "aggro: legal",
        f'{deck}:2:1: unknown hero "frie"; write one of earth, wind, fire',
        f'{deck}:4:1: unknown card "ember-wasp"; did you mean "ember-wisp"?',
        f'{deck}:5:1: "stone-sprout" cannot be put into a deck',
        f'{deck}:6:1: 4 copies of "spark": a deck may hold 1 to 3',
        f"{deck}:3:1: the deck has 8 cards, it needs exactly 40",
        f"{deck}: 5 faults",
    ]
    document = json.loads(run("check", GAME, str(deck), "--json").stdout)
    assert [fault["line"] for fault in document["decks"][0]["faults"]] == [2, 4, 5, 6, 3]


def test_a_deck_of_text_is_shown_and_played_like_one_of_toml(tmp_path: Path) -> None:
    deck = tmp_path / "mine.txt"
    deck.write_text(run("export", GAME, "aggro").stdout, encoding="utf-8")
    assert run("show", GAME, str(deck)).stdout == run("show", GAME, "aggro").stdout
    assert run("export", GAME, str(deck)).stdout == deck.read_text(encoding="utf-8")
    assert cw.game(GAME).match((str(deck), "control"), seed=1).hash == cw.game(GAME).match(seed=1).hash


def test_what_is_no_file_of_a_deck_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").mkdir()
    result = run("check", GAME, str(tmp_path / "mine.toml"))
    assert result.stdout.splitlines()[0] == f"{tmp_path}/mine.toml: cannot be read: Is a directory"
    binary = CliRunner().invoke(cli.app, ["decks", "import", GAME, "-"], input=b"# A\n3 \xff\n")
    assert binary.exit_code == 2
    assert binary.stderr == "cardwright: standard input:2: not UTF-8: byte 0xff; save the file as UTF-8\n"


def test_check_reads_text_too(tmp_path: Path) -> None:
    deck = tmp_path / "mine.txt"
    deck.write_text(run("export", GAME, "aggro").stdout + "1 Nobody\n", encoding="utf-8")
    result = run("check", GAME, str(deck))
    assert result.exit_code == 1
    assert 'unknown card "Nobody"' in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", GAME, "agro"), 'has no deck "agro"; did you mean "aggro"?'),
        (("check", GAME, "gone.toml"), "gone.toml: there is no such file"),
        (("import", GAME, "gone.txt"), "gone.txt: cannot be read: No such file or directory"),
        (("import", GAME, "-", "--to", "x.txt"), "call it .toml"),
        (
            ("export", GAME, "aggro", "--to", "x.toml"),
            "a deck is exported as text, not to x.toml; call it .txt",
        ),
        (("random", GAME, "--hero", "frie"), 'has no hero "frie"; did you mean "fire"?'),
        (("list", "elemental-comand"), 'did you mean "elemental-command"?'),
    ],
)
def test_a_wrong_name_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    result = run(*words, typed="")
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_random_decks_are_written_and_legal(tmp_path: Path) -> None:
    result = run("random", GAME, "--seed", "5", "--count", "3", "--to", str(tmp_path))
    assert (result.exit_code, result.stdout) == (0, f"3 decks written to {tmp_path}\n")
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["random-5.toml", "random-6.toml", "random-7.toml"]
    assert run("check", GAME, *(str(tmp_path / name) for name in files)).exit_code == 0
    assert cw.game(GAME).deck(tmp_path / "random-6.toml") == cw.game(GAME).deck("random:6")
    document = json.loads(run("random", GAME, "--seed", "6", "--json").stdout)
    assert document["decks"][0]["cards"] == cw.game(GAME).deck("random:6").cards


def test_show_tells_what_cards_cost_where_they_cost_several_things() -> None:
    out = run("show", "mana", "ash-and-sun").stdout
    assert "hero: Kessa Ashborn (kessa-ashborn), produces fire in 5 s, light in 10 s, devotion in 15 s" in out
    assert "costs   23 fire, 4 light, 3 fire + light\n" in out
    assert "needs" not in out
    assert "at most" not in out
    assert "1 x  3  Purging Fire     spell  2 fire, 1 light" in out
    document = json.loads(run("show", "mana", "ash-and-sun", "--json").stdout)
    assert sum(document["paid"].values()) == document["size"] == 30
