"""A game whose cards for decks are a generated set: in trials, experiments and fuzz."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardwright.basics.documents import Document
from cardwright.building.aside import cards_named
from cardwright.building.catalogue import Workshop, build_of, to_json
from cardwright.catalogue import decode
from cardwright.face.library import Game
from cardwright.generating.writing import MadeCard, file_of
from cardwright.language.cards import SourceCard, entry_faults, read_entry
from cardwright.sources import Sources


def game_of(sources: Sources, cards: Sequence[MadeCard], board: str = "") -> Game:
    """The game with a set in place of its cards for decks; heroes, tokens and named cards stay."""
    return Game(decode(_catalogue(sources, cards)), board)


def trial_game(sources: Sources, cards: Sequence[MadeCard], instead: Mapping[str, Any]) -> Game:
    """The game with a set in which every card has some other keys, and a deck any number of copies."""
    cheap = [MadeCard({**card.data, **instead}, card.draft) for card in cards]
    document = json.loads(_catalogue(sources, cheap))
    limits = document["game"]["limits"]
    limits["copies"] = limits.get("deck", limits.get("copies", 99))
    return Game(decode(to_json(document)))


def _catalogue(sources: Sources, cards: Sequence[MadeCard]) -> bytes:
    workshop = Workshop(sources.without_packs().without_decks())
    made = _read(workshop, cards)
    own = {card.entry.id: card for card in workshop.cards}
    unique = {kind.id for kind in workshop.vocabulary.kinds if kind.unique}
    staying = [
        card.entry.id for card in own.values() if not card.entry.collectible or card.entry.kind in unique
    ]
    kept = _with_named(workshop, own, staying, made)
    ids = {card.entry.id for card in made}
    workshop.cards = [*(card for card in workshop.cards if card.entry.id in kept - ids), *made]
    workshop.leave_out(())
    return build_of(workshop)


def _with_named(
    workshop: Workshop, own: Mapping[str, SourceCard], staying: Iterable[str], made: Iterable[SourceCard]
) -> set[str]:
    """The cards that stay, and all cards that their texts and those of the set name."""
    found = set(staying)
    waiting = [*(own[card] for card in found), *made]
    while waiting:
        entry = waiting.pop().entry
        named = [*cards_named(workshop.language.parse(entry.text, entry.kind)), entry.hero]
        for card in named:
            if card in own and card not in found:
                found.add(card)
                waiting.append(own[card])
    return found


def _read(workshop: Workshop, cards: Sequence[MadeCard]) -> list[SourceCard]:
    """The cards, read as they would be from their file; a fault is raised."""
    with tempfile.TemporaryDirectory(prefix="cardwright-") as folder:
        path = Path(folder, "generated.toml")
        path.write_text(file_of((), cards), encoding="utf-8")
        document = Document(path, "the generated cards")
    found = []
    for index, data in enumerate(document.data.get("card", [])):
        entry, faults = read_entry(document, data, index, workshop.vocabulary)
        if entry and not faults:
            found.append(SourceCard(entry, document, index))
            faults = list(entry_faults(found[-1], workshop.vocabulary, has_all=True))
        for fault in faults:
            raise fault
    return found
