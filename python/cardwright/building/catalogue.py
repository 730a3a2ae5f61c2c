"""A game folder to its catalogue: one deterministic JSON document."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from cardwright.basics.documents import Document
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.building.hashing import source_hash
from cardwright.building.keeping import kept
from cardwright.building.words import words_of
from cardwright.catalogue import FORMAT, BrokenDef
from cardwright.catalogue.operations import operations
from cardwright.decks import Deck, DeckLaw, deck_faults
from cardwright.decks.piles import place_in, read_piles
from cardwright.errors import CardwrightError
from cardwright.language.assembly import Assembly
from cardwright.language.cards import (
    BrokenCard,
    CardEntry,
    SourceCard,
    bodies_of,
    plural_of,
    read_cards,
    unused_names,
)
from cardwright.language.compiler import CompiledCard, compile_card, makes_sense, tags_of
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.digest import rules_of
from cardwright.language.gamefile import HEXAGONS, Budget
from cardwright.language.grammar import GrammarConflict
from cardwright.language.hexes import hex_faults
from cardwright.language.maps import has_maps, map_faults
from cardwright.language.nodes import Program
from cardwright.language.parser import Language, Reading
from cardwright.language.patterns import numbered
from cardwright.language.renderer import render
from cardwright.language.vocabulary import Vocabulary, load_vocabulary
from cardwright.sources import GAME_FILE, LANGUAGE, SourceFile, Sources
from cardwright.sources import of as sources_of


class Workshop:
    """A game folder opened for work: its words, its cards and the language over them."""

    def __init__(self, folder: Path | Sources, problems: list[CardwrightError] | None = None) -> None:
        self.sources = sources_of(folder)
        self.slug = self.sources.slug
        self.file = self.sources.folder / GAME_FILE
        self.vocabulary: Vocabulary = load_vocabulary(self.sources, shown_name(self.file))
        self.broken: list[BrokenCard] = []
        """Cards with faults outside their text, if problems are collected."""
        self.cards: list[SourceCard] = read_cards(self.sources, self.vocabulary, problems, self.broken)
        # Texts may name a broken card; the fault is told of that card, not of them.
        named = [*(one.card for one in self.broken if one.card.entry.name.strip()), *self.cards]
        names = {card.entry.id: (card.entry.name, plural_of(card.entry)) for card in named}
        try:
            words = self.vocabulary, names, lambda: (card.entry.text for card in self.cards)
            self.language = Language(*words, bodies_of(named), kept)
        except GrammarConflict as conflict:
            reason, file = str(conflict).partition("\n")[0], shown_name(self.file)
            raise CardwrightError(reason, file=file, suggestion="choose other words") from None
        if self.sources.base:
            self._translate(Workshop(self.sources.base, None if problems is None else []), problems)
        self.assembly = self._assembly(named)
        self.language.makes_sense = lambda one, kind: makes_sense(one, kind, self._scratch, self.vocabulary)

    def _assembly(self, named: Sequence[SourceCard]) -> Assembly:
        """An empty assembly that knows the cards by number, those of the game first."""
        order = dict.fromkeys([card.entry.id for card in (*self.cards, *named)])
        known = {kind.id: number for number, kind in enumerate(self.vocabulary.kinds)}
        return Assembly(
            defs={card: number for number, card in enumerate(order, start=1)},
            kinds={card.entry.id: known.get(card.entry.kind, 0) for card in (*named, *self.cards)},
            classes={
                card.entry.id: tags_of(card.entry, self.vocabulary)
                for card in named
                if self.vocabulary.classes and self.vocabulary.kinds[known.get(card.entry.kind, 0)].unique
            },
        )

    def leave_out(self, cards: Collection[str]) -> None:
        """Go on without some cards."""
        self.cards = [card for card in self.cards if card.entry.id not in cards]
        self.assembly = self._assembly([])

    def _translate(self, base: Workshop, problems: list[CardwrightError] | None) -> None:
        """Write the texts of a base's cards in the words of the variant."""
        texts = {card.entry.id: card.entry.text for card in base.cards}
        cards, self.cards = self.cards, []
        for card in cards:
            try:
                text = self._translated(card, base, texts) if card.is_inherited else card.entry.text
            except CardwrightError as error:
                if problems is None:
                    raise
                problems.append(error)
                continue
            self.cards.append(replace(card, entry=msgspec.structs.replace(card.entry, text=text)))

    def _translated(self, card: SourceCard, base: Workshop, texts: Mapping[str, str]) -> str:
        try:
            return render(base.language.parse(texts[card.entry.id], card.entry.kind), self.language.lexicon)
        except TextError as error:
            raise card.text_error(error.problem) from None
        except KeyError as error:
            is_card = error.args[0] in texts
            reason = f"it names the card {error}, which is not in {self.slug}" if is_card else None
            raise card.error(
                reason or f"its text cannot be written in the words of {self.slug}",
                "text",
                f"leave {card.entry.id} out too",
            ) from None

    def compile(self, card: SourceCard) -> CompiledCard:
        """Compile one card; the first fault of its text is a `CardwrightError` at the word."""
        try:
            program = self.language.parse(card.entry.text, card.entry.kind)
            return compile_card(card.entry, program, self.assembly, self.vocabulary)
        except TextError as error:
            raise card.text_error(error.problem) from None

    def read(self, card: SourceCard) -> tuple[Reading | None, list[CardwrightError]]:
        """The reading of a card's text, and all faults: words that cannot be read or make no sense."""
        reading: Reading | None = None
        program: Program | None
        problems: list[Problem] = []
        try:
            reading = self.language.read(card.entry.text, card.entry.kind)
            program = reading.program
        except TextError as error:
            problems += error.problems
            program = error.readable
        if program is not None and any(kind.id == card.entry.kind for kind in self.vocabulary.kinds):
            try:
                compile_card(card.entry, program, self._scratch, self.vocabulary)
            except TextError as error:
                problems += self.language.explainer.amended(card.entry.text, card.entry.kind, error.problems)
        problems.sort(key=lambda problem: problem.start)
        return reading if not problems else None, [card.text_error(problem) for problem in problems]

    @cached_property
    def _scratch(self) -> Assembly:
        """An assembly for compiling texts that may be wrong."""
        return Assembly(self.assembly.defs, self.assembly.kinds, self.assembly.classes)


def to_json(data: Any) -> bytes:
    """The one way a document is written: sorted keys, no white space."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def build_catalogue(folder: Path | Sources) -> bytes:
    """The catalogue of a game or of a game's folder; a fault in it is raised."""
    return build_of(Workshop(folder))


SetAside = Callable[[str, list[CardwrightError]], list[BrokenDef]]
"""The broken things to set aside for the faults of a part such as decks; other faults are raised."""


def build_of(
    workshop: Workshop, aside: Mapping[str, BrokenDef] | None = None, set_aside: SetAside | None = None
) -> bytes:
    """The catalogue of an opened game; broken cards that were set aside are named in it.

    With `set_aside`, faulty decks and boards are set aside; without it, their faults are raised.
    """
    sources, aside = workshop.sources, aside or {}
    vocabulary, file = workshop.vocabulary, workshop.vocabulary.file
    compiled = [(card, workshop.compile(card)) for card in workshop.cards]
    defs = [_hidden(vocabulary), *(definition(workshop, card.entry, done) for card, done in compiled)]
    _add_reaches(workshop, compiled, defs)
    decks_aside: dict[str, str] = {}
    known = {definition["id"]: definition for definition in defs[1:]}
    faults: dict[str, list[CardwrightError] | None] = {
        part: [] if set_aside else None for part in ("decks", "boards")
    }
    decks = read_decks(sources, known, vocabulary, faults["decks"], aside, decks_aside)
    boards = read_boards(sources, vocabulary, faults["boards"])
    things = [*aside.values()]
    for part, found in faults.items():
        things += set_aside(part, found) if set_aside and found else []
    for one in things:  # without its usual board a game cannot be played
        if one.what == "board" and one.id not in boards and one.id in (file.board, file.trial_board):
            raise CardwrightError(f'the board "{one.id}" is broken: {one.told}')
    document = Document(workshop.file, shown_name(workshop.file))
    broken_decks = [one.id for one in things if one.what == "deck"]
    for alias, deck in file.aliases.items():
        is_own = alias in document.data.get("aliases", {})
        if decks and deck not in (*decks, *decks_aside, *broken_decks) and is_own:
            raise document.error(f'alias "{alias}": unknown deck "{deck}"', "aliases", 0, alias)
    assembly, budget = workshop.assembly, file.budget or Budget()
    document_data: dict[str, Any] = {
        "format": FORMAT,
        "language": LANGUAGE,
        "operations": operations()["hash"],
        "game": {
            "slug": workshop.slug,
            "name": file.name,
            "rules_version": file.rules_version,
            "vocabulary": vocabulary.to_catalogue(),
            "limits": file.limits,
            "prices": {"keywords": budget.keywords, "scaled": budget.scaled},
            "options": file.options,
            "boards": boards,
            "words": words_of(vocabulary),
        }
        | ({"rules": sources.rules} if sources.base else {})
        | ({"board": file.board} if file.board else {})
        | ({"trial_board": file.trial_board} if file.trial_board else {})
        | ({"decks": [msgspec.to_builtins(pile) for pile in file.deck]} if file.deck else {})
        | ({"sets": [msgspec.to_builtins(one) for one in file.set]} if file.set else {})
        | ({"formats": file.formats} if file.formats else {})
        | ({"copies": file.copies} if file.copies else {}),
        "defs": defs,
        "ops": assembly.ops,
        "queries": assembly.queries,
        "pools": assembly.pools,
        "abilities": assembly.abilities,
        "auras": assembly.auras,
        "decks": decks,
        "aliases": {alias: deck for alias, deck in file.aliases.items() if deck in decks},
    }
    named = document_data | ({"aside": sorted(aside)} if aside else {})
    document_data["hash"] = hashlib.sha256(to_json(named)).hexdigest()
    document_data["source"] = source_hash(sources)
    if file.best_agent:  # which agent people meet changes no match that is traced
        document_data["best_agent"] = file.best_agent
    if things:
        document_data["aside"] = {"things": msgspec.to_builtins(things), "decks": decks_aside}
    return to_json(document_data)


def _hidden(vocabulary: Vocabulary) -> dict[str, Any]:
    return _shape(vocabulary, CardEntry(id="", name="a hidden card", kind="", collectible=False)) | {
        "digest": ""
    }


def _shape(vocabulary: Vocabulary, entry: CardEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "kind": 0,
        "attack": entry.attack,
        "health": entry.health,
        "cost": entry.cost,
        "numbers": [0] * len(vocabulary.attributes[3:]),
        "keywords": 0,
        "statuses": [0] * len(vocabulary.statuses),
        "tags": 0,
        "play": -1,
        "target": -1,
        "destination": 0,
        "abilities": [],
        "auras": [],
        "rarity": entry.rarity,
        "collectible": entry.collectible and not entry.retired,
        "hero": entry.hero,
        "text": "",
        "reaches": [],
    }


def definition(workshop: Workshop, entry: CardEntry, card: CompiledCard) -> dict[str, Any]:
    """A card's row of the catalogue, without its digest and the cards that can come of it."""
    vocabulary = workshop.vocabulary
    numbers = entry.needs | entry.start | entry.numbers
    found = _shape(vocabulary, entry) | {
        "kind": vocabulary.kind(entry.kind),
        "health": entry.health or int(vocabulary.kinds[vocabulary.kind(entry.kind)].placeless),
        "numbers": [numbers.get(attribute.id, 0) for attribute in vocabulary.attributes[3:]],
        "keywords": card.keywords,
        "statuses": card.statuses,
        "tags": tags_of(entry, vocabulary, workshop.assembly.classes.get(entry.hero, 0)),
        "play": card.play,
        "target": card.target,
        "destination": card.destination,
        "abilities": card.abilities,
        "auras": card.auras,
        "rarity": entry.rarity or vocabulary.file.rarities[0],
        "text": render(card.program, workshop.language.lexicon),
    }
    found |= {key: value for key in ("flavour", "art") if (value := getattr(entry, key))}
    if entry.retired:
        found["retired"] = True
    if card.second >= 0:
        found["second"] = card.second
    found |= {key: value for key in ("knows", "modes", "own_cost") if (value := getattr(card, key))}
    if entry.set:
        found["set"] = entry.set
    if entry.pattern:
        found["own"] = {"pattern": numbered(entry.pattern, vocabulary)}
    return found


def _add_reaches(
    workshop: Workshop, compiled: list[tuple[SourceCard, CompiledCard]], defs: list[dict[str, Any]]
) -> None:
    """Add to each card the cards that can come of it, in any number of steps, and the digest of its rules."""
    direct: dict[str, set[str]] = {}
    for (card, done), _ in zip(compiled, defs[1:], strict=True):
        pools = [workshop.assembly.pools[number] for number in done.pools]
        drawn = {other["id"] for other in defs[1:] for pool in pools if in_pool(other, pool)}
        direct[card.entry.id] = done.reaches | drawn
    for definition in defs[1:]:
        seen: set[str] = set()
        waiting = [definition["id"]]
        while waiting:
            for other in direct[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        definition["reaches"] = sorted(seen)
        rules = rules_of(definition, workshop.assembly, defs)
        definition["digest"] = hashlib.sha256(to_json(rules)).hexdigest()[:16]


def in_pool(definition: dict[str, Any], pool: dict[str, Any]) -> bool:
    """Whether a random card of the pool may be this card."""
    if not definition["collectible"] or not pool["kinds"] >> definition["kind"] & 1:
        return False
    if pool["keywords"] & ~definition["keywords"] or pool["tags"] & ~definition["tags"]:
        return False
    if pool.get("not_tags", 0) & definition["tags"]:
        return False
    if pool["attribute"] < 0:
        return True
    numbers = [definition["attack"], definition["health"], definition["cost"], *definition["numbers"]]
    value, n = numbers[pool["attribute"]], pool["n"]
    return bool((value <= n, value >= n, value == n)[pool["compare"]])


def read_boards(
    sources: Sources, vocabulary: Vocabulary, problems: list[CardwrightError] | None = None
) -> dict[str, Any]:
    """The boards of a game by name. Faults are raised; with `problems`, they are added to it instead."""
    taken = vocabulary.file.boards
    is_hexagons = vocabulary.file.tiling == HEXAGONS
    check = hex_faults if is_hexagons else map_faults if has_maps(vocabulary) else None
    found: dict[str, Any] = {}
    at: dict[str, Path] = {}
    for file in sources.files("boards"):
        name = file.name
        if file.leaves_out(name):
            continue
        try:
            _check_free(file, "board", at, taken)
            document = Document(file.path, shown_name(file.path))
            faults = check(document, vocabulary) if check else []
        except CardwrightError as error:
            faults = [error]
        if faults and problems is None:
            raise faults[0]
        if problems is not None:
            problems += faults
        if not faults:
            found[name] = document.data
    files = list(sources.files("boards"))
    left = {file.name for file in files if file.leaves_out(file.name)}
    known = {*taken, *(file.name for file in files if not file.leaves_out(file.name))}
    fault = unused_names(sources, "boards", left, found)
    for key in ("board", "trial_board"):
        board = getattr(vocabulary.file, key)
        if not fault and board and board not in known:
            path = sources.folder / GAME_FILE
            fault = Document(path, shown_name(path)).error(
                f'unknown board "{board}"', key=key, suggestion=did_you_mean(board, known)
            )
    if fault and problems is None:
        raise fault
    if fault and problems is not None:
        problems.append(fault)
    return taken | found


def _check_free(file: SourceFile, what: str, at: dict[str, Path], taken: Collection[str] = ()) -> None:
    """Refuse the file of a deck or board whose name is taken."""
    name = file.name
    other = shown_name(at[name]) if name in at else GAME_FILE if name in taken else None
    if other:
        raise CardwrightError(
            f'the {what} "{name}" is there already: {other}',
            file=shown_name(file.path),
            suggestion="give the file another name",
        )
    at[name] = file.path


def read_decks(
    sources: Sources,
    cards: Mapping[str, Mapping[str, Any]],
    vocabulary: Vocabulary,
    problems: list[CardwrightError] | None = None,
    doubted: Collection[str] = (),
    aside: dict[str, str] | None = None,
) -> dict[str, Any]:
    """The decks of a game by slug. Faults are raised; with `problems`, they are added to it instead.

    A deck of a variant's base that breaks the variant's rules is left out. `doubted` cards could not be
    read: they are not reported, and a deck that holds one goes into `aside`, with that card.
    """
    found: dict[str, Any] = {}
    at: dict[str, Path] = {}
    left: set[str] = set()
    unique = {number for number, kind in enumerate(vocabulary.kinds) if kind.unique}
    piles = vocabulary.piles_by_id
    law = DeckLaw(
        sources.slug,
        cards,
        unique,
        vocabulary.limits,
        piles,
        {card: "" for card in doubted},
        vocabulary.file.copies,
    )
    for file in sources.files("decks"):
        name = file.name
        if file.leaves_out(name):
            left.add(name)
            continue
        faults: list[CardwrightError] = []
        deck: Deck | None = None
        try:
            _check_free(file, "deck", at, vocabulary.file.aliases)
            document = Document(file.path, shown_name(file.path))
            deck, wrong = read_piles(document, piles, {name: row["kind"] for name, row in cards.items()})
            if file.is_inherited:
                deck = msgspec.structs.replace(deck, game="")
            held = [card for card in (deck.hero, *deck.cards) if card and card in doubted]
            if aside is not None and held:
                aside[name] = held[0]
                continue
            faults = [fault for card, fault in wrong if card not in doubted]
            is_whole = all(card for card, _ in wrong)
            faults += _deck_errors(document, deck, law, doubted, is_whole=is_whole)
        except CardwrightError as error:
            faults = [error]
        if faults and file.is_inherited:
            continue
        if faults and problems is None:
            raise faults[0]
        if problems is not None:
            problems += faults
        if deck and not faults:
            found[name] = {"name": deck.name, "hero": deck.hero, "cards": deck.cards}
    if fault := unused_names(sources, "decks", left, found):
        if problems is None:
            raise fault
        problems.append(fault)
    return found


def _deck_errors(
    document: Document, deck: Deck, law: DeckLaw, doubted: Collection[str], *, is_whole: bool
) -> list[CardwrightError]:
    """The faults of a deck by the rules; cards that could not be read, and gaps they leave, are not told."""
    silent = {*doubted, *(("hero",) if deck.hero in doubted else ()), *(() if is_whole else ("cards",))}
    found = deck_faults(deck, law)
    return [
        document.error(reason, *place_in(document, deck, key), key, suggestion)
        for reason, key, suggestion in found
        if key not in silent
    ]
