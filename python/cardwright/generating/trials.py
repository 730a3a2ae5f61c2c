"""Plays drafts before they become cards: each must be played, and all that it says must change something."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.face.native import run_fuzz
from cardwright.generating.data import Trials
from cardwright.generating.sets import trial_game
from cardwright.generating.writing import MadeCard
from cardwright.sources import Sources

BESIDE = 40
"""How many cards that have passed play beside those that are tried."""

STAGES = ((24, 6), (6, 12), (2, 18))
"""How many drafts a match prefers, and how many matches are played with them: drafts that did nothing are
tried again in smaller groups and more matches. These are so few that `fuzz` makes up no positions."""

PATIENCE = 10.0
"""After so many seconds an action counts as hanging."""


@dataclass(frozen=True)
class Verdict:
    """What came of the trials of some drafts."""

    idle: frozenset[str]
    """The cards that were never played, or have an ability that never changed anything."""
    faults: tuple[dict[str, Any], ...]
    """Faults of the game that the trials came across."""


def tried(
    sources: Sources, trials: Trials, cards: Sequence[MadeCard], beside: Sequence[MadeCard], seed: int
) -> Verdict:
    """Play random matches with some drafts, and see what each of them changes.

    The matches are those of `cardwright fuzz` from the opening on, on one thread, so that the same drafts and
    seed give the same verdict. Decks hold the drafts and some cards that have passed.
    """
    others = beside[:: max(1, len(beside) // BESIDE)][:BESIDE]
    game = trial_game(sources, [*cards, *others], trials.instead)
    tally = _Tally()
    waiting = [card.id for card in cards]
    for size, matches in STAGES:
        for at in range(0, len(waiting), size):
            plan = {
                "matches": matches,
                "seed": seed + at,
                "threads": 1,
                "hang_seconds": PATIENCE,
                "prefer": [game.number_of(card) for card in waiting[at : at + size]],
            }
            tally.add(json.loads(run_fuzz(game, [], plan, None)[0]), waiting)
        waiting = [card for card in waiting if tally.is_idle(card)]
    return Verdict(frozenset(waiting), tuple(tally.faults))


class _Tally:
    """What was played, and what changed anything."""

    def __init__(self) -> None:
        self.played: set[str] = set()
        self.changed: dict[str, dict[tuple[Any, ...], bool]] = {}
        self.faults: list[dict[str, Any]] = []

    def add(self, document: dict[str, Any], cards: Sequence[str]) -> None:
        """Add what came of some matches."""
        self.played |= {*cards} - {*document["cards_never_played"]}
        for row in document["abilities"]:
            if row["place"][0] != "given":  # what it gives to others may wait for something rare
                rows = self.changed.setdefault(row["card"], {})
                place = tuple(row["place"])
                rows[place] = rows.get(place, False) or row["changed"] > 0
        self.faults += document["failures"]

    def is_idle(self, card: str) -> bool:
        """Whether a card was never played, or has an ability that never changed anything."""
        return card not in self.played or not all(self.changed.get(card, {}).values())
