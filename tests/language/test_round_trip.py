"""Text and program are two faces of one thing."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle import all_parses
from random_programs import RandomTrees, trees

from cardwright.language.catalogue_build import Workshop
from cardwright.language.diagnostics import TextError
from cardwright.language.lexer import detokenise, tokenise
from cardwright.language.parser import Language, assemble
from cardwright.language.renderer import node_tokens, program_tokens, render

SETTINGS = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def test_every_card_text_has_exactly_one_parse(workshop: Workshop) -> None:
    for card in workshop.cards:
        if card.entry.text:
            tokens = tokenise(card.entry.text, workshop.language.lexicon)
            found = all_parses(workshop.language, tokens)
            assert found == [workshop.language.read_tree(tokens)], card.entry.text


def test_every_card_text_is_read_back_from_its_rendering(workshop: Workshop) -> None:
    for card in workshop.cards:
        program = workshop.language.parse(card.entry.text)
        text = render(program, workshop.language.lexicon)
        assert workshop.language.parse(text) == program
        assert text == card.entry.text, "shipped cards are written canonically"


def test_every_example_is_canonical_and_uses_its_phrase(language: Language) -> None:
    for phrase in language.phrases.values():
        tokens = tokenise(phrase.example, language.lexicon)
        tree = language.read_tree(tokens)
        assert render(language.parse(phrase.example), language.lexicon) == phrase.example
        assert phrase.name in [node.phrase for node in tree.walk()], phrase.name
        assert all_parses(language, tokens) == [tree]


@SETTINGS
@given(data=st.data())
def test_random_programs_are_read_back(
    language: Language, random_trees: RandomTrees, data: st.DataObject
) -> None:
    tokens, tree = data.draw(trees(random_trees))
    assert node_tokens(tree, language.lexicon) == tokens
    assert language.read_tree(tokens) == tree
    text = detokenise(tokens, language.lexicon)
    assert tokenise(text, language.lexicon) == tokens, text
    try:
        program = assemble(tree)
    except TextError:
        return  # keywords behind other sentences
    assert language.parse(render(program, language.lexicon)) == program
    assert assemble(language.read_tree(program_tokens(program, language.lexicon))) == program


@settings(SETTINGS, max_examples=60)
@given(data=st.data())
def test_random_programs_have_one_parse(
    language: Language, random_trees: RandomTrees, data: st.DataObject
) -> None:
    tokens, tree = data.draw(trees(random_trees, 9))
    assert all_parses(language, tokens) == [tree]
