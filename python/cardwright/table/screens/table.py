"""The table on the whole screen: its parts, a cursor, a chooser, and the driver that makes it go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.screen import Screen

from cardwright.face.view import View
from cardwright.hosting.spots import Spot, zone_of
from cardwright.table import details
from cardwright.table.boards import board_of
from cardwright.table.screens import background, parts
from cardwright.table.screens.chooser import Chooser
from cardwright.table.screens.cursor import Cursor
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.help import help_page
from cardwright.table.screens.keys import Key, by_precedence, offered, pressed
from cardwright.table.screens.parts import Parts
from cardwright.table.screens.picture import NOTHING, Picture
from cardwright.table.widgets.cleaned import Input
from cardwright.table.widgets.lines import SeekPanel
from cardwright.table.widgets.panel import Panel

if TYPE_CHECKING:
    from cardwright.table.drivers import Driver


class Table(Screen[None]):
    """Shows what its driver gives it; keys and mouse move the cursor, choose, or are the driver's."""

    CSS = parts.CSS

    AUTO_FOCUS = ""  # keys go to the table; the line is focused only while something is typed

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self.driver = driver
        self.game = driver.match.game
        self.board_of_game = board_of(self.game)
        self.picture: Picture = NOTHING
        self.shows_territory = False
        """Whether the cells that belong to the seat are marked."""
        self.parts = Parts(self.game, self.board_of_game)
        self.cursor = Cursor(self)
        driver.table = self
        self.chooser = Chooser(self, self.cursor)
        self.rows, self.listed = self._rows()
        """All keys of this table, nothing else is bound: as they take precedence, and as they are listed."""
        self._bindings = BindingsMap()
        for key in dict.fromkeys(key for row in self.rows for key in row.each):
            # With Ctrl one leaves from wherever one is, also while something is typed.
            self._bindings.bind(key, f"press('{key}')", show=False, priority=key.startswith("ctrl+"))
        self._offered: list[Key] = []
        """The keys of the last line as it is shown."""
        self._pressed: object = None
        """The key or button that was pressed last."""

    def _rows(self) -> tuple[list[Key], list[Key]]:
        driver, is_map = self.driver, bool(self.board_of_game.territory)
        own = [
            *(
                [Key("yours", "i", "mark the cells that are yours (=), or no longer", self._mark_territory)]
                * is_map
            ),
            *(
                [Key("details", "i", "all about the cursor's place, on a page", self._open_details)]
                * (not is_map)
            ),
            Key("step back", "escape", "step back; so does a right click", self.back),
            Key("leave", "q,ctrl+q", driver.LEAVING, driver.leave, offer="q"),
            Key("interrupt", "ctrl+c", "leave at once", driver.interrupt),
            Key("help", "question_mark,f1", "this page", self.show_help, offer="?"),
        ]
        groups = driver.keys(), self.chooser.keys(), self.cursor.keys(), own
        rows = by_precedence(*groups)
        # A player looks for what can be chosen first, an onlooker for how the match goes on.
        first, *others = groups
        order = groups if driver.seat is None else (*others[:2], first, own)
        return rows, [row for group in order for row in group if row in rows]

    def row(self, name: str) -> Key | None:
        """The key of a name."""
        return next((row for row in self.rows if row.name == name), None)

    def compose(self) -> ComposeResult:
        """The parts from above to below."""
        return self.parts.compose()

    @property
    def view(self) -> View | None:
        """The position that is shown."""
        return self.picture.view

    def in_background(self, work: Callable[[], Callable[[], object]]) -> None:
        """Do something in a thread; what it returns is run at the table."""
        background.in_background(self, work)

    # Showing.

    def on_mount(self) -> None:
        """Everything is in place."""
        self.give_room()
        self.driver.begin()

    def on_resize(self, event: events.Resize) -> None:
        """The window has another size: nothing is lost, whatever it is."""
        self.give_room()
        self.paint()

    def give_room(self) -> None:
        """Give every part its room."""
        self.parts.header.text = self.driver.who(self.app.size.width - 2)
        self.parts.give_room(*self.app.size, len(self.view.foes) if self.view else 1)

    def show(self, picture: Picture) -> None:
        """Show another position; the cursor stays where it is if that is still there."""
        self.picture = picture
        self.parts.log_panel.fresh = picture.fresh
        self.chooser.settle()
        if not self.cursor.is_reading:
            self.parts.log_panel.follow()
        self.paint()

    def paint(self) -> None:
        """Draw everything for the present position, cursor and marks."""
        view, picture, shown = self.view, self.picture, self.parts
        if view is None or not self.is_mounted:
            return
        marks = self.chooser.marks()
        for panel in (shown.board, shown.hand, shown.above, shown.below, shown.offer_panel):
            panel.marks = marks
        shown.board.view = shown.hand.view = shown.above.view = shown.below.view = view
        shown.board.bottom = picture.bottom
        shown.board.shows_territory = self.shows_territory or self.chooser.is_placing
        shown.above.seats = [seat.seat for seat in reversed(view.seats) if seat.seat != picture.bottom]
        shown.below.seats = [picture.bottom]
        shown.hand.hands = picture.hands
        shown.hand.playable = self.chooser.playable()
        shown.offer_panel.offer = self.chooser.offer
        shown.log_panel.entries = picture.entries
        cursor = self.cursor.spot
        shown.log_panel.cursor = cursor.at if cursor and cursor.kind == "event" else None
        self._lay_buttons()
        self.give_room()
        self.describe()
        shown.redraw()

    def _lay_buttons(self) -> None:
        buttons = self.parts.buttons
        controls = [(label, Spot("control", n)) for n, (label, _) in enumerate(self.driver.controls())]
        laid = [*controls, *self.chooser.buttons()]
        buttons.labels = [label for label, _ in laid]
        buttons.places = [spot for _, spot in laid]
        source = self.chooser.selection.source
        buttons.chosen = buttons.number_of(source) if source else None
        buttons.cursor = buttons.number_of(self.cursor.spot) if self.cursor.spot else None
        self._offered = offered(self.listed, max(self.app.size.width, parts.LEAST.width))
        self.parts.keys.labels = [row.offered for row in self._offered]

    def describe(self) -> None:
        """Show the details of the spot under the mouse or cursor, unless the driver has other lines."""
        detail = self.parts.detail
        spot, width = self.cursor.pointed, max(detail.size.width, 30)
        lines = [] if self.cursor.hover else self.driver.told_aside(width)
        if not lines and spot and self.view:
            lines = self.chooser.about(spot, width)
        self.tell(lines)

    def tell(self, lines: list[str]) -> None:
        """Show lines in the details."""
        detail = self.parts.detail
        if lines != detail.lines:
            detail.lines = lines
            detail.top = 0
        detail.redraw()

    def say(self, text: str, *, is_alert: bool = False) -> None:
        """Show a message. A question that is no longer seen is not answered."""
        self.chooser.forget_question()
        message = self.parts.message
        message.text, message.is_alert = text, is_alert
        self.driver.said()
        if self.is_mounted:
            self.give_room()
            message.redraw()

    def about(self, spot: Spot, width: int) -> list[str]:
        """All about a spot."""
        view = self.view
        assert view is not None
        match spot.kind:
            case "cell":
                return details.about_cell(view, view.game.cells[spot.at], width, self.chooser.front_of(spot))
            case "piece":
                pieces = [piece for piece in view.pieces if piece.id == spot.at]
                return [line for piece in pieces for line in details.about_piece(view, piece, width)]
            case "card":
                cards = [card for hand in self.picture.hands for card in hand.cards]
                return details.about_card(view, cards[spot.at], width) if spot.at < len(cards) else []
            case "pile":
                return details.about_pile(view, *zone_of(view.game, spot), width)
            case "event" if spot.at < len(self.picture.entries):
                return details.about_entry(view, self.picture.entries[spot.at], width)
            case _:
                return []

    # Keys.

    def action_press(self, key: str) -> None:
        """A key was pressed."""
        if row := pressed(self.rows, key):
            row.press(key)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A table that cannot be seen can only be left: no key may play or give up unseen."""
        if not self.parts.is_small or action != "press":
            return True
        row = pressed(self.rows, str(parameters[0]))
        return row is not None and row.name in ("leave", "interrupt")

    def on_key(self, event: events.Key) -> None:
        """A key opens the line, and what follows is typed there, also if all comes in one burst."""
        if self.parts.is_small:
            return
        if event.key != self._pressed:  # only the same key answers a question that asks for it twice
            self.chooser.forget_question()
        self._pressed = event.key
        typing = next((row for row in self.rows if row.opens_line), None)
        if self.parts.is_typing and event.is_printable and event.character:
            self.parts.line.insert_text_at_cursor(event.character)
            event.stop()
        elif not self.parts.is_typing and typing and event.key in typing.each:
            typing.press(event.key)
            event.stop()

    def back(self) -> None:
        """Close the line, leave the log, take back the last choice, or say again what can be done."""
        if self.parts.is_typing:
            self.stop_typing()
        elif self.cursor.is_reading:
            self.cursor.leave_log()
        elif not self.chooser.back():
            self.driver.invite()

    def _open_details(self) -> None:
        """Read all about the cursor's place, which the details have little room for."""
        if lines := self.chooser.about(self.cursor.spot, 74) if self.cursor.spot and self.view else []:
            self.read("\n".join(lines))

    def _mark_territory(self) -> None:
        """Mark the cells that belong to the seat, or no longer."""
        self.shows_territory = not self.shows_territory
        self.paint()

    # Pointing and picking.

    def on_panel_pointed(self, event: Panel.Pointed) -> None:
        """The mouse shows what is under it."""
        self.cursor.hover = event.spot
        self.describe()
        if self.game.catalogue.has_patterns:  # the board shows what the card under the mouse lacks
            self.parts.board.marks = self.chooser.marks()
            self.parts.board.redraw()

    def on_panel_picked(self, event: Panel.Picked) -> None:
        """A click puts the cursor there and picks."""
        spot = event.spot
        if spot != self._pressed:
            self.chooser.forget_question()
        self._pressed = spot
        if spot.kind == "key":
            if spot.at < len(self._offered):
                row = self._offered[spot.at]
                self.call_later(row.press, row.each[0])
        elif not self.driver.has_just_changed(spot):
            self.cursor.put(spot)
            self.pick(spot)

    def on_panel_cancelled(self) -> None:
        """A click with the other button steps back."""
        self.back()

    def on_seek_panel_sought(self, event: SeekPanel.Sought) -> None:
        """A place of the bar was clicked."""
        self.driver.seek(event.ply)

    def pick(self, spot: Spot) -> None:
        """Do what a spot offers: a button of the driver, or a choice."""
        if spot.kind == "control":
            if row := self.row(self.driver.controls()[spot.at][1]):
                row.press(row.each[0])
        else:
            self.chooser.pick(spot)

    # Typing and reading.

    def start_typing(self, prompt: str) -> None:
        """Open the line."""
        line = self.parts.line
        line.placeholder = prompt
        line.value = ""
        self.parts.is_typing = True
        self.give_room()
        self.set_focus(line, scroll_visible=False)

    def stop_typing(self) -> None:
        """Close the line."""
        self.parts.is_typing = False
        self.set_focus(None)
        self.give_room()
        self.driver.typed()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        self.stop_typing()
        self.driver.submit(event.value.strip())

    def read(self, text: str, *, is_markdown: bool = False) -> None:
        """Show a text to read; time waits meanwhile."""
        go_on = self.driver.hold()

        def closed(_: None) -> None:
            go_on()

        self.app.push_screen(Pages(text, is_markdown=is_markdown), closed)

    def show_help(self) -> None:
        """What the game is about, and what the keys and symbols mean."""
        self.read(self.help())

    def help(self) -> str:
        """The text of the help."""
        return help_page(self)
