"""A slow parser that returns all parses: a memoised recursive descent over the same table and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.language.grammar import START, Production
from cardwright.language.lexer import Token
from cardwright.language.parser import Language, build

Parses = list[tuple[int, Any]]


class Oracle:
    """All parses of a row of tokens."""

    def __init__(self, language: Language, tokens: Sequence[Token]) -> None:
        self.rows = language.rows
        self.tokens = tokens
        self.memory: dict[tuple[str, int], Parses] = {}

    def parses(self) -> list[Any]:
        return [node for end, node in self.symbol(START, 0) if end == len(self.tokens)]

    def symbol(self, name: str, at: int) -> Parses:
        if name.isupper():
            fits = at < len(self.tokens) and self.tokens[at].type == name
            return [(at + 1, self.tokens[at])] if fits else []
        key = (name, at)
        if key not in self.memory:
            self.memory[key] = []  # a rule that begins with itself finds nothing there
            self.memory[key] = [
                (end, build(row, children, self.span(at, end)))
                for row in self.rows[name]
                for end, children in self.row(row, at)
            ]
        return self.memory[key]

    def row(self, row: Production, at: int) -> list[tuple[int, list[Any]]]:
        found: list[tuple[int, list[Any]]] = [(at, [])]
        for symbol in row.symbols:
            found = [
                (end, [*children, value])
                for start, children in found
                for end, value in self.symbol(symbol, start)
            ]
        return found

    def span(self, at: int, end: int) -> tuple[int, int]:
        return self.tokens[at].start, self.tokens[end - 1].end


def all_parses(language: Language, tokens: Sequence[Token]) -> list[Any]:
    """Every tree that the table allows for these tokens."""
    return Oracle(language, tokens).parses()
