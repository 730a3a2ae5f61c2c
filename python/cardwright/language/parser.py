"""Text to program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright.basics.limits import KEYWORDS, TEXT
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.grammar import TOKEN_VALUE, Production, productions
from cardwright.language.lexer import FAULTY, Token, scan, split, tokenise
from cardwright.language.lexicon import Lexicon
from cardwright.language.nodes import Ability, Node, Part, Program, Static, Trigger
from cardwright.language.phrases import FAMILIES, Phrase, table
from cardwright.language.rewording import Rewording
from cardwright.language.tables import Grammar, Keep, not_kept
from cardwright.language.vocabulary import Vocabulary

if TYPE_CHECKING:
    from cardwright.language.explain import Explainer

_GRAMMARS: dict[bytes, Grammar] = {}
MOST_SAID = 256
"""How many sentences in other words are remembered."""


@dataclass(frozen=True)
class Reading:
    """The program of a text, and the aliases that the text uses."""

    program: Program
    aliases: tuple[tuple[str, str], ...] = ()


class Language:
    """The card language of one game: its words, its grammar, and how texts are read."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        names: dict[str, tuple[str, str]] | None = None,
        texts: Callable[[], Iterable[str]] = tuple,
        bodies: dict[str, tuple[int, int]] | None = None,
        keep: Keep = not_kept,
    ) -> None:
        self.vocabulary = vocabulary
        self.bodies = bodies or {}
        """The attack and health of cards that have them, by id."""
        self._rewordings: dict[str, Rewording] = {}
        self._said: dict[tuple[str, int, str], list[Token] | TextError | None] = {}
        """The last sentences in other words, by what was written, its place and the kind of card."""
        self._texts = texts
        self.makes_sense: Callable[[Program, str], bool] = lambda program, kind: True
        """Whether a card of a kind can have a program; the game that is opened says so."""
        self.lexicon = Lexicon(vocabulary, table().values(), names or {})
        # The grammar depends on the words alone, so opening a game again costs nothing.
        key = msgspec.json.encode(vocabulary.file)
        if key not in _GRAMMARS:
            _GRAMMARS[key] = Grammar(productions(self.lexicon), key, keep)
        self._grammar, self._keep = _GRAMMARS[key], keep
        self.rows = self._grammar.rows
        spoken = {row.name for rows in self.rows.values() for row in rows}
        self.phrases: dict[str, Phrase] = {name: one for name, one in table().items() if name in spoken}
        """The phrases that can be said with the game's words."""

    def rewording(self, kind: str = "") -> Rewording:
        """Says in the words of the language what players of other games write on cards of a kind."""
        if kind not in self._rewordings:
            self._rewordings[kind] = Rewording(self.lexicon, self.bodies, kind)
        return self._rewordings[kind]

    @cached_property
    def explainer(self) -> Explainer:
        """Explains what is wrong with a text, with examples from the game's own cards."""
        from cardwright.language.explain import Explainer

        return Explainer(self, self._grammar.table, self._texts(), self._keep)

    def read(self, text: str, kind: str = "") -> Reading:
        """The program of a text on a card of a kind; if it cannot be read, its faults as a `TextError`."""
        if not text.strip():
            return Reading(Program())
        if len(text) > TEXT.most:
            raise TextError(Problem(TEXT.refusal(len(text)), TEXT.most, TEXT.most))
        aliases: list[tuple[str, str]] = []
        try:
            program = assemble(self.read_tree(tokenise(text, self.lexicon), aliases))
        except TextError as error:
            # What was read before the fault does not count.
            aliases.clear()
            tokens = self._reworded(text, kind)
            if tokens is None or not self._meaning(tokens):
                problems, sentences = self.explainer.explain(text, kind)
                numbers = self.rewording(kind).numbers(text)
                problems = [numbers.get(problem.start, problem) for problem in problems]
                raise TextError(*(problems or error.problems), readable=self._readable(sentences)) from None
            program = self.program(tokens, aliases)
        if len(program.keywords) > KEYWORDS.most:
            raise TextError(Problem(KEYWORDS.refusal(len(program.keywords))))
        return Reading(program, tuple(aliases))

    def reads(self, text: str, kind: str = "") -> bool:
        """Whether a text on a card of a kind can be read, as it stands or in other words."""
        try:
            tokens = self._reworded(text, kind)
        except TextError:
            return False
        return tokens is not None and bool(self._meaning(tokens))

    def _reworded(self, text: str, kind: str) -> list[Token] | None:
        """The tokens of a text whose sentences can all be read, some of them in other words; else none.

        A sentence with two meanings is a `TextError`.
        """
        tokens: list[Token] = []
        for sentence in split(scan(text, self.lexicon)):
            said = self.said(text, sentence, kind)
            if said is None:
                return None
            tokens += said
        return tokens

    def said(self, text: str, sentence: Sequence[Token], kind: str) -> Sequence[Token] | None:
        """The tokens of a sentence as it stands or in other words; none if it cannot be read so either.

        A sentence with two meanings is a `TextError`.
        """
        if self._meaning(sentence):
            return sentence
        start, end = sentence[0].start, max(token.end for token in sentence)
        key = text[start:end], start, kind
        if key not in self._said:
            self._said[key] = self._in_other_words(text, start, end, kind)
            if len(self._said) > MOST_SAID:
                del self._said[next(iter(self._said))]
        said = self._said[key]
        if isinstance(said, TextError):
            raise said
        return said

    def _in_other_words(self, text: str, start: int, end: int, kind: str) -> list[Token] | TextError | None:
        for drafts in self.rewording(kind).drafts(text, start, end):
            found: dict[str, list[Token]] = {}
            for draft in drafts:
                tokens = draft.tokens(self.lexicon)
                if meaning := self._meaning(tokens):
                    found.setdefault(meaning, tokens)
            if len(found) > 1:
                first, second = list(found)[:2]
                reason, hint = "this can mean two things", f"write: {first} Or write: {second}"
                return TextError(Problem(reason, start, end, hint))
            if found:
                return next(iter(found.values()))
        return None

    def _meaning(self, tokens: Sequence[Token]) -> str:
        """A sentence as it is printed; empty if it cannot be read."""
        if any(token.type in FAULTY for token in tokens):
            return ""
        try:
            return self.printed(self.program(tokens))
        except TextError:
            return ""

    def program(self, tokens: Sequence[Token], aliases: list[tuple[str, str]] | None = None) -> Program:
        """The program of a row of tokens that can be read."""
        return assemble(self.read_tree(tokens, aliases))

    def printed(self, program: Program) -> str:
        """A program as it is printed."""
        from cardwright.language.renderer import render

        return render(program, self.lexicon)

    def _readable(self, sentences: Sequence[Sequence[Token]]) -> Program:
        tokens = [token for sentence in sentences for token in sentence]
        return self.program(tokens) if tokens else Program()

    def parse(self, text: str, kind: str = "") -> Program:
        """The program of a text, of a card of a kind."""
        return self.read(text, kind).program

    def read_tree(self, tokens: Sequence[Token], aliases: list[tuple[str, str]] | None = None) -> Node:
        """The tree of a row of tokens, before it is sorted into keywords and abilities."""
        found: list[tuple[str, str]] = aliases if aliases is not None else []
        node = self._grammar.read(tokens, lambda row, parts, span: build(row, parts, span, found))
        assert isinstance(node, Node)
        return node


def build(
    row: Production, children: list[Any], span: tuple[int, int], aliases: list[tuple[str, str]] | None = None
) -> Part:
    """The node, word or number that a production makes of its children."""
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
                raise TextError(Problem("keywords come first in a text", *line.span))
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
