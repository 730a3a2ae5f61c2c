"""Finds what is wrong or odd about a game's cards, one row per finding."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.building.aside import written_ids
from cardwright.building.budget import Appraiser
from cardwright.building.catalogue import Workshop, read_boards, read_decks
from cardwright.building.explained import explained
from cardwright.building.sentences import Sentences
from cardwright.errors import CardwrightError
from cardwright.language.cards import CardEntry, SourceCard
from cardwright.language.diagnostics import Problem
from cardwright.language.nodes import Program
from cardwright.language.phrases import REVIEWED
from cardwright.language.renderer import render
from cardwright.sources import Sources

_PLACE = re.compile(r"[a-z]?[0-9]+")
"""A space of the board or a number, as the lines of a match write it."""

_CARD = re.compile(r'^card "([^"]*)": ')

Finding = dict[str, Any]


def lint(folder: Path | Sources) -> dict[str, Any]:
    """The findings about a game or a game's folder, as one document."""
    problems: list[CardwrightError] = []
    workshop = Workshop(folder, problems)
    doubted = _doubted(workshop, problems)
    warnings: list[Finding] = []
    programs: dict[str, tuple[CardEntry, Program]] = {}
    for card in workshop.cards:
        program = _lint_text(workshop, card, problems, warnings)
        if program is not None:
            programs[card.entry.id] = (card.entry, program)
    for one in workshop.broken:  # their texts may be wrong too
        problems += workshop.read(one.card)[1]
    problems += _lint_names(workshop)
    if workshop.vocabulary.file.budget:
        warnings += _lint_budget(workshop, programs)
    _lint_decks(workshop, problems, doubted)
    read_boards(workshop.sources, workshop.vocabulary, problems)
    if not problems:  # sentences can be looked up only if all texts can be read
        _lint_explained(workshop, problems)
    counted = [card for card in workshop.cards if _counts(workshop, card)]
    return {
        "game": workshop.slug,
        "cards": len(counted),
        "errors": [finding(error) for error in _in_order(problems)],
        "warnings": warnings,
    }


def _in_order(problems: list[CardwrightError]) -> list[CardwrightError]:
    """The problems file by file, in the order in which the files were read, and by their lines."""
    files = list(dict.fromkeys(error.file for error in problems))
    return sorted(problems, key=lambda one: (files.index(one.file), one.line or 0, one.column or 0))


def finding(error: CardwrightError, kind: str = "") -> Finding:
    """A row of the document."""
    found = _CARD.match(error.reason)
    row = {
        "file": error.file,
        "line": error.line,
        "column": error.column,
        "card": found[1] if found else None,
        "reason": _CARD.sub("", error.reason),
        "suggestion": error.suggestion,
    }
    return row | ({"kind": kind} if kind else {})


def _counts(workshop: Workshop, card: SourceCard) -> bool:
    kind = workshop.vocabulary.kinds[workshop.vocabulary.kind(card.entry.kind)]
    return card.entry.collectible and not card.entry.retired and not kind.unique


def _lint_text(
    workshop: Workshop, card: SourceCard, problems: list[CardwrightError], warnings: list[Finding]
) -> Program | None:
    reading, faults = workshop.read(card)
    problems += faults
    if reading is None:
        return None
    for name, alias in reading.aliases:
        if (name, alias) not in REVIEWED:
            reason = f'the wording "{alias}" is not reviewed'
            warnings.append(finding(card.text_error(Problem(reason)), "alias"))
    canonical = render(reading.program, workshop.language.lexicon)
    if canonical != card.entry.text:
        problem = Problem(
            "the text differs from how it is printed",
            _first_difference(canonical, card.entry.text),
            0,
            f"write: {canonical}",
        )
        warnings.append(finding(card.text_error(problem), "canonical"))
    return reading.program


def _lint_names(workshop: Workshop) -> list[CardwrightError]:
    """Errors for names that a text or a line of a match would read as something else."""
    found = []
    for card in workshop.cards:
        for name in workshop.language.lexicon.names[card.entry.id]:
            key = "plural" if card.entry.plural == name else "name"
            lexicon = workshop.language.lexicon
            if name.lower() in lexicon.words and name.lower() not in lexicon.verbs:
                found.append(card.error(f'"{name}" is a word of the language', key, "choose another name"))
            elif _PLACE.fullmatch(name.lower()):
                found.append(card.error(f'"{name}" is a place or a number', key, "choose another name"))
    return found


def _first_difference(a: str, b: str) -> int:
    pairs = enumerate(zip(a, b, strict=False))
    return next((at for at, (x, y) in pairs if x != y), min(len(a), len(b)))


def _lint_budget(workshop: Workshop, programs: dict[str, tuple[CardEntry, Program]]) -> list[Finding]:
    appraiser = Appraiser(workshop.vocabulary, programs)
    found = _lint_given(workshop, appraiser.prices.given)
    for card in workshop.cards:
        if not _counts(workshop, card) or card.entry.id not in programs:
            continue
        if card.entry.id in appraiser.prices.given:
            continue
        try:
            appraisal = appraiser.appraise(*programs[card.entry.id])
        except KeyError:  # it makes a card whose text cannot be read
            continue
        if abs(appraisal.excess) > appraiser.tolerance(card.entry):
            side = "above" if appraisal.excess > 0 else "below"
            reason = (
                f"{abs(appraisal.excess):.1f} points {side} its budget: "
                f"worth {appraisal.worth:.1f}, allowed {appraisal.allowed:.1f}"
            )
            found.append(finding(card.error(reason, "pattern" if card.entry.pattern else "cost"), "budget"))
    return found


def _lint_given(workshop: Workshop, given: list[str]) -> list[Finding]:
    """Warnings for names in `[budget] given` that are no cards."""
    known = [card.entry.id for card in workshop.cards]
    found = []
    for name in given:
        if name not in known:
            reason, file = f'[budget] given: there is no card "{name}"', shown_name(workshop.file)
            error = CardwrightError(reason, file=file, suggestion=did_you_mean(name, known))
            found.append(finding(error, "budget"))
    return found


def _lint_explained(workshop: Workshop, problems: list[CardwrightError]) -> None:
    """Errors for explanations of cards and sentences that do not exist."""
    try:
        explained(workshop.sources, Sentences(workshop))
    except CardwrightError as error:
        problems.append(error)


def _doubted(workshop: Workshop, problems: list[CardwrightError]) -> set[str]:
    """The ids of cards that could not be read; no deck is blamed for holding one."""
    broken = {error.file for error in problems}
    files = [file.path for file in workshop.sources.files("cards") if shown_name(file.path) in broken]
    written = {name for path in files for name in written_ids(path)}
    return written - {card.entry.id for card in workshop.cards}


def _lint_decks(workshop: Workshop, problems: list[CardwrightError], doubted: set[str]) -> None:
    vocabulary = workshop.vocabulary
    cards = {
        card.entry.id: {
            "name": card.entry.name,
            "kind": vocabulary.kind(card.entry.kind),
            "collectible": card.entry.collectible and not card.entry.retired,
            "hero": card.entry.hero,
            "rarity": card.entry.rarity or vocabulary.file.rarities[0],
        }
        for card in workshop.cards
    }
    read_decks(workshop.sources, cards, vocabulary, problems, doubted)
