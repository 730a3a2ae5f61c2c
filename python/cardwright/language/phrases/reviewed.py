"""The aliases that were read by a person and found to mean exactly what the canonical template means."""

from __future__ import annotations

REVIEWED = frozenset(
    {
        ("give", "{t:subject} (gain|gains)@t {k:keyword}[ {d:duration}]"),
    }
)
"""Phrase and alias; lint warns of a text that uses any other."""
