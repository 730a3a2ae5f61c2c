"""Makes sets of cards: drafts go through the language, the filters and the trials."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from cardwright.building.budget import Appraiser
from cardwright.building.catalogue import Workshop
from cardwright.building.trying import KnownCards
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.generating.data import GeneratorData, Method, read_data, span_of
from cardwright.generating.drafting import Draft, Drafter
from cardwright.generating.filters import STATIC
from cardwright.generating.naming import Namer, id_of
from cardwright.generating.sets import game_of
from cardwright.generating.trials import tried
from cardwright.generating.wording import text_of
from cardwright.generating.writing import MadeCard, file_of, pattern_of
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry, plural_of
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import TextError
from cardwright.language.nodes import Program
from cardwright.language.renderer import render
from cardwright.sources import Sources
from cardwright.sources.finding import sources_of

LANGUAGE = "language"
"""What texts that the language refuses are counted under."""

MOST_DRAFTS = 2000
"""How many drafts in a row may be rejected."""

MOST_ROUNDS = 30
"""How many times drafts may fail in the trials."""

Progress = Callable[[int, int], object]
"""Told now and then how many cards of how many there are."""


@dataclass(frozen=True)
class Generated:
    """A set of generated cards, and how it came about."""

    sources: Sources
    method: str
    seed: int
    cards: tuple[MadeCard, ...]
    drafts: int
    rejected: Mapping[str, int]
    """How many drafts each filter rejected."""
    identities: tuple[str, ...] = ()
    """The lands or elements of the game's cards."""
    faults: tuple[dict[str, Any], ...] = ()
    """Faults of the game that the trials came across."""

    @property
    def command(self) -> str:
        """The command that makes the set again."""
        words = ["cardwright", "generate", self.sources.slug, "--cards", str(len(self.cards))]
        return shlex.join([*words, "--seed", str(self.seed), "--method", self.method])

    @property
    def text(self) -> str:
        """The set as a file of cards."""
        return file_of([f"Made by `{self.command}`; do not edit."], self.cards)

    @cached_property
    def game(self) -> Game:
        """The game with this set in place of its cards for decks, and without ready decks."""
        return self.on("")

    def on(self, board: str) -> Game:
        """The same on one of the game's boards."""
        return game_of(self.sources, self.cards, board)


def generate(
    game: str, *, cards: int = 225, seed: int = 1, method: str = "", is_tried: bool = True
) -> Generated:
    """A set of cards for a game that has a generator; the same arguments give the same set.

    Without `is_tried` cards that do nothing in play may be among them.
    """
    if cards < 1:
        raise CardwrightError("a set has at least one card")
    return Maker(sources_of(game), method, seed).make(cards, is_tried=is_tried)


class Maker:
    """Makes one set.

    The names of the cards that the game has already are not used again, except those in the file that the
    set replaces.
    """

    def __init__(self, sources: Sources, method: str, seed: int, replacing: Path | None = None) -> None:
        self.sources, self.seed = sources, seed
        self.workshop = Workshop(sources)
        self.data: GeneratorData = read_data(sources, self.workshop.vocabulary)
        self.method: Method = self.data.named(method)
        chance = Random(f"{sources.slug} {seed}")
        self.drafter = Drafter(self.data, self.method, chance)
        self.namer = Namer(self.data, self.method.names, chance)
        self.rejected = Counter[str](dict.fromkeys((LANGUAGE, *self.method.filters), 0))
        self.drafts = 0
        self.names: set[str] = set()
        self.ids: set[str] = set()
        self.seen: set[tuple[Any, ...]] = set()
        for card in self.workshop.cards:
            if replacing is None or os.path.realpath(card.document.path) != os.path.realpath(replacing):
                self._take(card.entry.name, card.entry.id)

    def make(self, count: int, progress: Progress | None = None, *, is_tried: bool = True) -> Generated:
        """A set of so many cards."""
        made: list[MadeCard] = []
        for kind, share in self.shares(count).items():
            for _ in range(share):
                made.append(self.card(kind))
        faults = self._try(made, progress) if is_tried and "idle" in self.method.filters else ()
        return Generated(
            sources=self.sources,
            method=self.method.id,
            seed=self.seed,
            cards=tuple(made),
            drafts=self.drafts,
            rejected=dict(self.rejected),
            identities=tuple(one.id for one in self.data.identity),
            faults=faults,
        )

    def shares(self, count: int) -> dict[str, int]:
        """How many cards of each kind a set has; what is left over goes to the largest remainders."""
        total = sum(self.method.kinds.values())
        exact = {kind: count * share / total for kind, share in self.method.kinds.items()}
        found = {kind: int(number) for kind, number in exact.items()}
        for kind in sorted(exact, key=lambda kind: (found[kind] - exact[kind], kind)):
            found[kind] += sum(found.values()) < count
        return found

    def card(self, kind: str) -> MadeCard:
        """The next card of a kind that the language reads and no filter rejects."""
        draft = self.drafter.draft(kind)
        for _ in range(MOST_DRAFTS):
            self.drafts += 1
            found = self._finished(draft)
            if isinstance(found, MadeCard):
                self.seen.add(found.likeness)
                return found
            self.rejected[found] += 1
            # Without filters only the text is drawn anew, so that numbers keep their chances.
            draft = self.drafter.draft(kind) if self.method.filters else self.drafter.filled(draft)
        worst = self.rejected.most_common(1)[0][0]
        raise CardwrightError(f"{MOST_DRAFTS} drafts in a row were rejected, most by the filter {worst}")

    def _finished(self, draft: Draft) -> MadeCard | str:
        """The card of a draft, or the name of the filter that rejects it."""
        for name in self.method.filters:
            if name in STATIC and STATIC[name](draft):
                return name
        program = self._program(draft)
        if program is None:
            return LANGUAGE
        text = render(program, self.workshop.language.lexicon)
        if "length" in self.method.filters and len(text) > self.method.length:
            return "length"
        cost = self._cost(draft, program)
        if cost is None:
            return "worth"
        data = {"kind": draft.kind} | cost | dict(draft.numbers) | ({"text": text} if text else {})
        card = MadeCard(data, draft)
        if "twin" in self.method.filters and card.likeness in self.seen:
            return "twin"
        name = self._name(draft)
        return MadeCard({"id": id_of(name), "name": name} | data, draft)

    def _program(self, draft: Draft) -> Program | None:
        """The program of a draft's text; None if the language refuses it."""
        assembly = self.workshop.assembly
        try:
            program = self.workshop.language.parse(text_of(draft), draft.kind)
            scratch = Assembly(assembly.defs, assembly.kinds, assembly.classes)
            compile_card(
                CardEntry(id="", name="", kind=draft.kind), program, scratch, self.workshop.vocabulary
            )
        except TextError:
            return None
        return program

    def _cost(self, draft: Draft, program: Program) -> dict[str, Any] | None:
        """The keys of a card for its cost; None if no cost fits its worth."""
        if not self.method.priced:
            return {"pattern": pattern_of(draft.fields, draft.identities)}
        entry = self._weighed(draft)
        appraiser = Appraiser(self.workshop.vocabulary, KnownCards(self.workshop))
        worth = appraiser.worth(entry, program)
        if self.method.cost == "pattern":
            least, most = span_of(self.method.fields)
            costs = [{"cost": size} for size in range(max(least, len(draft.identities)), most + 1)]
        else:
            costs = [self._needs(draft, cost) for cost in range(self.workshop.vocabulary.limits["cost"] + 1)]
        excess = [worth - appraiser.allowed(self._weighed(draft, cost)) for cost in costs]
        best = min(range(len(costs)), key=lambda at: abs(excess[at]))
        if "worth" in self.method.filters and abs(excess[best]) > appraiser.tolerance(entry):
            return None
        if self.method.cost == "pattern":
            fields = self.drafter.pattern(draft.identities, costs[best]["cost"])
            return {"pattern": pattern_of(fields, draft.identities)}
        return costs[best]

    def _needs(self, draft: Draft, cost: int) -> dict[str, Any]:
        """A cost with its usual requirements: the first identity is the main one, the others need 1."""
        main = {draft.identities[0]: 1 + cost // 2} if draft.identities else {}
        return {"cost": cost, "needs": main | dict.fromkeys(draft.identities[1:], 1)}

    def _weighed(self, draft: Draft, cost: Mapping[str, Any] | None = None) -> CardEntry:
        """The card as the budget sees it."""
        own = {key: value for key, value in draft.numbers.items() if key not in ("attack", "health")}
        attributes = [one.id for one in self.workshop.vocabulary.attributes[3:]]
        return CardEntry(
            id="",
            name="",
            kind=draft.kind,
            attack=draft.numbers.get("attack", 0),
            health=draft.numbers.get("health", 0),
            numbers={key: value for key, value in own.items() if key in attributes},
            **(cost or {}),
        )

    def _name(self, draft: Draft) -> str:
        """A name that no other card has."""
        words = self.workshop.language.lexicon.words
        for _ in range(MOST_DRAFTS):
            name = self.namer.name(draft.kind, draft.identities)
            plural = plural_of(CardEntry(id="", name=name, kind=draft.kind))
            is_free = not {name.casefold(), plural.casefold()} & self.names and id_of(name) not in self.ids
            if is_free and name.lower() not in words:
                self._take(name, id_of(name))
                return name
        raise CardwrightError(f'the names of the style "{self.method.names}" are used up')

    def _take(self, name: str, card: str) -> None:
        self.names |= {name.casefold(), plural_of(CardEntry(id="", name=name, kind="")).casefold()}
        self.ids.add(card)

    def _try(self, made: list[MadeCard], progress: Progress | None) -> tuple[dict[str, Any], ...]:
        """Replace the cards that do nothing in trials by others; returns the faults that were found."""
        waiting = list(range(len(made)))
        faults: list[dict[str, Any]] = []
        for number in range(MOST_ROUNDS):
            if progress:
                progress(len(made) - len(waiting), len(made))
            passed = [card for at, card in enumerate(made) if at not in waiting]
            cards = [made[at] for at in waiting]
            verdict = tried(self.sources, self.data.trials, cards, passed, self.seed % 2**32 + number)
            faults += verdict.faults
            waiting = [at for at in waiting if made[at].id in verdict.idle]
            self.rejected["idle"] += len(waiting)
            if not waiting:
                return tuple(faults)
            for at in waiting:
                made[at] = self.card(made[at].draft.kind)
        raise CardwrightError(f"{len(waiting)} cards changed nothing in {MOST_ROUNDS} trials")
