"""Texts that can be read and could never change anything are refused, with the words and a way out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.errors import CardwrightError
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import Problem, TextError

DEAD = "a piece that has died is no longer in play"
OWN = "it is yours already"


@pytest.fixture(scope="session")
def mana() -> Workshop:
    return Workshop(games_folder() / "mana")


@cache
def opened(game: str) -> Workshop:
    return Workshop(games_folder() / game)


def problem(workshop: Workshop, text: str, kind: str) -> Problem | None:
    """The message about a text, if it is refused."""
    entry = CardEntry(id="x", name="X", kind=kind)
    try:
        compile_card(entry, workshop.language.parse(text), workshop.assembly, workshop.vocabulary)
    except TextError as error:
        return error.problem
    return None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("When this dies, this gets +1/+1.", "this"),
        ("When this dies, give this Taunt.", "this"),
        ("When this dies, deal 1 damage to this.", "this"),
        ("When this dies, restore 1 health to this.", "this"),
        ("When this dies, destroy this.", "this"),
        ("When this dies, dispel this.", "this"),
        ("When this dies, stun this.", "this"),
        ("When this dies, turn this into a Stone Sprout.", "this"),
        ("When this dies, this may act again.", "this"),
        ('When this dies, give this "When this dies, draw a card."', "this"),
        ("When this dies, this attacks a random enemy minion.", "this attacks a random enemy minion"),
        ("When this dies, draw a card and this gets +1/+1.", "this"),
        ("When this dies, if this has 3 or more attack, this gets +1/+1.", "this"),
        ("Whenever a minion dies, it gets +1/+1.", "it"),
        ("Whenever an enemy minion dies, take control of it.", "it"),
        ("Whenever another friendly minion dies, set its attack to 2.", "set its attack to 2"),
        ('At the end of your turn, give this "When this dies, this gets +1/+1."', "this"),
    ],
)
def test_what_cannot_be_done_to_the_dead_is_refused(workshop: Workshop, text: str, words: str) -> None:
    found = problem(workshop, text, "minion")
    assert found is not None
    assert (found.reason, text[found.start : found.end].rstrip(".")) == (DEAD, words)
    assert found.suggestion == "it can be returned to a hand, copied and asked about"


@pytest.mark.parametrize(
    "text",
    [
        "When this dies, return this to its owner's hand.",
        "When this dies, add a copy of this to your hand.",
        "When this dies, if this has 3 or more attack, draw a card.",
        "When this dies, deal damage equal to this minion's attack to the enemy hero.",
        "Whenever another friendly minion dies, add a copy of it to your hand.",
        "Whenever a minion dies, if it has Taunt, draw a card.",
        "Whenever a minion dies, deal 1 damage to minions adjacent to it.",
        "Whenever a friendly minion dies, this gets +1/+1.",
        "Whenever a minion dies, give this Haste.",
    ],
)
def test_what_can_be_done_with_the_dead_is_read(workshop: Workshop, text: str) -> None:
    assert problem(workshop, text, "minion") is None


def test_the_dead_are_copied_into_play_and_their_owner_pays(mana: Workshop, ruler: Workshop) -> None:
    assert problem(mana, "When this dies, summon a copy of this and give it Swift.", "minion") is None
    assert problem(mana, "Whenever a minion dies, summon a clone of it.", "minion") is None
    text = "Whenever an enemy structure dies, take 60 gold from the owner of it."
    assert problem(ruler, text, "unit") is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("When played, destroy this and this gets +1/+1.", "a piece that was destroyed is no longer in play"),
        ("When this attacks, take control of this.", OWN),
        ("When played, take control of your minions.", OWN),
        ("When played, take control of a friendly minion.", OWN),
        ("Whenever another friendly minion attacks, take control of it.", OWN),
        ("When played, take control of all minions in the same row.", OWN),
        ("When this attacks, this attacks this.", "nobody attacks itself"),
        ("At the start of your turn, your minions may act again.", "all are ready when a turn starts"),
        ("At the end of your turn, this may act again.", "nobody acts when a turn is over"),
        ("At the end of your turn, gain 2 mana this turn.", "the turn is over, so it would be lost at once"),
        ("When played, give all minions with Taunt Taunt.", "they have it already"),
        ("When played, minions without Taunt in the same row lose Taunt.", "they do not have it"),
        (
            "When played, restore 2 health to undamaged minions in the same row.",
            "an undamaged piece cannot be healed",
        ),
        (
            "When played, if you control no heroes, draw a card.",
            "this is never true: every player has a hero",
        ),
        ("When played, if you control a hero, draw a card.", "this is always true: every player has a hero"),
        (
            "When played, if you control two or more heroes, draw a card.",
            "this is never true: every player has one hero",
        ),
        (
            "When played, if you control no minions, draw a card.",
            "this is never true: the card itself is one",
        ),
        ("When played, put a random hero from your deck into your hand.", "a hero never lies in a deck"),
        ("When played, add a random spell with Taunt to your hand.", "a spell has no Taunt"),
        (
            "When played, enemy minions in the same row get +1/+1.",
            "there can be none: what is in the same row is on the same side",
        ),
        (
            "When played, put a random damaged minion from your deck into your hand.",
            "a card in a zone is neither damaged nor undamaged",
        ),
    ],
)
def test_what_never_changes_anything_is_refused(workshop: Workshop, text: str, reason: str) -> None:
    found = problem(workshop, text, "minion")
    assert found is not None
    assert found.reason == reason
    assert found.suggestion
    assert 0 <= found.start < found.end <= len(text)


def test_a_hero_beside_the_board_has_no_neighbours(workshop: Workshop) -> None:
    found = problem(workshop, "Deal 1 damage to adjacent minions.", "hero")
    assert found is not None
    assert found.reason == "a hero stands nowhere"
    found = problem(workshop, "This attacks your hero.", "hero")
    assert found is not None
    assert found.reason == "nobody attacks itself"


def test_what_is_chosen_must_be_of_use(mana: Workshop) -> None:
    found = problem(mana, "Choose a minion.", "spell")
    assert found is not None
    assert found.reason == "nothing happens to the chosen piece"
    assert problem(mana, "Choose a minion. If it has Flying, draw a card.", "spell") is None
    found = problem(mana, "Whenever day starts, it becomes day.", "minion")
    assert found is not None
    assert found.reason == "it is that time of day already"
    found = problem(mana, "Destroy a minion under protection.", "ability")
    assert found is not None
    assert found.reason == "an ability cannot choose pieces that stand there"
    assert problem(mana, "Destroy a minion under protection.", "spell") is None


def test_bases_and_traps_have_no_numbers_to_change(ruler: Workshop) -> None:
    for text, reason in (
        ("Deal 2 damage to the enemy base.", "a base cannot be damaged"),
        ("Give all traps Flying.", "a trap cannot be changed"),
        ("Take 2 gold from the owner of your base.", OWN),
    ):
        found = problem(ruler, text, "spell")
        assert found is not None, text
        assert found.reason == reason
    found = problem(ruler, "When played, recharge this by 2.", "unit")
    assert found is not None
    assert found.reason == "a piece that arrives has all its mana"
    assert problem(ruler, 'Give your base "At the start of your turn, gain 5 gold."', "spell") is None


@pytest.mark.parametrize(
    ("game", "kind", "text", "reason"),
    [
        (
            "elemental-command",
            "minion",
            "Whenever a hero enters play, draw a card.",
            "a hero never enters play",
        ),
        ("elemental-command", "minion", "Whenever an enemy hero dies, draw a card.", "a hero never dies"),
        ("elemental-command", "minion", "Whenever you play a hero, draw a card.", "a hero is never played"),
        ("elemental-command", "minion", "Whenever you draw a hero, draw a card.", "a hero is never drawn"),
        ("elemental-command", "hero", "When this dies, draw a card.", "a hero never dies"),
        ("elemental-command", "hero", "When this moves, draw a card.", "a hero never moves"),
        (
            "elemental-command",
            "minion",
            "Whenever a damaged minion enters play, draw a card.",
            "a piece that enters play is undamaged",
        ),
        (
            "elemental-command",
            "minion",
            "Whenever an undamaged minion takes damage, draw a card.",
            "a piece that takes damage is damaged",
        ),
        (
            "elemental-command",
            "minion",
            "Whenever you draw a minion, if your hand is empty, draw a card.",
            "this is never true: the drawn card is there",
        ),
        (
            "elemental-command",
            "spell",
            'Give a minion "Whenever another hero dies, draw a card."',
            "a hero never dies",
        ),
        ("mana", "minion", "Whenever an event is healed, draw a card.", "an event is never healed"),
        (
            "mana",
            "minion",
            "Whenever a minion is attacked by an event, draw a card.",
            "an event never attacks",
        ),
        ("mana", "minion", "Whenever you draw an ability, draw a card.", "an ability is never drawn"),
        ("mana", "event", "Whenever a minion enters play, this attacks it.", "an event never attacks"),
        ("mana", "event", "When this takes damage, draw a card.", "an event never takes damage"),
        (
            "mana",
            "minion",
            "Whenever a minion with Shielded takes damage, draw a card.",
            "a piece with Shielded takes no damage",
        ),
        (
            "mana",
            "minion",
            "Whenever a minion with Telepathic attacks, reveal your hand.",
            "everybody sees it while a piece has Telepathic",
        ),
        (
            "mana",
            "minion",
            "Whenever an enemy minion attacks, exhaust your minions adjacent to it for 5 seconds.",
            "no friendly piece is beside an enemy one",
        ),
        (
            "mana",
            "minion",
            "Whenever a minion is damaged by an event, replace the attacker by a Treant.",
            "an event stands nowhere: it can only be destroyed",
        ),
        ("ruler", "spell", "Poison a unit with Undead.", "a piece with Undead is never poisoned"),
        ("ruler", "spell", "Poison a structure.", "a structure cannot be poisoned"),
        ("ruler", "structure", "When played, cure this of poison.", "a structure cannot be cured"),
        ("ruler", "spell", "Destroy a trap.", "a trap cannot be chosen"),
        (
            "ruler",
            "trap",
            "Whenever you play a unit, this may act again.",
            "a trap cannot be made to act again",
        ),
        (
            "ruler",
            "trap",
            "Whenever an enemy unit enters this tile, this attacks it.",
            "a trap never attacks",
        ),
        (
            "ruler",
            "unit",
            "When this attacks, if your hand is empty, units in your hand cost 2 less.",
            "there can be none: the condition says so",
        ),
        (
            "elemental-command",
            "minion",
            "Whenever another minion is attacked by a spell, draw a card.",
            "a spell never attacks",
        ),
        (
            "hearth",
            "minion",
            "Whenever a minion is damaged by a weapon, draw a card.",
            "a weapon never deals damage",
        ),
        (
            "hearth",
            "minion",
            "Whenever a minion is damaged by a secret, draw a card.",
            "a secret never deals damage",
        ),
        (
            "hearth",
            "minion",
            "Whenever a minion with Immune takes damage, draw a card.",
            "a piece with Immune takes no damage",
        ),
        (
            "hearth",
            "spell",
            "Deal 2 damage to all minions with Immune.",
            "a piece with Immune takes no damage",
        ),
        (
            "hearth",
            "spell",
            "Deal 3 damage split at random among all minions with Immune.",
            "a piece with Immune takes no damage",
        ),
        (
            "hearth",
            "minion",
            "After a minion with Stealth attacks, draw a card.",
            "a piece that has attacked has no Stealth",
        ),
        (
            "hearth",
            "minion",
            "At the start of your turn, your power may be used again.",
            "it can be used when a turn starts",
        ),
        (
            "elemental-command",
            "minion",
            "When this kills a minion, if the target survives, draw a card.",
            "this is never true: it has died",
        ),
        (
            "elemental-command",
            "minion",
            "When this kills a minion, if the target dies, draw a card.",
            "this is always true: it has died",
        ),
        ("elemental-command", "spell", "Deal 2 damage to a minion. If it dies, it gets +1/+1.", DEAD),
        (
            "elemental-command",
            "minion",
            "Whenever your opponent spends mana, if you played another card this turn, draw a card.",
            "you play no cards in your opponent's turn",
        ),
        (
            "elemental-command",
            "minion",
            "At the start of your turn, if you played another card this turn, draw a card.",
            "nothing has been played yet when a turn starts",
        ),
        (
            "elemental-command",
            "minion",
            "At the start of your turn, if a friendly minion died this turn, draw a card.",
            "nothing has died yet when a turn starts",
        ),
        (
            "elemental-command",
            "minion",
            "Whenever another friendly minion is attacked, it becomes the new target.",
            "it is the target already",
        ),
        (
            "elemental-command",
            "minion",
            "When this attacks, the target becomes the new target.",
            "it is the target already",
        ),
        ("elemental-command", "minion", "After you play a minion, take control of it.", OWN),
        (
            "elemental-command",
            "minion",
            "At the end of your turn, take control of a random enemy minion until end of turn.",
            "the turn is over, so it would be lost at once",
        ),
        (
            "elemental-command",
            "minion",
            "When played, two times, swap the attack and health of all minions.",
            "swapped again, all is as before",
        ),
        ("ruler", "unit", "When played, restore your base to full health.", "a base cannot be healed"),
        (
            "ruler",
            "unit",
            "When played, deal 2 damage split at random among all bases.",
            "a base cannot be damaged",
        ),
        (
            "ruler",
            "unit",
            "When played, draw a random card.",
            "such cards lie in several decks: units, structures, spells",
        ),
    ],
)
def test_what_never_happens_is_refused(game: str, kind: str, text: str, reason: str) -> None:
    found = problem(opened(game), text, kind)
    assert found is not None, text
    assert found.reason == reason
    assert found.suggestion or "can only be destroyed" in found.reason
    assert 0 <= found.start < found.end <= len(text)


@pytest.mark.parametrize(
    ("game", "kind", "text"),
    [
        ("elemental-command", "minion", "Whenever a hero takes damage, draw a card."),
        ("elemental-command", "minion", "Whenever an undamaged minion dies, draw a card."),
        (
            "elemental-command",
            "minion",
            "Whenever you draw a minion, if your opponent's hand is empty, draw a card.",
        ),
        ("mana", "minion", "Whenever you draw a card, if your hand is empty, restore 1 health to your hero."),
        (
            "mana",
            "minion",
            "Whenever a minion with Telepathic dies, your opponent draws a card. "
            "Reveal your opponent's hand.",
        ),
        ("mana", "minion", "Whenever an event enters play, draw a card."),
        ("mana", "minion", "Whenever a minion is damaged by an event, draw a card."),
        ("mana", "minion", "Whenever a minion with Shielded is attacked, draw a card."),
        ("mana", "hero", "When this moves, draw a card."),
        ("ruler", "unit", "Whenever a trap takes damage, draw a card."),
        ("ruler", "spell", "Destroy all traps."),
        ("ruler", "spell", "Poison a unit or structure."),
        (
            "elemental-command",
            "spell",
            "Deal 2 damage to a minion. If it dies, add a copy of it to your hand. Draw a card.",
        ),
        ("elemental-command", "spell", "Destroy each minion at a chance of 50%."),
        (
            "elemental-command",
            "minion",
            "Whenever a friendly minion is attacked, this becomes the new target.",
        ),
        ("elemental-command", "minion", "After your opponent plays a minion, take control of it."),
        ("ruler", "unit", "When played, draw a random unit."),
        ("ruler", "unit", "When played, your units get +1/+1 wherever they are."),
    ],
)
def test_what_may_happen_is_read(game: str, kind: str, text: str) -> None:
    assert problem(opened(game), text, kind) is None


def test_a_refusal_names_file_line_and_column(write_cards: Callable[[str], Path]) -> None:
    card = "[[card]]\nid = 'x'\nname = 'X'\nkind = 'minion'\nattack = 1\nhealth = 1\n"
    folder = write_cards(f"{card}text = 'When this dies, this gets +1/+1.'\n")
    with pytest.raises(CardwrightError) as found:
        build_catalogue(folder)
    shown = f'test.toml:7:25: card "x": {DEAD}; it can be returned to a hand, copied and asked about'
    assert str(found.value).endswith(shown)
