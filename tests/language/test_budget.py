"""The balance scheme of a game: printed numbers, kinds with prices of their own, cards that are given."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.language.lint import lint
from cardwright.sources import game_folders


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str, str], list[Any]]:
    """Lints a copy of Ruler of Armies and Magic in which a text of a file is another."""

    def change(file: str, old: str, new: str) -> list[Any]:
        folder = tmp_path / "ruler"
        shutil.copytree(game_folders()["ruler"], folder)
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
        document = lint(folder)
        assert document["errors"] == []
        return [(row["card"], row["reason"], row["suggestion"]) for row in document["warnings"]]

    return change


@pytest.mark.parametrize("slug", sorted(game_folders()))
def test_the_cards_of_a_game_are_within_their_budgets(slug: str) -> None:
    document = lint(game_folders()[slug])
    assert (document["errors"], document["warnings"]) == ([], [])


def test_printed_numbers_have_prices(changed: Callable[[str, str, str], list[Any]]) -> None:
    shield = "move = 1, weak = 3, block = 8, block-chance = 55"
    rows = changed("cards/foot.toml", shield, shield.replace("move = 1", "move = 3"))
    assert rows == [("shield-bearer", "40.4 points above its budget: worth 135.4, allowed 95.0", None)]


def test_a_defence_counts_by_value_and_chance(changed: Callable[[str, str, str], list[Any]]) -> None:
    shield = "move = 1, weak = 3, block = 8, block-chance = 55"
    rows = changed("cards/foot.toml", shield, shield.replace("55", "5"))
    assert rows == [("shield-bearer", "27.6 points below its budget: worth 67.4, allowed 95.0", None)]


def test_kinds_have_prices_of_their_own(changed: Callable[[str, str, str], list[Any]]) -> None:
    rows = changed("game.toml", "[budget.kinds.structure]\nattack    = 10\n", "[budget.kinds.structure]\n")
    assert {row[0] for row in rows} == {"arrow-tower", "ballista-platform", "war-galley"}


def test_a_card_that_is_given_is_not_weighed(changed: Callable[[str, str, str], list[Any]]) -> None:
    rows = changed("game.toml", 'given = ["battle-eagle", "burn-down"]', 'given = ["battle-eagle"]')
    assert [row[0] for row in rows] == ["burn-down"]


def test_a_given_card_that_does_not_exist_is_named(changed: Callable[[str, str, str], list[Any]]) -> None:
    rows = changed("game.toml", '"burn-down"]', '"burn-down", "burn-dawn"]')
    assert rows == [(None, '[budget] given names no card: "burn-dawn"', 'did you mean "burn-down"?')]
