"""A row or column that is chosen on the whole screen, by keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import cardwright as cw
from cardwright.scenario import setup_of
from cardwright.table.screens.table import Table

BOARD = """
me: fire, fire 5, wind 5, earth 5, mana 9, hand "Ember Furrow" "Crosswind Reel"
foe: earth
me c2 Oak Warden
foe c3 Ring of Moss
turn me
"""


@pytest.mark.parametrize(("key", "line"), [("1", "column"), ("2", "row")])
def test_a_line_is_chosen_by_the_cursor(
    key: str, line: str, seated: Callable[..., Table], at_table: Callable[..., None]
) -> None:
    game = cw.game("elemental-command")
    match = game.begin(setup_of(BOARD, game), 3)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press(key)
        assert f"this {line}" in person.text
        await person.press("enter")
        await person.asked()
        assert f" to {line} " in match.actions[-1].text

    at_table(seated("pass", match=match, keep=False), who)
