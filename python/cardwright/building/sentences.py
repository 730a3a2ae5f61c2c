"""Finds the sentence of a card that each of its compiled abilities comes from."""

from __future__ import annotations

from contextlib import suppress

from cardwright.building.catalogue import Workshop
from cardwright.catalogue.operations import codes
from cardwright.errors import CardwrightError
from cardwright.language.assembly import Assembly
from cardwright.language.cards import SourceCard
from cardwright.language.compiler import CompiledCard, compile_card
from cardwright.language.nodes import Program
from cardwright.language.renderer import render

Place = tuple[str, int]
"""Where an ability stands: `play`, the n-th `mode`, `ability` or `aura`, or one that the card has `given`."""


class Sentences:
    """The sentences of a game's cards, by card and place of the compiled ability."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        # Abilities get their numbers in the order of the cards, as in the catalogue.
        for card in workshop.cards:
            with suppress(CardwrightError):  # a faulty card is in no catalogue
                workshop.compile(card)
        self._cards = {card.entry.id: card for card in workshop.cards}
        self._found: dict[str, dict[Place, str]] = {}

    def of(self, card: str) -> dict[Place, str]:
        """The sentences of a card by place."""
        if card not in self._found:
            self._found[card] = self._read(self._cards[card]) if card in self._cards else {}
        return self._found[card]

    def _read(self, card: SourceCard) -> dict[Place, str]:
        program = self.workshop.language.parse(card.entry.text, card.entry.kind)
        lexicon = self.workshop.language.lexicon
        found: dict[Place, str] = {}
        before = CompiledCard(Program())
        for count, line in enumerate(program.lines, start=1):
            done = self._compile(card, Program(lines=program.lines[:count]))
            sentence = render(Program(lines=(line,)), lexicon)
            starts = [self._start(at) for at in done.abilities[len(before.abilities) :]]
            for at in range(len(before.abilities), len(done.abilities)):
                found["ability", at] = sentence
            for at in range(len(before.auras), len(done.auras)):
                found["aura", at] = sentence
            if done.play != before.play:
                # When a card is played, all its lines run as one program.
                is_piece = len(done.abilities) > 0 or before.play < 0
                found["play", 0] = sentence if is_piece else f"{found['play', 0]} {sentence}"
                starts.append(done.play)
            for number, mode in enumerate(done.modes):
                found.setdefault(("mode", number), sentence)
                starts.append(mode["play"])
            for given in _given(self.workshop.assembly, starts):
                found.setdefault(("given", given), sentence)
            before = done
        return found

    def _compile(self, card: SourceCard, program: Program) -> CompiledCard:
        return compile_card(card.entry, program, self.workshop.assembly, self.workshop.vocabulary)

    def _start(self, ability: int) -> int:
        return int(self.workshop.assembly.abilities[ability]["op"])


def _given(assembly: Assembly, starts: list[int]) -> list[int]:
    """The abilities that programs give to others or leave for later, and those that these give in turn."""
    giving = {codes()["Grant"], codes()["Delay"]}
    waiting, seen, found = list(starts), set[int](), list[int]()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        while assembly.ops[at][0] != codes()["End"]:
            if assembly.ops[at][0] in giving:
                found.append(assembly.ops[at][4])
                waiting.append(int(assembly.abilities[found[-1]]["op"]))
            at += 1
    return found
