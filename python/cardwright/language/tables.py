"""The table of an LALR(1) parser as plain data, which can be kept, and how tokens are read with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.grammar import Production, build_lark, names_of
from cardwright.language.lexer import Token

END = "$END"
Keep = Callable[[str, bytes, Callable[[], bytes]], bytes]
"""Gives what was kept under a name for a key, or makes it and keeps it."""


def not_kept(name: str, key: bytes, make: Callable[[], bytes]) -> bytes:
    """Makes it each time."""
    return make()


class Table(msgspec.Struct, frozen=True):
    """States of a parser: by symbol the next state or, below 0, the rule to reduce by."""

    start: int
    end: int
    states: list[dict[str, int]]
    rules: list[tuple[str, int, str]]
    """The head of a rule, how many symbols it has, and the name of its production."""

    def reduces(self, action: int) -> tuple[str, int, str]:
        """The rule of an action below 0."""
        return self.rules[-action - 1]


def make_table(rows: dict[str, list[Production]]) -> Table:
    """The table of a grammar; a `GrammarConflict` if it has none."""
    from lark.parsers.lalr_analysis import Shift

    conf = build_lark(rows)[0].parse_interactive("").parser_state.parse_conf
    numbers = {state: number for number, state in enumerate(conf.states)}
    rules: dict[tuple[str, int, str], int] = {}
    states: list[dict[str, int]] = []
    for actions in conf.states.values():
        found: dict[str, int] = {}
        for symbol, (action, argument) in actions.items():
            if action is Shift:
                found[str(symbol)] = numbers[argument]
            else:
                rule = str(argument.origin.name), len(argument.expansion), str(argument.alias or "")
                found[str(symbol)] = -1 - rules.setdefault(rule, len(rules))
        states.append(found)
    return Table(numbers[conf.start_state], numbers[conf.end_state], states, list(rules))


class Grammar:
    """The productions of a game and the table over them."""

    def __init__(self, rows: dict[str, list[Production]], key: bytes, keep: Keep = not_kept) -> None:
        self.rows = rows
        self._by_name = names_of(rows)

        def made() -> bytes:
            return msgspec.json.encode(make_table(rows))

        try:
            self.table = msgspec.json.decode(keep("grammar", key, made), type=Table)
        except msgspec.MsgspecError:  # what was kept is broken
            self.table = make_table(rows)

    def read(
        self, tokens: Sequence[Token], made: Callable[[Production, list[Any], tuple[int, int]], Any]
    ) -> Any:
        """What productions make of a row of tokens; a `TextError` at the token that does not fit."""
        table = self.table
        states, values, spans = [table.start], list[Any](), list[tuple[int, int]]()
        for token in (*tokens, Token(END, "", tokens[-1].end, tokens[-1].end)):
            while True:
                action = table.states[states[-1]].get(token.type)
                if action is None:
                    raise TextError(Problem("this cannot be read", token.start, token.end))
                if action >= 0:
                    states.append(action)
                    values.append(token)
                    spans.append((token.start, token.end))
                    break
                head, count, name = table.reduces(action)
                span = spans[-count][0], spans[-1][1]
                value = made(self._by_name[name], values[-count:], span)
                del states[-count:], values[-count:], spans[-count:]
                states.append(table.states[states[-1]][head])
                values.append(value)
                spans.append(span)
                if token.type == END and states[-1] == table.end:
                    return value
        raise AssertionError("the end of the text was not read")
