"""Text and program are two faces of one thing."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from oracle import all_parses
from random_programs import RandomTrees, trees

from cardwright.basics.limits import TEXT
from cardwright.building.catalogue import Workshop
from cardwright.language.diagnostics import TextError
from cardwright.language.lexer import detokenise, tokenise
from cardwright.language.parser import Language, assemble
from cardwright.language.phrases import Phrase, table
from cardwright.language.renderer import node_tokens, program_tokens, render
from cardwright.sources.finding import shipped_folders

SETTINGS = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def test_every_card_text_has_exactly_one_parse(each_workshop: Workshop) -> None:
    for card in each_workshop.cards:
        if card.entry.text:
            tokens = tokenise(card.entry.text, each_workshop.language.lexicon)
            found = all_parses(each_workshop.language, tokens)
            assert found == [each_workshop.language.read_tree(tokens)], card.entry.text


def test_every_card_text_is_read_back_from_its_rendering(each_workshop: Workshop) -> None:
    for card in each_workshop.cards:
        program = each_workshop.language.parse(card.entry.text)
        text = render(program, each_workshop.language.lexicon)
        assert each_workshop.language.parse(text) == program
        assert text == card.entry.text, "shipped cards are written canonically"


def test_every_example_is_of_a_game_that_speaks_it() -> None:
    spoken = [Workshop(folder).language for folder in shipped_folders().values()]
    assert {phrase.name for phrase in table().values() if not any(map(reads(phrase), spoken))} == set()


def reads(phrase: Phrase) -> Callable[[Language], bool]:
    """Whether a game can read the example of a phrase."""

    def read(language: Language) -> bool:
        try:
            return bool(phrase.name in language.phrases and language.parse(phrase.example))
        except TextError:
            return False

    return read


def test_every_example_is_canonical_and_uses_its_phrase(each_language: Language) -> None:
    for phrase in filter(lambda one: reads(one)(each_language), each_language.phrases.values()):
        tokens = tokenise(phrase.example, each_language.lexicon)
        tree = each_language.read_tree(tokens)
        assert render(each_language.parse(phrase.example), each_language.lexicon) == phrase.example
        assert phrase.name in [node.phrase for node in tree.walk()], phrase.name
        assert all_parses(each_language, tokens) == [tree]


@SETTINGS
@given(data=st.data())
def test_random_programs_are_read_back(
    each_language: Language, each_random_trees: RandomTrees, data: st.DataObject
) -> None:
    tokens, tree = data.draw(trees(each_random_trees))
    assert node_tokens(tree, each_language.lexicon) == tokens
    assert each_language.read_tree(tokens) == tree
    text = detokenise(tokens, each_language.lexicon)
    assume(len(text) <= TEXT.most)  # a longer one is refused for its length
    assert tokenise(text, each_language.lexicon) == tokens, text
    try:
        program = assemble(tree)
    except TextError:
        return  # keywords behind other sentences
    assert each_language.parse(render(program, each_language.lexicon)) == program
    assert assemble(each_language.read_tree(program_tokens(program, each_language.lexicon))) == program


@settings(SETTINGS, max_examples=60)
@given(data=st.data())
def test_random_programs_have_one_parse(
    each_language: Language, each_random_trees: RandomTrees, data: st.DataObject
) -> None:
    tokens, tree = data.draw(trees(each_random_trees, 9))
    assert all_parses(each_language, tokens) == [tree]
