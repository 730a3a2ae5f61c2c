"""Says in plain words what may come next at a place of a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.basics.suggestions import one
from cardwright.language.lexicon import terminal

if TYPE_CHECKING:
    from cardwright.language.parser import Language

SORTS = (
    ("text", "the beginning of a sentence"),
    ("clauses", "an effect"),
    ("trigger", "a trigger"),
    ("condition", "a condition"),
    ("static", "something that holds all the time"),
    ("subject_p", "the pieces it is about"),
    ("subject_s", "the pieces it is about"),
    ("object_p", "the pieces it is about"),
    ("object_s", "the pieces it is about"),
    ("owner_s", "whose it is"),
    ("filter_p_9", "a noun"),
    ("filter_s_9", "a noun"),
    ("kind_s", "a kind of card"),
    ("kind_p", "a kind of cards"),
    ("keyword", "a keyword"),
    ("plain_keyword", "a keyword"),
    ("amount", "a number"),
    ("number", "a number"),
    ("count", "a number in words"),
    ("quantity_p", "a number in words"),
    ("stats", "a change like +1/+1"),
    ("name_s", "a card's name"),
    ("name_p", "the names of cards"),
    ("measure", "what is measured"),
    ("pile", "whose hand or deck"),
    ("happening", "what happens"),
    ("stat", "one of its numbers"),
    ("wealth", "a resource"),
    ("resource", "a resource"),
    ("tag", "a sort of card"),
    ("duration", "how long it lasts"),
    ("multiplier", '"for each"'),
)
"""Rules of the grammar and plain names for them, the widest first."""

_TOKENS = {
    "DOT": '"."',
    "COMMA": '","',
    "COLON": '":"',
    "SEMICOLON": '";"',
    "PERCENT": '"%"',
    "OWN": '"\'s"',
    "OPEN": "an opening quote",
    "CLOSE": "a closing quote",
    "INT": "a number",
    "RANGE": "a range like 2-4",
    "STATS": "a change like +1/+1",
    "NAME": "a card's name",
    "NAMES": "the names of cards",
}
MOST = 5
"""How many of them are listed at most."""


class Expectations:
    """Says what may come next at a place of a game's texts."""

    def __init__(self, language: Language) -> None:
        self._words = {terminal(word): shown for word, shown in language.lexicon.words.items()}
        self._first = _firsts(language)
        kinds = language.vocabulary.kinds
        self._noun = next((kind.word for kind in kinds if kind.piece and not kind.unique), kinds[0].word)

    def _with_example(self, shown: str) -> str:
        examples = {"the pieces it is about": one(self._noun), "a noun": self._noun}
        return f'{shown}, like "{examples[shown]}",' if shown in examples else shown

    def word(self, name: str) -> str:
        """A terminal as it is written."""
        return _TOKENS.get(name) or f'"{self._words[name]}"'

    def text(self, accepts: set[str]) -> str:
        """What may come next, in words; empty if there is nothing useful to say."""
        left = accepts - {"$END"}
        if not left:
            return "nothing more"
        if len(left) <= MOST and not left & {"NAME", "NAMES"}:
            return _joined(sorted(self.word(name) for name in left))
        listed: list[str] = []
        for sort, shown in SORTS:
            first = self._first.get(sort, frozenset())
            if len(first) > 1 and first <= accepts and first & left:
                listed.append(self._with_example(shown))
                left = left - first
        may_end = "DOT" in left
        words = sorted(self.word(name) for name in left - {"DOT"})
        if may_end and len(words) > 2:
            return 'the sentence to end with "."'
        listed += words if len(words) + len(listed) <= MOST else []
        return _joined(listed + (['"."'] if may_end else []))


def _joined(words: list[str]) -> str:
    return " or ".join(dict.fromkeys(words)).rstrip(",")


def _firsts(language: Language) -> dict[str, frozenset[str]]:
    """The terminals that each rule of a grammar may begin with."""
    found: dict[str, set[str]] = {name: set() for name in language.rows}
    is_new = True
    while is_new:
        is_new = False
        for name, rows in language.rows.items():
            for row in rows:
                first = row.symbols[0]
                more = {first} if first.isupper() else found[first]
                if not more <= found[name]:
                    found[name] |= more
                    is_new = True
    return {name: frozenset(words) for name, words in found.items()}
