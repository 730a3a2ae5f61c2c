"""How far a row of tokens can be read, and what could come next: the parser's states without its trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.language.lexer import Token
from cardwright.language.tables import END, Table

Stack = tuple[int, ...]


class Walker:
    """Steps through the states of a grammar."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._states = table.states
        self.start: Stack = (table.start,)

    def step(self, stack: Stack, name: str) -> Stack | None:
        """The states after one more terminal; None if it does not fit."""
        states = list(stack)
        while True:
            action = self._states[states[-1]].get(name)
            if action is None:
                return None
            if action >= 0:
                return (*states, action)
            head, count, _ = self._table.reduces(action)
            del states[-count:]
            states.append(self._states[states[-1]][head])
            if name == END and states[-1] == self._table.end:
                return tuple(states)

    def walk(self, types: Iterable[str], stack: Stack | None = None) -> tuple[Stack, int]:
        """The states after the terminals that fit, and how many those are."""
        stack = stack or self.start
        count = 0
        for name in types:
            after = self.step(stack, name)
            if after is None:
                break
            stack, count = after, count + 1
        return stack, count

    def reach(self, tokens: Sequence[Token]) -> int:
        """How many tokens fit in a row; one more than there are tokens if the text may end after them."""
        stack, count = self.walk(token.type for token in tokens)
        return count + (count == len(tokens) and self.step(stack, END) is not None)

    def accepts(self, stack: Stack) -> set[str]:
        """The terminals that may come next."""
        return {name for name in self._states[stack[-1]] if name.isupper() and self.step(stack, name)}
