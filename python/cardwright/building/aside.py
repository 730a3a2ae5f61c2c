"""Sets aside the user's own cards, decks and boards that are broken, and builds the game without them.

A broken card is set aside, with the cards that name it and the decks that hold it; so is a broken deck or
board. The rest of the game goes on. Nothing that is shipped is set aside: a fault there stops the build.
"""

from __future__ import annotations

import re
from pathlib import Path

from cardwright.basics.files import read_bytes
from cardwright.basics.limits import CARD_FILE
from cardwright.basics.paths import shown_name
from cardwright.building.catalogue import Workshop, build_of
from cardwright.catalogue import BrokenDef
from cardwright.errors import CardwrightError
from cardwright.language.nodes import Program
from cardwright.language.phrases import table
from cardwright.sources import Sources, is_own

_CARD = re.compile(r'^card "([^"]*)": ')
_WRITTEN_ID = re.compile(r"""^\s*id\s*=\s*["']([^"']+)["']""", re.MULTILINE)


def build_sound(sources: Sources) -> bytes:
    """The catalogue of a game without the user's broken cards, decks and boards; other faults are raised."""
    problems: list[CardwrightError] = []
    workshop = Workshop(sources, problems)
    own = {shown_name(file.path) for file in sources.files("cards") if is_own(file.path)}
    for problem in problems:
        if problem.file not in own:
            raise problem
    aside = _of_entries(workshop, problems)
    programs: dict[str, Program] = {}
    for card in workshop.cards:
        reading, faults = workshop.read(card)
        if faults and card.document.name not in own:
            raise faults[0]
        if reading is None:
            aside[card.entry.id] = broken_def(card.entry.id, card.entry.name, faults[0])
        else:
            programs[card.entry.id] = reading.program
    _add_dependent(workshop, programs, aside)
    workshop.leave_out(aside)
    return build_of(workshop, aside, lambda part, faults: _files_aside(workshop, part, faults))


def _files_aside(workshop: Workshop, part: str, faults: list[CardwrightError]) -> list[BrokenDef]:
    """The user's own decks or boards with faults, each with its first fault; a fault elsewhere is raised."""
    files = {shown_name(file.path): file.name for file in workshop.sources.files(part) if is_own(file.path)}
    found: dict[str, BrokenDef] = {}
    for fault in faults:
        if fault.file not in files:
            raise fault
        found.setdefault(fault.file, broken_def(files[fault.file], "", fault, part.removesuffix("s")))
    return list(found.values())


def broken_def(card: str, name: str, fault: CardwrightError, what: str = "card") -> BrokenDef:
    """A broken card, deck or board as catalogues keep it."""
    return BrokenDef(
        id=card,
        name=name,
        file=fault.file or "",
        line=fault.line,
        column=fault.column,
        reason=_CARD.sub("", fault.reason),
        suggestion=fault.suggestion or "",
        what=what,
    )


def written_ids(path: Path) -> list[str]:
    """The ids in a file of cards that cannot be read."""
    try:
        return _WRITTEN_ID.findall(read_bytes(path, CARD_FILE).decode("utf-8", "replace"))
    except CardwrightError:
        return []


def _of_entries(workshop: Workshop, problems: list[CardwrightError]) -> dict[str, BrokenDef]:
    """The cards with faults outside their text, including those in unreadable files."""
    taken = {card.entry.id for card in workshop.cards}
    aside: dict[str, BrokenDef] = {}
    told: set[int] = set()
    for one in workshop.broken:
        told |= {id(fault) for fault in one.faults}
        entry = one.card.entry
        if not entry.id or entry.id in taken:  # it has no id, or the id of a sound card
            aside.setdefault(str(one.faults[0]), broken_def("", entry.name, one.faults[0]))
        else:
            aside.setdefault(entry.id, broken_def(entry.id, entry.name, one.faults[0]))
    files = {shown_name(file.path): file.path for file in workshop.sources.files("cards")}
    for problem in problems:
        if id(problem) in told:
            continue
        named = _CARD.match(problem.reason)
        path = files[problem.file or ""]
        cards = [named[1]] if named else [card for card in written_ids(path) if card not in taken]
        for card in cards:
            aside.setdefault(card, broken_def(card, "", problem))
        if not cards:  # no card in the file can be named
            aside.setdefault(str(problem), broken_def("", "", problem))
    return aside


def _add_dependent(workshop: Workshop, programs: dict[str, Program], aside: dict[str, BrokenDef]) -> None:
    """Also set aside the cards that name a broken one."""
    is_new = True
    while is_new:
        is_new = False
        for card in workshop.cards:
            if card.entry.id in aside:
                continue
            named = [*cards_named(programs[card.entry.id]), card.entry.hero]
            if missing := [name for name in named if name and name in aside]:
                fault = card.error(f'it names the card "{missing[0]}", which is broken', "text")
                aside[card.entry.id] = broken_def(card.entry.id, card.entry.name, fault)
                is_new = True


def cards_named(program: Program) -> list[str]:
    """The ids of the cards that a text names."""
    return [
        str(node[slot.name])
        for node in program.walk()
        for slot in table()[node.phrase].slots()
        if slot.type == "name" and node.get(slot.name)
    ]
