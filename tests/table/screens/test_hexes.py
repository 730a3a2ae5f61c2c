"""A game whose cards cost land, at the table: matches by keys alone, and why a card cannot be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from maps import Roamer
from textual.widgets import OptionList

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table import footing
from cardwright.table.drivers.turns import Turns
from cardwright.table.footing import Study
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.table import Table

AtTable = Callable[..., None]
SIZE = (110, 34)


def begun(board: str = "open", seats: int = 2, *, seed: int = 3, foe: str = "pass") -> Table:
    game = cw.game("hexlands", board)
    return seated(game.match([game.usual_decks[seat % 2] for seat in range(seats)], seed=seed), foe)


def seated(match: cw.Match, foe: str = "pass") -> Table:
    """A table with a person in the first seat."""
    others = range(1, match.seat_count)
    session = Session(match, {seat: supervise(foe, 10.0) for seat in others}, notes={})
    session.open()
    table = Table(Turns(session, delay=0.0))
    table.chooser.asks = False
    return table


async def perform(person: Any, action: cw.Action) -> None:
    """Carry out an action by keys: land is changed by the key of the verb and the letter of the land."""
    table = person.table
    if action.verb == "end":
        await person.press("e")
        return
    if action.verb != "change":

        async def reach(spot: Spot) -> None:
            await person.walk(spot)
            await person.press("enter")

        await person.perform(action, reach)
        return
    ply = table.driver.match.ply
    await person.walk(Spot("cell", action.source.value))
    await person.press("c")
    assert isinstance(person.pilot.app.screen, Menu)
    await person.press(action.text.rpartition(" ")[2][0])
    await person.until(lambda: person.pilot.app.screen is table)
    assert table.driver.match.actions[ply].code == action.code


@pytest.mark.parametrize(("board", "seats", "most"), [("open", 2, 60), ("open", 3, 60), ("isles", 4, 30)])
def test_a_match_is_played_by_keyboard_alone(board: str, seats: int, most: int, at_table: AtTable) -> None:
    table = begun(board, seats, foe="greedy")
    roamer = Roamer(1)

    async def who(person: Any) -> None:
        for _ in range(most):
            await person.asked()
            if table.driver.session.is_over:
                break
            await perform(person, roamer.choose(table.driver.match.view(0)))
        verbs = {action.verb for action in table.driver.match.actions if action.seat == 0}
        assert {"change", "play", "move", "end"} <= verbs

    at_table(table, who, SIZE)


def unfit() -> tuple[Table, int, Study, str]:
    """A table with a minion in the hand that lacks one field: its place, its study, and that field."""
    for seed in range(100):
        match = played(seed)
        view = match.view(0)
        for place, card in enumerate(view.hand):
            found = footing.study(view, card)
            if found is None or found.fitting or view.game.catalogue.kind_of(card.card) != "minion":
                continue
            for one in found.footings:
                missing = [asked.cell for asked in one.lacks if asked.cell]
                if len(one.lacks) == len(missing) == 1 and missing[0] in view.areas["range"]:
                    found = footing.study(view, card, one.cell)
                    assert found is not None
                    return seated(match), place, found, missing[0]
    raise AssertionError("no card lacks a single field")


def played(seed: int) -> cw.Match:
    """A match in which the first seat has changed a field for a minion of its hand, and is to act again."""
    match = cw.game("hexlands").match(seed=seed)
    while match.to_act != {0}:
        match.play("end")
    view = match.view(0)
    minions = [card for card in view.hand if view.game.catalogue.kind_of(card.card) == "minion"]
    for studied in (footing.study(view, card) for card in minions):
        for asked in studied.shown.lacks if studied else ():
            if asked.cell in view.areas["range"] and asked.place != "wasteland":
                match.play(f"change {asked.cell} to {asked.place}")
                match.play("end")
                match.play("end")
                return match
    return match


def test_the_table_says_and_shows_why_a_card_cannot_be_played(at_table: AtTable) -> None:
    table, place, studied, field = unfit()
    game, match = table.game, table.driver.match
    at, cell = (Spot("cell", game.cells.index(name)) for name in (studied.shown.cell, field))
    land = studied.shown.lacks[0].place

    async def who(person: Any) -> None:
        await person.asked()
        await person.walk(Spot("card", place))
        for mark in footing.marks(match.view(0), studied).values():
            assert mark[:2] in person.text
        await person.press("enter")
        assert table.chooser.held == place
        assert "comes nearest" in person.text
        await person.walk(at)
        assert footing.told(studied) in person.text
        assert studied.name in person.text
        # The land that is missing is proposed.
        await person.walk(cell)
        await person.press("c")
        menu = person.pilot.app.screen
        assert isinstance(menu, Menu)
        answers = menu.query_one(OptionList)
        assert str(answers.get_option_at_index(answers.highlighted).prompt) == f"{land[0]}  {land}"
        await person.press("enter")
        await person.until(lambda: person.pilot.app.screen is table)
        assert match.last_action.text == f"change {field} to {land}"
        # The card is still looked at, and can be placed now.
        assert table.chooser.held == place
        assert "(+)" in person.text
        assert "fits at" in person.text
        await person.walk(at)
        await person.press("enter")
        assert match.last_action.text == f'play "{studied.name}" at {studied.shown.cell}'
        assert table.chooser.held is None

    at_table(table, who, SIZE)


def test_escape_lets_a_card_be(at_table: AtTable) -> None:
    table, place, *_ = unfit()

    async def who(person: Any) -> None:
        await person.asked()
        await person.press("1234567890"[place])
        assert table.chooser.held == place
        assert "(1" in person.text
        await person.press("escape")
        assert table.chooser.held is None
        assert table.cursor.spot == Spot("card", place)
        await person.press("escape", "up" if place else "down")
        assert table.chooser.held is None

    at_table(table, who, SIZE)


def test_the_card_under_the_mouse_shows_what_it_lacks(at_table: AtTable) -> None:
    table, place, *_ = unfit()

    async def who(person: Any) -> None:
        await person.asked()
        await person.walk(Spot("cell", 0))
        assert "(1" not in person.text
        await person.pilot.hover(offset=person.place(Spot("card", place)))
        await person.until(lambda: "(1" in person.text)
        assert table.cursor.spot == Spot("cell", 0)

    at_table(table, who, SIZE)


def test_a_figure_shows_whom_it_reaches_and_a_field_that_is_far_says_why(at_table: AtTable) -> None:
    table = begun()
    game, match = table.game, table.driver.match
    hero = next(piece for piece in match.view(0).pieces if piece.owner == 0)
    far = next(cell for cell in game.cells if cell not in hero.reach and cell != hero.cell)

    async def who(person: Any) -> None:
        await person.asked()
        await person.walk(Spot("cell", game.cells.index(hero.cell)))
        for cell in hero.reach:
            assert f"{cell}'" in person.text
        await person.walk(Spot("cell", game.cells.index(far)))
        await person.press("c")
        assert "that field is not in your hero's range" in person.text
        await person.walk(Spot("cell", game.cells.index(min(hero.reach))))
        await person.press("enter")
        assert isinstance(person.pilot.app.screen, Menu), "an empty field is changed"
        await person.press("e")
        await person.until(lambda: person.pilot.app.screen is table)
        assert match.last_action.text == f"change {min(hero.reach)} to earth"
        await person.press("c")
        assert "you have changed a field this turn" in person.text

    at_table(table, who, SIZE)


def test_before_a_turn_ends_the_table_reminds_of_the_field(at_table: AtTable) -> None:
    table = begun()
    table.chooser.asks = True

    async def who(person: Any) -> None:
        await person.asked()
        assert "you can change a field (c)" in person.text
        await person.press("e")
        assert "You can still change a field" in person.text

    at_table(table, who, SIZE)


@pytest.mark.parametrize(("seats", "board"), [(3, "open"), (4, "alliance")])
def test_each_seat_has_its_line_and_its_letter(seats: int, board: str, at_table: AtTable) -> None:
    table = begun(board, seats)
    view = table.driver.match.view(0)

    async def who(person: Any) -> None:
        await person.asked()
        for seat in range(1, seats):
            line = next(line for line in person.lines if f"Seat {seat} " in line and "hero 30" in line)
            assert ("with you" in line) == (board == "alliance" and seat == 2)
        for piece in view.pieces:
            symbol = "^" if piece.owner == 0 else str(piece.owner)
            assert f"{symbol}Pat" in person.text

    at_table(table, who, SIZE)


def test_a_board_for_four_is_seen_whole(at_table: AtTable) -> None:
    table = begun("alliance", 4)

    async def who(person: Any) -> None:
        await person.asked()
        # The fields of the first row and of the last.
        assert "a1" in person.text
        assert "k6" in person.text

    at_table(table, who, SIZE)
