"""Small changes to a sentence that let it be read further: another word, one more, one less."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import distance, near
from cardwright.language.explain.walk import Stack, Walker
from cardwright.language.lexer import BROKEN, FAULTY, HALF, STRANGE, UNKNOWN, Token, scan, word_token
from cardwright.language.lexicon import COUNTS, MARKS, Lexicon, terminal
from cardwright.language.meaning import concepts_in
from cardwright.language.synonyms import CONFUSED, SYNONYMS
from cardwright.language.tables import END

if TYPE_CHECKING:
    from cardwright.language.meaning import Meanings

FILLERS = frozenset(
    (
        *("permanently", "immediately", "instead", "now", "just", "single", "exactly", "simply", "also"),
        *("target", "chosen", "the", "a", "any", "all", "each", "then", "mana", "point", "points", "damage"),
        *("minion", "unit", "creature", "card", "piece", "spell", "hero"),
    )
)
"""Words that can be left out without changing the meaning, if the sentence is complete without them."""

LOOK = 60
"""How many tokens after a change are read to see how much it helps."""
MOST_ADDED = 3
"""How many words are added at once, where each must follow the one before."""

MOST_MISSING = 8
"""Where more words than these could be missing, only a small one is added."""

MOST_COUNTED = max(COUNTS.values())
_SMALL = {"A", "ALL", "COMMA", "DOT", "OF", "RANDOM", "THE", "TO"}
_SPELT = {"a": 1} | COUNTS
_NEVER_ADDED = {END, "INT", "STATS", "RANGE", "NAME", "NAMES", "OPEN", "CLOSE", "PERCENT"}


@dataclass(frozen=True)
class Repair:
    """A change to some tokens: the tokens to put instead, and the message about it."""

    at: int
    taken: int
    put: tuple[Token, ...]
    reason: str | None
    suggestion: str
    needs: int = 1
    """How many tokens after the change must fit, unless it completes the sentence."""
    cost: float = 0
    reach: int = 0
    is_read: bool = False
    """Whether the words would be read as they stand, were it not for other faults."""

    def of(self, tokens: Sequence[Token]) -> list[Token]:
        """The tokens with the change made."""
        return [*tokens[: self.at], *self.put, *tokens[self.at + self.taken :]]


class Mender:
    """Finds repairs by trying them."""

    def __init__(self, lexicon: Lexicon, walker: Walker, meanings: Meanings) -> None:
        self._lexicon = lexicon
        self._walker = walker
        self._meanings = meanings

    def repair(self, tokens: Sequence[Token], place: int) -> Repair | None:
        """The change that lets most of the sentence be read; None if no change helps."""
        stacks = [self._walker.start]
        for token in tokens[:place]:
            stacks.append(self._walker.step(stacks[-1], token.type) or stacks[-1])
        best: Repair | None = None
        for one in self._candidates(tokens, place, stacks):
            tried = self._tried(tokens, place, one, stacks[one.at])
            if tried and (best is None or (-tried.reach, tried.cost) < (-best.reach, best.cost)):
                best = tried
        return best

    def _tried(self, tokens: Sequence[Token], place: int, one: Repair, stack: Stack) -> Repair | None:
        """The repair with its reach, in tokens of the original; None if it does not help."""
        behind = one.at + one.taken  # the first token after the change
        seen = tokens[behind : behind + LOOK]
        stack, fit = self._walker.walk((token.type for token in (*one.put, *seen)), stack)
        if fit < len(one.put):
            return None
        reach = behind + fit - len(one.put)
        if reach == len(tokens) and self._walker.step(stack, END):
            return replace(one, reach=reach + 1)
        after = max(place, behind)
        if after < len(tokens) and tokens[after].type in FAULTY and reach == after:
            return replace(one, reach=reach) if one.needs < 2 and one.put and one.taken else None
        return replace(one, reach=reach) if reach - after >= one.needs else None

    def _candidates(self, tokens: Sequence[Token], place: int, stacks: Sequence[Stack]) -> Iterator[Repair]:
        yield from self._numbers(tokens, place)
        if place < len(tokens):
            yield from self._words(tokens, place, stacks)
            yield from self._marks(tokens, place)
            yield from self._left_out(tokens, place)
        if place and tokens[place - 1].type not in FAULTY:
            yield from self._near(tokens, place - 1, 0.6, stacks)
            yield from self._confused(tokens, place - 1)
            yield from self._left_out(tokens, place - 1)
        yield from self._added(tokens, place, stacks[place])

    def _numbers(self, tokens: Sequence[Token], place: int) -> Iterator[Repair]:
        """Numbers before a place that are written in digits and fit as words, or the other way round."""
        for at in range(min(place, len(tokens) - 1), -1, -1):
            if tokens[at].type == "DOT":
                break
            other = _other_spelling(tokens[at])
            if tokens[at].type == "INT" and int(str(tokens[at].value)) > MOST_COUNTED:
                put = (replace(word_token("ten"), start=tokens[at].start, end=tokens[at].end),)
                reason = f'"{tokens[at].value}" does not fit here: a text counts to ten'
                yield Repair(at, 1, put, reason, 'write "ten" or less', cost=0)
            if other is not None:
                is_word = other.type != "INT"
                form = "a count is written in words" if is_word else "an amount is written in digits"
                reason = f'"{tokens[at].value}" does not fit here: {form}'
                yield Repair(at, 1, (other,), reason, f'write "{other.value}"', cost=-1)

    def _words(self, tokens: Sequence[Token], at: int, stacks: Sequence[Stack]) -> Iterator[Repair]:
        """Other words for one that does not fit: those of this game, those spelt like it."""
        token = tokens[at]
        if token.type in (STRANGE, HALF, BROKEN):
            return
        word = self._surface(token)
        for number, target in enumerate(self._lexicon.meant_by(word)):
            put = self._tokens(target, token)
            asked = " ".join(self._surface(one) for one in tokens if not isinstance(one.value, tuple))
            example = self._meanings.shown(target, asked) if is_telling(target) else None
            shown = self._lexicon.words.get(target, target)
            said = f'here one says "{shown}"' + (f', as in "{example}"' if example else "")
            cost = 0.5 + 0.1 * number
            yield Repair(at, 1, put, None, said, cost=cost)
            if at + 1 < len(tokens) and tokens[at + 1].type == "COLON":
                comma = replace(word_token(","), start=tokens[at + 1].start, end=tokens[at + 1].end)
                said = said.replace(f'"{shown}"', f'"{target[:1].upper()}{target[1:]},"', 1)
                yield Repair(at, 2, (*put, comma), None, said, cost=cost)
        yield from self._confused(tokens, at)
        if word.lower() not in SYNONYMS and not concepts_in(word):
            yield from self._near(tokens, at, 0.2, stacks)

    def _confused(self, tokens: Sequence[Token], at: int) -> Iterator[Repair]:
        """Words that this one is often confused with."""
        word = self._surface(tokens[at])
        for number, other in enumerate(CONFUSED.get(word.lower(), ())):
            if other in self._lexicon.words:
                put = self._tokens(other, tokens[at])
                reason = f'"{word}" does not fit here'
                yield Repair(
                    at,
                    1,
                    put,
                    reason,
                    f'write "{other}"',
                    needs=2,
                    cost=0.7 + 0.1 * number,
                    is_read=at == 0 and other in ("when", "whenever"),
                )

    def _near(
        self, tokens: Sequence[Token], at: int, cost: float, stacks: Sequence[Stack]
    ) -> Iterator[Repair]:
        """Words and names that are spelt almost like a token."""
        token = tokens[at]
        if isinstance(token.value, tuple) or token.type in (*MARKS.values(), "INT"):
            return
        word = self._surface(token)
        known: list[str] = [*self._lexicon.words.values()]
        known += self._lexicon.name_tokens if word[:1].isupper() and token.start > 0 else ()
        for number, other in enumerate(near(word, known)):
            is_slip = token.type in FAULTY and distance(word.lower(), other.lower()) < 2
            if other.lower() == word.lower() or (token.type not in FAULTY and not _same_root(word, other)):
                continue
            put = self._tokens(other, token)
            mean = f'did you mean "{other}"?' if token.type in FAULTY else f'write "{other}"'
            reason = None if token.type in FAULTY else f'"{word}" does not fit here'
            needs = 1 if is_slip or (token.type == UNKNOWN and put[0].type in ("NAME", "NAMES")) else 2
            needs = 0 if token.type not in FAULTY and self._only(stacks[at]) == put[0].type else needs
            yield Repair(at, 1, put, reason, mean, needs, cost + 0.05 * number)

    def _only(self, stack: Stack) -> str:
        """The one terminal that may come next, where there is only one."""
        accepts = self._walker.accepts(stack)
        return next(iter(accepts)) if len(accepts) == 1 else ""

    def _marks(self, tokens: Sequence[Token], at: int) -> Iterator[Repair]:
        """Corrections of half a change, a broken number or a strange mark."""
        token = tokens[at]
        if token.type == HALF:
            attack, _, health = str(token.value).partition("/")
            word = str(tokens[at + 1].value) if at + 1 < len(tokens) else ""
            stats = (int(attack), int(attack[0] + health) if health else 0)
            stats = (0, stats[0]) if word == "health" and not health else stats
            put = Token("STATS", stats, token.start, token.end)
            taken = 2 if word in ("attack", "health") and not health else 1
            yield Repair(at, taken, (put,), None, "", needs=0)
        elif token.type == BROKEN:
            number = int(re.split("[.,]", str(token.value))[0])
            yield Repair(at, 1, (Token("INT", number, token.start, token.end),), None, "", needs=0)
        elif token.type == STRANGE:
            is_mark = len(str(token.value)) == 1
            for mark in (",", ".") if is_mark else ():
                put = replace(word_token(mark), start=token.start, end=token.end)
                yield Repair(at, 1, (put,), None, f'write "{mark}" for it', cost=0.3)
            yield Repair(at, 1, (), None, f'leave "{token.value}" out' if is_mark else "", cost=0.5)

    def _left_out(self, tokens: Sequence[Token], at: int) -> Iterator[Repair]:
        token = tokens[at]
        word = self._surface(token) if not isinstance(token.value, tuple) else ""
        if word.lower() in FILLERS or token.type == "COLON":
            reason = None if token.type in FAULTY else f'"{word}" does not fit here'
            yield Repair(at, 1, (), reason, f'leave "{word}" out', needs=2, cost=0.8)

    def _added(self, tokens: Sequence[Token], place: int, stack: Stack) -> Iterator[Repair]:
        """A missing word or mark, and the words that must follow it."""
        if place < len(tokens) and tokens[place].type in FAULTY:
            return
        end = tokens[place - 1].end if place else 0
        is_end = place >= len(tokens)
        names = self._walker.accepts(stack) - _NEVER_ADDED - (set() if is_end else {"DOT"})
        for name in sorted(names if len(names) <= MOST_MISSING else names & _SMALL):
            put: list[Token] = []
            after = stack
            next_name: str | None = name
            while next_name and len(put) < MOST_ADDED:
                put.append(replace(word_token(self._word(next_name)), start=end, end=end))
                after = self._walker.step(after, next_name) or after
                accepts = self._walker.accepts(after)
                forced = accepts - _NEVER_ADDED - {*MARKS.values()}
                next_name = next(iter(forced)) if len(accepts) == len(forced) == 1 else None
                words = " ".join(str(token.value) for token in put)
                where = "at the end" if is_end else "before it"
                yield Repair(
                    place, 0, tuple(put), None, f'write "{words}" {where}', needs=2, cost=1 + (name == "IT")
                )

    def _word(self, name: str) -> str:
        """The word or mark of a terminal."""
        mark = next((mark for mark, other in MARKS.items() if other == name), None)
        return mark or next(shown for word, shown in self._lexicon.words.items() if terminal(word) == name)

    def _tokens(self, words: str, like: Token) -> tuple[Token, ...]:
        """The tokens of words that replace another token."""
        found = scan(f". {words}", self._lexicon)[1:]  # names are not read at the start of a sentence
        if words in self._lexicon.name_tokens:
            kind, card = self._lexicon.name_tokens[words]
            found = [Token(kind, card)]
        return tuple(replace(token, start=like.start, end=like.end) for token in found)

    def _surface(self, token: Token) -> str:
        if token.type in ("NAME", "NAMES"):
            return self._lexicon.names[str(token.value)][token.type == "NAMES"]
        return str(token.value)


def is_telling(words: str) -> bool:
    """Whether words say what is meant, so that an example of them helps."""
    return len(words) > 3 and words not in ("gets", "start")


def _same_root(a: str, b: str) -> bool:
    """Whether two words are forms of one: gets and get."""
    a, b = a.lower(), b.lower()
    return a.startswith(b) or b.startswith(a) or (len(a) > 4 and a[:-1] == b[:-1]) or a[:5] == b[:5] != ""


def _other_spelling(token: Token) -> Token | None:
    """A number in words as one in digits, and the other way round; one is "a"."""
    if token.type == "INT":
        word = next((word for word, count in _SPELT.items() if count == token.value), None)
        return None if word is None else replace(word_token(word), start=token.start, end=token.end)
    count = _SPELT.get(str(token.value))
    return None if count is None else replace(token, type="INT", value=count)
