"""Seconds, day and night, second filters of triggers, and what holds: a game in real time."""

from __future__ import annotations

import json

import pytest
from timed import GAME, Built, Listed, Refused

from cardwright.building.catalogue import Workshop, build_catalogue


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Every 10 seconds, draw a card.", "on timer, every 10 s"),
        ("After 5 seconds, destroy this.", "on timer, after 5 s"),
        ("Whenever day starts, draw a card.", "on phase_starts"),
        ("Whenever night starts, draw a card.", "on phase_ends"),
        (
            "Whenever another minion is attacked by a creature with Flying, draw a card.",
            "on attacked (another) by minion, with hero or minion with flying",
        ),
        (
            "Whenever an enemy creature is damaged by a spell, draw a card.",
            "on damaged (another) by enemy hero or minion, with no piece",
        ),
        (
            "Whenever an enemy creature is damaged by a friendly minion, draw a card.",
            "on damaged (another) by enemy hero or minion, with friendly minion",
        ),
        (
            "Whenever an enemy minion takes 3 or more damage, draw a card.",
            "on damaged (another) by enemy minion, 3 or more",
        ),
        (
            "Whenever an enemy creature uses an ability, draw a card.",
            "on used (another) by enemy hero or minion",
        ),
        (
            "Whenever an enemy minion at the front dies, draw a card.",
            "on died (another) by enemy minion at front",
        ),
        ("Whenever you draw a card, draw a card.", "on drawn (another) (you)"),
        ("Whenever you draw a fire card, draw a card.", "on drawn (another) (you) by fire anything"),
        ("Whenever your opponent spends frost, draw a card.", "on spent (another) (opponent), frost"),
        ("Whenever you spend mana, draw a card.", "on spent (another) (you)"),
    ],
)
def test_a_trigger_says_when(timed_listing: Listed, text: str, line: str) -> None:
    assert [found for found in timed_listing(text, "minion") if found.startswith("on ")] == [line]


def test_the_other_party_of_an_event_is_the_chosen_one_of_the_kernel(timed_listing: Listed) -> None:
    found = timed_listing(
        "Whenever another friendly minion is attacked, deal 1 damage to the attacker.", "minion"
    )
    assert found[2] == "1 Select chosen: anything"
    found = timed_listing("Whenever another friendly minion attacks, deal 1 damage to the target.", "minion")
    assert found[2] == "1 Select chosen: anything"
    found = timed_listing("Whenever a friendly minion is attacked, deal 1 damage to the attacker.", "minion")
    assert [line for line in found if "Select" in line] == [
        "1 Select chosen: anything",
        "1 Select subject: anything",
    ], "of an attack on the carrier itself the other party is the subject"


def test_the_attacker_of_an_event_is_not_moved_by_a_choice(timed_refusal: Refused) -> None:
    text = "Whenever another friendly minion is attacked, move the attacker."
    assert timed_refusal(text, "minion").startswith("only a chosen piece can be moved")


def test_damage_by_a_spell_has_no_attacker(timed_refusal: Refused) -> None:
    text = "Whenever an enemy creature is damaged by a spell, deal 1 damage to the attacker."
    assert timed_refusal(text, "minion").startswith('"the attacker" means nothing here')


def test_how_much_was_spent_is_that_much(timed_listing: Listed) -> None:
    assert "0 Amount" in timed_listing(
        "Whenever you spend fire, restore that much health to your hero.", "minion"
    )


def test_a_spell_leaves_something_for_later(timed_listing: Listed) -> None:
    assert timed_listing("Draw a card. After 10 seconds, deal 5 damage to all creatures. Draw a card.") == [
        "play",
        "0 Const 1",
        "1 Draw you",
        "2 Delay 0",
        "on timer, after 10 s",
        "0 Const 5",
        "1 Select hero or minion",
        "2 Damage",
        "3 Const 1",
        "4 Draw you",
        "5 End",
        "3 End",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Your spells cost 1 less.", "aura cost -1: friendly spell in hand"),
        ("Your opponent's cards cost 1 more.", "aura cost +1: enemy anything in hand"),
        ("Each player's fire minions cost 2 more.", "aura cost +2: fire minion in hand"),
        ("This has +2/+0 while it is night.", "aura +2/+0: source: anything at night"),
        ("Your other minions have Swift while it is day.", "aura swift: other friendly minion at day"),
        ("This has +0/+2 while under protection.", "aura +0/+2: source: anything at protected"),
        ("Your other beasts have +1/+0.", "aura +1/+0: other friendly beast hero or minion"),
    ],
)
def test_what_holds_is_an_aura(timed_listing: Listed, text: str, line: str) -> None:
    assert timed_listing(text, "minion") == [line]


def test_only_mana_is_spent(timed_refusal: Refused) -> None:
    text = "Whenever you spend devotion, draw a card."
    assert timed_refusal(text, "minion").startswith('"devotion" does not fit here')


def test_rows_have_the_new_fields_only_where_they_say_something(timed_game: Built) -> None:
    plain = json.loads(build_catalogue(timed_game("When this dies, draw a card.", "minion")))
    assert {key for row in plain["abilities"] for key in row} == {"moment", "scope", "side", "query", "op"}
    timed = json.loads(build_catalogue(timed_game("Every 10 seconds, draw a card.", "minion")))
    assert timed["abilities"][0] | {"op": 0} == {
        "moment": 12,
        "scope": 0,
        "side": 0,
        "query": -1,
        "op": 0,
        "wait": 10_000,
        "repeats": True,
    }
    for row in timed["queries"] + timed["auras"] + timed["pools"]:
        assert not row.keys() & {"not_tags", "top", "card", "cost"}


def test_games_without_the_words_have_not_the_phrases(workshop: Workshop) -> None:
    own = Workshop(GAME).language.phrases.keys() - workshop.language.phrases.keys()
    assert {"every_seconds", "daytime_starts", "raise", "summon_here", "gain_type"} <= own
    lacking = workshop.language.phrases.keys() - Workshop(GAME).language.phrases.keys()
    assert {"turn_ends", "turn_starts", "costing", "choose", "look", "hurt"} <= lacking


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("After 10 secs, draw a card.", 'here one says "seconds"'),
        ("At the start of your turn, draw a card.", 'the nearest phrases are "Every 10 seconds'),
        ("Whenever a minion is killed, draw a card.", "write: Whenever a minion dies, draw a card."),
    ],
)
def test_words_of_other_games_are_answered_with_those_of_this(
    timed_refusal: Refused, text: str, hint: str
) -> None:
    assert hint in timed_refusal(text, "minion")
