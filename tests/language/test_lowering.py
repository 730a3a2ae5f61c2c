"""What texts become: operations in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_programs import Dice, RandomTrees, trees

from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.building.listing import list_card
from cardwright.catalogue import decode
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.parser import assemble
from cardwright.language.renderer import render

Listed = Callable[..., list[str]]


@pytest.fixture
def listed(write_cards: Callable[[str], Path]) -> Listed:
    """The listing of a text's program, spaces pressed together."""

    def of(text: str, kind: str = "minion") -> list[str]:
        body = "" if kind == "spell" else "attack = 1\nhealth = 2\n"
        folder = write_cards(f"[[card]]\nid = 'x'\nname = 'X'\nkind = '{kind}'\n{body}text = '''{text}'''\n")
        catalogue = decode(build_catalogue(folder))
        return [" ".join(line.split()) for line in list_card(catalogue, catalogue.card("x"))]

    return of


def test_a_chosen_target_is_chosen_once_and_then_it(listed: Listed) -> None:
    assert listed("Deal 2 damage to an enemy minion and stun it.", "spell") == [
        "play, target: enemy minion",
        "0 Const 2",
        "1 Select chosen: anything",
        "2 Damage",
        "3 Select chosen: anything",
        "4 Const 1",
        "5 Afflict stunned",
        "6 End",
    ]


def test_the_other_piece_of_an_event_has_its_own_word(listed: Listed) -> None:
    subject = "0 Select subject: anything"
    assert listed("When this attacks, the target gets -1/-0.")[:2] == ["on attacks", subject]
    assert listed("When this deals damage, the target gets -1/-0.")[:2] == ["on dealt", subject]
    assert listed("When this is attacked, the attacker gets -1/-0.")[:2] == ["on attacked", subject]
    assert listed("When this takes damage, the attacker gets -1/-0.")[:2] == ["on damaged", subject]
    measured = listed("When this is attacked, deal damage equal to the attacker's attack to the attacker.")
    assert measured[1] == "0 Read subject, attack"
    near = listed("When this attacks, deal 1 damage to other minions adjacent to the target.")
    assert near[2] == "1 Select other minion adjacent of subject"
    line = listed("When this attacks, deal 1 damage to minions in the target's column.")
    assert line[2] == "1 Select minion column of subject"
    asked = listed("When this attacks, if the target has Taunt, draw a card.")
    assert asked[1] == "0 IfAny subject: anything with taunt, to 3"


def test_what_no_hero_suffers_leaves_heroes_out(listed: Listed) -> None:
    assert listed("When this attacks, destroy the target.")[1] == "0 Select subject: minion"
    given = listed('Give a minion "When this moves, destroy this."', "spell")
    assert "0 Select source: minion" in given


def test_it_is_the_piece_of_a_watched_event(listed: Listed) -> None:
    watched = listed("Whenever an enemy minion attacks, stun it.")
    assert watched[1] == "0 Select subject: anything"


def test_a_number_of_it_is_set_in_one_word(listed: Listed, workshop: Workshop) -> None:
    both = "Stun a minion and set its attack to 0."
    assert listed(both, "spell")[4:7] == ["3 Select chosen: anything", "4 Const 0", "5 Set attack"]
    assert render(workshop.language.parse(both), workshop.language.lexicon) == both
    many = "Summon two Stone Sprouts and set their health to 3."
    assert render(workshop.language.parse(many), workshop.language.lexicon) == many


def test_what_was_destroyed_can_still_be_measured(listed: Listed) -> None:
    text = "Destroy a minion and deal damage equal to its attack to the enemy hero."
    assert "2 Read chosen, attack" in listed(text, "spell")
    assert listed("If you have 5 or more fire, destroy a minion. Otherwise, stun it.", "spell")


def test_them_is_what_was_just_summoned(listed: Listed) -> None:
    assert listed("When played, summon two Stone Sprouts and give them Taunt.") == [
        "play",
        "0 Const 2",
        "1 Summon you, Stone Sprout",
        "2 Give permanent, taunt",
        "3 End",
    ]


def test_for_each_is_counted_after_the_target_is_known(listed: Listed) -> None:
    assert listed("Deal 2 damage to a minion for each enemy minion adjacent to it.", "spell")[1:4] == [
        "0 Select chosen: anything",
        "1 Count enemy minion adjacent of chosen, 2",
        "2 Damage",
    ]


def test_otherwise_jumps_over(listed: Listed) -> None:
    assert listed("If your hand is empty, draw two cards. Otherwise, draw a card.", "spell") == [
        "play",
        "0 IfNone friendly anything in hand, to 4",
        "1 Const 2",
        "2 Draw you",
        "3 Jump to 6",
        "4 Const 1",
        "5 Draw you",
        "6 End",
    ]


def test_whenever_a_includes_the_carrier_and_another_does_not(listed: Listed) -> None:
    both = listed("Whenever a friendly minion is healed, it gets +1/+0.")
    assert [line for line in both if line.startswith("on ")] == [
        "on healed (another) by friendly minion",
        "on healed",
    ]
    assert "0 Select source: anything" in both
    other = listed("Whenever another friendly minion is healed, it gets +1/+0.")
    assert [line for line in other if line.startswith("on ")] == ["on healed (another) by friendly minion"]


def test_other_leaves_out_the_source_or_the_chosen(listed: Listed) -> None:
    spell = listed("Stun a minion and deal 1 damage to all other minions.", "spell")
    assert any("other minion" in line for line in spell)
    assert listed("Your other minions have +1/+1.") == ["aura +1/+1: other friendly minion"]


def test_equal_programs_are_shared(write_cards: Callable[[str], Path]) -> None:
    card = "[[card]]\nid = '{0}'\nname = '{0}'\nkind = 'spell'\ntext = 'Draw a card.'\n"
    folder = write_cards(card.format("a") + card.format("b"))
    catalogue = decode(build_catalogue(folder))
    assert catalogue.card("a").play == catalogue.card("b").play


def test_a_granted_ability_stands_on_its_own(listed: Listed) -> None:
    assert listed('Give a friendly minion "When this dies, draw a card."', "spell")[2:5] == [
        "1 Grant permanent, 0",
        "on died",
        "0 Const 1",
    ]


def test_moving_asks_for_a_place(listed: Listed) -> None:
    assert listed("Move a minion.", "spell")[0] == "play, target: minion, to a free space of its owner"
    assert listed("Move a minion to an adjacent space.", "spell")[0].endswith(
        "to an adjacent space of its owner"
    )


@settings(max_examples=300, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data(), kind=st.sampled_from(["minion", "spell", "hero"]))
def test_a_random_program_compiles_or_is_explained(
    workshop: Workshop, random_trees: RandomTrees, data: st.DataObject, kind: str
) -> None:
    _, tree = data.draw(trees(random_trees, 10))
    assembly = Assembly(workshop.assembly.defs, workshop.assembly.kinds)
    try:
        card = compile_card(
            CardEntry(id="x", name="X", kind=kind), assemble(tree), assembly, workshop.vocabulary
        )
    except TextError:
        return
    for number, (code, _, b, _, q) in enumerate(assembly.ops):
        if 50 <= code <= 54:
            assert number < b < len(assembly.ops), "jumps lead forward"
        if code in (1, 3, 35, 36, 50, 51):
            assert 0 <= q < len(assembly.queries)
    assert all(0 <= ability < len(assembly.abilities) for ability in card.abilities)


def test_the_kernel_takes_whatever_compiles(
    workshop: Workshop, random_trees: RandomTrees, write_cards: Callable[[str], Path]
) -> None:
    from cardwright import _kernel

    dice = Dice(1)
    entries: list[str] = []
    while len(entries) < 60:
        kind = dice.pick(["minion", "spell"])
        _, tree = random_trees.tree(dice, depth=dice.number(6, 12))
        entry = CardEntry(id=f"r{len(entries)}", name=f"R{len(entries)}", kind=kind)
        try:
            program = assemble(tree)
            assembly = Assembly(workshop.assembly.defs, workshop.assembly.kinds)
            compile_card(entry, program, assembly, workshop.vocabulary)
        except TextError:
            continue
        text = render(program, workshop.language.lexicon)
        if any(name in text for name in shipped_names(workshop)):
            continue  # the copy of the game has only heroes and tokens
        body = "attack = 1\nhealth = 1\n" if kind == "minion" else ""
        head = f"[[card]]\nid = '{entry.id}'\nname = '{entry.name}'\nkind = '{kind}'\n"
        entries.append(f"{head}{body}text = {json.dumps(text)}\n")
    catalogue = build_catalogue(write_cards("\n".join(entries)))
    assert _kernel.Game("elemental-command", catalogue).slug == "elemental-command"


def shipped_names(workshop: Workshop) -> list[str]:
    """Names of cards that the copy of the game leaves out."""
    left = [
        card for card in workshop.cards if not card.document.name.endswith(("heroes.toml", "tokens.toml"))
    ]
    return [name for card in left for name in workshop.language.lexicon.names[card.entry.id]]
