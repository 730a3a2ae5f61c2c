"""Playing at the table: people choose by keys or mouse, agents think beside it."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from cardwright.actions import Action
from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError
from cardwright.table import chronicle, plain
from cardwright.table.chronicle import Chronicle
from cardwright.table.details import about_card
from cardwright.table.drawing import CAN_ATTACK, CAN_MOVE, Mark, legend
from cardwright.table.screens.dialogs import HandOver, Menu
from cardwright.table.screens.table import Key, Table
from cardwright.table.selection import SIGN_WORDS, Selection, Spot, Target
from cardwright.table.session import Session
from cardwright.table.widgets.hand import KEYS as NUMBERS
from cardwright.table.widgets.hand import Hand
from cardwright.table.widgets.offer import Offer
from cardwright.view import Card

HELP = f"""\
Arrow keys move the cursor, Tab goes to the next thing that can act, or to the next target.
Enter, space or a click chooses; first what acts, then where. Escape steps back.
1-9, 0 choose a card of the hand. PgDn and PgUp scroll what is told about the cursor's place.

  u undo    back, until something hidden was revealed     h hint    what an agent would do, and its value
  l log     into the log, Escape out of it                / type    an action or a command in words
  s save    keep the match and go on                      C concede give the match up (u takes it back)
  q leave   the match is kept: play --resume goes on      ? this

Signs on the board
  {CAN_ATTACK} can attack   {CAN_MOVE} can move   * (in the hand) can be played
  [x] attack it   [o] move there   [+] place it there   [*] target   heavy frame: the cursor
  -2 takes 2 damage, new, moved, dies ...: what happened there last
"""

COMMANDS = "help WORD, undo, hint, save FILE, concede, quit, quit!"


class PlayTable(Table):
    """A session with people at this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "pick", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("u", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("s", "save", show=False),
        Binding("C", "concede", show=False),
        Binding("slash,colon", "type", show=False),
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
        super().__init__(session.match.game)
        self.session = session
        self.match = session.match
        self.delay = delay
        self.seat = session.people[0]
        """Who sits in front of the screen."""
        self.selection = Selection(self.match.view(self.seat), is_asked=False)
        self.chronicles = {seat: Chronicle(self.match, seat) for seat in session.people}
        self.acted = dict.fromkeys(session.people, 0)
        """For each person the number of actions before they last acted: what came later is new."""
        self.news: dict[Spot, str] = {}
        self.is_thinking = False
        self.farewell = ""
        """What is said after the table has been closed."""
        self._seated: int | None = self.seat if len(session.people) == 1 else None

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.call_after_refresh(self.advance)

    # The course of the match.

    def advance(self) -> None:
        """Go on with whoever's turn it is."""
        session = self.session
        if session.is_over:
            self.end()
            return
        seat = session.acting
        if seat in session.players:
            self.look()
            self.say("The opponent thinks ...")
            self.is_thinking = True
            self.in_background(self._thought)
        elif self._seated != seat and len(session.people) > 1:
            self._seated = seat
            self.app.push_screen(HandOver(seat), lambda _: self.ask(seat))
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
        self.look()
        if self.delay and not self.session.is_over:
            self.set_timer(self.delay, self.advance)
        else:
            self.advance()

    def forfeited(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost."""
        self.is_thinking = False
        self.session.forfeit(seat, forfeit)
        self.end()

    def ask(self, seat: int) -> None:
        """It is a person's turn."""
        self.seat = seat
        self.look(is_asked=True)
        self.invite()

    def end(self) -> None:
        """The match is over."""
        self.look()
        if self.match.is_over:
            self.session.finish()
        back = " u takes it back," if not self.match.is_over and "conceded" in self.session.notes else ""
        self.say(f"{self.session.outcome} You can still look around;{back} q leaves.", is_alert=True)

    def look(self, *, is_asked: bool = False) -> None:
        """Show the position as the person in front sees it."""
        view = self.match.view(self.seat)
        self.view, self.bottom = view, self.seat
        self.selection = Selection(view, is_asked=is_asked and not self.session.is_over)
        log = self.chronicles[self.seat]
        self.entries = log.upto(self.match.ply)
        since = min(self.acted[self.seat], self.match.ply)
        recent = [entry for entry in self.entries if entry.ply > since]
        self.log_panel.fresh = len(self.entries) - len(recent)
        self.news = chronicle.news(view, recent)
        self.hands = [Hand(f"Hand {len(view.hand)}  (* playable)", view.hand)]
        self.offer = self._offer()
        self.deeds.labels = self._labels()
        self.deeds.chosen = None
        self._settle_cursor()
        self.log_panel.follow()
        self.paint()

    def _offer(self) -> Offer | None:
        view, selection = self.view, self.selection
        assert view is not None
        if selection.subset is not None:
            return Offer("Which cards do you put back?", view.hand, "card", frozenset(selection.ticked))
        if selection.offers and view.prompt is not None:
            cards = tuple(Card(card.name, card.cost, card, False) for card in view.prompt.options)
            return Offer("Choose one", cards, "offer")
        return None

    def _labels(self) -> list[str]:
        selection = self.selection
        if selection.subset is not None:
            count = len(selection.ticked)
            cards = f"{count} card{'s' * (count != 1)}"
            return [f"Put back {cards} and draw as many" if count else "Keep all cards"]
        keys = {text: key for key, text in self.board_of_game.keys.items()}
        texts = [prefix.text for prefix in selection.deeds]
        return [f"{text} ({keys[text]})" if text in keys else text for text in texts]

    def _settle_cursor(self) -> None:
        """Keep the cursor where it is if that is still there."""
        cursor = self.cursor
        if self.offer is not None:
            kind, count = self.offer.kind, len(self.offer.cards)
            is_there = cursor is not None and cursor.kind in (kind, "deed", "event")
            if not is_there or (cursor and cursor.kind == kind and cursor.at >= count):
                self.cursor = Spot(kind, 0)
            return
        gone = cursor is None or cursor.kind == "offer"
        if cursor and cursor.kind == "card":
            assert self.view is not None
            if cursor.at >= len(self.view.hand) > 0:
                self.cursor = Spot("card", len(self.view.hand) - 1)
            gone = not self.view.hand
        if cursor and cursor.kind == "deed" and cursor.at >= len(self.deeds.labels):
            gone = True
        if gone:
            self.cursor = next(iter(self.selection.sources), Spot("cell", 0))

    def invite(self) -> None:
        """Say what is asked."""
        selection = self.selection
        assert self.view is not None
        if selection.subset is not None:
            self.say(
                "Mulligan: choose the cards you put back (Enter, click or number), then the button below."
            )
            return
        if selection.offers:
            self.say("Choose one of the cards.")
            return
        who = "Your turn" if len(self.session.people) == 1 else f"Turn of seat {self.seat}"
        able = sum(1 for spot in selection.sources if spot.kind != "deed")
        what = f"{able} things can act (Tab)" if able else "No card and no piece can act"
        turn = f" {self.view.now}" if self.view.now else ""
        self.say(f"{who}{turn}: {what}, or take an action above.")

    # What is seen.

    def marks(self) -> dict[Spot, Mark]:
        """Cursor, what is chosen, targets, news."""
        selection = self.selection
        found: dict[Spot, Mark] = {}
        source = selection.source if selection.has_begun else None
        alone = {spot for spot in (self.cursor, source) if spot is not None}
        for spot in {*selection.targets, *self.news, *alone}:
            signs = "".join(dict.fromkeys(target.sign for target in selection.targets.get(spot, ())))
            found[spot] = Mark(
                sign=signs,
                news=self.news.get(spot, ""),
                is_cursor=spot == self.cursor,
                is_chosen=spot == source,
            )
        return found

    def playable(self) -> frozenset[Spot]:
        """The cards that can be played."""
        return frozenset(spot for spot in self.selection.sources if spot.kind == "card")

    def about(self, spot: Spot, width: int) -> list[str]:
        """All about a spot; on an action, what it is."""
        if spot.kind == "offer" and self.offer is not None:
            assert self.view is not None
            return about_card(self.view, self.offer.cards[spot.at], width)
        if spot.kind == "deed" and self.selection.subset is None and spot.at < len(self.selection.deeds):
            return self._about_deed(spot, width)
        return super().about(spot, width)

    def _about_deed(self, spot: Spot, width: int) -> list[str]:
        assert self.view is not None
        text = self.selection.deeds[spot.at].text
        lines = [text]
        kind = self.board_of_game.sources.get(text)
        for piece in self.view.pieces:
            if piece.kind == kind and piece.owner == self.seat:
                lines += wrap(f"{piece.card.cost} {self.game.cost_word}: {piece.card.text}", width)
        for line in self.board_of_game.help.splitlines():
            if line.split() and line.split()[0] == text.split()[0]:
                lines += wrap(line.strip().partition("  ")[2].strip(), width)
        return lines

    def help(self) -> str:
        """Keys, signs and how actions are typed."""
        view = self.match.view(self.seat)
        signs = "\n".join(legend(view, self.board_of_game.letters, 76))
        return f"{HELP}{signs}\n\nAfter / you can type an action, or {COMMANDS}:\n{self.board_of_game.help}"

    # Choosing.

    def action_pick(self) -> None:
        """Choose what the cursor is on."""
        if self.cursor is not None:
            self.pick(self.cursor)

    def pick(self, spot: Spot) -> None:
        """A source begins an action, a target goes on with it; else say why not."""
        if spot.kind == "event":
            return
        selection = self.selection
        if self.is_waiting():
            return
        if selection.subset is not None:
            self._pick_subset(spot)
        elif spot in selection.targets:
            self.follow(selection.aim(spot))
        elif spot in selection.sources:
            selection.clear()
            self.follow(selection.begin(spot))
        else:
            self.say(f"{self._called(spot)}{selection.why_not(spot)}.", is_alert=True)

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen now; says so."""
        if self.session.is_over:
            self.say("The match is over.", is_alert=True)
        elif self.is_thinking or self.seat not in self.match.to_act:
            self.say("It is the opponent's turn.", is_alert=True)
        else:
            return False
        return True

    def _called(self, spot: Spot) -> str:
        if spot.kind == "cell":
            return f"{self.game.cells[spot.at]}: "
        assert self.view is not None
        if spot.kind == "card" and spot.at < len(self.view.hand):
            return f"{self.view.hand[spot.at].name}: "
        return ""

    def _pick_subset(self, spot: Spot) -> None:
        if spot.kind == "card":
            self.selection.tick(spot.at)
            self.offer = self._offer()
            self.deeds.labels = self._labels()
            self.paint()
        elif spot.kind == "deed":
            self.play(self.selection.subset_action)

    def follow(self, found: list[Target]) -> None:
        """After a choice: play what is complete, ask where several fit, else show the targets."""
        selection = self.selection
        if len(found) == 1 and (not selection.targets or selection.complete(found[0].prefix)):
            action = selection.complete(found[0].prefix)
            if action is not None:
                self.play(action)
            else:
                self.follow(selection.take(found[0].prefix))
            return
        if found:
            menu = Menu("Which?", [target.text for target in found])
            self.app.push_screen(menu, lambda number: self.chose(found, number))
            return
        self.aim()

    def chose(self, found: list[Target], number: int | None) -> None:
        """One of several was chosen, or none."""
        if number is None:
            self.action_back()
            return
        target = found[number]
        action = self.selection.complete(target.prefix)
        if action is not None:
            self.play(action)
        else:
            self.follow(self.selection.take(target.prefix))

    def aim(self) -> None:
        """Show the targets and ask for one."""
        selection = self.selection
        source = selection.source
        self.deeds.chosen = source.at if source and source.kind == "deed" else None
        signs = dict.fromkeys(target.sign for targets in selection.targets.values() for target in targets)
        words = ", ".join(f"[{sign}] {SIGN_WORDS[sign]}" for sign in signs)
        begun = selection.chosen[0].text if len(selection.chosen) == 1 else ""
        if not begun and source is not None:
            begun = self._called(source).rstrip(": ")
        if source in selection.targets and len(selection.targets) == 1:
            self.say(f"{begun}: Enter again, or another click, plays it. Esc goes back.")
        else:
            self.say(f"{begun}: {words}. Tab goes through the targets, Esc goes back.")
        if selection.targets and self.cursor not in selection.targets:
            self.cursor = next(iter(selection.targets))
        self.paint()

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

    def on_key(self, event: events.Key) -> None:
        """Numbers choose cards, the game's own keys begin actions."""
        if self.is_typing or self.is_small:
            return
        if event.character and event.character in NUMBERS and self.view is not None:
            place = NUMBERS.index(event.character)
            kind = self.offer.kind if self.offer else "card"
            count = len(self.offer.cards) if self.offer else len(self.view.hand)
            if place < count:
                self.set_cursor(Spot(kind, place))
                self.selection.clear()
                self.pick(Spot(kind, place))
            event.stop()
        elif event.key in self.board_of_game.keys:
            wanted = self.board_of_game.keys[event.key]
            for number, prefix in enumerate(self.selection.deeds):
                if prefix.text == wanted:
                    self.selection.clear()
                    self.pick(Spot("deed", number))
                    break
            else:
                self.refuse_word(wanted)
            event.stop()

    def refuse_word(self, word: str) -> None:
        """Say why an action without a card or piece cannot be taken."""
        if self.is_waiting():
            return
        try:
            self.match.legal_actions_of(self.seat).read(word)
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)

    def action_next(self, step: int) -> None:
        """Go to the next thing that can act, or to the next target."""
        wanted = self.selection.targets or self.selection.sources
        order = [spot for panel in self.panels for _, spot in panel.spots() if spot in wanted]
        if self.selection.subset is not None:
            order = [spot for panel in (self.offer_panel, self.deeds) for _, spot in panel.spots()]
        if not order:
            return
        at = order.index(self.cursor) + step if self.cursor in order else (0 if step > 0 else -1)
        self.set_cursor(order[at % len(order)])

    def action_back(self) -> None:
        """Close the line, leave the log, or take back the last choice."""
        if self.is_typing or (self.cursor and self.cursor.kind == "event"):
            super().action_back()
        elif self.selection.back():
            source = self.selection.source
            if self.selection.has_begun:
                self.aim()
            else:
                self.cursor = source or self.cursor
                self.deeds.chosen = None
                self.paint()
                self.invite()
        elif self.selection.sources or self.selection.subset:
            self.invite()

    # What else one can do.

    def action_undo(self) -> None:
        """Take back the last action."""
        if self.is_thinking:
            self.say("The opponent thinks: nothing can be taken back now.", is_alert=True)
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
        ply = self.match.ply
        seat = self.seat
        self.say(f"{self.session.hint_agent} thinks about a hint ...")

        def work() -> Callable[[], object]:
            try:
                hint = self.session.hint(seat)
            except (CardwrightError, Forfeit) as error:
                text = f"{error}."
                return lambda: self.say(text, is_alert=True)
            return lambda: self.say(f"Hint of {hint}") if self.match.ply == ply else None

        self.in_background(work)

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
                    self.detail.lines = plain.explain(self.game, rest)
                    self.detail.top = 0
                    self.detail.redraw()
                except CardwrightError as error:
                    self.say(f"{error}.", is_alert=True)
            case "help" | "?":
                self.action_help()
            case "undo":
                self.action_undo()
            case "hint":
                self.action_hint()
            case "save":
                self.keep(rest.strip())
            case "concede":
                self.action_concede()
            case "quit" | "exit" | "q":
                self.action_leave()
            case "quit!":
                self.app.exit()
            case _ if self.is_thinking or self.session.is_over:
                self.say("Nothing can be played now.", is_alert=True)
            case _:
                self.play(line)

    def action_leave(self) -> None:
        """Go; the match is kept."""
        if self.leave():
            self.app.exit()

    def action_interrupt(self) -> None:
        """Go at once; the match is kept, wherever it can be."""
        self.farewell = self.session.finish() if self.session.is_over else self.session.rescue()
        self.app.exit(return_code=130)

    def leave(self) -> bool:
        """Keep the match; False if that is not possible, so that the table stays."""
        try:
            self.farewell = self.session.finish() if self.session.is_over else self.session.keep()
        except CardwrightError as error:
            self.say(f"{error}. Type /save FILE to save it elsewhere, /quit! to lose it.", is_alert=True)
            return False
        return True
