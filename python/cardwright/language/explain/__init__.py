"""Finds all problems of a text, sentence by sentence and clause by clause.

Where a small change mends a fault, reading goes on after it; otherwise it goes on at the next clause. So
every fault is told, and told once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import did_you_mean, one
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.explain.advice import AMENDED
from cardwright.language.explain.expected import Expectations
from cardwright.language.explain.names import Names
from cardwright.language.explain.repair import Mender, is_telling
from cardwright.language.explain.rewriting import Rewriter, Rewritten
from cardwright.language.explain.unspoken import RULES_OWN, Unspoken
from cardwright.language.explain.walk import Walker
from cardwright.language.lexer import FAULTY, UNKNOWN, Token, detokenise, lexical_problem, scan, split
from cardwright.language.lexicon import terminal
from cardwright.language.meaning import Meanings, Nearest
from cardwright.language.nodes import Program
from cardwright.language.phrases import Phrase
from cardwright.language.tables import Keep, Table

if TYPE_CHECKING:
    from cardwright.language.parser import Language

KEYWORDS_LATE = "keywords come first in a text"
ENOUGH = 2
"""How many of the nearest phrases an answer shows."""
FAR = 0.4
"""A phrase that scores less than this part of the best is not shown beside it."""
_QUOTES = ("'", "\u2019", '"', "\u201d")
_UNTIL = re.compile(r"(?:until|during|for the (?:next|rest))\b[^,.;]*?(?=[,.;]| and |$)", re.IGNORECASE)
MOST_PROBLEMS = 20
"""How many problems of one text are told at most."""


@dataclass(frozen=True)
class Fault:
    """A sentence and what is wrong with it."""

    said: Sequence[Token]
    """The sentence, in the words in which it can be read if it can."""
    problems: list[Problem]
    mended: tuple[Token, ...] = ()
    """The sentence as it would be written, if that is known."""
    is_spelling: bool = False
    """Whether only letters are wrong."""
    is_left_out: bool = False
    """Whether the text would be written without the sentence."""


class Explainer:
    """Explains the texts of one game that cannot be read."""

    def __init__(self, language: Language, table: Table, texts: Iterable[str], keep: Keep) -> None:
        self._language = language
        self._lexicon = language.lexicon
        self._walker = Walker(table)
        self._unspoken = Unspoken(language)
        self.meanings = Meanings(language, texts, keep)

    @cached_property
    def _expectations(self) -> Expectations:
        return Expectations(self._language)

    @cached_property
    def _mender(self) -> Mender:
        return Mender(self._lexicon, self._walker, self.meanings)

    @cached_property
    def _rewriter(self) -> Rewriter:
        return Rewriter(self._language, self.meanings)

    @cached_property
    def _names(self) -> Names:
        return Names(self._language, self.meanings.texts)

    def nearest(self, text: str, count: int = 3) -> list[Nearest]:
        """The phrases nearest in meaning, each with an example of this game."""
        return self.meanings.nearest(text, count)

    def explain(self, text: str, kind: str = "") -> tuple[list[Problem], list[Sequence[Token]]]:
        """All problems of a text in their order, and the sentences that can be read without the faulty ones.

        A sentence without a trigger belongs to the one before it, so after a fault only a sentence that
        begins something new counts as readable. Where only words are wrong, the first problem suggests the
        whole text as it would be written.
        """
        problems: list[Problem] = []
        readable: list[Sequence[Token]] = []
        mended: list[Sequence[Token]] = []
        is_cut, is_head, is_whole = False, True, True
        for sentence in split(scan(text, self._lexicon)):
            if problems and all(token.value in _QUOTES for token in sentence):
                continue  # the quote was opened in the sentence before
            fault = self._faults(text, sentence, kind)
            said, found = fault.said, fault.problems
            sort = "" if found else self._language.read_tree(said).phrase
            if sort == "keyword_line" and not is_head:
                found = [Problem(KEYWORDS_LATE, said[0].start, said[-2].end, "put them first")]
            elif sort and (not is_cut or sort in ("ability", "holds", "keyword_line")):
                readable.append(said)
                is_cut = False
            is_cut = is_cut or bool(found)
            is_head = is_head and (sort == "keyword_line" or bool(found))
            problems += found
            mended += [] if fault.is_left_out else [fault.mended or said]
            is_whole = is_whole and bool(fault.mended or fault.is_left_out or not fault.problems)
            if len(problems) >= MOST_PROBLEMS:
                break
        if is_whole and mended and problems and len(problems) < MOST_PROBLEMS:
            problems[0] = self._with_text(problems[0], mended, text, kind)
        return problems[:MOST_PROBLEMS], readable

    def amended(self, text: str, kind: str, problems: Iterable[Problem]) -> list[Problem]:
        """The problems of a text that can be read but makes no sense, with the text that is surely meant."""
        return [self._amended(text, kind, problem) for problem in problems]

    def _amended(self, text: str, kind: str, problem: Problem) -> Problem:
        meant = self._meant(text, kind, problem.start)
        if meant is None:
            return problem
        return replace(problem, suggestion=f"{problem.suggestion}; in full: {self._language.printed(meant)}")

    def _meant(self, text: str, kind: str, at: int | None = None) -> Program | None:
        """The program meant by a text that makes no sense: the fault lies in the sentence at a place."""
        for sentence in split(scan(text, self._lexicon)):
            start, end = sentence[0].start, max(token.end for token in sentence)
            if at is not None and not start <= at < end:
                continue
            for pattern, new in AMENDED:
                other, count = pattern.subn(new, text[start:end])
                try:
                    whole = self._language.read(f"{text[:start]}{other}{text[end:]}", kind) if count else None
                except TextError:
                    continue
                if whole and self._language.makes_sense(whole.program, kind):
                    return whole.program
        return None

    def _with_text(
        self, problem: Problem, sentences: Sequence[Sequence[Token]], text: str, kind: str
    ) -> Problem:
        """The problem with the whole text as it would be written, if that makes sense on the card."""
        first = [one for one in sentences if self._language.read_tree(one).phrase == "keyword_line"]
        rest = [one for one in sentences if one not in first]
        try:
            program = self._language.program([token for one in (*first, *rest) for token in one])
        except TextError:
            return problem
        said = self._language.printed(program)
        if kind and not self._language.makes_sense(program, kind):
            meant = self._meant(said, kind)
            said = self._language.printed(meant) if meant else text
        if said == text:
            return problem
        hint = (problem.suggestion or "").partition(', as in "')[0].partition("the nearest phrase")[0]
        joined = f"{hint} In full: {said}" if hint.endswith("?") else f"{hint}; in full: {said}"
        return replace(problem, suggestion=joined if hint else f"write: {said}")

    def _faults(self, text: str, sentence: Sequence[Token], kind: str) -> Fault:
        """A sentence that can be read, as it stands or in other words; else its faults, as few as can be."""
        try:
            said = self._language.said(text, sentence, kind)
        except TextError as error:
            return Fault(sentence, list(error.problems))
        if said is not None:
            return Fault(said, [])
        start, end = sentence[0].start, max(token.end for token in sentence)
        fault = self._sentence(text, sentence)
        likely, last = self._language.rewording(kind).drafts(text, start, end)
        for draft in (*likely[:1], *last[:1]):
            is_last = draft not in likely
            other = self._sentence(text, draft.tokens(self._lexicon), is_spoken=is_last)
            # What is told must be about words that the writer wrote.
            fewer = 0 < len(other.problems) <= len(fault.problems) - is_last
            if fewer and all(_is_about(text, problem) for problem in other.problems):
                fault = other
        if fault.mended and len(fault.problems) == 1 and fault.is_spelling:
            return replace(fault, said=sentence)
        if named := self._names.problem(text, start, end):
            problem, whole = named
            tokens = self._said_again(whole, kind)
            hint = problem.suggestion or fault.problems[0].suggestion
            return Fault(sentence, [replace(problem, suggestion=hint)], tokens)
        advised = self._rewriter.rewritten(text, start, end, kind)
        if advised and not (fault.mended and (advised.is_example or advised.is_spelling)):
            fault = self._advised(fault, advised, kind)
        return replace(fault, said=sentence)

    def _said_again(self, sentence: str, kind: str) -> tuple[Token, ...]:
        """The tokens of a new sentence; none if it cannot be read."""
        try:
            said = self._language.said(sentence, scan(sentence, self._lexicon), kind) if sentence else None
        except TextError:
            return ()
        return tuple(said or ())

    def _advised(self, fault: Fault, advised: Rewritten, kind: str) -> Fault:
        """The fault with the advice for it."""
        first = fault.problems[0]
        if advised.reason:
            first = Problem(advised.reason, advised.start, advised.end)
        if advised.kind and advised.kind != kind and kind:
            word = next(row.word for row in self._language.vocabulary.kinds if row.id == advised.kind)
            hint = f'on {one(word)} one writes "{advised.said}"'
            return Fault(fault.said, [replace(first, suggestion=hint)])
        if advised.is_left_out:
            return Fault(fault.said, [replace(first, suggestion=advised.hint)], is_left_out=True)
        if not advised.tokens:
            return Fault(fault.said, [replace(first, suggestion=advised.hint)])
        if advised.is_example:
            return Fault(fault.said, [replace(first, suggestion=f'write it like "{advised.said}"')])
        kept = None if advised.kind or not kind else fault.problems[0].suggestion
        kept = advised.hint or kept
        return Fault(fault.said, [replace(first, suggestion=kept)], advised.tokens)

    def _sentence(self, text: str, tokens: Sequence[Token], *, is_spoken: bool = False) -> Fault:
        """The problems of one sentence, and the sentence without them if small changes mend it.

        With `is_spoken`, nobody asks whether another game could read it.
        """
        walker = self._walker
        if walker.reach(tokens) > len(tokens):
            return Fault(tokens, [])
        whole = (tokens[0].start, max(token.end for token in tokens))
        if foreign := [] if is_spoken else self._unspoken.problems(text, *whole):
            return Fault(tokens, [self._with_near(text, *row) for row in foreign])
        found: list[Problem] = []
        left = list(tokens)
        is_resumed, is_spelling, is_mended = False, True, True
        while left and len(found) < MOST_PROBLEMS:
            at = walker.reach(left)
            if at > len(left):
                break
            repair = self._mender.repair(left, at)
            # After a fault, a known word that does not fit may just continue the words that were not read.
            is_told = not is_resumed or (at > 0 and not _is_otherwise(left, at)) or left[0].type in FAULTY
            if repair:
                token = left[repair.at] if repair.at < len(left) else _end(left)
                if is_told and not repair.is_read:
                    reason = repair.reason or self._reason(text, left, at)
                    said = repair.suggestion or lexical_problem(token, text).suggestion
                    found.append(Problem(reason, token.start, token.end, said))
                is_spelling = is_spelling and "did you mean" in repair.suggestion
                left = repair.of(left)
                continue
            is_mended = False
            if is_told:
                found.append(self._unmended(text, left, at))
            resume = _next_clause(left, at)
            if resume is None:
                break
            left, is_resumed = left[resume:], True
        return Fault(tokens, found, tuple(left) if is_mended else (), is_spelling)

    def _with_near(self, text: str, problem: Problem, phrase: Phrase | None) -> Problem:
        """The problem of a foreign phrase with what comes nearest to it, if nothing switches it on."""
        if not phrase or phrase.requires not in RULES_OWN:
            return problem
        said = text[problem.start : problem.end]
        near = self._alike(said, said)
        return replace(problem, suggestion=f"{problem.suggestion}; {near}" if near else problem.suggestion)

    def _alike(self, text: str, word: str) -> str | None:
        """The phrases nearest in meaning, as a suggestion."""
        found = self.meanings.nearest(text, ENOUGH, focus=word)
        shown = [f'"{row.example}"' for row in found if row.score > FAR * found[0].score]
        named = "phrase is" if len(shown) == 1 else "phrases are"
        return f"the nearest {named} {' and '.join(shown)}" if shown else None

    def _reason(self, text: str, tokens: Sequence[Token], at: int) -> str:
        if at < len(tokens) and tokens[at].type in FAULTY:
            return lexical_problem(tokens[at], text).reason
        if at >= len(tokens) and self._may_end(tokens):
            return 'the last sentence does not end with "."'
        expected = self._expected(tokens, at)
        if at >= len(tokens) or tokens[at].type == "DOT":
            return "the sentence ends too early" + (f": {expected} is missing" if expected else "")
        return f"{self._shown(tokens, at)} does not fit here" + (
            f", but {expected} would" if expected else ""
        )

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
        if span := self._no_duration(text, token):
            return span
        if row := self._half_row(tokens, at):
            return row
        reason, suggestion = self._reason(text, tokens, at), None
        if token.type in FAULTY:
            suggestion = lexical_problem(token, text).suggestion
        if token.type == UNKNOWN:
            asked = text[tokens[0].start : tokens[-1].end]
            if foreign := self._unspoken.word(str(token.value), asked):
                return Problem(foreign[0], token.start, token.end, foreign[1])
            suggestion = self._longer(str(token.value)) or self._keywords(tokens, at)
        return Problem(reason, token.start, token.end, suggestion or self._near(text, tokens, at))

    def _no_duration(self, text: str, token: Token) -> Problem | None:
        """The problem of words for a duration that the game does not have, with those that it has."""
        found = _UNTIL.match(text, token.start)
        words = [word for _, word in self._lexicon.categories["duration"][""]]
        if not found or not words or found[0].lower() in words:
            return None
        counted = [row for row in (re.fullmatch(r"for (\d+) (\w+)", word) for word in words) if row]
        spans = sorted(int(row[1]) for row in counted)
        shown = [f'"{word}"' for word in words if not re.search(r"\d", word)]
        shown += [f'"for {", ".join(map(str, spans[:-1]))} or {spans[-1]} {counted[0][2]}"'] if spans else []
        hint = f"durations are {' and '.join(shown)}; without one, a change lasts"
        return Problem(f'"{found[0]}" is no duration here', found.start(), found.end(), hint)

    def _half_row(self, tokens: Sequence[Token], at: int) -> Problem | None:
        """The problem of a word that fits only as the first of a known row of words, and an unknown one."""
        if at + 1 >= len(tokens) or tokens[at].type in FAULTY or tokens[at + 1].type != UNKNOWN:
            return None
        said = f"{tokens[at].value} {tokens[at + 1].value}"
        longer = self._longer(said)
        if longer is None:
            return None
        return Problem(f'unknown words "{said}"', tokens[at].start, tokens[at + 1].end, longer)

    def _near(self, text: str, tokens: Sequence[Token], at: int) -> str | None:
        """A suggestion with the phrases that are nearest in meaning to a sentence."""
        asked = text[tokens[0].start : tokens[-1].end]
        word = str(tokens[at].value) if at < len(tokens) else ""
        for target in self._lexicon.meant_by(word):
            if is_telling(target) and (example := self.meanings.shown(target, asked)):
                return f'here one says "{target}", as in "{example}"'
        if at and (begun := self.meanings.begun(text[tokens[0].start : tokens[at - 1].end], asked)):
            return f'a sentence that begins so is "{begun}"'
        plain = self.meanings.plain
        return self._alike(asked, word) or (f'a sentence reads like "{plain}"' if plain else None)

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
