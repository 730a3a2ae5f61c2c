"""The start screen: everything that is chosen before a match, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingsMap, BindingType
from textual.screen import Screen

from cardwright.errors import CardwrightError, sentence
from cardwright.hosting import saves
from cardwright.hosting.finished import all_finished, read_finished
from cardwright.table.screens import signals
from cardwright.table.screens.dialogs import Menu, Pages
from cardwright.table.screens.keys import Key, help_lines, offered, pressed
from cardwright.table.start.choosing import Beginning, Choosing, Row
from cardwright.table.start.memory import recall, remember
from cardwright.table.start.panel import TYPED, StartPanel
from cardwright.table.widgets.lines import ButtonPanel, MessagePanel
from cardwright.table.widgets.panel import Panel

if TYPE_CHECKING:
    from cardwright.hosting.spots import Spot

LISTED = 12
"""How many saved or finished matches are listed."""

DIGITS = "0123456789"

ABOUT = """\
Every row is something to choose; the match begins with what stands there.
Your choices are kept for the next time, game by game.
The first opponent is the best one of the game. An opponent with levels
has a row for them. The plan below a deck says how it wants to be played."""


class Resume(NamedTuple):
    """Go on with a saved match."""

    path: Path


class LookBack(NamedTuple):
    """Look at a finished match."""

    path: Path


Chosen = Beginning | Resume | LookBack | None
"""What a person does next; None leaves."""


class Start(Screen[None]):
    """Rows with values, buttons, a message and the keys."""

    CSS = """
    Start { layout: vertical; background: $background; }
    Start > #rows { height: 1fr; width: 100%; }
    Start > #said { height: 2; }
    """
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "app.help_quit", show=False, priority=True)]

    def __init__(self, choosing: Choosing, said: str = "") -> None:
        super().__init__()
        self.choosing = choosing
        self.saved = saves.resumable()[:LISTED]
        self.finished = all_finished()[:LISTED]
        self.panel = StartPanel(id="rows")
        self.message = MessagePanel(id="said")
        self.message.text, self.message.is_alert = said, bool(said)
        self.last = ButtonPanel("key", is_framed=False, id="keys")
        self.keys = self._keys()
        self._bindings = BindingsMap(self.BINDINGS)
        for key in dict.fromkeys(key for row in self.keys for key in row.each):
            self._bindings.bind(key, f"press('{key}')", show=False, priority=key.startswith("ctrl+"))
        self.buttons = [row for row in self.keys if row.name in ("begin", "continue", "finished", "leave")]
        self.panel.cursor = len(self.choosing.rows())

    def _keys(self) -> list[Key]:
        going_on = [Key("continue", "c", "go on with a saved match", self.go_on, offer="c")] * bool(
            self.saved
        )
        looking = [Key("finished", "f", "the finished matches, to look at one again", self.look, offer="f")]
        return [
            Key("row", "up,down,tab,shift+tab", "to the next row, or to the one before", by_key=self._go),
            Key("choice", "left,right", "another value of the row", by_key=self._change, offer="Left/Right"),
            Key(
                "list", "enter,space", "all values of the row, or press the button", self.enter, offer="Enter"
            ),
            Key("begin", "b", "begin the match", self.begin, offer="b"),
            *going_on,
            *looking * bool(self.finished),
            Key("digits", ",".join(DIGITS), "in the row of the seed: type it", by_key=self._digit),
            Key("delete", "backspace", "in the row of the seed: take a digit away", lambda: self._type("")),
            Key("leave", "q,escape,ctrl+q", "leave", self.leave, offer="q"),
            Key("help", "question_mark,f1", "this page", self.help, offer="?"),
        ]

    def compose(self) -> ComposeResult:
        """Rows, message, keys."""
        yield self.panel
        yield self.message
        yield self.last

    def on_mount(self) -> None:
        """Everything is in place."""
        self.paint()

    def on_resize(self, event: events.Resize) -> None:
        """The window has another size."""
        self.paint()

    def paint(self) -> None:
        """Draw everything as it is chosen now."""
        self.panel.rows = self.choosing.rows()
        self.panel.buttons = [f"{row.name} ({row.offer})" for row in self.buttons]
        self.panel.cursor %= self._places
        self.last.labels = [row.offered for row in offered(self.keys, self.app.size.width)]
        for part in (self.panel, self.message, self.last):
            part.redraw()
        self.panel.reveal(self._line())

    @property
    def _places(self) -> int:
        """How many places the cursor has: rows, then buttons."""
        return len(self.panel.rows) + len(self.buttons)

    @property
    def row(self) -> Row | None:
        """The row under the cursor; None on a button."""
        rows = self.panel.rows
        return rows[self.panel.cursor] if self.panel.cursor < len(rows) else None

    def _line(self) -> int:
        """The line of the cursor."""
        wanted = self.panel.cursor - len(self.panel.rows)
        kind, at = ("button", wanted) if wanted >= 0 else ("row", self.panel.cursor)
        return next((region.y for region, spot in self.panel.hits if spot == (kind, at)), 0)

    def say(self, text: str, *, is_alert: bool = False) -> None:
        """Show a message."""
        self.message.text, self.message.is_alert = text, is_alert
        self.paint()

    # Keys.

    def action_press(self, key: str) -> None:
        """A key was pressed."""
        self.message.text = ""
        if row := pressed(self.keys, key):
            row.press(key)

    def _go(self, key: str) -> None:
        """To the next place; from the buttons, up leads to the last row at once."""
        back = key in ("up", "shift+tab")
        rows, cursor = len(self.panel.rows), self.panel.cursor
        if key == "up" and cursor >= rows:
            self.panel.cursor = rows - 1
        elif key == "down" and cursor >= rows:
            self.panel.cursor = 0
        else:
            self.panel.cursor = (cursor + (-1 if back else 1)) % self._places
        self.paint()

    def _change(self, key: str) -> None:
        by = -1 if key == "left" else 1
        if self.row is None:
            rows = len(self.panel.rows)
            self.panel.cursor = rows + (self.panel.cursor - rows + by) % len(self.buttons)
        else:
            self.choosing.step(self.row, by)
        self.paint()

    def _digit(self, key: str) -> None:
        self._type(key)

    def _type(self, digit: str) -> None:
        """Type in the row of the seed, wherever the cursor is: digits mean nothing else here."""
        self.panel.cursor = next(n for n, row in enumerate(self.panel.rows) if row.name == TYPED)
        self.choosing.type(digit)
        self.paint()

    def enter(self) -> None:
        """All values of the row, or press the button."""
        if (row := self.row) is None:
            self.buttons[self.panel.cursor - len(self.panel.rows)].press("enter")
        elif row.name == TYPED:
            self.say("Type digits; Left or Right makes the seed one by chance again.")
        else:
            self._list(row)

    def _list(self, row: Row) -> None:
        """Choose from a list."""
        answers = [value.shown + (f": {value.about}" if value.about else "") for value in row.values]

        def chosen(number: int | None) -> None:
            if number is not None:
                self.choosing.put(row, number)
            self.paint()

        self.app.push_screen(Menu(f"{row.label}?", answers, first=row.at), chosen)

    # Buttons.

    def begin(self) -> None:
        """Begin the match."""
        try:
            found = self.choosing.beginning()
        except CardwrightError as error:
            self.say(sentence(error), is_alert=True)
            return
        remember(self.choosing.kept())
        self._end(found)

    def go_on(self) -> None:
        """Go on with the saved match; of several, with the one that is chosen."""
        self._one_of(
            "Go on with which match?", self.saved, [_saved_words(path) for path in self.saved], Resume
        )

    def look(self) -> None:
        """Look at a finished match."""
        rows = [read_finished(path) for path in self.finished]
        told = [row.head if row.fault else f"{row.head}\n   {row.told}" for row in rows]
        self._one_of("Look at which match?", self.finished, told, LookBack)

    def _one_of(
        self, question: str, paths: Sequence[Path], told: Sequence[str], make: type[Resume] | type[LookBack]
    ) -> None:
        def chosen(number: int | None) -> None:
            if number is not None:
                self._end(make(paths[number]))

        self.app.push_screen(Menu(question, told), chosen)

    def leave(self) -> None:
        """Leave without a match; what was chosen is kept."""
        remember(self.choosing.kept())
        self._end(None)

    def help(self) -> None:
        """What the screen is, and its keys."""
        self.app.push_screen(Pages("\n\n".join([ABOUT, "\n".join(help_lines(self.keys))])))

    def _end(self, chosen: Chosen) -> None:
        assert isinstance(self.app, StartApp)
        self.app.chosen = chosen
        self.app.exit()

    # The mouse.

    def on_panel_picked(self, event: Panel.Picked) -> None:
        """A click does what stands there."""
        self.message.text = ""
        self.call_later(self._pick, event.spot)

    def _pick(self, spot: Spot) -> None:
        if spot.kind == "key":
            row = offered(self.keys, self.app.size.width)[spot.at]
            row.press(row.each[0])
        elif spot.kind == "button":
            self.buttons[spot.at].press("enter")
        else:
            self.panel.cursor = spot.at
            if spot.kind == "row":
                self.enter()
            else:
                self._change("left" if spot.kind == "less" else "right")


def _saved_words(path: Path) -> str:
    """A saved match in a list, without its path."""
    return saves.described(path).removesuffix(str(path)).rstrip()


class StartApp(App[None]):
    """Shows the start screen until something is chosen."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    TITLE = "Cardwright"

    def __init__(self, start: Start) -> None:
        super().__init__()
        self.animation_level = "none"
        self.start = start
        self.chosen: Chosen = None

    def on_mount(self) -> None:
        """Open the screen."""
        signals.obey(self.action_help_quit)
        self.push_screen(self.start)

    async def action_quit(self) -> None:
        """Leave."""
        self.start.leave()

    def action_help_quit(self) -> None:
        """Ctrl-C."""
        self.exit(return_code=130)


def choose(first: str = "", said: str = "") -> tuple[int, Chosen]:
    """Show the start screen, with a game and a message; returns the exit code and what was chosen."""
    app = StartApp(Start(Choosing(recall(), first), said))
    app.run()
    return app.return_code or 0, app.chosen
