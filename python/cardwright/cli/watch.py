"""`cardwright watch`: agents against each other, at the table or printed."""

from __future__ import annotations

import secrets
import sys
import time
from typing import Annotated

import typer

from cardwright.agents import check_agent
from cardwright.agents.conductor import Conductor
from cardwright.agents.processes import close_memory, read_memory
from cardwright.agents.supervised import Forfeit, Player, supervise
from cardwright.basics import output
from cardwright.basics.output import say
from cardwright.cli.parts import options
from cardwright.cli.parts.options import GAME, SECONDS, USUAL_MEMORY
from cardwright.cli.replay import Stepper
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.seating import begin
from cardwright.hosting.session import Session
from cardwright.hosting.usual import refuse_timed, usual_agent
from cardwright.table.terminal import has_room


def watch(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"The game's slug (default: {GAME}).")
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help="An agent for each seat: native, or module:Class (default: the usual one of the game).",
        ),
    ] = None,
    decks: Annotated[str | None, typer.Option(metavar="X,Y", help="A deck for each seat.")] = None,
    seats: options.Seats = None,
    board: options.Board = None,
    seed: options.Seed = None,
    speed: Annotated[
        float,
        typer.Option(help="Actions a second; in a timed game the speed of the clock.", min=0.125, max=64.0),
    ] = 1.0,
    memory: options.Memory = USUAL_MEMORY,
    is_paused: options.Paused = False,
    shows_thoughts: Annotated[
        bool,
        typer.Option("--thoughts", help="In a timed game: show what the agents think."),
    ] = False,
    is_plain: Annotated[bool, typer.Option("--plain", help="Print the match as plain text.")] = False,
) -> None:
    """Watch agents play a match."""
    seed = secrets.randbelow(2**32) if seed is None else seed
    named = [deck.strip() for deck in decks.split(",")] if decks else []
    count = seats or (len(named) if named else max(2, len((agents or "").split(","))))
    match, named = begin(game or GAME, named, seats=count, board=board, seed=seed)
    timed = {"--paused": is_paused, "--thoughts": shows_thoughts}
    refuse_timed(match, [name for name, is_set in timed.items() if is_set])
    agents = agents or ",".join([usual_agent(match)] * match.seat_count)
    size = read_memory(memory)
    players = _players(match, agents, size)
    close_memory()
    notes = {"agents": agents, "decks": ",".join(named)}
    notes |= {"board": match.game.board} if match.game.board else {}
    session = Session(match, players, notes=notes)
    session.memory = size
    try:
        session.open()
        if not is_plain and has_room():
            _full(session, speed, shows_thoughts=shows_thoughts, is_paused=is_paused)
        else:
            _plain(session, speed if sys.stdout.isatty() else None)
    finally:
        session.close()


def _players(match: Match, agents: str, memory: int) -> dict[int, Player]:
    seats = match.seat_count
    names = [name.strip() for name in agents.split(",")]
    if len(names) != seats:
        example = ",".join([usual_agent(match)] * seats)
        raise CardwrightError(f"this is a match of {seats} seats: name {seats} agents, as in {example}")
    for name in names:
        check_agent(match.game, name)
    return {seat: supervise(name, SECONDS, memory) for seat, name in enumerate(names)}


def _full(session: Session, speed: float, *, shows_thoughts: bool, is_paused: bool) -> None:
    from cardwright.table.drivers.timed_watch import TimedWatch
    from cardwright.table.drivers.watch import Watch
    from cardwright.table.screens.app import run

    if session.match.game.is_timed:
        clock = Clock(session.match.now, speed=speed, is_paused=is_paused, longest=LONGEST)
        code, farewell = run(TimedWatch(session, clock, shows_thoughts=shows_thoughts))
    else:
        code, farewell = run(Watch(session, speed=speed))
    if farewell:
        output.write(f"{farewell}\n")
    if code:
        raise typer.Exit(code)


def _plain(session: Session, speed: float | None) -> None:
    """Print every action and its events; at a terminal, slowly enough to read."""
    match = session.match
    show = Stepper(match, None, session.notes)
    say(*show.opening())
    if match.game.is_timed:
        _plain_in_time(session, show, speed)
        return
    while not session.is_over:
        seat = session.acting
        try:
            session.play(session.think(), seat)
        except Forfeit as forfeit:
            session.forfeit(seat, forfeit)
            break
        output.show("".join(f"{line}\n" for line in show.step(match.ply)))
        if speed is not None:
            time.sleep(1 / speed)
    say("", *show.position(match.ply), "", *show.summary())


def _plain_in_time(session: Session, show: Stepper, speed: float | None) -> None:
    """Print every action of a timed match together with the events up to the next one."""
    match = session.match
    printed = 0
    conductor = Conductor(match, session.players, match.seed)
    try:
        while not session.is_over:
            before = match.now
            if not conductor.step():
                break
            if conductor.given_up is not None:
                session.concede(conductor.given_up)
            while printed < match.ply - (not session.is_over):
                printed += 1
                output.show("".join(f"{line}\n" for line in show.step(printed)))
            if speed is not None:
                time.sleep((match.now - before) / 1000 / speed)
    except Forfeit as forfeit:
        session.forfeit(conductor.asked, forfeit)
    say("", *show.position(match.ply), "", *show.summary())
