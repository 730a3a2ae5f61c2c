"""What a timed match waits for: a text that is read, another person who sits down."""

from __future__ import annotations

from typing import ClassVar

from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.match import Viewer
from cardwright.table.drawing import legend
from cardwright.table.faces import CAN_ATTACK
from cardwright.table.realtime.lasting import LastingSelection
from cardwright.table.screens.dialogs import HandOver, Pages
from cardwright.table.screens.play import COMMANDS, PlayTable
from cardwright.view import View

HELP = f"""\
Space        pause and go on; you can look around and play meanwhile
+ and -      faster and slower: 0.25, 0.5, 1, 2, 4
Arrow keys   move the cursor
Enter        choose what it is on: first what acts, then where
             (so does a click); Escape or a right click steps back;
             on a graveyard it opens it
Tab          to the next thing that can act, or to the next target
1-9, 0       choose a card of the hand
PgDn, PgUp   scroll what is told about the cursor's place
h hint       what an agent would do
/ type       an action or a command in words; time waits meanwhile
l log        into the log, Escape out of it
r report     how the match went so far
s save       keep the match and go on
C concede    give the match up, if it is pressed twice
q leave      the match is kept, play --resume goes on

{CAN_ATTACK} can attack   * (in the hand) can be played   12s in so many seconds
[x] attack it   [o] move there or swap   [+] place it there   [*] target
[###..] how much of the next unit has come   -2, new, moved, dies, ready:
what happened just now
What you have begun stays yours while others act; if it is no longer
possible, it is dropped and the table says why.
"""

GIVE_UP = "Give the match up"


class Interludes(PlayTable):
    """A table with a clock, which stands still while something else is in front of it."""

    TWICE: ClassVar[frozenset[str]] = frozenset({"C"})

    def __init__(self, session: Session, clock: Clock) -> None:
        super().__init__(session, delay=0.0)
        self.clock = clock
        self._is_held = False
        """Whether time waits only because the line is open."""
        self._seen_at_line: View | None = None
        """What was to be seen when the line was opened."""
        self.selection: LastingSelection = LastingSelection(self.match.view(self.seat), is_asked=False)

    def run_clock(self) -> bool:
        """Bring the match up to the clock; whether it has ended."""
        raise NotImplementedError

    def remind(self) -> None:
        """Say what can be done."""
        raise NotImplementedError

    def hold(self) -> bool:
        """Stand still; whether time has to go on afterwards."""
        ran = self._is_held or not self.clock.is_paused
        self._is_held = False
        self.clock.pause()
        return ran

    def read(self, text: str) -> None:
        """Show a text to read; time waits meanwhile."""
        ran = self.hold()

        def go_on(_: None) -> None:
            if ran:
                self.clock.go_on()

        self.app.push_screen(Pages(text), go_on)

    def action_help(self) -> None:
        """What the keys and signs mean; time waits meanwhile."""
        self.read(self.help())

    def action_report(self) -> None:
        """How the match went; time waits meanwhile."""
        viewer: Viewer = self.seat if len(self.session.people) == 1 else "spectator"
        outcome = self.session.outcome or "The match goes on."
        self.read("\n".join(account_lines(self.match, viewer, outcome)))

    def help(self) -> str:
        """Keys, signs and how actions are typed."""
        view = self.match.view(self.seat)
        board = self.board_of_game
        signs = "\n".join(line.strip() for line in legend(view, board.letters, 72, board=board))
        apart = "".join(f"{key:<12} {word} the card under the cursor\n" for key, word in board.apart.items())
        own = "".join(f"{key:<12} {word}\n" for key, word in board.keys.items())
        typed = f"After / you can type {COMMANDS},\npause, go, speed 0.5, or an action:\n{board.help}"
        return "\n".join([f"{own}{apart}{HELP.rstrip()}", signs, "", typed])

    # The line.

    def action_type(self) -> None:
        """Open the line for an action in words; time waits meanwhile."""
        self.start_typing("time waits: an action in words, or help, hint, save FILE, concede, quit")

    def start_typing(self, prompt: str) -> None:
        """Open the line; what is typed is meant for the table as it stands now."""
        if not self.session.is_over:
            self.run_clock()
            if self.session.is_over:
                self.advance()
                return
        self._is_held = self.hold()
        super().start_typing(prompt)
        self.look()
        self._seen_at_line = self.view

    def stop_typing(self) -> None:
        """Close the line; time goes on once what was typed is done."""
        super().stop_typing()
        self.call_later(self.release)

    def release(self) -> None:
        """Go on, if only the line has stopped the clock."""
        self._seen_at_line = None
        if self._is_held:
            self._is_held = False
            self.clock.go_on()
            self.look()

    def action_concede(self) -> None:
        """Give the match up, if the key is pressed twice."""
        if self.session.is_over or self._asked_twice == GIVE_UP:
            self._asked_twice = ""
            self.concede()
        else:
            self.say(f"{GIVE_UP}? Press C once more.")
            self._asked_twice = GIVE_UP

    # People who share a terminal.

    def action_hand_over(self) -> None:
        """The other person sits down in front of the table; time waits."""
        people = self.session.people
        if len(people) < 2 or self.session.is_over:
            return
        is_first = self._seated is None
        if not is_first:
            self.run_clock()
        ran = self.hold()
        seat = people[0] if is_first else people[(people.index(self.seat) + 1) % len(people)]
        self._seated = seat

        def prepare() -> None:
            self.seat = seat
            self.selection = LastingSelection(self.match.view(seat), is_asked=False)
            self.look()

        def begin(_: None) -> None:
            prepare()
            if ran:
                self.clock.go_on()
            self.remind()

        self.app.push_screen(HandOver(seat, prepare), begin)
