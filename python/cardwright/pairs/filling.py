"""Fills the slots of phrases: every slot with its usual filling, then one slot at a time with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, product

from cardwright.building.catalogue import Workshop
from cardwright.language.checker import CHANCES
from cardwright.language.nodes import Node, Part
from cardwright.language.phrases import FAMILIES, Phrase
from cardwright.language.phrases.model import ENUMERATIONS, OptionItem, SlotItem, parse_template

SELECTING = ("object", "subject", "owner", "one", "selector")
"""Families of slots that hold selectors."""

NUMBERS: dict[str, tuple[Part, ...]] = {
    "number": (2,),
    "stats": ((1, 1), (2, 0), (0, -1)),
    "range": ((1, 3),),
    "quantity": (1, 2),
    "count": (2, 3),
}
"""The numbers that are put into slots, the usual one first."""

SIDES: dict[str, tuple[tuple[str, ...], ...]] = {
    "random_one": (("friendly",), ("enemy",)),
    "random_some": (("enemy",),),
    "group": (("enemy",), ("friendly",), ("adjacent",)),
    "your": ((), ("other",)),
}
"""The words before the noun of a selector in the product; a selector that is not listed has none."""


class Filling:
    """Fills the slots of a game's phrases with its words."""

    def __init__(self, workshop: Workshop, name: str) -> None:
        self.language = workshop.language
        self.lexicon = workshop.language.lexicon
        self.vocabulary = workshop.vocabulary
        self.name = name
        """The card that texts name."""
        self.families: dict[str, list[Phrase]] = {}
        for phrase in self.language.phrases.values():
            self.families.setdefault(phrase.family, []).append(phrase)
            for family in phrase.elsewhere:
                self.families.setdefault(family, []).append(phrase)
        self.parts = cache(self._parts)

    def node(self, phrase: Phrase, parts: Mapping[str, Part]) -> Node:
        """The node of a phrase; a slot that is not named is left out."""
        slots = tuple((slot.name, parts.get(slot.name)) for slot in phrase.slots())
        return FAMILIES[phrase.family].node(phrase.name, slots)

    def usual(self, phrase: Phrase, fixed: Mapping[str, Part] | None = None) -> Node:
        """A phrase with the usual filling of every slot that is not fixed."""
        return next(self.each(phrase, fixed))

    def each(
        self, phrase: Phrase, fixed: Mapping[str, Part] | None = None, changed: int = 1
    ) -> Iterator[Node]:
        """A phrase with the usual fillings, then with up to `changed` slots filled in every other way."""
        fixed = fixed or {}
        optional = {
            inner.name
            for item in parse_template(phrase.template)
            if isinstance(item, OptionItem)
            for inner in item.items
            if isinstance(inner, SlotItem)
        }
        slots = [slot for slot in phrase.slots() if slot.name not in fixed]
        found = {slot.name: list(self._of_slot(phrase, slot)) for slot in slots}
        for name in optional & found.keys():
            found[name].insert(0, None)
        if any(not parts for parts in found.values()):
            return
        usual = dict(fixed) | {name: parts[0] for name, parts in found.items()}
        yield self.node(phrase, usual)
        for size in range(1, changed + 1):
            for names in combinations(found, size):
                for others in product(*(found[name][1:] for name in names)):
                    yield self.node(phrase, usual | dict(zip(names, others, strict=True)))

    def first(self, phrase: Phrase, is_fit: Callable[[Node], bool]) -> Node | None:
        """The first filling of a phrase that fits, the usual ones first."""
        return next(filter(is_fit, self.each(phrase, changed=2)), None)

    def _of_slot(self, phrase: Phrase, slot: SlotItem) -> tuple[Part, ...]:
        number = slot.number or ("s" if slot.like and slot.like != "self" else "")
        if slot.type in ("below", "noun"):
            return (self.noun(),)
        if (phrase.name, slot.name) in CHANCES:
            return (50,)
        return self.parts(slot.type, number)

    def _parts(self, kind: str, number: str) -> tuple[Part, ...]:
        """All fillings of a sort of slot, the usual one first."""
        if kind in NUMBERS:
            return NUMBERS[kind]
        if kind in ENUMERATIONS:
            return tuple(ENUMERATIONS[kind])
        if kind == "name":
            return (self.name,)
        if kind in SELECTING:
            return tuple(self.selectors(kind, number))
        if kind == "filter":
            return tuple(self.filters())
        if kind == "countable":
            phrases = self.families.get(kind, [])
            return (*self.filters(), *(node for phrase in phrases for node in self.each(phrase)))
        if kind == "granted":
            return tuple(self._granted())
        if kind in FAMILIES:
            plain: tuple[Part, ...] = (2,) if kind == "amount" else ()
            phrases = self.families.get(kind, [])
            if kind in ("measure", "multiplier"):  # the pieces that a count is about are certainly there
                phrases = sorted(phrases, key=lambda phrase: phrase.name not in ("number_of", "for_each"))
            return (*plain, *(node for phrase in phrases for node in self.each(phrase)))
        entries = self.lexicon.categories[kind]
        return tuple(entry for entry, _ in entries.get(number) or next(iter(entries.values())))

    def filters(self) -> Iterator[Node]:
        """Every filter: the nouns, then every other filter around the ordinary noun."""
        for phrase in sorted(self.families["filter"], key=lambda one: (one.level, one.name != "kind")):
            if phrase.name == "kind":
                yield self.noun()
                yield from (node for node in self.each(phrase) if node != self.noun())
            elif phrase.name == "kind_or":
                others = [kind.id for kind in self.vocabulary.kinds if kind.id != self.ordinary_kind]
                yield from (self.node(phrase, {"k": self.ordinary_kind, "j": other}) for other in others)
            else:
                yield from self.each(phrase)

    @property
    def ordinary_kind(self) -> str:
        """The kind of an ordinary piece on the board."""
        kinds = self.vocabulary.kinds
        return next(kind.id for kind in kinds if kind.piece and not (kind.unique or kind.placeless))

    def noun(self, *adjectives: str) -> Node:
        """The ordinary piece, with adjectives before it."""
        phrases = self.language.phrases
        found = self.node(phrases["kind"], {"k": self.ordinary_kind})
        for adjective in reversed(adjectives):
            found = self.node(phrases[adjective], {"f": found})
        return found

    def selectors(self, family: str, number: str = "") -> Iterator[Node]:
        """Every selector of a family: plain ones, those of either side, and the pronouns."""
        phrases = self.language.phrases
        for phrase in self._selecting(family):
            if number and phrase.number and phrase.number != number:
                continue
            if not any(slot.type in ("filter", "noun") for slot in phrase.slots()):
                yield from self.each(phrase)
                continue
            for side in SIDES.get(phrase.name, ((),)):
                if all(word in phrases for word in side):
                    yield self.usual(phrase, {"f": self.adjacent(side)})

    def adjacent(self, side: tuple[str, ...]) -> Node:
        """The ordinary piece on a side or beside the carrier."""
        if side != ("adjacent",):
            return self.noun(*side)
        phrase = self.language.phrases["adjacent"]
        near = self.parts("nearness", "")
        return self.node(phrase, {"r": near[0] if near else None, "f": self.noun()})

    def _selecting(self, family: str) -> Iterator[Phrase]:
        """The phrases of a family of selectors, and of the families it includes."""
        yield from self.families.get(family, [])
        for included in FAMILIES[family].includes:
            yield from self._selecting(included)
        if family == "owner":
            yield from (
                self.language.phrases[name] for name in ("it", "them") if name in self.language.phrases
            )

    def _granted(self) -> Iterator[Node]:
        phrases = self.language.phrases
        draw = self.node(phrases["draw"], {"p": "you", "n": 1})
        for trigger in self.families["trigger"]:
            yield self.node(phrases["granted"], {"t": self.usual(trigger), "c": draw})
