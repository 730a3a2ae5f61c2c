"""The aliases that were read by a person and found to mean exactly what the canonical template means."""

from __future__ import annotations

REVIEWED = frozenset(
    {
        ("buff", "give {t:object} {s:stats}[ {m:multiplier}][ {d:duration}]"),
        ("buff", "{t:subject} (gain|gains)@t {s:stats}[ {m:multiplier}][ {d:duration}]"),
        ("give", "{t:subject} (gain|gains)@t {k:keyword}[ {d:duration}]"),
    }
)
"""Phrase and alias; lint warns of a text that uses any other."""
