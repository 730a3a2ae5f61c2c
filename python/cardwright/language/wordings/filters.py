"""Wordings of which pieces are meant: by two marks at once, by distance, by the most and the least."""

from __future__ import annotations

from cardwright.language.wordings.model import Wording

FILTERS = (
    Wording(
        "a keyword and a number of one",
        r"\b(<noun>) (?:that has|with) (<keyword>) and (\d+ or (?:less|more) (?:attack|health))\b",
        r"\1 with \2 that has \3",
        "Destroy a minion that has Taunt and 3 or less attack.",
    ),
    Wording(
        "a keyword and a number of several",
        r"\b(<nouns>) (?:that have|with) (<keyword>) and (\d+ or (?:less|more) (?:attack|health))\b",
        r"\1 with \2 that have \3",
        "Destroy all minions with Taunt and 3 or less attack.",
    ),
    Wording(
        "two keywords",
        r"\b(<noun>) (?:that has|with) (<keyword>) and (<keyword>)(?=[.,]| (?:gets|gains) )",
        r"\1 with \2 that has \3",
        "Destroy a minion with Taunt and Windfury.",
    ),
    Wording(
        "a condition and a number",
        r"((?:\b(?:friendly|enemy) )?)\b(<noun>|<nouns>) that (?:is|are) (<afflicted>) and ha(?:s|ve) (?=\d)",
        r"\3 \1\2 with ",
        "Destroy all minions that are frozen and have 3 or less health.",
    ),
    Wording(
        "a condition behind",
        r"((?:\b(?:friendly|enemy) )?)\b(<noun>|<nouns>) that (?:is|are) (<afflicted>)\b",
        r"\3 \1\2",
        "Destroy a minion that is frozen.",
    ),
    Wording(
        "that has",
        r"\b(<noun>|<nouns>) that ha(?:s|ve) (?=<keyword>|\d+ or (?:less|more) )",
        r"\1 with ",
        "Destroy a minion that has Taunt.",
    ),
    Wording(
        "not of a type",
        r"\b(<noun>) that (?:isn't|is not) an? (<type>)\b",
        r"non-\2 \1",
        "Destroy a minion that isn't a demon.",
    ),
    Wording(
        "all but a type and a keyword",
        r"\ball ((?:enemy |friendly |other )*)(<kinds>) (?:except|but) (?:for )?(<types>)"
        r"(?: and (?:\2|those) with (<keyword>))?(?= have\b| get\b| becomes?\b|[.,])",
        "@excepting",
        "Destroy all minions except demons and minions with Taunt.",
    ),
    Wording(
        "all but those with a keyword",
        r"\ball ((?:enemy |friendly |other )*)(<kinds>) (?:except|but) (?:for )?"
        r"(?:\2|those) with (<keyword>)",
        r"all \1\2 without \3",
        "Destroy all minions except those with Taunt.",
    ),
    Wording(
        "the highest",
        r"\bwith the (?:highest|greatest) (?=attack|health)",
        "with the most ",
        "Destroy the enemy minion with the highest attack.",
    ),
    Wording(
        "the lowest",
        r"\bwith the (?:lowest|fewest|smallest) (?=attack|health)",
        "with the least ",
        "Deal 4 damage to the enemy minion with the lowest health.",
    ),
    Wording(
        "so far from this",
        r"\bwithin (\d+) <steps> of this\b",
        "@within",
        "Other friendly minions within 2 spaces of this have +1/+0.",
        "elemental-command",
    ),
    Wording(
        "so far from it",
        r"\bwithin (\d+) <steps> of (it|the target|the attacker)\b",
        "@around",
        "Stun a minion and deal 1 damage to minions within 2 spaces of it.",
        "elemental-command",
    ),
    Wording(
        "in the line that was chosen",
        r"\bin that (<lane>)\b",
        "@in_chosen_line",
        "Choose a row. Stun all minions in that row.",
        "elemental-command",
    ),
    Wording(
        "each place of a sort",
        r"\b((?:for|on) each (?:(?:<near>|empty) )*<terrain>)(?= <place>|[.,])",
        "@of_terrain",
        "This costs 20 less for each town in your influence.",
        "ruler",
    ),
    Wording(
        "so far",
        r"\bwithin (\d+)(?= have\b|[.,]| and )",
        "@within",
        "At the end of your turn, deal 1 damage to enemy units within 2.",
        "ruler",
    ),
)
"""In the order in which they are tried."""
