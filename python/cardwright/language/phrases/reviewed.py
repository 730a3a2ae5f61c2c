"""The aliases that a person has read and found to mean exactly the same as the canonical template."""

from __future__ import annotations

REVIEWED = frozenset(
    {
        ("buff", "give {t:object} {s:stats}[ {m:multiplier}][ {d:duration}]"),
        ("buff", "{t:subject} (gain|gains)@t {s:stats}[ {m:multiplier}][ {d:duration}]"),
        ("give", "{t:subject} (gain|gains)@t {k:keyword}[ {d:duration}]"),
    }
)
"""Phrase and alias; lint warns of a text that uses another alias."""
