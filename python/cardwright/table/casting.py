"""Who plays what, on a line: every seat with its deck and its player, the board and the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.table.faces import short

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.hosting.casting import Cast

ENOUGH = 500
"""A width that every line fits into."""


def cast_line(game: Game, cast: Cast, seat: int | None, width: int = ENOUGH) -> str:
    """As much of it as fits into a width; for the only person at the table, they and their foe."""
    return next((line for line in _lines(game, cast, seat) if len(line) <= width), "") or short(
        [*_lines(game, cast, seat)][-1], width
    )


def _lines(game: Game, cast: Cast, seat: int | None) -> Iterator[str]:
    """The line, longest first."""
    people = [number for number, role in enumerate(cast) if not role.player]
    is_alone = seat is not None and people == [seat]
    parts = [
        f"{_called(number, seat if is_alone else None, len(cast))}: {role.told}"
        for number, role in enumerate(cast)
        if role.told
    ]
    told = "; ".join(parts)
    board = f" on {game.board}" if game.board else ""
    if not told:
        yield f"{game.name}{board}"
        return
    yield f"{game.name}{board} - {told}"
    yield f"{told};{board}" if board else told
    yield told
    decks = "; ".join(
        f"{_called(number, seat if is_alone else None, len(cast)).removeprefix('Seat ')}: {role.deck}"
        for number, role in enumerate(cast)
        if role.deck
    )
    agents = {role.player for role in cast if role.player}
    if len(cast) > 2 and decks:
        if len(agents) == 1:
            yield f"{decks}; all {min(agents)}"
        yield decks


def _called(number: int, seat: int | None, count: int) -> str:
    """What a seat is called: by its number, unless one person sits there."""
    if seat is None:
        return f"Seat {number}"
    return "You" if number == seat else "Foe" if count == 2 else f"Seat {number}"
