"""Before a turn ends in which something could still be done, the table asks, once."""

from __future__ import annotations

import re
from collections.abc import Callable

import cardwright as cw
from cardwright.hosting.spots import Spot
from cardwright.table.boards import board_of
from cardwright.table.screens.table import Table
from cardwright.table.screens.unused import unused
from cardwright.table.selection import Selection

NewTable = Callable[..., Table]
AtTable = Callable[..., None]


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_ending_a_turn_with_something_unused_is_asked_once(seated: NewTable, at_table: AtTable) -> None:
    table = seated(seed=4, asks=True)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        ply = table.driver.match.ply
        await person.press("e")
        assert table.driver.match.ply == ply
        asked = r"You can still play \d cards? and take mana, earth, wind or fire\. Once more ends your turn"
        assert re.search(asked, flat(person.text)), person.text
        await person.press("right", "e")
        assert table.driver.match.ply == ply, "it was not pressed twice running"
        await person.press("e")
        assert table.driver.match.actions[ply].text == "end"
        await person.asked()
        ply = table.driver.match.ply
        end = next(n for n, p in enumerate(table.chooser.selection.actions) if p.text == "end")
        await person.click(Spot("action", end))
        assert table.driver.match.ply == ply, "the button asks, too"
        await person.click(Spot("action", end))
        assert table.driver.match.actions[ply].text == "end"

    at_table(table, who)


def test_a_key_switches_the_question_off_and_on(seated: NewTable, at_table: AtTable) -> None:
    table = seated(asks=True)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("a")
        assert "Your turn ends without a question" in person.text
        ply = table.driver.match.ply
        await person.press("e")
        assert table.driver.match.actions[ply].text == "end"
        await person.asked()
        await person.press("a")
        assert "It is asked before your turn ends" in person.text
        ply = table.driver.match.ply
        await person.press("e")
        assert table.driver.match.ply == ply

    at_table(table, who)


def test_what_is_typed_and_a_turn_in_which_nothing_is_left_are_not_asked_about(
    seated: NewTable, at_table: AtTable
) -> None:
    table = seated(asks=True)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        ply = table.driver.match.ply
        await person.type("end")
        assert table.driver.match.actions[ply].text == "end"

    at_table(table, who)


def test_moves_alone_are_not_worth_a_question() -> None:
    match = cw.game("elemental-command").match(("fire-aggro", "earth-control"), seed=7)
    match.play("keep", seat=0)
    match.play("keep", seat=1)
    told: set[str] = set()
    greedy = cw.agent("greedy", seed=1)
    while not match.is_over and match.ply < 120:
        view = match.view(min(match.to_act))
        left = unused(Selection(view), board_of(match.game))
        verbs = {action.verb for action in view.legal_actions} - {"end", "move"}
        assert bool(left) == bool(verbs), (left, verbs)
        told |= {word for word in ("attack with", "play", "take", "power") if word in left}
        match.play(greedy.choose(view))
    assert told == {"attack with", "play", "take", "power"}
