"""Rows and columns as choices: one action each, named in words, pointed at by any space of them."""

from __future__ import annotations

import random

import pytest

import cardwright as cw
from cardwright.errors import IllegalAction, UnreadableAction
from cardwright.face.trace import Trace
from cardwright.hosting.spots import Spot
from cardwright.scenario import setup_of
from cardwright.table import plain
from cardwright.table.selection import Selection

BOARD = """
me: fire, fire 5, wind 5, earth 5, hand "Ember Furrow" "Crosswind Reel" "Chalked for Burning" "Furrow Ox"
foe: earth
me c2 Oak Warden
foe c3 Ring of Moss
foe d3 Ring of Moss
turn me
"""
COLUMNS = [f"column {letter}" for letter in "abcde"]
ROWS = [f"row {number}" for number in range(1, 5)]


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


@pytest.fixture
def match(game: cw.Game) -> cw.Match:
    return game.begin(setup_of(BOARD, game), 3)


def health_at(view: cw.View, cell: str) -> int:
    piece = view.piece_on(cell)
    assert piece is not None
    return piece.health


@pytest.mark.parametrize(("card", "lines"), [("Ember Furrow", COLUMNS), ("Crosswind Reel", ROWS)])
def test_there_is_one_action_for_each_line(match: cw.Match, card: str, lines: list[str]) -> None:
    texts = [action.text for action in match.legal_actions if f'"{card}"' in action.text]
    assert texts == [f'play "{card}" to {line}' for line in lines]
    assert all(match.legal_actions.read(text).text == text for text in texts)


def test_the_choice_lists_the_lines_by_name(match: cw.Match) -> None:
    choice = match.legal_actions.under('play "Crosswind Reel"').next
    assert choice is not None
    assert (choice.word, list(choice.options)) == ("to", ROWS)


def test_a_minion_chooses_its_space_and_a_line(match: cw.Match) -> None:
    texts = [action.text for action in match.legal_actions if '"Furrow Ox"' in action.text]
    assert len(texts) == 9 * 5
    assert 'play "Furrow Ox" at a1 to column e' in texts


@pytest.mark.parametrize("said", ["column c", "Column C", "c", "c1", "c4"])
def test_a_line_is_named_whole_by_its_letter_or_by_a_space(match: cw.Match, said: str) -> None:
    assert match.legal_actions.read(f"play ember furrow to {said}").text == 'play "Ember Furrow" to column c'


def test_another_line_is_refused_with_those_there_are(match: cw.Match) -> None:
    with pytest.raises(UnreadableAction, match="is no column of the board"):
        match.play('play "Ember Furrow" to row 2')
    with pytest.raises(IllegalAction, match="it has no target"):
        match.play('play "Ember Furrow" > c3')


def test_a_line_is_no_space_for_a_minion(match: cw.Match) -> None:
    with pytest.raises(UnreadableAction, match="is no space of the board"):
        match.play('play "Furrow Ox" at row 1 to column c')


def test_the_action_can_be_taken_back(match: cw.Match) -> None:
    before = match.hash
    match.play('play "Ember Furrow" to column d')
    assert health_at(match.view(0), "d3") == 3
    assert match.undo()
    assert (match.hash, health_at(match.view(0), "d3")) == (before, 5)


def test_a_line_kept_for_later_is_in_the_trace_and_in_every_view(game: cw.Game, match: cw.Match) -> None:
    match.play('play "Chalked for Burning" to column c')
    for seat in (0, 1):
        view = match.view(seat)
        assert cw.View.from_bytes(game, view.bytes).bytes == view.bytes
    match.play("end")
    match.play("end")
    assert health_at(match.view(0), "c3") == 1
    assert health_at(match.view(0), "d3") == 5
    assert match.view(0).piece_on("c2") is None
    text = match.trace.to_text()
    assert 'play "Chalked for Burning" to column c' in text
    assert cw.replay(Trace.from_text(text), game=game).hash == match.hash


def test_pointing_at_any_space_of_a_line_chooses_it(match: cw.Match) -> None:
    view = match.view(0)
    card = next(at for at, held in enumerate(view.hand) if held.name == "Ember Furrow")
    selection = Selection(view)
    assert selection.begin(Spot("card", card)) == []
    assert {spot.at for spot in selection.targets} == set(range(20))
    for spot, targets in selection.targets.items():
        cell = view.game.cells[spot.at]
        (target,) = targets
        assert (target.symbol, target.word) == (cell[0], "this column")
        assert target.text == f'play "Ember Furrow" to column {cell[0]}'


def test_a_menu_shows_the_lines(match: cw.Match) -> None:
    shown = "\n".join(plain.Menu(match.legal_actions).lines())
    assert 'play "Ember Furrow" to ... (5)' in shown
    assert 'play "Crosswind Reel" to row 4' in shown


def test_random_matches_with_chosen_lines_are_played_to_the_end(game: cw.Game) -> None:
    cards = {"Ember Furrow": 3, "Crosswind Reel": 3, "Chalked for Burning": 3, "Furrow Ox": 3}
    ids = {game.card(name).id: count for name, count in cards.items()}
    usual = game.deck("fire-aggro")
    rest = {card: count for card, count in usual.cards.items() if card not in ids}
    room = 40 - sum(ids.values())
    for card, count in rest.items():
        taken = min(count, room)
        room -= taken
        ids |= {card: taken} if taken else {}
    deck = {usual.hero: 1} | ids
    played = 0
    for seed in range(4):
        match = game.match((deck, deck), seed=seed)
        chance = random.Random(seed)
        while not match.is_over:
            action = chance.choice(match.legal_actions)
            played += "to row" in action.text or "to column" in action.text
            match.play(action)
        assert cw.replay(match.trace.to_text(), game=game).hash == match.hash
    assert played > 10
