"""The counts of a pairing's matches: whole numbers that add up, in any pieces and any order."""

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
"""The counts of one card for one side; all but the last two count matches."""

SIDES = ("first", "second")


class Outcome(msgspec.Struct, frozen=True):
    """How one match of a pairing ended."""

    first_seat: int
    winner: int
    """The winning seat; -1 for a draw."""
    starting: int
    """The seat that took the first turn; -1 if none did."""
    forfeits: tuple[str | None, ...] = ()
    """Why each seat forfeited, or None; empty if no seat did."""


class Starts(msgspec.Struct):
    """How the matches in which a side took the first turn ended."""

    matches: int = 0
    wins: int = 0
    draws: int = 0

    def add(self, other: Starts) -> None:
        """Count other matches too."""
        self.matches += other.matches
        self.wins += other.wins
        self.draws += other.draws


class Score(msgspec.Struct):
    """The matches of a pairing, counted for its first side.

    A *unit* is one seed, played in both seats or, in a control, once; units are independent of each other.
    """

    units: int = 0
    matches: int = 0
    wins: int = 0
    draws: int = 0
    squares: int = 0
    """The sum over all units of the square of twice the first side's points."""
    forfeits: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    reasons: list[str] = msgspec.field(default_factory=lambda: ["", ""])
    """Why each side forfeited for the first time."""
    starts: list[Starts] = msgspec.field(default_factory=lambda: [Starts(), Starts()])
    cards: list[dict[int, list[int]]] = msgspec.field(default_factory=lambda: [{}, {}])
    """For each side, the counts of `CARD_COUNTS` by a card's number."""

    def __post_init__(self) -> None:
        """Refuse impossible numbers, such as those of a damaged file."""
        sides = (self.forfeits, self.reasons, self.starts, self.cards)
        if any(len(both) != len(SIDES) for both in sides):
            raise ValueError("it does not have two sides")
        counts = [counts for side in self.cards for counts in side.values()]
        if any(len(one) != len(CARD_COUNTS) or min(one) < 0 for one in counts):
            raise ValueError("its counts of a card are impossible")
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
        """Wins plus half of the draws."""
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
        """Count the cards; `job` is a match's place in `outcomes`. Forfeited matches are left out."""
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
        """Both pieces as a new score: an interrupt leaves the old score or the new one, never a mix."""
        both = Score()
        both.add(self)
        both.add(other)
        return both


NO_RECORDS: NDArray[np.void] = np.zeros(0, dtype=CARD_RECORD)
"""The empty list of card records."""
