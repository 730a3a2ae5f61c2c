"""Lines about the ground of cells, in games whose ground changes: `ground fire: c3, c4`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean
from cardwright.scenario import ScenarioError

if TYPE_CHECKING:
    from cardwright.face.library import Game


def read_ground(text: str, game: Game) -> tuple[str, tuple[str, ...]]:
    """The land and the cells of a line, behind its first word."""
    lands = game.catalogue.lands
    land, colon, named = (part.strip() for part in text.partition(":"))
    if not lands:
        raise ScenarioError(f"the ground of {game.name} does not change")
    if land not in lands:
        hint = did_you_mean(land, lands) or f"there are {', '.join(lands)}"
        raise ScenarioError(f"there is no ground '{land}'", suggestion=hint)
    if not colon:
        raise ScenarioError("a colon stands before the cells", suggestion=f"write 'ground {land}: ...'")
    cells = tuple(cell.strip() for cell in named.split(","))
    for at, cell in enumerate(cells):
        if cell not in game.cells:
            hint = f"the cells are {game.cells[0]} to {game.cells[-1]}"
            raise ScenarioError(f"there is no cell '{cell}'", suggestion=hint)
        if cell in cells[:at]:
            raise ScenarioError(f"'{cell}' was said before", suggestion="say it once")
    return land, cells
