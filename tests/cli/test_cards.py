"""The command `cards`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardwright.basics.paths import games_folder
from cardwright.cli.cards import app
from cardwright.errors import CardwrightError

SLUG = "elemental-command"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments))
    if isinstance(result.exception, CardwrightError):
        raise result.exception
    return result.exit_code, result.stdout


def test_list_filters_by_kind_and_number() -> None:
    code, output = run("list", SLUG, "--kind", "spell", "--json")
    rows = json.loads(output)["cards"]
    assert code == 0
    assert {row["kind"] for row in rows} == {"spell"}
    with pytest.raises(CardwrightError, match='unknown kind "spel"; did you mean "spell"'):
        run("list", SLUG, "--kind", "spel")
    costing = json.loads(run("list", SLUG, "--cost", "0", "--json")[1])["cards"]
    assert {row["cost"] for row in costing} <= {0}
    with pytest.raises(CardwrightError, match="no card costs -5; write 0 or more"):
        run("list", SLUG, "--cost", "-5")


def test_list_takes_words_whatever_their_capitals() -> None:
    assert run("list", SLUG, "--keyword", "Taunt") == run("list", SLUG, "--keyword", "taunt")
    assert run("list", SLUG, "--keyword", "Free targeting") == run(
        "list", SLUG, "--keyword", "free-targeting"
    )
    assert "0 cards" not in run("list", SLUG, "--kind", "Spell", "--tag", "Fire")[1]


def test_list_leaves_heroes_out_unless_asked() -> None:
    assert "Kaela Emberheart" not in run("list", SLUG)[1]
    assert "Kaela Emberheart" in run("list", SLUG, "--all")[1]
    assert "starts with" in run("show", SLUG, "Kaela Emberheart")[1]


def test_search_needs_every_word_to_fit() -> None:
    rows = json.loads(run("search", SLUG, "minion", "cost<=2", "taunt", "--json")[1])["cards"]
    assert rows
    assert all(row["cost"] <= 2 for row in rows)
    assert all("taunt" in json.dumps(row).lower() for row in rows)
    assert run("search", SLUG, "Cost<=2") == run("search", SLUG, "cost<=2")
    for word in ("cost<=x", "cost=", "attack>-1"):
        with pytest.raises(CardwrightError, match="is no number"):
            run("search", SLUG, word)
    with pytest.raises(CardwrightError, match='unknown number "coast"'):
        run("search", SLUG, "coast<=2")


def test_show_prints_text_and_program() -> None:
    code, output = run("show", SLUG, "Stone Sprout")
    assert code == 0
    assert "Stone Sprout  (stone-sprout)" in output
    shown = json.loads(run("show", SLUG, "fire", "--json")[1])
    assert shown["text"] == "Deal 1 damage to a minion or hero."
    assert shown["program"][0] == "play, target: minion or hero"


def test_show_tells_printed_numbers_from_needs_and_explains_what_is_known() -> None:
    output = run("show", "ruler", "Archmage")[1]
    assert "legendary unit · cost 230 · 6/14 · move 1, weak spot 6, own mana 40 · blunt, mage\n" in output
    assert "  Fireball (common art · cost 5 · range 1): Deal 15 fire damage to a unit.\n" in output


def test_what_cards_cost_by_school_is_shown_and_added_up() -> None:
    rows = json.loads(run("list", "mana", "--json")[1])["cards"]
    assert all(row["cost"] == sum(row["price"].values()) for row in rows)
    [row] = [row for row in rows if row["id"] == "judgment"]
    price = ", ".join(f"{number} {name}" for name, number in row["price"].items())
    assert f"{row['rarity']} spell · cost {price}\n" in run("show", "mana", "Judgment")[1]
    found = json.loads(run("search", "mana", f"cost={row['cost']}", "--json")[1])["cards"]
    assert {one["cost"] for one in found} == {row["cost"]}
    assert "price" not in json.loads(run("list", SLUG, "--json")[1])["cards"][0]


def test_an_event_has_no_body_in_lists() -> None:
    for line in run("list", "mana", "--kind", "event")[1].splitlines()[:-1]:
        assert "  event " in line


def test_costs_of_three_digits_stand_in_their_column() -> None:
    rows = run("list", "ruler")[1].splitlines()[:-1]
    assert all(row[:3].strip().isdecimal() and row[3:5] == "  " and row[5].isupper() for row in rows)
    assert run("list", SLUG)[1].startswith(" 0  ")


def test_lint_ends_with_1_on_errors_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games" / "my-game"
    shutil.copytree(games_folder() / SLUG, folder)
    monkeypatch.setenv("CARDWRIGHT_PATH", str(tmp_path / "games"))
    code, output = run("lint", "my-game", "--json")
    assert code == 0, output
    assert set(json.loads(output)) == {"game", "cards", "errors", "warnings"}
    (folder / "cards" / "bad.toml").write_text(
        '[[card]]\nid = "bad"\nname = "Bad"\nkind = "spell"\ntext = "Drow a card."\n', encoding="utf-8"
    )
    code, output = run("lint", "my-game", "--json")
    assert code == 1
    assert [row["card"] for row in json.loads(output)["errors"]] == ["bad"]


def test_build_writes_a_catalogue(tmp_path: Path) -> None:
    code, output = run("build", SLUG, "--to", str(tmp_path))
    assert code == 0
    assert "version" in output
    assert json.loads((tmp_path / f"{SLUG}.json").read_bytes())["game"]["slug"] == SLUG
    with pytest.raises(CardwrightError, match="name one game or give --all"):
        run("build")


def test_a_number_that_a_card_does_not_print_is_the_usual_one_or_none() -> None:
    quick = json.loads(run("search", "mana", "speed<=20", "--json")[1])["cards"]
    assert {"ember-imp", "flame-lash"} <= {row["id"] for row in quick}
    assert all(1 <= row["numbers"]["speed"] <= 20 for row in quick)
    usual = json.loads(run("search", "mana", "speed=30", "--json")[1])["cards"]
    assert "cinder-wolf" in {row["id"] for row in usual}
    assert not {"spell", "event"} & {row["kind"] for row in usual}
    assert "common minion · cost 2 fire · 3/2 · speed 30 s · beast" in run("show", "mana", "cinder-wolf")[1]
    assert "speed" not in run("show", "mana", "stoke")[1]


def test_cards_are_searched_and_listed_by_all_that_they_cost() -> None:
    rows = json.loads(run("search", "mana", "devotion>=1", "--json")[1])["cards"]
    assert rows
    assert all(row["price"]["devotion"] >= 1 for row in rows)
    assert "4 fire  Circle of Flame  spell" in run("search", "mana", "circle")[1]
    assert "2 fire, 1 light  Purging Fire" in run("search", "mana", "Purging")[1]
    with pytest.raises(CardwrightError, match=r'unknown number "devotoin".*devotion'):
        run("search", "mana", "devotoin>=1")


def test_a_hero_says_in_how_many_seconds_it_produces_what() -> None:
    shown = run("show", "mana", "kessa-ashborn")[1]
    assert "0/30 · produces fire in 5 s, light in 10 s, devotion in 15 s · speed 30 s" in shown
