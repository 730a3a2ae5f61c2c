"""Text to program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from lark import Lark, Tree
from lark import Token as LarkToken
from lark.exceptions import UnexpectedToken

from cardwright.language.diagnostics import Problem, TextError, nearest_sentence
from cardwright.language.grammar import TOKEN_VALUE, Production, build_lark, productions
from cardwright.language.lexer import Token, detokenise, tokenise, word_token
from cardwright.language.lexicon import COUNTS, Lexicon
from cardwright.language.nodes import Ability, Node, Part, Program, Static, Trigger
from cardwright.language.phrases import FAMILIES, Phrase, table
from cardwright.language.vocabulary import Vocabulary
from cardwright.limits import KEYWORDS, TEXT

_END_WORDS = {
    "DOT": '"."',
    "COMMA": '","',
    "INT": "a number",
    "STATS": "a change like +1/+1",
    "NAME": "a card's name",
}

_SPELT = {"a": 1} | COUNTS

_GRAMMARS: dict[bytes, tuple[dict[str, list[Production]], Lark, dict[str, Production]]] = {}


@dataclass(frozen=True)
class Reading:
    """What a text says and which aliases it says it with."""

    program: Program
    aliases: tuple[tuple[str, str], ...] = ()


class Language:
    """The card language of one game: its words, its grammar and the ways between text and program."""

    def __init__(self, vocabulary: Vocabulary, names: dict[str, tuple[str, str]] | None = None) -> None:
        self.vocabulary = vocabulary
        self.lexicon = Lexicon(vocabulary, table().values(), names or {})
        # The grammar depends on the words alone, so that opening a game again costs nothing.
        key = msgspec.json.encode(vocabulary.file)
        if key not in _GRAMMARS:
            rows = productions(self.lexicon)
            _GRAMMARS[key] = (rows, *build_lark(rows))
        self.rows, self._lark, self._by_alias = _GRAMMARS[key]
        spoken = {row.name for rows in self.rows.values() for row in rows}
        self.phrases: dict[str, Phrase] = {name: one for name, one in table().items() if name in spoken}
        """The phrases that can be said with the game's words."""

    def read(self, text: str) -> Reading:
        """The program of a text; a text that is no text is a `TextError`."""
        if not text.strip():
            return Reading(Program())
        if len(text) > TEXT.most:
            raise TextError(Problem(TEXT.refusal(len(text)), TEXT.most, TEXT.most))
        aliases: list[tuple[str, str]] = []
        tree = self.read_tree(tokenise(text, self.lexicon), aliases)
        program = assemble(tree)
        if len(program.keywords) > KEYWORDS.most:
            raise TextError(Problem(KEYWORDS.refusal(len(program.keywords))))
        return Reading(program, tuple(aliases))

    def parse(self, text: str) -> Program:
        """The program of a text."""
        return self.read(text).program

    def read_tree(self, tokens: Sequence[Token], aliases: list[tuple[str, str]] | None = None) -> Node:
        """The tree of a row of tokens, before it is sorted into keywords and abilities."""
        parser = self._lark.parse_interactive("")
        for token in tokens:
            try:
                parser.feed_token(LarkToken(token.type, token))
            except UnexpectedToken:
                raise TextError(self._unexpected(tokens, token, _accepts(parser))) from None
        try:
            tree: Tree[Any] = parser.feed_eof(None)  # type: ignore[no-untyped-call]
        except UnexpectedToken:
            last = tokens[-1]
            end = Token("$END", "", last.end, last.end)
            raise TextError(self._unexpected(tokens, end, _accepts(parser))) from None
        node = self._build(tree, aliases if aliases is not None else [])
        assert isinstance(node, Node)
        return node

    def _build(self, tree: Tree[Any], aliases: list[tuple[str, str]]) -> Part:
        row = self._by_alias[tree.data]
        return build(row, [self._child(child, aliases) for child in tree.children], tree_span(tree), aliases)

    def _child(self, child: Any, aliases: list[tuple[str, str]]) -> Any:
        if isinstance(child, Tree):
            return self._build(child, aliases)
        return child.value

    def _unexpected(self, tokens: Sequence[Token], token: Token, accepts: set[str]) -> Problem:
        shown = "the end of the text" if token.type == "$END" else f'"{self._shown(token)}"'
        expected = self._expected(accepts)
        reason = f"{shown} does not fit here" + (f": expected {expected}" if expected else "")
        place = next((i for i, other in enumerate(tokens) if other.start == token.start), len(tokens))
        if mistaken := self._misspelt_number(tokens, place):
            return mistaken
        sentence = self._sentence(tokens, place)
        near = nearest_sentence([t.type for t in sentence], self._examples())
        return Problem(reason, token.start, token.end, f'the nearest phrase is "{near}"' if near else None)

    def _misspelt_number(self, tokens: Sequence[Token], place: int) -> Problem | None:
        """The number before a place that is written in digits and fits as a word, or the other way round."""
        for at in range(min(place, len(tokens) - 1), -1, -1):
            if tokens[at].type == "DOT":
                break
            other = _other_spelling(tokens[at])
            if other is None:
                continue
            changed = [*tokens[:at], other, *tokens[at + 1 :]]
            reach = self._reach(changed)
            if reach > place + 1 or reach == len(tokens):
                is_word = other.type != "INT"
                form = "how many things is written in words" if is_word else "how much is written in digits"
                reason = f'"{tokens[at].value}" does not fit here: {form}'
                return Problem(reason, tokens[at].start, tokens[at].end, f'write "{other.value}"')
        return None

    def _reach(self, tokens: Sequence[Token]) -> int:
        """How many tokens fit, one after the other."""
        parser = self._lark.parse_interactive("")
        for number, token in enumerate(tokens):
            try:
                parser.feed_token(LarkToken(token.type, token))
            except UnexpectedToken:
                return number
        return len(tokens)

    def _shown(self, token: Token) -> str:
        return detokenise([Token("COMMA", ","), token], self.lexicon).removeprefix(",").strip()

    def _expected(self, accepts: set[str]) -> str:
        if "DOT" in accepts and len(accepts) > 4:
            return 'the sentence to end with "."'
        if not accepts or len(accepts) > 6:
            return ""
        words = {word.upper().replace(" ", "_"): word for word in self.lexicon.words}
        shown = sorted(_END_WORDS.get(name) or f'"{words.get(name, name.lower())}"' for name in accepts)
        return " or ".join(shown)

    def _sentence(self, tokens: Sequence[Token], place: int) -> list[Token]:
        first, last = place, place
        while first > 0 and tokens[first - 1].type not in ("DOT", "OPEN"):
            first -= 1
        while last < len(tokens) and tokens[last].type not in ("DOT", "CLOSE"):
            last += 1
        return list(tokens[first:last])

    def _examples(self) -> list[tuple[list[str], str]]:
        found = []
        for phrase in self.phrases.values():
            for text in _sentences(phrase.example):
                try:
                    found.append(([t.type for t in tokenise(text, self.lexicon)[:-1]], text))
                except TextError:
                    continue  # an example that names a card of another game
        return found


def _other_spelling(token: Token) -> Token | None:
    """A number in words as one in digits, and the other way round; one is "a"."""
    if token.type == "INT":
        word = next((word for word, count in _SPELT.items() if count == token.value), None)
        return None if word is None else replace(word_token(word), start=token.start, end=token.end)
    count = _SPELT.get(str(token.value))
    return None if count is None else replace(token, type="INT", value=count)


def _accepts(parser: Any) -> set[str]:
    """The terminals that could come next."""
    return set(parser.accepts())


def _sentences(text: str) -> list[str]:
    if '"' in text:
        return [text]
    return [part.strip() + "." for part in text.split(".") if part.strip()]


def build(
    row: Production, children: list[Any], span: tuple[int, int], aliases: list[tuple[str, str]] | None = None
) -> Part:
    """What a production makes of its children."""
    if row.leaf is TOKEN_VALUE:
        value: Part = children[0].value
        return value
    if row.leaf is not None:
        leaf: Part = row.leaf
        return leaf
    if row.phrase is None:
        only: Part = children[0]
        return only
    if row.alias and aliases is not None:
        aliases.append((row.phrase.name, row.alias))
    filled: dict[str, Part] = {
        slot: replace(part, span=span) if isinstance(part, Node) else part for slot, part in row.fixed
    }
    filled |= {slot: children[at] for at, slot in row.slots}
    parts = tuple((slot.name, filled.get(slot.name)) for slot in row.phrase.slots())
    return FAMILIES[row.phrase.family].node(row.phrase.name, parts, span)


def tree_span(tree: Tree[Any]) -> tuple[int, int]:
    """The characters a tree was read from."""
    tokens = [token.value for token in tree.scan_values(lambda value: isinstance(value, LarkToken))]
    return (tokens[0].start, tokens[-1].end)


def assemble(tree: Node) -> Program:
    """Sort the lines of a text into keywords, abilities and statics."""
    lines: list[Node] = []
    while tree.phrase == "lines":
        lines.append(tree.node("l"))
        tree = tree.node("r")
    lines.append(tree)
    keywords: list[Node] = []
    found: list[Ability | Static] = []
    for line in lines:
        if line.phrase == "keyword_line":
            listed = line.node("k")
            if found:
                raise TextError(Problem("keywords stand at the head of a text", *line.span))
            while listed.phrase == "keyword_list":
                keywords.append(listed.node("k"))
                listed = listed.node("r")
            keywords.append(listed)
        elif line.phrase == "holds":
            static = line.node("s")
            assert isinstance(static, Static)
            found.append(static)
        elif line.phrase == "ability":
            trigger = line.node("t")
            assert isinstance(trigger, Trigger)
            found.append(Ability(trigger, (line.node("s"),)))
        elif found and isinstance(found[-1], Ability):
            found[-1] = replace(found[-1], sentences=(*found[-1].sentences, line))
        else:
            found.append(Ability(None, (line,)))
    return Program(tuple(keywords), tuple(found))
