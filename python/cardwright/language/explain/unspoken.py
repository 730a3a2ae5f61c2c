"""Phrases of the card language that a game does not speak, and what would turn them on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from cardwright.basics.suggestions import near
from cardwright.language.diagnostics import Problem
from cardwright.language.grammar import START, Production, productions
from cardwright.language.lexer import FAULTY, UNKNOWN, Token, scan
from cardwright.language.lexicon import Lexicon, literal_words
from cardwright.language.meaning import stems, words_in
from cardwright.language.nodes import Node
from cardwright.language.parser import build
from cardwright.language.phrases import Phrase, table
from cardwright.language.phrases.model import SlotItem, WordItem, parse_template

if TYPE_CHECKING:
    from cardwright.language.parser import Language

MOST_TOKENS = 80
"""Longer sentences are not looked into."""
MOST_MEANT = 3
"""How many words are tried for a misspelt one."""
MOST_SPELT = 12
"""How many ways of spelling a sentence are tried."""

RULES_OWN = ("equip", "recharge", "exhaust", "daytime", "refresh_power", "turn", "price", "seconds")
"""Requirements that only the rules of a game can meet, not the words of a variant."""

KEYS = {
    "ailment": "a [[status]] with a noun",
    "gear": "a [[kind]] with gear = true",
    "figure": "an [[attribute]] with changes = true",
    "ground": "a [[place]] with an adjective",
    "element": "a [[resource]] with element = true",
    "graveyard": 'the zone "graveyard" in zones',
    "harm": "a [[tag]] with damage = true",
    "known": "a [[kind]] with known = true",
    "land": "land in [words]",
    "lane": "a [[relation]] with a line",
    "loot": "a [[resource]] with loot = true",
    "nearness": "a [[relation]] with an adjective",
    "phase": "two [[phase]]s",
    "place": "a [[place]]",
    "same_place": "a [[relation]] with behind",
    "scarcity": "a [[tag]] for each of its rarities",
    "sound": "a [[sound]]",
    "spaces": "spaces in [words]",
    "stricken": "a [[status]] with a verb",
    "terrain": "a [[place]] with terrain = true",
    "type": "a [[tag]] with a plural",
    "veiled": "a [[kind]] with veiled = true",
}
"""By requirement of a phrase, the entry of `game.toml` that meets it."""


_MARKS = ("open", "close", "'s")
WORDS_OF = ("ailment", "harm", "phase", "sound", "type")
"""Requirements that are words of a game, so a word of the phrase's example is one of them."""


class Unspoken:
    """Reads texts with all phrases, including those that the game does not speak."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._rows: dict[str, list[Production]] | None = None
        self._lexicon: Lexicon | None = None
        self._is_open = False

    def _open(self) -> bool:
        """Build the grammar of all phrases on first use; False if it cannot be built."""
        if not self._is_open:
            self._is_open = True
            small = self._language.lexicon
            try:
                wide = Lexicon(small.vocabulary, table().values(), small.names, everything=True)
            except ValueError:  # an unspoken phrase shares a word with the game
                return False
            self._lexicon, self._rows = wide, productions(wide)
        return self._rows is not None

    def _may_be_foreign(self, sentence: str) -> bool:
        """Whether a sentence has the words of an unspoken phrase; most have not, and need no such grammar."""
        lexicon = self._language.lexicon
        said = {word.lower() for word in words_in(sentence)}
        said |= {"a"} if "an" in said else set()
        strange = [str(token.value).lower() for token in scan(sentence, lexicon) if token.type == UNKNOWN]
        return any(
            all(word in said or any(near(one, [word]) for one in strange) for word in words)
            for words in self._needed
        )

    @cached_property
    def _needed(self) -> list[set[str]]:
        """For each template of an unspoken phrase, the words that a text with it must have."""
        lexicon = self._language.lexicon
        empty = {name for name, found in lexicon.categories.items() if not any(found.values())}
        needed = []
        for phrase in table().values():
            if phrase.name in self._language.phrases:
                continue
            others = (*phrase.elsewhere.values(), *phrase.pronouns.values(), *phrase.aliases)
            for template in (phrase.template, *others):
                items = parse_template(template, lexicon.words_of_game)
                if not any(isinstance(item, SlotItem) and item.type in empty for item in items):
                    words = (item.word for item in items if isinstance(item, WordItem))
                    needed.append({part for word in words if word not in _MARKS for part in words_in(word)})
        return needed

    def problems(self, text: str, start: int, end: int) -> list[tuple[Problem, Phrase | None]]:
        """The foreign phrases and misspelt words of a sentence that another game could read.

        The problem of a foreign phrase comes with that phrase. Empty if there is no foreign phrase.
        """
        if not self._may_be_foreign(text[start:end]) or not self._open():
            return []
        assert self._lexicon is not None
        assert self._rows is not None
        tokens = [_moved(token, start) for token in scan(text[start:end], self._lexicon)]
        if len(tokens) > MOST_TOKENS:
            return []
        for spelt, typos in self._spelt(tokens):
            tree = _Reader(self._rows, spelt).tree()
            foreign = [] if tree is None else self._foreign(text, tree)
            if foreign:
                found = [*foreign, *((typo, None) for typo in typos)]
                return sorted(found, key=lambda row: (row[0].start, -row[0].end))
        return []

    def _foreign(self, text: str, tree: Node) -> list[tuple[Problem, Phrase | None]]:
        """The phrases of a sentence that the game does not speak, without those inside another one."""
        name = self._language.vocabulary.file.name
        missing = [node for node in tree.walk() if node.phrase not in self._language.phrases]
        found: list[tuple[Problem, Phrase | None]] = []
        end = -1
        for node in sorted(missing, key=lambda one: (one.span[0], -one.span[1])):
            if node.span[1] <= end:
                continue
            end = node.span[1]
            phrase = table()[node.phrase]
            said = text[node.span[0] : node.span[1]].rstrip(".")
            reason = f'{name} does not speak "{said}"'
            found.append((Problem(reason, *node.span, turned_on(phrase)), phrase))
        return found

    def _spelt(self, tokens: Sequence[Token]) -> Iterator[tuple[list[Token], list[Problem]]]:
        """The tokens with misspelt words replaced by likely ones, and a problem for each of these."""
        assert self._lexicon is not None
        choices: list[list[tuple[tuple[Token, ...], Problem | None]]] = []
        for token in tokens:
            if token.type not in FAULTY:
                choices.append([((token,), None)])
                continue
            word = str(token.value)
            likely = near(word, self._lexicon.words) if token.type == UNKNOWN else []
            choices.append(
                [
                    (self._written(other, token), self._typo(word, other, token))
                    for other in likely[:MOST_MEANT]
                ]
            )
        for chosen in islice(product(*choices), MOST_SPELT):
            yield (
                [token for written, _ in chosen for token in written],
                [typo for _, typo in chosen if typo is not None],
            )

    def _written(self, word: str, at: Token) -> tuple[Token, ...]:
        assert self._lexicon is not None
        return tuple(replace(token, start=at.start, end=at.end) for token in scan(word, self._lexicon))

    @staticmethod
    def _typo(word: str, meant: str, at: Token) -> Problem:
        return Problem(f'unknown word "{word}"', at.start, at.end, f'did you mean "{meant}"?')

    def word(self, word: str, sentence: str) -> tuple[str, str] | None:
        """Reason and suggestion for a word that only an unspoken phrase has."""
        lexicon = self._language.lexicon
        if len(word) < 3 or lexicon.meant_by(word):
            return None
        found: list[tuple[int, str, Phrase]] = []
        for phrase in table().values():
            if phrase.name not in self._language.phrases and self._has(phrase, word.lower()):
                shared = len(set(stems(phrase.example)) & set(stems(sentence)))
                found.append((-shared, phrase.name, phrase))
        if not found:
            return None
        phrase = min(found)[2]
        return f'{self._language.vocabulary.file.name} does not speak "{word}"', turned_on(phrase)

    def _has(self, phrase: Phrase, word: str) -> bool:
        """Whether a phrase is about a word: by its own words, or by the words of a game that it needs."""
        if phrase.family in ("effect", "static", "filter"):
            own = literal_words(phrase.items(self._language.lexicon.words_of_game))
            if word in own and len(word) > 3:
                return True
        return phrase.requires in WORDS_OF and word in map(str.lower, words_in(phrase.example))


def turned_on(phrase: Phrase) -> str:
    """A suggestion: how a variant turns a phrase on."""
    if phrase.requires in RULES_OWN:
        return "it belongs to the rules of other games; no variant or pack can turn it on"
    if not phrase.requires:
        return (
            f'a pack or variant can switch it on: "cardwright cards phrases" shows how, at "{_shown(phrase)}"'
        )
    return f"a variant whose rules know it turns it on in its game.toml: {KEYS[phrase.requires]}"


def _shown(phrase: Phrase) -> str:
    """The name of a phrase as words."""
    return phrase.name.replace("_", " ")


def _moved(token: Token, by: int) -> Token:
    return Token(token.type, token.value, token.start + by, token.end + by)


class _Reader:
    """A memoised descent over the productions; it keeps one reading for every end."""

    def __init__(self, rows: dict[str, list[Production]], tokens: Sequence[Token]) -> None:
        self.rows = rows
        self.tokens = tokens
        self.memory: dict[tuple[str, int], dict[int, Any]] = {}

    def tree(self) -> Node | None:
        found = self.symbol(START, 0).get(len(self.tokens))
        return found if isinstance(found, Node) else None

    def symbol(self, name: str, at: int) -> dict[int, Any]:
        if name.isupper():
            fits = at < len(self.tokens) and self.tokens[at].type == name
            return {at + 1: self.tokens[at]} if fits else {}
        key = (name, at)
        if key not in self.memory:
            self.memory[key] = {}  # a rule that begins with itself finds nothing there
            found: dict[int, Any] = {}
            for row in self.rows[name]:
                for end, children in self.row(row, at).items():
                    span = (self.tokens[at].start, self.tokens[end - 1].end)
                    if end not in found:
                        found[end] = build(row, children, span)
            self.memory[key] = found
        return self.memory[key]

    def row(self, row: Production, at: int) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = {at: []}
        for symbol in row.symbols:
            after: dict[int, list[Any]] = {}
            for start, children in found.items():
                for end, value in self.symbol(symbol, start).items():
                    after.setdefault(end, [*children, value])
            found = after
        return found
