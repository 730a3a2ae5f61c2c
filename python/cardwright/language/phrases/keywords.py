"""Keywords and how they are written."""

from __future__ import annotations

from cardwright.language.phrases.model import Phrase

PHRASES = (
    Phrase(
        "keyword",
        "keyword",
        "{k:plain_keyword}",
        "A keyword of the game; the game's rulebook explains it.",
        "Taunt.",
    ),
    Phrase(
        "keyword",
        "counted_keyword",
        "{k:counted_keyword} {n:number}",
        "A keyword with a number, which is used up in play.",
        "Invulnerable 2.",
    ),
)
