"""The thesis' method has every chance that the thesis states; each is tested over 20,000 drafts.

The bounds are four standard errors of a share, sqrt(p (1 - p) / n) each.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from itertools import product
from math import sqrt
from random import Random

import pytest

from cardwright.generating.data import GeneratorData, read_data
from cardwright.generating.drafting import Draft, Drafter, near_fields, steps
from cardwright.generating.naming import Namer
from cardwright.language.vocabulary import load_vocabulary
from cardwright.sources.finding import sources_of

COUNT = 20_000
THESIS = ("enters", "fights", "kills", "starts", "ends")
"""The triggers that the thesis had."""


@cache
def data() -> GeneratorData:
    sources = sources_of("hexlands")
    return read_data(sources, load_vocabulary(sources))


@cache
def drafts(kind: str) -> tuple[Draft, ...]:
    drafter = Drafter(data(), data().named("krucher"), Random(f"{kind} 1"))
    return tuple(drafter.draft(kind) for _ in range(COUNT))


def check(found: Mapping[Hashable, int], expected: Mapping[Hashable, float], total: int = COUNT) -> None:
    """Every value has its chance, and there is no other value."""
    assert sum(expected.values()) == pytest.approx(1)
    assert set(found) <= {value for value, chance in expected.items() if chance > 0}
    for value, chance in expected.items():
        bound = 4 * sqrt(chance * (1 - chance) / total)
        assert abs(found.get(value, 0) / total - chance) <= bound, (value, found.get(value, 0), chance)


def counted(kind: str, of: Callable[[Draft], Hashable]) -> Counter[Hashable]:
    return Counter(of(draft) for draft in drafts(kind))


@pytest.mark.parametrize("kind", ["minion", "spell"])
def test_a_cost_has_one_two_or_three_lands(kind: str) -> None:
    check(counted(kind, lambda draft: len(set(draft.fields.values()))), {1: 0.3, 2: 0.6, 3: 0.1})
    assert all(set(draft.fields.values()) == set(draft.identities) for draft in drafts(kind))


@pytest.mark.parametrize("kind", ["minion", "spell"])
def test_a_cost_has_one_to_seven_fields_within_three_steps(kind: str) -> None:
    # A pattern has at least a field for each of its lands; otherwise every number is equally likely.
    expected: dict[Hashable, float] = defaultdict(float)
    for lands, chance in {1: 0.3, 2: 0.6, 3: 0.1}.items():
        for fields in range(lands, 8):
            expected[fields] += chance / (8 - lands)
    check(counted(kind, lambda draft: len(draft.fields)), expected)
    places = Counter(place for draft in drafts(kind) for place in draft.fields)
    assert max(map(steps, places)) == 3
    total = sum(places.values())
    check(places, dict.fromkeys(near_fields(3), 1 / 37), total)


def test_health_is_one_to_nine() -> None:
    check(counted("minion", lambda draft: draft.numbers["health"]), dict.fromkeys(range(1, 10), 1 / 9))


def test_attack_is_like_health_near_it_or_anything() -> None:
    expected: dict[Hashable, float] = defaultdict(float)
    for health in range(1, 10):
        shares = [(health, 0.25)]
        shares += [(max(0, health + sign * away), 0.55 / 6) for away, sign in product((0, 1, 2), (1, -1))]
        shares += [(attack, 0.2 / 10) for attack in range(10)]
        for attack, chance in shares:
            expected[attack - health] += chance / 9
    check(counted("minion", lambda draft: draft.numbers["attack"] - draft.numbers["health"]), expected)
    assert all(draft.numbers["attack"] >= 0 for draft in drafts("minion"))


def test_the_least_range_is_one_two_or_three() -> None:
    check(counted("minion", lambda draft: draft.numbers["least-range"]), {1: 0.55, 2: 0.3, 3: 0.15})


def test_the_range_is_the_least_or_one_more() -> None:
    found = counted("minion", lambda draft: draft.numbers["range"] - draft.numbers["least-range"])
    check(found, {0: 0.75, 1: 0.25})


def test_movement_is_short_or_anything_and_never_nothing() -> None:
    expected = {1: 0.65 / 2 + 0.35 * 2 / 5, 2: 0.65 / 2 + 0.35 / 5, 3: 0.35 / 5, 4: 0.35 / 5}
    check(counted("minion", lambda draft: draft.numbers["movement"]), expected)


@pytest.mark.parametrize("trigger", THESIS)
def test_a_minion_has_each_trigger_in_a_quarter_of_the_cases(trigger: str) -> None:
    def has(draft: Draft) -> int:
        return sum(one.moment == trigger for one in draft.containers)

    check(counted("minion", has), {0: 0.75, 1: 0.25})


def test_a_minion_has_none_but_the_five_triggers() -> None:
    assert {one.moment for draft in drafts("minion") for one in draft.containers} == {*THESIS}


def test_a_spell_has_one_or_two_containers() -> None:
    check(counted("spell", lambda draft: len(draft.containers)), {1: 0.5, 2: 0.5})


@pytest.mark.parametrize("kind", ["minion", "spell"])
def test_a_container_has_one_or_two_effects(kind: str) -> None:
    found = Counter(len(one.effects) for draft in drafts(kind) for one in draft.containers)
    check(found, {1: 0.5, 2: 0.5}, sum(found.values()))


def test_a_text_that_the_language_refuses_is_drawn_anew_and_nothing_else() -> None:
    drafter = Drafter(data(), data().named("krucher"), Random(7))
    for draft in drafts("minion")[:500]:
        again = drafter.filled(draft)
        assert (again.numbers, again.fields, again.plan) == (draft.numbers, draft.fields, draft.plan)
        told = [(one.trigger, len(one.effects)) for one in again.containers]
        assert told == [(one.trigger, len(one.effects)) for one in draft.containers]


def test_invented_words_alternate_vowels_with_one_or_two_consonants() -> None:
    namer = Namer(data(), "krucher", Random(1))
    words = [namer.invented() for _ in range(COUNT)]
    vowel, consonants = "[aeiou]", "[^aeiou]{1,2}"
    form = re.compile(f"(?:{consonants})?(?:{vowel}{consonants})*{vowel}?")
    assert all(form.fullmatch(word) for word in words)
    check(Counter(map(len, words)), dict.fromkeys(range(4, 9), 1 / 5))


def test_names_have_an_invented_word_a_noun_and_now_and_then_an_adjective() -> None:
    namer = Namer(data(), "krucher", Random(1))
    lists = {one.id: {word.capitalize() for word in one.words} for one in data().words}
    names = [namer.name("minion", ()) for _ in range(COUNT)]
    assert all(set(re.split("[ -]", name)) & lists["noun"] for name in names)
    has_adjective = Counter[Hashable](name.split(" ")[0] in lists["adjective"] for name in names)
    check(has_adjective, {True: 0.5, False: 0.5})
