"""A hint says in words who does what, what that gains and what it avoids, from what its seat may know."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.face.view import View
from cardwright.hosting.advice import Advice, advice
from cardwright.scenario import setup_of

SEATS = "me: elder-rowan, health {}\nfoe: elder-rowan\n"
GAMES = [path.parent.name for path in sorted(games_folder().glob("*/game.toml"))]


def view_of(slug: str, text: str, seed: int = 1) -> View:
    game = cw.game(slug, "desert-6x6") if slug == "ruler" else cw.game(slug)
    match = game.begin(setup_of(text, game), seed)
    return match.view(0)


def advised(view: View, action: str) -> Advice:
    return advice(view, view.legal_actions.read(action))


def test_an_attack_is_told_with_what_it_deals_and_what_strikes_back() -> None:
    view = view_of("hearth", SEATS.format(30) + "me a1 Bilge Rat\nfoe b1 Mast-Climber\nturn me")
    told = advised(view, "attack a1 > b1")
    assert told.deed == "Bilge Rat (a1) attacks Mast-Climber (b1)."
    rat, climber = (piece.attack for piece in view.pieces if piece.cell in ("a1", "b1"))
    assert f"deals {rat} to Mast-Climber (b1)" in told.reasons[0]
    assert f"strikes back at Bilge Rat (a1) for {climber}" in told.reasons[1]


def test_a_card_is_told_with_where_it_comes_into_play() -> None:
    view = view_of("elemental-command", 'me: fire, fire 4, mana 6, hand "Ember Wisp"\nfoe: earth\nturn me')
    told = advised(view, 'play "Ember Wisp" at c1')
    assert told.deed == "You play Ember Wisp. Ember Wisp (c1) enters play."


def test_a_move_is_told_from_where_it_begins_to_where_it_ends() -> None:
    view = view_of("ruler", "me 3,2 Scout\nfoe 0,0 Soldier")
    assert advised(view, "move 3,2 > 3,4").deed == "Your Scout (3,2) moves to 3,4."


def test_what_the_others_would_do_otherwise_is_told() -> None:
    text = "me a1 Charging Aurochs\nfoe b1 Mast-Climber, damage 1\nturn me"
    view = view_of("hearth", SEATS.format(2) + text)
    assert "Otherwise you might lose the match." in advised(view, "attack a1 > b1").reasons
    assert "Otherwise" not in str(advised(view, "attack a1 > hero"))
    assert advised(view, "end") == Advice("You end your turn.")


def test_what_is_drawn_is_not_told() -> None:
    view = view_of("mana", 'me: kessa-ashborn, devotion 5, deck "Torch Runner"\nfoe: kessa-ashborn')
    assert str(advised(view, "draw")).startswith("Draw.")
    assert "Torch Runner" not in str(advised(view, "draw"))


def test_an_action_that_gains_nothing_is_told_with_what_it_leads_to() -> None:
    view = view_of(
        "elemental-command", 'me: fire, fire 0, mana 4, step 1, hand "Ember Wisp"\nfoe: earth\nturn me'
    )
    agent = cw.agent("greedy")
    assert isinstance(agent, cw.agents.NativeAgent)
    told = advice(view, view.legal_actions.read("take fire"), agent)
    assert told.deed == "You gain 1 fire."
    assert told.reasons == ("It leads to: You play Ember Wisp. Ember Wisp (c1) enters play.",)


def test_what_chance_decides_is_no_part_of_the_deed() -> None:
    view = view_of("hearth", SEATS.format(30).replace(",", ', hand "Call of the Kennel",', 1) + "turn me")
    told = advised(view, 'play "Call of the Kennel"')
    assert told.deed == "You play Call of the Kennel."


def test_who_dies_by_the_action_is_not_said_to_be_spared() -> None:
    text = "me a1 Mast-Climber\nfoe b1 Brown Bear\nfoe b2 Two-Headed Ogre\nturn me"
    told = advised(view_of("hearth", SEATS.format(30) + text), "attack a1 > b1")
    assert "strikes back at Mast-Climber (a1) for 4 (dies)" in str(told)
    assert "Otherwise" not in str(told)


def test_in_fog_a_hint_speaks_of_pieces_that_are_there() -> None:
    game = cw.game("ruler")
    said = 0
    for seed in range(3):
        match = game.match(seed=seed)
        agent = cw.agent("greedy", seed=seed)
        while not match.is_over and match.ply < 90:
            (seat,) = match.to_act
            view = match.view(seat)
            action = agent.choose(view)
            assert action is not None
            own = {piece.name for piece in view.pieces if piece.owner == seat}
            for reason in advice(view, action).reasons:
                if reason.startswith("Otherwise your "):
                    assert any(f"Otherwise your {name}" in reason for name in own), reason
                    said += 1
            match.play(action)
    assert said


def test_waiting_is_told() -> None:
    assert str(advice(view_of("mana", "me: kessa-ashborn\nfoe: kessa-ashborn"), None)) == "Wait."


@pytest.mark.parametrize("slug", GAMES)
def test_every_action_can_be_told_and_alike_in_two_truths_of_one_view(slug: str) -> None:
    game = cw.game(slug)
    match = game.match(seed=3)
    agent = cw.agent("random", seed=4)
    told = 0
    for _ in range(24):
        if match.is_over:
            break
        seat = next((seat for seat in range(match.seat_count) if match.legal_len(seat)), None)
        if seat is None:
            match.advance(match.now + 1000)
            continue
        view = match.view(seat)
        action = agent.choose(view)
        if action is None:
            match.advance(match.now + 1000)
            continue
        here = advice(view, action)
        there = view.determinise(99).view(seat)
        assert here == advice(there, there.legal_actions.read(action.text))
        assert here.deed.endswith(".")
        told += 1
        match.play(action)
    assert told >= 8
