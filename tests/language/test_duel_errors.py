"""Texts, cards and decks of a game with secrets, weapons and sets that are refused with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from duelling import CARDS, GAME, write_duel

from cardwright.building.catalogue import Workshop, build_catalogue
from cardwright.building.lint import lint
from cardwright.decks import Deck, DeckLaw, deck_faults
from cardwright.errors import CardwrightError

INSTEAD = (
    'no plain sentence stands before it that "instead" could replace; write first what happens otherwise'
)
ONCE = 'a secret waits for something once; begin with "When", as in "When a minion dies,"'
WATCHED = 'this cannot be watched all the time; ask for pieces or cards, as in "while you control a minion"'
NO_CARD = '"it" is no card here; draw, add or return one first, as in "Draw a card."'
IN_ZONE = 'only cards in a zone can be meant; add "in your hand" or "in your opponent\'s hand"'


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        (
            "spell",
            "Summon a Boar.",
            '"Boar" is neither a card nor a word; did you mean "Bear"? In full: Summon a Bear.',
        ),
        ("spell", "Equip a Wolf.", "a minion cannot be equipped; name a weapon"),
        ("spell", "Summon a Hook.", 'a weapon does not stand on the board; write "equip"'),
        ("spell", "Deal 2 damage to a weapon.", 'a weapon cannot be chosen; write "your opponent\'s weapon"'),
        ("spell", "Freeze your weapon.", 'a weapon cannot be frozen; write "minion"'),
        ("spell", "Deal 2 damage to your opponent's weapon.", 'a weapon cannot be damaged; write "minion"'),
        (
            "spell",
            "Let your weapon attack a random enemy.",
            'a weapon cannot be made to attack; write "minion"',
        ),
        (
            "minion",
            "When this kills a weapon, draw a card.",
            "no such piece can be killed; name another kind",
        ),
        (
            "minion",
            "When played, this becomes a copy of this.",
            "it is itself already; name another piece",
        ),
        (
            "spell",
            "If a friendly spell died this turn, draw a card.",
            "only deaths of pieces on the board are counted; name another kind",
        ),
        (
            "secret",
            "When you play a minion, draw a card.",
            'a secret does nothing in its player\'s own turn; write "your opponent plays"',
        ),
        (
            "secret",
            "When a friendly minion attacks, draw a card.",
            "a secret does nothing in its player's own turn; name the other side",
        ),
        (
            "secret",
            "When an enemy minion attacks, destroy this.",
            "a secret is used up by then; name another piece",
        ),
        (
            "spell",
            "If your hand is empty, copy all minions in your hand into your deck.",
            "there can be none: the condition says so; take the condition out",
        ),
        (
            "minion",
            "Knows Spark.",
            "a minion cannot use a power; leave it to heroes",
        ),
        (
            "minion",
            "Whenever a friendly minion uses a power, draw a card.",
            "a minion never uses anything; name another kind",
        ),
        (
            "power",
            "Deal 1 damage to adjacent minions.",
            'a power stands nowhere; write "adjacent to it" or "in its column" behind the noun',
        ),
        (
            "spell",
            "Move a minion.",
            'Duel does not speak "Move a minion"; a pack or variant can switch it on: '
            '"cardwright cards phrases" shows how, at "move"',
        ),
        ("spell", "Equip a random minion.", "not every such card can be equipped; write a weapon"),
        ("spell", "If your hand is empty, draw a card instead.", INSTEAD),
        ("minion", "When played, if your hand is empty, draw a card instead.", INSTEAD),
        (
            "spell",
            "If your hand is empty, draw a card. If you control a minion, draw two cards instead.",
            INSTEAD,
        ),
        (
            "spell",
            "Deal 2 damage to a minion. If your hand is empty, destroy a minion instead.",
            'a card has one target; write "it" for the one that was chosen',
        ),
        (
            "minion",
            "When this dies, choose one: draw a card; or draw two cards.",
            "a player chooses one of two effects only when the card is played; "
            'begin with "When played," or choose a random one',
        ),
        (
            "spell",
            "Choose one: draw a card; or draw two cards. Choose one: draw a card; or draw two cards.",
            "a card has one choice of effects; leave one of them out",
        ),
        (
            "power",
            "Choose one: draw a card; or draw two cards.",
            "a player chooses one of two effects only of a card in the hand, not of a power; "
            "write one of the two effects",
        ),
        (
            "secret",
            "When your opponent plays a spell, counter it. When an enemy minion attacks, counter it.",
            "a secret has one ability; write two cards, or one trigger",
        ),
        ("secret", "Whenever your opponent plays a spell, counter it.", ONCE),
        ("secret", "When played, draw a card.", ONCE),
        (
            "secret",
            "Draw a card.",
            'a secret\'s effects need a trigger; begin with "When", as in "When a minion dies,"',
        ),
        (
            "secret",
            "At the end of your turn, draw a card.",
            "a secret does nothing in its player's own turn; write \"your opponent's\"",
        ),
        ("secret", "Taunt. When your opponent plays a spell, counter it.", "a secret has no keywords"),
        (
            "secret",
            "Your minions have +1/+1.",
            "a secret changes nothing all the time; begin with a trigger",
        ),
        (
            "minion",
            "When a minion dies, draw a card.",
            'a minion does this each time, not once; write "whenever"',
        ),
        (
            "minion",
            "When this dies, counter it.",
            '"counter it" means nothing here; begin with "When your opponent plays a spell,"',
        ),
        (
            "spell",
            "Counter it.",
            '"counter it" means nothing here; begin with "When your opponent plays a spell,"',
        ),
        (
            "minion",
            "At the end of your turn, a random minion becomes the new target.",
            '"the new target" means nothing here; begin with "When your opponent plays a spell,"',
        ),
        ("spell", "Prevent it.", 'there is no damage here; begin with "When your hero would take damage,"'),
        (
            "minion",
            "Whenever your hero would take damage, draw a card.",
            'the text does not say what becomes of the damage; write "prevent it" or "this takes it instead"',
        ),
        (
            "minion",
            "Whenever your hero would take damage, if your hand is empty, prevent it.",
            "it is replaced always or never; leave the condition out",
        ),
        (
            "minion",
            "Whenever a friendly minion would take damage, this takes it instead.",
            'the piece itself would take its own damage; write "another" in the trigger',
        ),
        (
            "secret",
            "When your hero would take damage, this takes it instead.",
            'a secret takes no damage; write "prevent it"',
        ),
        ("minion", "This has +1/+1 while you played another card this turn.", WATCHED),
        ("minion", "This has +1/+1 while you have 5 or more armour.", WATCHED),
        (
            "minion",
            "A random minion has +1/+1 while you control a minion.",
            'only a group can have something all the time; write "your other minions"',
        ),
        ("spell", "It costs 1 less.", NO_CARD),
        ("spell", "Draw two cards. It costs 1 less.", NO_CARD),
        ("minion", "Whenever your opponent draws a card, it costs 1 less.", NO_CARD),
        (
            "minion",
            "At the end of your turn, your spells cost 1 less until end of turn.",
            'the turn is over, so it would be lost at once; write "at the start of"',
        ),
        (
            "minion",
            "Whenever you play a spell, it costs 1 less.",
            "a card that is played has left its zone; name what you mean",
        ),
        (
            "spell",
            "Deal 2 damage to a minion and draw a card. It gets +1/+1.",
            '"it" could mean two things; name what you mean',
        ),
        ("spell", "Your hero becomes Wolf.", "a minion cannot take the place of your hero; name a hero"),
        ("spell", "Your power becomes Wolf.", "a minion cannot be known; name a power"),
        (
            "spell",
            "Cast a random minion, aimed at random.",
            'only cards that do not stay in play are cast; write "spell"',
        ),
        (
            "spell",
            "Deal 3 damage, rolled for each, to all minions.",
            'only a range is rolled; write it like "2-4"',
        ),
        (
            "minion",
            "When played, at the start of your next turn, this gets +1/+1.",
            '"this" means nothing later; name what you mean',
        ),
        (
            "spell",
            "At the start of your next turn, destroy a minion.",
            'nothing can be chosen for later; write "a random" or name all of them, or say how long it lasts',
        ),
        ("weapon", "When this attacks, draw a card.", "a weapon never attacks; choose another trigger"),
        ("minion", "Whenever your hero dies, draw a card.", "a hero never dies; name another kind"),
        ("spell", "Copy a random minion into your hand.", IN_ZONE),
        (
            "minion",
            "When played, swap health with all minions.",
            'two pieces swap; write "a" or "a random" and the singular',
        ),
        (
            "spell",
            "Look at three random spells in your opponent's deck and put one into your hand.",
            'a card goes to another zone of the same player; write "put a copy of one into"',
        ),
        (
            "spell",
            "Enemy minions get +1/+1 wherever they are.",
            'only a player\'s own cards are changed wherever they are; write "your"',
        ),
        (
            "spell",
            "Minions in your hand get +1/+1 until end of turn.",
            "a card in a zone is changed for good; leave the duration out",
        ),
    ],
)
def test_a_text_that_makes_no_sense_is_refused(tmp_path: Path, kind: str, text: str, message: str) -> None:
    with pytest.raises(CardwrightError) as found:
        build_catalogue(write_duel(tmp_path / "duel", text, kind))
    assert None not in (found.value.line, found.value.column)
    assert str(found.value).partition('card "x": ')[2] == message


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, str], str]:
    """The message about the game with some words of its files replaced."""

    def message(old: str, new: str) -> str:
        folder = write_duel(tmp_path / "duel", "Draw a card.")
        for path in (folder / "game.toml", folder / "cards" / "x.toml"):
            path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        with pytest.raises(CardwrightError) as found:
            Workshop(folder)
        assert found.value.line is not None
        return f"{found.value.reason}; {found.value.suggestion}"

    return message


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'ranked = ["new"]',
            'ranked = ["newest"]',
            'unknown set "newest"; there are old, new',
        ),
        ('ranked = ["new"]', "ranked = []", 'the format "ranked" has no sets; name at least one'),
        ("legendary = 1", "fabled = 1", 'unknown rarity "fabled"; there are common, rare, legendary'),
        ("legendary = 1", "legendary = 0", "0 copies of a card are none; write at least 1"),
        (
            "placeless = true\nveiled",
            "veiled",
            '"secret" is veiled, so it is a piece without a place; add piece = true and placeless = true',
        ),
        (
            "gear   = true",
            "gear   = true\nunique = true",
            '"weapon" is gear, so it is a piece with attack and health; '
            "add piece = true, no placeless, no unique",
        ),
        ('set    = "old"', 'set    = "odl"', 'card "wolf": unknown set "odl"; did you mean "old"?'),
        ('set    = "old"\n', "", 'card "wolf": the card has no set; write one like set = "new"'),
    ],
)
def test_sets_formats_and_flags_are_checked(
    changed: Callable[[str, str], str], old: str, new: str, message: str
) -> None:
    assert changed(old, new) == message


def test_a_set_in_a_game_without_sets_is_refused(write_cards: Callable[[str], Path]) -> None:
    card = "[[card]]\nid = 'x'\nname = 'X'\nkind = 'spell'\nset = 'old'\ntext = 'Draw a card.'\n"
    with pytest.raises(CardwrightError, match=r"Elemental Command has no sets; leave the key out"):
        Workshop(write_cards(card))


CARD_ROWS = {
    name: {"name": name, "kind": 0, "collectible": True, "hero": "", "rarity": rarity, "set": its_set}
    for name, rarity, its_set in (
        ("wolf", "common", "old"),
        ("bear", "legendary", "new"),
        ("elk", "rare", "new"),
    )
}
LAW = DeckLaw(
    "duel",
    CARD_ROWS,
    (),
    {"deck": 4, "copies": 2},
    copies={"legendary": 1},
    formats={"ranked": ["new"], "wild": ["old", "new"]},
)


def test_a_legendary_card_may_be_there_once() -> None:
    deck = Deck(name="D", cards={"bear": 2, "elk": 2})
    assert list(deck_faults(deck, LAW)) == [
        ('2 copies of "bear": a deck may hold one copy of a legendary card', "bear", "write bear = 1")
    ]
    assert list(deck_faults(Deck(name="D", cards={"bear": 1, "elk": 2, "wolf": 1}), LAW)) == []


def test_a_format_names_the_cards_that_it_does_not_have() -> None:
    from dataclasses import replace

    deck = Deck(name="D", cards={"bear": 1, "elk": 2, "wolf": 1})
    assert list(deck_faults(deck, replace(LAW, format="wild"))) == []
    assert list(deck_faults(deck, replace(LAW, format="ranked"))) == [
        (
            '"wolf" is of the set old, which the format ranked does not have',
            "wolf",
            "it may be played in wild",
        )
    ]
    assert list(deck_faults(deck, replace(LAW, format="rankd"))) == [
        ('duel has no format "rankd"', "cards", 'did you mean "ranked"?')
    ]


def test_lint_blames_a_deck_for_a_second_legendary_card(tmp_path: Path) -> None:
    folder = write_duel(tmp_path / "duel", "Draw a card.")
    (folder / "decks").mkdir()
    deck = 'name = "Bears"\nhero = "mage"\n\n[cards]\nwolf = 2\nbear = 2\nbolt = 2\n'
    (folder / "decks" / "bears.toml").write_text(deck, encoding="utf-8")
    (found,) = lint(folder)["errors"]
    assert found["reason"] == '2 copies of "bear": a deck may hold one copy of a legendary card'
    assert (found["line"], found["suggestion"]) == (6, "write bear = 1")


def test_the_small_game_is_clean(tmp_path: Path) -> None:
    folder = write_duel(tmp_path / "duel", "Draw a card.")
    assert lint(folder)["errors"] == []
    assert "[[set]]" in GAME
    assert CARDS.count("[[card]]") == 7
