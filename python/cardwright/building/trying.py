"""Tries one text without a file: its problems, the nearest phrases, its program and its worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec

from cardwright.basics.suggestions import did_you_mean, one
from cardwright.building.budget import Appraiser
from cardwright.building.catalogue import Workshop, definition
from cardwright.building.listing import list_card
from cardwright.building.loading import load_catalogue
from cardwright.building.phrasebook import written
from cardwright.catalogue import CardDef, Catalogue
from cardwright.errors import CardwrightError
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import CompiledCard, compile_card
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.nodes import Program
from cardwright.language.parser import Reading
from cardwright.language.renderer import render
from cardwright.sources import Sources

NEAREST = 3
"""How many of the nearest phrases are shown."""
NAME = "the card"


class KnownCards(dict[str, tuple[CardEntry, Program]]):
    """The cards that a text names and their programs, each read when it is asked for."""

    def __init__(self, workshop: Workshop) -> None:
        super().__init__()
        self._workshop = workshop

    def __missing__(self, card: str) -> tuple[CardEntry, Program]:
        entry = next(one.entry for one in self._workshop.cards if one.entry.id == card)
        self[card] = entry, self._workshop.language.parse(entry.text, entry.kind)
        return self[card]


class Proofreader:
    """Reads single texts of one game and reports all about them."""

    def __init__(self, sources: Sources) -> None:
        self.catalogue: Catalogue = load_catalogue(sources.slug, decks=False)
        self.workshop = Workshop(sources, [])
        sound = {card.id for card in self.catalogue.cards}
        self.workshop.leave_out({card.entry.id for card in self.workshop.cards} - sound)
        self.vocabulary = self.workshop.vocabulary

    def kinds(self, wanted: str) -> list[str]:
        """The kinds of card to try a text on: the one that is named, or all."""
        kinds = [kind.id for kind in self.vocabulary.kinds]
        if not wanted:
            return sorted(kinds, key=lambda name: self.vocabulary.kinds[kinds.index(name)].unique)
        named = {kind.word.lower(): kind.id for kind in self.vocabulary.kinds}
        if wanted.lower() not in (*kinds, *named):
            hint = did_you_mean(wanted, kinds) or f"there are {', '.join(kinds)}"
            raise CardwrightError(f'unknown kind "{wanted}"', suggestion=hint)
        return [wanted.lower() if wanted.lower() in kinds else named[wanted.lower()]]

    def document(
        self,
        text: str,
        kind: str = "",
        *,
        cost: int | None = None,
        attack: int | None = None,
        health: int | None = None,
    ) -> dict[str, Any]:
        """All about a text; without a kind, for the kind that it fits best."""
        if not text.strip():
            raise CardwrightError("there is no text to try", suggestion='write one like "Draw a card."')
        names = self.kinds(kind)
        if attack is not None or health is not None:
            bodies = [row.id for row in self.vocabulary.kinds if row.piece and not row.placeless]
            if not (names := [name for name in names if name in bodies]):
                raise CardwrightError(
                    f"{one(kind)} has neither attack nor health", suggestion="leave them out"
                )
        if cost is not None and cost > self._most_cost:
            raise CardwrightError(f"no card costs {cost}", suggestion=f"write {self._most_cost} or less")
        language = self.workshop.language
        # Where no kind makes the words readable, their faults are the same on all.
        readable = [name for name in names if language.reads(text, name)]
        likely = readable or [max(names, key=lambda name: self._usual[name])]
        tried = [self._try(text, name, cost, attack, health) for name in likely]
        best = min(tried, key=lambda row: (len(row["errors"]), -self._usual[row["kind"]]))
        nearest = self.workshop.language.explainer.nearest(text, NEAREST)
        shown = [
            {
                "phrase": written(language.lexicon.template(row.phrase), language.lexicon.words_of_game),
                "meaning": _plain(row.phrase.doc),
                "example": row.example,
            }
            for row in nearest
        ]
        head = {"game": self.workshop.slug, "text": text, "kind": best["kind"], "errors": best["errors"]}
        return head | {"nearest": shown} | best

    @cached_property
    def _usual(self) -> Counter[str]:
        """How many cards with a text there are of each kind: of kinds that fit, the most common is taken."""
        return Counter(self.catalogue.kind_of(card) for card in self.catalogue.cards if card.text)

    def currency(self, kind: str) -> str:
        """The resource in which the cost of a budget is counted."""
        budget, resources = self.vocabulary.file.budget, self.vocabulary.resources
        paying = [self.vocabulary.kinds[self.vocabulary.kind(kind)].pays or resources[0].id]
        if budget and budget.costs:
            price = _commonest(budget.costs.values())
            paying = [name for name, value in budget.costs.items() if value == price]
        words = [
            resource.word or resource.id for name in paying for resource in resources if resource.id == name
        ]
        return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]

    @property
    def _most_cost(self) -> int:
        return self.vocabulary.limits.get("cost", 99)

    def _try(
        self, text: str, kind: str, cost: int | None, attack: int | None, health: int | None
    ) -> dict[str, Any]:
        entry = CardEntry(
            id="", name=NAME, kind=kind, text=text, cost=cost or 0, attack=attack or 0, health=health or 0
        )
        assembly = Assembly(
            self.workshop.assembly.defs, self.workshop.assembly.kinds, self.workshop.assembly.classes
        )
        reading, compiled, problems = self._read(entry, assembly)
        found: dict[str, Any] = {"kind": kind, "errors": [_row(problem) for problem in problems]}
        if reading is None or compiled is None:
            return found | {"rendering": None, "program": None, "budget": None}
        return found | {
            "rendering": render(reading.program, self.workshop.language.lexicon),
            "program": self._listed(entry, compiled, assembly),
            "budget": self._budget(entry, reading.program, cost is not None),
        }

    def _read(
        self, entry: CardEntry, assembly: Assembly
    ) -> tuple[Reading | None, CompiledCard | None, list[Problem]]:
        problems: list[Problem] = []
        reading: Reading | None = None
        compiled: CompiledCard | None = None
        program: Program | None
        try:
            reading = self.workshop.language.read(entry.text, entry.kind)
            program = reading.program
        except TextError as error:
            problems += error.problems
            program = error.readable
        try:
            if program is not None:
                compiled = compile_card(entry, program, assembly, self.vocabulary)
        except TextError as error:
            problems += self.workshop.language.explainer.amended(entry.text, entry.kind, error.problems)
        return reading, compiled, sorted(problems, key=lambda problem: problem.start)

    def _listed(self, entry: CardEntry, compiled: CompiledCard, assembly: Assembly) -> list[str]:
        """The operations of the tried card, which is in no catalogue."""
        card = msgspec.convert(
            definition(self.workshop, entry, compiled) | {"digest": "", "reaches": []}, CardDef
        )
        catalogue = msgspec.structs.replace(
            self.catalogue,
            ops=assembly.ops,
            queries=assembly.queries,
            pools=assembly.pools,
            abilities=assembly.abilities,
            auras=assembly.auras,
        )
        return list_card(msgspec.convert(msgspec.to_builtins(catalogue), Catalogue), card)

    def _budget(self, entry: CardEntry, program: Program, has_cost: bool) -> dict[str, Any] | None:
        """The figures of the balance scheme: the worth of text and card, and the cost that fits."""
        if self.vocabulary.file.budget is None:
            return None
        appraiser = Appraiser(self.vocabulary, KnownCards(self.workshop))
        worth = appraiser.worth(entry, program)
        bare = appraiser.worth(entry, Program())
        costs = range(self._most_cost + 1)
        allowed = [self._allowed(appraiser, entry, cost) for cost in costs]
        fitting = min(costs, key=lambda cost: abs(allowed[cost] - worth))
        mine = allowed[entry.cost] if has_cost else None
        return {
            "text": round(worth - bare, 2),
            "worth": round(worth, 2),
            "allowed": None if mine is None else round(mine, 2),
            "excess": None if mine is None else round(worth - mine, 2),
            "suggested_cost": fitting,
        }

    def _allowed(self, appraiser: Appraiser, entry: CardEntry, cost: int) -> float:
        """What a card of this cost may be worth, with the usual requirements."""
        prices = appraiser.prices
        needs = {"usual": 1 + cost // 2} if prices.requirement else {}
        plain = msgspec.structs.replace(entry, cost=cost, needs=needs, numbers={})
        if not prices.costs:
            return appraiser.allowed(plain)
        # Paid with several resources: the cost is counted at the price that most of them have.
        return (
            appraiser.allowed(msgspec.structs.replace(plain, cost=0))
            + _commonest(prices.costs.values()) * cost
        )


def _commonest(prices: Iterable[float]) -> float:
    """The most common price."""
    return Counter(prices).most_common(1)[0][0]


def _plain(doc: str) -> str:
    """A sentence of the reference page without its marks."""
    return doc.replace("*", "")


def _row(problem: Problem) -> dict[str, Any]:
    return {
        "column": problem.start + 1,
        "end": problem.end + 1,
        "reason": problem.reason,
        "suggestion": problem.suggestion,
    }
