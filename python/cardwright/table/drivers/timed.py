"""Playing a timed game: the clock runs, agents think beside it, and choosing is not disturbed by either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.face.actions import Action
from cardwright.face.match import Viewer
from cardwright.face.renumbering import means_the_same, refuse_if_changed
from cardwright.face.together import Together
from cardwright.face.view import View
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle
from cardwright.hosting.notes import CONCEDED, SPEED
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.realtime.course import Course, Look
from cardwright.hosting.realtime.waiting import payable_at, seconds_text
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table.drivers import LOOKS, TICK, Driver
from cardwright.table.drivers.desk import AFTER, Desk
from cardwright.table.drivers.onlooker import hands_of, is_lifted, new_since
from cardwright.table.drivers.thinking import run_clock
from cardwright.table.ground import seat_symbol
from cardwright.table.screens import choice
from cardwright.table.screens.dialogs import HandOver, Menu
from cardwright.table.screens.help import play_help
from cardwright.table.screens.keys import Key
from cardwright.table.screens.picture import Picture
from cardwright.table.widgets.hand import Hand

if TYPE_CHECKING:
    from cardwright.hosting.session import Hint

STARTLED = 0.35
"""Seconds for which a click on a spot does not count after the spot changed."""

KEPT = 6.0
"""Seconds for which a message stays before the usual prompt comes back."""


class Timed(Driver):
    """A timed session with people at this terminal."""

    LEAVING: ClassVar[str] = "leave; the match is kept, play --resume goes on"

    def __init__(self, session: Session, clock: Clock | None = None) -> None:
        super().__init__(session.match, session.notes, session.people[0])
        self.session = session
        self.clock = clock or Clock(session.match.now, longest=LONGEST)
        self.course = Course(session, self.clock)
        self.desk = Desk(self, asks_to_concede=True)
        self.chronicles = {seat: Chronicle(self.match, seat) for seat in session.people}
        self._in_front: int | None = self.seat if len(session.people) == 1 else None
        self._ticks = 0
        self._said_at = 0.0
        self._is_told = True
        """Whether the message is the usual prompt, and may be replaced by a newer one."""
        self._is_held = False
        """Whether time waits only because the line is open."""
        self._seen_at_line: View | None = None
        """The view when the line was opened."""
        self._is_ended = False
        self._changed_at: dict[Spot, float] = {}
        """When a spot last changed without an action of the person in front."""

    def keys(self) -> list[Key]:
        """The clock, what people do beside playing, and how the match went."""
        goes = self._goes_on
        back = "take back that you gave up"
        keys = [
            Key("pause", "space", "stop the clock and go on; you can play meanwhile", self.pause, when=goes),
            Key("faster", "plus,equals_sign", "faster, up to 4", lambda: self.change_speed(1), when=goes),
            Key("slower", "minus", "slower, down to 0.25", lambda: self.change_speed(-1), when=goes),
            *self.desk.keys(),
            Key("undo", "u", back, self.undo, when=lambda: bool(self.desk.taken_back), offer="u"),
            Key("report", "r", "how the match went so far", self.report, offer="r"),
        ]
        if len(self.session.people) > 1:
            keys.append(Key("hand over", "o", "the other person sits down", self.hand_over, when=goes))
        return keys

    def controls(self) -> Sequence[tuple[str, str]]:
        """Buttons of the clock."""
        pace = f"x{self.clock.speed:g}"
        state = f"PAUSED {pace}: go on (Space)" if self.clock.is_paused else f"{pace}: pause (Space)"
        two = [("hand over (o)", "hand over")] * (len(self.session.people) > 1)
        return [(state, "pause"), ("slower (-)", "slower"), ("faster (+)", "faster"), *two]

    def further_help(self) -> list[str]:
        """The symbols, and what can be typed."""
        return play_help(self.match.view(self.person()), self.table.board_of_game)

    def _goes_on(self) -> bool:
        return not self.session.is_over

    # Going on.

    def begin(self) -> None:
        """The table is on the screen."""
        self.clock.set(self.match.now)
        self.table.set_interval(TICK, self.tick)
        self.table.call_after_refresh(self.advance)

    def advance(self) -> None:
        """Show the table; several people are first asked who sits in front."""
        if len(self.session.people) > 1 and self._in_front is None and not self.session.is_over:
            self.hand_over()
            return
        self.look()
        if self.session.is_over:
            self.end()
        else:
            self._remind_in_time()
            self.desk.warn()

    def tick(self) -> None:
        """Let time go on; show the table anew if something happened, and now and then."""
        if self.table.view is None:  # time begins when there is something to see
            self.clock.set(self.match.now)
        if self.session.is_over or self.table.view is None:
            return
        ply, is_changed = self.match.ply, self.run_clock()
        self._ticks += 1
        if is_changed or self.match.ply != ply or self.session.is_over:
            self.advance()
        elif self._ticks % LOOKS == 0 and not self.clock.is_paused:
            self.look()
        self._remind_in_time()

    def run_clock(self) -> bool:
        """Bring the match up to the clock, and let agents think; returns whether the match has ended."""
        run_clock(self.table, self.course, self.considered, self.forfeited)
        return self.match.is_over

    def considered(self, look: Look, action: Action | None) -> None:
        """An agent has chosen, or waits."""
        if self.course.take(look, action):
            self.advance()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        if self.course.forfeit(seat, forfeit):
            self.end()

    # What is shown.

    def look(self) -> None:
        """Show the position as the person in front sees it; what they have begun stays begun."""
        seat, table = self.person(), self.table
        view: View = self.match.view(seat)
        if is_lifted(self.match, self.session.notes):
            view = Together(self.match, self.match.ply, seat)
        earlier = table.chooser.selection.view
        if earlier.seat == seat and table.view is not None:
            self._note_changes(earlier, view)
        dropped = table.chooser.carry(view, is_asked=not self.session.is_over)
        entries = self.chronicles[seat].upto(self.match.ply)
        shown = chronicle.joined(entry for entry in entries if not entry.is_quiet)
        since = new_since(view.now, self.clock)
        fresh = sum((entry.at or 0) <= since for entry in shown)
        news = chronicle.news(view, [entry for entry in entries if (entry.at or 0) > since], seat_symbol)
        hands = [Hand("", view.hand, is_numbered=True)]
        if isinstance(view, Together):
            hands = hands_of(view, seat)
        table.show(Picture(view, seat, hands, shown, fresh, news))
        if dropped:
            if isinstance(table.app.screen, Menu):
                table.app.screen.dismiss(None)
            table.say(f"What you had begun is not possible any more: {dropped}.", is_alert=True)

    def _note_changes(self, earlier: View, view: View) -> None:
        """Note the spots that hold another card or piece now."""
        wall = self.clock.wall()
        for number, cell in enumerate(view.game.cells):
            before, now = earlier.piece_on(cell), view.piece_on(cell)
            if (before and (before.id, before.name)) != (now and (now.id, now.name)):
                self._changed_at[Spot("cell", number)] = wall
        for place, card in enumerate(earlier.hand):
            if place >= len(view.hand) or view.hand[place].name != card.name:
                self._changed_at[Spot("card", place)] = wall

    def has_just_changed(self, spot: Spot) -> bool:
        """Whether the spot changed so recently that a click may be meant for something else; says so."""
        if self.clock.wall() - self._changed_at.get(spot, -STARTLED) >= STARTLED:
            return False
        name = choice.called(self.table.chooser, spot)
        self.table.say(f"{name}that has changed just now; click again.", is_alert=True)
        return True

    def said(self) -> None:
        """A message stays for a while."""
        self._said_at, self._is_told = self.clock.wall(), False

    def _remind_in_time(self) -> None:
        """Say what can be done, if nothing else has been said just now."""
        if self._is_told or self.clock.wall() - self._said_at > KEPT:
            self.remind()

    def remind(self) -> None:
        """Say what can be done, unless something is being chosen."""
        table = self.table
        if self.session.is_over or table.chooser.selection.has_begun or table.parts.is_typing:
            return
        text = self.prompt()
        if text != table.parts.message.text or table.parts.message.is_alert:
            table.say(text)
        self._is_told = True

    def invite(self) -> None:
        """Say what can be done, or how the match ended."""
        if self.session.is_over:
            self.say_end()
        else:
            self.remind()

    def prompt(self) -> str:
        """What can be done now, and what comes next."""
        chooser = self.table.chooser
        selection = chooser.selection
        if selection.subset is not None or selection.offers:
            return "Choose one of the cards."
        able = choice.able(chooser)
        text = f"{able} can act (Tab)." if able else "Nothing can act now."
        view, seat = selection.view, self.person()
        waits = [
            (at, card.name)
            for card in view.hand
            if (at := payable_at(view, seat, card.price)) is not None and at > view.now
        ]
        if waits:
            at, name = min(waits)
            text += f" Next: {name} in {seconds_text(at - view.now)}."
        return f"PAUSED, Space goes on. {text}" if self.clock.is_paused else text

    # What is played.

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen any more; says so."""
        if self.session.is_over:
            self.say_end()
        return self.session.is_over

    def is_free(self) -> bool:
        """Whether the person in front may choose now."""
        return not self.session.is_over and self.seat in self.match.to_act

    def is_good(self, hint: Hint, ply: int) -> bool:
        """Whether a hint still helps: if it is still possible."""
        return hint.action is None or self.match.is_legal(hint.action.code)

    def play(self, action: Action | str) -> None:
        """Play an action at the clock's time; a refusal changes nothing."""
        chooser = self.table.chooser
        chosen_in = chooser.selection.view
        self.run_clock()
        if self.session.is_over:
            self.advance()
            return
        try:
            if isinstance(action, Action):
                if not means_the_same(action.code, chosen_in, self.match.view(self.person())):
                    raise CardwrightError("what you chose is not there any more")
                action = self.match.action(action.code)
            elif self._seen_at_line is not None:
                refuse_if_changed(action, self._seen_at_line, self.match.view(self.person()))
            self.course.play(action, self.person())
        except CardwrightError as error:
            chooser.selection.clear()
            self.look()
            self.desk.refuse(error)
            return
        chooser.advice = None
        chooser.selection.clear()
        self._is_told = True
        self.advance()
        self._changed_at.clear()  # that was expected

    def undo(self) -> None:
        """Only giving up can be taken back."""
        if CONCEDED not in self.session.notes or self.match.is_over:
            self.desk.refuse(CardwrightError("time goes on: nothing can be taken back"))
            return
        self.session.undo(self.person())
        self._is_ended = False
        self.clock.set(self.match.now)
        self._stop()
        self.advance()
        self.table.say("Taken back: concede. The clock stands still; Space goes on.")

    # The end.

    def end(self) -> None:
        """The match is over: say how it went, once."""
        if self._is_ended:
            self.say_end()
            return
        self._is_ended = True
        self.look()
        if self.match.is_over:
            self.session.finish()
        self.say_end()
        self.report()

    def say_end(self) -> None:
        """Say how it ended and what can still be done."""
        back = self.desk.taken_back
        self.table.say(f"== {self.session.outcome} == r tells how it went;{back} {AFTER}")

    def report(self) -> None:
        """How the match went; time waits meanwhile."""
        viewer: Viewer = self.person() if len(self.session.people) == 1 else "spectator"
        outcome = self.session.outcome or "The match goes on."
        self.table.read("\n".join(account_lines(self.match, viewer, outcome)))

    # The clock.

    def pause(self) -> None:
        """Stand still, or go on."""
        if self.session.is_over:
            self.say_end()
            return
        if self.clock.is_paused:
            self.clock.go_on()
        else:
            self.run_clock()
            if self.session.is_over:
                self.advance()
                return
            self.clock.pause()
        self.look()
        self.remind()

    def _stop(self) -> bool:
        """Stand still; whether time has to go on afterwards."""
        ran = self._is_held or not self.clock.is_paused
        self._is_held = False
        self.clock.pause()
        return ran

    def hold(self) -> Callable[[], object]:
        """Time waits while something is read."""
        return self.clock.go_on if self._stop() else lambda: None

    def change_speed(self, way: int) -> None:
        """Run faster or slower."""
        self.clock.shift(way)
        self._say_speed()

    def _say_speed(self) -> None:
        self.session.notes[SPEED] = f"{self.clock.speed:g}"
        self.look()
        waits = self.clock.is_paused and not self._is_held
        self.table.say(f"The clock runs at speed {self.clock.speed:g}{' once it goes on' * waits}.")

    # The line.

    def open_line(self) -> None:
        """Open the line: time waits, and what is typed is meant for the table as it stands now."""
        if not self.session.is_over:
            self.run_clock()
            if self.session.is_over:
                self.advance()
                return
        self._is_held = self._stop()
        self.table.start_typing("time waits: an action in words, or help, hint, save FILE, concede, quit")
        self.look()
        self._seen_at_line = self.table.view

    def typed(self) -> None:
        """The line has been closed; time goes on once what was typed is done."""
        self.table.call_later(self._release)

    def _release(self) -> None:
        """Go on, if only the line has stopped the clock."""
        self._seen_at_line = None
        if self._is_held:
            self._is_held = False
            self.clock.go_on()
            self.look()

    def submit(self, line: str) -> None:
        """Carry out what was typed: commands of the clock here, all others at the desk."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "pause":
                self._stop()
                self.look()
                self.remind()
            case "go":
                self._is_held = False
                self.clock.go_on()
                self.look()
                self.remind()
            case "speed":
                try:
                    self.clock.speed = float(rest)
                except (ValueError, CardwrightError) as error:
                    reason = str(error) if isinstance(error, CardwrightError) else f'"{rest}" is no speed'
                    self.table.say(f"{reason}.", is_alert=True)
                else:
                    self._say_speed()
            case _:
                self.desk.submit(line)

    def leave(self) -> None:
        """Go; the match is kept."""
        self.desk.leave()

    def interrupt(self) -> None:
        """Go at once; the match is kept, wherever it can be."""
        self.desk.interrupt()

    # People who share a terminal.

    def hand_over(self) -> None:
        """The other person sits down in front of the table; time waits."""
        people = self.session.people
        if len(people) < 2 or self.session.is_over:
            return
        is_first = self._in_front is None
        if not is_first:
            self.run_clock()
        ran = self._stop()
        seat = people[0] if is_first else people[(people.index(self.person()) + 1) % len(people)]
        self._in_front = seat

        def prepare() -> None:
            self.seat = seat
            self.table.chooser.lay(self.match.view(seat), is_asked=False)
            self.look()

        def begin(_: None) -> None:
            prepare()
            if ran:
                self.clock.go_on()
            self.remind()

        self.table.app.push_screen(HandOver(seat, prepare), begin)
