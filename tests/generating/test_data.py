"""The data of every generator can be said, and a set keeps what its method promises."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.generating import Generated, generate, methods_of
from cardwright.generating.data import Effect, GeneratorData, Target, Trigger, read_data, span_of
from cardwright.generating.decks import decks_of
from cardwright.generating.drafting import Asked, Container, Done, Draft, suits
from cardwright.generating.filters import is_contradictory, is_harmful, is_special
from cardwright.generating.wording import text_of
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.nodes import Program
from cardwright.language.renderer import render
from cardwright.sources.finding import game_sources, sources_of

GAMES = sorted(slug for slug, sources in game_sources().items() if methods_of(sources))
LEAST = {"target": 30, "condition": 20, "effect": 30}
"""How many entries of each sort Hexlands has at least."""


@cache
def opened(slug: str) -> tuple[Workshop, GeneratorData]:
    workshop = Workshop(sources_of(slug))
    return workshop, read_data(workshop.sources, workshop.vocabulary)


def is_said(slug: str, text: str, kind: str) -> bool:
    """Whether the language accepts a text on a kind of card."""
    workshop, _ = opened(slug)
    try:
        program: Program = workshop.language.parse(text, kind)
        compile_card(CardEntry(id="", name="", kind=kind), program, workshop.assembly, workshop.vocabulary)
    except TextError:
        return False
    return True


def moments(slug: str) -> Iterator[tuple[str, Trigger | None]]:
    """Kinds of cards, each with the triggers that it can have; a kind without triggers has none."""
    _, data = opened(slug)
    for kind in data.method[0].kinds:
        fitting = [trigger for trigger in data.trigger if kind in trigger.kinds]
        yield from ((kind, trigger) for trigger in fitting or [None])


def containers(
    slug: str, target: Target, effect: Effect, asked: Asked | None = None
) -> Iterator[tuple[str, str]]:
    """The texts of one effect on one target at every moment, with their kinds."""
    n, m = (span_of(text)[1] if text else 0 for text in (effect.n, effect.m))
    for kind, trigger in moments(slug):
        moment = trigger.id if trigger else "played"
        parts = [target, effect, *([asked.condition] if asked else [])]
        if any(
            (one.kinds and kind not in one.kinds) or (one.triggers and moment not in one.triggers)
            for one in parts
        ):
            continue
        if target.chosen and trigger and not trigger.choosing:
            continue
        done = Done(effect, n, m)
        if asked and asked.condition.asks:
            [draw] = [one for one in opened(slug)[1].effect if one.id == "draw"]
            held = Container(trigger, target, (done, Done(draw, 1, asked=asked)))
        else:
            held = Container(trigger, target, (done,), asked)
        yield text_of(Draft(kind, (), {}, {}, (), containers=(held,))), kind


@pytest.mark.parametrize("slug", GAMES)
def test_every_effect_and_every_target_can_be_said(slug: str) -> None:
    _, data = opened(slug)
    effects, targets = set(), set()
    for effect in data.effect:
        for target in data.target:
            if suits(effect, target) and any(
                is_said(slug, *each) for each in containers(slug, target, effect)
            ):
                effects.add(effect.id)
                targets |= {target.id} if "{target}" in effect.text else set()
    assert {one.id for one in data.effect} - effects == set()
    assert {one.id for one in data.target} - targets == set()


@pytest.mark.parametrize("slug", GAMES)
def test_every_condition_and_every_trigger_can_be_said(slug: str) -> None:
    _, data = opened(slug)
    damage = next(one for one in data.effect if one.id == "damage")
    targets = [one for one in data.target if suits(damage, one)]
    for condition in data.condition:
        asked = Asked(condition, span_of(condition.n)[1] if condition.n else 0)
        fitting = [one for one in targets if all(tag in one.tags for tag in condition.asks)]
        texts = (each for target in fitting for each in containers(slug, target, damage, asked))
        assert any(is_said(slug, *each) for each in texts), condition.id
    for trigger in data.trigger:
        assert is_said(slug, f"{trigger.text.capitalize()}, draw a card.", trigger.kinds[0])
        if trigger.choosing:
            assert is_said(
                slug, f"{trigger.choosing.capitalize()}, deal 1 damage to a minion.", trigger.kinds[0]
            )


def test_hexlands_has_as_many_parts_as_the_thesis() -> None:
    _, data = opened("hexlands")
    assert {name: len(getattr(data, name)) >= least for name, least in LEAST.items()} == dict.fromkeys(
        LEAST, True
    )


@cache
def hexes() -> Generated:
    return generate("hexlands", cards=60, seed=11)


def test_the_usual_method_keeps_what_it_promises() -> None:
    made = hexes()
    workshop, data = opened("hexlands")
    lands = {one.id: {*one.of} for one in data.effect}
    for card in made.cards:
        draft = card.draft
        assert not any(check(draft) for check in (is_special, is_contradictory, is_harmful)), card.data
        own = {*draft.identities}
        assert set(card.data["pattern"]) == own
        used = [done.effect.id for held in draft.containers for done in held.effects]
        assert all(not lands[effect] or lands[effect] & own for effect in used)
        text = card.data.get("text", "")
        program = workshop.language.parse(text, draft.kind)
        assert render(program, workshop.language.lexicon) == text
    assert len({card.id for card in made.cards}) == 60
    assert len({card.likeness for card in made.cards}) == 60
    assert made.faults == ()


def test_minions_and_spells_have_other_names() -> None:
    _, data = opened("hexlands")
    words = {one.id: {*one.words} for one in data.words if one.id in ("creature", "deed")}
    for card in hexes().cards:
        said = {*card.data["name"].split()}
        sort, other = ("creature", "deed") if card.draft.kind == "minion" else ("deed", "creature")
        assert said & words[sort]
        assert not said & words[other]


def test_a_set_has_a_deck_for_each_land_and_the_next() -> None:
    made = generate("hexlands", cards=225, seed=3, is_tried=False)
    decks = decks_of(made)
    assert list(decks) == ["fire-water", "water-nature", "nature-earth", "earth-fire"]
    by_id = {card.id: card for card in made.cards}
    for name, text in decks.items():
        lines = [line.split(" = ") for line in text.partition("[cards]\n")[2].splitlines()]
        counts = {card.strip(): int(count) for card, count in lines}
        assert sum(counts.values()) == 40
        assert max(counts.values()) <= 3
        assert {land for card in counts for land in by_id[card].draft.identities} == {*name.split("-")}
        assert made.game.deck(counts | {"pathfinder": 1}).hero == "pathfinder"


def test_the_shipped_set_has_225_cards_and_four_decks_of_two_lands() -> None:
    workshop, _ = opened("hexlands")
    held = [card.entry for card in workshop.cards if card.entry.collectible and card.entry.kind != "hero"]
    kinds = [entry.kind for entry in held]
    assert (kinds.count("minion"), kinds.count("spell"), len(kinds)) == (150, 75, 225)
