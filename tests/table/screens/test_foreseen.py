"""What an action will do stands in the details before it is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cardwright as cw
from cardwright.hosting.spots import Spot
from cardwright.scenario import setup_of

FIGHT = """
me: fire, mana 6, fire 4
foe: earth
me c2 Ember Wisp
foe c3 Oak Warden, damage 1
"""


def test_who_aims_reads_what_will_happen_and_who_asks_is_told(
    seated: Callable[..., object], at_table: Callable[..., None]
) -> None:
    game = cw.game("elemental-command")
    match = game.begin(setup_of(FIGHT, game), 3)
    source, target = (Spot("cell", game.cells.index(cell)) for cell in ("c2", "c3"))

    async def who(person: Any) -> None:
        await person.asked()
        assert "> Ember Wisp" not in person.text
        await person.click(source)
        await person.walk(target)
        shown = " ".join(person.table.parts.detail.lines)
        assert shown.startswith("> Ember Wisp (c2) deals 2 to Oak Warden")
        assert "strikes back at" in shown
        assert match.ply == 0
        await person.press("escape")
        await person.type("forecast attack c2 > c3")
        await person.until(lambda: "> Oak Warden (c3) strikes back" in person.text)
        await person.type("forecast attack c2 > a1")
        await person.until(lambda: "nothing stands on a1" in person.text or "not legal" in person.text)
        assert match.ply == 0

    at_table(seated("pass", match=match, keep=False), who)
