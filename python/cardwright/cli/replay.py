"""`cardwright replay`: a written match, step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from cardwright.basics.output import ask, say
from cardwright.basics.paths import replay_command
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.face.replaying import replay as play_again
from cardwright.face.together import Together
from cardwright.face.trace import Trace
from cardwright.hosting import saves
from cardwright.hosting.casting import cast_of
from cardwright.hosting.chronicle import Reader, happened, told
from cardwright.hosting.finished import all_finished, read_finished
from cardwright.hosting.session import ending
from cardwright.table import plain
from cardwright.table.casting import cast_line
from cardwright.table.terminal import has_room, line_width
from cardwright.table.worth import summary

BOTH = "both"
ALL = "all"
_LISTED = 10
"""How many finished matches are listed."""


def replay(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A trace; without one, the latest finished matches are listed."
        ),
    ] = None,
    to: Annotated[int | None, typer.Option(help="Go to this action first.")] = None,
    seat: Annotated[
        str | None,
        typer.Option(help="Whose view: 0, 1, ... or both (default: both; 0 for a match that is not over)."),
    ] = None,
    is_plain: Annotated[bool, typer.Option("--plain", help="Step line by line, in plain text.")] = False,
) -> None:
    """Step through a written match."""
    if file is None:
        _list_finished()
        return
    trace = Trace.from_file(file)
    match = play_again(trace)
    # The opponent's hand in a match that is not over is shown only on request.
    is_over = bool(ending(match, trace.notes))
    viewer = _viewer(seat or (BOTH if is_over else "0"), match)
    last = match.ply
    if to is not None and not 0 <= to <= last:
        raise CardwrightError(f"the trace has {last} actions, not {to}", file=file)
    show = Stepper(match, viewer, trace.notes)
    if not sys.stdin.isatty():
        show.whole(last if to is None else to)
    elif not is_plain and has_room():
        _full(match, trace.notes, viewer, to or 0, may_switch=is_over or seat in (BOTH, ALL))
    else:
        show.walk(0 if to is None else to)


def _list_finished() -> None:
    found = all_finished()
    for path in found[:_LISTED]:
        row = read_finished(path)
        say(*plain.folded([row.head]))
        if not row.fault:
            say(*wrap(row.told, line_width(), initial_indent="    ", subsequent_indent="    "))
            say(f"    {replay_command(path)}")
    where = saves.finished_folder()
    if not found:
        say(f"There is no finished match; what is played to its end is kept in {where}.")
    elif len(found) > _LISTED:
        say(f"{len(found) - _LISTED} older ones are in {where}.")


def look_back(path: Path) -> None:
    """Step through a finished match on the whole screen."""
    trace = Trace.from_file(path)
    match = play_again(trace)
    is_over = bool(ending(match, trace.notes))
    _full(match, trace.notes, None if is_over else 0, 0, may_switch=is_over)


def _full(match: Match, notes: dict[str, str], viewer: int | None, at: int, *, may_switch: bool) -> None:
    from cardwright.table.drivers.replay import Replay
    from cardwright.table.screens.app import run

    reader: Reader = "all" if viewer is None else viewer
    code, _ = run(Replay(match, notes=notes, reader=reader, at=at, may_switch=may_switch))
    if code:
        raise typer.Exit(code)


def _viewer(seat: str, match: Match) -> int | None:
    if seat in (BOTH, ALL):
        return None
    if not seat.isdecimal() or int(seat) >= match.seat_count:
        seats = ", ".join(str(number) for number in range(match.seat_count))
        every = BOTH if match.seat_count == 2 else ALL
        raise CardwrightError(f'there is no seat "{seat}"', suggestion=f"say {seats} or {every}")
    return int(seat)


class Stepper:
    """Shows the steps of a match that has been played."""

    def __init__(self, match: Match, viewer: int | None, notes: dict[str, str] | None = None) -> None:
        self.match = match
        self.viewer = viewer
        self.notes = notes or {}

    def whole(self, to: int) -> None:
        """The whole match up to an action, and the position it leads to."""
        say(*self.opening())
        for ply in range(1, to + 1):
            say(*self.step(ply))
        say("", *self.position(to))
        if to == self.match.ply:
            say("", *self.summary())

    def summary(self) -> list[str]:
        """How the match went for the seat that is shown, or for seat 0 where all are and it is over."""
        if self.viewer is None and not ending(self.match, self.notes):
            return ["The match is not over: how it goes is told for one seat only, with --seat NUMBER."]
        reader: Reader = "all" if self.viewer is None else self.viewer
        return summary(self.match, reader, self.viewer or 0, line_width())

    def walk(self, at: int) -> None:
        """Step by step, as the reader asks."""
        last = self.match.ply
        say(*(self.opening() if at == 0 else self.step(at)))
        while True:
            say("", *self.position(at))
            try:
                asked = f"action {at} of {last}: Enter, b back, g N go to, s swings, q quit > "
                line = ask(asked).strip().lower()
            except EOFError:
                say()
                return
            word, _, number = line.partition(" ")
            match word:
                case "q" | "quit":
                    return
                case "" | "n":
                    if at == last:
                        say("This is the end.")
                        continue
                    at += 1
                case "b" | "back":
                    at = max(at - 1, 0)
                case "s" | "swings":
                    say(*self.summary())
                    continue
                case "g" | "go" if number.strip().isdecimal() and int(number) <= last:
                    at = int(number)
                case _:
                    say(f"Press Enter, or type b, g and a number from 0 to {last}, s, or q.")
                    continue
            say(*(self.opening() if at == 0 else self.step(at)))

    def opening(self) -> list[str]:
        """What the match is."""
        match = self.match
        if match.game.only_hero:  # nobody chose one
            sides = f"{len(match.setup.seats)} seats, on {match.game.board or 'the only board'}"
        else:
            sides = " against ".join(
                match.game.card(s.hero).name if s.hero else "no hero" for s in match.setup.seats
            )
        who = cast_line(match.game, cast_of(match, self.notes), None)
        return [f"{match.game.name}, seed {match.seed}: {sides}", *plain.folded([who])]

    def step(self, ply: int) -> list[str]:
        """One action and what came of it."""
        reader: Reader = "all" if self.viewer is None else self.viewer
        texts = [event.text for event in happened(self.match, ply, reader)]
        head = told(self.match, ply, reader)
        if texts and texts[0].lower() == f"{head}.".lower():  # an action that is known by its visible effects
            del texts[0]
        when = f"{self.match.times[ply - 1] / 1000:g} s, " if self.match.game.is_timed else ""
        return [f"{ply:>3}. {when}{head}", *(f"       {text}" for text in texts)]

    def position(self, ply: int) -> list[str]:
        """The table after some actions."""
        seats = [self.viewer] if self.viewer is not None else range(self.match.seat_count)
        view = Together(self.match, ply) if self.viewer is None else self.match.view_at(self.viewer, ply)
        lines = plain.draw_board(view)
        for seat in seats:
            hand = ", ".join(card.name for card in self.match.view_at(seat, ply).hand) or "nothing"
            lines += plain.folded([f"Seat {seat} holds {hand}."])
        if ply == self.match.ply and (end := ending(self.match, self.notes)):
            lines += plain.folded([end])
        return lines
