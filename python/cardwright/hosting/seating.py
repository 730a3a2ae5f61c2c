"""Who plays what: a deck for every seat of a match, and a board that has room for all."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.match import Match

TRIED = 64
"""How many seeds a rematch tries, so that another seat begins."""


def begin(
    slug: str, decks: Sequence[str | None], *, seats: int | None, board: str | None, seed: int
) -> tuple[Match, list[str]]:
    """A match with the decks that were named, in the order of seats, and the game's usual ones for the rest.

    Returns the match and the names of all decks. Without a board the match is on the game's usual one; if
    that is not made for so many, on the smallest board that is.
    """
    game = load_game(slug, board or "")
    count = max(seats or (game.seat_counts[0] if board else 2), len(decks))
    if seats is not None and len(decks) > seats:
        raise CardwrightError(f"{len(decks)} decks are named for {seats} seats")
    named = [*decks, *[None] * (count - len(decks))]
    usual = game.usual_decks if None in named else ()
    chosen = [deck or usual[seat % len(usual)] for seat, deck in enumerate(named)]
    if board is None:
        game = _roomy(game, count)
    return game.match(chosen, seed=seed), chosen


def _roomy(game: Game, seats: int) -> Game:
    """The game on the smallest board that is made for so many, if its own is not."""
    if not game.boards or seats in game.seat_counts:
        return game
    others = list(game.on_all_boards())
    fitting = [one for one in others if seats in one.seat_counts]
    if not fitting:
        most = max(max(one.seat_counts) for one in others)
        raise CardwrightError(f"no board of {game.slug} has room for {seats} seats; at most {most} play")
    return min(fitting, key=lambda one: len(one.cells))


def again(match: Match) -> Match:
    """A match with the same decks on the same board, begun by the seat after the one that began this one.

    Chance decides who begins, so the next seed is taken with which that seat does; if none is near, or nobody
    begins because time runs for all, the next one.
    """
    seeds = [(match.seed + number) % 2**32 for number in range(1, TRIED + 1)]
    found = [match.game.begin(match.setup, seeds[0])]
    wanted = (match.starting + 1) % match.seat_count
    for seed in seeds[1:] if match.starting >= 0 else ():
        if found[-1].starting == wanted:
            return found[-1]
        found.append(match.game.begin(match.setup, seed))
    return found[-1] if found[-1].starting == wanted else found[0]
