"""Views: what a seat may know, by name."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

import cardwright as cw
from cardwright.face.view import DescribedPiece


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def middle(game: cw.Game, seed: int = 3, actions: int = 60) -> cw.Match:
    match = game.match(seed=seed)
    chance = random.Random(seed)
    for _ in range(actions):
        match.play(chance.choice(match.legal_actions))
    return match


def test_a_seat_sees_its_own_hand_and_not_the_others(game: cw.Game) -> None:
    match = game.match(seed=7)
    view = match.view(0)
    assert (view.seat, len(view.hand), view.me.seat) == (0, 7, 0)
    assert all(card.card is not None and card.text is not None for card in view.hand)
    (foe,) = view.foes
    assert {(card.name, card.card, card.text) for card in foe.zones["hand"]} == {("a card", None, "")}
    assert len(foe.zones["deck"]) == 34


def test_a_spectator_sees_no_hand_and_may_not_act(game: cw.Game) -> None:
    view = game.match(seed=7).view("spectator")
    assert view.seat is None
    assert view.hand == ()
    assert len(view.legal_actions) == 0
    assert "keep" not in view.legal_actions
    hands = [card.name for seat in view.seats for card in seat.zones["hand"]]
    assert set(hands) == {"a card"}


def test_pieces_have_names_cells_and_words(game: cw.Game) -> None:
    view = middle(game).view()
    heroes = [piece for piece in view.pieces if piece.kind == "hero"]
    assert [hero.cell for hero in heroes] == [None, None]
    minions = [piece for piece in view.pieces if piece.kind == "minion"]
    assert minions
    for minion in minions:
        assert minion.cell in game.cells
        assert minion.card.name == minion.name
        assert set(minion.keywords) <= set(game.catalogue.game.vocabulary["keywords"])
        assert view.piece_on(minion.cell) == minion
    assert view.piece_on("nowhere") is None


def test_what_can_move_or_attack_is_what_the_legal_actions_say(game: cw.Game) -> None:
    for actions in range(40, 60):
        match = middle(game, actions=actions)
        (seat,) = match.to_act
        legal = [action.text.split() for action in match.legal_actions]
        for piece in match.view().pieces:
            if piece.kind == "minion" and piece.owner == seat:
                assert piece.can_attack == any(words[:2] == ["attack", piece.cell] for words in legal)
                assert piece.can_move == any(words[:2] == ["move", piece.cell] for words in legal)


def test_a_view_has_the_legal_actions_of_the_match(game: cw.Game) -> None:
    match = middle(game)
    view = match.view()
    assert view.legal_actions == list(match.legal_actions)
    assert [action.text for action in view.legal_actions] == [action.text for action in match.legal_actions]
    assert view.legal_actions[-1] == match.legal_actions[-1]
    assert view.legal_actions[:2] == match.legal_actions[:2]
    with pytest.raises(IndexError):
        view.legal_actions[len(view.legal_actions)]


def test_a_view_does_not_follow_the_match(game: cw.Game) -> None:
    match = game.match(seed=7)
    view = match.view(0)
    before = view.bytes
    match.play("keep", seat=0)
    assert view.bytes == before != match.view(0).bytes
    assert match.view_at(0, 0).bytes == before


def test_resources_go_by_name(game: cw.Game) -> None:
    match = game.match(seed=7)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    me = match.view().me
    assert (me.resources["mana"], me.resources["crystals"], me.outcome) == (1, 1, None)


def test_open_decks_are_part_of_every_view(game: cw.Game) -> None:
    decks = ("aggro", "control")
    assert game.match(decks, seed=7).view(0).open_decks is None
    shown = game.match(decks, seed=7, open_decks=True).view("spectator").open_decks
    assert shown is not None
    assert [sum(deck.values()) for deck in shown] == [40, 40]


def test_a_question_shows_its_cards_only_to_who_is_asked(game: cw.Game) -> None:
    chooser = next((card for card in game.cards if "choose one" in card.text.lower()), None)
    usual = game.deck("wind-control")
    cards = dict(usual.cards)
    cards["vision"] = cards.pop("gale-ram")  # no ready deck asks its player a question
    for seed in range(300):
        match = game.match(({usual.hero: 1} | cards, "fire-aggro"), seed=seed)
        chance = random.Random(seed)
        while not match.is_over:
            prompt = match.view("spectator").prompt
            if prompt is not None:
                own = match.view(prompt.seat).prompt
                other = match.view(1 - prompt.seat).prompt
                assert own is not None
                assert other is not None
                assert len(own.options) > 1
                assert other.options == prompt.options == ()
                assert match.legal_actions[0].text.startswith("choose ")
                match.play("choose 1")
                return
            match.play(chance.choice(match.legal_actions))
    assert chooser is None


def test_a_determinised_view_looks_the_same_and_differs_in_what_is_hidden(game: cw.Game) -> None:
    match = middle(game)
    seat = min(match.to_act)
    view = match.view(seat)
    guesses = [view.determinise(seed) for seed in range(8)]
    assert all(guess.view(seat).bytes == view.bytes for guess in guesses)
    hands = {tuple(card.name for card in guess.view(1 - seat).hand) for guess in guesses}
    assert len(hands) > 1
    assert view.determinise(3).hash == guesses[3].hash


def test_playing_in_a_guess_changes_neither_the_match_nor_the_guess_it_was_forked_from(game: cw.Game) -> None:
    match = middle(game)
    before = match.hash
    guess = match.view().determinise(1)
    start = guess.hash
    branch = guess.fork()
    branch.play(branch.legal_actions[0])
    assert (match.hash, guess.hash) == (before, start)
    assert branch.hash != start
    with pytest.raises(cw.TraceError, match="not recorded"):
        _ = guess.trace


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_guess_with_a_wrong_seed_is_one_sentence(game: cw.Game, seed: int) -> None:
    with pytest.raises(cw.CardwrightError, match="is no seed"):
        game.match(seed=1).view(0).determinise(seed)


def test_a_view_prints_as_a_short_line() -> None:
    timed = cw.game("mana").match(seed=1)
    timed.advance(2_500)
    assert repr(timed.view(seat=1)) == "<View of mana: seat 1, 2.5 s>"
    assert repr(cw.game("elemental-command").match(seed=1).view(seat=0)) == (
        "<View of elemental-command: seat 0, turn 0>"
    )


def test_the_kernel_tells_all_of_a_piece_and_nothing_else(game: cw.Game) -> None:
    told = json.loads(middle(game).view(0).kernel.describe())["pieces"][0]
    assert set(told) == {field.encode_name for field in msgspec.structs.fields(DescribedPiece)}
