"""What is told about a spot."""

from __future__ import annotations

import re

import cardwright as cw
from cardwright.table.boards import board_of
from cardwright.table.details import about_piece


def test_why_a_piece_cannot_act_is_told_in_the_words_of_the_rules() -> None:
    match = cw.game("elemental-command").match(seed=4)
    for seat in (0, 1):
        match.play("keep", seat=seat)
    if match.to_act == (1,) or 0 not in match.to_act:
        match.play("end", seat=1)
    match.play('play "Ember Wisp" at c1', seat=0)
    match.play("attack c1 > hero", seat=0)
    view = match.view(0)
    wisp = view.piece_on("c1")
    assert wisp is not None
    assert wisp.has_arrived
    assert "  cannot act: it has acted this turn" in about_piece(view, wisp, 60), (
        "haste: arriving is no reason"
    )


def test_a_hero_that_can_use_what_it_knows_says_so_once() -> None:
    match = cw.game("mana").match(seed=5)
    match.advance(5000)
    resting = _about_hero(match)
    assert "  ready in 25.0 s, rests 30 s each time" in resting
    assert not [line for line in resting if "cannot act" in line or "can use" in line]
    match.advance(40_000)
    able = _about_hero(match)
    hero = match.view(0).piece_on("a0")
    assert hero is not None
    (known,) = hero.card.knows
    assert f"  can use {match.game.catalogue.defs[known].name}; has no attack" in able


def _about_hero(match: cw.Match) -> list[str]:
    hero = match.view(0).piece_on("a0")
    assert hero is not None
    return about_piece(match.view(0), hero, 60)


def test_the_help_of_a_timed_game_names_cards_that_there_are() -> None:
    game = cw.game("mana")
    quoted = re.findall(r'"([^"]+)"', board_of(game).help)
    names = {card.name for card in game.catalogue.defs}
    assert quoted
    assert [name for name in quoted if name not in names] == []
