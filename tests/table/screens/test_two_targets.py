"""A card with two targets at the table: the second one is pointed at like the first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cardwright as cw
from cardwright.errors import AmbiguousAction
from cardwright.hosting.spots import Spot
from cardwright.scenario import setup_of
from cardwright.table.selection import AFFECTS, SECOND, Selection

BOARD = """
me: hand "Split Verdict"
foe: deck empty
ground nature: i3
me g3 Clay Ox
foe c3 Stone Guard
foe c4 Clay Ox
"""


@pytest.fixture
def match() -> cw.Match:
    game = cw.game("hexlands")
    return game.begin(setup_of(BOARD, game), 1)


def spot(match: cw.Match, cell: str) -> Spot:
    return Spot("cell", match.game.cells.index(cell))


def test_both_targets_are_pointed_at_one_after_the_other(match: cw.Match) -> None:
    selection = Selection(match.view())
    assert selection.begin(Spot("card", 0)) == []
    assert selection.targets.keys() == {spot(match, cell) for cell in ("g3", "c3", "c4")}
    assert selection.aim(spot(match, "c3")) == []
    assert selection.targets.keys() == {spot(match, cell) for cell in ("g3", "c4")}
    for cell in ("g3", "c4"):
        (target,) = selection.targets[spot(match, cell)]
        (piece,) = selection.standing(spot(match, cell))
        assert (target.symbol, target.word, target.piece) == (AFFECTS, SECOND, piece)
    (done,) = selection.aim(spot(match, "g3"))
    action = selection.complete(done.prefix)
    assert action is not None
    assert action.text == 'play "Split Verdict" > c3 to g3'


def test_what_is_no_second_target_is_told(match: cw.Match) -> None:
    selection = Selection(match.view())
    selection.begin(Spot("card", 0))
    selection.aim(spot(match, "c3"))
    assert "its second target must be another one" in selection.why_not(spot(match, "c3"))
    assert "no figure stands on the second field" in selection.why_not(spot(match, "e5"))


def test_an_action_without_its_second_target_is_unclear(match: cw.Match) -> None:
    with pytest.raises(AmbiguousAction, match='play "Split Verdict" > c3 to g3'):
        match.play('play "Split Verdict" > c3')


def test_both_targets_are_chosen_on_the_whole_screen(
    match: cw.Match, seated: Callable[..., object], at_table: Callable[..., None]
) -> None:
    async def who(person: Any) -> None:
        await person.asked()
        await person.press("1")
        assert "target" in person.text
        await person.press("enter")
        assert SECOND in person.text
        await person.press("enter")
        await person.asked()
        assert match.actions[-1].text.startswith('play "Split Verdict" > ')
        assert " to " in match.actions[-1].text

    at_table(seated("pass", match=match, keep=False), who)
