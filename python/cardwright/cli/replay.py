"""`cardwright replay`: a written match, step by step."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cardwright.errors import CardwrightError
from cardwright.match import Match
from cardwright.table import plain
from cardwright.trace import Trace
from cardwright.trace import replay as play_again

BOTH = "both"


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A trace.")],
    to: Annotated[int | None, typer.Option(help="Go to this action first.")] = None,
    seat: Annotated[str, typer.Option(help="Whose view: 0, 1 or both.")] = BOTH,
) -> None:
    """Step through a written match."""
    trace = Trace.from_file(file)
    match = play_again(trace)
    viewer = _viewer(seat, match)
    last = match.ply
    if to is not None and not 0 <= to <= last:
        raise CardwrightError(f"the trace has {last} actions, not {to}", file=file)
    show = Stepper(match, viewer)
    if not sys.stdin.isatty():
        show.whole(last if to is None else to)
        return
    show.walk(0 if to is None else to)


def _viewer(seat: str, match: Match) -> int | None:
    if seat == BOTH:
        return None
    if not seat.isdecimal() or int(seat) >= match.kernel.seat_count:
        seats = ", ".join(str(number) for number in range(match.kernel.seat_count))
        raise CardwrightError(f'there is no seat "{seat}"', suggestion=f"say {seats} or both")
    return int(seat)


class Stepper:
    """Shows the steps of a match that has been played."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self.actions = match.actions

    def whole(self, to: int) -> None:
        """The whole match up to an action, and the position it leads to."""
        print("\n".join(self.opening()))
        for ply in range(1, to + 1):
            print("\n".join(self.step(ply)))
        print("\n".join(["", *self.position(to)]))

    def walk(self, at: int) -> None:
        """Step by step, as the reader asks."""
        last = len(self.actions)
        print("\n".join(self.opening() if at == 0 else self.step(at)))
        while True:
            print("\n".join(["", *self.position(at)]))
            try:
                line = input(f"action {at} of {last}: Enter, b back, g N go to, q quit > ").strip().lower()
            except EOFError:
                print()
                return
            word, _, number = line.partition(" ")
            match word:
                case "q" | "quit":
                    return
                case "" | "n":
                    if at == last:
                        print("This is the end.")
                        continue
                    at += 1
                case "b" | "back":
                    at = max(at - 1, 0)
                case "g" | "go" if number.strip().isdecimal() and int(number) <= last:
                    at = int(number)
                case _:
                    print(f"Press Enter, or type b, g and a number from 0 to {last}, or q.")
                    continue
            print("\n".join(self.opening() if at == 0 else self.step(at)))

    def opening(self) -> list[str]:
        """What the match is."""
        match = self.match
        heroes = [match.game.card(seat.hero).name if seat.hero else "no hero" for seat in match.setup.seats]
        return [f"{match.game.name}, seed {match.seed}: {' against '.join(heroes)}"]

    def step(self, ply: int) -> list[str]:
        """One action and what came of it."""
        action = self.actions[ply - 1]
        shown = action.text
        if self.viewer is not None and self.viewer != action.seat:
            verb = self.match.game.verbs[action.code >> 8 & 255]
            is_hidden = verb.subset or verb.source.means == "answer"
            shown = f"{verb.word} ..." if is_hidden else shown
        texts = self.match.events_of(ply - 1, "all" if self.viewer is None else self.viewer).texts
        return [f"{ply:>3}. seat {action.seat}: {shown}", *(f"       {text}" for text in texts)]

    def position(self, ply: int) -> list[str]:
        """The table after some actions."""
        seats = [self.viewer] if self.viewer is not None else range(self.match.kernel.seat_count)
        view = self.match.view_at("spectator" if self.viewer is None else self.viewer, ply)
        lines = plain.draw_board(view)
        for seat in seats:
            hand = ", ".join(card.name for card in self.match.view_at(seat, ply).hand) or "nothing"
            lines += plain.folded([f"Seat {seat} holds {hand}."])
        if view.is_over and self.match.result is not None:
            lines.append(f"The match is over: {self.match.result}.")
        return lines
