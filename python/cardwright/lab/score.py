"""What is counted of a pairing's matches: whole numbers that add up, in any pieces and any order."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from cardwright.agents.batch import CARD_RECORD
from cardwright.lab.intervals import standard_error

CARD_COUNTS = (
    "in_deck",
    "in_deck_won",
    "in_deck_draws",
    "drawn",
    "drawn_won",
    "drawn_draws",
    "played",
    "played_won",
    "played_draws",
    "times_drawn",
    "times_played",
)
"""What is counted of one card for one side; all but the last two count matches."""

SIDES = ("first", "second")


class Outcome(msgspec.Struct, frozen=True):
    """How one match of a pairing ended."""

    first_seat: int
    winner: int
    """The winning seat; -1 for a draw."""
    starting: int
    """The seat that took the first turn; -1 if none did."""
    forfeits: tuple[str | None, ...] = ()
    """For every seat why it forfeited; empty if none did."""


class Starts(msgspec.Struct):
    """How the matches ended that a side began."""

    matches: int = 0
    wins: int = 0
    draws: int = 0

    def add(self, other: Starts) -> None:
        """Count other matches too."""
        self.matches += other.matches
        self.wins += other.wins
        self.draws += other.draws


class Score(msgspec.Struct):
    """The matches of a pairing, as its first side sees them.

    A *unit* is what was drawn independently: a seed, played in both seats or, in a control, once.
    """

    units: int = 0
    matches: int = 0
    wins: int = 0
    draws: int = 0
    squares: int = 0
    """Over the units, the square of twice the first side's points."""
    forfeits: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    reasons: list[str] = msgspec.field(default_factory=lambda: ["", ""])
    """For each side why it forfeited, the first time."""
    starts: list[Starts] = msgspec.field(default_factory=lambda: [Starts(), Starts()])
    cards: list[dict[int, list[int]]] = msgspec.field(default_factory=lambda: [{}, {}])
    """For each side and card, by number, the counts of `CARD_COUNTS`."""

    def __post_init__(self) -> None:
        """Refuse numbers that no matches can have, such as those of a damaged file."""
        sides = (self.forfeits, self.reasons, self.starts, self.cards)
        if any(len(both) != len(SIDES) for both in sides):
            raise ValueError("it is not about two sides")
        counts = [counts for side in self.cards for counts in side.values()]
        if any(len(one) != len(CARD_COUNTS) or min(one) < 0 for one in counts):
            raise ValueError("what it counts of a card cannot be")
        if not 0 <= self.units <= self.matches <= 2 * self.units:
            raise ValueError("its matches do not fit its seeds")
        for some in (Starts(self.matches, self.wins, self.draws), *self.starts):
            if min(some.wins, some.draws) < 0 or not some.wins + some.draws <= some.matches <= self.matches:
                raise ValueError("its wins and draws do not fit its matches")

    @property
    def losses(self) -> int:
        """The matches the second side won."""
        return self.matches - self.wins - self.draws

    @property
    def points(self) -> float:
        """Wins, and half of the draws."""
        return self.wins + self.draws / 2

    @property
    def error(self) -> float | None:
        """The standard error of the rate over independent units."""
        if not self.units:
            return None
        most = 2 * self.matches / self.units  # twice the points of a unit
        return standard_error(2 * self.points / most, self.squares / most**2, self.units)

    def add_unit(self, outcomes: Sequence[Outcome]) -> None:
        """Count one unit's matches."""
        twice = 0
        for outcome in outcomes:
            won = outcome.winner == outcome.first_seat
            self.matches += 1
            self.wins += won
            self.draws += outcome.winner < 0
            twice += 2 * won + (outcome.winner < 0)
            sides = (outcome.first_seat, 1 - outcome.first_seat)
            if any(outcome.forfeits):
                for side, seat in enumerate(sides):
                    if reason := outcome.forfeits[seat]:
                        self.forfeits[side] += 1
                        self.reasons[side] = self.reasons[side] or reason
            elif outcome.starting >= 0:
                begun = self.starts[sides.index(outcome.starting)]
                begun.matches += 1
                begun.wins += outcome.winner == outcome.starting
                begun.draws += outcome.winner < 0
        self.units += 1
        self.squares += twice * twice

    def add_cards(self, outcomes: Sequence[Outcome], records: NDArray[np.void]) -> None:
        """Count what became of the cards; `job` is a match's place in `outcomes`. Forfeits tell nothing."""
        if not len(records):
            return
        winner = np.array([outcome.winner for outcome in outcomes])[records["job"]]
        first_seat = np.array([outcome.first_seat for outcome in outcomes])[records["job"]]
        is_whole = np.array([not any(outcome.forfeits) for outcome in outcomes])[records["job"]]
        won, draw = winner == records["seat"], winner < 0
        for side in range(2):
            mine = is_whole & ((first_seat == records["seat"]) == (side == 0))
            cards = records["card"][mine]
            columns = []
            for name in ("in_deck", "drawn", "played"):
                seen = records[name][mine] > 0
                columns += [seen, seen & won[mine], seen & draw[mine]]
            columns += [records["drawn"][mine], records["played"][mine]]
            sums = np.stack([np.bincount(cards, weights=column) for column in columns], axis=1).astype(int)
            for card in np.unique(cards):
                self._add_card(side, int(card), sums[card].tolist())

    def _add_card(self, side: int, card: int, counts: list[int]) -> None:
        before = self.cards[side].get(card, [0] * len(counts))
        self.cards[side][card] = [a + b for a, b in zip(before, counts, strict=True)]

    def add(self, other: Score) -> None:
        """Count another piece of the same pairing."""
        self.units += other.units
        self.matches += other.matches
        self.wins += other.wins
        self.draws += other.draws
        self.squares += other.squares
        for side in range(2):
            self.forfeits[side] += other.forfeits[side]
            self.reasons[side] = self.reasons[side] or other.reasons[side]
            self.starts[side].add(other.starts[side])
            for card, counts in other.cards[side].items():
                self._add_card(side, card, counts)

    def plus(self, other: Score) -> Score:
        """Both pieces as a new score: whoever is interrupted has the old one or the new one."""
        both = Score()
        both.add(self)
        both.add(other)
        return both


NO_RECORDS: NDArray[np.void] = np.zeros(0, dtype=CARD_RECORD)
"""No card was counted."""
