"""Who plays what: a deck for every seat of a match, and a board that has room for all."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.match import Match


def begin(
    slug: str, decks: Sequence[str | None], *, seats: int | None, board: str | None, seed: int
) -> tuple[Match, list[str]]:
    """A match with the decks that were named, in the order of seats, and the game's usual ones for the rest.

    Returns the match and the names of all decks. Without a board the match is on the game's usual one; if
    that has too few bases, on the smallest board with enough.
    """
    game = load_game(slug, board or "")
    if board is None and game.catalogue.game.table_board:
        game = load_game(slug, game.catalogue.game.table_board)
    count = max(seats or 2, len(decks))
    if seats is not None and len(decks) > seats:
        raise CardwrightError(f"{len(decks)} decks are named for {seats} seats")
    named = [*decks, *[None] * (count - len(decks))]
    usual = game.usual_decks if None in named else ()
    chosen = [deck or usual[seat % len(usual)] for seat, deck in enumerate(named)]
    if board is None:
        game = _roomy(game, count)
    return game.match(chosen, seed=seed), chosen


def _roomy(game: Game, seats: int) -> Game:
    """The game on a board with a base for every seat."""
    boards = game.catalogue.game.boards
    if not boards or len(boards[game.board].get("bases", ())) >= seats:
        return game
    fitting = [name for name, board in boards.items() if len(board.get("bases", ())) >= seats]
    if not fitting:
        most = max(len(board.get("bases", ())) for board in boards.values())
        raise CardwrightError(f"no board of {game.slug} has room for {seats} seats; at most {most} play")
    return load_game(game.slug, min(fitting, key=lambda name: len(boards[name]["tiles"])))
