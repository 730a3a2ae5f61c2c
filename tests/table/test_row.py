"""A row of minions and what lies beside it: who can attack, weapons, secrets, crystals, changed cards."""

from __future__ import annotations

import re

import msgspec
import pytest
from rows import evening

import cardwright as cw
from cardwright.errors import RejectedAction
from cardwright.face.together import Together
from cardwright.face.view import Piece
from cardwright.hosting.chronicle import Chronicle, news
from cardwright.hosting.layout import Size
from cardwright.hosting.spots import Spot
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.canvas import BOX
from cardwright.table.details import about_card, about_cell, about_piece, about_pile
from cardwright.table.drawing import Mark, Scene, draw
from cardwright.table.widgets.hand import playable_title


def drawn(match: cw.Match, marks: dict[str, Mark]) -> list[str]:
    board = board_of(match.game)
    assert board.layout is not None
    scene = Scene(match.view(0), board.layout, board.letters, frames=BOX, board=board)
    return draw(scene, Size(10, 2), marks).text()


def test_a_card_is_placed_before_the_minion_that_stands_there() -> None:
    match = evening()
    marks = {cell: Mark(symbol="+") for cell in ("a1", "a2", "a3", "a4")}
    lines = drawn(match, marks)
    above, numbers = lines[3], lines[5]
    assert above.startswith("[+]a1══════[+]a2══════[+]a3══════╪a4"), "the sign stands between two minions"
    assert numbers.count("[+]") == 1, "and inside the free place at the end"
    assert numbers.index("[+]") > 33
    match.play('play "Yard Dog" at a2')
    assert [piece.name for piece in _row(match)] == [
        "Yard Dog",
        "Yard Dog",
        "Frosted Carafe",
        "Moth of the Wick",
    ]
    assert _row(match)[1].has_arrived


def _row(match: cw.Match) -> list[Piece]:
    own = [piece for piece in match.view(0).pieces if piece.cell and piece.owner == 0]
    return sorted(own, key=lambda piece: piece.cell or "")


def test_a_board_with_gaps_marks_the_cell_itself() -> None:
    match = evening()
    layout = board_of(match.game).layout
    assert layout is not None
    scene = Scene(match.view(0), msgspec.structs.replace(layout, shifts=False), {}, frames=BOX)
    lines = draw(scene, Size(10, 2), {"a1": Mark(symbol="+")}).text()
    assert "[+]" not in lines[3]
    assert lines[5].startswith("│3/2    [+]│")


def test_who_can_attack_sleeps_or_is_frozen_is_told_by_letters() -> None:
    row = drawn(evening(), {})[5].split("│")[1:4]
    assert [re.sub(" +", " ", cell).strip() for cell in row] == ["3/2 !", "3/6 + z", "1/3 F+"]
    foe = drawn(evening(), {})[2].split("│")[1]
    assert foe.split() == ["3/3", "T"]


def test_heroes_weapons_and_secrets_stand_beside_the_row() -> None:
    lines = plain.draw_board(evening().view(0))
    own = " ".join(" ".join(lines[lines.index(next(x for x in lines if x.startswith("You"))) :]).split())
    weapon = next(piece for piece in evening().view(0).pieces if piece.kind == "weapon")
    assert own.startswith(f"You: Elder 22 health +3 armour, {weapon.attack} attack !, {weapon.name} ")
    assert f"{weapon.attack}/{weapon.health}, secret: Snuffed Candle, mana 6/8 ******xx" in own
    assert "overload 1 next turn, power 2 mana, deck 3, grave 0" in own
    assert lines[0].startswith("Foe: Wren 19 health, secret, secret, mana ")


def test_a_secret_of_the_foe_is_never_named_and_ones_own_is() -> None:
    match = evening()
    view = match.view(0)
    told = [about_piece(view, piece, 100) for piece in view.pieces if piece.kind == "secret"]
    assert told[0][0] == "Snuffed Candle (You, secret)"
    assert told[1] == told[2] == ["A secret (Foe) lies face down: you cannot know which it is."]
    shown = "\n".join([*plain.draw_board(view), *(line for piece in told for line in piece)])
    assert "Rope Snare" not in shown
    assert "Decoy Fire" not in shown
    assert {piece.name for piece in match.view(1).pieces if piece.kind == "secret"} == {
        "a hidden card",
        "Rope Snare",
        "Decoy Fire",
    }


def test_what_all_seats_know_together_names_every_secret() -> None:
    match = evening()
    secrets = {piece.name for piece in Together(match, match.ply, 0).pieces if piece.kind == "secret"}
    assert secrets == {"Snuffed Candle", "Rope Snare", "Decoy Fire"}


def test_the_log_tells_secrets_as_each_side_saw_them() -> None:
    match = evening()
    match.play("attack a1 > b1")
    match.play('play "Looking Glass"')
    texts = {seat: [entry.text for entry in Chronicle(match, seat).upto(match.ply)] for seat in (0, 1)}
    assert "The opponent's secret Rope Snare is revealed." in texts[0]
    assert "Your secret Rope Snare is revealed." in texts[1]
    assert "You play Looking Glass." in texts[0]
    assert "The opponent plays a secret." in texts[1]
    assert not [text for text in texts[1] if "Looking Glass" in text]


def test_a_weapon_wears_down_and_a_power_is_named() -> None:
    match = evening()
    match.play("power")
    match.play("attack my hero > b1")
    texts = match.events(0, since=0).texts
    assert "You use the power Bark and Thorn." in texts
    assert "Cudgel wears down by 1." in texts


def test_a_card_whose_cost_or_numbers_have_changed_is_marked() -> None:
    match = evening()
    assert playable_title(match.view(0).hand) == "Hand 7  (* playable)"
    match.play("attack a1 > b1")  # a snare: it comes back and costs 2 more
    view = match.view(0)
    card = view.hand[-1]
    assert (card.name, card.cost) == ("Yard Dog", 4)
    assert playable_title(view.hand) == "Hand 8  (* playable, +/- changed)"
    assert plain.describe_card(match.game, card) == "4 mana; 3/2 minion; printed cost 2"
    assert "  costs 4 now, 2 printed" in about_card(view, card, 60)
    match.play('play "Pack Quartermaster" at a3')
    stronger = [card for card in match.view(0).hand if card.attack_change]
    assert [(card.name, card.attack, card.health) for card in stronger] == [("Yard Dog", 4, 3)]
    assert "; 4/3 minion; printed " in plain.describe_card(match.game, stronger[0])
    names = [action.text for action in match.legal_actions if "Yard Dog" in action.text]
    assert any("#2" in name or "#3" in name for name in names), "copies that differ are told apart"


def test_a_card_tells_its_set_class_rarity_and_tribe() -> None:
    game = cw.game("hearth")
    assert plain.origin(game, game.card("frosted carafe")) == "First Fires, common, lamp, elemental"
    assert plain.origin(game, game.card("yard dog")) == "First Fires, common, beast"
    assert "  First Fires, common, beast" in plain.card_page(game, game.card("yard dog"), 60)
    other = cw.game("elemental-command")
    assert plain.origin(other, other.cards[0]) == "", "only games with sets"


def test_both_options_of_a_card_are_told_before_one_is_chosen() -> None:
    match = evening()
    card = match.game.card("bramble or berry")
    first, second = card.options
    assert (first, second) == (
        "deal 3 damage to a minion",
        "deal 1 damage to a minion and draw a card",
    )
    view = match.view(0)
    menu = plain.Menu(view.legal_actions, view.legal_actions.under('play "Bramble or Berry"'), view=view)
    assert [text for text, _ in menu.entries] == [first, second]
    assert match.game.card("yard dog").options == []


def test_the_power_is_listed_by_its_name_and_cost() -> None:
    match = evening()
    view = match.view(0)
    assert any(
        "power [Bark and Thorn, 2 mana]" in line for line in plain.Menu(view.legal_actions, view=view).lines()
    )
    hero = next(piece for piece in view.pieces if piece.kind == "hero" and piece.owner == 0)
    assert "  power: Bark and Thorn, 2 mana" in about_piece(view, hero, 80)
    match.play("power")
    hero = next(piece for piece in match.view(0).pieces if piece.kind == "hero" and piece.owner == 0)
    assert "  power: Bark and Thorn, used" in about_piece(match.view(0), hero, 80)


def test_a_deck_is_told_by_number_and_a_graveyard_in_order() -> None:
    match = evening()
    for action in (
        'play "Reading the Tracks"',
        'choose "Oil Flask"',
        'play "Bramble or Berry" > b2 option 1',
    ):
        match.play(action)
    view = match.view(0)
    assert about_pile(view, 0, "graveyard", 80) == [
        "Graveyard (You): 2 cards",
        "  Bramble or Berry, Reading the Tracks",
    ]
    assert about_pile(view, 0, "deck", 80)[1] == "  Gatehouse Shieldman, Moth of the Wick"
    assert about_pile(view, 1, "deck", 80) == ["Deck (Foe): 2 cards"]


def test_an_empty_place_of_the_row_is_told() -> None:
    assert about_cell(evening().view(0), "a7", 60) == ["a7: nothing stands here."]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("choose 9", '"9" is none of the answers'),
        ("choose 0", '"0" is none of the answers'),
        ("choose 99999999999999999999", '"99999999999999999999" is none of the answers'),
        ("choose Yard Dog", '"Yard Dog" is none of the answers'),
        ('choose "Fireball"', '"Fireball" is none of the answers'),
        ("end", "a question waits for your choice"),
    ],
)
def test_a_question_answered_by_what_is_not_offered_gets_one_sentence(said: str, reason: str) -> None:
    match = evening()
    match.play('play "Reading the Tracks"')
    before = match.hash
    with pytest.raises(RejectedAction) as refused:
        match.play(said)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "Oil Flask" in str(refused.value), "what is offered is named"
    assert match.hash == before


def test_an_option_that_there_is_not_is_refused() -> None:
    with pytest.raises(RejectedAction, match='"3" is none of the options; say 1, 2'):
        evening().play('play "Bramble or Berry" > b1 option 3')


def test_the_opening_says_who_begins() -> None:
    match = cw.game("hearth").match(seed=3)
    lines = [plain.draw_board(match.view(seat)) for seat in (0, 1)]
    first = [any("begins, hand 3" in line for line in seen) for seen in lines]
    assert first == [True, True]
    assert all(any("goes second, with The Coin, hand 4" in line for line in seen) for seen in lines)


def test_marks_of_what_happened_follow_a_row_that_closes() -> None:
    match = evening()
    match.play('play "Yard Dog" at a1')
    match.play("attack a2 > b1")  # a snare: a2 leaves, a3 and a4 move up
    view = match.view(0)
    entries = [entry for ply in (1, 2) for entry in Chronicle(match, 0).of(ply)]
    marks = {
        view.game.cells[spot.at]: word for spot, word in news(view, entries).items() if spot.kind == "cell"
    }
    assert marks == {"a1": "new"}, "nobody who stands on a2 now was hurt or has gone"
    match.play('play "Bramble or Berry" > b2 option 1')
    last = news(match.view(0), Chronicle(match, 0).of(match.ply))
    assert last[Spot("cell", view.game.cells.index("b2"))] == "dies"


def test_a_silenced_minion_is_called_so() -> None:
    match = evening()
    match.play('play "Keeper of Two Paths" at a4 > b1 option 2')
    assert "  - silenced" in about_cell(match.view(0), "b1", 60)
    assert any("- silenced" in line for line in plain.draw_board(match.view(0)))
    assert "- silenced." in "".join(plain.help_lines(match.game))


def test_every_keyword_and_status_of_the_row_has_its_own_letter() -> None:
    game = cw.game("hearth")
    letters = board_of(game).letters
    words = game.catalogue.game.vocabulary
    assert set(letters) == {*words["keywords"], *words["statuses"], "-"}
    shown = [letter for letter in letters.values() if letter]
    assert len(set(shown)) == len(shown)
    assert [name for name, letter in letters.items() if not letter] == ["overload"]


def test_what_a_secret_has_told_cannot_be_taken_back() -> None:
    match = evening()
    match.play("attack a1 > b1")
    assert not match.can_undo, "the snare has been seen"


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        (["power"], "the hero power was used this turn"),
        (['play "Yard Dog" at a1'] * 2 + ['play "Reading the Tracks"', "choose 1"], "not enough mana"),
    ],
)
def test_a_power_that_cannot_be_used_says_why(before: list[str], reason: str) -> None:
    match = evening()
    for action in before:
        match.play(action)
    with pytest.raises(RejectedAction, match=reason):
        match.play("power")
