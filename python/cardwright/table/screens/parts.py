"""The parts of the table from above to below, and the room that each is given."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from cardwright.face.library import Game
from cardwright.hosting.layout import Size
from cardwright.table import terminal
from cardwright.table.boards import Board
from cardwright.table.screens.room import LOWER, board_room
from cardwright.table.widgets.board import BoardPanel
from cardwright.table.widgets.cleaned import Input, Static
from cardwright.table.widgets.hand import HandPanel
from cardwright.table.widgets.lines import (
    WORTH_LINES,
    ButtonPanel,
    DetailPanel,
    HeaderPanel,
    MessagePanel,
    SeekPanel,
    WorthPanel,
)
from cardwright.table.widgets.log import LogPanel
from cardwright.table.widgets.offer import OfferPanel
from cardwright.table.widgets.panel import Panel
from cardwright.table.widgets.seats import SeatPanel

LEAST = Size(*terminal.LEAST)
"""The smallest terminal the table works in."""

LOG = 4
"""Lines that the log keeps beside the line about who plays."""

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


class Parts:
    """The widgets of the table."""

    def __init__(self, game: Game, board: Board) -> None:
        self.layout = board.layout
        self.seat_lines = board.seat_lines
        self.above = SeatPanel(board, id="above")
        self.below = SeatPanel(board, id="below")
        self.board = BoardPanel(board, id="board")
        self.hand = HandPanel(id="hand")
        self.offer_panel = OfferPanel(game, id="offer")
        self.buttons = ButtonPanel("action", id="buttons")
        self.message = MessagePanel(id="message")
        self.log_panel = LogPanel(id="log")
        self.detail = DetailPanel(id="detail")
        self.keys = ButtonPanel("key", is_framed=False, id="keys")
        self.header = HeaderPanel(id="header")
        self.seek = SeekPanel(id="seek")
        self.worth = WorthPanel(self.seek, id="worth")
        self.line = Input(id="line", compact=True, select_on_focus=False)
        self.small = Static("", id="small")
        for hidden in (self.line, self.small, self.header, self.seek, self.worth, self.offer_panel):
            hidden.display = False
        self.middle = Horizontal(id="middle")
        self.lower = Horizontal(id="lower")
        self.aside = Vertical(id="aside")
        self.is_wide = self.layout is not None and self.layout.is_wide
        """Whether the hand lies below the board."""
        self.is_small = False
        """Whether the window has no room for the table."""
        self.is_typing = False
        self.is_seeking = False
        """Whether there is a bar to seek in."""

    def compose(self) -> ComposeResult:
        """The parts from above to below."""
        yield self.header
        yield self.above
        with self.middle:
            yield self.board
            if not self.is_wide:
                yield self.offer_panel
                yield self.hand
        yield self.below
        yield self.buttons
        yield self.message
        yield self.line
        with self.lower:
            if self.is_wide:
                yield self.offer_panel
                yield self.hand
                with self.aside:
                    yield self.detail
                    yield self.log_panel
            else:
                yield self.log_panel
                yield self.detail
        yield self.worth
        yield self.seek
        yield self.keys
        yield self.small

    @property
    def panels(self) -> tuple[Panel, ...]:
        """The parts that have spots, in the order of Tab."""
        return (
            *(self.board, self.offer_panel, self.hand, self.buttons),
            *(self.above, self.below, self.log_panel),
        )

    def redraw(self) -> None:
        """Draw every part for what it was given."""
        for part in (*self.panels, self.message, self.keys, self.header, self.seek, self.worth):
            part.redraw()

    def give_room(self, width: int, height: int, foes: int) -> None:
        """Give every part its room in a window, with a line for each foe."""
        self.is_small = width < LEAST.width or height < LEAST.height
        if self.is_small:
            self.small.update(
                f"The table needs {LEAST.width} x {LEAST.height},\nthis window has {width} x {height}.\n"
                "Make it larger: nothing is lost.\n(q leaves)"
            )
        offer = self.offer_panel.offer
        is_offered = offer is not None
        # Below a wide board there is room for a few cards; an opening hand takes the board's place.
        is_covered = offer is not None and not (self.is_wide and offer.ticked is None)
        for part in (self.above, self.below, self.buttons, self.lower, self.keys):
            _show(part, not self.is_small)
        _show(self.middle, not self.is_small and not (is_covered and self.is_wide))
        _show(self.small, self.is_small)
        _show(self.line, self.is_typing and not self.is_small)
        if self.is_typing and not self.is_small and not self.line.has_focus:
            self.line.focus()
        _show(self.message, not self.is_typing and not self.is_small)
        _show(self.seek, self.is_seeking and not self.is_small)
        _show(self.offer_panel, is_offered)
        _show(self.board, not is_covered)
        _show(self.hand, not is_offered)
        lines = self.buttons.lines_for(width)
        above, below = foes * self.seat_lines, self.seat_lines
        for panel, needed in ((self.above, above), (self.below, below), (self.buttons, lines)):
            _set_height(panel, needed)
        # A longer message takes its lines from the log alone, so that the board does not jump.
        _set_height(self.message, self.message.lines_for(width))
        hill = WORTH_LINES * bool(self.is_seeking and self.worth.course)
        _show(self.worth, bool(hill) and not self.is_small)
        _set_height(self.worth, hill)
        room = height - 2 - above - below - lines - int(self.is_seeking) - hill
        middle = room - max(LOWER, room // 3)
        if self.layout is not None and not is_covered:
            wide, middle = board_room(self.layout, width, room)
            if self.board.styles.width is None or self.board.styles.width.value != wide:
                self.board.styles.width = wide
        elif not is_covered:
            self.board.styles.width = "2fr"
        _set_height(self.middle, middle)
        # So does the line about who plays; where the log has none to spare, the help tells it. It stays or is
        # gone whatever lies on the table, because what is below it must not jump.
        usual = room + lines - 1
        middle = usual - max(LOWER, usual // 3)
        if self.layout is not None:
            middle = board_room(self.layout, width, usual)[1]
        _show(self.header, bool(self.header.text) and not self.is_small and usual - middle > LOG)


def _show(widget: Widget, is_shown: bool) -> None:
    if widget.display != is_shown:
        widget.display = is_shown


def _set_height(widget: Widget, lines: int) -> None:
    height = widget.styles.height
    if height is None or height.value != lines or not height.is_cells:
        widget.styles.height = lines
