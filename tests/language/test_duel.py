"""Secrets, weapons, cards as objects, replacements and choices: sentences and their operations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from duel_texts import listed
from duelling import write_duel
from oracle import all_parses

from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.building.listing import list_card
from cardwright.catalogue import Catalogue, decode
from cardwright.language.grammar import build_lark, productions
from cardwright.language.lexer import tokenise
from cardwright.language.lexicon import Lexicon
from cardwright.language.phrases import fates, figures, objects, states, table
from cardwright.language.renderer import render
from cardwright.sources.finding import shipped_folders

Compiled = Callable[..., Catalogue]
Listed = Callable[..., list[str]]

NEW = {phrase.name for file in (fates, figures, objects, states) for phrase in file.PHRASES}


@pytest.fixture
def duel(tmp_path: Path) -> Compiled:
    """The catalogue of the small game with a card `x` of a text, which is printed as it is written."""

    def compiled(text: str, kind: str = "spell", more: str = "") -> Catalogue:
        catalogue = decode(build_catalogue(write_duel(tmp_path / "duel", text, kind, more)))
        assert catalogue.card("x").text == text
        return catalogue

    return compiled


@pytest.fixture
def lines(duel: Compiled) -> Listed:
    """The listing of a text's program, spaces pressed together."""

    def of(text: str, kind: str = "spell") -> list[str]:
        catalogue = duel(text, kind)
        return [" ".join(line.split()) for line in list_card(catalogue, catalogue.card("x"))]

    return of


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(write_duel(tmp_path_factory.mktemp("duel") / "duel"))


def test_every_new_phrase_is_in_a_tested_text(workshop: Workshop) -> None:
    said = {node.phrase for _, text in listed() for node in workshop.language.parse(text).walk()}
    said |= {
        node.phrase
        for _, text in listed()
        for node in workshop.language.read_tree(tokenise(text, workshop.language.lexicon)).walk()
    }
    assert NEW - said == set()
    assert len(listed()) >= 120


@pytest.mark.parametrize(("kind", "text"), listed())
def test_a_text_is_compiled_and_printed_as_it_is_written(duel: Compiled, kind: str, text: str) -> None:
    card = duel(text, kind).card("x")
    assert card.play >= 0 or card.modes or card.abilities or card.auras or card.own_cost


def test_a_text_has_one_parse_and_is_read_back(workshop: Workshop) -> None:
    language = workshop.language
    for _, text in listed():
        tokens = tokenise(text, language.lexicon)
        assert all_parses(language, tokens) == [language.read_tree(tokens)], text
        assert render(language.parse(text), language.lexicon) == text


def test_every_game_could_speak_all_phrases_at_once(workshop: Workshop) -> None:
    shipped = [Workshop(folder).vocabulary for folder in shipped_folders().values()]
    for vocabulary in (workshop.vocabulary, *shipped):
        _, by_alias = build_lark(productions(Lexicon(vocabulary, table().values(), {}, everything=True)))
        spoken = {row.name for row in by_alias.values()}
        assert {"choose_one", "instead", "stats_while", "look", "evolve"} <= spoken


def test_each_option_is_a_program_with_its_own_target(lines: Listed, duel: Compiled) -> None:
    text = "Choose one: deal 3 damage to a minion; or restore 5 health to a minion or hero."
    assert lines(text) == [
        "option 1, target: minion",
        "0 Const 3",
        "1 Select chosen: anything",
        "2 Damage",
        "3 End",
        "option 2, target: minion or hero",
        "0 Const 5",
        "1 Select chosen: anything",
        "2 Heal",
        "3 End",
    ]
    card = duel(text).card("x")
    assert (card.play, card.target, len(card.modes)) == (-1, -1, 2)
    both = lines("When played, draw a card. Choose one: silence a minion; or gain 2 armour.", "minion")
    assert [line for line in both if "Draw" in line] == ["1 Draw you", "1 Draw you"]
    assert both[0] == "option 1, target: minion"


def test_instead_takes_the_place_of_the_sentence_before(lines: Listed) -> None:
    text = "Deal 2 damage to a minion. If you played another card this turn, deal 4 damage to it instead."
    assert lines(text) == [
        "play, target: minion",
        "0 Tally you, 0",
        "1 IfValue >=, 2, to 6",
        "2 Const 4",
        "3 Select chosen: anything",
        "4 Damage",
        "5 Jump to 9",
        "6 Const 2",
        "7 Select chosen: anything",
        "8 Damage",
        "9 End",
    ]
    nested = lines(
        "Summon a Wolf or a Bear at random. If your hand is empty, draw a card instead. Draw a card."
    )
    assert nested[1:5] == [
        "0 IfNone friendly anything in hand, to 4",
        "1 Const 1",
        "2 Draw you",
        "3 Jump to 10",
    ]
    assert nested[5] == "4 Chance 50, to 8"
    assert nested[-3:] == ["10 Const 1", "11 Draw you", "12 End"]


def test_another_card_counts_the_card_itself_only_while_it_is_played(lines: Listed) -> None:
    played = lines("When played, if you played another card this turn, draw a card.", "minion")
    assert "1 IfValue >=, 2, to 4" in played
    for kind, text in (
        ("minion", "When this dies, if you played another card this turn, draw a card."),
        ("power", "If you played another card this turn, draw a card."),
    ):
        assert "1 IfValue >=, 1, to 4" in lines(text, kind), text


def test_a_secret_is_spent_after_its_conditions(lines: Listed, duel: Compiled) -> None:
    assert lines("When your opponent plays a spell, counter it.", "secret") == [
        "on played (another) (opponent) by spell, in another's turn",
        "0 Spend",
        "1 Counter",
        "2 End",
    ]
    asked = lines(
        "When your hero is attacked, if you control no minions, summon a Bear. Draw a card.", "secret"
    )
    assert asked[1:3] == ["0 IfNone friendly minion, to 6", "1 Spend"]
    needed = lines("When a friendly minion dies, a random friendly minion gets +3/+2.", "secret")
    assert needed[1:4] == ["0 IfAny friendly minion, to 5", "1 Spend", "2 Select 1 random friendly minion"]
    row = duel("At the end of your opponent's turn, draw two cards.", "secret").abilities[0]
    assert row["turn"] == 2


def test_a_secret_that_stops_nothing_waits_until_the_card_is_done(lines: Listed) -> None:
    text = "When your opponent plays a minion, deal 4 damage to it."
    assert lines(text, "secret")[:3] == [
        "on resolved (another) (opponent) by minion, in another's turn",
        "0 Spend",
        "1 Const 4",
    ]
    bent = lines("When your opponent plays a spell, summon a Bear and it becomes the new target.", "secret")
    assert bent[0].startswith("on played")
    assert bent[-3:] == ["2 Summon you, Bear", "3 Redirect", "4 End"]


def test_damage_is_prevented_or_taken(duel: Compiled, lines: Listed) -> None:
    text = "When your hero would take fatal damage, prevent it and give your hero Immune until end of turn."
    row = duel(text, "secret").abilities[0]
    assert (row["replaces"], row["fatal"], row["turn"]) == (1, True, 2)
    assert lines(text, "secret")[0].endswith(", fatal, prevented, in another's turn")
    taken = duel("Whenever your hero would take damage, this takes it instead.", "minion").abilities[0]
    assert taken["replaces"] == 2
    assert "fatal" not in taken


def test_rows_without_the_new_keys_stay_as_they_were(duel: Compiled) -> None:
    catalogue = duel("When this dies, draw a card.", "minion")
    assert catalogue.abilities == [
        {"moment": 1, "scope": 0, "side": 0, "query": -1, "op": catalogue.abilities[0]["op"]}
    ]
    aura = duel("Your other minions have +1/+1.", "minion").auras[0]
    assert sorted(aura) == ["attack", "health", "keywords", "query"]
    raw = duel("Draw a card.").raw
    assert b'"modes"' not in raw
    assert b'"own_cost"' not in raw


def test_effects_are_left_for_a_turn(lines: Listed) -> None:
    assert lines("Draw a card. At the end of this turn, discard a random card.")[3:6] == [
        "2 Delay turn-end, 0",
        "on timer",
        "0 DiscardThose 1 random friendly anything in hand",
    ]
    assert "0 Delay next-turn, 0" in lines("At the start of your next turn, draw two cards.")


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("This has +3/+0 while this is damaged.", "while a damaged source: anything"),
        ("This has +1/+1 while you control no other minions.", "while no other friendly minion"),
        ("This has Taunt while you control three or more minions.", "while 3 or more friendly minion"),
        ("This has +1/+0 while your hero has 9 or less health.", "while a friendly hero with health <= 9"),
        ("This has +1/+0 while you hold a spell.", "while a friendly spell in hand"),
        ("This has +1/+1 for each card in your hand.", "for each friendly anything in hand"),
        ("Your other minions have +1/+0 for each friendly secret.", "for each friendly secret"),
        ("The first spell you play each turn costs 2 less.", "the first each turn"),
        ("Your minions cost 2 less, but not less than 1.", "not below 1"),
    ],
)
def test_an_aura_depends_on_a_query(lines: Listed, text: str, given: str) -> None:
    assert lines(text, "minion")[-1].endswith(f", {given}")


def test_a_card_costs_less_by_what_it_counts(lines: Listed, duel: Compiled) -> None:
    text = "This costs 1 less for each minion in your graveyard. Draw two cards."
    assert lines(text)[-1] == "costs -1 for each friendly minion in graveyard"
    assert duel(text).card("x").own_cost["n"] == 1
    assert duel("This costs 2 more for each friendly minion.", "weapon").card("x").own_cost["n"] == -2


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Draw a card. It costs 2 less.", ["2 Const -2", "3 Cost it: anything in hand"]),
        ("Draw a card. It gets +1/+1.", ["2 Const 1", "3 BuffCards it: anything in hand, 1, 1"]),
        ("Draw a card. If it is a minion, draw a card.", ["2 IfAny it: minion in hand, to 5", "3 Const 1"]),
        ("Draw a random minion. It costs exactly 0.", ["1 Const 0", "2 SetCost it: anything in hand"]),
        (
            "Draw a card and add a copy of it to your hand.",
            ["2 CopyThose you, hand, it: anything in hand", "3 End"],
        ),
        (
            "Return a friendly minion to its owner's hand. It costs 2 less.",
            ["2 Const -2", "3 Cost it: anything in hand"],
        ),
    ],
)
def test_it_is_the_card_just_made(lines: Listed, text: str, rows: list[str]) -> None:
    found = lines(text)
    at = found.index(rows[0])
    assert found[at : at + 2] == rows


def test_it_is_the_card_of_the_event(lines: Listed) -> None:
    copied = lines("Whenever you play a spell, add a copy of it to your hand.", "minion")
    assert copied[1:3] == ["0 Const 1", "1 CreateIt you, hand"]
    summoned = lines("Whenever your opponent plays a minion, summon a copy of it.", "minion")
    assert summoned[1:3] == ["0 Const 1", "1 SummonIt you"]
    asked = lines("Whenever you play a card, if it is a lamp spell, draw a card.", "minion")
    assert asked[1] == "0 IfCard lamp spell, to 3"
    drawn = lines("Whenever you draw a card, it costs 1 less.", "minion")
    assert drawn[2] == "1 Cost it: anything in hand"


def test_weapons_are_no_enemies_and_no_types(lines: Listed) -> None:
    assert "1 Select enemy minion or hero" in lines("Deal 1 damage to all enemies.")
    assert "0 Select enemy weapon" in lines("Destroy your opponent's weapon.")
    assert "0 Select friendly weapon" in lines("Deal damage equal to your weapon's attack to a minion.")
    assert "1 SummonRandom you, pool of weapon" in lines("Equip a random weapon.")


def test_a_class_card_has_the_class_of_its_hero(duel: Compiled) -> None:
    catalogue = duel("Add a random lamp spell to your hand.")
    assert catalogue.tags_of(catalogue.card("bolt")) == ["lamp"]
    assert catalogue.card("x").reaches == ["bolt"]
    assert catalogue.tags_of(catalogue.card("wolf")) == ["beast"]


def test_a_random_card_is_never_a_power_or_a_hero(duel: Compiled) -> None:
    reached = duel("Add a random card to your hand.").card("x").reaches
    assert {"spark", "mage", "ash-lord"} & set(reached) == set()
    assert {"hook", "wolf", "bolt"} <= set(reached)


def test_the_catalogue_knows_sets_formats_and_copies(duel: Compiled) -> None:
    catalogue = duel("Draw a card.")
    assert catalogue.game.formats == {"ranked": ["new"], "wild": ["old", "new"]}
    assert [row["id"] for row in catalogue.game.sets] == ["old", "new"]
    assert catalogue.game.copies == {"legendary": 1}
    assert catalogue.card("wolf").set == "old"


BUDGET = """
[budget]
base   = 1
mana   = 2
attack = 1
health = 1
"""


@pytest.mark.parametrize(
    ("kind", "text", "worth"),
    [
        ("spell", "Choose one: draw a card; or draw two cards.", 2.0),
        ("spell", "Draw a card. If your hand is empty, draw two cards instead.", 1 + 0.7 * 2),
        ("spell", "At the start of your next turn, draw two cards.", 2.0),
        ("spell", "Equip a Hook.", 4.0),
        ("spell", "Summon a Wolf or a Bear at random.", (4 + 7) / 2),
        ("minion", "This has +2/+0 while this is damaged.", 4 + 2 * 0.5),
        ("minion", "This has +1/+0 for each card in your hand.", 4 + 2.0),
        ("spell", "This costs 1 less for each friendly minion. Draw a card.", 2.0),
        ("minion", "Your minions cost 2 less, but not less than 1.", 4 + 2.0),
        ("spell", "Deal 2-4 damage, rolled for each, to all enemy minions.", 3.0),
        ("spell", "Deal 3 damage split at random among all enemies.", 3.0),
        ("secret", "When your opponent plays a spell, counter it.", 1.0),
    ],
)
def test_the_balance_scheme_weighs_new_phrases(tmp_path: Path, kind: str, text: str, worth: float) -> None:
    from cardwright.building.budget import Appraiser

    folder = write_duel(tmp_path / "duel", text, kind)
    game = folder / "game.toml"
    game.write_text(game.read_text(encoding="utf-8") + BUDGET, encoding="utf-8")
    opened = Workshop(folder)
    cards = {card.entry.id: (card.entry, opened.language.parse(card.entry.text)) for card in opened.cards}
    assert Appraiser(opened.vocabulary, cards).worth(*cards["x"]) == pytest.approx(worth)


def test_every_new_text_can_be_weighed(workshop: Workshop) -> None:
    from cardwright.building.budget import Appraiser
    from cardwright.language.cards import CardEntry
    from cardwright.language.gamefile import Budget

    cards = {card.entry.id: (card.entry, workshop.language.parse(card.entry.text)) for card in workshop.cards}
    appraiser = Appraiser.__new__(Appraiser)
    appraiser.prices, appraiser.vocabulary, appraiser.cards = Budget(), workshop.vocabulary, cards
    for kind, text in listed():
        entry = CardEntry(id="x", name="X", kind=kind, text=text)
        assert isinstance(appraiser.worth(entry, workshop.language.parse(text)), int | float), text
