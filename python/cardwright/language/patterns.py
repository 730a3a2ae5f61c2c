"""The key `pattern` of cards, in games whose cards cost a pattern of lands instead of a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.basics.documents import Document
from cardwright.basics.suggestions import did_you_mean, one
from cardwright.catalogue.patterns import Field, parse, render, steps
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.language.vocabulary import Vocabulary

PATTERN = "pattern"
"""The key of cards, and the limit of `game.toml` that gives them one: how many fields it has at most."""

REACH = "reach"
"""The limit that says how far from the anchor a field may lie."""

COST = "cost"
"""The key in whose place a pattern stands; the cost of its card is its number of fields."""


def numbered(pattern: Mapping[str, Sequence[str]], vocabulary: Vocabulary) -> list[list[int]]:
    """A pattern as the catalogue has it: for each field `q`, `r` and the number of the land, in order."""
    return sorted(
        [*field, vocabulary.place(land)]
        for land, fields in pattern.items()
        for field in map(parse, fields)
        if field is not None
    )


def with_cost(
    document: Document, data: dict[str, Any], index: int, vocabulary: Vocabulary
) -> tuple[dict[str, Any], list[CardwrightError]]:
    """A card with its number of fields as its cost, without a faulty pattern, and an error for each fault."""
    reader = _Reader(document, data, index, vocabulary)
    if PATTERN not in vocabulary.limits:
        if PATTERN not in data:
            return data, []
        reason = f"the cards of {vocabulary.file.name} have no pattern"
        return _without(data, PATTERN), [reader.error(reason, PATTERN, "leave the key out")]
    faults = list(reader.faults())
    if COST in data:
        reason = 'a card costs its pattern, so it has no "cost"'
        faults.append(reader.error(reason, COST, "leave the key out"))
    if faults or PATTERN not in data:
        return _without(data, PATTERN, COST), faults
    return data | {COST: sum(map(len, data[PATTERN].values()))}, []


def _without(data: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


class _Reader:
    """Reads the pattern of one card."""

    def __init__(
        self, document: Document, data: Mapping[str, Any], index: int, vocabulary: Vocabulary
    ) -> None:
        self.document = document
        self.data = data
        self.index = index
        self.limits = vocabulary.limits
        self.lands = vocabulary.lands
        self.kind = next((kind for kind in vocabulary.kinds if kind.id == data.get("kind")), None)

    def error(self, reason: str, key: str = PATTERN, suggestion: str | None = None) -> CardwrightError:
        """An error at a key of the card."""
        shown = f'card "{self.data["id"]}": ' if isinstance(self.data.get("id"), str) else ""
        return self.document.error(shown + reason, "card", self.index, key, suggestion)

    @property
    def example(self) -> str:
        """How a pattern is written."""
        return f'write one like pattern = {{ {self.lands[0]} = ["0,0", "1,-1"] }}'

    def faults(self) -> Iterator[CardwrightError]:
        """An error for everything that is wrong with the pattern, or for a pattern that is missing."""
        given = self.data.get(PATTERN)
        if self.kind and self.kind.unique:
            if PATTERN in self.data:
                yield self.error(f"{one(self.kind.word)} has no pattern", PATTERN, "leave the key out")
        elif PATTERN not in self.data:
            if self.kind:
                yield self.error(f"{one(self.kind.word)} needs a pattern", "kind", self.example)
        elif not isinstance(given, dict):
            yield self.error('"pattern" is a table of lands', PATTERN, self.example)
        else:
            yield from self._table_faults(given)

    def _table_faults(self, given: Mapping[str, Any]) -> Iterator[CardwrightError]:
        seen: dict[Field, str] = {}
        for land, fields in given.items():
            if land not in self.lands:
                hint = did_you_mean(land, self.lands) or f"there are {', '.join(self.lands)}"
                yield self.error(f'pattern: unknown land "{land}"', PATTERN, hint)
            if not isinstance(fields, list):
                hint = f'write {land} = ["0,0"]'
                yield self.error(f"pattern: the fields of {land} are a list", PATTERN, hint)
                continue
            for written in fields:
                yield from self._field_faults(land, written, seen)
        count = sum(len(fields) for fields in given.values() if isinstance(fields, list))
        if count > self.limits[PATTERN]:
            reason = f"the pattern has {count} fields, at most {self.limits[PATTERN]} are possible"
            yield self.error(reason, PATTERN, "leave some out")
        elif not count and all(isinstance(fields, list) for fields in given.values()):
            yield self.error("the pattern has no field", PATTERN, self.example)

    def _field_faults(self, land: str, written: object, seen: dict[Field, str]) -> Iterator[CardwrightError]:
        field = parse(written) if isinstance(written, str) else None
        if field is None:
            shown = f'"{written[:20]}"' if isinstance(written, str) else str(written)[:20]
            hint = 'write the steps from the anchor as "q,r", like "1,-1"'
            yield self.error(f"pattern: {shown} is not a field", PATTERN, hint)
            return
        reach = self.limits.get(REACH, steps(field))
        if steps(field) > reach:
            reason = f"pattern: the field {render(field)} lies {steps(field)} steps from the anchor"
            yield self.error(reason, PATTERN, f"at most {reach} are possible")
        if other := seen.get(field):
            both = f"{land} and {other}" if land != other else f"{land} twice"
            reason = f"pattern: the field {render(field)} is {both}"
            yield self.error(reason, PATTERN, "name each field once")
        seen[field] = land
