"""Draws drafts of cards from a generator's data: numbers, cost and containers, not yet names or texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from cardwright.errors import CardwrightError
from cardwright.generating.data import (
    Case,
    Condition,
    Effect,
    GeneratorData,
    Keyword,
    Method,
    Number,
    Target,
    Trigger,
    span_of,
)

T = TypeVar("T")

PLAYED = "played"
"""What the data call the moment at which a card without triggers does what it says."""

MOST_TARGETS = 500
"""How many targets are drawn until one has enough effects."""

Field = tuple[int, int]
"""A field of a pattern by its steps from the anchor."""


@dataclass(frozen=True)
class Asked:
    """A condition with its number."""

    condition: Condition
    n: int = 0


@dataclass(frozen=True)
class Done:
    """An effect with its numbers and its own condition."""

    effect: Effect
    n: int = 0
    m: int = 0
    asked: Asked | None = None

    @property
    def is_aimed(self) -> bool:
        """Whether it is done to the container's target."""
        return "{target}" in self.effect.text


@dataclass(frozen=True)
class Container:
    """A target, a condition without which nothing happens, and effects."""

    trigger: Trigger | None
    target: Target
    effects: tuple[Done, ...]
    asked: Asked | None = None

    @property
    def moment(self) -> str:
        """The id of its trigger; for a card without triggers, `played`."""
        return self.trigger.id if self.trigger else PLAYED


@dataclass(frozen=True)
class Draft:
    """A card before it has a name and a text."""

    kind: str
    identities: tuple[str, ...]
    numbers: Mapping[str, int]
    fields: Mapping[Field, str]
    """The pattern that it costs, where cards cost one."""
    plan: tuple[tuple[Trigger | None, int], ...]
    """For each container its trigger and how many effects it has."""
    keywords: tuple[tuple[Keyword, int], ...] = ()
    containers: tuple[Container, ...] = field(default=())


class Drafter:
    """Draws drafts by a method; every draw comes from one stream of chance."""

    def __init__(self, data: GeneratorData, method: Method, chance: Random) -> None:
        self.data, self.method, self.chance = data, method, chance
        self.places = near_fields(method.reach)

    def draft(self, kind: str) -> Draft:
        """The next draft of a kind."""
        identities = self._identities()
        numbers = self._numbers(kind)
        fields: dict[Field, str] = {}
        if self.method.cost == "pattern" and not self.method.priced:
            least, most = span_of(self.method.fields)
            fields = self.pattern(identities, self._span((max(least, len(identities)), most)))
        draft = Draft(kind, identities, numbers, fields, self._plan(kind), self._keywords(kind, identities))
        return self.filled(draft)

    def filled(self, draft: Draft) -> Draft:
        """The draft with new containers; its numbers, its cost and how many of each it has stay."""
        return replace(draft, containers=tuple(self._container(draft, *one) for one in draft.plan))

    def pattern(self, identities: Sequence[str], size: int) -> dict[Field, str]:
        """So many random fields, each of one of the identities, and none of these missing."""
        near = self.method.near
        waiting = {place: near[steps(place)] if near else 1.0 for place in self.places}
        chosen: list[Field] = []
        for _ in range(size):
            place = self._weighted(list(waiting), list(waiting.values()))
            del waiting[place]
            chosen.append(place)
        lands = [*identities, *(self._one(identities) for _ in range(size - len(identities)))]
        return dict(sorted(zip(chosen, lands, strict=True)))

    def _identities(self) -> tuple[str, ...]:
        chances = self.method.identities
        if not chances:
            return ()
        count = self._weighted(range(1, len(chances) + 1), chances)
        waiting = [one.id for one in self.data.identity]
        return tuple(waiting.pop(self._below(len(waiting))) for _ in range(count))

    def _numbers(self, kind: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for number in self.data.number:
            if kind in number.kinds and (not number.methods or self.method.id in number.methods):
                found[number.id] = self._number(number, found)
        return found

    def _number(self, number: Number, known: Mapping[str, int]) -> int:
        case: Case = self._weighted(number.cases, [case.chance for case in number.cases])
        value = self._span(span_of(case.span)) + (known[case.like] if case.like else 0)
        distance = self._span(span_of(case.away))
        if span_of(case.away) != (0, 0):
            value += distance if self._below(2) else -distance
        return min(max(value, number.least), number.most)

    def _plan(self, kind: str) -> tuple[tuple[Trigger | None, int], ...]:
        method = self.method
        if kind in method.containers:
            count = self._span(span_of(method.containers[kind]))
            return tuple((None, self._span(span_of(method.effects))) for _ in range(count))
        found: list[tuple[Trigger | None, int]] = []
        for trigger in self.data.trigger:
            if kind in trigger.kinds and self._percent(trigger.chance.get(method.id, 0)):
                found.append((trigger, self._span(span_of(method.effects))))
        while method.most and len(found) > method.most:
            found.pop(self._below(len(found)))
        return tuple(found)

    def _keywords(self, kind: str, identities: Sequence[str]) -> tuple[tuple[Keyword, int], ...]:
        known = [one for one in self.data.keyword if kind in one.kinds and _belongs(one.of, identities)]
        if not known or not self.method.keyword or not self._percent(self.method.keyword):
            return ()
        keyword = self._one(known)
        return ((keyword, self._span(span_of(keyword.n)) if keyword.n else 0),)

    def _container(self, draft: Draft, trigger: Trigger | None, count: int) -> Container:
        moment = trigger.id if trigger else PLAYED
        may_choose = trigger is None or bool(trigger.choosing)
        fitting = [
            target
            for target in self.data.target
            if _fits(target, draft.kind, moment) and (may_choose or not target.chosen)
        ]
        for _ in range(MOST_TARGETS):
            target = self._weighted(fitting, [self._usual(one.weight) for one in fitting])
            effects = self._effects(draft, moment, target, count)
            if effects:
                break
        else:
            of = " and ".join(draft.identities) or "no identity"
            raise CardwrightError(
                f"no target of the generator's data has {count} effects for a {draft.kind} of {of}",
                suggestion="write more effects into generator.toml",
            )
        asked = self._condition(draft.kind, moment, self.method.condition, None)
        container = Container(trigger, target, (), asked)
        for effect in effects:
            n, m = (self._span(span_of(text)) if text else 0 for text in (effect.n, effect.m))
            named = any(done.is_aimed for done in container.effects)
            # A condition of the container and one of its first effect could not be told apart.
            percent = 0 if asked and not container.effects else self.method.own_condition
            it = target if named and not target.plural else None
            own = self._condition(draft.kind, moment, percent, it)
            container = replace(container, effects=(*container.effects, Done(effect, n, m, own)))
        return container

    def _effects(self, draft: Draft, moment: str, target: Target, count: int) -> list[Effect]:
        """Different effects that fit a target; none if there are too few."""
        weights = {
            number: weight
            for number, effect in enumerate(self.data.effect)
            if _fits(effect, draft.kind, moment)
            and suits(effect, target)
            and (weight := self._weight(effect, target, draft.identities)) > 0
        }
        if len(weights) < count:
            return []
        found = []
        for _ in range(count):
            number = self._weighted(list(weights), list(weights.values()))
            del weights[number]
            found.append(self.data.effect[number])
        return found

    def _weight(self, effect: Effect, target: Target, identities: Sequence[str]) -> float:
        weight = self._usual(effect.weight)
        if self.method.own and effect.of:
            weight *= self.method.own if _belongs(effect.of, identities) else 0
        return weight * (self.method.harm if hurts(effect, target) else 1)

    def _usual(self, weight: float) -> float:
        """A weight, or 1 where the method takes all alike."""
        return weight if self.method.own else 1

    def _condition(self, kind: str, moment: str, percent: float, it: Target | None) -> Asked | None:
        """A condition in so many percent of cases; with a target named before, it may ask about that."""
        if not percent or not self._percent(percent):
            return None
        fitting = [
            one
            for one in self.data.condition
            if _fits(one, kind, moment) and (not one.asks or (it and all(tag in it.tags for tag in one.asks)))
        ]
        if not fitting:
            return None
        condition = self._weighted(fitting, [self._usual(one.weight) for one in fitting])
        return Asked(condition, self._span(span_of(condition.n)) if condition.n else 0)

    # Chance: only `random()` is used, which is the same in every version of Python.

    def _below(self, count: int) -> int:
        return int(self.chance.random() * count)

    def _span(self, span: tuple[int, int]) -> int:
        return span[0] if span[0] == span[1] else span[0] + self._below(span[1] - span[0] + 1)

    def _percent(self, percent: float) -> bool:
        return self.chance.random() * 100 < percent

    def _one(self, among: Sequence[T]) -> T:
        return among[self._below(len(among))]

    def _weighted(self, among: Sequence[T], weights: Sequence[float]) -> T:
        at = self.chance.random() * sum(weights)
        for one, weight in zip(among, weights, strict=True):
            at -= weight
            if at < 0:
                return one
        return next(one for one, weight in zip(reversed(among), reversed(weights), strict=True) if weight)


def suits(effect: Effect, target: Target) -> bool:
    """Whether an effect can be done to a target; one that is aimed at nobody suits every target."""
    if "{target}" not in effect.text:
        return True
    return all(tag in target.tags for tag in effect.asks) and not any(
        tag in target.tags for tag in effect.bars
    )


def hurts(effect: Effect, target: Target) -> bool:
    """Whether an effect is bad for the card's owner.

    What its player aims or chance may turn on either side is not; what hits both sides is as good as bad.
    """
    if "{target}" not in effect.text:
        return effect.good < 0
    return effect.good * {"mine": 1, "theirs": -1}.get(target.side, 0) < 0


def helps(effect: Effect, target: Target) -> bool:
    """Whether an effect can be good for the card's owner."""
    return effect.good != 0 and not hurts(effect, target)


def near_fields(reach: int) -> list[Field]:
    """The fields within so many steps of the anchor, in hexagonal steps, in a fixed order.

    >>> near_fields(1)
    [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]
    >>> len(near_fields(3))
    37
    """
    span = range(-reach, reach + 1)
    return [(q, r) for q in span for r in span if steps((q, r)) <= reach]


def steps(place: Field) -> int:
    """How many steps a field is away from the anchor.

    >>> steps((2, -1)), steps((1, 1))
    (2, 2)
    """
    q, r = place
    return max(abs(q), abs(r), abs(q + r))


def _belongs(of: Sequence[str], identities: Sequence[str]) -> bool:
    return not of or any(one in identities for one in of)


def _fits(entry: Any, kind: str, moment: str) -> bool:
    """Whether a part of a text can stand on a kind of card at a moment."""
    return (not entry.kinds or kind in entry.kinds) and (not entry.triggers or moment in entry.triggers)
