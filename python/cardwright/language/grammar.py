"""The grammar of a game: productions from the templates, and a strict LALR(1) parser built of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.language.lexicon import COUNTS, Lexicon, terminal
from cardwright.language.nodes import Part
from cardwright.language.phrases import FAMILIES, Phrase, table
from cardwright.language.phrases.model import (
    BEFORE_NOUN,
    ENUMERATIONS,
    NUMBERED_TYPES,
    ChoiceItem,
    Item,
    OptionItem,
    SlotItem,
    WordItem,
    parse_template,
)

if TYPE_CHECKING:
    from lark import Lark

TOKEN_VALUE = object()
"""Marks a production whose value is that of its token."""

START = "text"


class GrammarConflict(Exception):
    """Two phrases that cannot be told apart; the message names them."""


@dataclass(frozen=True)
class Production:
    """One row of the grammar: a head, its symbols (terminals in capitals) and what is made of them."""

    head: str
    symbols: tuple[str, ...]
    phrase: Phrase | None = None
    slots: tuple[tuple[int, str], ...] = ()
    fixed: tuple[tuple[str, Part], ...] = ()
    leaf: Any = None
    alias: str = ""
    name: str = field(default="", compare=False)


def head(kind: str, number: str = "", level: int | None = None) -> str:
    """The name of the rule for a family or category.

    >>> head("filter", "s", 3), head("effect")
    ('filter_s_3', 'effect')
    """
    return "_".join([kind, *([number] if number else []), *([str(level)] if level is not None else [])])


def productions(lexicon: Lexicon) -> dict[str, list[Production]]:
    """All productions by head, units of families and words of the vocabulary included."""
    rows: list[Production] = []
    for phrase in lexicon.phrases:
        rows += _of_template(lexicon, phrase, phrase.family, lexicon.items(phrase), "")
        for family in phrase.elsewhere:
            rows += _of_template(lexicon, phrase, family, lexicon.items(phrase, family), "")
        for pronoun, template in phrase.pronouns.items():
            fixed = (("t", FAMILIES[table()[pronoun].family].node(pronoun)),)
            items = parse_template(template, lexicon.words_of_game)
            rows += [
                replace(row, fixed=(*row.fixed, *fixed))
                for row in _of_template(lexicon, phrase, phrase.family, items, "")
            ]
        for alias in phrase.aliases:
            items = parse_template(alias, lexicon.words_of_game)
            rows += _of_template(lexicon, phrase, phrase.family, items, alias)
    rows += _units()
    rows += _leaves(lexicon)
    found: dict[str, list[Production]] = {}
    for row in dict.fromkeys(rows):
        found.setdefault(row.head, []).append(row)
    return _used(found)


def _of_template(
    lexicon: Lexicon, phrase: Phrase, family: str, items: Sequence[Item], alias: str
) -> Iterator[Production]:
    is_numbered = FAMILIES[family].numbered
    own_numbers = [phrase.number] if phrase.number else ["s", "p"] if is_numbered else [""]
    options = [item for item in items if isinstance(item, OptionItem)]
    subsets = chain.from_iterable(combinations(options, size) for size in range(len(options) + 1))
    for taken in subsets:
        flat: list[WordItem | SlotItem | ChoiceItem] = []
        for item in items:
            if isinstance(item, OptionItem):
                flat += item.items if item in taken else ()
            else:
                flat.append(item)
        slots = [item for item in flat if isinstance(item, SlotItem)]
        free = [
            slot
            for slot in slots
            if slot.type in NUMBERED_TYPES and not slot.number and not slot.like and not is_numbered
        ]
        enumerated = [slot for slot in slots if slot.type in ENUMERATIONS]
        for own in own_numbers:
            for choice in product(
                *(["s", "p"] for _ in free), *(ENUMERATIONS[slot.type] for slot in enumerated)
            ):
                numbers = {slot.name: value for slot, value in zip(free, choice, strict=False)}
                chosen = {
                    slot.name: value for slot, value in zip(enumerated, choice[len(free) :], strict=True)
                }
                yield _row(phrase, family, flat, _Form(own or "", numbers, chosen), alias)


class _Form(NamedTuple):
    """One form of a phrase: singular or plural for itself and for its slots, and the fixed words chosen."""

    own: str
    numbers: dict[str, str]
    chosen: dict[str, str]


def _row(
    phrase: Phrase,
    family: str,
    items: Sequence[WordItem | SlotItem | ChoiceItem],
    form: _Form,
    alias: str,
) -> Production:
    own, numbers, chosen = form
    is_numbered, levels = FAMILIES[family].numbered, FAMILIES[family].levels
    known = {"self": own} | numbers
    for item in items:
        if isinstance(item, SlotItem) and item.number:
            known[item.name] = item.number
        if isinstance(item, SlotItem) and item.name in chosen:
            known[item.name] = ENUMERATIONS[item.type][chosen[item.name]][1]
    symbols: list[str] = []
    slots: list[tuple[int, str]] = []
    for item in items:
        if isinstance(item, WordItem):
            symbols.append(terminal(item.word))
        elif isinstance(item, ChoiceItem):
            symbols += [
                terminal(word) for word in (item.plural if known[item.like] == "p" else item.singular)
            ]
        elif item.name in chosen:
            words, _ = ENUMERATIONS[item.type][chosen[item.name]]
            symbols += [terminal(word) for word in words.split()]
        else:
            number = (
                known.get(item.like) or known.get(item.name) or own if item.type in NUMBERED_TYPES else ""
            )
            slots.append((len(symbols), item.name))
            symbols.append(_symbol(item.type, number, phrase))
    level = phrase.level if levels else None
    # A numbered phrase stands in the rule of its own number.
    return Production(
        head(family, own if is_numbered else "", level),
        tuple(symbols),
        phrase,
        tuple(slots),
        tuple(sorted(chosen.items())),
        alias=alias,
        name=phrase.name,
    )


def _symbol(kind: str, number: str, phrase: Phrase) -> str:
    if kind == "below":
        return head(phrase.family, number, phrase.level - 1)
    if kind == "noun":
        return head("filter", number, BEFORE_NOUN)
    if kind in FAMILIES and FAMILIES[kind].levels:
        return head(kind, number, FAMILIES[kind].levels)
    return head(kind, number)


def _units() -> Iterator[Production]:
    """Let one family stand for another: a selector for an object, a level of filters for the next."""
    for family in FAMILIES.values():
        for number in ("s", "p") if family.numbered else ("",):
            for included in family.includes:
                level = FAMILIES[included].levels or None if included in FAMILIES else None
                yield Production(head(family.name, number), (head(included, number, level),))
            for level in range(1, family.levels + 1):
                yield Production(head(family.name, number, level), (head(family.name, number, level - 1),))


def _leaves(lexicon: Lexicon) -> Iterator[Production]:
    for category, numbers in lexicon.categories.items():
        for number, entries in numbers.items():
            for entry, word in entries:
                yield Production(head(category, number), (terminal(word),), leaf=entry)
    for word, count in COUNTS.items():
        yield Production("count", (terminal(word),), leaf=count)
        yield Production("quantity_p", (terminal(word),), leaf=count)
    yield Production("quantity_s", ("A",), leaf=1)
    for name, token in (("number", "INT"), ("stats", "STATS"), ("range", "RANGE")):
        yield Production(name, (token,), leaf=TOKEN_VALUE)
    yield Production("name_s", ("NAME",), leaf=TOKEN_VALUE)
    yield Production("name_p", ("NAMES",), leaf=TOKEN_VALUE)


def _used(rows: dict[str, list[Production]]) -> dict[str, list[Production]]:
    """The productions that can be reached from the start and can end in words."""
    made: set[str] = set()
    while True:
        new = {
            name
            for name, found in rows.items()
            if name not in made and any(all(s.isupper() or s in made for s in row.symbols) for row in found)
        }
        if not new:
            break
        made |= new
    rows = {
        name: [row for row in found if all(s.isupper() or s in made for s in row.symbols)]
        for name, found in rows.items()
        if name in made
    }
    seen, waiting = set[str](), [START]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [symbol for row in rows[name] for symbol in row.symbols if not symbol.isupper()]
    return {name: found for name, found in rows.items() if name in seen}


def _name_of(row: Production, number: int) -> str:
    """The name of a production in the table of the parser."""
    return f"{row.name or 'unit'}__{row.head}_{number}"


def names_of(rows: dict[str, list[Production]]) -> dict[str, Production]:
    """All productions by their names in the table of the parser."""
    return {_name_of(row, number): row for found in rows.values() for number, row in enumerate(found)}


def build_lark(rows: dict[str, list[Production]]) -> tuple[Lark, dict[str, Production]]:
    """The strict LALR(1) parser, and the production of every alias in its trees."""
    from lark import Lark  # only here: a grammar that was kept needs no builder
    from lark.exceptions import GrammarError
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Takes the place of a lexer: the table is walked token by token."""

        def __init__(self, _conf: Any) -> None:
            pass

        def lex(self, *_: Any) -> Iterator[Any]:
            return iter(())

    lines: list[str] = []
    used: set[str] = set()
    for name in sorted(rows):
        alternatives = []
        for number, row in enumerate(rows[name]):
            used |= {symbol for symbol in row.symbols if symbol.isupper()}
            alternatives.append(f"{' '.join(row.symbols)} -> {_name_of(row, number)}")
        lines.append(f"{name}: " + "\n  | ".join(alternatives))
    grammar = "\n".join(lines) + "\n%declare " + " ".join(sorted(used)) + "\n"
    try:
        lark = Lark(grammar, start=START, parser="lalr", lexer=NoLexer, strict=True, keep_all_tokens=True)
    except GrammarError as error:
        raise GrammarConflict(_conflict(str(error), rows)) from error
    return lark, names_of(rows)


def _conflict(message: str, rows: dict[str, list[Production]]) -> str:
    """The message of a conflict with the names of the phrases that take part in it."""
    heads = set(re.findall(r"<(\w+) :", message))
    found = re.search(r"(?:terminal|collision in Terminal\('?)\s*(\w+)", message)
    word = found[1] if found else ""
    names: set[str] = set()
    for row in chain.from_iterable(rows.values()):
        after = {(a, b) for a, b in zip(row.symbols, row.symbols[1:], strict=False)}
        families = {name.rsplit("_", 1)[0] if name[-1].isdigit() else name for name in heads}
        takes_part = row.head in heads or any(
            b == word and any(a.startswith(f) for f in families) for a, b in after
        )
        if takes_part and row.name:
            names.add(row.name)
    return f"phrases cannot be told apart at {word}: {', '.join(sorted(names))}\n{message}"
