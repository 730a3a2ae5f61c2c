"""Agents think in threads beside the table; one that fails loses the match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from cardwright.agents.supervised import Forfeit
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.hosting.realtime.course import Course, Look
    from cardwright.table.screens.table import Table

Chosen = TypeVar("Chosen")


def think(
    choose: Callable[[], Chosen],
    done: Callable[[Chosen], object],
    lost: Callable[[Forfeit], object],
) -> Callable[[], object]:
    """In the thread: let an agent choose; returns what to do at the table."""
    try:
        chosen = choose()
    except (Forfeit, CardwrightError) as error:
        reason = error if isinstance(error, Forfeit) else Forfeit(str(error))
        return lambda: lost(reason)
    return lambda: done(chosen)


def run_clock(
    table: Table,
    course: Course,
    done: Callable[[Look, Action | None], object],
    lost: Callable[[int, Forfeit], object],
) -> None:
    """Bring a timed match up to its clock; the agents that look at it meanwhile think in threads."""

    def consider(look: Look) -> None:
        table.in_background(
            lambda: think(
                look.think, lambda action: done(look, action), lambda forfeit: lost(look.seat, forfeit)
            )
        )

    for look in course.tick():
        consider(look)
