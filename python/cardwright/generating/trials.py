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

    The matches are those of `cardwright fuzz` on one thread, so the same drafts and seed give the same
    verdict. Decks hold the drafts and some cards that have passed.
    """
    others = beside[:: max(1, len(beside) // BESIDE)][:BESIDE]
    game = trial_game(sources, [*cards, *others], trials.instead)
    plan = {
        "matches": max(trials.least, round(trials.matches * len(cards))),
        "seed": seed,
        "threads": 1,
        "hang_seconds": PATIENCE,
    }
    document = json.loads(run_fuzz(game, [], plan, None)[0])
    changed: dict[str, bool] = {}
    for row in document["abilities"]:
        if row["place"][0] != "given":  # what it gives to others may wait for something rare
            changed[row["card"]] = changed.get(row["card"], True) and bool(row["changed"])
    idle = {
        *document["cards_never_played"],
        *(card for card, has_changed in changed.items() if not has_changed),
    }
    return Verdict(frozenset(idle & {card.id for card in cards}), tuple(document["failures"]))
