"""What people at a table may do beside playing: ask for hints, save, give up, type, leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError, sentence
from cardwright.hosting.notes import CONCEDED
from cardwright.table import foreseen, plain
from cardwright.table.screens.keys import WIDTH, Key
from cardwright.table.wishes import Wish

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.face.match import Match
    from cardwright.hosting.session import Hint, Session
    from cardwright.table.screens.table import Table

GIVE_UP = "Give the match up"

REMATCH = "after the end: a rematch with the same decks, which another seat begins"
ANEW = "after the end: another match, from the start screen"
AFTER = "R rematch, N new match, q leaves."
"""What can be done when a match is over."""


class PlayDriver(Protocol):
    """A driver with people in front of the table."""

    session: Session
    match: Match
    table: Table
    farewell: str
    wish: Wish

    def person(self) -> int:
        """Who sits in front of the screen."""

    def is_free(self) -> bool:
        """Whether the person in front may choose now."""

    def is_good(self, hint: Hint, ply: int) -> bool:
        """Whether a hint that was asked for after some actions still helps."""

    def end(self) -> None:
        """The match is over."""

    def say_end(self) -> None:
        """Say how it ended and what can still be done."""

    def play(self, action: Action | str) -> None:
        """Play an action and go on."""

    def open_line(self) -> None:
        """Open the line for an action in words."""


class Desk:
    """The person's own side of a session."""

    def __init__(self, driver: PlayDriver, *, asks_to_concede: bool) -> None:
        self.driver = driver
        self.session = driver.session
        self.asks_to_concede = asks_to_concede
        self._is_advised = False
        """Whether an agent thinks about a hint."""

    def keys(self) -> list[Key]:
        """Hints, saving, giving up, typing."""
        is_on, is_over = self._is_on, self._is_over
        given = (
            "give the match up, if it is pressed twice"
            if self.asks_to_concede
            else "give the match up; u takes it back"
        )
        return [
            Key("hint", "h", "what an agent would do", self.hint, when=self.driver.is_free, offer="h"),
            Key(
                "type",
                "slash,colon",
                "an action or a command in words",
                self.driver.open_line,
                offer="/",
                opens_line=True,
            ),
            Key("save", "s", "keep the match and go on", self.save, when=is_on, offer="s"),
            Key("concede", "C", given, self.ask_to_concede, when=is_on, offer="C"),
            Key("rematch", "R", REMATCH, lambda: self.go_on(Wish.AGAIN), when=is_over, offer="R"),
            Key("new match", "N", ANEW, lambda: self.go_on(Wish.ANEW), when=is_over, offer="N"),
        ]

    def _is_on(self) -> bool:
        return not self.session.is_over

    def _is_over(self) -> bool:
        return self.session.is_over

    @property
    def table(self) -> Table:
        """The table in front of the person."""
        return self.driver.table

    def refuse(self, error: CardwrightError) -> None:
        """Say why something was not done; if the match is over, say its outcome too."""
        end = f" == {self.session.outcome} ==" if self.session.is_over else ""
        self.table.say(f"{error}.{end}", is_alert=True)

    @property
    def taken_back(self) -> str:
        """A hint that giving up can be taken back; empty if it cannot."""
        return " u takes it back," if not self.driver.match.is_over and CONCEDED in self.session.notes else ""

    # Hints.

    def hint(self) -> None:
        """Ask an agent what it would do."""
        driver, table = self.driver, self.table
        if self.session.is_over:
            driver.say_end()
            return
        if not driver.is_free():
            table.say("There is nothing to choose now.", is_alert=True)
            return
        table.say(f"{self.session.hint_agent} thinks about a hint ...")
        if self._is_advised:
            return
        self._is_advised = True
        ply, seat = driver.match.ply, driver.person()

        def work() -> Callable[[], object]:
            try:
                hint = self.session.hint(seat)
            except (CardwrightError, Forfeit) as error:
                text = sentence(error)
                return lambda: self._advised(ply, text)
            return lambda: self._advised(ply, hint)

        table.in_background(work)

    def _advised(self, ply: int, found: Hint | str) -> None:
        """An agent has found a hint, or failed; show it if it still helps."""
        self._is_advised = False
        if isinstance(found, str):
            self.table.say(found, is_alert=True)
        elif not self.session.is_over and self.driver.is_good(found, ply):
            if found.action is not None:
                self.table.chooser.lead_to(found.action)
            self.table.say(f"Hint of {found}")

    # Saving and leaving.

    def save(self) -> None:
        """Keep the match and go on."""
        self.keep("")

    def keep(self, file: str) -> None:
        """Save, and say how to go on."""
        try:
            self.table.say(self.session.save(file))
        except CardwrightError as error:
            self.refuse(error)

    def warn(self) -> None:
        """Say what the player should know about the session."""
        if said := self.session.take_warning():
            self.table.say(said, is_alert=True)

    def leave(self) -> None:
        """Go; the match is kept. Where that is not possible the table stays."""
        session = self.session
        try:
            self.driver.farewell = session.conclude() if session.is_over else session.keep()
        except CardwrightError as error:
            self.table.say(
                f"{error}. Type /save FILE to save it elsewhere, /quit! to lose it.", is_alert=True
            )
        else:
            self.table.app.exit()

    def go_on(self, wish: Wish) -> None:
        """Close the table for another match, once this one is over."""
        if self.session.is_over:
            self.driver.wish = wish
            self.leave()
        else:
            self.table.say("The match is not over yet: C gives it up, q leaves it for later.", is_alert=True)

    def interrupt(self) -> None:
        """Go at once; the match is kept, wherever it can be."""
        session = self.session
        self.driver.farewell = session.conclude() if session.is_over else session.rescue()
        self.table.app.exit(return_code=130)

    # Giving up.

    def ask_to_concede(self) -> None:
        """Give the match up by a key; in timed games the key must be pressed twice."""
        question = f"{GIVE_UP}? Press C once more."
        if (
            self.session.is_over
            or not self.asks_to_concede
            or self.table.chooser.ask_again(GIVE_UP, question)
        ):
            self.concede()

    def concede(self) -> None:
        """Give the match up."""
        try:
            self.session.concede(self.driver.person())
        except CardwrightError as error:
            self.refuse(error)
            return
        self.driver.end()

    # The line.

    def submit(self, line: str) -> None:
        """Carry out what was typed: a command, the name of a key, or an action."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "help" | "?" if rest.strip():
                self._explain(rest)
            case "help" | "?":
                self.table.show_help()
            case "rules":
                self._open_rules()
            case "save":
                self.keep(rest.strip())
            case "concede":
                self.concede()
            case "quit" | "exit" | "q":
                self.leave()
            case "quit!":
                self.session.discard()
                self.table.app.exit()
            case "forecast":
                self._foresee(rest.strip())
            case "undo" | "hint" | "report" | "rematch" if not rest and (row := self.table.row(word.lower())):
                row.press(row.each[0])
            case _ if self.session.is_over:
                self.driver.say_end()
            case _ if self.driver.match.game.is_timed or self.driver.is_free():
                self.driver.play(line)
            case _:
                self.table.say("Nothing can be played now.", is_alert=True)

    def _foresee(self, action: str) -> None:
        """Tell what an action will do."""
        view = self.driver.match.view(self.driver.person())
        try:
            if not action:
                raise CardwrightError("say of which action: forecast, then an action in words or its number")
            self._show(foreseen.told(view.forecast(action), self._width))
        except CardwrightError as error:
            self.refuse(error)

    def _explain(self, subject: str) -> None:
        """Tell what a word or a card means."""
        try:
            self._show(plain.explain(self.table.game, subject, self._width))
        except CardwrightError as error:
            self.refuse(error)

    @property
    def _width(self) -> int:
        """How wide what was asked for may be."""
        return WIDTH if self.table.game.is_timed else max(self.table.parts.detail.size.width, 30)

    def _show(self, lines: list[str]) -> None:
        """Show what was asked for."""
        table = self.table
        if table.game.is_timed:  # the next picture would write over it
            table.read("\n".join(lines))
        else:
            table.tell(lines)

    def _open_rules(self) -> None:
        """Show the rulebook."""
        try:
            self.table.read(plain.unlinked(plain.rulebook(self.table.game)), is_markdown=True)
        except CardwrightError as error:
            self.refuse(error)
