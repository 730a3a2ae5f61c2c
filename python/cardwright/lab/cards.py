"""Counts of each card in an arena: one row per entry and card, and the files they are written to."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.lab.field import Entry, Pairing
from cardwright.lab.intervals import wilson
from cardwright.lab.score import CARD_COUNTS, Score

FORMATS = (".csv", ".json", ".npz")
COLUMNS = (
    "agent",
    "deck",
    "card",
    "name",
    "copies",
    *CARD_COUNTS,
    "drawn_rate",
    "drawn_lower",
    "drawn_upper",
    "played_rate",
    "played_lower",
    "played_upper",
)

CardRow = dict[str, Any]


def check_format(path: Path) -> None:
    """Refuse a file whose ending is no known format, or that cannot be written."""
    if path.suffix not in FORMATS and not (path.exists() and not path.is_file()):
        raise CardwrightError(
            "the columns of cards cannot be written in this format",
            file=path,
            suggestion=f"name a file that ends in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}",
        )
    if not path.parent.is_dir():
        raise CardwrightError("its folder does not exist", file=path)
    if path.is_dir():
        raise CardwrightError("this is a folder, not a file", file=path)


def card_rows(
    game: Game, entries: Iterable[Entry], scores: Iterable[tuple[Pairing, Score]], confidence: float
) -> list[CardRow]:
    """One row per entry and card, in the order of the entries and of the cards' numbers."""
    sums: dict[str, dict[int, list[int]]] = {}
    for pairing, score in scores:
        for side, entry in enumerate((pairing.first, pairing.second)):
            cards = sums.setdefault(entry.label, {})
            for card, counts in score.cards[side].items():
                before = cards.get(card, [0] * len(counts))
                cards[card] = [a + b for a, b in zip(before, counts, strict=True)]
    rows = []
    for entry in entries:
        for card, counts in sorted(sums.get(entry.label, {}).items()):
            printed = game.catalogue.defs[card]
            row: CardRow = {
                "agent": entry.agent,
                "deck": entry.deck,
                "card": printed.id,
                "name": printed.name,
                "copies": entry.cards.cards.get(printed.id, 0),
                **dict(zip(CARD_COUNTS, counts, strict=True)),
            }
            for what in ("drawn", "played"):
                points, matches = row[f"{what}_won"] + row[f"{what}_draws"] / 2, row[what]
                lower, upper = wilson(points, matches, confidence)
                row[f"{what}_rate"] = round(points / matches, 4) if matches else None
                row[f"{what}_lower"] = round(lower, 4) if matches else None
                row[f"{what}_upper"] = round(upper, 4) if matches else None
            rows.append(row)
    return rows


def encode(rows: Sequence[CardRow], suffix: str) -> bytes:
    """The rows in the format of a file's ending."""
    if suffix == ".json":
        return (json.dumps(list(rows), ensure_ascii=False, indent=1) + "\n").encode()
    if suffix == ".npz":
        import numpy as np

        columns = {
            name: np.array([float("nan") if row[name] is None else row[name] for row in rows])
            for name in COLUMNS
        }
        packed = io.BytesIO()
        np.savez_compressed(packed, allow_pickle=False, **columns)
        return packed.getvalue()
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
