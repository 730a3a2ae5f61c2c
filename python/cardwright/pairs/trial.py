"""Tries texts: the checker refuses one, or it changes something on one of the game's stages.

A text is compared with a control: the same card with the same triggers, timers and targets, but empty
programs. If the digests of the two positions differ, effects in force included, the text has changed
something.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import msgspec

from cardwright import _kernel
from cardwright.basics.documents import Document
from cardwright.basics.paths import shown_name
from cardwright.building.catalogue import Workshop, definition, to_json
from cardwright.building.loading import load_catalogue
from cardwright.catalogue import decode
from cardwright.errors import CardwrightError
from cardwright.face.actions import beginning_of, seat_of
from cardwright.face.library import Game
from cardwright.language.assembly import Assembly, Operation
from cardwright.language.cards import CardEntry, SourceCard, entry_faults, plural_of, read_entry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.nodes import Ability, Node, Program, Static
from cardwright.language.parser import Language
from cardwright.pairs.fitting import Fitting, fitting
from cardwright.pairs.stages import CARRIER, Stage, Stages, Step
from cardwright.pairs.texts import PARTS, Text, Texts
from cardwright.sources.finding import sources_of

NAMED = "Friend"
"""The card of the cast that texts name."""

ONLOOKER = "Onlooker"
"""The card of the cast that takes no part in the actions."""

BATCH = 400
"""How many texts one catalogue holds."""

MOST_WAYS = 24
"""How many ways to play a card are tried."""

SEEDS = (1, 2, 3, 4)
"""The seeds of the dice with which a position is tried."""

SOUNDS = "sound"
"""The phrase that changes no position: its effect is heard."""


@dataclass
class Verdict:
    """The result of trying a text."""

    text: Text
    problem: Problem | None = None
    stage: str = ""
    """The stage on which it changed something; empty if none."""

    @property
    def outcome(self) -> str:
        """`refused`, `changed` or `unchanged`."""
        return "refused" if self.problem else "changed" if self.stage else "unchanged"


class _Own(NamedTuple):
    """The carrier's own abilities beside the text that is tried."""

    play: bool
    abilities: int


@dataclass
class _Carried:
    """A text on the carrier of a table, and the cards made for it, by the cards of the cast they replace."""

    verdict: Verdict
    program: Program
    numbers: dict[int, int] = field(default_factory=dict)
    """Cards if every card of the cast fits the text."""
    others: dict[int, int] = field(default_factory=dict)
    """Cards if only the onlookers fit the text."""
    wealth: tuple[tuple[int, int], ...] = ()
    """Resources that the text asks players to have."""
    tried: dict[int, _Own] = field(default_factory=dict)
    """The cards whose text is tried, and their own abilities."""


class _Games:
    """The kernel's games with a catalogue and with its control, by board."""

    def __init__(self, rules: str, document: bytes, control: bytes, healths: list[int]) -> None:
        self.rules, self.documents, self.healths = rules, (document, control), healths
        self.made: dict[str, tuple[_kernel.Game, _kernel.Game]] = {}

    def on(self, board: str) -> tuple[_kernel.Game, _kernel.Game]:
        """The two games on a board."""
        if board not in self.made:
            document, control = self.documents
            self.made[board] = (
                _kernel.Game(self.rules, document, board),
                _kernel.Game(self.rules, control, board),
            )
        return self.made[board]


class Trial:
    """A game opened for trying texts, with its cast."""

    def __init__(self, slug: str) -> None:
        catalogue = load_catalogue(slug, packs=False)
        self.sources = sources_of(slug).without_packs()
        self.workshop = Workshop(self.sources)
        folder = self.sources.folder / "stages"
        if not folder.is_dir():
            raise CardwrightError(
                f"{slug} has no stages on which texts could be tried",
                file=shown_name(self.sources.folder),
                suggestion="write stages/cast.toml and stages/stages.md, as the other games have them",
            )
        cast = self._read_cast(Document(folder / "cast.toml", f"{slug}/stages/cast.toml"))
        self.workshop.cards += cast
        names = {card.entry.id: (card.entry.name, plural_of(card.entry)) for card in self.workshop.cards}
        self.workshop.language = Language(self.workshop.vocabulary, names)
        self.workshop.assembly = Assembly(
            defs={card.entry.id: number for number, card in enumerate(self.workshop.cards, start=1)},
            kinds={
                card.entry.id: self.workshop.vocabulary.kind(card.entry.kind) for card in self.workshop.cards
            },
            classes=self.workshop.assembly.classes,
        )
        self.cast = {card.entry.name: card.entry for card in cast}
        document = json.loads(catalogue.raw)
        self.hidden = document["defs"][0]
        rows = [
            definition(self.workshop, card.entry, self.workshop.compile(card)) for card in self.workshop.cards
        ]
        self.rows = [self.hidden, *({**row, "digest": ""} for row in rows)]
        self.frame = document | {"decks": {}, "aliases": {}}
        self.game = Game(decode(self._document(self.workshop.assembly, self.rows)))
        self.stages = Stages(folder, self.cast)
        self.texts = Texts(self.workshop, self.cast[NAMED].id, self._is_accepted)

    def _read_cast(self, document: Document) -> list[SourceCard]:
        vocabulary, found = self.workshop.vocabulary, list[SourceCard]()
        for index, data in enumerate(document.data["card"]):
            entry, faults = read_entry(document, data, index, vocabulary)
            if entry and not faults:
                found.append(SourceCard(entry, document, index))
                faults = list(entry_faults(found[-1], vocabulary, has_all=True))
                if entry.name in (card.entry.name for card in self.workshop.cards):
                    faults.append(found[-1].error("the name is that of a card of the game", "name"))
            for fault in faults:
                raise fault
        return found

    def _document(self, assembly: Assembly, rows: list[dict[str, Any]]) -> bytes:
        lists = {name: getattr(assembly, name) for name in ("ops", "queries", "pools", "abilities", "auras")}
        return to_json(self.frame | lists | {"defs": rows})

    def carrier(self, kind: str, table: str = "") -> CardEntry:
        """The cast's carrier of a kind, as it is on a table."""
        marked = f"{table.capitalize()} {CARRIER} {kind.capitalize()}"
        plain = f"{CARRIER} {kind.capitalize()}"
        return self.cast.get(marked) or self.cast[plain]

    def _is_accepted(self, kind: str, sentence: Node) -> bool:
        entry = CardEntry(id="tried", name="Tried", kind=kind)
        try:
            program = Program((), (Ability(None, (sentence,)),))
            compile_card(entry, program, _copy(self.workshop.assembly), self.workshop.vocabulary)
        except TextError:
            return False
        return True

    def run(self, texts: Iterable[Text]) -> Iterator[Verdict]:
        """The verdicts on some texts, in batches."""
        batch: list[Text] = []
        for text in texts:
            batch.append(text)
            if len(batch) == BATCH:
                yield from self._batch(batch)
                batch = []
        yield from self._batch(batch)

    def _batch(self, texts: Sequence[Text]) -> list[Verdict]:
        verdicts = [self._checked(text) for text in texts]
        waiting = [verdict for verdict in verdicts if not verdict.problem]
        for table in self.stages.tables:
            self._play(waiting, table)
            waiting = [verdict for verdict in waiting if not verdict.stage]
        return verdicts

    def _checked(self, text: Text) -> Verdict:
        assembly = _copy(self.workshop.assembly)
        try:
            program = self.workshop.language.parse(text.words)
            compile_card(self.carrier(text.kind), program, assembly, self.workshop.vocabulary)
        except TextError as error:
            return Verdict(text, error.problem)
        return Verdict(text)

    def _play(self, verdicts: Sequence[Verdict], table: str) -> None:
        """Try texts on a table."""
        if not verdicts:
            return
        assembly, rows = _copy(self.workshop.assembly), list(self.rows)
        made: dict[tuple[int, Fitting], int] = {}
        carried = [self._carried(verdict, table, assembly, rows, made) for verdict in verdicts]
        document = self._document(assembly, rows)
        nothing, spent = assembly.program([]), assembly.program([Operation("Spend")])
        first, still = len(self.rows), []
        abilities = [dict(row) for row in assembly.abilities]
        tried = {number: own for one in carried for number, own in one.tried.items()}
        for number, row in enumerate(rows[first:], start=first):
            if number not in tried:
                still.append(row)
                continue
            own = tried[number]
            still.append(row if own.play else _silent(row, nothing))
            is_veiled = self.workshop.vocabulary.kinds[row["kind"]].veiled
            for at in row["abilities"][own.abilities :]:
                abilities[at]["op"] = spent if is_veiled else nothing
                abilities[at].pop("replaces", None)
        assembly.abilities = abilities
        healths = [row["health"] for row in rows]
        games = _Games(self.game.rules, document, self._document(assembly, [*rows[:first], *still]), healths)
        for one in carried:
            for stage in self.stages.of(self.game, one.verdict.text.kind, one.verdict.text.trigger, table):
                if self._changes(games, stage, one):
                    one.verdict.stage = f"{stage.table}: {stage.title}"
                    break

    def _carried(
        self,
        verdict: Verdict,
        table: str,
        assembly: Assembly,
        rows: list[dict[str, Any]],
        made: dict[tuple[int, Fitting], int],
    ) -> _Carried:
        entry = self.carrier(verdict.text.kind, table)
        printed = self.workshop.language.parse(entry.text)
        program = self.workshop.language.parse(verdict.text.words)
        is_piece = self.workshop.vocabulary.kinds[self.workshop.vocabulary.kind(entry.kind)].piece
        kept = tuple(line for line in printed.lines if is_piece and _is_beside(line, program))
        own = self._own(entry, Program(printed.keywords, kept))
        one = _Carried(verdict, program)
        wanted = fitting(program, self.workshop.vocabulary)
        program = replace(program, keywords=printed.keywords, lines=(*kept, *program.lines))
        compiled = compile_card(entry, program, assembly, self.workshop.vocabulary)
        row = definition(self.workshop, entry, compiled)
        # The card gets its own rows, so that they can be emptied without touching another card's.
        row["abilities"] = [_another(assembly, number) for number in row["abilities"]]
        row["digest"] = ""
        one.wealth = wanted.wealth
        one.numbers = self._cast_as(row, entry, wanted, one, rows, own)
        if wanted != Fitting():
            one.others = self._cast_as(row, entry, Fitting(), one, rows, own)
            for other in self.cast.values():
                number = self.workshop.assembly.defs[other.id]
                if (number, wanted) not in made:
                    made[number, wanted] = len(rows)
                    rows.append(wanted.fit(self.rows[number]))
                one.numbers.setdefault(number, made[number, wanted])
                if other.name.endswith(ONLOOKER):
                    one.others[number] = made[number, wanted]
        return one

    def _own(self, entry: CardEntry, beside: Program) -> _Own:
        """The carrier's own abilities, which come before the text that is tried."""
        if not any(isinstance(line, Ability) for line in beside.lines):
            return _Own(False, 0)
        compiled = compile_card(entry, beside, _copy(self.workshop.assembly), self.workshop.vocabulary)
        row = definition(self.workshop, entry, compiled)
        return _Own(row["play"] >= 0, len(row["abilities"]))

    def _cast_as(
        self,
        row: dict[str, Any],
        entry: CardEntry,
        wanted: Fitting,
        one: _Carried,
        rows: list[dict[str, Any]],
        own: _Own,
    ) -> dict[int, int]:
        """Add the carrier and the cards that know it, made to fit; returns new numbers by old ones."""
        old = self.workshop.assembly.defs[entry.id]
        numbers = {old: len(rows)}
        one.tried[len(rows)] = own
        rows.append(wanted.fit(row))
        for number, other in enumerate(self.rows):
            if old in other.get("knows", ()):
                knows = [numbers.get(known, known) for known in other["knows"]]
                numbers[number] = len(rows)
                rows.append(wanted.fit({**other, "knows": knows}))
        return numbers

    def _changes(self, games: _Games, stage: Stage, one: _Carried) -> bool:
        is_heard = any(node.phrase == SOUNDS for node in one.program.walk())
        game, control = games.on(stage.board)
        for numbers in (one.numbers, one.others):
            for seed in SEEDS if numbers else ():
                heroes, position = _substituted(stage, numbers, games.healths, one.wealth)
                decks: list[list[list[int]]] = [[] for _ in heroes]
                try:
                    match = game.begin(decks, heroes, seed, position=position)
                except ValueError:  # those who fit the text cannot stand there
                    break
                other = control.begin(decks, heroes, seed, position=position)
                if _differs(match, other, stage.steps, is_heard):
                    return True
        return False


def _is_beside(line: Ability | Static, tried: Program) -> bool:
    """Whether a line of the carrier stays beside the tried text: not two powers, not twice *when played*."""
    abilities = [other for other in tried.lines if isinstance(other, Ability)]
    if isinstance(line, Static):
        return True
    if line.trigger is None:
        return all(other.trigger is not None for other in abilities)
    once = [other.trigger.phrase for other in abilities if other.trigger]
    return line.trigger.phrase != "when_played" or "when_played" not in once


def _copy(assembly: Assembly) -> Assembly:
    """A copy that can grow without changing the original."""
    return Assembly(
        assembly.defs,
        assembly.kinds,
        assembly.classes,
        list(assembly.ops),
        list(assembly.queries),
        list(assembly.pools),
        list(assembly.abilities),
        list(assembly.auras),
        dict(assembly.programs),
    )


def _silent(row: dict[str, Any], nothing: int) -> dict[str, Any]:
    """A card that does nothing when it is played; its targets and options stay."""
    modes = [mode | {"play": nothing} for mode in row.get("modes", ())]
    return row | {"play": nothing if row["play"] >= 0 else -1} | ({"modes": modes} if modes else {})


def _another(assembly: Assembly, number: int) -> int:
    """The number of a copy of an ability."""
    assembly.abilities.append(dict(assembly.abilities[number]))
    return len(assembly.abilities) - 1


def _substituted(
    stage: Stage, numbers: dict[int, int], healths: list[int], wealth: tuple[tuple[int, int], ...]
) -> tuple[list[int], bytes]:
    """The heroes and the position of a stage with other cards and more resources, nobody hurt to death."""
    heroes = [numbers.get(hero, hero) for hero in stage.heroes]
    seats = [
        seat
        | {
            "damage": min(seat["damage"], max(0, healths[hero] - 1)),
            "zones": [[numbers.get(card, card) for card in zone] for zone in seat["zones"]],
            "resources": [*seat["resources"], *wealth],
        }
        for seat, hero in zip(stage.position["seats"], heroes, strict=True)
    ]
    pieces = []
    for piece in stage.position["pieces"]:
        number = numbers.get(piece["def"], piece["def"])
        damage = min(piece.get("damage", 0), healths[number] - 1)
        pieces.append(piece | {"def": number, "damage": damage})
    return heroes, msgspec.json.encode(dict(stage.position) | {"seats": seats, "pieces": pieces})


def _differs(match: _kernel.Match, control: _kernel.Match, steps: Sequence[Step], is_heard: bool) -> bool:
    """Whether a script leads to another position than in the control."""
    if match.digest() != control.digest():
        return True
    for number, step in enumerate(steps):
        if step.is_any:
            assert step.code is not None
            begun = beginning_of(step.code)
            legal = control.legal_all(seat_of(step.code))
            ways = [code for code in legal if beginning_of(code) == begun][:MOST_WAYS]
            return any(
                _differs(match.fork(), control.fork(), [Step(way, step.at), *steps[number + 1 :]], is_heard)
                for way in ways
            )
        try:
            expected = _take(control, step)
        except ValueError:  # the cards that fit the text cannot do this
            return False
        try:
            told = _take(match, step)
        except ValueError:  # because of the text this is no longer possible
            return True
        if match.digest() != control.digest():
            return True
        if is_heard and told.describe(-1) != expected.describe(-1):
            return True
    return False


def _take(match: _kernel.Match, step: Step) -> _kernel.Events:
    if step.code is None:
        assert step.at is not None
        return match.advance(step.at)
    return match.play(step.code, step.at)


__all__ = ["PARTS", "Trial", "Verdict"]
