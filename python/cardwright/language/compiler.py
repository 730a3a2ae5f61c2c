"""Compiles one card: text to program, program to the kernel's operations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.checker import check_program
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.gamefile import Kind
from cardwright.language.lowering import Carrier, Lowering, Place, abilities
from cardwright.language.nodes import Ability, Program, Static
from cardwright.language.printed import names_as_tags
from cardwright.language.vocabulary import Vocabulary


@dataclass
class CompiledCard:
    """A card's text as the kernel runs it."""

    program: Program
    play: int = -1
    target: int = -1
    destination: int = 0
    abilities: list[int] = field(default_factory=list)
    auras: list[int] = field(default_factory=list)
    keywords: int = 0
    statuses: list[int] = field(default_factory=list)
    reaches: set[str] = field(default_factory=set)
    pools: set[int] = field(default_factory=set)
    knows: list[int] = field(default_factory=list)


def tags_of(entry: CardEntry, vocabulary: Vocabulary) -> int:
    """The mask of a card's tags: those it names, else the elements it needs; its rarity, if that is a tag."""
    if entry.elements is not None or entry.tags is not None:
        named = {*(entry.elements or ()), *(entry.tags or ())}
    else:
        named = {name for name, value in entry.needs.items() if value}
    if entry.elements is None:
        named |= names_as_tags(entry, vocabulary)
    named.add(entry.rarity or vocabulary.file.rarities[0])
    return sum(1 << number for number, tag in enumerate(vocabulary.tags) if tag.id in named)


def compile_card(
    entry: CardEntry, program: Program, assembly: Assembly, vocabulary: Vocabulary
) -> CompiledCard:
    """Lower a card's program; a `TextError` holds everything in it that makes no sense."""
    kind = vocabulary.kinds[vocabulary.kind(entry.kind)]
    problems: list[Problem] = []
    with _noting(problems):
        check_program(program, kind, vocabulary)
    lines = tuple(
        line for line in program.lines if not problems or _is_sound(line, kind, vocabulary, problems)
    )
    if problems and program.keywords:
        with _noting(problems):
            check_program(Program(program.keywords), kind, vocabulary)
    carrier = Carrier(entry.id, entry.kind, kind.piece or kind.known, tags_of(entry, vocabulary))
    card = CompiledCard(program, statuses=[0] * len(vocabulary.statuses))
    for keyword in program.keywords:
        word = keyword.word("k")
        if keyword.phrase == "counted_keyword":
            status = next(k.status for k in vocabulary.counted_keywords if k.id == word)
            card.statuses[vocabulary.status(status)] = keyword.number("n")
        else:
            card.keywords |= 1 << vocabulary.keyword(word)
    if not kind.piece:
        with _noting(problems):
            sound = Program(program.keywords, tuple(line for line in lines if isinstance(line, Ability)))
            card.play = _play_program(
                sound, Lowering(assembly, vocabulary, carrier, place=Place(may_choose=True))
            )
    for line in lines if kind.piece else ():
        with _noting(problems):
            _lower(card, line, assembly, vocabulary, carrier)
    if problems:
        found = sorted(dict.fromkeys(problems), key=lambda problem: problem.start)
        raise TextError(*found)
    card.auras, card.knows = carrier.auras, carrier.knows
    card.target, card.destination = carrier.target, carrier.destination
    card.reaches, card.pools = carrier.reaches, carrier.pools
    return card


@contextmanager
def _noting(problems: list[Problem]) -> Iterator[None]:
    """Add problems to a list instead of raising them."""
    try:
        yield
    except TextError as error:
        problems += error.problems


def _is_sound(line: Ability | Static, kind: Kind, vocabulary: Vocabulary, problems: list[Problem]) -> bool:
    """Whether a line makes sense by itself; its problems are added to the list."""
    before = len(problems)
    with _noting(problems):
        check_program(Program((), (line,)), kind, vocabulary)
    return len(problems) == before


def _lower(
    card: CompiledCard, line: Ability | Static, assembly: Assembly, vocabulary: Vocabulary, carrier: Carrier
) -> None:
    """Lower one line of a card that stays in play."""
    if not isinstance(line, Ability):
        Lowering(assembly, vocabulary, carrier).effect(line)
    elif line.trigger is None or line.trigger.phrase == "when_played":
        if card.play >= 0:
            first = line.sentences[0]
            raise TextError(Problem("a card is played once", *first.span, "write both as one ability"))
        low = Lowering(assembly, vocabulary, carrier, place=Place(may_choose=True))
        for sentence in line.sentences:
            low.effect(sentence)
        card.play = assembly.program(low.operations)
    else:
        low = Lowering(assembly, vocabulary, carrier)
        card.abilities += abilities(low, line.trigger, line.sentences)


def _play_program(program: Program, low: Lowering) -> int:
    """The program of a card that does not stay in play; sentences with a trigger are left for later."""
    for line in program.lines:
        assert isinstance(line, Ability)
        if line.trigger:
            low.delay(line.trigger, line.sentences)
        else:
            for sentence in line.sentences:
                low.effect(sentence)
    return low.assembly.program(low.operations) if program.lines else -1
