"""One card: text to program, program to what the kernel runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.checker import check_program
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.lowering import Carrier, Lowering, abilities
from cardwright.language.nodes import Ability, Program
from cardwright.language.printed import names_as_tags
from cardwright.language.vocabulary import Vocabulary


@dataclass
class CompiledCard:
    """What a card's text becomes."""

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
    """The mask of a card's tags: those it names, or else the elements it needs; its rarity if it is one."""
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
    """Lower a card's program; what makes no sense is a `TextError`."""
    kind = vocabulary.kinds[vocabulary.kind(entry.kind)]
    check_program(program, kind, vocabulary)
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
        card.play = _spoken(program, Lowering(assembly, vocabulary, carrier, may_choose=True))
    for line in program.lines if kind.piece else ():
        if not isinstance(line, Ability):
            low = Lowering(assembly, vocabulary, carrier)
            low.effect(line)
        elif line.trigger is None or line.trigger.phrase == "when_played":
            if card.play >= 0:
                raise TextError(
                    Problem(
                        "a card is played once", *line.sentences[0].span, "write it as one row of sentences"
                    )
                )
            low = Lowering(assembly, vocabulary, carrier, may_choose=True)
            for sentence in line.sentences:
                low.effect(sentence)
            card.play = assembly.program(low.operations)
        else:
            low = Lowering(assembly, vocabulary, carrier)
            card.abilities += abilities(low, line.trigger, line.sentences)
    card.auras, card.knows = carrier.auras, carrier.knows
    card.target, card.destination = carrier.target, carrier.destination
    card.reaches, card.pools = carrier.reaches, carrier.pools
    return card


def _spoken(program: Program, low: Lowering) -> int:
    """The program of a card that is played and gone: its sentences, then what it leaves for later."""
    for line in program.lines:
        assert isinstance(line, Ability)
        if line.trigger:
            low.delay(line.trigger, line.sentences)
        else:
            for sentence in line.sentences:
                low.effect(sentence)
    return low.assembly.program(low.operations) if program.lines else -1
