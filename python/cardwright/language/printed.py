"""Keys of a card that hold printed numbers; the `[[field]]`s of a game define them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.basics.documents import Document
from cardwright.basics.suggestions import did_you_mean, one
from cardwright.errors import CardwrightError

if TYPE_CHECKING:
    from cardwright.language.cards import CardEntry
    from cardwright.language.gamefile import FieldWord
    from cardwright.language.vocabulary import Vocabulary

COST = "cost"
"""The attribute that has its own key in every card."""


def unfold(
    document: Document, data: Any, index: int, vocabulary: Vocabulary
) -> tuple[Any, list[CardwrightError]]:
    """A card with the game's own keys turned into `cost` and `numbers`, and an error for each faulty key."""
    faults: list[CardwrightError] = []
    if not vocabulary.fields or not isinstance(data, dict):
        return data, faults
    reader = _Reader(document, data, index, vocabulary)
    own = {field.id for field in vocabulary.fields}
    numbers: dict[str, int] = {}
    for field in vocabulary.fields:
        try:
            numbers |= reader.read(field)
        except CardwrightError as error:
            faults.append(error)
    rest = {key: value for key, value in data.items() if key not in own}
    cost = numbers.pop(COST, None)
    given = rest.get("numbers", {})
    if twice := sorted(numbers.keys() & (given if isinstance(given, dict) else {})):
        faults.append(reader.error(f'"{twice[0]}" is written twice', "numbers", "leave it out of numbers"))
    for field in vocabulary.fields:
        try:
            reader.refuse_in_numbers(field, given)
        except CardwrightError as error:
            faults += [error] if not twice else []
    if isinstance(given, dict) and (numbers or given):
        rest["numbers"] = numbers | given
    return rest | ({COST: cost} if cost is not None else {}), faults


def names_as_tags(entry: CardEntry, vocabulary: Vocabulary) -> set[str]:
    """The names in a card's tables of numbers that are also its tags: the schools in its cost."""
    values = entry.numbers | {COST: entry.cost}
    return {
        name
        for field in vocabulary.fields
        if field.tags
        for name, attribute in field.attributes.items()
        if values.get(attribute)
    }


class _Reader:
    """Reads the keys that the game defines, of one card."""

    def __init__(self, document: Document, data: dict[str, Any], index: int, vocabulary: Vocabulary) -> None:
        self.document = document
        self.data = data
        self.index = index
        self.vocabulary = vocabulary

    def error(self, reason: str, key: str, suggestion: str | None = None) -> CardwrightError:
        """An error at a key of the card."""
        shown = f'card "{self.data["id"]}": ' if isinstance(self.data.get("id"), str) else ""
        return self.document.error(shown + reason, "card", self.index, key, suggestion)

    def read(self, field: FieldWord) -> dict[str, int]:
        """The numbers of a key by attribute."""
        kind = next((one for one in self.vocabulary.kinds if one.id == self.data.get("kind")), None)
        is_due = kind is not None and (not field.kinds or kind.id in field.kinds)
        if field.id not in self.data:
            if is_due and kind and field.needs:
                raise self.error(f'{one(kind.word)} needs "{field.id}"', "kind", self._example(field))
            return {}
        if kind and not is_due:
            fitting = [entry.plural for entry in self.vocabulary.kinds if entry.id in field.kinds]
            reason = f'{one(kind.word)} has no "{field.id}"'
            raise self.error(reason, field.id, f"only {' and '.join(fitting)} have it")
        value = self.data[field.id]
        if field.attribute:
            return {field.attribute: self._number(field, field.id, value, field.attribute)}
        if not isinstance(value, dict):
            number = value if isinstance(value, int) and not isinstance(value, bool) else None
            raise self.error(f'"{field.id}" is a table', field.id, self._example(field, number))
        for name in value:
            if name not in field.attributes:
                known = list(field.attributes)
                hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
                raise self.error(f'{field.id}: unknown name "{name}"', field.id, hint)
        for names in field.needs:
            if not any(name in value for name in names):
                listed = f"none of {', '.join(names)}" if len(names) > 1 else f"no {names[0]}"
                raise self.error(f"{field.id} names {listed}", field.id, self._example(field))
        return {
            attribute: self._number(field, name, value[name], attribute)
            for name, attribute in field.attributes.items()
            if name in value
        }

    def refuse_in_numbers(self, field: FieldWord, given: Any) -> None:
        """Refuse a number in `numbers` that has its own key."""
        names = field.attributes or {field.id: field.attribute}
        for name, attribute in names.items():
            if isinstance(given, dict) and attribute in given:
                written = f"{name} = {given[attribute]}"
                hint = f"write {field.id} = {{ {written} }}" if field.attributes else f"write {written}"
                raise self.error(
                    f'"{attribute}" has a key of its own', "numbers", f"{hint} outside of numbers"
                )

    def _number(self, field: FieldWord, name: str, value: Any, attribute: str) -> int:
        shown = name if name == field.id else f"{field.id}: {name}"
        if isinstance(value, bool) or not isinstance(value, int):
            reason = f"{shown} is not a whole number" + (f", got {value}" if isinstance(value, float) else "")
            raise self.error(reason, field.id, f"write one like {name} = 3")
        limits = self.vocabulary.limits
        most = limits.get(attribute, limits.get(field.id, limits.get("number", 99)))
        if not field.least <= value <= most:
            reason = f"{shown} = {value} is outside the limits of the game ({field.least} to {most})"
            raise self.error(reason, field.id, _without(field) if value == 0 < field.least else None)
        return value

    def _example(self, field: FieldWord, number: int | None = None) -> str:
        """How a table is written: one name of each needed list, with the number that the author wrote."""
        names = [names[0] for names in field.needs] or list(field.attributes)[:1]
        numbers = field.example or dict.fromkeys(names, 5 if number is None else number)
        listed = ", ".join(f"{name} = {value}" for name, value in numbers.items())
        return f"write {field.id} = {{ {listed} }}"


def _without(field: FieldWord) -> str:
    """The hint to leave a key out, and what the number is then."""
    if not field.usual:
        return "leave it out"
    return f"without the key it is {field.usual}" + (f"; {field.below}" if field.below else "")
