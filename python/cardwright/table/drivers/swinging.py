"""The worth of a replayed match: its course for the seat that is shown, and the swings that keys lead to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.hosting.chronicle import Reader
from cardwright.hosting.worth import Swing, is_decided, swing_lines, swings, worths

if TYPE_CHECKING:
    from cardwright.face.match import Match


class Swinging:
    """What the positions of a match were worth to the seat that is shown; to seat 0 where all are shown.

    A seat's course comes from its own views, so it tells no more than they do. Where all are shown although
    the match is not over, there is none.
    """

    def __init__(self, match: Match, *, is_over: bool) -> None:
        self.match = match
        self.is_over = is_over
        self._courses: dict[int, list[float]] = {}

    def seat_of(self, reader: Reader) -> int | None:
        """Whose worth is shown to a reader; None for nobody's."""
        if isinstance(reader, int):
            return reader
        return 0 if self.is_over else None

    def course(self, reader: Reader) -> Sequence[float]:
        """The worth of the opening and of the position after every action."""
        seat = self.seat_of(reader)
        if seat is None:
            return ()
        if seat not in self._courses:
            self._courses[seat] = worths(self.match, seat)
        return self._courses[seat]

    def swings(self, reader: Reader) -> list[Swing]:
        """The largest swings, in the order of the match."""
        return swings(self.course(reader))

    def next(self, reader: Reader, ply: int, way: int) -> int | None:
        """The action of the next swing (1) or of the one before (-1)."""
        plies = [swing.ply for swing in self.swings(reader)]
        if way > 0:
            return next((one for one in plies if one > ply), None)
        return next((one for one in reversed(plies) if one < ply), None)

    def told(self, reader: Reader, ply: int) -> str:
        """What a position is worth, and how much that changed if the action was a swing; may be empty."""
        seat, course = self.seat_of(reader), self.course(reader)
        if seat is None or is_decided(course[ply]):
            return ""
        found = self.swings(reader)
        for number, swing in enumerate(found, 1):
            if swing.ply == ply:
                change = f"{swing.by:+.1f} for seat {seat}, now {swing.after:+.1f}"
                return f"Swing {number} of {len(found)}: {change}."
        return f"Worth {course[ply]:+.1f} to seat {seat}."

    def lines(self, reader: Reader) -> list[str]:
        """The swings in words."""
        seat = self.seat_of(reader)
        return [] if seat is None else swing_lines(self.match, self.course(reader), reader, seat)
