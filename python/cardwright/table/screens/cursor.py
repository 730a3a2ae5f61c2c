"""The cursor: the place of the board, the hand, the piles, the buttons or the log that one points at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.hosting.spots import Spot
from cardwright.table.ground import Land, is_home
from cardwright.table.screens.keys import Key
from cardwright.table.screens.navigation import distance

if TYPE_CHECKING:
    from textual.geometry import Region

    from cardwright.table.screens.table import Table


LOG_FURTHER = 60
"""How much further away an entry of the log counts than it lies, in letters."""


class Cursor:
    """Where one points, by keys or with the mouse."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.spot: Spot | None = None
        self.hover: Spot | None = None
        """What the mouse is over."""
        self.front: int | None = None
        """The piece that is looked at, where several stand on the cursor's cell."""
        self._left: Spot | None = None
        """Where the cursor was before it went into the log."""
        self._about: Spot | None = None
        """Where the cursor was before it went to a button that is about that place."""

    def keys(self) -> list[Key]:
        """The keys that move the cursor, and that tell more of its place."""
        ways = "up,down,left,right"
        lines = "pagedown,pageup"
        if self.table.driver.STEPS_BY_ARROWS:
            ways, lines = "up,down,shift+left,shift+right", "right_square_bracket,left_square_bracket"
        is_played = self.table.driver.seat is not None
        further = (
            "to the next thing that can act, or to the next target"
            if is_played
            else "to the next card or piece"
        )
        return [
            Key("move", ways, "move the cursor", by_key=self._go),
            Key("next", "tab,shift+tab", further, by_key=self._next, offer="Tab" * is_played),
            Key("more", lines, "scroll what is told about the cursor's place", by_key=self._scroll),
            *(
                [Key("piece", "full_stop", "the next piece of the cursor's cell", self.next_piece)]
                * self._is_map
            ),
            Key("log", "l", "into the log; Escape leads out of it", self.enter_log, offer="l"),
        ]

    @property
    def _is_map(self) -> bool:
        board = self.table.board_of_game
        return bool(board.grounds) and not self.table.driver.STEPS_BY_ARROWS

    @property
    def is_reading(self) -> bool:
        """Whether it is in the log."""
        return self.spot is not None and self.spot.kind == "event"

    @property
    def place(self) -> Spot | None:
        """The cursor's place; on a button that is about a place, that place."""
        return self._about if self.spot and self.spot.kind == "keyed" else self.spot

    @property
    def pointed(self) -> Spot | None:
        """What is pointed at: by the mouse, else by the cursor."""
        return self.hover or self.spot

    def put(self, spot: Spot | None, front: int | None = None) -> None:
        """Put the cursor on a spot, and in front the piece to look at there."""
        if spot is not None and spot.kind == "event" and self.spot and not self.is_reading:
            self._left = self.spot
        if spot is not None and spot.kind == "keyed" and self.spot and self.spot.kind != "keyed":
            self._about = self.spot
        self.spot, self.front, self.hover = spot, front, None
        self.table.paint()

    def _go(self, key: str) -> None:
        self.go(key.removeprefix("shift+"))

    def go(self, way: str) -> None:
        """Move the cursor to the nearest spot in a direction."""
        entries = self.table.picture.entries
        if self.spot and self.is_reading and way in ("up", "down"):
            at = self.spot.at + (1 if way == "down" else -1)
            if 0 <= at < len(entries):
                self.put(Spot("event", at))
                return
        spots = self.spots()
        if self.spot is None or all(spot != self.spot for _, spot in spots):
            for _, spot in spots[:1]:
                self.put(spot)
            return
        goal = self.next_spot(self.spot, way)
        if goal is not None:
            self.put(goal)

    def spots(self) -> list[tuple[Region, Spot]]:
        """All spots that are seen, with their places."""
        return [found for panel in self.table.parts.panels for found in panel.spots()]

    def next_spot(self, spot: Spot, way: str) -> Spot | None:
        """The nearest spot in a direction: of the same part also one that is scrolled away."""
        near: list[tuple[Region, Spot]] = []
        for panel in self.table.parts.panels:
            spots = panel.spots()
            near += spots if any(found == spot for _, found in spots) else panel.seen_spots()
        here = next((region for region, found in near if found == spot), None)
        if here is None:
            return None
        ahead = [(distance(here, region, way), found) for region, found in near if found != spot]
        # The log lies below everything: buttons that lie aside come before it.
        extra = 0 if spot.kind == "event" else LOG_FURTHER
        reachable = [
            (far + extra * (found.kind == "event"), found) for far, found in ahead if far is not None
        ]
        return min(reachable, key=lambda found: found[0])[1] if reachable else None

    def _next(self, key: str) -> None:
        self.next(1 if key == "tab" else -1)

    def next(self, step: int) -> None:
        """Go to the next thing that can be chosen; where nothing can, to the next card or piece."""
        order = self.table.chooser.order() or self._standing()
        if not order:
            return
        here = [at for at, (spot, _) in enumerate(order) if spot == self.spot]
        exact = [at for at in here if order[at][1] == self.front]
        # From another cell, begin with the first piece.
        begin = exact[0] if exact else here[0] - (step > 0) if here else (-1 if step > 0 else 0)
        self.put(*order[(begin + step) % len(order)])

    def _standing(self) -> list[tuple[Spot, int | None]]:
        """The cards and pieces that are seen."""
        view = self.table.view
        if view is None:
            return []
        standing = {Spot("cell", view.game.cells.index(p.cell)) for p in view.pieces if p.cell}
        return [(s, None) for _, s in self.spots() if s.kind in ("card", "piece") or s in standing]

    def next_piece(self) -> None:
        """Look at the next piece of the cursor's cell."""
        view = self.table.view
        if self.spot is None or self.spot.kind != "cell" or view is None:
            return
        cell = view.game.cells[self.spot.at]
        land = Land(view, self.table.board_of_game)
        order = [p.id for p in view.pieces if p.cell == cell and not is_home(view, land, p)]
        if order:
            at = order.index(self.front) + 1 if self.front in order else int(len(order) > 1)
            self.put(self.spot, order[at % len(order)])

    def _scroll(self, key: str) -> None:
        self.table.parts.detail.scroll_by(3 if key in ("pagedown", "right_square_bracket") else -3)

    def enter_log(self) -> None:
        """Go into the log, to its newest entry."""
        if entries := self.table.picture.entries:
            self.put(Spot("event", len(entries) - 1))

    def leave_log(self) -> None:
        """Go back to where the cursor was before."""
        self.table.parts.log_panel.follow()
        self.put(self._left)
