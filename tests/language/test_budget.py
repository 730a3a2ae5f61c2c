"""The balance scheme of a game: printed numbers, kinds with prices of their own, cards that are given."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.budget import Appraiser
from cardwright.building.catalogue import Workshop
from cardwright.building.lint import lint
from cardwright.sources.finding import game_folders


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str, str], list[Any]]:
    """Lints a copy of Ruler of Armies and Magic in which some text of a file is replaced."""

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


def test_every_phrase_that_elemental_command_can_speak_has_a_price() -> None:
    workshop = Workshop(game_folders()["elemental-command"])
    prices = workshop.vocabulary.file.budget
    assert prices is not None
    tables = {
        **dict.fromkeys(("effect", "multiplier", "measure"), prices.phrases),
        **dict.fromkeys(("selector", "filter"), prices.selectors),
        **dict.fromkeys(("trigger", "happening"), prices.triggers),
    }
    spoken = [phrase for phrase in workshop.language.phrases.values() if phrase.family in tables]
    assert [phrase.name for phrase in spoken if phrase.name not in tables[phrase.family]] == []


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
    rows = changed("game.toml", '"battle-eagle", "burn-down", "mana-well"', '"battle-eagle", "mana-well"')
    assert [row[0] for row in rows] == ["burn-down"]


def test_a_given_card_that_does_not_exist_is_named(changed: Callable[[str, str, str], list[Any]]) -> None:
    rows = changed("game.toml", '"mana-well"]', '"mana-well", "burn-dawn"]')
    assert rows == [(None, '[budget] given: there is no card "burn-dawn"', 'did you mean "burn-down"?')]


WEIGHED = """[[card]]
id   = "x"
name = "X"
kind = "{kind}"
{body}text = '''{text}'''
"""


@pytest.fixture
def weigh(tmp_path: Path) -> Callable[..., tuple[float, float]]:
    """What a card, usually of Mana, may be worth, and what it is worth."""

    def appraise(text: str, kind: str = "spell", body: str = "", game: str = "mana") -> tuple[float, float]:
        folder = tmp_path / game
        (folder / "cards").mkdir(parents=True, exist_ok=True)
        shutil.copy(games_folder() / game / "game.toml", folder)
        (folder / "cards" / "x.toml").write_text(WEIGHED.format(kind=kind, body=body, text=text), "utf-8")
        workshop = Workshop(folder)
        [card] = workshop.cards
        appraiser = Appraiser(workshop.vocabulary, {})
        found = appraiser.appraise(card.entry, workshop.language.parse(text))
        return found.allowed, found.worth

    return appraise


Weigh = Callable[..., tuple[float, float]]


def test_a_cost_counts_by_what_it_is_paid_with(weigh: Weigh) -> None:
    bodies = ("", "cost = { fire = 1 }\n", "cost = { fire = 1, light = 2 }\n", "cost = { devotion = 1 }\n")
    free, fire, three, devotion = (weigh("Draw a card.", body=body)[0] for body in bodies)
    assert fire > free
    assert three - free == pytest.approx(3 * (fire - free))
    assert devotion - free == pytest.approx(2 * (fire - free)), "a devotion is two mana"


def test_speed_counts_from_the_usual_and_by_attack(weigh: Weigh) -> None:
    body = "attack = {attack}\nhealth = 3\n"
    slow, quick = (weigh("", "minion", body.format(attack=4) + more)[1] for more in ("", "speed = 10\n"))
    late = weigh("", "minion", body.format(attack=4) + "speed = 40\n")[1]
    assert quick > slow > late
    idle, hasty = (weigh("", "minion", body.format(attack=0) + more)[1] for more in ("", "speed = 10\n"))
    assert idle == hasty


def test_what_comes_more_often_is_worth_more(weigh: Weigh) -> None:
    body = "health = 3\n"
    often, seldom = (weigh(f"Every {n} seconds, draw a card.", "minion", body)[1] - 3 for n in (10, 30))
    assert often == pytest.approx(3 * seldom)
    assert weigh("Three times, deal 1 damage to a random enemy.")[1] == pytest.approx(
        3 * weigh("Deal 1 damage to a random enemy.")[1]
    )


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Your opponent discards a random card.", "Discard a random card."),
        ("Discard all spells in your opponent's hand.", "Discard all spells in your hand."),
        ("Spells in your hand cost 1 less.", "Spells in your hand cost 1 more."),
        ("Cards in your opponent's hand cost 1 more.", "Cards in your opponent's hand cost 1 less."),
        (
            'Give an enemy minion "After 20 seconds, destroy this."',
            'Give a friendly minion "After 20 seconds, destroy this."',
        ),
        ("Exhaust an enemy creature for 10 seconds.", "Exhaust a friendly creature for 10 seconds."),
        ("An enemy minion gets 5 more speed.", "A friendly minion gets 5 more speed."),
        ("A friendly minion gets 5 less speed.", "An enemy minion gets 5 less speed."),
    ],
)
def test_what_harms_its_player_counts_against_a_card(weigh: Weigh, good: str, bad: str) -> None:
    assert weigh(good)[1] > 0 > weigh(bad)[1]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("An enemy unit gets 1 less move.", "A friendly unit gets 1 less move."),
        ("A friendly unit gets 1 more move.", "An enemy unit gets 1 more move."),
    ],
)
def test_to_weaken_an_enemy_is_worth_something(weigh: Weigh, good: str, bad: str) -> None:
    assert (
        weigh(good, body="cost = 4\n", game="ruler")[1] > 0 > weigh(bad, body="cost = 4\n", game="ruler")[1]
    )


def test_a_cost_that_changes_while_a_card_is_in_play_has_a_price(weigh: Weigh) -> None:
    good, bad = (
        weigh(f"Your spells cost 1 {word}.", "minion", "health = 1\n")[1] for word in ("less", "more")
    )
    assert good - 1 == pytest.approx(1 - bad)
    assert good > 1


def test_what_holds_at_night_is_worth_less_than_what_always_holds(weigh: Weigh) -> None:
    text = "Your other minions have +1/+1"
    always, night = (
        weigh(f"{text}{more}.", "minion", "health = 1\n")[1] for more in ("", " while it is night")
    )
    assert always > night > 1
