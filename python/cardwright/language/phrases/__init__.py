"""The phrase table: every primitive of the card language, declared once."""

from __future__ import annotations

from functools import cache

from cardwright.language.phrases import (
    cards,
    changes,
    conditions,
    effects,
    fates,
    figures,
    filters,
    grounds,
    keywords,
    objects,
    places,
    selectors,
    states,
    statics,
    structure,
    triggers,
    values,
    zones,
)
from cardwright.language.phrases.model import FAMILIES, Phrase
from cardwright.language.phrases.reviewed import REVIEWED

MODULES = (
    structure,
    keywords,
    triggers,
    selectors,
    filters,
    places,
    grounds,
    values,
    conditions,
    effects,
    changes,
    cards,
    zones,
    statics,
    fates,
    objects,
    figures,
    states,
)
"""The files of the table; a new family of phrases is a file here."""


@cache
def table() -> dict[str, Phrase]:
    """All phrases by name; a name used twice or an unknown family is an error."""
    found: dict[str, Phrase] = {}
    for module in MODULES:
        for phrase in module.PHRASES:
            if phrase.name in found:
                raise ValueError(f"two phrases are named {phrase.name!r}")
            if phrase.family not in FAMILIES:
                raise ValueError(f"phrase {phrase.name!r} is of the unknown family {phrase.family!r}")
            found[phrase.name] = phrase
    return found


__all__ = ["FAMILIES", "REVIEWED", "Phrase", "table"]
