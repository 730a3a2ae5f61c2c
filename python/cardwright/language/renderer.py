"""Program to canonical text."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language.lexer import Token, detokenise, word_token
from cardwright.language.lexicon import COUNTS, Lexicon
from cardwright.language.nodes import Ability, Node, Part, Program
from cardwright.language.phrases import FAMILIES, Phrase, table
from cardwright.language.phrases.model import (
    ENUMERATIONS,
    NUMBERED_TYPES,
    ChoiceItem,
    Item,
    OptionItem,
    SlotItem,
    WordItem,
    parse_template,
)

_NUMBER_WORDS = {count: word for word, count in COUNTS.items()}


def render(program: Program, lexicon: Lexicon) -> str:
    """The canonical text of a program."""
    return detokenise(program_tokens(program, lexicon), lexicon)


def program_tokens(program: Program, lexicon: Lexicon) -> list[Token]:
    """The tokens of the canonical text."""
    tokens: list[Token] = []
    for number, keyword in enumerate(program.keywords):
        tokens += [word_token(",")] if number else []
        tokens += node_tokens(keyword, lexicon)
    tokens += [word_token(".")] if program.keywords else []
    for line in program.lines:
        if isinstance(line, Ability):
            if line.trigger:
                tokens += [*node_tokens(line.trigger, lexicon), word_token(",")]
            for sentence in line.sentences:
                tokens += node_tokens(sentence, lexicon)
        else:
            tokens += [*node_tokens(line, lexicon), word_token(".")]
    return tokens


def node_tokens(node: Node, lexicon: Lexicon, family: str = "", number: str = "") -> list[Token]:
    """The tokens of a node in a place that needs that number, singular or plural."""
    phrase = table()[node.phrase]
    own = phrase.number or number
    target = node.get("t") if phrase.pronouns else None
    if isinstance(target, Node) and target.phrase in phrase.pronouns:
        items = parse_template(phrase.pronouns[target.phrase], lexicon.words_of_game)
    else:
        items = lexicon.items(phrase, family)
    return _items(items, phrase, node, lexicon, own)


def number_of(part: Part) -> str:
    """Singular or plural: the form that the words around a slot take."""
    if isinstance(part, Node):
        return table()[part.phrase].number or "s"
    return "s" if part == 1 else "p"


def _items(items: Sequence[Item], phrase: Phrase, node: Node, lexicon: Lexicon, own: str) -> list[Token]:
    slots = {slot.name: slot for slot in phrase.slots()}
    tokens: list[Token] = []

    def number(name: str) -> str:
        if name == "self":
            return own
        part, slot = node[name], slots[name]
        if slot.number:
            return slot.number
        if slot.type in ENUMERATIONS and isinstance(part, str):
            return ENUMERATIONS[slot.type][part][1]
        return number_of(part)

    for item in items:
        if isinstance(item, WordItem):
            tokens.append(word_token(item.word))
        elif isinstance(item, ChoiceItem):
            tokens += [
                word_token(word) for word in (item.plural if number(item.like) == "p" else item.singular)
            ]
        elif isinstance(item, OptionItem):
            filled = [node[inner.name] for inner in item.items if isinstance(inner, SlotItem)]
            if all(part is not None for part in filled):
                tokens += _items(item.items, phrase, node, lexicon, own)
        else:
            wanted = ""
            if item.type in NUMBERED_TYPES:
                is_free = not (item.number or item.like or FAMILIES[phrase.family].numbered)
                wanted = item.number or (
                    number(item.like) if item.like else own if not is_free else number(item.name)
                )
            tokens += _slot(item, node[item.name], lexicon, wanted)
    return tokens


def _slot(slot: SlotItem, part: Part, lexicon: Lexicon, number: str) -> list[Token]:
    if isinstance(part, Node):
        return node_tokens(part, lexicon, slot.type, number)
    if slot.type in ENUMERATIONS and isinstance(part, str):
        return [word_token(word) for word in ENUMERATIONS[slot.type][part][0].split()]
    if slot.type == "stats" and isinstance(part, tuple):
        return [Token("STATS", part)]
    if slot.type == "range" and isinstance(part, tuple):
        return [Token("RANGE", part)]
    if slot.type == "name" and isinstance(part, str):
        return [Token("NAMES" if number == "p" else "NAME", part)]
    if isinstance(part, int):
        if slot.type in ("quantity", "count"):
            return [word_token("a" if part == 1 else _NUMBER_WORDS[part])]
        return [Token("INT", part)]
    assert isinstance(part, str)
    return [word_token(lexicon.word(slot.type, part, number))]
