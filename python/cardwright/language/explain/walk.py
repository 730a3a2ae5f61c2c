"""How far a row of tokens can be read, and what could come next: the parser's states without its trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from cardwright.language.lexer import Token

Stack = tuple[int, ...]
END = "$END"


class Walker:
    """Steps through the states of a grammar."""

    def __init__(self, lark: Lark) -> None:
        conf = lark.parse_interactive("").parser_state.parse_conf
        self._states: dict[int, dict[str, tuple[Any, Any]]] = conf.states
        self._end: int = conf.end_state
        self.start: Stack = (conf.start_state,)

    def step(self, stack: Stack, name: str) -> Stack | None:
        """The states after one more terminal; None if it does not fit."""
        states = list(stack)
        while True:
            found = self._states[states[-1]].get(name)
            if found is None:
                return None
            action, argument = found
            if action is Shift:
                return (*states, argument)
            if argument.expansion:
                del states[-len(argument.expansion) :]
            states.append(self._states[states[-1]][argument.origin.name][1])
            if name == END and states[-1] == self._end:
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
