"""The phrases of a game by their meaning: those nearest to a text, each with an example that the game reads.

Search (`cardwright cards phrases`) and the answers about wrong texts use the same index. A phrase is found by
the words of its template, aliases, documentation and examples, rare ones more than common ones, and by the
words that players have for what it does (`cardwright.language.concepts`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from cardwright.language.concepts import CONCEPTS
from cardwright.language.diagnostics import TextError
from cardwright.language.lexer import tokenise
from cardwright.language.localising import Localiser
from cardwright.language.phrases import Phrase
from cardwright.language.synonyms import SYNONYMS
from cardwright.language.tables import Keep, not_kept

if TYPE_CHECKING:
    from cardwright.language.parser import Language

SOUGHT = {
    "effect": 1.0,
    "static": 1.0,
    "trigger": 1.0,
    "happening": 0.9,
    "condition": 0.9,
    "multiplier": 0.8,
    "measure": 0.8,
    "keyword": 0.7,
    "sentence": 0.7,
    "filter": 0.7,
    "selector": 0.6,
    "amount": 0.6,
}
"""Families of phrases that carry meaning, and how much they count."""
KNOWN = 8.0
"""What it counts that a player's word stands for a phrase; the next phrases of the word count less."""
LESS = 0.8
LEAST = 0.9
"""A phrase that scores less has too little to do with the text."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENDINGS = ("ings", "ing", "ies", "ied", "es", "ed", "s", "ly", "'s", "’s")
_BARE = frozenset(
    (
        *("a", "an", "the", "of", "to", "it", "its", "is", "are", "and", "or", "in", "on", "at", "for"),
        *("with", "by", "be", "this", "that", "you", "your", "they", "them", "as", "from", "into"),
    )
)
"""Words that say nothing about the meaning."""


@dataclass(frozen=True)
class Nearest:
    """A phrase and an example of it from this game."""

    phrase: Phrase
    example: str
    score: float


def stem(word: str) -> str:
    """A word without its ending.

    >>> [stem(word) for word in ("draws", "healed", "dies", "adjacent", "casting")]
    ['draw', 'heal', 'di', 'adjacent', 'cast']
    """
    small = word.lower()
    for ending in _ENDINGS:
        if small.endswith(ending) and len(small) - len(ending) >= 3 - (ending == "es"):
            small = small[: -len(ending)]
            break
    return small.rstrip("e")


def words_in(text: str) -> list[str]:
    """The words of a text."""
    return _WORD.findall(text)


def stems(text: str) -> list[str]:
    """The stems of a text's words, without the bare ones."""
    return [stem(word) for word in _WORD.findall(text) if word.lower() not in _BARE]


def sentences(text: str) -> list[str]:
    """The sentences of a text; one with quotes is kept whole."""
    if '"' in text:
        return [text]
    found: list[str] = []
    for part in text.split(". "):
        sentence = part.rstrip(".").strip() + "."
        if sentence.startswith("Otherwise") and found:
            found[-1] += f" {sentence}"
        elif sentence != ".":
            found.append(sentence)
    return found


@cache
def _terms() -> list[tuple[str, tuple[str, ...]]]:
    """The stems of players' words with a space before and after, and the phrases they stand for."""
    return [(f" {' '.join(map(stem, term.split()))} ", names) for term, names in CONCEPTS.items()]


def concepts_in(text: str) -> dict[str, float]:
    """The names of phrases that the players' words in a text stand for, and how surely."""
    said = f" {' '.join(stem(word) for word in _WORD.findall(text))} "
    found: dict[str, float] = {}
    for meant, names in _terms():
        if meant in said:
            for number, name in enumerate(names):
                found[name] = max(found.get(name, 0), KNOWN * LESS**number)
    return found


class Meanings:
    """All phrases of a game by what they mean."""

    def __init__(self, language: Language, texts: Iterable[str], keep: Keep = not_kept) -> None:
        self._language = language
        self._keep = keep
        self.texts = tuple(texts)

    @cached_property
    def examples(self) -> dict[str, list[str]]:
        """Sentences by the name of a phrase they use: first the phrase's own example, then those of cards."""
        own = self._language
        key = msgspec.json.encode((own.vocabulary.file, own.lexicon.names, own.bodies, self.texts))
        raw = self._keep("examples", key, lambda: msgspec.json.encode(self._made_examples()))
        try:
            return msgspec.json.decode(raw, type=dict[str, list[str]])
        except msgspec.MsgspecError:  # what was kept is broken
            return self._made_examples()

    def _made_examples(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        own = [(phrase.name, phrase.example) for phrase in self._language.phrases.values()]
        for name, text in own:
            if name in self._names(text):
                found.setdefault(name, []).append(text)
        for sentence in dict.fromkeys(one for text in self.texts for one in sentences(text)):
            for name in self._names(sentence):
                found.setdefault(name, []).append(sentence)
        localiser = Localiser(self._language, self.texts)
        for name, text in own:
            drafts = () if name in found else localiser.drafts(name, text)
            if draft := next((draft for draft in drafts if self._makes_sense(name, draft)), None):
                found[name] = [draft]
        return found

    def _makes_sense(self, name: str, text: str) -> bool:
        """Whether some card of the game can have a text, and it uses a phrase."""
        if name not in self._names(text):
            return False
        program = self._language.parse(text)
        return any(self._language.makes_sense(program, kind.id) for kind in self._language.vocabulary.kinds)

    def _names(self, text: str) -> list[str]:
        """The phrases of a text; none if this game cannot read it."""
        try:
            tree = self._language.read_tree(tokenise(text, self._language.lexicon))
        except TextError:
            return []
        return list(dict.fromkeys(node.phrase for node in tree.walk()))

    @cached_property
    def _rows(self) -> list[tuple[Phrase, frozenset[str], frozenset[str]]]:
        rows = []
        for phrase in self._language.phrases.values():
            if phrase.family not in SOUGHT or phrase.name not in self.examples:
                continue
            template = " ".join(
                re.sub(r"\{[^}]*\}|@\w+|[\[\]()|<>]", " ", text)
                for text in (self._language.lexicon.template(phrase), *phrase.aliases)
            )
            said = frozenset(stems(f"{template} {phrase.name.replace('_', ' ')}"))
            rows.append((phrase, said, frozenset(stems(f"{phrase.doc} {self.examples[phrase.name][0]}"))))
        return rows

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word tells: one that few phrases use tells much."""
        counts: dict[str, int] = {}
        for _, said, told in self._rows:
            for word in said | told:
                counts[word] = counts.get(word, 0) + 1
        return {word: math.log(1 + len(self._rows) / count) for word, count in counts.items()}

    @cached_property
    def plain(self) -> str | None:
        """The shortest sentence of this game that does something."""
        effects = {phrase.name for phrase in self._language.phrases.values() if phrase.family == "effect"}
        found = {text for name in effects for text in self.examples.get(name, ())}
        return min(found, key=lambda text: (len(text), text), default=None)

    def nearest(self, text: str, count: int = 3, focus: str = "") -> list[Nearest]:
        """The phrases nearest in meaning, best first; no phrase and no example comes twice.

        The words in focus count more than the rest of the text.
        """
        asked = self._asked(text, 1.0) | self._asked(focus, 2.0)
        meant = concepts_in(focus) or concepts_in(text)
        scored: list[Nearest] = []
        for phrase, said, told in self._rows:
            score = sum(
                weight * self._rarity.get(word, 0) * (1 if word in said else 0.4)
                for word, weight in asked.items()
                if word in said or word in told
            )
            score = score * SOUGHT[phrase.family] / math.sqrt(2 + len(said)) + meant.get(phrase.name, 0)
            if score >= LEAST:
                scored.append(Nearest(phrase, self._example(phrase, asked), score))
        scored.sort(key=lambda row: (-row.score, row.phrase.name))
        found: dict[str, Nearest] = {}
        for row in scored:
            found.setdefault(row.example, row)
        return list(found.values())[:count]

    @staticmethod
    def _asked(text: str, weight: float) -> dict[str, float]:
        """The stems to look for and their weights, with those that words of other games stand for."""
        asked: dict[str, float] = {}
        for word in _WORD.findall(text):
            small = word.lower()
            if small not in _BARE:
                asked[stem(word)] = weight
            for other in SYNONYMS.get(small) or SYNONYMS.get(small.removesuffix("s"), ()):
                for part in stems(other):
                    asked[part] = max(asked.get(part, 0), 2 * weight)
        return asked

    def _example(self, phrase: Phrase, asked: dict[str, float]) -> str:
        """The example of a phrase that shares most words with the text; short ones are preferred."""

        def value(sentence: str) -> float:
            words = stems(sentence)
            return sum(asked.get(word, 0) for word in set(words)) - 0.12 * len(words)

        return max(self.examples[phrase.name], key=value)

    def shown(self, words: str, asked: str = "") -> str | None:
        """The example with these words that is most like the text; short ones are preferred."""
        spoken = re.compile(rf"\b{re.escape(words)}\b", re.IGNORECASE)
        return self._alike([text for text in self._all if spoken.search(text)], asked)

    def begun(self, words: str, asked: str = "") -> str | None:
        """The example that begins with these words and is most like the text."""
        small = words.lower()
        return self._alike([text for text in self._all if text.lower().startswith(small)], asked)

    @cached_property
    def _all(self) -> list[str]:
        return sorted({text for texts in self.examples.values() for text in texts})

    @staticmethod
    def _alike(texts: Iterable[str], asked: str) -> str | None:
        wanted = {*stems(asked)}

        def value(text: str) -> tuple[float, int, str]:
            return 0.4 * len(stems(text)) - len(wanted & {*stems(text)}), len(text), text

        return min(texts, key=value, default=None)
