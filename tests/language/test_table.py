"""The phrase table is complete, unambiguous and wholly in use."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.building.reference import phrases_used
from cardwright.catalogue.operations import codes
from cardwright.language.grammar import GrammarConflict, build_lark, productions
from cardwright.language.lexicon import Lexicon
from cardwright.language.parser import Language
from cardwright.language.phrases import REVIEWED, table
from cardwright.language.phrases.model import Phrase
from cardwright.sources.finding import shipped_folders

LOWERED = {
    "trigger",
    "effect",
    "static",
    "selector",
    "one",
    "party",
    "object",
    "filter",
    "condition",
    "amount",
    "measure",
    "multiplier",
}

SELDOM = ("give", "lose_wealth", "for_each_wealth", "for_each_tally")
"""Phrases that become one of their operations only with numbers that no card has."""


def test_every_operation_of_a_phrase_is_known_to_the_kernel() -> None:
    for phrase in table().values():
        assert set(phrase.operations) <= set(codes()), phrase.name


def test_every_phrase_that_does_something_lowers() -> None:
    bare = {phrase.name for phrase in table().values() if phrase.family in LOWERED and phrase.lower is None}
    assert bare == {"when_played"}, "only the play of a card needs no lowering of its own"


def test_every_phrase_has_a_sentence_and_an_example() -> None:
    for phrase in table().values():
        assert phrase.doc.endswith("."), phrase.name
        assert phrase.example.endswith((".", '."')), phrase.name


def test_the_operations_a_phrase_declares_are_those_it_emits() -> None:
    from cardwright.language.assembly import Assembly
    from cardwright.language.lowering import Lowering

    workshops = [Workshop(folder) for folder in shipped_folders().values()]
    emitted: dict[str, set[str]] = {}
    stack: list[str] = []
    emit, lower = Lowering.emit, Lowering._lower

    def spy_emit(self: Lowering, name: str, *args: int, **kwargs: int) -> int:
        for phrase in stack:
            emitted.setdefault(phrase, set()).add(name)
        return emit(self, name, *args, **kwargs)

    def spy_lower(self: Lowering, node: object, *more: object) -> object:
        stack.append(node.phrase)  # type: ignore[attr-defined]
        try:
            return lower(self, node, *more)  # type: ignore[arg-type]
        finally:
            stack.pop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Lowering, "emit", spy_emit)
        patch.setattr(Lowering, "_lower", spy_lower)
        for workshop in workshops:
            patch.setattr(workshop, "assembly", Assembly(workshop.assembly.defs, workshop.assembly.kinds))
            for card in workshop.cards:
                workshop.compile(card)
    for phrase in table().values():
        missing = set(phrase.operations) - emitted.get(phrase.name, set())
        assert not missing or phrase.name in SELDOM, (
            phrase.name,
            missing,
        )


def test_every_alias_is_reviewed() -> None:
    aliases = {(phrase.name, alias) for phrase in table().values() for alias in phrase.aliases}
    assert aliases == REVIEWED


def test_every_phrase_is_used_by_a_card() -> None:
    used: set[str] = set()
    for folder in shipped_folders().values():
        used |= {name for name, cards in phrases_used(Workshop(folder)).items() if cards}
    assert sorted(table().keys() - used) == []


def test_a_conflict_names_the_phrases(workshop: Workshop) -> None:
    twin = replace(table()["destroy"], name="slay")
    with pytest.raises(GrammarConflict, match=r"destroy.*slay"):
        _build(workshop, twin)


def test_a_phrase_that_is_the_beginning_of_a_sentence_is_a_conflict(workshop: Workshop) -> None:
    double = "destroy {t:object} and draw a card"
    with pytest.raises(GrammarConflict, match=r"AND: .*and.*sweep_up"):
        _build(
            workshop, Phrase("effect", "sweep_up", double, "It dies.", "Destroy a minion and draw a card.")
        )


def test_a_phrase_that_shares_a_beginning_is_no_conflict(workshop: Workshop) -> None:
    _build(
        workshop,
        Phrase("effect", "shake", "destroy {t:object} slowly", "It dies.", "Destroy a minion slowly."),
    )


def _build(workshop: Workshop, phrase: Phrase) -> None:
    lexicon = Lexicon(workshop.vocabulary, [*table().values(), phrase], {})
    build_lark(productions(lexicon))


def test_aliases_are_read_and_never_written(language: Language) -> None:
    from cardwright.language.renderer import render

    reading = language.read("Your minions gain Taunt until end of turn.")
    assert render(reading.program, language.lexicon) == "Give your minions Taunt until end of turn."
    assert [name for name, _ in reading.aliases] == ["give"]
