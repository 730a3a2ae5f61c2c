"""Playing in turns: people choose, agents think beside the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.face.actions import Action
from cardwright.face.together import Together
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle
from cardwright.hosting.notes import CONCEDED
from cardwright.hosting.session import Session
from cardwright.table import plain
from cardwright.table.drivers import Driver
from cardwright.table.drivers.desk import AFTER, Desk
from cardwright.table.drivers.onlooker import hands_of, is_lifted
from cardwright.table.drivers.thinking import think
from cardwright.table.ground import is_out, seat_symbol
from cardwright.table.screens import choice, studying
from cardwright.table.screens.dialogs import HandOver
from cardwright.table.screens.help import play_help
from cardwright.table.screens.keys import Key
from cardwright.table.screens.picture import Picture
from cardwright.table.widgets.hand import Hand, playable_title

if TYPE_CHECKING:
    from textual.timer import Timer

    from cardwright.face.view import View
    from cardwright.hosting.session import Hint


class Turns(Driver):
    """A session with people at this terminal, one action after the other."""

    LEAVING: ClassVar[str] = "leave; the match is kept, play --resume goes on"

    def __init__(self, session: Session, *, delay: float = 0.4) -> None:
        super().__init__(session.match, session.notes, session.people[0])
        self.session = session
        self.delay = delay
        self.desk = Desk(self, asks_to_concede=False)
        self.chronicles = {seat: Chronicle(self.match, seat) for seat in session.people}
        actors = self.match.actors
        self.acted = {
            seat: max((ply for ply, actor in enumerate(actors) if actor == seat), default=0)
            for seat in session.people
        }
        """For each person the number of actions before their last one: later events are new."""
        self.is_thinking = False
        self._in_front: int | None = self.seat if len(session.people) == 1 else None
        self._pause: Timer | None = None
        """Runs between two actions of an agent."""

    def keys(self) -> list[Key]:
        """What people do beside playing; giving up can be taken back, too."""
        back = "take an action back, until something hidden was revealed"
        return [Key("undo", "u", back, self.undo, when=self._can_undo, offer="u"), *self.desk.keys()]

    def further_help(self) -> list[str]:
        """The symbols, and what can be typed."""
        return play_help(self.match.view(self.person()), self.table.board_of_game)

    # Going on.

    def begin(self) -> None:
        """The table is on the screen."""
        self.table.call_after_refresh(self.advance)

    def advance(self) -> None:
        """Let the next seat act: an agent thinks, a person is asked."""
        session = self.session
        if self._pause is not None:
            self._pause.stop()
            self._pause = None
        if session.is_over:
            self.end()
            return
        if self.is_thinking:  # it goes on with the answer
            self.look()
            return
        seat = session.acting
        if seat in session.players:
            self.look()
            out = "You are out of the match; q leaves. " if self._is_out() else ""
            self.table.say(f"{out}{self.session.named(seat)} thinks ...")
            self.is_thinking = True
            self.table.in_background(self._thought)
        elif self._in_front != seat and len(session.people) > 1:
            self._in_front = seat
            # A quick person must not see the other's table before the first refresh.
            self.table.app.push_screen(HandOver(seat, lambda: self.ask(seat)), lambda _: self.ask(seat))
        else:
            self.ask(seat)

    def _thought(self) -> Callable[[], object]:
        seat = self.session.acting
        return think(self.session.think, self.answered, lambda forfeit: self.forfeited(seat, forfeit))

    def answered(self, action: Action) -> None:
        """An agent has chosen."""
        self.is_thinking = False
        if self.session.is_over:  # given up in the meantime
            return
        self.session.play(action, action.seat)
        is_agent_next = not self.match.is_over and self.session.acting in self.session.players
        noticed = self.chronicles[self.person()].of(self.match.ply)
        is_noticed = any(entry.event.type not in ("drawn", "began") for entry in noticed)
        # A person who is out sees little of the rest: leave them time to go before the end.
        if self.delay and is_agent_next and (is_noticed or self._is_out()):
            self.look()
            self._pause = self.table.set_timer(self.delay, self.advance)
        else:
            self.advance()

    def _is_out(self) -> bool:
        """Whether the person at the table has lost while others go on."""
        return is_out(self.match.view(self.person()), self.person())

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost, unless the match ended while it was thinking."""
        self.is_thinking = False
        if self.session.is_over:
            return
        self.session.forfeit(seat, forfeit)
        self.end()

    def ask(self, seat: int) -> None:
        """It is a person's turn."""
        self.seat = seat
        self.look(is_asked=True)
        table, last = self.table, self.match.last_action
        is_new = last is not None and last.seat != seat
        sources = table.chooser.selection.main_sources or [*table.chooser.selection.sources]
        if is_new and not table.cursor.is_reading and table.cursor.spot not in sources:
            table.cursor.put(next(iter(sources), table.cursor.spot))
        self.invite()
        self.desk.warn()

    # What is shown and said.

    def look(self, *, is_asked: bool = False) -> None:
        """Show the position as the person in front sees it; the end of a match lifts every secret."""
        seat = self.person()
        view: View = Together(self.match, self.match.ply, seat) if self._is_lifted else self.match.view(seat)
        self.table.chooser.lay(view, is_asked=is_asked and not self.session.is_over)
        entries = chronicle.joined(self.chronicles[seat].upto(self.match.ply))
        since = min(self.acted[seat], self.match.ply)
        recent = [entry for entry in entries if entry.ply > since]
        self.table.show(
            Picture(
                view,
                seat,
                self._hands(view),
                entries,
                len(entries) - len(recent),
                chronicle.news(view, recent, seat_symbol),
            )
        )

    @property
    def _is_lifted(self) -> bool:
        return is_lifted(self.match, self.session.notes)

    def _hands(self, view: View) -> list[Hand]:
        if isinstance(view, Together):
            return hands_of(view, self.person())
        groups = plain.grouped(view) if self.table.board_of_game.is_grouped else ()
        return [Hand(playable_title(view.hand), view.hand, is_numbered=True, groups=groups)]

    def invite(self) -> None:
        """Say what is asked, whose turn it is, or how the match ended."""
        chooser = self.table.chooser
        selection = chooser.selection
        if self.session.is_over:
            self.say_end()
            return
        if not (selection.sources or selection.subset) and not self.is_free():
            self.is_waiting()
            return
        if asked := choice.asked(chooser) or studying.invite(chooser):
            self.table.say(asked)
            return
        view = selection.view
        number = f" {view.now}" if view.now else ""
        alone = len(self.session.people) == 1
        who = f"Your turn{number}" if alone else f"Turn{number} of seat {self.seat}"
        if chooser.are_numbered:
            self.table.say(f"{who}: choose with 1 to {len(selection.actions)}, or with Enter.")
            return
        able, further = choice.able(chooser), choice.at_cells(chooser)
        what = f"{able} can act (Tab)" if able else "no card and no piece can act"
        what += f"; you can {further}" if further else "," if able else ";"
        self.table.say(f"{who}: {what}{', or ' if further else ' or ' if able else ' '}take an action above.")

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen now; says so."""
        if self.session.is_over:
            self.say_end()
        elif not self.is_free():
            whose = self.session.named(self.session.acting)
            self.table.say(f"It is {whose[0].lower()}{whose[1:]}'s turn.", is_alert=True)
        else:
            return False
        return True

    def is_free(self) -> bool:
        """Whether the person in front may choose now."""
        return not (self.session.is_over or self.is_thinking) and self.seat in self.match.to_act

    def is_good(self, hint: Hint, ply: int) -> bool:
        """Whether a hint still helps: unless something was played since."""
        return self.match.ply == ply

    def end(self) -> None:
        """The match is over."""
        self.look()
        if self.match.is_over:
            self.session.finish()
        self.say_end()

    def say_end(self) -> None:
        """Say how it ended and what can still be done."""
        back = self.desk.taken_back
        self.table.say(f"== {self.session.outcome} == You can still look around;{back} {AFTER}")

    # What people do.

    def play(self, action: Action | str) -> None:
        """Play an action and go on."""
        seat = self.person()
        try:
            self.session.play(action, seat)
        except CardwrightError as error:
            self.table.chooser.selection.clear()
            self.table.paint()
            self.desk.refuse(error)
            return
        self.acted[seat] = self.match.ply - 1
        self.advance()

    def _can_undo(self) -> bool:
        """Whether something can be taken back now."""
        if self.session.notes.get(CONCEDED) == str(self.seat):
            return not self.match.is_over
        if self.session.is_over or self.is_thinking or not self.match.can_undo:
            return False
        last = self.match.last_action
        return last is not None and last.seat == self.seat

    def undo(self) -> None:
        """Take back the last action."""
        if self.is_thinking and CONCEDED not in self.session.notes:
            thinking = self.session.named(self.session.acting)
            self.table.say(f"{thinking} thinks: nothing can be taken back now.", is_alert=True)
            return
        try:
            taken = self.session.undo(self.person())
        except CardwrightError as error:
            self.desk.refuse(error)
            return
        for log in self.chronicles.values():
            log.forget(self.match.ply)
        self.acted = {seat: min(ply, self.match.ply) for seat, ply in self.acted.items()}
        self.advance()
        self.table.say(f"Taken back: {taken}.")

    def open_line(self) -> None:
        """Open the line for an action in words."""
        self.table.start_typing("an action in words, or help, forecast ACTION, undo, hint, save FILE, quit")

    def submit(self, line: str) -> None:
        """Carry out what was typed."""
        self.desk.submit(line)

    def leave(self) -> None:
        """Go; the match is kept."""
        self.desk.leave()

    def interrupt(self) -> None:
        """Go at once; the match is kept, wherever it can be."""
        self.desk.interrupt()
