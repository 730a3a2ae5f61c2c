"""Games with generated sets, for commands that vary the cards."""

from __future__ import annotations

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.generating import generate, methods_of
from cardwright.sources.finding import sources_of

MATCHES_OF_A_SET = 500
"""For so many matches one set is generated, unless the caller says how many."""

CARDS = 60
"""How many cards such a set has: enough for decks, few enough that each is played."""


def wanted(slug: str, matches: int, sets: int | None, only: int | None, *, is_special: bool) -> list[int]:
    """The numbers of the sets to play with; none in games that have no generator."""
    methods = methods_of(sources_of(slug))
    if not methods and (sets or only):
        raise CardwrightError(f"{slug} has no generator, so no sets can be generated")
    if only:
        return [only]
    if sets is None:
        sets = 0 if is_special or not methods else matches // MATCHES_OF_A_SET
    return list(range(1, sets + 1))


def game_of_set(slug: str, number: int, board: str) -> Game:
    """The game with the generated set of a number; the methods of its generator take turns."""
    methods = methods_of(sources_of(slug))
    method = methods[number % len(methods)]
    return generate(slug, cards=CARDS, seed=number, method=method, is_tried=False).on(board)
