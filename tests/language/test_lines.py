"""Texts about a row or column that is chosen, and about spaces that are counted."""

from __future__ import annotations

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import CompiledCard, compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.explain.unspoken import KEYS, RULES_OWN
from cardwright.language.phrases import table
from cardwright.language.renderer import render
from cardwright.sources.finding import shipped_folders

COLUMN, ROW = 2, 3
"""The relations of Elemental Command that make lines."""
DESTINATION = 5
"""The kernel's base of the place that the player chose."""

ELEMENTAL, RULER = "elemental-command", "ruler"


@pytest.fixture(scope="module")
def workshops() -> dict[str, Workshop]:
    folders = shipped_folders()
    return {slug: Workshop(folders[slug]) for slug in (ELEMENTAL, RULER)}


def compiled(workshop: Workshop, text: str, kind: str) -> tuple[CompiledCard, Assembly]:
    entry = CardEntry(id="x", name="X", kind=kind, text=text, health=1)
    assembly = Assembly(workshop.assembly.defs, workshop.assembly.kinds)
    return compile_card(entry, workshop.language.parse(text), assembly, workshop.vocabulary), assembly


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        (
            "Choose a row. Swap the attack and health of every minion in that row.",
            "Choose a row. Swap the attack and health of all minions in it.",
        ),
        (
            "Choose a column. At the start of your next turn, deal 4 damage to every minion in it.",
            "Choose a column. At the start of your next turn, deal 4 damage to all minions in it.",
        ),
        (
            "Choose a column and deal 2 damage to each enemy minion in that column.",
            "Choose a column and deal 2 damage to all enemy minions in it.",
        ),
    ],
)
def test_first_wordings_of_lines_are_read(workshops: dict[str, Workshop], said: str, printed: str) -> None:
    language = workshops[ELEMENTAL].language
    assert render(language.parse(said), language.lexicon) == printed


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        (
            "This costs 20 less for each town in your influence.",
            "This costs 20 less for each town tile in your influence.",
        ),
        (
            "When played, summon a Militiaman on each adjacent empty town.",
            "When played, summon a Militiaman on each adjacent empty town tile.",
        ),
        ("When played, gain 5 gold for each desert.", "When played, gain 5 gold for each desert tile."),
    ],
)
def test_first_wordings_of_ground_are_read(workshops: dict[str, Workshop], said: str, printed: str) -> None:
    language = workshops[RULER].language
    assert render(language.parse(said), language.lexicon) == printed


@pytest.mark.parametrize(("line", "relation"), [("column", COLUMN), ("row", ROW)])
def test_a_line_is_the_place_that_the_card_chooses(
    workshops: dict[str, Workshop], line: str, relation: int
) -> None:
    text = f"Choose a {line}. Deal 1 damage to all minions in it."
    card, assembly = compiled(workshops[ELEMENTAL], text, "spell")
    assert (card.target, card.destination) == (-1, 3 + relation)
    assert [(row["base"], row["relation"]) for row in assembly.queries] == [(DESTINATION, relation)]


def test_only_what_speaks_of_the_line_keeps_it(workshops: dict[str, Workshop]) -> None:
    for later, kept in (("deal 1 damage to all minions in it", 1), ("draw a card", 0)):
        text = f"Choose a row. Stun all minions in it. At the start of your next turn, {later}."
        _, assembly = compiled(workshops[ELEMENTAL], text, "spell")
        (delay,) = (row for row in assembly.ops if row[0] == 46)
        assert delay[3] == kept


def test_spaces_are_counted_and_no_pieces(workshops: dict[str, Workshop]) -> None:
    text = "This costs 20 less for each town tile in your influence."
    card, assembly = compiled(workshops[RULER], text, "unit")
    (query,) = assembly.queries
    assert (query["ground"], query["place"], query["area"], query["kinds"]) == (1, 3, 5, 0)
    assert card.own_cost == {"query": 0, "n": 20}


def test_every_requirement_of_a_phrase_has_an_answer() -> None:
    wanted = {phrase.requires for phrase in table().values()} - {""}
    assert wanted <= KEYS.keys() | set(RULES_OWN)


REFUSED = [
    (ELEMENTAL, "Deal 2 damage to all minions in it.", '"in it" means nothing here'),
    (ELEMENTAL, "Stun all minions in it. Choose a row.", "nothing happens in the chosen row"),
    (ELEMENTAL, "Choose a column. Draw a card.", "nothing happens in the chosen column"),
    (ELEMENTAL, "Choose a column. Stun all minions in that row.", '"that" does not fit here'),
    (ELEMENTAL, "Choose a row. Stun a minion in it.", "a card has one target"),
    (ELEMENTAL, "Stun a minion. Choose a row. Stun all minions in it.", "a card has one target"),
    (ELEMENTAL, "Choose a row. Choose a column. Stun all minions in it.", "a card has one target"),
    (ELEMENTAL, "Choose a row. Deal 1 damage to all heroes in it.", "stands nowhere"),
    (ELEMENTAL, "Two times, choose a row and stun all minions in it.", "cannot have a choice"),
    (
        ELEMENTAL,
        'Choose a row. Give all minions in it "When this dies, stun all minions in it."',
        '"in it" means',
    ),
    (
        ELEMENTAL,
        "At the start of your next turn, choose a row and stun all minions in it.",
        "chosen for later",
    ),
    (ELEMENTAL, "Draw a card for each front space.", '"front" does not fit'),
    (RULER, "Choose a row. Slow all units in it.", "row"),
    (RULER, "Gain 5 gold for each town tile on desert.", "a space has one kind of ground"),
]


@pytest.mark.parametrize(("game", "text", "reason"), REFUSED, ids=lambda value: value[:40])
def test_what_means_nothing_is_refused(
    workshops: dict[str, Workshop], game: str, text: str, reason: str
) -> None:
    with pytest.raises(TextError) as refused:
        compiled(workshops[game], text, "spell")
    assert any(reason in problem.reason for problem in refused.value.problems), refused.value.problems


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("When this dies, choose a row and stun all minions in it.", "nobody can choose here"),
        ("Whenever a minion in it dies, draw a card.", '"in it" means nothing here'),
    ],
)
def test_a_line_is_chosen_only_when_a_card_is_played(
    workshops: dict[str, Workshop], text: str, reason: str
) -> None:
    with pytest.raises(TextError, match=reason):
        compiled(workshops[ELEMENTAL], text, "minion")


def test_no_number_that_all_see_depends_on_what_others_cannot_see(workshops: dict[str, Workshop]) -> None:
    with pytest.raises(TextError, match="others would learn from it what they cannot see"):
        compiled(workshops[RULER], "This has +1/+0 for each town tile in your influence.", "unit")
    card, _ = compiled(workshops[RULER], "This has +1/+0 for each town tile.", "unit")
    assert len(card.auras) == 1
