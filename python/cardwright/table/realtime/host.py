"""A timed match at the plain table: time goes on by what is typed, or by the wall clock between lines."""

from __future__ import annotations

from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.face.match import Viewer
from cardwright.face.renumbering import refuse_if_changed
from cardwright.hosting.chronicle import Chronicle, Entry, joined
from cardwright.hosting.notes import FORFEITED, SPEED
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.realtime.course import Course
from cardwright.hosting.realtime.waiting import time_text
from cardwright.hosting.session import Session
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.host import Host, PlainTerminal
from cardwright.table.terminal import line_width

LONGEST_WAIT = 60.0
"""The longest `wait` without a number, in seconds."""

COMMANDS = """\
Time:
  wait 5, wait 250 ms         let 5 seconds pass, or 250 milliseconds
  wait                        until something happens or can be done
  @93.5 attack a3 > b4        an action at a time of the match, in seconds
  pause, go, speed 0.5        where the clock runs between the lines (--speed)
  report                      how the match went so far
"""


class TimedHost(Host):
    """Leads people through a timed session, in plain text.

    `clock` is the wall clock between the lines; without one, time passes only by what is typed.
    """

    def __init__(self, session: Session, terminal: PlainTerminal, clock: Clock | None = None) -> None:
        super().__init__(session, terminal)
        self.is_stepped = clock is None
        self.course = Course(session, clock or Clock(source=lambda: 0.0))
        self.front = self.people[0]
        """Who sits in front of the table."""
        self.logs = {seat: Chronicle(self.match, seat) for seat in self.people}
        self._seen = {seat: len(self.logs[seat].upto(self.match.ply)) for seat in self.people}

    # The course of a match.

    def run(self) -> None:
        """Play to the end; `Left` when the player goes before it."""
        while not self.session.is_over:
            self.step()
        self.tell(self.front)
        view = self.match.view(self.front)
        self.lines(["", *plain.draw_board(view), ""])
        if FORFEITED in self.session.notes:
            self.lines(plain.folded([self.session.outcome]))
        else:
            self.report()
        self.end()

    def report(self) -> None:
        """How the match went."""
        viewer: Viewer = self.front if len(self.people) == 1 else "spectator"
        outcome = self.session.outcome or "The match goes on."
        self.lines(account_lines(self.match, viewer, outcome, line_width() - 1))

    def step(self) -> None:
        """Ask who sits in front once more."""
        seat = self.front
        self.hand_over(seat)
        self.tell(seat)
        self.turn(seat)

    def turn(self, seat: int) -> None:
        """Show the table and carry out what is typed, until something has changed."""
        self.overview(seat)
        while not self.session.is_over:
            seen = self.match.view(seat)
            self.warn()
            line = self.ask(f"{self.name(seat)} at {time_text(self.match.now)} > ").strip()
            if not self.is_stepped:
                self.go_to(self.course.clock.read())
                self.tell(seat)
            try:
                if not self.is_stepped:
                    refuse_if_changed(line, seen, self.match.view(seat))
                if line and self.command(seat, line) and not self.session.is_over:
                    return
            except CardwrightError as error:
                self.refuse(error)

    def go_to(self, at: int) -> None:
        """Let time go on, with all that agents do meanwhile."""
        try:
            self.course.run(at)
        except Forfeit as forfeit:
            self.session.forfeit(self.course.asked, forfeit)

    def heading(self, seat: int) -> str:
        """The time, as a rule across the table."""
        view = self.match.view(seat)
        pace = "" if self.is_stepped else f", {self.course.clock.pace}"
        whose = "" if len(self.people) == 1 else f", seat {seat}"
        return f"\n--- {time_text(view.now)}, {view.phase}{whose}{pace} ".ljust(line_width() + 1, "-")

    def _is_repeated(self, seat: int) -> bool:
        return False

    def tell(self, seat: int) -> None:
        """What happened since this person looked last."""
        self.lines(plain.listed(entry.text for entry in self._news(seat)))

    def _news(self, seat: int) -> list[Entry]:
        entries = self.logs[seat].upto(self.match.ply)
        fresh, self._seen[seat] = entries[self._seen[seat] :], len(entries)
        return joined(entry for entry in fresh if not entry.is_quiet)

    def actions(self, seat: int) -> None:
        """The numbered actions, without those that are possible all the time."""
        super().actions(seat)
        board = board_of(self.match.game)
        others = ", ".join(dict.fromkeys((*board.minor, *board.keyed.values())))
        if others:
            self.lines(plain.folded([f"Also, in words: {others}. Time: wait, wait 5."]))

    # What is typed.

    def command(self, seat: int, line: str) -> bool:
        """Carry out a line; True when something has changed."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "wait":
                self.wait(seat, rest.strip())
                return True
            case "pause" | "go" | "speed" if self.is_stepped:
                raise CardwrightError(
                    "time passes only by what you type: wait 5", suggestion="play with --speed 1 for a clock"
                )
            case "pause" | "go" | "speed":
                clock = self.course.clock
                if word.lower() == "speed":
                    clock.speed = _speed(rest)
                    self.session.notes[SPEED] = f"{clock.speed:g}"
                else:
                    (clock.pause if word.lower() == "pause" else clock.go_on)()
                self.lines([f"  The clock: {clock.pace}."])
            case "seat" if rest.strip().isdecimal() and int(rest) in self.people:
                self.front = int(rest)
                return True
            case "log":
                entries = self.logs[seat].upto(self.match.ply)
                self.lines(plain.listed(entry.text for entry in entries if not entry.is_quiet))
            case "report":
                self.report()
            case "help" | "?" if not rest.strip():
                self.lines(plain.help_lines(self.match.game, COMMANDS))
            case _ if word.startswith("@"):
                return self.play_at(seat, word, rest)
            case _:
                return super().command(seat, line)
        return False

    def wait(self, seat: int, amount: str) -> None:
        """Let time pass: a number of seconds, or until something happens or can be done."""
        begun = self.match.now
        if amount:
            self.go_to(begun + round(_seconds(amount) * 1000))
            return
        ply, until = self.match.ply, begun + round(LONGEST_WAIT * 1000)
        while not self.session.is_over and self.match.ply == ply and self.match.now < until:
            stirs = self.match.view(seat).stirs_at
            events = [time for time in (stirs, self.match.next_event_at, until) if time is not None]
            self.go_to(max(min(events), self.match.now + 1))
            if stirs is not None and self.match.now >= stirs:
                break

    def play_at(self, seat: int, when: str, rest: str) -> bool:
        """Play an action at a time of the match."""
        at = round(_seconds(when[1:]) * 1000)
        if at < self.match.now:
            raise CardwrightError(f"{when} is in the past: it is {self.match.now / 1000:g} s")
        if not rest.strip():
            raise CardwrightError("say what is to be done then", suggestion=f"{when} draw")
        self.go_to(at)
        self.tell(seat)
        return True if self.session.is_over else self.play(seat, rest)

    def play(self, seat: int, text: str) -> bool:
        """Play an action in words."""
        self.course.play(text, seat)
        self.tell(seat)
        return True

    def undo(self, seat: int) -> bool:
        """Nothing is taken back where time goes on."""
        raise CardwrightError("time goes on: nothing can be taken back")


def _seconds(text: str) -> float:
    """A number of seconds: 15, 15 s, 250 ms."""
    number = text.strip().lower()
    unit = next((unit for unit in ("ms", "s") if number.endswith(unit)), "")
    try:
        seconds = float(number.removesuffix(unit)) / (1000 if unit == "ms" else 1)
    except ValueError:
        raise CardwrightError(f'"{text}" is no number of seconds') from None
    if not 0 <= seconds <= 3600:
        raise CardwrightError(f"{text} is too long: it must be 0 to 3600 seconds")
    return seconds


def _speed(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise CardwrightError(f'"{text}" is no speed') from None
