"""What is told about a spot."""

from __future__ import annotations

import cardwright as cw
from cardwright.table.details import about_piece


def test_why_a_piece_cannot_act_is_told_in_the_words_of_the_rules() -> None:
    match = cw.game("elemental-command").match(seed=7)
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
