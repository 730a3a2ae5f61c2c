"""Playing a timed game: the clock runs, agents think beside it, and choosing is not disturbed by either."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from cardwright.actions import Action
from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.hosting import chronicle
from cardwright.hosting.notes import CONCEDED, SPEED
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.realtime.course import Course, Look
from cardwright.hosting.realtime.renumbering import means_the_same, refuse_if_changed
from cardwright.hosting.realtime.waiting import payable_at, seconds_text
from cardwright.hosting.session import Hint, Session
from cardwright.hosting.spots import Spot
from cardwright.table.realtime.lasting import LastingSelection
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.interludes import Interludes
from cardwright.table.screens.table import Key
from cardwright.table.widgets.cleaned import Input
from cardwright.table.widgets.hand import Hand
from cardwright.table.widgets.panel import Panel
from cardwright.view import View

TICK = 0.05
"""Seconds between two looks at the clock."""

LOOKS = 4
"""Ticks between two pictures, if nothing happens."""

FADE = 4.0
"""Seconds for which the marks of what happened stay."""

STARTLED = 0.35
"""Seconds for which a click does not count where something else has come under the mouse."""

KEPT = 6.0
"""Seconds for which a message stays before it is said again what can be done."""


class LiveTable(Interludes):
    """A timed session with people at this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", show=False),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("r", "report", show=False),
        Binding("o", "hand_over", show=False),
    ]

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Tab", "next", "next(1)"),
        ("h", "hint", "hint"),
        ("/", "type", "type"),
        ("l", "log", "log"),
        ("r", "report", "report"),
        ("s", "save", "save"),
        ("C", "concede", "concede"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    def __init__(self, session: Session, clock: Clock | None = None) -> None:
        super().__init__(session, clock or Clock(session.match.now, longest=LONGEST))
        self.course = Course(session, self.clock)
        self._ticks = 0
        self._said_at = 0.0
        self._is_told = True
        """Whether the message is what can be done, and may be said anew."""
        self._is_ended = False
        self._apart_from: Spot | None = None
        self._changed_at: dict[Spot, float] = {}
        """When something else came to a place by no action of the person in front."""

    def on_mount(self) -> None:
        """Begin; what the other tables do then, they do by themselves."""
        self.clock.set(self.match.now)
        self.set_interval(TICK, self.tick)

    def advance(self) -> None:
        """Show the table; with several people it is asked first who sits in front."""
        if len(self.session.people) > 1 and self._seated is None and not self.session.is_over:
            self.action_hand_over()
            return
        self.look()
        if self.session.is_over:
            self.end()
        else:
            self.invite()
            self.warn()

    # The clock.

    def tick(self) -> None:
        """Let time go on; show the table anew if something happened, and now and then."""
        if self.view is None:  # time begins when there is something to see
            self.clock.set(self.match.now)
        if self.session.is_over or self.view is None:
            return
        ply, is_changed = self.match.ply, self.run_clock()
        self._ticks += 1
        if is_changed or self.match.ply != ply or self.session.is_over:
            self.advance()
        elif self._ticks % LOOKS == 0 and not self.clock.is_paused:
            self.look()
        if self._is_told or self.clock.wall() - self._said_at > KEPT:
            self.remind()

    def run_clock(self) -> bool:
        """Bring the match up to the clock and let who looks think; whether the match has ended."""
        for look in self.course.tick():
            self.in_background(lambda look=look: self._consider(look))  # type: ignore[misc]
        return self.match.is_over

    def _consider(self, look: Look) -> Callable[[], object]:
        """In the thread: let an agent choose; returns what to do at the table."""
        try:
            action = look.think()
        except (Forfeit, CardwrightError) as error:
            reason = error if isinstance(error, Forfeit) else Forfeit(str(error))
            return lambda: self.forfeited(look.seat, reason)
        return lambda: self.considered(look, action)

    def considered(self, look: Look, action: Action | None) -> None:
        """An agent has chosen, or waits."""
        if self.course.take(look, action):
            self.advance()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.course.thinking.discard(seat)
        if not self.session.is_over:
            super().forfeited(seat, forfeit)

    def action_pause(self) -> None:
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

    def action_speed(self, way: int) -> None:
        """Run faster or slower."""
        self.clock.shift(way)
        self._say_speed()

    def _say_speed(self) -> None:
        self.session.notes[SPEED] = f"{self.clock.speed:g}"
        self.look()
        waits = self.clock.is_paused and not self._is_held
        self.say(f"The clock runs at speed {self.clock.speed:g}{' once it goes on' * waits}.")

    # What is shown.

    def look(self, *, is_asked: bool = True) -> None:
        """Show the position as the person in front sees it; what they have begun stays begun."""
        view = self.match.view(self.seat)
        earlier = self.selection
        self.selection = LastingSelection(view, is_asked=not self.session.is_over)
        dropped = ""
        if earlier.seat == self.seat and self.view is not None:
            self._note_changes(earlier.view, view)
            dropped = self.selection.take_over(earlier) if earlier.has_begun or earlier.ticked else ""
            if self.cursor is not None:
                self.cursor = self.selection.found_again(earlier, self.cursor) or self.cursor
        self.view, self.bottom = view, self.seat
        if self.front not in [piece.id for piece in view.pieces]:
            self.front = None
        entries = self.chronicles[self.seat].upto(self.match.ply)
        self.entries = chronicle.joined(entry for entry in entries if not entry.is_quiet)
        since = view.now - FADE * 1000 * max(self.clock.speed, 1.0)
        self.log_panel.fresh = sum((entry.at or 0) <= since for entry in self.entries)
        self.news = chronicle.news(view, [entry for entry in entries if (entry.at or 0) > since])
        self.hands = [Hand("", view.hand, is_numbered=True)]
        self.offer = self._offer()
        self._lay_buttons()
        self._settle_cursor()
        if self.cursor is None or self.cursor.kind != "event":
            self.log_panel.follow()
        self.paint()
        if dropped:
            if isinstance(self.app.screen, Menu):
                self.app.screen.dismiss(None)
            self.say(f"What you had begun is not possible any more: {dropped}.", is_alert=True)

    def _note_changes(self, earlier: View, view: View) -> None:
        """Note where something else lies or stands now."""
        wall = self.clock.wall()
        for number, cell in enumerate(view.game.cells):
            before, now = earlier.piece_on(cell), view.piece_on(cell)
            if (before and (before.id, before.name)) != (now and (now.id, now.name)):
                self._changed_at[Spot("cell", number)] = wall
        for place, card in enumerate(earlier.hand):
            if place >= len(view.hand) or view.hand[place].name != card.name:
                self._changed_at[Spot("card", place)] = wall

    def on_panel_picked(self, event: Panel.Picked) -> None:
        """A click that can only be meant for what was there a moment ago does not count."""
        if self.clock.wall() - self._changed_at.get(event.spot, -STARTLED) < STARTLED:
            event.prevent_default()
            self.say(f"{self._called(event.spot)}that has changed just now; click again.", is_alert=True)

    def _lay_buttons(self) -> None:
        pace = f"x{self.clock.speed:g}"
        state = f"PAUSED {pace}: go on (Space)" if self.clock.is_paused else f"{pace}: pause (Space)"
        controls = [state, "slower (-)", "faster (+)"]
        controls += ["hand over (o)"] * (len(self.session.people) > 1)
        labels = self._labels()
        apart = list(self.board_of_game.apart.items())
        begun = [n for n, (_, word) in enumerate(apart) if (word, self.apart_place()) in self.selection.apart]
        self.deeds.labels = [*controls, *labels, *(f"{apart[n][1]} ({apart[n][0]})" for n in begun)]
        self.deeds.places = [Spot("control", n) for n in range(len(controls))]
        self.deeds.places += [Spot("deed", n) for n in range(len(labels))]
        self.deeds.places += [Spot("apart", n) for n in begun]
        self.deeds.chosen = self.deeds.number_of(self.selection.source)

    def set_cursor(self, spot: Spot | None, front: int | None = None) -> None:
        """Put the cursor on a spot; a button that is about another spot remembers it."""
        if spot is not None and spot.kind == "apart" and self.cursor and self.cursor.kind != "apart":
            self._apart_from = self.cursor
        self.cursor = spot
        self._lay_buttons()
        super().set_cursor(spot, front)

    def apart_place(self) -> Spot | None:
        """What the button of a verb is about: what the cursor is on, or came from."""
        return self._apart_from if self.cursor and self.cursor.kind == "apart" else self.cursor

    def _settle_cursor(self) -> None:
        # What the cursor is on was found again already; a button that is still there is the same one.
        if self.cursor is None or self.deeds.number_of(self.cursor) is None:
            super()._settle_cursor()

    def say(self, text: str, *, is_alert: bool = False) -> None:
        """Show a message; it stays for a while. A question that is no longer seen is not answered."""
        self._asked_twice = ""
        self._said_at, self._is_told = self.clock.wall(), False
        super().say(text, is_alert=is_alert)

    def remind(self) -> None:
        """Say what can be done, unless something is being chosen."""
        if self.session.is_over or self.selection.has_begun or self.is_typing:
            return
        text = self.prompt()
        if text != self.message.text or self.message.is_alert:
            self.say(text)
        self._is_told = True

    def invite(self) -> None:
        """Say what can be done, if nothing else has been said just now."""
        if self._is_told or self.clock.wall() - self._said_at > KEPT:
            self.remind()

    def prompt(self) -> str:
        """What can be done now, and what comes next."""
        assert self.view is not None
        if self.selection.subset is not None or self.selection.offers:
            return "Choose one of the cards."
        begun = self.selection.main_sources
        cards = sum(1 for spot in begun if spot.kind == "card")
        pieces = sum(1 for spot in begun if spot.kind in ("cell", "piece"))
        counted = [f"{n} {word}{'s' * (n > 1)}" for n, word in ((cards, "card"), (pieces, "piece")) if n]
        text = f"{' and '.join(counted)} can act (Tab)." if counted else "Nothing can act now."
        waits = [
            (at, card.name)
            for card in self.view.hand
            if (at := payable_at(self.view, self.seat, card.price)) is not None and at > self.view.now
        ]
        if waits:
            at, name = min(waits)
            text += f" Next: {name} in {seconds_text(at - self.view.now)}."
        if self.clock.is_paused:
            text = f"PAUSED, Space goes on. {text}"
        return text

    def pick(self, spot: Spot) -> None:
        """The buttons of the clock do what they say; all else is a choice."""
        if spot.kind == "apart":
            self.press_apart(list(self.board_of_game.apart)[spot.at])
            return
        if spot.kind != "control":
            super().pick(spot)
            return
        controls = (
            self.action_pause,
            lambda: self.action_speed(-1),
            lambda: self.action_speed(1),
            self.action_hand_over,
        )
        controls[spot.at]()

    # What is played.

    def play(self, action: Action | str) -> None:
        """Play an action at the clock's time; a refusal changes nothing."""
        chosen_in = self.selection.view
        self.run_clock()
        if self.session.is_over:
            self.advance()
            return
        try:
            if isinstance(action, Action):
                now = self.match.view(self.seat)
                if not means_the_same(action.code, chosen_in, now):
                    raise CardwrightError("what you chose is not there any more")
                action = self.match.action(action.code)
            elif self._seen_at_line is not None:
                refuse_if_changed(action, self._seen_at_line, self.match.view(self.seat))
            self.course.play(action, self.seat)
        except CardwrightError as error:
            self.selection.clear()
            self.look()
            self.say(f"{error}.", is_alert=True)
            return
        self.advice = None
        self.selection.clear()
        self._is_told = True
        self.advance()
        self._changed_at.clear()  # that was expected

    def advised(self, ply: int, found: Hint | str) -> None:
        """An agent has thought about a hint; it is told if it is still good for something."""
        self._is_advised = False
        if isinstance(found, str):
            self.say(found, is_alert=True)
        elif found.action is None or self.match.is_legal(found.action.code):
            self.show_hint(found)

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen any more; says so."""
        if self.session.is_over:
            self.say_end()
        return self.session.is_over

    def action_undo(self) -> None:
        """Only giving up can be taken back."""
        if CONCEDED not in self.session.notes or self.match.is_over:
            self.say("Time goes on: nothing can be taken back.", is_alert=True)
            return
        self.session.undo(self.seat)
        self._is_ended = False
        self.clock.set(self.match.now)
        self.hold()
        self.advance()
        self.say("Taken back: concede. The clock stands still; Space goes on.")

    # The end.

    def end(self) -> None:
        """The match is over: say how it went, once."""
        if self._is_ended:
            self.say_end()
            return
        self._is_ended = True
        super().end()
        self.action_report()

    def say_end(self) -> None:
        """Say how it ended and what can still be done."""
        back = " u takes it back," if not self.match.is_over and CONCEDED in self.session.notes else ""
        self.say(f"== {self.session.outcome} == r tells how it went; look around;{back} q leaves.")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed: about the clock here, all else as at any table."""
        word, _, rest = event.value.strip().partition(" ")
        if word.lower() not in ("pause", "go", "speed"):
            return
        event.prevent_default()
        self.stop_typing()
        match word.lower():
            case "pause":
                self.hold()
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
                    self.say(f"{reason}.", is_alert=True)
                else:
                    self._say_speed()
