"""The table that playing, watching and replaying share: its parts, the cursor, what is pointed at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.widget import Widget

from cardwright.hosting.chronicle import Entry
from cardwright.hosting.layout import Size
from cardwright.hosting.spots import Spot, zone_of
from cardwright.library import Game
from cardwright.table import details, terminal
from cardwright.table.boards import board_of
from cardwright.table.drawing import Mark
from cardwright.table.ground import Land, by_rank, is_home
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.errands import Errands
from cardwright.table.screens.navigation import distance
from cardwright.table.screens.room import LOWER, board_room
from cardwright.table.widgets.board import BoardPanel
from cardwright.table.widgets.cleaned import Input, Static
from cardwright.table.widgets.hand import Hand, HandPanel
from cardwright.table.widgets.lines import ButtonPanel, DetailPanel, MessagePanel, SeekPanel
from cardwright.table.widgets.log import LogPanel
from cardwright.table.widgets.offer import Offer, OfferPanel
from cardwright.table.widgets.panel import Panel
from cardwright.table.widgets.seats import SeatPanel
from cardwright.view import View

LEAST = Size(*terminal.LEAST)
"""The smallest terminal the table works in."""

Key = tuple[str, str, str]
"""A key of the last line: the key, its word, and the action it runs."""


class Table(Errands):
    """Shows one position and lets it be looked at; what can be done with it is up to a subclass."""

    CSS = """
    Table { layout: vertical; background: $background; }
    #middle, #lower { width: 100%; }
    #lower { height: 1fr; }
    #board { width: 56; height: 100%; }
    #hand { width: 1fr; height: 100%; margin-left: 0; }
    #offer { width: 1fr; height: 100%; }
    #log, #detail { width: 1fr; height: 100%; }
    #detail { margin-left: 1; }
    #aside { width: 1fr; height: 100%; margin-left: 1; }
    #aside > #detail { width: 100%; height: 5fr; margin-left: 0; }
    #aside > #log { width: 100%; height: 4fr; }
    #line { height: 1; border: none; padding: 0; }
    #small { width: 100%; height: 100%; content-align: center middle; text-align: center; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go('up')", show=False),
        Binding("down", "go('down')", show=False),
        Binding("left", "go('left')", show=False),
        Binding("right", "go('right')", show=False),
        Binding("pagedown", "more(3)", show=False),
        Binding("pageup", "more(-3)", show=False),
        Binding("l", "log", "Log", show=False),
        Binding("i", "claim", show=False),
        Binding("question_mark,f1", "help", "Help", show=False),
        Binding("q", "leave", "Leave", show=False),
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("escape", "back", "Back", show=False),
    ]

    AUTO_FOCUS = ""  # keys go to the table; the line is focused only while something is typed

    TYPING: ClassVar[frozenset[str]] = frozenset({"slash", "colon"})
    """The keys that open the line."""

    KEYS: ClassVar[tuple[Key, ...]] = ()
    HELP = ""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.board_of_game = board_of(game)
        self.view: View | None = None
        self.bottom = 0
        self.hands: Sequence[Hand] = ()
        self.entries: Sequence[Entry] = ()
        self.offer: Offer | None = None
        self.cursor: Spot | None = None
        self.hover: Spot | None = None
        self.front: int | None = None
        """The piece that is looked at, where several stand on the cursor's cell."""
        self.shows_claim = False
        """Whether it is asked for that the cells that belong to the seat are marked."""
        self.left_from: Spot | None = None
        """Where the cursor was before it went into the log."""
        self.above = SeatPanel(self.board_of_game, id="above")
        self.below = SeatPanel(self.board_of_game, id="below")
        self.board = BoardPanel(self.board_of_game, id="board")
        self.hand = HandPanel(id="hand")
        self.offer_panel = OfferPanel(game, id="offer")
        self.deeds = ButtonPanel("deed", id="deeds")
        self.message = MessagePanel(id="message")
        self.log_panel = LogPanel(id="log")
        self.detail = DetailPanel(id="detail")
        self.keys = ButtonPanel("key", is_framed=False, id="keys")
        self.seek = SeekPanel(id="seek")
        self.line = Input(id="line", compact=True, select_on_focus=False)
        self.small = Static("", id="small")
        for hidden in (self.line, self.small, self.seek, self.offer_panel):
            hidden.display = False
        self.middle = Horizontal(id="middle")
        self.lower = Horizontal(id="lower")
        self.aside = Vertical(id="aside")
        layout = self.board_of_game.layout
        self.is_wide = layout is not None and layout.is_wide
        """Whether the hand lies below the board."""
        self.is_small = False
        self.is_typing = False
        self.is_seeking = False

    def compose(self) -> ComposeResult:
        """The parts from above to below."""
        yield self.above
        with self.middle:
            yield self.board
            yield self.offer_panel
            if not self.is_wide:
                yield self.hand
        yield self.below
        yield self.deeds
        yield self.message
        yield self.line
        with self.lower:
            if self.is_wide:
                yield self.hand
                with self.aside:
                    yield self.detail
                    yield self.log_panel
            else:
                yield self.log_panel
                yield self.detail
        yield self.seek
        yield self.keys
        yield self.small

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The parts that have spots, in the order of Tab."""
        return (self.board, self.offer_panel, self.hand, self.deeds, self.above, self.below, self.log_panel)

    # Showing.

    def on_mount(self) -> None:
        """Everything is in place."""
        self.keys.labels = [f"{key} {word}" for key, word, _ in self.KEYS]
        self.give_room()

    def on_resize(self, event: events.Resize) -> None:
        """The window has another size: nothing is lost, whatever it is."""
        self.give_room()
        self.paint()

    def give_room(self) -> None:
        """Give every part its room."""
        width, height = self.app.size
        self.is_small = width < LEAST.width or height < LEAST.height
        if self.is_small:
            self.small.update(
                f"The table needs {LEAST.width} x {LEAST.height},\nthis window has {width} x {height}.\n"
                "Make it larger: nothing is lost.\n(q leaves)"
            )
        for part in (self.above, self.middle, self.below, self.deeds, self.lower, self.keys):
            _show(part, not self.is_small)
        _show(self.small, self.is_small)
        _show(self.line, self.is_typing and not self.is_small)
        if self.is_typing and not self.is_small and not self.line.has_focus:
            self.line.focus()
        _show(self.message, not self.is_typing and not self.is_small)
        _show(self.seek, self.is_seeking and not self.is_small)
        _show(self.offer_panel, self.offer is not None)
        _show(self.board, self.offer is None)
        _show(self.hand, self.offer is None)
        seats = len(self.view.foes) if self.view else 1
        heights = {
            self.above: seats,
            self.deeds: self.deeds.lines_for(width),
            self.message: self.message.lines_for(width),
        }
        for panel, lines in heights.items():
            _set_height(panel, lines)
        room = height - 2 - sum(heights.values()) - int(self.is_seeking)
        layout = self.board_of_game.layout
        middle = room - max(LOWER, room // 3)
        if layout is not None and self.offer is None:
            wide, middle = board_room(layout, width, room)
            if self.board.styles.width is None or self.board.styles.width.value != wide:
                self.board.styles.width = wide
        elif self.offer is None:
            self.board.styles.width = "2fr"
        _set_height(self.middle, middle)

    def paint(self) -> None:
        """Draw everything for the present position, cursor and marks."""
        if self.view is None or not self.is_mounted:
            return
        marks = self.marks()
        for panel in (self.board, self.hand, self.above, self.below, self.offer_panel):
            panel.marks = marks
        self.board.view = self.hand.view = self.above.view = self.below.view = self.view
        self.board.bottom = self.bottom
        self.board.shows_claim = self.is_claim_shown()
        self.above.seats = [seat.seat for seat in reversed(self.view.seats) if seat.seat != self.bottom]
        self.below.seats = [self.bottom]
        self.hand.hands = self.hands
        self.hand.playable = self.playable()
        self.offer_panel.offer = self.offer
        self.log_panel.entries = self.entries
        cursor = self.cursor
        self.log_panel.cursor = cursor.at if cursor and cursor.kind == "event" else None
        self.deeds.cursor = self.deeds.number_of(cursor) if cursor else None
        self.give_room()
        self.describe()
        for part in (*self.panels, self.message, self.keys, self.seek):
            part.redraw()

    def describe(self) -> None:
        """Tell all about what the mouse or the cursor is over."""
        spot = self.hover or self.cursor
        lines = self.about(spot, max(self.detail.size.width, 30)) if spot and self.view else []
        if lines != self.detail.lines:
            self.detail.lines = lines
            self.detail.top = 0
        self.detail.redraw()

    def say(self, text: str, *, is_alert: bool = False) -> None:
        """Show a message."""
        self.message.text, self.message.is_alert = text, is_alert
        if self.is_mounted:
            self.give_room()
            self.message.redraw()

    def marks(self) -> dict[Spot, Mark]:
        """The marks of cursor, targets and news."""
        return {self.cursor: Mark(is_cursor=True)} if self.cursor else {}

    def is_claim_shown(self) -> bool:
        """Whether the cells that belong to the seat are marked now."""
        return self.shows_claim

    def playable(self) -> frozenset[Spot]:
        """The cards that can be played."""
        return frozenset()

    def about(self, spot: Spot, width: int) -> list[str]:
        """All about a spot."""
        assert self.view is not None
        match spot.kind:
            case "cell":
                return details.about_cell(
                    self.view, self.view.game.cells[spot.at], width, self.front_of(spot)
                )
            case "piece":
                pieces = [piece for piece in self.view.pieces if piece.id == spot.at]
                return [line for piece in pieces for line in details.about_piece(self.view, piece, width)]
            case "card":
                cards = [card for hand in self.hands for card in hand.cards]
                return details.about_card(self.view, cards[spot.at], width) if spot.at < len(cards) else []
            case "pile":
                return details.about_pile(self.view, *zone_of(self.view.game, spot), width)
            case "event" if spot.at < len(self.entries):
                return details.about_entry(self.view, self.entries[spot.at], width)
            case _:
                return []

    def front_of(self, spot: Spot) -> int | None:
        """The piece to show first at a spot: the one that is looked at."""
        return self.front if spot == self.cursor else None

    # The cursor.

    def spots(self) -> list[tuple[Region, Spot]]:
        """All spots that are seen, with their places."""
        return [found for panel in self.panels for found in panel.spots()]

    def set_cursor(self, spot: Spot | None, front: int | None = None) -> None:
        """Put the cursor on a spot, and in front the piece to look at there."""
        self.cursor = spot
        self.front = front
        self.hover = None
        self.paint()

    def action_go(self, way: str) -> None:
        """Move the cursor to the nearest spot in a direction."""
        if self.cursor and self.cursor.kind == "event" and way in ("up", "down"):
            at = self.cursor.at + (1 if way == "down" else -1)
            if 0 <= at < len(self.entries):
                self.set_cursor(Spot("event", at))
                return
        if self.cursor is None or all(spot != self.cursor for _, spot in self.spots()):
            for _, spot in self.spots()[:1]:
                self.set_cursor(spot)
            return
        goal = self.next_spot(self.cursor, way)
        if goal is not None:
            if goal.kind == "event" and self.cursor.kind != "event":
                self.left_from = self.cursor
            self.set_cursor(goal)

    def next_spot(self, spot: Spot, way: str) -> Spot | None:
        """The nearest spot in a direction: of the same part also one that is scrolled away."""
        near: list[tuple[Region, Spot]] = []
        for panel in self.panels:
            spots = panel.spots()
            near += spots if any(found == spot for _, found in spots) else panel.seen_spots()
        here = next((region for region, found in near if found == spot), None)
        if here is None:
            return None
        ahead = [(distance(here, region, way), found) for region, found in near if found != spot]
        reachable = [(far, found) for far, found in ahead if far is not None]
        return min(reachable, key=lambda found: found[0])[1] if reachable else None

    def action_piece(self) -> None:
        """Look at the next piece of the cursor's cell."""
        if self.cursor is None or self.cursor.kind != "cell" or self.view is None:
            return
        cell = self.view.game.cells[self.cursor.at]
        land = Land(self.view, self.board_of_game)
        found = [p for p in self.view.pieces if p.cell == cell and not is_home(self.view, land, p)]
        order = [piece.id for piece in by_rank(self.view, found)]
        if order:
            at = order.index(self.front) + 1 if self.front in order else int(len(order) > 1)
            self.set_cursor(self.cursor, order[at % len(order)])

    def action_claim(self) -> None:
        """Mark the cells that belong to the seat, or no longer."""
        if self.board_of_game.claim:
            self.shows_claim = not self.shows_claim
            self.paint()

    def action_log(self) -> None:
        """Go into the log, to its newest entry."""
        if self.entries:
            if self.cursor and self.cursor.kind != "event":
                self.left_from = self.cursor
            self.set_cursor(Spot("event", len(self.entries) - 1))

    def action_more(self, lines: int) -> None:
        """Scroll the details."""
        self.detail.scroll_by(lines)

    def action_back(self) -> None:
        """Step back."""
        if self.is_typing:
            self.stop_typing()
        elif self.cursor and self.cursor.kind == "event":
            self.log_panel.follow()
            self.set_cursor(self.left_from)

    def action_help(self) -> None:
        """What the keys and signs mean."""
        self.app.push_screen(Pages(self.help()))

    def help(self) -> str:
        """The text of the help."""
        return self.HELP

    def action_leave(self) -> None:
        """Go."""
        self.app.exit()

    def action_interrupt(self) -> None:
        """Go at once."""
        self.app.exit(return_code=130)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A table that cannot be seen can only be left: no key may play or give up unseen."""
        return not self.is_small or action in ("leave", "interrupt")

    # Pointing and picking.

    def on_panel_pointed(self, event: Panel.Pointed) -> None:
        """The mouse shows what is under it."""
        self.hover = event.spot
        self.describe()

    def on_panel_picked(self, event: Panel.Picked) -> None:
        """A click puts the cursor there and picks."""
        if event.spot.kind == "key":
            self.run_key(event.spot.at)
            return
        if event.spot.kind == "event" and self.cursor and self.cursor.kind != "event":
            self.left_from = self.cursor
        self.set_cursor(event.spot)
        self.pick(event.spot)

    def on_panel_cancelled(self) -> None:
        """A click with the other button steps back."""
        self.action_back()

    def run_key(self, number: int) -> None:
        """A key of the last line was clicked."""
        self.call_later(self.run_action, f"screen.{self.KEYS[number][2]}")

    def pick(self, spot: Spot) -> None:
        """Do what a spot offers."""

    # Typing.

    def on_key(self, event: events.Key) -> None:
        """A key opens the line, and what follows belongs to it, also where all comes in one burst."""
        if self.is_small:
            return
        if self.is_typing and event.is_printable and event.character:
            self.line.insert_text_at_cursor(event.character)
            event.stop()
        elif not self.is_typing and event.key in self.TYPING:
            self.action_type()
            event.stop()

    def action_type(self) -> None:
        """Open the line and say what can be typed."""

    def start_typing(self, prompt: str) -> None:
        """Open the line."""
        self.line.placeholder = prompt
        self.line.value = ""
        self.is_typing = True
        self.give_room()
        self.set_focus(self.line, scroll_visible=False)

    def stop_typing(self) -> None:
        """Close the line."""
        self.is_typing = False
        self.set_focus(None)
        self.give_room()


def _show(widget: Widget, is_shown: bool) -> None:
    if widget.display != is_shown:
        widget.display = is_shown


def _set_height(widget: Widget, lines: int) -> None:
    height = widget.styles.height
    if height is None or height.value != lines or not height.is_cells:
        widget.styles.height = lines
