"""What commands show of cards that cost a pattern of lands."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hexes import HERO, MINION, PATTERN, write_game
from typer.testing import CliRunner

import cardwright as cw
from cardwright import cli
from cardwright.table import plain

SPELL = '[[card]]\nid = "spring"\nname = "Spring"\nkind = "spell"\npattern = { water = ["1,0"] }\n'


@pytest.fixture(autouse=True)
def fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with patterns among the known ones."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("CARDWRIGHT_PATH", str(tmp_path / "games"))
    write_game(tmp_path / "games" / "fields", HERO + MINION + PATTERN + SPELL)


def cards(*words: str) -> str:
    result = CliRunner().invoke(cli.app, ["cards", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_card_is_shown_with_its_pattern() -> None:
    assert cards("show", "fields", "Wisp").splitlines() == [
        "Wisp  (wisp)",
        "common minion · cost 2 fire, 1 water · 1/2",
        "    f",
        "  [f]",
        "    w",
    ]
    assert cards("show", "fields", "Warden").splitlines() == ["Warden  (warden)", "common hero · 0/30"]


def test_a_document_has_the_pattern_by_field() -> None:
    row = json.loads(cards("show", "fields", "Wisp", "--json"))
    assert row["cost"] == 3
    assert row["price"] == {"fire": 2, "water": 1}
    assert row["pattern"] == [[0, 0, "fire"], [0, 1, "water"], [1, -1, "fire"]]
    assert "pattern" not in json.loads(cards("show", "fields", "Warden", "--json"))


def test_cards_are_listed_and_found_by_the_lands_they_cost() -> None:
    assert cards("list", "fields").splitlines() == [
        "1 water          Spring  spell",
        "2 fire, 1 water  Wisp    1/2",
        "2 cards",
    ]
    assert "Spring" not in cards("search", "fields", "fire")
    assert cards("search", "fields", "water", "cost>=2").splitlines()[-2:] == [
        "2 fire, 1 water  Wisp  1/2",
        "1 card",
    ]


def test_the_table_shows_a_card_with_its_pattern() -> None:
    game = cw.game("hexlands")
    lines = plain.card_page(game, game.card("Droplet"), 60)
    assert lines[0].startswith("Droplet (1 water; 1/1 minion")
    assert lines[1] == "  [w]"
    hero = plain.card_page(game, game.card("Pathfinder"), 60)
    assert hero[0].startswith("Pathfinder (2/30 hero")


def test_a_deck_is_shown_with_the_lands_it_costs() -> None:
    result = CliRunner().invoke(cli.app, ["decks", "show", "hexlands", cw.game("hexlands").usual_decks[0]])
    assert result.exit_code == 0, result.output
    first, *rest = result.stdout.splitlines()
    assert re.fullmatch(r".*, average cost \d\.\d\d", first)
    costs = next(line for line in rest if line.startswith("costs   "))
    assert set(re.findall(r"[a-z]+", costs)) - {"costs"} <= set(cw.game("hexlands").catalogue.lands)
