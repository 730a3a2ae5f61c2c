"""Finds all problems of a text, sentence by sentence and clause by clause.

Where a small change mends a fault, reading goes on after it; otherwise it goes on at the next clause. So
every fault is told, and told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.explain.expected import Expectations
from cardwright.language.explain.nearest import Nearest, Thesaurus
from cardwright.language.explain.repair import Mender, is_telling
from cardwright.language.explain.unspoken import RULES_OWN, Unspoken
from cardwright.language.explain.walk import Walker
from cardwright.language.lexer import FAULTY, UNKNOWN, Token, detokenise, lexical_problem, scan, split
from cardwright.language.lexicon import terminal

if TYPE_CHECKING:
    from lark import Lark

    from cardwright.language.parser import Language

KEYWORDS_LATE = "keywords come first in a text"
MOST_PROBLEMS = 20
"""How many problems of one text are told at most."""


class Explainer:
    """Explains the texts of one game that cannot be read."""

    def __init__(self, language: Language, lark: Lark, texts: Iterable[str]) -> None:
        self._language = language
        self._lexicon = language.lexicon
        self._walker = Walker(lark)
        self._unspoken = Unspoken(language)
        self.thesaurus = Thesaurus(language, texts)

    @cached_property
    def _expectations(self) -> Expectations:
        return Expectations(self._language)

    @cached_property
    def _mender(self) -> Mender:
        return Mender(self._lexicon, self._walker, self.thesaurus)

    def nearest(self, text: str, count: int = 3) -> list[Nearest]:
        """The phrases nearest in meaning, each with an example of this game."""
        return self.thesaurus.nearest(text, count)

    def explain(self, text: str, kind: str = "") -> tuple[list[Problem], list[Sequence[Token]]]:
        """All problems of a text in their order, and the sentences that can be read without the faulty ones.

        A sentence without a trigger belongs to the one before it, so after a fault only a sentence that
        begins something new counts as readable.
        """
        problems: list[Problem] = []
        readable: list[Sequence[Token]] = []
        is_cut, is_head = False, True
        for sentence in split(scan(text, self._lexicon)):
            said, found = self._faults(text, sentence, kind)
            sort = "" if found else self._language.read_tree(said).phrase
            if sort == "keyword_line" and not is_head:
                found = [Problem(KEYWORDS_LATE, said[0].start, said[-2].end, "put them first")]
            elif sort and (not is_cut or sort in ("ability", "holds", "keyword_line")):
                readable.append(said)
                is_cut = False
            is_cut = is_cut or bool(found)
            is_head = is_head and (sort == "keyword_line" or bool(found))
            problems += found
            if len(problems) >= MOST_PROBLEMS:
                break
        return problems[:MOST_PROBLEMS], readable

    def _faults(
        self, text: str, sentence: Sequence[Token], kind: str
    ) -> tuple[Sequence[Token], list[Problem]]:
        """A sentence that can be read, as it stands or in other words; else its faults, as few as can be."""
        try:
            said = self._language.said(text, sentence, kind)
        except TextError as error:
            return sentence, list(error.problems)
        if said is not None:
            return said, []
        found = self._sentence(text, sentence)
        start, end = sentence[0].start, max(token.end for token in sentence)
        for draft in self._language.rewording(kind).drafts(text, start, end)[0][:1]:
            other = self._sentence(text, draft.tokens(self._lexicon))
            # What is told must be about words that the writer wrote.
            if 0 < len(other) <= len(found) and all(_is_about(text, problem) for problem in other):
                found = other
        return sentence, found

    def _sentence(self, text: str, tokens: Sequence[Token]) -> list[Problem]:
        """The problems of one sentence."""
        walker = self._walker
        if walker.reach(tokens) > len(tokens):
            return []
        whole = (tokens[0].start, max(token.end for token in tokens))
        if foreign := self._unspoken.problems(text, *whole):
            near = self._near(text, tokens, 0)
            return [
                replace(problem, suggestion=f"{problem.suggestion}; {near}")
                if near and phrase and phrase.requires in RULES_OWN
                else problem
                for problem, phrase in foreign
            ]
        found: list[Problem] = []
        left, is_resumed = list(tokens), False
        while left and len(found) < MOST_PROBLEMS:
            at = walker.reach(left)
            if at > len(left):
                break
            repair = self._mender.repair(left, at)
            # After a fault, a known word that does not fit may just continue the words that were not read.
            is_told = not is_resumed or (at > 0 and not _is_otherwise(left, at)) or left[0].type in FAULTY
            if repair:
                token = left[repair.at] if repair.at < len(left) else _end(left)
                if is_told:
                    reason = repair.reason or self._reason(text, left, at)
                    said = repair.suggestion or lexical_problem(token, text).suggestion
                    found.append(Problem(reason, token.start, token.end, said))
                left = repair.of(left)
                continue
            if is_told:
                found.append(self._unmended(text, left, at))
            resume = _next_clause(left, at)
            if resume is None:
                break
            left, is_resumed = left[resume:], True
        return found

    def _reason(self, text: str, tokens: Sequence[Token], at: int) -> str:
        if at < len(tokens) and tokens[at].type in FAULTY:
            return lexical_problem(tokens[at], text).reason
        if at >= len(tokens) and self._may_end(tokens):
            return 'the last sentence does not end with "."'
        expected = self._expected(tokens, at)
        return f"{self._shown(tokens, at)} does not fit here" + (f": expected {expected}" if expected else "")

    def _may_end(self, tokens: Sequence[Token]) -> bool:
        """Whether a sentence lacks only the mark at its end."""
        stack, _ = self._walker.walk(token.type for token in tokens)
        return "DOT" in self._walker.accepts(stack)

    def _expected(self, tokens: Sequence[Token], at: int) -> str:
        stack, _ = self._walker.walk(token.type for token in tokens[:at])
        accepts = self._walker.accepts(stack)
        begun = f"{tokens[at].value} " if at < len(tokens) else ""
        longer = {terminal(word) for word in self._lexicon.words if begun and word.startswith(begun)}
        return self._expectations.text(accepts & longer or accepts)

    def _longer(self, words: str) -> str | None:
        """The known rows of words that begin with the first of two words."""
        first, _, rest = words.lower().partition(" ")
        longer = [word for word in self._lexicon.words if rest and word.startswith(f"{first} ")]
        return f"there are {', '.join(longer)}" if longer else None

    def _unmended(self, text: str, tokens: Sequence[Token], at: int) -> Problem:
        """A problem that no small change mends."""
        token = tokens[at] if at < len(tokens) else _end(tokens)
        reason, suggestion = self._reason(text, tokens, at), None
        if token.type in FAULTY:
            suggestion = lexical_problem(token, text).suggestion
        if token.type == UNKNOWN:
            asked = text[tokens[0].start : tokens[-1].end]
            if foreign := self._unspoken.word(str(token.value), asked):
                return Problem(foreign[0], token.start, token.end, foreign[1])
            suggestion = self._longer(str(token.value)) or self._keywords(tokens, at)
            expected = "" if suggestion else self._expected(tokens, at)
            reason += f": expected {expected}" if expected else ""
        return Problem(reason, token.start, token.end, suggestion or self._near(text, tokens, at))

    def _near(self, text: str, tokens: Sequence[Token], at: int) -> str | None:
        """A suggestion with the phrases that are nearest in meaning to a sentence."""
        asked = text[tokens[0].start : tokens[-1].end]
        word = str(tokens[at].value) if at < len(tokens) else ""
        for target in self._lexicon.meant_by(word):
            if is_telling(target) and (example := self.thesaurus.shown(target, asked)):
                return f'here one says "{target}", as in "{example}"'
        shown = [f'"{row.example}"' for row in self.nearest(f"{asked} {word}", 2)]
        if shown:
            return f"the nearest phrases are {' and '.join(shown)}"
        plain = self.thesaurus.plain
        return f'a sentence reads like "{plain}"' if plain else None

    def _keywords(self, tokens: Sequence[Token], at: int) -> str | None:
        """In a list of keywords: the keyword that was meant, or all keywords."""
        listed = at == 0 or tokens[at - 1].type == "COMMA"
        alone = at + 1 >= len(tokens) or tokens[at + 1].type in ("COMMA", "DOT")
        words = [keyword.word for keyword in self._lexicon.vocabulary.file.keyword]
        if not (listed and alone and words) or any(token.type == "WHEN" for token in tokens):
            return None
        return did_you_mean(str(tokens[at].value), words) or f"the keywords are {', '.join(words)}"

    def _shown(self, tokens: Sequence[Token], at: int) -> str:
        if at >= len(tokens):
            return "the end of the text"
        return (
            '"' + detokenise([Token("COMMA", ","), tokens[at]], self._lexicon).removeprefix(",").strip() + '"'
        )


def _is_about(text: str, problem: Problem) -> bool:
    """Whether the word that a problem quotes stands where it points."""
    quoted = re.match(r'(?:unknown words? )?"([^"]+)"', problem.reason)
    here = text[problem.start : problem.end].lower().replace("\u2019", "'")
    return not quoted or quoted[1].lower() in (here, "a" if here == "an" else here)


def _end(tokens: Sequence[Token]) -> Token:
    return Token("$END", "", tokens[-1].end, tokens[-1].end)


def _is_otherwise(tokens: Sequence[Token], at: int) -> bool:
    """Whether the fault is an *otherwise* whose condition could not be read."""
    return at < len(tokens) and tokens[at].type == "OTHERWISE"


def _next_clause(tokens: Sequence[Token], at: int) -> int | None:
    """Where the next clause of a sentence begins."""
    for number in range(at, len(tokens) - 1):
        if tokens[number].type in ("COMMA", "AND", "OPEN", "COLON") or (
            tokens[number].type == "DOT" and tokens[number + 1].type == "OTHERWISE"
        ):
            after = number + 1
            while after < len(tokens) and tokens[after].type in ("THEN", "OTHERWISE", "COMMA"):
                after += 1
            return after if after < len(tokens) and tokens[after].type not in ("DOT", "CLOSE") else None
    return None
