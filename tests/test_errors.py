from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from cardwright.errors import CardwrightError


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (CardwrightError("the deck is empty"), "the deck is empty"),
        (CardwrightError("not UTF-8", file=Path("a.toml")), "a.toml: not UTF-8"),
        (CardwrightError("no name", file="a.toml", line=3), "a.toml:3: no name"),
        (
            CardwrightError("no such card", suggestion='did you mean "Ember"?'),
            'no such card; did you mean "Ember"?',
        ),
    ],
)
def test_an_error_is_one_sentence_with_what_is_known(error: CardwrightError, sentence: str) -> None:
    assert str(error) == sentence


def test_an_error_survives_the_way_between_processes() -> None:
    error = CardwrightError("no name", file="a.toml", line=3, column=1, suggestion="add one")
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.line) == (str(error), 3)
