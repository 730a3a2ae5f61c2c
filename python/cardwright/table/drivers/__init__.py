"""Drivers: they know whose turn it is, let time go on, and have the keys for that.

A table has one driver. It gives the table pictures to show and takes the actions that were chosen there;
each file has one, for turns, for a clock, for watching and for replaying.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from cardwright.face.actions import Action
from cardwright.face.match import Match
from cardwright.hosting.casting import Cast, cast_of
from cardwright.hosting.spots import Spot
from cardwright.table.casting import ENOUGH, cast_line
from cardwright.table.screens.keys import Key
from cardwright.table.wishes import Wish

if TYPE_CHECKING:
    from cardwright.table.screens.table import Table

TICK = 0.05
"""Seconds between two looks at the clock of a timed match."""

LOOKS = 4
"""Ticks between two pictures, if nothing happens."""


class Driver:
    """The methods of every driver; one that only shows a match needs `keys` and `begin`."""

    STEPS_BY_ARROWS: ClassVar[bool] = False
    """Whether the left and right keys go from action to action, so that the cursor has others."""

    LEAVING: ClassVar[str] = "leave"
    """What leaving means for the match, for the help."""

    def __init__(self, match: Match, notes: Mapping[str, str], seat: int | None = None) -> None:
        self.match = match
        self.notes = notes
        """What the table notes of the match beside its actions."""
        self.seat = seat
        """Who sits in front of the screen; None where nobody plays."""
        self.farewell = ""
        """What is said after the table has been closed."""
        self.wish = Wish.LEAVE
        """What is wanted after the table has been closed."""
        self.table: Table
        """The table that is driven."""

    def person(self) -> int:
        """Who sits in front of the screen."""
        assert self.seat is not None
        return self.seat

    @cached_property
    def cast(self) -> Cast:
        """Who plays what."""
        return cast_of(self.match, self.notes)

    def who(self, width: int = ENOUGH) -> str:
        """Who plays what, on a line."""
        return cast_line(self.match.game, self.cast, self.seat, width)

    def keys(self) -> list[Key]:
        """The keys of this driver."""
        raise NotImplementedError

    def controls(self) -> Sequence[tuple[str, str]]:
        """The driver's buttons: what stands on each, and the name of the key that it presses."""
        return ()

    def begin(self) -> None:
        """The table is on the screen."""
        raise NotImplementedError

    def play(self, action: Action | str) -> None:
        """Somebody at the table has chosen an action."""
        raise NotImplementedError

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen now; says so."""
        return True

    def invite(self) -> None:
        """Say what can be done now, or how the match ended."""

    def said(self) -> None:
        """A message was shown."""

    def has_just_changed(self, spot: Spot) -> bool:
        """Whether the spot changed so recently that a click may be meant for something else; says so."""
        return False

    def told_aside(self, width: int) -> list[str]:
        """Lines to show instead of the details of the cursor's place; may be empty."""
        return []

    def further_help(self) -> list[str]:
        """The help beside the keys: the symbols of the table, what can be typed."""
        return []

    def seek(self, ply: int) -> None:
        """Go to an action of a match that has been played."""

    def hold(self) -> Callable[[], object]:
        """A text is open in front of the table: stop time; returns a function that lets it go on."""
        return lambda: None

    def typed(self) -> None:
        """The line has been closed; what was typed is carried out next."""

    def submit(self, line: str) -> None:
        """Carry out what was typed."""

    def leave(self) -> None:
        """Close the table."""
        self.table.app.exit()

    def interrupt(self) -> None:
        """Close the table at once."""
        self.table.app.exit(return_code=130)
