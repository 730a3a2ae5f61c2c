"""Compiles one card: text to program, program to the kernel's operations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.checker import check_program
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.gamefile import Kind
from cardwright.language.lowering import Carrier, Lowering, Place, abilities
from cardwright.language.nodes import Ability, Program, Static, Structure
from cardwright.language.printed import names_as_tags
from cardwright.language.vocabulary import Vocabulary


@dataclass
class CompiledCard:
    """A card's text as the kernel runs it."""

    program: Program
    play: int = -1
    target: int = -1
    second: int = -1
    destination: int = 0
    abilities: list[int] = field(default_factory=list)
    auras: list[int] = field(default_factory=list)
    keywords: int = 0
    statuses: list[int] = field(default_factory=list)
    reaches: set[str] = field(default_factory=set)
    pools: set[int] = field(default_factory=set)
    knows: list[int] = field(default_factory=list)
    modes: list[dict[str, int]] = field(default_factory=list)
    """The programs that its player chooses from, each with its own target and destination."""
    own_cost: dict[str, int] = field(default_factory=dict)


def tags_of(entry: CardEntry, vocabulary: Vocabulary, classes: int = 0) -> int:
    """The mask of a card's tags: those it names, else the elements it needs; its rarity, if that is a tag.

    `classes` are the classes of the hero to whom the card is reserved.
    """
    if entry.elements is not None or entry.tags is not None:
        named = {*(entry.elements or ()), *(entry.tags or ())}
    else:
        named = {name for name, value in entry.needs.items() if value}
    if entry.elements is None:
        named |= names_as_tags(entry, vocabulary)
    named.add(entry.rarity or vocabulary.file.rarities[0])
    own = sum(1 << number for number, tag in enumerate(vocabulary.tags) if tag.id in named)
    return own | (classes & vocabulary.classes)


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
    tags = tags_of(entry, vocabulary, assembly.classes.get(entry.hero, 0))
    carrier = Carrier(entry.id, entry.kind, kind.piece or kind.known, tags)
    card = CompiledCard(program, statuses=[0] * len(vocabulary.statuses))
    for keyword in program.keywords:
        word = keyword.word("k")
        if keyword.phrase == "counted_keyword":
            status = next(k.status for k in vocabulary.counted_keywords if k.id == word)
            card.statuses[vocabulary.status(status)] = keyword.number("n")
        else:
            card.keywords |= 1 << vocabulary.keyword(word)
    if not kind.piece:
        spoken = tuple(line for line in lines if isinstance(line, Ability))
        with _noting(problems):
            _play(card, spoken, assembly, vocabulary, carrier)
        lines = tuple(line for line in lines if not isinstance(line, Ability) and line.phrase == "own_cost")
    for line in lines:
        with _noting(problems):
            _lower(card, line, assembly, vocabulary, carrier)
    if problems:
        found = sorted(dict.fromkeys(problems), key=lambda problem: problem.start)
        raise TextError(*found)
    card.auras, card.knows, card.own_cost = carrier.auras, carrier.knows, carrier.own_cost
    card.target, card.second, card.destination = carrier.target, carrier.second, carrier.destination
    card.reaches, card.pools = carrier.reaches, carrier.pools
    return card


def makes_sense(program: Program, kind: str, assembly: Assembly, vocabulary: Vocabulary) -> bool:
    """Whether a card of a kind can have a program; yes if nobody knows the kind."""
    if all(row.id != kind for row in vocabulary.kinds):
        return True
    try:
        compile_card(CardEntry(id="", name="", kind=kind), program, assembly, vocabulary)
    except TextError:
        return False
    return True


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
        if card.play >= 0 or card.modes:
            first = line.sentences[0]
            raise TextError(Problem("a card is played once", *first.span, "write both as one ability"))
        _play(card, (Ability(None, line.sentences),), assembly, vocabulary, carrier)
    else:
        low = Lowering(assembly, vocabulary, carrier)
        card.abilities += abilities(low, line.trigger, line.sentences)


def _play(
    card: CompiledCard,
    lines: tuple[Ability, ...],
    assembly: Assembly,
    vocabulary: Vocabulary,
    carrier: Carrier,
) -> None:
    """The program of a card when it is played, or one for each of the two things its player chooses from."""
    choices = [node for line in lines for node in line.sentences if node.phrase == "choose_one"]
    if len(choices) > 1:
        raise TextError(
            Problem("a card has one choice of effects", *choices[1].span, "leave one of them out")
        )
    kind = vocabulary.kinds[vocabulary.kind(carrier.kind)]
    if choices and (kind.unique or kind.known):
        reason = f"a player chooses one of two effects only of a card in the hand, not of a {kind.word}"
        raise TextError(Problem(reason, *choices[0].span, "write one of the two effects"))
    place = Place(may_choose=True)
    if not choices or any(line.trigger and choices[0] in line.sentences for line in lines):
        card.play = _play_program(lines, Lowering(assembly, vocabulary, carrier, place=place))
        return
    for option in ("a", "b"):
        chosen = Structure("do", (("c", choices[0].node(option)),), choices[0].span)
        taken = tuple(
            replace(line, sentences=tuple(chosen if one is choices[0] else one for one in line.sentences))
            for line in lines
        )
        play = _play_program(taken, Lowering(assembly, vocabulary, carrier, place=place))
        if carrier.second >= 0:
            reason = "one of two effects has one target"
            raise TextError(Problem(reason, *choices[0].span, 'write "a random" or name all of them'))
        if carrier.destination:
            reason = "one of two effects cannot let its player also choose where a piece goes"
            raise TextError(
                Problem(reason, *choices[0].span, "leave the place to chance, or leave the choice out")
            )
        card.modes.append({"play": play, "target": carrier.target})
        carrier.target, carrier.chosen = -1, None


def _play_program(lines: tuple[Ability, ...], low: Lowering) -> int:
    """The program of a card that is played; sentences with a trigger are left for later."""
    for line in lines:
        if line.trigger:
            low.delay(line.trigger, line.sentences)
        else:
            low.run(line.sentences)
    return low.assembly.program(low.operations) if lines else -1
