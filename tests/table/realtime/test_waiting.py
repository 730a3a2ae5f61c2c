"""What has to be waited for: as the table tells it, and as the rules let it come."""

from __future__ import annotations

import pytest

import cardwright as cw
from cardwright.hosting.realtime import waiting
from cardwright.table.boards import board_of
from cardwright.table.boards.mana import able, badge, gauge, price


def playable(match: cw.Match, seat: int) -> set[str]:
    return {a.text.split('"')[1] for a in match.view(seat).legal_actions if a.verb == "play"}


@pytest.mark.parametrize(("decks", "seed"), [(None, 1), (("open-library", "low-moon"), 2)])
def test_a_card_can_be_played_exactly_when_the_table_said(decks: tuple[str, str] | None, seed: int) -> None:
    match = cw.game("mana").match(decks, seed=seed)
    match.advance(2_345)
    view = match.view(0)
    promised = {
        card.name: at for card in view.hand if (at := waiting.payable_at(view, 0, card.price)) is not None
    }
    # A spell may need a target beside its price.
    minions = {card.name for card in view.hand if card.card and card.card.kind == 1} & set(promised)
    assert len(minions) > 1
    for name in minions:
        for moment, is_there in ((promised[name] - 1, False), (promised[name], True)):
            later = match.fork()
            if moment >= later.now:
                later.advance(moment)
                assert (name in playable(later, 0)) == is_there, (name, moment)


def test_what_a_hero_does_not_produce_never_comes() -> None:
    view = cw.game("mana").match(("ash-and-sun", "long-winter"), seed=1).view(0)
    costs = [int(name == "frost") for name in view.me.resources]
    assert waiting.payable_at(view, 0, costs) is None
    assert waiting.payable_at(view, 1, costs) == 5000
    assert waiting.payable_at(view, 0, [0] * len(costs)) == view.now


def test_bars_fill_until_the_next_unit_comes() -> None:
    match = cw.game("mana").match(("ash-and-sun", "long-winter"), seed=1)
    shares = []
    for at in (0, 1000, 4999, 5000):
        match.advance(at)
        share = waiting.filled(match.view(0), 0, "fire")
        assert share is not None
        shares.append(waiting.bar(share, 5))
    assert shares == ["[.....]", "[#....]", "[####.]", "[.....]"]
    assert waiting.filled(match.view(0), 0, "frost") is None


def test_costs_by_several_schools_are_written_in_a_few_letters() -> None:
    game = cw.game("mana")
    assert price(game, (3, 0, 0, 0, 1, 0, 0)) == "3F1L"
    assert price(game, (0, 2, 0, 0, 0, 0, 1)) == "2R1D"
    assert price(game, (0,) * 7) == "free"
    board = board_of(game)
    assert board.costs is not None
    assert all(len(price(game, board.costs(game, card))) <= 6 for card in game.cards)


def test_a_creature_shows_when_it_is_ready_and_that_it_is_protected() -> None:
    match = cw.game("mana").match(seed=5)
    while not match.view(0).pieces[0].facts["protected"]:
        match.advance(match.now + 1000)
        wanted = [a for a in match.view(0).legal_actions if a.text.endswith((" at a1", " at a2"))]
        if wanted:
            match.play(wanted[0])
    view = match.view(0)
    hero = view.pieces[0]
    assert badge(view, hero) == "P"
    others = [piece for piece in view.pieces if piece.owner == 0 and piece is not hero]
    assert {badge(view, piece) for piece in others} == {""}
    resting = next(piece for piece in others if waiting.rest_of(view, piece) and piece.attack)
    left = waiting.rest_of(view, resting)
    assert able(view, resting) == f"{-(-left // 1000)}s"
    assert 0 <= gauge(view, resting, 12).count("#") < 10
    match.advance(match.now + left)
    view = match.view(0)
    ready = next(piece for piece in view.pieces if piece.id == resting.id)
    assert able(view, ready).startswith("!")
    assert gauge(view, ready, 12) == ""
