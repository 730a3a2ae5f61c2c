"""The parts of the reference of the card language."""

from __future__ import annotations

SECTIONS = (
    (
        "Text and sentences",
        ("text", "line", "keywords", "sentence", "clauses", "granted"),
        "How a text is built.",
    ),
    ("Keywords", ("keyword",), "At the head of a text, or given by an effect."),
    ("Triggers", ("trigger", "witness", "happening"), "When an ability runs. A spell or a power has none."),
    ("Effects", ("effect",), "What is done."),
    ("Statics", ("static", "lore"), "Changes that hold while the card is in play."),
    ("Selectors", ("selector", "one", "party", "object", "pile"), "The pieces it is done to."),
    ("Filters", ("filter",), "Which pieces or cards are meant: words in this order, each at most once."),
    ("Values", ("amount", "measure", "multiplier", "countable"), "How much."),
    ("Conditions", ("condition",), "If."),
)
"""Heading, families and a sentence for each part of the page."""
