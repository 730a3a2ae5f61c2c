"""What an action will do, as the tables tell it before it is played."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.face.actions import Action
    from cardwright.face.forecast import Forecast
    from cardwright.face.view import View
    from cardwright.hosting.spots import Spot
    from cardwright.table.selection import Selection

NOTHING = "Nothing is hurt, moved or gained by it."


def told(forecast: Forecast, width: int) -> list[str]:
    """A forecast that was asked for, in full."""
    return _folded(forecast.lines() or [NOTHING], width)


def while_aiming(selection: Selection, spot: Spot, front: int | None, width: int) -> list[str]:
    """What choosing a spot now would do beyond what one sees; nothing if that is not one complete action."""
    action = _action_at(selection, spot, front)
    return [] if action is None else _folded(selection.view.forecast(action).lines(brief=True), width)


def of_action(view: View, action: Action | None, width: int) -> list[str]:
    """The same of an action that needs no choice, such as the end of the turn."""
    return [] if action is None else _folded(view.forecast(action).lines(brief=True), width)


def _action_at(selection: Selection, spot: Spot, front: int | None) -> Action | None:
    """The action that choosing a spot would complete; `front` is the piece that is pointed at there."""
    found = selection.targets.get(spot, [])
    if front is not None:
        found = [target for target in found if target.piece == front] or found
    prefixes = {target.prefix.code: target.prefix for target in found}
    return selection.complete(*prefixes.values()) if len(prefixes) == 1 else None


def _folded(lines: list[str], width: int) -> list[str]:
    return [part for line in lines for part in wrap(line, width, initial_indent="> ", subsequent_indent="  ")]
