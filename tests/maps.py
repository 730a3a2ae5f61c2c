"""Positions of a game on a map, for tests of its table."""

from __future__ import annotations

import random
from collections.abc import Callable

import cardwright as cw
from cardwright.face.view import Piece

RIDERS = {
    **{"mercenary": 5, "horse-man-soldier": 5, "battle-eagle": 5, "archer": 5},
    **{"outpost": 4, "tax-depository": 4, "fire-arrow": 5},
}
MAGES = {
    **{"mage-apprentice": 8, "skeleton": 6, "guard": 6},
    **{"wooden-bunker": 4, "steel-jaw-trap": 6, "heal": 5, "burn-down": 5},
}
"""Two decks without a card in common."""


class Roamer:
    """Plays at random: first a verb, then one of its actions."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: cw.View) -> cw.Action:
        legal = list(view.legal_actions)
        verbs = sorted({action.verb for action in legal})
        further = [verb for verb in verbs if verb != "end"]
        verb = self.chance.choice(further if further and self.chance.random() < 0.9 else verbs)
        return self.chance.choice([action for action in legal if action.verb == verb])


def played(board: str, until: Callable[[cw.Match], bool], *, seats: int = 2, seed: int = 0) -> cw.Match:
    """A match played at random until it is seat 0's turn and a condition holds."""
    game = cw.game("ruler", board)
    for attempt in range(40):
        match = game.match([MAGES, RIDERS, RIDERS, MAGES][:seats], seed=seed + attempt)
        roamer = Roamer(seed + attempt)
        while not match.is_over:
            (seat,) = match.to_act
            view = match.view(seat)
            if seat == 0 and view.phase == "turn" and until(match):
                return match
            match.play(roamer.choose(view))
    raise AssertionError("no match came to such a position")


def hidden(match: cw.Match, seat: int = 0) -> list[Piece]:
    """The other seats' pieces that a seat does not see."""
    seen = {(piece.name, piece.owner, piece.cell) for piece in match.view(seat).pieces}
    others = [other for other in range(match.kernel.seat_count) if other != seat]
    owned = [piece for other in others for piece in match.view(other).pieces if piece.owner == other]
    return [piece for piece in owned if (piece.name, piece.owner, piece.cell) not in seen]


def stacked() -> tuple[cw.Match, str]:
    """A match in which several units of seat 0 that can act stand on one tile, and the tile."""

    def able(view: cw.View) -> list[str]:
        cells = [piece.cell for piece in view.pieces if piece.owner == 0 and piece.can_move and piece.cell]
        return [cell for cell in cells if cells.count(cell) > 1]

    match = played("desert-6x6", lambda match: bool(able(match.view(0))))
    return match, able(match.view(0))[0]
