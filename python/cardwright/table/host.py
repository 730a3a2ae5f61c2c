"""The loop of a match at the plain table: shows, asks, plays, until the end or until the player leaves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import NamedTuple

from cardwright.agents.supervised import Forfeit
from cardwright.basics.output import clear_screen
from cardwright.errors import CardwrightError
from cardwright.face.forecast import Forecast
from cardwright.face.legal import Prefix
from cardwright.face.view import View
from cardwright.hosting.session import Session
from cardwright.table import footing, foreseen, plain
from cardwright.table.boards import board_of
from cardwright.table.footing import Study
from cardwright.table.terminal import line_width
from cardwright.table.wishes import Wish


class Left(Exception):
    """The player leaves the table."""


class PlainTerminal(NamedTuple):
    """Where a plain table is shown, and where lines are typed."""

    ask: Callable[[str], str]
    """Gives the next line typed at a prompt; raises EOFError when there is none."""
    show: Callable[[str], None]
    is_terminal: bool = True
    refuse: Callable[[CardwrightError], None] | None = None
    """What is done with a line that cannot be carried out; without it, the person is told why."""
    asks_again: bool = False
    """Whether it is asked for another match after the end."""


class Host:
    """Leads people through a session, in plain text."""

    def __init__(self, session: Session, terminal: PlainTerminal) -> None:
        self.session = session
        self.match = session.match
        self.players = session.players
        self.people = session.people
        self.ask = terminal.ask
        self.show = terminal.show
        self.is_terminal = terminal.is_terminal
        self.refuse = terminal.refuse or self.complain
        self.asks_again = terminal.asks_again
        self.wish = Wish.LEAVE
        """What is wanted after the match."""
        self._told = dict.fromkeys(self.people, self.match.ply)
        self._last = self.people[0] if len(self.people) == 1 else None

    # The course of a match.

    def run(self) -> None:
        """Play to the end; `Left` when the player goes before it."""
        try:
            while not self.session.is_over:
                self.step()
        except Forfeit as forfeit:
            self.session.forfeit(self.session.acting, forfeit)
            self.lines(plain.folded([f"The opponent forfeits: it {forfeit}."]))
            self.end()
            return
        for seat in self.people:
            self.tell(seat)
            if len(self.people) > 1:
                break
        board = plain.draw_board(self.match.view(self.people[0]))
        self.lines(["", *board, "", *plain.folded([self.session.outcome])])
        self.end()

    def step(self) -> None:
        """One seat acts: an agent by itself, a person after being asked."""
        seat = self.session.acting
        if seat in self.players:
            self.session.play(self.session.think(), seat)
            if len(self.people) == 1:
                self.tell(self.people[0])
            return
        self.hand_over(seat)
        self.tell(seat)
        self.turn(seat)

    def hand_over(self, seat: int) -> None:
        """At a shared terminal, hide what the other saw."""
        if self._last == seat:
            return
        self._last = seat
        if len(self.people) > 1 and self.is_terminal:
            clear_screen()
            self.ask(f"It is the turn of seat {seat}. Press Enter when only they look at the screen. ")

    def turn(self, seat: int) -> None:
        """Ask a person until an action is played."""
        self.overview(seat)
        while True:
            self.warn()
            line = self.ask(f"{self.name(seat)} > ").strip()
            if not line:
                continue
            try:
                if self.command(seat, line):
                    return
            except CardwrightError as error:
                self.refuse(error)

    def warn(self) -> None:
        """Say what the player should know about the session."""
        if said := self.session.take_warning():
            self.lines(plain.folded([said]))

    def complain(self, error: CardwrightError) -> None:
        """Say why something was not done."""
        self.lines(plain.folded([str(error)]))

    def end(self) -> None:
        """The match is over: nothing is left to resume."""
        if where := self.session.finish():
            self.lines([where])
        if self.asks_again:
            with contextlib.suppress(EOFError):
                word = self.ask("rematch, or Enter to leave > ").strip().lower()
                self.wish = Wish.AGAIN if word == Wish.AGAIN.value else Wish.LEAVE

    def name(self, seat: int) -> str:
        """Who is asked."""
        return "you" if len(self.people) == 1 else f"seat {seat}"

    # What is shown.

    def lines(self, lines: list[str]) -> None:
        """Show some lines."""
        if lines:
            self.show("\n".join(lines) + "\n")

    def tell(self, seat: int) -> None:
        """What happened since this person looked last."""
        since, self._told[seat] = self._told[seat], self.match.ply
        if since < self.match.ply:
            self.lines(plain.listed(self.match.events(seat, since=since).texts))

    def overview(self, seat: int) -> None:
        """Board, hand and actions."""
        view = self.match.view(seat)
        board = [] if self._is_repeated(seat) else plain.draw_board(view)
        self.lines([self.heading(seat), *board])
        if view.prompt is not None:
            self.lines(["Choose one:"])
            for card in view.prompt.options:
                self.lines(plain.card_page(self.match.game, card))
        self.lines(plain.draw_hand(view, numbered=self._is_subset(seat)))
        self.actions(seat)

    def _is_repeated(self, seat: int) -> bool:
        """Whether the person chooses once more from the same few actions, with the same board before them."""
        numbered = board_of(self.match.game).numbered
        legal = self.match.legal_actions_of(seat)
        last = self.match.last_action
        if last is None or last.seat != seat:
            return False
        return {legal[0].verb, last.verb} <= set(numbered)

    def heading(self, seat: int) -> str:
        """A line across the table that says whose turn it is."""
        view = self.match.view(seat)
        whose = "your" if len(self.people) == 1 else f"seat {seat}'s"
        text = f"Turn {view.now}, {whose} {view.phase}" if view.now else f"{whose} {view.phase}".capitalize()
        return f"\n--- {text} ".ljust(line_width() + 1, "-")

    def actions(self, seat: int) -> None:
        """The numbered actions."""
        if self._is_subset(seat):
            word = self._subset_word()
            question = f"Which cards do you put back? {word} 1 3, {word} by name, or keep."
            self.lines(plain.folded([question]))
        else:
            view = self.match.view(seat)
            self.lines(plain.Menu(view.legal_actions, view=view).lines())

    # What is typed.

    def command(self, seat: int, line: str) -> bool:
        """Carry out a line; True when an action was played or taken back."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "quit" | "exit" | "q":
                self.lines(["", self.session.keep()])
                raise Left
            case "quit!":
                self.session.discard()
                raise Left
            case "help" | "?":
                self.lines(
                    plain.explain(self.match.game, rest)
                    if rest.strip()
                    else plain.help_lines(self.match.game)
                )
            case "rules":
                self.lines([plain.rulebook(self.match.game)])
            case "board":
                view = self.match.view(seat)
                self.lines(plain.draw_board(view, self._studied(view, rest) if rest.strip() else None))
            case "hand":
                self.lines(plain.draw_hand(self.match.view(seat), numbered=self._is_subset(seat)))
            case "actions":
                self.actions(seat)
            case "log":
                texts = self.match.opening(seat).texts + self.match.events(seat, since=0).texts
                self.lines(plain.listed(texts))
            case "undo":
                return self.undo(seat)
            case "forecast":
                self.lines(foreseen.told(self._foreseen(seat, rest.strip()), line_width()))
            case "hint":
                self.lines(plain.folded([f"{self.session.hint_agent} thinks about a hint ..."]))
                self.lines(plain.folded([f"Hint of {self.session.hint(seat)}"]))
            case "concede":
                self.session.concede(seat)
                return True
            case "rematch":
                raise CardwrightError("the match is not over yet", suggestion="concede gives it up")
            case "save":
                self.lines([self.session.save(rest.strip())])
            case _ if self._is_subset(seat) and _are_numbers(line):
                return self.play(seat, self._by_places(seat, line))
            case _ if line.isdecimal():
                return self.pick(seat, _number(line))
            case _:
                return self.play(seat, self._with_places(seat, line))
        return False

    def _foreseen(self, seat: int, line: str) -> Forecast:
        """What an action will do that is typed in words or by its number."""
        view = self.match.view(seat)
        if not line.isdecimal():
            return view.forecast(self._with_places(seat, line))
        prefix = plain.Menu(view.legal_actions, view=view).pick(_number(line))
        if prefix is None:
            raise CardwrightError("there is no action with that number", suggestion="type: actions")
        if prefix.next is not None:
            raise CardwrightError(
                f"{prefix.text} leaves something to choose", suggestion=f"forecast {next(iter(prefix))}"
            )
        return view.forecast(prefix.text)

    def _studied(self, view: View, name: str) -> Study:
        """What the ground lacks for a card of the hand."""
        wanted = name.strip().strip('"').lower()
        for card in view.hand:
            if card.name.lower().startswith(wanted) and (studied := footing.study(view, card)):
                return studied
        raise CardwrightError(f'your hand has no card called "{name.strip()}" that costs ground')

    def play(self, seat: int, text: str) -> bool:
        """Play an action in words."""
        self.session.play(text, seat)
        self.tell(seat)
        return True

    def pick(self, seat: int, number: int) -> bool:
        """Play an action by its number, asking for the choices that are left."""
        view = self.match.view(seat)
        legal = view.legal_actions
        menu = plain.Menu(legal, view=view)
        prefix: Prefix | None = menu.pick(number)
        while prefix is not None:
            choice = prefix.next
            complete = list(prefix) if choice is None or len(choice.options) == 1 else []
            if len(complete) == 1:
                return self.play(seat, complete[0].text)
            assert choice is not None
            menu = plain.Menu(legal, prefix, view=view)
            self.lines(menu.lines())
            answer = self.ask(f"{prefix.text} {choice.word} ").strip()
            if not answer:
                self.actions(seat)
                return False
            if answer.isdecimal():
                prefix = menu.pick(_number(answer))
            elif (named := choice.options.get(answer.lower())) is not None:
                prefix = named
            else:
                return self.play(seat, f"{prefix.text} {choice.word} {answer}")
        raise CardwrightError("there is no action with that number", suggestion="type: actions")

    def undo(self, seat: int) -> bool:
        """Take back this person's last action."""
        taken = self.session.undo(seat)
        self._told[seat] = self.match.ply
        self.lines([f"  Taken back: {taken}."])
        return True

    # Choices of any cards.

    def _is_subset(self, seat: int) -> bool:
        legal = self.match.legal_actions_of(seat)
        return len(legal) > 0 and legal[0].form.subset

    def _subset_word(self) -> str:
        return next(verb.word for verb in self.match.game.verbs if verb.subset)

    def _by_places(self, seat: int, numbers: str) -> str:
        names = self.match.view(seat).names()
        places = sorted({_number(number) - 1 for number in numbers.replace(",", " ").split()})
        if places[0] < 0 or places[-1] >= len(names.held.names):
            raise CardwrightError(f"the cards are numbered 1 to {len(names.held.names)}")
        return f"{self._subset_word()} {', '.join(names.held.card(place) for place in places)}"

    def _with_places(self, seat: int, line: str) -> str:
        """`mulligan 1 3` in names."""
        rest = line.partition(" ")[2]
        if self._is_subset(seat) and _are_numbers(rest):
            return self._by_places(seat, rest)
        return line


def _are_numbers(text: str) -> bool:
    return text.replace(",", " ").replace(" ", "").isdecimal()


def _number(digits: str) -> int:
    """A typed number; one with very many digits is simply too large."""
    return int(digits) if len(digits) < 10 else 10**9
