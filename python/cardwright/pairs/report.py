"""Counts what became of the texts of a game."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from cardwright.pairs.texts import PARTS
from cardwright.pairs.trial import BATCH, Trial, Verdict

SHOWN = 50
"""How many texts that change nothing a document lists."""


def report(
    slug: str,
    sample: int | None = None,
    seed: int = 1,
    parts: Sequence[str] = PARTS,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Try texts of a game: all of some parts, or a sample of them.

    `progress` is called with the number of texts tried and the number of all.
    """
    start = time.monotonic()
    trial = Trial(slug)
    texts = trial.texts.all(parts) if sample is None else trial.texts.sample(sample, seed, parts)
    verdicts: list[Verdict] = []
    for at in range(0, len(texts), BATCH):
        verdicts += trial.run(texts[at : at + BATCH])
        if progress:
            progress(len(verdicts), len(texts))
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    reasons = Counter(_reason(verdict) for verdict in verdicts if verdict.problem)
    unchanged = [verdict.text for verdict in verdicts if verdict.outcome == "unchanged"]
    return {
        "game": slug,
        "texts": len(verdicts),
        "parts": dict(Counter(verdict.text.part for verdict in verdicts)),
        "changed": outcomes["changed"],
        "refused": outcomes["refused"],
        "unchanged": outcomes["unchanged"],
        "reasons": dict(reasons.most_common()),
        "unchanged_texts": [{"kind": text.kind, "text": text.words} for text in unchanged[:SHOWN]],
        "seconds": round(time.monotonic() - start, 1),
    }


def _reason(verdict: Verdict) -> str:
    """The reason of a refusal, numbers left out."""
    assert verdict.problem
    return re.sub(r"\d+", "N", verdict.problem.reason)
