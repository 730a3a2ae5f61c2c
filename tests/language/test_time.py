"""What a game in real time can say: seconds, day and night, graveyards, second filters, copies, types."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from random_programs import Dice, RandomTrees

from cardwright import _kernel
from cardwright.catalogue import Catalogue, decode
from cardwright.errors import CardwrightError
from cardwright.language.cards import CardEntry
from cardwright.language.catalogue_build import Workshop, build_catalogue
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.listing import list_card
from cardwright.language.parser import assemble
from cardwright.language.renderer import render
from cardwright.paths import games_folder

GAME = games_folder() / "mana"
CARDS = """[[card]]
id       = "warden"
name     = "Warden"
kind     = "hero"
health   = 30
produces = { fire = 5, light = 10, devotion = 15 }

[[card]]
id     = "oak"
name   = "Oak"
kind   = "minion"
cost   = { nature = 2 }
attack = 1
health = 3
tags   = ["plant"]

[[card]]
id          = "kindle"
name        = "Kindle"
kind        = "ability"
cost        = { devotion = 1 }
collectible = false
text        = "Deal 2 damage to a creature."

"""
CARD = """[[card]]
id   = "x"
name = "X"
kind = "{kind}"
{body}text = '''{text}'''
"""
BODIES = {
    "minion": "health = 3\n",
    "hero": "health = 30\nproduces = { frost = 4, devotion = 15 }\n",
    "ability": "collectible = false\n",
}

Built = Callable[..., Path]
Listed = Callable[..., list[str]]


@pytest.fixture
def built(tmp_path: Path) -> Built:
    """A game with the words of the shipped one and four cards."""

    def build(text: str, kind: str = "spell", more: str = "") -> Path:
        folder = tmp_path / "mana"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "cards").mkdir(parents=True)
        shutil.copy(GAME / "game.toml", folder)
        card = CARD.format(kind=kind, body=BODIES.get(kind, "") + more, text=text)
        (folder / "cards" / "x.toml").write_text(CARDS + card, encoding="utf-8")
        return folder

    return build


@pytest.fixture
def compiled(built: Built) -> Callable[..., Catalogue]:
    """The catalogue of the game with a card of that text, which is printed as it is written."""

    def of(text: str, kind: str = "spell", more: str = "") -> Catalogue:
        catalogue = decode(build_catalogue(built(text, kind, more)))
        assert catalogue.card("x").text == text
        return catalogue

    return of


@pytest.fixture
def listed(compiled: Callable[..., Catalogue]) -> Listed:
    """The listing of a text's program, spaces pressed together."""

    def of(text: str, kind: str = "spell") -> list[str]:
        catalogue = compiled(text, kind)
        return [" ".join(line.split()) for line in list_card(catalogue, catalogue.card("x"))]

    return of


@pytest.fixture
def refused(built: Built) -> Callable[..., str]:
    """What is said about a text."""

    def of(text: str, kind: str = "spell") -> str:
        with pytest.raises(CardwrightError) as found:
            build_catalogue(built(text, kind))
        assert None not in (found.value.line, found.value.column)
        return str(found.value).partition('card "x": ')[2]

    return of


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Destroy all events.", ["Select event", "Destroy"]),
        ("Your opponent discards a random card.", ["Const 1", "Discard opponent"]),
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
        ("Summon an Oak on each of your empty front locations.", ["SummonAt you, front, Oak"]),
        ("Summon an Oak on each of your opponent's empty locations.", ["SummonAt opponent, anywhere, Oak"]),
        ("Summon an Oak at an empty location.", ["SummonHere Oak"]),
        ("Move all minions to a random empty location.", ["Select minion", "Scatter"]),
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
def test_an_effect_becomes_its_operations(listed: Listed, text: str, lines: list[str]) -> None:
    found = [line.partition(" ")[2] for line in listed(text)[1:]]
    assert found[: len(lines)] == lines


def test_a_new_copy_and_a_clone_may_be_spoken_of(listed: Listed) -> None:
    text = "Deal 1 damage to a minion and summon a copy of it. Give it Flying."
    with pytest.raises(CardwrightError, match='"it" could mean two things'):
        listed(text)
    text = "Summon a copy of a random friendly minion and give it Flying for 10 seconds."
    assert listed(text)[1:4] == [
        "0 Select 1 random friendly minion",
        "1 SummonCopy you",
        "2 Give ten, flying",
    ]


def test_something_is_done_several_times(listed: Listed, refused: Callable[..., str]) -> None:
    found = listed("Three times, deal 2 damage to a random enemy creature.")
    assert [line.split()[1] for line in found[1:]] == ["Const", "Select", "Damage"] * 3 + ["End"]
    assert refused("Six times, draw a card.") == "6 times is too often; 5 times are possible"
    assert refused("Two times, deal 1 damage to a minion.").startswith(
        "what is done several times cannot be chosen; choose it in a sentence before"
    )


def test_the_place_of_a_summoned_card_is_chosen_once(
    compiled: Callable[..., Catalogue], refused: Callable[..., str]
) -> None:
    assert compiled("Summon an Oak at an empty location.").card("x").destination == 3
    twice = "Summon an Oak at an empty location and summon an Oak at an empty location."
    assert refused(twice) == "a card has one place to choose"
    assert refused("When this dies, summon an Oak at an empty location.", "minion").startswith(
        "nobody can choose here"
    )
    assert refused("Summon two Oaks on each of your empty locations.").startswith(
        "on each location stands one"
    )


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
def test_a_trigger_says_when(listed: Listed, text: str, line: str) -> None:
    assert [found for found in listed(text, "minion") if found.startswith("on ")] == [line]


def test_the_other_party_of_an_event_is_the_chosen_one_of_the_kernel(listed: Listed) -> None:
    found = listed("Whenever another friendly minion is attacked, deal 1 damage to the attacker.", "minion")
    assert found[2] == "1 Select chosen: anything"
    found = listed("Whenever another friendly minion attacks, deal 1 damage to the target.", "minion")
    assert found[2] == "1 Select chosen: anything"
    found = listed("Whenever a friendly minion is attacked, deal 1 damage to the attacker.", "minion")
    assert [line for line in found if "Select" in line] == [
        "1 Select chosen: anything",
        "1 Select subject: anything",
    ], "of an attack on the carrier itself the other party is the subject"


def test_the_attacker_of_an_event_is_not_moved_by_a_choice(refused: Callable[..., str]) -> None:
    text = "Whenever another friendly minion is attacked, move the attacker."
    assert refused(text, "minion").startswith("only a chosen piece can be moved")


def test_damage_by_a_spell_has_no_attacker(refused: Callable[..., str]) -> None:
    text = "Whenever an enemy creature is damaged by a spell, deal 1 damage to the attacker."
    assert refused(text, "minion").startswith('"the attacker" means nothing here')


def test_how_much_was_spent_is_that_much(listed: Listed) -> None:
    assert "0 Amount" in listed("Whenever you spend fire, restore that much health to your hero.", "minion")


def test_a_spell_leaves_something_for_later(listed: Listed) -> None:
    assert listed("Draw a card. After 10 seconds, deal 5 damage to all creatures. Draw a card.") == [
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
            "Exhaust an enemy creature for 15 seconds.",
            '"for" does not fit here: expected "for 10 seconds" or',
        ),
        ("Deal 1 damage to all events.", "an event stands nowhere: it can only be destroyed or returned"),
        ("Destroy an event.", 'what stands nowhere cannot be chosen; write "all" and the plural'),
        ("Summon a random event.", "no such card can be made at random"),
        (
            "Summon a random spell from your graveyard.",
            "not every such card can stand on the board; write a minion",
        ),
        ("Summon a Kindle.", "an ability cannot stand on the board by a text"),
        ("Destroy all creatures.", 'a hero cannot be destroyed; write "minion"'),
        ("Deal 1 damage to a creature or minion.", '"creature or minion" names a kind twice'),
        ("Destroy all non-fire fire minions.", "there is never one"),
        ("Destroy all spells named Oak.", "that card is of another kind"),
        ("Add a random minion named Oak to your hand.", "a card of one name is not random"),
        ("Flying. Draw a card.", "a spell has no Flying"),
        ("Reveal a random card.", 'only cards in a zone can be meant; add "in your hand"'),
        ("Discard a random card in your hand.", "what is discarded comes from the player's own hand"),
        ("At the end of your turn, draw a card.", "unknown word"),
        ("Destroy a minion costing 2 or less.", "unknown word"),
    ],
)
def test_a_text_without_sense_is_refused(refused: Callable[..., str], text: str, reason: str) -> None:
    assert refused(text).startswith(reason)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("Adjacent creatures have +1/+0.", "event", "an event stands nowhere"),
        ("Whenever a minion dies, this gets +1/+0.", "event", "an event stands nowhere"),
        (
            "Draw a card.",
            "hero",
            "a hero's effects need a trigger; or write them as an ability that it knows",
        ),
        ("Returning. Draw a card.", "ability", "an ability has no"),
        ("Your damaged minions cost 1 less.", "minion", "a card in a hand has no side and no place"),
        ("This minion at the front has +1/+0 while it is night.", "minion", '"minion" does not fit here'),
        ("Minions at the front have +1/+0 while it is night.", "minion", "a place and a time of day"),
    ],
)
def test_a_text_on_the_wrong_card_is_refused(
    refused: Callable[..., str], text: str, kind: str, reason: str
) -> None:
    assert refused(text, kind).startswith(reason)


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
def test_what_holds_is_an_aura(listed: Listed, text: str, line: str) -> None:
    assert listed(text, "minion") == [line]


def test_an_event_is_in_play_without_a_body(compiled: Callable[..., Catalogue]) -> None:
    catalogue = compiled("Telepathic.", "event")
    card = catalogue.card("x")
    assert (card.attack, card.health) == (0, 1), "so that its piece lives"
    assert [catalogue.has_body(one) for one in (card, catalogue.card("oak"))] == [False, True]


def test_a_spell_may_return(compiled: Callable[..., Catalogue]) -> None:
    card = compiled("Returning. Draw a card.").card("x")
    assert card.keywords == 1 << Workshop(GAME).vocabulary.keyword("returning")


def test_enemies_are_those_that_stand_somewhere(listed: Listed) -> None:
    assert listed("Deal 1 damage to all enemies.")[2] == "1 Select enemy hero or minion"


def test_a_hero_that_acts_is_moved_and_exhausted_like_others(listed: Listed) -> None:
    assert listed("Move a creature.")[0] == "play, target: hero or minion, to a free space of its owner"
    assert listed("A friendly creature may act again.")[2] == "1 Ready"


@pytest.mark.parametrize(
    "text",
    [
        "Restore 2 health to this.",
        "Adjacent creatures get +1/+0 for 10 seconds.",
        "Deal damage equal to this creature's attack to an enemy creature.",
        "Deal 1 damage to a creature. After 5 seconds, deal 1 damage to this.",
    ],
)
def test_an_ability_speaks_of_the_creature_that_uses_it(listed: Listed, text: str) -> None:
    assert any("source" in line for line in listed(text, "ability"))


def test_only_mana_is_spent(refused: Callable[..., str]) -> None:
    text = "Whenever you spend devotion, draw a card."
    assert refused(text, "minion").startswith('"devotion" does not fit here')


def test_the_kernel_takes_whatever_compiles(built: Built) -> None:
    workshop, dice = Workshop(built("Draw a card.")), Dice(1)
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
    folder = built("Draw a card.")
    named = [
        card.replace('"X"', f'"X{chr(65 + at // 26)}{chr(65 + at % 26)}"') for at, card in enumerate(cards)
    ]
    (folder / "cards" / "more.toml").write_text("\n".join(named), encoding="utf-8")
    assert _kernel.Game("mana", build_catalogue(folder)).slug == "mana"


def test_rows_have_the_new_fields_only_where_they_say_something(built: Built) -> None:
    plain = json.loads(build_catalogue(built("When this dies, draw a card.", "minion")))
    assert {key for row in plain["abilities"] for key in row} == {"moment", "scope", "side", "query", "op"}
    timed = json.loads(build_catalogue(built("Every 10 seconds, draw a card.", "minion")))
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
    assert {"every_seconds", "daytime_starts", "repeat", "raise", "summon_at", "gain_type", "not_tag"} <= own
    lacking = workshop.language.phrases.keys() - Workshop(GAME).language.phrases.keys()
    assert {"turn_ends", "turn_starts", "costing", "choose"} <= lacking


def test_a_digest_knows_a_named_card_by_its_id(built: Built) -> None:
    first = decode(build_catalogue(built("Destroy all minions named Oak.")))
    folder = built("Destroy all minions named Oak.")
    more = CARD.format(kind="spell", body="", text="Draw a card.").replace('"x"', '"a"').replace('"X"', '"A"')
    (folder / "cards" / "a.toml").write_text(more, encoding="utf-8")
    second = decode(build_catalogue(folder))
    assert first.index("oak") != second.index("oak")
    assert first.card("x").digest == second.card("x").digest
