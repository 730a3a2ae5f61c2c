"""Builds texts of a game from every trigger, effect and selector of the phrase table.

All combinations of these three are built. Every form of a condition, amount, duration, filter or second
clause is combined with only a few of them, which take turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from typing import Any

from cardwright.building.catalogue import Workshop
from cardwright.language.nodes import Ability, Node, Part, Program, Trigger
from cardwright.language.phrases import Phrase
from cardwright.language.renderer import render
from cardwright.pairs.filling import SELECTING, Filling

PARTS = ("product", "fillings", "filters", "conditions", "clauses", "triggers", "kinds")
"""The parts of the cover, in order."""

WATCHED = (("watched", "friendly"), ("watched", "enemy"), ("watched_other", "friendly"))
"""The pieces that triggers of the product watch."""

WATCHING = ("whenever", "when_once")
"""Triggers with an event that they wait for."""

ONCE = ("when_once", "when_plays")
"""Triggers of kinds whose ability runs once."""

IN_TURN = 3
"""How many partners a part of a text is combined with, where they take turns."""

NO_TRIGGER = "played"
"""The name of the trigger for a text without one: it is played, or used."""

Accepts = Callable[[str, Node], bool]
"""Whether the checker accepts a sentence on a kind of card."""


@dataclass(frozen=True)
class Text:
    """A text, the kind of card it is on, its trigger and the part of the cover it belongs to."""

    kind: str
    trigger: str
    """The name of the trigger's phrase or of the event it waits for, or `NO_TRIGGER`."""
    words: str
    part: str


@dataclass(frozen=True)
class Occasion:
    """A trigger on a kind of card."""

    kind: str
    trigger: Node | None

    @property
    def name(self) -> str:
        """The name of the trigger's stage."""
        if self.trigger is None:
            return NO_TRIGGER
        return self.trigger.node("h").phrase if self.trigger.phrase in WATCHING else self.trigger.phrase


Built = tuple[str, Occasion, Node]
"""A part of the cover, a trigger and a sentence."""


class _Product(Sequence[tuple[Occasion, Node]]):
    """Every trigger with every sentence, each pair made only when it is asked for."""

    def __init__(self, occasions: Sequence[Occasion], sentences: Sequence[Node]) -> None:
        self.occasions, self.sentences = occasions, sentences

    def __len__(self) -> int:
        return len(self.occasions) * len(self.sentences)

    def __getitem__(self, at: Any) -> Any:
        if at >= len(self):
            raise IndexError(at)
        trigger, sentence = divmod(at, len(self.sentences))
        return self.occasions[trigger], self.sentences[sentence]


class Texts:
    """Builds the texts of a game; `is_accepted` tells whether the checker accepts an effect at all."""

    def __init__(self, workshop: Workshop, name: str, is_accepted: Accepts) -> None:
        self.filling = Filling(workshop, name)
        self.phrases = workshop.language.phrases
        self.lexicon = workshop.language.lexicon
        self.kinds = workshop.vocabulary.kinds
        self.is_accepted = is_accepted

    def all(self, parts: Iterable[str] = PARTS) -> list[Text]:
        """The texts of some parts of the cover, each once."""
        return self._written(
            (part, occasion, sentence) for part in parts for occasion, sentence in getattr(self, f"_{part}")()
        )

    def sample(self, count: int, seed: int, parts: Sequence[str] = PARTS) -> list[Text]:
        """Some texts, equally many of each part, picked by a seed."""
        dice, built = random.Random(seed), list[Built]()
        for number, part in enumerate(parts):
            share = count // len(parts) + (number < count % len(parts))
            every = self._product_by_number() if part == PARTS[0] else list(getattr(self, f"_{part}")())
            built += ((part, *every[at]) for at in dice.sample(range(len(every)), min(share, len(every))))
        return self._written(built)

    def _written(self, built: Iterable[Built]) -> list[Text]:
        found: dict[tuple[str, str], Text] = {}
        for part, occasion, sentence in built:
            trigger = occasion.trigger
            assert trigger is None or isinstance(trigger, Trigger)
            words = render(Program((), (Ability(trigger, (sentence,)),)), self.lexicon)
            found.setdefault((occasion.kind, words), Text(occasion.kind, occasion.name, words, part))
        return list(found.values())

    # The parts of texts.

    @cached_property
    def ordinary(self) -> list[Occasion]:
        """Every trigger on the ordinary kind of piece, and every kind whose text needs none."""
        piece = self.filling.ordinary_kind
        found = [Occasion(piece, trigger) for trigger in self.triggers if trigger.phrase not in ONCE]
        found += [Occasion(kind.id, None) for kind in self.kinds if not kind.piece or self.has_power(kind.id)]
        return found

    def has_power(self, kind: str) -> bool:
        """Whether a piece of a kind uses its text like a power."""
        return self.is_accepted(kind, self.said(self.draw))

    @cached_property
    def triggers(self) -> list[Node]:
        """Every trigger, watched pieces on either side."""
        found: list[Node] = []
        for phrase in self.filling.families["trigger"]:
            if phrase.name in WATCHING:
                found += [
                    self.filling.node(phrase, {"w": witness, "h": self.filling.usual(happening)})
                    for happening in self.filling.families["happening"]
                    for witness in self.witnesses
                ]
                continue
            if any(slot.type == "witness" for slot in phrase.slots()):
                found += [self.filling.node(phrase, {"w": witness}) for witness in self.witnesses]
                continue
            usual = self.filling.usual(phrase)
            fixed = {"f": usual["f"]} if usual.get("f") else {}
            found += self.filling.each(phrase, fixed)
        return found

    @property
    def witnesses(self) -> list[Node]:
        """The pieces that triggers of the product watch."""
        return [
            self.filling.node(self.phrases[name], {"f": self.filling.noun(side)}) for name, side in WATCHED
        ]

    @property
    def draw(self) -> Node:
        """An effect that is always possible."""
        return self.filling.node(self.phrases["draw"], {"p": "you", "n": 1})

    def said(self, clauses: Node) -> Node:
        """A sentence of effects."""
        return self.filling.node(self.phrases["do"], {"c": clauses})

    @cached_property
    def effects(self) -> list[Node]:
        """Every effect in its most usual form that the checker accepts."""
        free = [kind.id for kind in self.kinds if not kind.piece]
        found = []
        for phrase in self.filling.families["effect"]:
            kinds = [self.filling.ordinary_kind, *free]

            def is_fit(node: Node, kinds: list[str] = kinds) -> bool:
                return any(self.is_accepted(kind, self.said(node)) for kind in kinds)

            found.append(self.filling.first(phrase, is_fit) or self.filling.usual(phrase))
        return found

    def target_of(self, effect: Node) -> str | None:
        """The family of the slot in which an effect names pieces; None if it names none."""
        for slot in self.phrases[effect.phrase].slots():
            if slot.name == "t" and slot.type in SELECTING:
                return slot.type
        return None

    def with_target(self, effect: Node, selector: Node) -> Node:
        """An effect on other pieces."""
        parts = dict(effect.parts) | {"t": selector}
        return self.filling.node(self.phrases[effect.phrase], parts)

    def targets(self, effect: Node) -> Iterator[Node]:
        """An effect with every selector, or as it is if it names no pieces."""
        family = self.target_of(effect)
        if family is None:
            yield effect
            return
        for selector in self.filling.selectors(family):
            yield self.with_target(effect, selector)

    # The parts of the cover.

    @cached_property
    def aimed(self) -> list[Node]:
        """Every effect with every selector."""
        return [aimed for effect in self.effects for aimed in self.targets(effect)]

    def _product(self) -> Iterator[tuple[Occasion, Node]]:
        yield from self._product_by_number()

    def _product_by_number(self) -> Sequence[tuple[Occasion, Node]]:
        return _Product(self.ordinary, [self.said(aimed) for aimed in self.aimed])

    def _aims(self) -> dict[str, Iterator[Node]]:
        """By family, its selectors in an endless cycle."""
        return {family: cycle(list(self.filling.selectors(family))) for family in SELECTING}

    def _aimed(self, effect: Node, aims: dict[str, Iterator[Node]]) -> Node:
        family = self.target_of(effect)
        return self.with_target(effect, next(aims[family])) if family else effect

    def _other_fillings(self) -> Iterator[Node]:
        for phrase, usual in zip(self.filling.families["effect"], self.effects, strict=True):
            fixed = {"t": usual["t"]} if self.target_of(usual) else {}
            yield from (node for node in self._around(phrase, usual, fixed) if node != usual)

    def _around(self, phrase: Phrase, usual: Node, fixed: dict[str, Part]) -> Iterator[Node]:
        """A phrase with one slot filled in another way than usual."""
        for slot in phrase.slots():
            if slot.name not in fixed:
                rest = {name: part for name, part in usual.parts if name != slot.name}
                yield from self.filling.each(phrase, rest | fixed)

    def _fillings(self) -> Iterator[tuple[Occasion, Node]]:
        """Amounts, durations, players, zones, keywords, measures."""
        aims, occasions = self._aims(), cycle(self.ordinary)
        for effect in self._other_fillings():
            for _ in range(IN_TURN):
                yield next(occasions), self.said(self._aimed(effect, aims))

    def _filters(self) -> Iterator[tuple[Occasion, Node]]:
        """Selectors with every filter."""
        effects, occasions = (
            cycle(effect for effect in self.effects if self.target_of(effect)),
            cycle(self.ordinary),
        )
        for name in ("chosen", "random_one", "random_some", "all", "group", "your"):
            for selector in self.filling.each(self.phrases[name]) if name in self.phrases else ():
                for _ in range(IN_TURN):
                    yield next(occasions), self.said(self.with_target(next(effects), selector))

    def _conditions(self) -> Iterator[tuple[Occasion, Node]]:
        """Conditions, and other sentences that are not plain."""
        aims, effects, occasions = self._aims(), cycle(self.effects), cycle(self.ordinary)
        for phrase in self.filling.families["condition"]:
            usual = self.filling.usual(phrase)
            fixed = {"f": usual["f"]} if usual.get("f") else {}
            for condition in self.filling.each(phrase, fixed):
                for _ in range(IN_TURN):
                    parts = {"q": condition, "c": self._aimed(next(effects), aims)}
                    yield next(occasions), self.filling.node(self.phrases["if"], parts)
        for phrase in self.filling.families["sentence"]:
            names = [slot.name for slot in phrase.slots() if slot.type == "clauses"]
            if phrase.name not in ("do", "if"):
                for occasion in self.ordinary:
                    clauses = {name: self._aimed(next(effects), aims) for name in names}
                    yield occasion, self.filling.usual(phrase, clauses)

    def _clauses(self) -> Iterator[tuple[Occasion, Node]]:
        """Two effects, the second on what the first named or made."""
        occasions, joints = cycle(self.ordinary), cycle(("and", "then"))
        pronouns = [
            self.filling.node(self.phrases[name], {}) for name in ("it", "them") if name in self.phrases
        ]
        for first in self.effects:
            for second in self.effects:
                if not self.target_of(second):
                    continue
                for pronoun in pronouns:
                    parts = {"e": first, "r": self.with_target(second, pronoun)}
                    yield next(occasions), self.said(self.filling.node(self.phrases[next(joints)], parts))

    def _triggers(self) -> Iterator[tuple[Occasion, Node]]:
        """Triggers in all their forms."""
        aims, effects, known = self._aims(), cycle(self.effects), set(self.triggers)
        for trigger in self._every_trigger():
            if trigger not in known:
                known.add(trigger)
                for _ in range(IN_TURN):
                    once = [kind.id for kind in self.kinds if kind.veiled and trigger.phrase in ONCE]
                    occasion = Occasion(once[0] if once else self.filling.ordinary_kind, trigger)
                    yield occasion, self.said(self._aimed(next(effects), aims))

    def _every_trigger(self) -> Iterator[Node]:
        for phrase in self.filling.families["trigger"]:
            if phrase.name not in WATCHING:
                yield from self.filling.each(phrase)
                continue
            happenings = [
                node for one in self.filling.families["happening"] for node in self.filling.each(one)
            ]
            witnesses = [
                node
                for name in ("watched", "watched_other")
                for node in self.filling.each(self.phrases[name])
            ]
            turn = cycle(happenings)
            for witness in witnesses:
                yield self.filling.node(phrase, {"w": witness, "h": next(turn)})
            turn = cycle(witnesses)
            for happening in happenings:
                yield self.filling.node(phrase, {"w": next(turn), "h": happening})

    def _kinds(self) -> Iterator[tuple[Occasion, Node]]:
        """The other kinds of pieces, with every trigger and every effect."""
        aims = self._aims()
        for kind in self.kinds:
            if kind.piece and kind.id != self.filling.ordinary_kind:
                for trigger in self.triggers:
                    for effect in self.effects:
                        yield Occasion(kind.id, trigger), self.said(self._aimed(effect, aims))
