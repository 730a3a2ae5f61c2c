"""Random trees of the language, drawn from its productions, each with the tokens it is written with."""

from __future__ import annotations

import random
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from cardwright.language.grammar import START, Production
from cardwright.language.lexer import Token, word_token
from cardwright.language.parser import Language, build

Tree = tuple[list[Token], Any]
T = TypeVar("T")


class Chooser(Protocol):
    """Decides what is drawn."""

    def pick(self, options: list[T]) -> T: ...

    def number(self, low: int, high: int) -> int: ...


class Dice:
    """Decides by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, options: list[T]) -> T:
        return self.random.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


class Drawer:
    """Lets hypothesis decide, so that it can shrink a failure."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def pick(self, options: list[T]) -> T:
        return self.draw(st.sampled_from(options))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


class RandomTrees:
    """Draws derivations; deep down it takes the rows that end soonest."""

    def __init__(self, language: Language) -> None:
        self.names = sorted(language.lexicon.names)
        self.surfaces = {word_token(word).type: word_token(word) for word in language.lexicon.words.values()}
        self.rows = {head: [row for row in rows if not row.alias] for head, rows in language.rows.items()}
        self.heights = self._heights()

    def _heights(self) -> dict[str, int]:
        """How many steps each rule needs at least."""
        heights: dict[str, int] = {}
        while len(heights) < len(self.rows):
            for head, rows in self.rows.items():
                known = [self._height(row, heights) for row in rows]
                best = min((height for height in known if height is not None), default=None)
                if best is not None and head not in heights:
                    heights[head] = best
        return heights

    def _height(self, row: Production, heights: dict[str, int]) -> int | None:
        inner = [0 if symbol.isupper() else heights.get(symbol) for symbol in row.symbols]
        return None if None in inner else 1 + max(value for value in inner if value is not None)

    def tree(self, chooser: Chooser, head: str = START, depth: int = 12, quoted: bool = False) -> Tree:
        rows = self.rows[head]
        if quoted:  # quotes do not nest
            rows = [row for row in rows if row.name != "grant"]
        fitting = [row for row in rows if (self._height(row, self.heights) or 0) <= depth]
        if not fitting:
            least = min(self._height(row, self.heights) or 0 for row in rows)
            fitting = [row for row in rows if self._height(row, self.heights) == least]
        row = chooser.pick(fitting)
        tokens: list[Token] = []
        children: list[Any] = []
        for symbol in row.symbols:
            if symbol.isupper():
                token = self.token(chooser, symbol)
                tokens.append(token)
                children.append(token)
            else:
                inner, value = self.tree(chooser, symbol, depth - 1, quoted or row.name == "granted")
                tokens += inner
                children.append(value)
        return tokens, build(row, children, (0, 0))

    def token(self, chooser: Chooser, kind: str) -> Token:
        if kind == "INT":
            return Token("INT", chooser.number(0, 99))
        if kind in ("STATS", "RANGE"):
            low = -9 if kind == "STATS" else 0
            return Token(kind, (chooser.number(low, 9), chooser.number(low, 9)))
        if kind in ("NAME", "NAMES"):
            return Token(kind, chooser.pick(self.names))
        marks = {"COMMA": ",", "DOT": ".", "OPEN": "open", "CLOSE": "close", "OWN": "'s", "PERCENT": "%"}
        marks |= {"COLON": ":", "SEMICOLON": ";"}
        return word_token(marks[kind]) if kind in marks else self.surfaces[kind]


@st.composite
def trees(draw: st.DrawFn, source: RandomTrees, depth: int = 12) -> Tree:
    """Random texts with their trees."""
    return source.tree(Drawer(draw), START, depth)
