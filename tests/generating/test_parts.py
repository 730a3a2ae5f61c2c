"""Texts, names and filters of the generator, on small data of their own."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.generating.data import (
    Condition,
    Effect,
    GeneratorData,
    Keyword,
    Style,
    Target,
    Trials,
    Trigger,
    Words,
    span_of,
)
from cardwright.generating.drafting import Asked, Container, Done, Draft, hurts, suits
from cardwright.generating.filters import clash, is_contradictory, is_harmful, is_special
from cardwright.generating.naming import Namer
from cardwright.generating.wording import text_of

MINION = Target(id="minion", text="a minion", again="it", side="either", tags=["one"], chosen=True)
FOES = Target(id="foes", text="all enemy minions", again="them", side="theirs", tags=[], plural=True)
FRIENDS = Target(id="friends", text="your minions", again="them", side="mine", tags=[], plural=True)
HERO = Target(id="hero", text="your hero", side="mine", tags=["hero"])
DAMAGE = Effect(id="damage", text="deal {n} damage to {target}", n="1-4", good=-1, bars=["hero"])
GROW = Effect(id="grow", text="{target} {gets|get} +{n}/+{m}", n="1", m="2", good=1)
DRAW = Effect(id="draw", text="draw {n|card|cards}", n="1-2", good=1)
DISCARD = Effect(id="discard", text="discard {n|random card|random cards}", n="1-2", good=-1)
RICH = Condition(
    id="rich",
    text="you have {count} or more cards in your hand",
    n="1-9",
    usual="2-5",
    topic="hand",
    compare="least",
)
POOR = Condition(
    id="poor", text="you have {count} or fewer cards in your hand", n="1-9", topic="hand", compare="most"
)
EMPTY = Condition(id="empty", text="your hand is empty", topic="hand")
LATE = Condition(id="late", text="your deck is empty", special=True, bars=["draw"])
DIES = Trigger(id="dies", text="when this dies", kinds=["minion"], chance={})
PLAYED = Trigger(
    id="enters", text="when this enters play", choosing="when played", kinds=["minion"], chance={}
)


def draft(*containers: Container, kind: str = "spell") -> Draft:
    return Draft(kind, (), {}, {}, (), containers=containers)


def test_a_target_is_named_once() -> None:
    both = Container(None, MINION, (Done(DAMAGE, 2), Done(GROW, 1, 2)))
    assert text_of(draft(both)) == "Deal 2 damage to a minion and it gets +1/+2."
    several = Container(None, FRIENDS, (Done(GROW, 1, 2), Done(DRAW, 2)))
    assert text_of(draft(several)) == "Your minions get +1/+2 and draw two cards."


def test_a_false_condition_of_a_container_stops_all_of_it() -> None:
    stopped = Container(None, FOES, (Done(DRAW, 1), Done(DAMAGE, 3)), Asked(RICH, 3))
    said = "If you have three or more cards in your hand, draw a card and deal 3 damage to all enemy minions."
    assert text_of(draft(stopped)) == said


def test_a_false_condition_of_an_effect_stops_that_effect_only() -> None:
    own = Done(DRAW, 2, asked=Asked(EMPTY))
    plain = Container(DIES, FOES, (Done(DAMAGE, 1), own))
    said = "When this dies, deal 1 damage to all enemy minions. If your hand is empty, draw two cards."
    assert text_of(draft(plain)) == said
    first = Container(None, FOES, (own, Done(DAMAGE, 1)))
    assert (
        text_of(draft(first)) == "If your hand is empty, draw two cards. Deal 1 damage to all enemy minions."
    )
    stopped = Container(None, FOES, (Done(DAMAGE, 1), own), Asked(LATE))
    said = "If your deck is empty, deal 1 damage to all enemy minions, and if your hand is empty, "
    said += "draw two cards."
    assert text_of(draft(stopped)) == said


def test_a_trigger_has_other_words_where_a_target_is_chosen() -> None:
    chosen, drawn = Container(PLAYED, MINION, (Done(DAMAGE, 1),)), Container(PLAYED, MINION, (Done(DRAW, 1),))
    assert text_of(draft(chosen)) == "When played, deal 1 damage to a minion."
    assert text_of(draft(drawn)) == "When this enters play, draw a card."


def test_keywords_head_the_text() -> None:
    keywords = ((Keyword(id="a", text="Armoured", kinds=[]), 0), (Keyword(id="b", text="Ward", kinds=[]), 2))
    body = Draft("minion", (), {}, {}, (), keywords, (Container(DIES, MINION, (Done(DRAW, 1),)),))
    assert text_of(body) == "Armoured, Ward 2. When this dies, draw a card."


def test_an_effect_suits_the_targets_it_does_not_bar() -> None:
    assert [suits(DAMAGE, FOES), suits(DAMAGE, HERO), suits(DRAW, HERO)] == [True, False, True]


@pytest.mark.parametrize(
    ("effect", "target", "is_bad"),
    [
        (DAMAGE, FOES, False),
        (DAMAGE, FRIENDS, True),
        (DAMAGE, MINION, False),
        (GROW, FOES, True),
        (GROW, FRIENDS, False),
        (DISCARD, FOES, True),
        (DRAW, FOES, False),
    ],
)
def test_an_effect_hurts_its_owner_by_whom_it_is_done_to(
    effect: Effect, target: Target, is_bad: bool
) -> None:
    assert hurts(effect, target) == is_bad


def test_a_text_that_can_only_hurt_its_owner_is_found() -> None:
    bad = Container(None, FRIENDS, (Done(DAMAGE, 5),))
    assert is_harmful(draft(bad))
    assert is_harmful(draft(bad, Container(None, FOES, (Done(DISCARD, 1),))))
    assert not is_harmful(draft(bad, Container(None, FOES, (Done(DRAW, 1),))))
    assert not is_harmful(draft())


@pytest.mark.parametrize(
    ("first", "second", "do_clash"),
    [
        (Asked(RICH, 4), Asked(POOR, 2), True),  # never both
        (Asked(RICH, 2), Asked(POOR, 4), False),
        (Asked(RICH, 2), Asked(RICH, 4), True),  # one follows from the other
        (Asked(RICH, 2), Asked(EMPTY), True),
        (Asked(RICH, 2), Asked(LATE), False),
        (Asked(LATE), Asked(LATE), True),
    ],
)
def test_conditions_about_one_thing_are_compared(first: Asked, second: Asked, do_clash: bool) -> None:
    assert clash(first, second) == clash(second, first) == do_clash
    held = Container(None, FOES, (Done(DAMAGE, 1), Done(GROW, 1, 1, second)), first)
    assert is_contradictory(draft(held)) == do_clash


def test_a_condition_that_makes_an_effect_pointless_is_found() -> None:
    assert is_contradictory(draft(Container(None, FOES, (Done(DRAW, 1),), Asked(LATE))))


def test_conditions_that_hardly_ever_hold_are_found() -> None:
    def held(asked: Asked) -> Draft:
        return draft(Container(None, FOES, (Done(DAMAGE, 1),), asked))

    asked = [Asked(LATE), Asked(RICH, 6), Asked(RICH, 1), Asked(RICH, 5)]
    assert [is_special(held(one)) for one in asked] == [True, True, True, False]


def test_a_name_takes_its_words_from_the_identities_in_turn() -> None:
    words = (
        Words(id="of", of="fire", words=["ash"]),
        Words(id="of", of="water", words=["reef"]),
        Words(id="beast", words=["wolf"]),
    )
    style = Style(id="plain", forms={"minion": ["{of}-{of} {beast} of the {beast}"]})
    data = GeneratorData((), (), (), (), (), (), (), (), words, (style,), Trials())
    assert Namer(data, "plain", Random(1)).name("minion", ("fire", "water")) == "Ash-Reef Wolf of the Wolf"


def test_a_span_is_a_number_or_two() -> None:
    assert (span_of("4"), span_of("0-9")) == ((4, 4), (0, 9))
    for wrong in ("", "a", "3-1", "1-2-3"):
        with pytest.raises(ValueError, match="neither a number nor a span"):
            span_of(wrong)
