"""After the end: a rematch, a new match; and who plays what, on every table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from clockwork import Wall

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.table.drivers import Driver
from cardwright.table.drivers.timed import Timed
from cardwright.table.drivers.turns import Turns
from cardwright.table.drivers.watch import Watch
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.table import Table
from cardwright.table.wishes import Wish

AtTable = Callable[..., None]


def table_of(slug: str) -> Table:
    """A person against an agent that passes."""
    session = Session(cw.game(slug).match(seed=3), {1: supervise("pass")}, notes={"agent": "pass"})
    session.open()
    driver: Driver = (
        Timed(session, Clock(source=Wall())) if session.match.game.is_timed else Turns(session, delay=0.0)
    )
    return Table(driver)


@pytest.mark.parametrize("slug", ["elemental-command", "mana"])
@pytest.mark.parametrize(("key", "wish"), [("R", Wish.AGAIN), ("N", Wish.ANEW), ("q", Wish.LEAVE)])
def test_after_the_end_a_key_says_what_comes_next(slug: str, key: str, wish: Wish, at_table: AtTable) -> None:
    table = table_of(slug)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        if slug == "mana":
            await person.press("space")
        await person.press("R")
        assert "The match is not over yet" in person.text
        await person.type("concede")
        await person.until(lambda: table.driver.session.is_over)
        if slug == "mana":
            await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
            await person.press("escape")
        await person.until(lambda: "R rematch  N new match" in person.text)
        await person.press(key)
        await person.until(lambda: not person.pilot.app.is_running or table.driver.farewell)

    at_table(table, who)
    assert table.driver.wish is wish
    session = table.driver.session
    assert session.kept is not None, "the match is with the finished ones"
    assert cw.Trace.from_file(session.kept).notes["conceded"] == "0"


def test_a_rematch_can_be_typed(at_table: AtTable) -> None:
    table = table_of("elemental-command")

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.type("rematch")
        assert "The match is not over yet" in person.text
        await person.type("concede")
        await person.type("rematch")

    at_table(table, who)
    assert table.driver.wish is Wish.AGAIN


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "mana", "ruler"])
def test_decks_and_opponents_stand_on_the_table(slug: str, at_table: AtTable) -> None:
    game = cw.game(slug)
    names = [game.catalogue.decks[deck].name for deck in game.usual_decks]
    table = table_of(slug)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.until(lambda: table.view is not None)
        await person.until(lambda: f"You: {names[0]}; Foe: {names[1]} (pass)" in person.lines[0])
        assert not game.board or f"on {game.board}" in person.lines[0]

    at_table(table, who)


def test_agents_are_named_by_their_seats(at_table: AtTable) -> None:
    match = cw.game("elemental-command").match(seed=3)
    players = {seat: supervise("pass") for seat in (0, 1)}
    session = Session(match, players, notes={"agents": "pass,pass", "decks": "aggro,control"})
    session.open()
    table = Table(Watch(session, is_paused=True))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        told = "Seat 0: Fire Aggro (pass); Seat 1: Earth Control (pass)"
        await person.until(lambda: told in person.lines[0])
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "Seat 0: Fire Aggro (pass);" in person.text

    at_table(table, who)
