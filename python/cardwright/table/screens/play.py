"""Playing at the table: people choose by keys or mouse, agents think beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from cardwright.actions import Action, take_apart
from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.hosting import chronicle
from cardwright.hosting.chronicle import Chronicle
from cardwright.hosting.notes import CONCEDED
from cardwright.hosting.session import Hint, Session
from cardwright.table import plain
from cardwright.table.drawing import legend
from cardwright.table.faces import CAN_ATTACK, CAN_MOVE
from cardwright.table.ground import Land, is_out
from cardwright.table.screens.choosing import ChoosingTable
from cardwright.table.screens.dialogs import HandOver, Pages
from cardwright.table.screens.table import Key
from cardwright.table.selection import Selection
from cardwright.table.widgets.cleaned import Input
from cardwright.table.widgets.hand import Hand

HELP = f"""\
Arrow keys   move the cursor
Enter        choose what it is on: first what acts, then where
             (so do space and a click); Escape or a right click steps back
Tab          to the next thing that can act, or to the next target
1-9, 0       choose a card of the hand
PgDn, PgUp   scroll what is told about the cursor's place
u undo       back, until something hidden was revealed
h hint       what an agent would do, and what it expects of it
/ type       an action or a command in words
l log        into the log, Escape out of it
s save       keep the match and go on
C concede    give the match up; u takes it back
q leave      the match is kept, play --resume goes on

{CAN_ATTACK} can attack   {CAN_MOVE} can move   * (in the hand) can be played
[x] attack it   [o] move there   [+] place it there   [*] target
heavy frame: the cursor   -2, new, moved, dies: what happened last
"""

MAP_HELP = """

.            the next piece of the cursor's cell; so does Tab, of several
i            mark the cells that are yours (=), or no longer
above a cell: its name, : out of sight, a base, its ground, !m can act
in a cell: ^ yours, v or a number another seat's, ? seen there earlier
"""

COMMANDS = "help WORD, rules, save FILE, quit! (forgets it)"


class PlayTable(ChoosingTable):
    """A session with people at this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("s", "save", show=False),
        Binding("C", "concede", show=False),
    ]

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Tab", "next", "next(1)"),
        ("u", "undo", "undo"),
        ("h", "hint", "hint"),
        ("/", "type", "type"),
        ("l", "log", "log"),
        ("s", "save", "save"),
        ("C", "concede", "concede"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    def __init__(self, session: Session, *, delay: float = 0.4) -> None:
        super().__init__(session.match, session.people[0])
        self.session = session
        self.delay = delay
        self.chronicles = {seat: Chronicle(self.match, seat) for seat in session.people}
        seats = [code & 255 for code in self.match.kernel.actions()]
        self.acted = {
            seat: max((ply for ply, actor in enumerate(seats) if actor == seat), default=0)
            for seat in session.people
        }
        """For each person the number of actions before they last acted: what came later is new."""
        self.is_thinking = False
        self.farewell = ""
        """What is said after the table has been closed."""
        self._seated: int | None = self.seat if len(session.people) == 1 else None
        self._pause: Timer | None = None
        """Runs between two actions of an agent."""
        self._is_advised = False
        """Whether an agent thinks about a hint."""

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.call_after_refresh(self.advance)

    def advance(self) -> None:
        """Go on with whoever's turn it is."""
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
            self.say(f"{out}{self.session.named(seat)} thinks ...")
            self.is_thinking = True
            self.in_background(self._thought)
        elif self._seated != seat and len(session.people) > 1:
            self._seated = seat
            # Who is quicker than the first refresh must not find the other's table.
            self.app.push_screen(HandOver(seat, lambda: self.ask(seat)), lambda _: self.ask(seat))
        else:
            self.ask(seat)

    def _thought(self) -> Callable[[], object]:
        """In the thread: let the agent choose; returns what to do at the table."""
        seat = self.session.acting
        try:
            action = self.session.think()
        except Forfeit as forfeit:
            reason = forfeit
            return lambda: self.forfeited(seat, reason)
        except CardwrightError as error:
            reason = Forfeit(str(error))
            return lambda: self.forfeited(seat, reason)
        return lambda: self.answered(action)

    def answered(self, action: Action) -> None:
        """An agent has chosen."""
        self.is_thinking = False
        if self.session.is_over:  # given up in the meantime
            return
        self.session.play(action, action.seat)
        is_agent_next = not self.match.is_over and self.session.acting in self.session.players
        noticed = self.chronicles[self.seat].of(self.match.ply)
        is_noticed = any(entry.event.type not in ("drawn", "began") for entry in noticed)
        # Who is out sees little of the rest: it must not be over before one can leave.
        if self.delay and is_agent_next and (is_noticed or self._is_out()):
            self.look()
            self._pause = self.set_timer(self.delay, self.advance)
        else:
            self.advance()

    def _is_out(self) -> bool:
        """Whether the person at the table has lost while others go on."""
        return is_out(self.match.view(self.seat), self.seat)

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.is_thinking = False
        self.session.forfeit(seat, forfeit)
        self.end()

    def ask(self, seat: int) -> None:
        """It is a person's turn."""
        self.seat = seat
        self.look(is_asked=True)
        actions = self.match.kernel.actions()
        is_new = bool(actions) and actions[-1] & 255 != seat
        is_reading = self.cursor is not None and self.cursor.kind == "event"
        if is_new and not is_reading and self.cursor not in self.selection.sources:
            self.set_cursor(next(iter(self.selection.sources), self.cursor))
        self.invite()
        self.warn()

    def warn(self) -> None:
        """Say what the player should know about the session."""
        if said := self.session.take_warning():
            self.say(said, is_alert=True)

    def end(self) -> None:
        """The match is over."""
        self.look()
        if self.match.is_over:
            self.session.finish()
        self.say_end()

    def say_end(self) -> None:
        """Say how it ended and what can still be done."""
        back = " u takes it back," if not self.match.is_over and CONCEDED in self.session.notes else ""
        self.say(f"== {self.session.outcome} == You can still look around;{back} q leaves.")

    def look(self, *, is_asked: bool = False) -> None:
        """Show the position as the person in front sees it."""
        view = self.match.view(self.seat)
        self.view, self.bottom, self.advice, self.front = view, self.seat, None, None
        self.selection = Selection(view, is_asked=is_asked and not self.session.is_over)
        log = self.chronicles[self.seat]
        self.entries = chronicle.joined(log.upto(self.match.ply))
        since = min(self.acted[self.seat], self.match.ply)
        recent = [entry for entry in self.entries if entry.ply > since]
        self.log_panel.fresh = len(self.entries) - len(recent)
        self.news = chronicle.news(view, recent)
        groups = plain.grouped(view) if self.board_of_game.is_grouped else ()
        title = f"Hand {len(view.hand)}  (* playable)"
        self.hands = [Hand(title, view.hand, is_numbered=True, groups=groups)]
        self.offer = self._offer()
        self.deeds.labels = self._labels()
        self.deeds.chosen = None
        self._settle_cursor()
        if self.cursor is None or self.cursor.kind != "event":
            self.log_panel.follow()
        self.paint()

    def help(self) -> str:
        """Keys, signs and how actions are typed."""
        view = self.match.view(self.seat)
        land = Land(view, self.board_of_game)
        signs = "\n".join(line.strip() for line in legend(view, self.board_of_game.letters, 72, land))
        typed = f"After / you can type {COMMANDS},\nor an action:\n{self.board_of_game.help}"
        keys = HELP.rstrip() + (MAP_HELP.rstrip() if land else "")
        return "\n".join([keys, *([signs] if signs else []), "", typed])

    def play(self, action: Action | str) -> None:
        """Play an action and go on."""
        seat = self.seat
        try:
            self.session.play(action, seat)
        except CardwrightError as error:
            self.selection.clear()
            self.paint()
            self.say(f"{error}.", is_alert=True)
            return
        self.acted[seat] = self.match.ply - 1
        self.advance()

    def action_undo(self) -> None:
        """Take back the last action."""
        if self.is_thinking and CONCEDED not in self.session.notes:
            thinking = self.session.named(self.session.acting)
            self.say(f"{thinking} thinks: nothing can be taken back now.", is_alert=True)
            return
        try:
            taken = self.session.undo(self.seat)
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)
            return
        for log in self.chronicles.values():
            log.forget(self.match.ply)
        self.acted = {seat: min(ply, self.match.ply) for seat, ply in self.acted.items()}
        self.advance()
        self.say(f"Taken back: {taken}.")

    def action_hint(self) -> None:
        """Ask an agent what it would do."""
        if self.is_thinking or self.session.is_over or self.seat not in self.match.to_act:
            self.say("There is nothing to choose now.", is_alert=True)
            return
        self.say(f"{self.session.hint_agent} thinks about a hint ...")
        if self._is_advised:
            return
        self._is_advised = True
        ply, seat = self.match.ply, self.seat

        def work() -> Callable[[], object]:
            try:
                hint = self.session.hint(seat)
            except (CardwrightError, Forfeit) as error:
                text = f"{error}."
                return lambda: self.advised(ply, text)
            return lambda: self.advised(ply, hint)

        self.in_background(work)

    def advised(self, ply: int, found: Hint | str) -> None:
        """An agent has thought about a hint, or cannot; it is told unless something was played since."""
        self._is_advised = False
        if isinstance(found, str):
            self.say(found, is_alert=True)
        elif self.match.ply == ply:
            self.show_hint(found)

    def show_hint(self, hint: Hint) -> None:
        """Say what an agent would do, and put the cursor where that begins."""
        self.advice = hint.action
        if hint.action is None:
            self.say(f"Hint of {hint}")
            return
        if self.selection.has_begun:
            self.aim()
        begun = take_apart(hint.action.code)[:3]
        for spot, prefixes in self.selection.sources.items():
            if not self.selection.has_begun and any(take_apart(p.code)[:3] == begun for p in prefixes):
                self.set_cursor(spot)
                break
        self.say(f"Hint of {hint}")

    def action_save(self) -> None:
        """Keep the match and go on."""
        self.keep("")

    def keep(self, file: str) -> None:
        """Save, and say how to go on."""
        try:
            self.say(self.session.save(file))
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)

    def action_concede(self) -> None:
        """Give the match up, by a key."""
        self.concede()

    def concede(self) -> None:
        """Give the match up."""
        try:
            self.session.concede(self.seat)
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)
            return
        self.end()

    def action_type(self) -> None:
        """Open the line for an action in words."""
        self.start_typing("an action in words, or help, undo, hint, save FILE, concede, quit")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        self.stop_typing()
        line = event.value.strip()
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "help" | "?" if rest.strip():
                try:
                    self.detail.lines = plain.explain(self.game, rest, max(self.detail.size.width, 30))
                    self.detail.top = 0
                    self.detail.redraw()
                except CardwrightError as error:
                    self.say(f"{error}.", is_alert=True)
            case "help" | "?":
                self.action_help()
            case "rules":
                self.open_rules()
            case "undo":
                self.action_undo()
            case "hint":
                self.action_hint()
            case "save":
                self.keep(rest.strip())
            case "concede":
                self.concede()
            case "quit" | "exit" | "q":
                self.action_leave()
            case "quit!":
                self.session.discard()
                self.app.exit()
            case _ if self.is_thinking or self.session.is_over:
                self.say("Nothing can be played now.", is_alert=True)
            case _:
                self.play(line)

    def open_rules(self) -> None:
        """Show the rulebook."""
        try:
            self.read(plain.rulebook(self.game))
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)

    def read(self, text: str) -> None:
        """Show a text to read."""
        self.app.push_screen(Pages(text))

    def action_leave(self) -> None:
        """Go; the match is kept."""
        if self.leave():
            self.app.exit()

    def action_interrupt(self) -> None:
        """Go at once; the match is kept, wherever it can be."""
        self.farewell = self.session.conclude() if self.session.is_over else self.session.rescue()
        self.app.exit(return_code=130)

    def leave(self) -> bool:
        """Keep the match; False if that is not possible, so that the table stays."""
        try:
            self.farewell = self.session.conclude() if self.session.is_over else self.session.keep()
        except CardwrightError as error:
            self.say(f"{error}. Type /save FILE to save it elsewhere, /quit! to lose it.", is_alert=True)
            return False
        return True

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen now; says so."""
        if self.session.is_over:
            self.say_end()
        elif self.is_thinking or self.seat not in self.match.to_act:
            whose = self.session.named(self.session.acting)
            self.say(f"It is {whose[0].lower()}{whose[1:]}'s turn.", is_alert=True)
        else:
            return False
        return True

    def whose_turn(self, number: str) -> str:
        """Who is asked, and in which turn."""
        return f"Your turn{number}" if len(self.session.people) == 1 else f"Turn{number} of seat {self.seat}"
