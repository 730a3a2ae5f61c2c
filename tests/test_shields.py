"""Shields against the next damage: what the table says of them, and agents that make use of them."""

from __future__ import annotations

import cardwright as cw
from cardwright.scenario import setup_of
from cardwright.table.details import about_cell

BARK = """
me: earth, mana 1, hand "Coat of Bark"
foe: fire
me c2 Hollow Colossus
foe c3 Hollow Colossus
turn me
"""


def begun() -> cw.Match:
    game = cw.game("elemental-command")
    return game.begin(setup_of(BARK, game), 3)


def test_greedy_plays_a_shield() -> None:
    match = begun()
    agent = cw.agent("greedy", seed=1)
    chosen = []
    while len(chosen) < 6 and 0 in match.to_act:
        action = agent.choose(match.view(0))
        assert action is not None
        chosen.append(action.text)
        match.play(action)
    assert 'play "Coat of Bark" > c2' in chosen


def test_a_piece_shows_how_much_will_be_prevented() -> None:
    match = begun()
    match.play('play "Coat of Bark" > c2')
    piece = match.view(0).piece_on("c2")
    assert piece is not None
    assert piece.shield == 4
    assert any("the next 4 damage" in line for line in about_cell(match.view(0), "c2", 60))
