"""Creatures, events, abilities and graveyards: what is done, and what is refused."""

from __future__ import annotations

import pytest
from random_programs import Dice, RandomTrees
from timed import BODIES, CARD, GAME, Built, Compiled, Listed, Refused

from cardwright import _kernel
from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.catalogue import decode
from cardwright.errors import CardwrightError
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.parser import assemble
from cardwright.language.renderer import render


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Destroy all events.", ["Select event", "Destroy"]),
        ("Your opponent discards a random card.", ["DiscardThose 1 random enemy anything in hand"]),
        ("Discard two random spells.", ["DiscardThose 2 random friendly spell in hand"]),
        (
            "Each player discards a random spell.",
            [
                "DiscardThose 1 random friendly spell in hand",
                "DiscardThose 1 random enemy spell in hand",
            ],
        ),
        ("Discard all spells in your opponent's hand.", ["DiscardThose enemy spell in hand"]),
        ("Discard the top card of your opponent's deck.", ["DiscardThose top enemy anything in deck"]),
        ("Restore a creature to full health.", ["Const 999", "Select chosen: anything", "Heal"]),
        ("Reveal your opponent's hand.", ["Reveal enemy anything in hand"]),
        ("Reveal the top card of your deck.", ["Reveal top friendly anything in deck"]),
        ("Reveal a random card in your opponent's hand.", ["Reveal 1 random enemy anything in hand"]),
        ("It becomes night.", ["Own 1, 1, 0"]),
        ("Play the sound of thunder.", ["Sound 0"]),
        ("Exhaust all enemy creatures for 20 seconds.", ["Select enemy hero or minion", "Own 2, 20, 0"]),
        ("A creature becomes an undead as well.", ["Select chosen: anything", "GainTag undead"]),
        ("All minions become beasts as well.", ["Select minion", "GainTag beast"]),
        ("Replace a minion by an Oak.", ["Select chosen: anything", "Replace Oak"]),
        ("Summon a clone of a friendly minion.", ["Select chosen: anything", "Clone you"]),
        ("Summon an Oak on each of your empty front locations.", ["SummonAt you, front, 0, Oak"]),
        (
            "Summon an Oak on each of your opponent's empty locations.",
            ["SummonAt opponent, anywhere, 0, Oak"],
        ),
        ("Summon an Oak at an empty location.", ["SummonHere Oak"]),
        ("Move all minions to a random empty location.", ["Select minion", "Scatter anywhere"]),
        (
            "Summon a random creature from your graveyard.",
            ["Raise you, 1 random friendly minion in graveyard"],
        ),
        ("A random card in your hand costs 1 less.", ["Const -1", "Cost 1 random friendly anything in hand"]),
        ("Destroy all non-dragon minions.", ["Select non-dragon minion", "Destroy"]),
        ("Destroy all minions named Oak.", ["Select minion named Oak", "Destroy"]),
        (
            "Add a random rare fire spell to your hand.",
            ["Const 1", "CreateRandom you, hand, pool of fire rare spell"],
        ),
        ("Summon a random beast.", ["Const 1", "SummonRandom you, pool of beast minion"]),
        (
            "Draw a card. If it is night, draw a card.",
            ["Const 1", "Draw you", "IfAny anything at night, to 5"],
        ),
    ],
)
def test_an_effect_becomes_its_operations(timed_listing: Listed, text: str, lines: list[str]) -> None:
    found = [line.partition(" ")[2] for line in timed_listing(text)[1:]]
    assert found[: len(lines)] == lines


def test_a_new_copy_and_a_clone_may_be_spoken_of(timed_listing: Listed) -> None:
    text = "Deal 1 damage to a minion and summon a copy of it. Give it Flying."
    with pytest.raises(CardwrightError, match='"it" could mean the copy or the one that was copied'):
        timed_listing(text)
    text = "Summon a copy of a random friendly minion and give it Flying for 10 seconds."
    with pytest.raises(CardwrightError, match='"it" could mean the copy or the one that was copied'):
        timed_listing(text)
    text = "Summon a copy of a random friendly minion and give the copy Flying for 10 seconds."
    assert timed_listing(text)[1:4] == [
        "0 Select 1 random friendly minion",
        "1 SummonCopy you",
        "2 Give ten, flying",
    ]


def test_something_is_done_several_times(timed_listing: Listed, timed_refusal: Refused) -> None:
    found = timed_listing("Three times, deal 2 damage to a random enemy creature.")
    assert [line.split()[1] for line in found[1:]] == ["Const", "Select", "Damage"] * 3 + ["End"]
    assert timed_refusal("Six times, draw a card.") == "6 times is too often; write at most 5 times"
    assert timed_refusal("Two times, deal 1 damage to a minion.").startswith(
        "an effect that is repeated cannot have a choice; choose it in a sentence before"
    )


def test_the_place_of_a_summoned_card_is_chosen_once(timed_card: Compiled, timed_refusal: Refused) -> None:
    assert timed_card("Summon an Oak at an empty location.").card("x").destination == 3
    twice = "Summon an Oak at an empty location and summon an Oak at an empty location."
    assert timed_refusal(twice) == "a card has one place to choose"
    assert timed_refusal("When this dies, summon an Oak at an empty location.", "minion").startswith(
        "nobody can choose here"
    )
    assert timed_refusal("Summon two Oaks on each of your empty locations.").startswith(
        "each location holds one"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "After 10 seconds, destroy a minion.",
            "nothing can be chosen for later; give it the rest, as in: Give",
        ),
        (
            "Deal 1 damage to a minion. After 5 seconds, destroy it.",
            '"it" means nothing later; give it the rest',
        ),
        ("Every 10 seconds, draw a card.", "a spell has no trigger"),
        ("After 0 seconds, draw a card.", "no time passes; write at least 1"),
        (
            "Exhaust an enemy creature for 17 seconds.",
            '"for" does not fit here',
        ),
        ("Deal 1 damage to all events.", "an event stands nowhere: it can only be destroyed"),
        ("Return all events to their owners' hands.", "an event stands nowhere: it can only be destroyed"),
        ("Add a random ability to your hand.", "no such card can be made at random"),
        ("Destroy an event.", 'a piece that stands nowhere cannot be chosen; write "all" and the plural'),
        ("Summon a random event.", "no such card can be made at random"),
        (
            "Summon a random spell from your graveyard.",
            "not every such card can stand on the board; write a minion",
        ),
        ("Summon a Kindle.", "an ability cannot be put on the board by a text"),
        ("Destroy all creatures.", 'a hero cannot be destroyed; write "minion"'),
        ("Deal 1 damage to a creature or minion.", '"creature or minion" names a kind twice'),
        ("Destroy all non-fire fire minions.", "there can be none"),
        ("Destroy all spells named Oak.", "that card is of another kind"),
        ("Add a random minion named Oak to your hand.", "a card of one name is not random"),
        ("Flying. Draw a card.", "a spell has no Flying"),
        ("Reveal a random card.", 'only cards in a zone can be meant; add "in your hand"'),
        ("Discard a random card in your hand.", "a player discards cards from their own hand"),
        ("At the end of your turn, draw a card.", 'Mana does not speak "At the end of your turn"'),
        ("Destroy a minion costing 2 or less.", 'Mana does not speak "minion costing 2 or less"'),
    ],
)
def test_a_text_without_sense_is_refused(timed_refusal: Refused, text: str, reason: str) -> None:
    assert timed_refusal(text).startswith(reason)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("Adjacent creatures have +1/+0.", "event", "an event stands nowhere"),
        ("Knows Kindle.", "event", "an event stands nowhere and uses nothing"),
        ("Whenever a minion dies, this gets +1/+0.", "event", "an event stands nowhere"),
        (
            "Draw a card.",
            "hero",
            "a hero's effects need a trigger; or write them as an ability that it knows",
        ),
        ("Returning. Draw a card.", "ability", "an ability has no"),
        ("Your damaged minions cost 1 less.", "minion", "a card in a hand has no side and no place"),
        ("This minion at the front has +1/+0 while it is night.", "minion", '"at the front" does not fit'),
        ("Minions at the front have +1/+0 while it is night.", "minion", "a place and a time of day"),
    ],
)
def test_a_text_on_the_wrong_card_is_refused(
    timed_refusal: Refused, text: str, kind: str, reason: str
) -> None:
    assert timed_refusal(text, kind).startswith(reason)


def test_an_event_is_in_play_without_a_body(timed_card: Compiled) -> None:
    catalogue = timed_card("Telepathic.", "event")
    card = catalogue.card("x")
    assert (card.attack, card.health) == (0, 1), "so that its piece lives"
    assert [catalogue.has_body(one) for one in (card, catalogue.card("oak"))] == [False, True]


def test_a_spell_may_return(timed_card: Compiled) -> None:
    card = timed_card("Returning. Draw a card.").card("x")
    assert card.keywords == 1 << Workshop(GAME).vocabulary.keyword("returning")


def test_enemies_are_those_that_stand_somewhere(timed_listing: Listed) -> None:
    assert timed_listing("Deal 1 damage to all enemies.")[2] == "1 Select enemy hero or minion"


def test_a_hero_that_acts_is_moved_and_exhausted_like_others(timed_listing: Listed) -> None:
    assert (
        timed_listing("Move a creature.")[0] == "play, target: hero or minion, to a free space of its owner"
    )
    assert timed_listing("A friendly creature may act again.")[2] == "1 Ready"


@pytest.mark.parametrize(
    "text",
    [
        "Restore 2 health to this.",
        "Adjacent creatures get +1/+0 for 10 seconds.",
        "Deal damage equal to this creature's attack to an enemy creature.",
        "Deal 1 damage to a creature. After 5 seconds, deal 1 damage to this.",
    ],
)
def test_an_ability_speaks_of_the_creature_that_uses_it(timed_listing: Listed, text: str) -> None:
    assert any("source" in line for line in timed_listing(text, "ability"))


def test_the_kernel_takes_whatever_compiles(timed_game: Built) -> None:
    workshop, dice = Workshop(timed_game("Draw a card.")), Dice(1)
    trees = RandomTrees(workshop.language)
    texts: dict[str, str] = {}
    while len(texts) < 80:
        kind = dice.pick(["minion", "spell", "event", "ability"])
        _, tree = trees.tree(dice, depth=dice.number(6, 12))
        try:
            program = assemble(tree)
            compile_card(
                CardEntry(id="x", name="X", kind=kind), program, workshop.assembly, workshop.vocabulary
            )
        except TextError:
            continue
        texts[render(program, workshop.language.lexicon)] = kind
    cards = [
        CARD.format(kind=kind, body=BODIES.get(kind, ""), text=text).replace('"x"', f'"x-{number}"')
        for number, (text, kind) in enumerate(texts.items())
    ]
    folder = timed_game("Draw a card.")
    named = [
        card.replace('"X"', f'"X{chr(65 + at // 26)}{chr(65 + at % 26)}"') for at, card in enumerate(cards)
    ]
    (folder / "cards" / "more.toml").write_text("\n".join(named), encoding="utf-8")
    assert _kernel.Game("mana", build_catalogue(folder)).slug == "mana"


def test_a_digest_knows_a_named_card_by_its_id(timed_game: Built) -> None:
    first = decode(build_catalogue(timed_game("Destroy all minions named Oak.")))
    folder = timed_game("Destroy all minions named Oak.")
    more = CARD.format(kind="spell", body="", text="Draw a card.").replace('"x"', '"a"').replace('"X"', '"A"')
    (folder / "cards" / "a.toml").write_text(more, encoding="utf-8")
    second = decode(build_catalogue(folder))
    assert first.index("oak") != second.index("oak")
    assert first.card("x").digest == second.card("x").digest
