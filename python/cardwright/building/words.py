"""The words of a game that its catalogue has for showing cards."""

from __future__ import annotations

from typing import Any

from cardwright.language.gamefile import HEXAGONS
from cardwright.language.vocabulary import Vocabulary


def words_of(vocabulary: Vocabulary) -> dict[str, Any]:
    """Words and explanations that the catalogue has for showing cards."""
    file = vocabulary.file
    return (
        {
            "kinds": {
                kind.id: {"word": kind.word, "plural": kind.plural, "help": kind.help, "unique": kind.unique}
                | ({"pays": kind.pays} if kind.pays else {})
                | ({"placeless": True} if kind.placeless else {})
                | ({"gear": True} if kind.gear else {})
                | ({"veiled": True} if kind.veiled else {})
                for kind in file.kind
            },
            "keywords": {
                keyword.id: {"word": keyword.word, "help": keyword.help} for keyword in file.keyword
            },
            "statuses": {status.id: {"word": status.word, "help": status.help} for status in file.status},
            "attributes": {a.id: {"word": a.word, "help": a.help} for a in file.attribute},
            "tags": {tag.id: {"word": tag.word, "help": tag.help} for tag in file.tag},
            "resources": {r.id: {"word": r.word, "help": r.help} for r in file.resource},
            "durations": {one.id: {"word": one.word, "help": one.help} for one in file.duration},
            "lines": {row.id: row.line for row in file.relation if row.line},
            "rarities": file.rarities,
        }
        | ({"lands": vocabulary.lands} if file.tiling == HEXAGONS else {})
        | (
            {
                "fields": {one.id: one.attributes or one.attribute for one in file.field},
                "printed": {
                    one.id: {"kinds": one.kinds, "usual": one.usual, "shown": one.shown} for one in file.field
                },
            }
            if file.field
            else {}
        )
    )
