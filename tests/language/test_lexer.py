"""Text to tokens and back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright.language.diagnostics import TextError
from cardwright.language.lexer import Token, detokenise, tokenise, word_token
from cardwright.language.parser import Language


@settings(max_examples=300)
@given(data=st.data())
def test_tokenise_undoes_detokenise(language: Language, data: st.DataObject) -> None:
    lexicon = language.lexicon
    words = st.sampled_from(sorted(lexicon.words.values())).map(word_token)
    values = st.one_of(
        st.integers(0, 99).map(lambda n: Token("INT", n)),
        st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(lambda pair: Token("STATS", pair)),
        st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda pair: Token("RANGE", pair)),
    )
    names = st.tuples(st.sampled_from(["NAME", "NAMES"]), st.sampled_from(sorted(lexicon.names)))
    first = st.lists(words, min_size=1, max_size=1)
    rest = st.lists(st.one_of(words, values, names.map(lambda pair: Token(*pair)), st.just(word_token(","))))
    sentence = st.tuples(first, rest).map(lambda pair: [*pair[0], *pair[1], word_token(".")])
    quoted = st.tuples(first, rest).map(
        lambda pair: [word_token("open"), *pair[0], *pair[1], word_token("close")]
    )
    mixed = st.tuples(first, quoted, rest).map(
        lambda three: [*three[0], *three[1], *three[2], word_token(".")]
    )
    tokens = [token for part in data.draw(st.lists(st.one_of(sentence, mixed))) for token in part]
    text = detokenise(tokens, lexicon)
    assert tokenise(text, lexicon) == tokens, text


def test_articles_capitals_and_quotes_are_the_lexers_business(language: Language) -> None:
    text = 'Give an enemy minion "When this dies, draw a card."'
    tokens = tokenise(text, language.lexicon)
    assert [token.value for token in tokens[:4]] == ["give", "a", "enemy", "minion"]
    assert [token.type for token in tokens[-2:]] == ["CLOSE", "DOT"]
    assert detokenise(tokens, language.lexicon) == text


def test_curved_quotes_and_apostrophes_are_read(language: Language) -> None:
    straight = tokenise('Give a minion "When this dies, draw a card."', language.lexicon)
    assert tokenise("Give a minion “When this dies, draw a card.”", language.lexicon) == straight
    owner = tokenise("Return a minion to its owner's hand.", language.lexicon)
    assert tokenise("Return a minion to its owner’s hand.", language.lexicon) == owner


def test_a_name_is_one_token_with_its_number(language: Language) -> None:
    tokens = tokenise("Summon two Stone Sprouts.", language.lexicon)
    assert tokens[2] == Token("NAMES", "stone-sprout")
    assert (tokens[2].start, tokens[2].end) == (11, 24)


def test_an_unknown_character_is_named(language: Language) -> None:
    with pytest.raises(TextError, match='"€" cannot stand in a text'):
        tokenise("Gain 1 €.", language.lexicon)
