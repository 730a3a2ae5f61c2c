"""Writes generated cards as a file of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.generating.drafting import Draft, Field

FIRST = ("id", "name", "kind", "cost", "pattern", "needs", "attack", "health")
"""The keys that come first in a card, in this order; printed numbers and the text follow."""


@dataclass(frozen=True)
class MadeCard:
    """A finished card: the keys of its `[[card]]`, and the draft that it was made of."""

    data: Mapping[str, Any]
    draft: Draft

    @property
    def id(self) -> str:
        """The card's id."""
        return str(self.data["id"])

    @property
    def likeness(self) -> tuple[Any, ...]:
        """What two cards must not share: kind, numbers and text."""
        return tuple((key, repr(value)) for key, value in self.data.items() if key not in ("id", "name"))


def pattern_of(fields: Mapping[Field, str], identities: Sequence[str]) -> dict[str, list[str]]:
    """The pattern of a card by land, as its file writes it.

    >>> pattern_of({(0, 0): "fire", (1, -1): "water"}, ("fire", "water"))
    {'fire': ['0,0'], 'water': ['1,-1']}
    """
    found: dict[str, list[str]] = {}
    for land in identities:
        places = [f"{q},{r}" for (q, r), own in sorted(fields.items()) if own == land]
        if places:
            found[land] = places
    return found


def file_of(header: Iterable[str], cards: Iterable[MadeCard]) -> str:
    """The text of a file of cards."""
    lines = [f"# {line}".rstrip() for line in header]
    for card in cards:
        lines += ["", "[[card]]"]
        keys = [key for key in (*FIRST, *(key for key in card.data if key not in FIRST)) if key in card.data]
        width = max(map(len, keys))
        lines += [f"{key:<{width}} = {_value(card.data[key])}" for key in keys]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)
