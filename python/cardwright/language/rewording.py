"""Says a sentence that cannot be read in the words of the language, where a wording means exactly that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cardwright.basics.suggestions import one
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.lexer import Token, scan
from cardwright.language.lexicon import COUNTS, Lexicon
from cardwright.language.wordings import LAST, WORDINGS

EACH = r"\b(?:each|every) ((?:(?!of\b|player\b)[\w-]+ )*?)(<noun>)\b"
New = str | Callable[[re.Match[str]], str]
"""What replaces a pattern."""
MOST_DRAFTS = 64
"""How many ways to say one sentence are tried."""


@dataclass(frozen=True)
class Draft:
    """A sentence in other words, and for each character the place in the text that it comes from."""

    text: str
    origins: tuple[int, ...]

    def tokens(self, lexicon: Lexicon) -> list[Token]:
        """Its tokens, which stand where the words they come from stand."""
        found = scan(self.text, lexicon)
        return [
            replace(token, start=self.origins[token.start], end=self.origins[token.end - 1] + 1)
            for token in found
        ]


class Rewording:
    """The wordings of one game."""

    def __init__(self, lexicon: Lexicon, bodies: dict[str, tuple[int, int]]) -> None:
        self._lexicon = lexicon
        self._bodies = bodies
        """The attack and health of cards that have them, by id."""
        verbs = dict(lexicon.categories["affliction"][""])
        states = lexicon.vocabulary.statuses
        self._verbs = {state.word.lower(): verbs[state.id] for state in states if state.id in verbs}
        """The verb that causes a condition, by its word: "stun" by "stunned"."""
        self._places = self._words()
        kinds = lexicon.categories["kind"], lexicon.categories["type"]
        plurals = [
            (single, plural) for words in kinds for single, plural in zip(words["s"], words["p"], strict=True)
        ]
        self._plurals = {single[1].lower(): plural[1] for single, plural in plurals}
        self._rules: list[tuple[re.Pattern[str], New]] = [
            (self._compiled(wording.pattern), wording.replacement) for wording in WORDINGS
        ]
        self._rules += [
            (self._compiled(EACH), self._in_plural),
            (self._compiled(r"\b(<count>)(?= (?:<resource>|damage|health)\b)"), _in_digits),
            (self._compiled(r"\b(\d+)(?= (?:or (?:more|less) )?(?:cards|<nouns>|<names>)\b)"), _in_words),
            (self._compiled(r"(?<=\band )(?:is|are|becomes?) (<afflicted>)\b"), self._afflicting),
        ]
        self._last = [(self._compiled(wording.pattern), wording.replacement) for wording in LAST]
        self._body = re.compile(r"\b(\d+)/(\d+) (?=[A-Z])")

    def drafts(self, text: str, start: int, end: int) -> list[list[Draft]]:
        """Ways to say a sentence of a text in other words, each once: with every wording and without it.

        The ways of a later list are meant only if none of an earlier one can be read.
        """
        sentence = Draft(text[start:end], tuple(range(start, end)))
        found = {draft.text: draft for draft in (sentence, self._without_bodies(sentence))}
        lists: list[list[Draft]] = []
        for rules in (self._rules, self._last):
            known = set(found)
            for pattern, new in rules:
                for draft in list(found.values())[:MOST_DRAFTS]:
                    if other := _replaced(draft, pattern, new):
                        found.setdefault(other.text, other)
            lists.append([draft for text, draft in found.items() if text not in known or not lists])
        return [[draft for draft in drafts if draft is not sentence] for drafts in lists]

    def _words(self) -> dict[str, str]:
        """What stands for the words of the game in a pattern."""
        categories = self._lexicon.categories
        words = {
            name: [word for number in numbers for _, word in categories[category][number]]
            for name, category, numbers in (
                ("kind", "kind", "s"),
                ("kinds", "kind", "p"),
                ("harm", "harm", ("",)),
                ("resource", "wealth", ("",)),
                ("keyword", "plain_keyword", ("",)),
                ("duration", "duration", ("",)),
            )
        }
        words["noun"] = [*words["kind"], *(word for _, word in categories["type"]["s"]), "creature", "hero"]
        words["nouns"] = [*words["kinds"], *(word for _, word in categories["type"]["p"])]
        words["count"] = list(COUNTS)
        words["names"] = [plural for _, plural in self._lexicon.names.values()]
        words["afflicted"] = list(self._verbs)
        found = {name: _either(some) for name, some in words.items()}
        found["one"] = rf"(?:it|this|an? [^,.]*?{found['noun']}[^,.]*?)"
        found["several"] = rf"(?:them|[^,.]*?{found['nouns']}[^,.]*?)"
        found["whom"] = rf"(?:it|they|this|your hero|the enemy hero|an? [^,.]*?{found['noun']})"
        return found

    def _compiled(self, pattern: str) -> re.Pattern[str]:
        filled = re.sub(r"<(\w+)>", lambda name: self._places.get(name[1], name[0]), pattern)
        return re.compile(filled, re.IGNORECASE)

    def _in_plural(self, found: re.Match[str]) -> str:
        """What stands for "each minion": "all minions"."""
        return f"all {found[1]}{self._plurals.get(found[2].lower(), found[2])}"

    def _afflicting(self, found: re.Match[str]) -> str:
        """What stands for "and is stunned": "and stun it"."""
        return f"{self._verbs[found[1].lower()]} it"

    def _without_bodies(self, draft: Draft) -> Draft:
        """The draft without the numbers of cards that it names; other numbers are a `TextError`."""
        lexicon = self._lexicon
        for found in reversed(list(self._body.finditer(draft.text))):
            names = [name for name in lexicon.name_tokens if draft.text.startswith(name, found.end())]
            if not names:
                continue
            name = max(names, key=len)
            body = self._bodies.get(lexicon.name_tokens[name][1])
            if body != (int(found[1]), int(found[2])):
                at = draft.origins[found.start()]
                single = lexicon.names[lexicon.name_tokens[name][1]][0]
                printed = f"has {body[0]}/{body[1]} printed on it" if body else "has no attack and health"
                hint = f'write "{one(single)}": a card has its printed numbers'
                reason = f"{single} {printed}, not {found[1]}/{found[2]}"
                raise TextError(Problem(reason, at, at + len(found[0]) - 1, hint))
            draft = _spliced(draft, found.start(), found.end(), "")
        return draft


def _in_digits(found: re.Match[str]) -> str:
    return str(COUNTS[found[1].lower()])


def _in_words(found: re.Match[str]) -> str:
    words = {number: word for word, number in COUNTS.items()}
    return words.get(int(found[1]), found[1])


def _either(words: Sequence[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else r"(?!)"


def _spliced(draft: Draft, start: int, end: int, new: str) -> Draft:
    first = draft.origins[start] if start < len(draft.origins) else draft.origins[-1]
    last = draft.origins[end - 1] if end > start else first
    # What is written anew comes from all of what it replaces.
    origins = tuple(min(first + at, last) for at in range(len(new)))
    return Draft(
        draft.text[:start] + new + draft.text[end:], (*draft.origins[:start], *origins, *draft.origins[end:])
    )


def _replaced(draft: Draft, pattern: re.Pattern[str], new: New) -> Draft | None:
    """The draft with everything that matches replaced; none if nothing does."""
    found = list(pattern.finditer(draft.text))
    for match in reversed(found):
        text = match.expand(new) if isinstance(new, str) else new(match)
        draft = _spliced(draft, match.start(), match.end(), text)
    return draft if found else None
