"""Rules of Elemental Command that no scenario shows, because scenarios begin in the middle."""

from __future__ import annotations

import cardwright as cw


def test_the_second_player_begins_with_one_card_more() -> None:
    game = cw.game("elemental-command")
    began = set()
    for seed in range(8):
        match = game.match(decks=("aggro", "control"), seed=seed)
        for seat in (0, 1):
            match.play("keep", seat=seat)
        (first,) = match.to_act
        began.add(first)
        hands = [len(match.view(seat).seats[seat].zones["hand"]) for seat in (0, 1)]
        assert hands[first] == 6
        assert hands[1 - first] == 7
    assert began == {0, 1}
