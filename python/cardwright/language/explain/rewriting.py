"""Says a sentence that cannot be read as it would be written in the game, by advice for players of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import near
from cardwright.basics.suggestions import one as a
from cardwright.language.concepts import CONCEPTS
from cardwright.language.diagnostics import TextError
from cardwright.language.explain.advice import ADVICE, Advice
from cardwright.language.lexer import UNKNOWN, Token, scan
from cardwright.language.rewording import Draft, Rule, replaced
from cardwright.language.synonyms import SYNONYMS

if TYPE_CHECKING:
    from cardwright.language.meaning import Meanings
    from cardwright.language.parser import Language

MOST_TOGETHER = 3
"""How many pieces of advice are followed in one sentence."""
MOST_TRIED = 60
"""How many texts are tried for one sentence."""
_HEADS = ("battlecry", "combo", "deathrattle", "discover", "enrage", "inspire", "secret")
"""Words of other games that may be misspelt too."""


@dataclass(frozen=True)
class Rewritten:
    """A sentence as it would be written, and why it cannot stand as it is."""

    tokens: tuple[Token, ...]
    said: str
    reason: str
    """Empty if the fault that was found says it."""
    start: int
    end: int
    kind: str
    """The kind of card on which it makes sense; empty if it makes sense on none by itself."""
    is_example: bool
    is_spelling: bool = False
    """Whether only letters were wrong."""
    hint: str = ""
    """What else is told."""
    is_left_out: bool = False
    """Whether nothing stands in the place of the sentence."""


class Rewriter:
    """Follows the advice for one game."""

    def __init__(self, language: Language, meanings: Meanings) -> None:
        self._language = language
        self._meanings = meanings
        self._rules: dict[str, list[tuple[Advice, list[Rule]]]] = {}

    def rewritten(self, text: str, start: int, end: int, kind: str) -> Rewritten | None:
        """The sentence in the words of the game; none if no advice fits it."""
        sentence = Draft(text[start:end], tuple(range(start, end)))
        best: tuple[int, Rewritten] | None = None
        tried = 0
        layer: list[tuple[Draft, Rewritten | None]] = [(sentence, None)]
        known = {sentence.text}
        for draft, told in self._spelt(sentence):
            result = self._read(draft, told, kind, is_example=False)
            if result and (best is None or self._rank(result, kind) < best[0]):
                best = self._rank(result, kind), replace(result, is_spelling=True)
            layer.append((draft, told))
        if best and best[0] == 0:
            return best[1]
        for _ in range(MOST_TOGETHER):
            after: list[tuple[Draft, Rewritten | None]] = []
            for draft, first in layer:
                for one, found in self._advised(draft, kind):
                    tried += 1
                    if found.text in known or tried > MOST_TRIED:
                        continue
                    if not found.text.strip(" ."):
                        return replace(first or self._told(one, draft, kind), is_left_out=True)
                    known.add(found.text)
                    told = first or self._told(one, draft, kind)
                    result = self._read(found, told, kind, one.is_example or told.is_example)
                    after.append((found, told))
                    rank = 9 if result is None else self._rank(result, kind)
                    if result and (best is None or rank < best[0]):
                        best = rank, result
                    if rank == 0:
                        return result
            layer = after
        return best[1] if best else self._shown(sentence, kind)

    def _shown(self, sentence: Draft, kind: str) -> Rewritten | None:
        """The advice for which nothing can be written in place of the words, with an example."""
        for one, rules in self._of_kind(kind):
            if one.like and one.like in self._meanings.examples and rules[0].found(sentence.text):
                told = self._told(one, sentence, kind)
                example = self._meanings.examples[one.like][0]
                return replace(told, hint=f'{one.hint} "{example}"', is_example=True)
        return None

    @staticmethod
    def _rank(result: Rewritten, kind: str) -> int:
        """How good a sentence is: best one that makes sense on the card and of which nothing is made up."""
        return (0 if result.kind == kind else 2 if result.kind else 4) + result.is_example

    def _advised(self, draft: Draft, kind: str) -> Iterator[tuple[Advice, Draft]]:
        for one, rules in self._of_kind(kind):
            for rule in () if one.like else rules:
                if other := rule.applied(draft):
                    yield one, other

    def _told(self, one: Advice, draft: Draft, kind: str) -> Rewritten:
        """What is told about the first advice, which is about words that the writer wrote."""
        match = next(rules[0] for other, rules in self._of_kind(kind) if other is one).found(draft.text)
        assert match is not None
        before, after = (len(match[0]) - len(cut) for cut in (match[0].lstrip(), match[0].rstrip()))
        begin = draft.origins[match.start() + before]
        last = draft.origins[max(match.start() + before, match.end() - after - 1)]
        shown = [part and part.strip() for part in (match[0], *match.groups())]
        named = next((row.word for row in self._language.vocabulary.kinds if row.id == kind), "card")
        reason = _filled(one.reason, self._words).format(*shown, kind=a(named))
        return Rewritten((), "", reason, begin, last + 1, "", one.is_example, hint=one.hint)

    def _read(self, draft: Draft, told: Rewritten, kind: str, is_example: bool) -> Rewritten | None:
        """The draft, if it can be read."""
        language = self._language
        tokens = scan(draft.text, language.lexicon)
        try:
            said = language.said(draft.text, tokens, kind)
        except TextError:
            return None
        if said is None:
            return None
        kinds = [kind, *(row.id for row in language.vocabulary.kinds if row.id != kind)] if kind else [""]
        program = language.program(said)
        fitting = next((one for one in kinds if language.makes_sense(program, one)), "")
        return replace(
            told,
            tokens=tuple(said),
            said=language.printed(program),
            kind=fitting,
            is_example=is_example,
        )

    def _spelt(self, sentence: Draft) -> list[tuple[Draft, Rewritten]]:
        """The sentence with a misspelt word put right, or two words set apart, and what is told of it."""
        words = self._language.lexicon.words
        found = []
        for token in scan(sentence.text, self._language.lexicon):
            word = str(token.value)
            if token.type != UNKNOWN or word.lower() in self._terms:
                continue
            pairs = [(word[:at], word[at:]) for at in range(1, len(word))]
            apart = [" ".join(pair) for pair in pairs if all(part.lower() in words for part in pair)]
            start, end = sentence.origins[token.start], sentence.origins[token.end - 1] + 1
            told = Rewritten((), "", f'unknown word "{word}"', start, end, "", is_example=False)
            likely = (*apart[:1], *near(word, self._terms)[:1], *near(word, words)[:1])
            for meant in dict.fromkeys(likely):
                if other := replaced(sentence, re.compile(re.escape(word)), partial(_always, meant)):
                    found.append((other, replace(told, hint=f'did you mean "{meant}"?')))
        return found

    @cached_property
    def _terms(self) -> tuple[str, ...]:
        words = (*_HEADS, *SYNONYMS, *(term for term in CONCEPTS if " " not in term))
        return tuple(dict.fromkeys(words))

    def _of_kind(self, kind: str) -> Sequence[tuple[Advice, list[Rule]]]:
        if kind not in self._rules:
            rewording, words = self._language.rewording(kind), dict(self._words)
            if any(row.id == kind and row.placeless for row in self._language.vocabulary.kinds):
                words["ends"] = "destroy this"
            rows = []
            for one in (*ADVICE, *self._spans):
                pattern = _filled(one.pattern, {"space": words["space"]})
                templates = [_filled(template, words) for template in one.instead or ("",)]
                rows.append((one, [rewording.rule(pattern, new) for new in templates if "<" not in new]))
            self._rules[kind] = rows
        return self._rules[kind]

    @cached_property
    def _spans(self) -> tuple[Advice, ...]:
        """For each condition, the advice about texts that give it a duration."""
        states = self._language.vocabulary.statuses
        verbs = dict(self._language.lexicon.categories["affliction"][""])
        return tuple(
            Advice(
                rf"\b({re.escape(verbs[state.id])} [^,.]+?) ((?:until|for|during)\b[^,.]+?)(?=[.,]| and )",
                (r"\1",),
                f'"{{2}}" is not how long {a(self._words["body"])} is {state.word}',
                hint=f"it lasts {state.lasts}"
                + (", or as many turns as you say" if "turn" in state.lasts else ""),
            )
            for state in states
            if state.lasts and state.id in verbs
        )

    @cached_property
    def _words(self) -> dict[str, str]:
        """Words of the game that new texts use."""
        vocabulary = self._language.vocabulary
        unique = next((kind.word for kind in vocabulary.kinds if kind.unique), "")
        creature = next((one for one in vocabulary.groups.values() if one.word == "creature"), None)
        body = next((kind for kind in vocabulary.kinds if kind.piece and not kind.unique), None)
        found = {"hero": unique, "space": self._language.lexicon.words_of_game["space"]}
        if body:
            found |= {"body": body.word, "bodies": body.plural}
        if creature:
            found["creature"] = creature.word
        return {name: word for name, word in found.items() if word}


def _always(word: str, _: re.Match[str]) -> str:
    return word


def _filled(template: str, words: dict[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda name: words.get(name[1], name[0]), template)
