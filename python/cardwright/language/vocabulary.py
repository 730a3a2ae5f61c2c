"""The words of a game: kinds, keywords, statuses, resources and the rest of `game.toml`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cardwright.basics.documents import Document, convert
from cardwright.basics.limits import WORDS
from cardwright.basics.suggestions import did_you_mean
from cardwright.catalogue import piles_of
from cardwright.catalogue.operations import moments
from cardwright.language.gamefile import (
    CAPACITIES,
    DEFAULT_WORDS,
    HEXAGONS,
    TABLES,
    TILINGS,
    Attribute,
    Budget,
    DurationWord,
    GameFile,
    KeywordWord,
    Kind,
    PhaseWord,
    PlaceWord,
    Relation,
    Resource,
    SetWord,
    SoundWord,
    Status,
    Tag,
)
from cardwright.language.phrases import table as phrase_table
from cardwright.sources import GAME_FILE, Sources, merged
from cardwright.sources import of as sources_of

E = TypeVar(
    "E",
    Kind,
    KeywordWord,
    Status,
    Attribute,
    Resource,
    Tag,
    DurationWord,
    Relation,
    PlaceWord,
    PhaseWord,
    SoundWord,
    SetWord,
)


def index_of(entries: list[E], wanted: str) -> int:
    """The number of the entry with that id."""
    return next(number for number, entry in enumerate(entries) if entry.id == wanted)


class Vocabulary:
    """The words of one game, with the numbers the kernel knows them by."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.kinds = file.kind
        self.bit_keywords = [keyword for keyword in file.keyword if not keyword.status]
        self.counted_keywords = [keyword for keyword in file.keyword if keyword.status]
        self.statuses = file.status
        self.attributes = file.attribute
        self.resources = file.resource
        self.zones = file.zones
        self.tags = file.tag
        self.durations = [DurationWord(id="permanent"), *file.duration]
        self.relations = file.relation
        self.places = file.place
        self.phases = file.phase
        self.sounds = file.sound
        self.fields = file.field
        self.groups = {group.id: group for group in file.group}
        self.limits = file.limits

    def kind(self, kind: str) -> int:
        """The number of a kind."""
        return index_of(self.kinds, kind)

    def kind_mask(self, noun: str) -> int:
        """The mask of a kind, or of all kinds of a group."""
        group = self.groups.get(noun)
        named = group.kinds if group else [noun]
        return sum(1 << i for i, kind in enumerate(self.kinds) if kind.id in named or kind.counts_as in named)

    def keyword(self, keyword: str) -> int:
        """The bit of a keyword."""
        return index_of(self.bit_keywords, keyword)

    def status(self, status: str) -> int:
        """The number of a status."""
        return index_of(self.statuses, status)

    def attribute(self, attribute: str) -> int:
        """The number of an attribute."""
        return index_of(self.attributes, attribute)

    def resource(self, resource: str) -> int:
        """The number of a resource."""
        return index_of(self.resources, resource)

    def tag(self, tag: str) -> int:
        """The bit of a tag."""
        return index_of(self.tags, tag)

    def duration(self, duration: str) -> int:
        """The number of a duration; 0 is permanent."""
        return index_of(self.durations, duration)

    def relation(self, relation: str) -> int:
        """The number of a relation, counted from 1."""
        return index_of(self.relations, relation) + 1

    def place(self, place: str) -> int:
        """The number of a place, counted from 1."""
        return index_of(self.places, place) + 1

    def phase(self, phase: str) -> int:
        """The number of a time of day."""
        return index_of(self.phases, phase)

    def phase_place(self, phase: str) -> int:
        """The number of a time of day as a place, counted from 1: every piece is there at that time."""
        return len(self.places) + self.phase(phase) + 1

    def sound(self, sound: str) -> int:
        """The number of a sound."""
        return index_of(self.sounds, sound)

    def own(self, phrase: str) -> int:
        """The number of a phrase's operation among the game's own, counted from 1."""
        return self.file.own.index(phrase) + 1

    @property
    def lands(self) -> list[str]:
        """The kinds of ground that boards are made of."""
        return [place.id for place in self.places if place.terrain]

    def zone(self, zone: str) -> int:
        """The number of a zone, counted from 1."""
        return self.zones.index(zone) + 1

    @property
    def piles_by_id(self) -> dict[str, set[int]]:
        """The decks of a player and the numbers of the kinds in each, in games with several."""
        kinds = [kind.id for kind in self.kinds]
        return piles_of(kinds, {pile.id: pile.kinds for pile in self.file.deck})

    def decks(self, kinds: int = 0) -> list[str]:
        """The zones that cards of these kinds are drawn from; with 0, those of all kinds."""
        piles = self.piles_by_id or {"deck": set(range(len(self.kinds)))}
        return [
            zone
            for zone, inside in piles.items()
            if zone in self.zones and (not kinds or any(kinds >> number & 1 for number in inside))
        ]

    @property
    def pieces(self) -> int:
        """The mask of the kinds that are in play as pieces."""
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.piece)

    @property
    def off_board(self) -> int:
        """The mask of the kinds that stand on no space: nothing is beside them."""
        found = (kind.placeless or kind.off_board or kind.gear for kind in self.kinds)
        return sum(1 << number for number, is_off in enumerate(found) if is_off)

    @property
    def gear(self) -> int:
        """The mask of the kinds that a player has beside the board, at most one at a time."""
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.gear)

    @property
    def bodies(self) -> int:
        """The mask of the kinds that fight: pieces that are neither placeless nor gear."""
        return self.pieces & ~self.placeless & ~self.gear

    @property
    def classes(self) -> int:
        """The mask of the tags that are classes."""
        return sum(1 << number for number, tag in enumerate(self.tags) if tag.is_class)

    @property
    def lacks(self) -> frozenset[str]:
        """The phrases that the game switches off, less those that a variant or a pack switches on."""
        return frozenset(self.file.lacks) - frozenset(self.file.speaks)

    def tally_words(self, turn: str) -> dict[str, tuple[str, str]]:
        """By id of a tally: how texts write one and several; `turn` is empty where there are no turns."""
        bodies = self.bodies
        piece = next((k for i, k in enumerate(self.kinds) if bodies >> i & 1 and not k.unique), None)
        spell = next((kind for kind in self.kinds if not kind.piece and not kind.known), None)
        found = {}
        for span, word in (("turn", turn), ("match", "match")) if turn else (("match", "match"),):
            found[f"played-{span}"] = ("card", "cards", f"you have played this {word}")
            if spell:
                found[f"cast-{span}"] = (spell.word, spell.plural, f"you have cast this {word}")
            if piece:
                words = (f"friendly {piece.word}", f"friendly {piece.plural}", f"that died this {word}")
                found[f"died-{span}"] = words
        return {tally: (f"{one} {rest}", f"{many} {rest}") for tally, (one, many, rest) in found.items()}

    @property
    def placeless(self) -> int:
        """The mask of the kinds that are in play without standing on the board."""
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.placeless)

    def to_catalogue(self) -> dict[str, list[str]]:
        """The lists of ids the kernel reads."""
        return {
            "kinds": [kind.id for kind in self.kinds],
            "keywords": [keyword.id for keyword in self.bit_keywords],
            "statuses": [status.id for status in self.statuses],
            "attributes": [attribute.id for attribute in self.attributes],
            "resources": [resource.id for resource in self.resources],
            "zones": list(self.zones),
            "tags": [tag.id for tag in self.tags],
            "moments": list(moments()),
            "durations": [duration.id for duration in self.durations],
            "relations": [relation.id for relation in self.relations],
            "places": [*(place.id for place in self.places), *(phase.id for phase in self.phases)],
            "elements": [resource.id for resource in self.resources if resource.element],
        } | ({"sounds": [sound.id for sound in self.sounds]} if self.sounds else {})


def load_vocabulary(folder: Path | Sources, name: str | None = None) -> Vocabulary:
    """The words of a game, a variant's over its base's; a fault of `game.toml` is an error with its line."""
    sources = sources_of(folder)
    path = sources.folder / GAME_FILE
    document = Document(path, name or str(path))
    base = sources.base.data() if sources.base else {}
    for table, shape in TABLES.items():
        entries = document.data.get(table, [])
        if not isinstance(entries, list):
            raise document.error(f'"{table}" is a list of tables', table, suggestion=f"write [[{table}]]")
        if len(entries) > WORDS.most:
            raise document.error(WORDS.refusal(len(entries)), table, WORDS.most)
        given = {row["id"]: row for row in base.get(table, [])}
        seen: set[str] = set()
        for number, entry in enumerate(entries):
            whole = entry
            if isinstance(entry, dict):
                whole = given.get(str(entry.get("id")), {}) | entry
            converted = convert(document, whole, shape, table, number)
            if converted.id in seen:  # type: ignore[attr-defined]
                raise document.error(f'two entries have the id "{entry["id"]}"', table, number, "id")
            seen.add(converted.id)  # type: ignore[attr-defined]
    data = merged(base, document.data) if base else document.data
    if isinstance(budget := data.get("budget"), dict):
        convert(document, budget, Budget, "budget")
    file = convert(document, data, GameFile)
    if spoken := sources.spoken():
        file = msgspec.structs.replace(file, speaks=[*file.speaks, *spoken])
    if not file.name.strip():
        raise document.error("the game has no name", key="name", suggestion='write it like name = "My Game"')
    _check_words(document, file)
    _check_tiling(document, file)
    if base:
        _check_variant(document, file, base)
    vocabulary = Vocabulary(file)
    for number, keyword in enumerate(file.keyword):
        if keyword.status and keyword.status not in [status.id for status in file.status]:
            raise document.error(f'unknown status "{keyword.status}"', "keyword", number, "status")
    _check_ids(document, file)
    if [attribute.id for attribute in file.attribute[:3]] != ["attack", "health", "cost"]:
        raise document.error("the first attributes are attack, health and cost, in this order", "attribute")
    return vocabulary


def _check_words(document: Document, file: GameFile) -> None:
    """Refuse two entries of a list with the same word: no text could tell them apart."""
    for table in TABLES:
        own = [entry.get("id") for entry in document.data.get(table, [])]
        taken: dict[str, str] = {}
        for entry in getattr(file, table):
            word = getattr(entry, "word", "").casefold()
            other = taken.setdefault(word, entry.id) if word else entry.id
            if other != entry.id:
                at = entry.id if entry.id in own else other
                reason = f'"{entry.word}" is the word of both {other} and {entry.id}'
                raise document.error(reason, table, own.index(at), "word")


def _check_tiling(document: Document, file: GameFile) -> None:
    """Refuse an unknown tiling, one of hexagons without lands, and patterns without hexagons."""
    if file.tiling not in TILINGS:
        hint = did_you_mean(file.tiling, TILINGS) or f"write {' or '.join(TILINGS)}"
        raise document.error(f'unknown tiling "{file.tiling}"', key="tiling", suggestion=hint)
    is_hexagons = file.tiling == HEXAGONS
    if is_hexagons and not any(place.terrain for place in file.place):
        hint = "add a [[place]] with terrain = true"
        raise document.error("a board of hexagons has lands", key="tiling", suggestion=hint)
    if "pattern" in file.limits and not is_hexagons:
        hint = f'write tiling = "{HEXAGONS}"'
        raise document.error("patterns lie on hexagons", "limits", 0, "pattern", hint)


def _check_ids(document: Document, file: GameFile) -> None:
    """Refuse ids that name nothing."""

    def check(what: str, name: str, known: Collection[str], table: str, number: int, key: str) -> None:
        if name not in known:
            raise document.error(f'unknown {what} "{name}"', table, number, key, did_you_mean(name, known))

    kinds = [kind.id for kind in file.kind]
    resources = [resource.id for resource in file.resource]
    for number, keyword in enumerate(file.keyword):
        if keyword.opens:
            check("zone", keyword.opens, file.zones, "keyword", number, "opens")
    keywords = [keyword.id for keyword in file.keyword]
    for number, status in enumerate(file.status):
        if status.spares:
            check("keyword", status.spares, keywords, "status", number, "spares")
    for number, kind in enumerate(file.kind):
        if kind.pays:
            check("resource", kind.pays, resources, "kind", number, "pays")
    taken: dict[str, str] = {}
    for number, pile in enumerate(file.deck):
        check("zone", pile.id, file.zones, "deck", number, "id")
        for name in pile.kinds:
            check("kind", name, kinds, "deck", number, "kinds")
            if other := taken.get(name):
                raise document.error(f'"{name}" belongs to {other} already', "deck", number, "kinds")
            taken[name] = pile.id
    for number, group in enumerate(file.group):
        for name in group.kinds:
            check("kind", name, kinds, "group", number, "kinds")
    _check_flags(document, file)
    _check_sets(document, file)
    if len(file.phase) not in (0, 2):
        raise document.error("there are two times of day or none", "phase")
    _check_fields(document, file, check)
    phrases = phrase_table().values()
    own = [phrase.name for phrase in phrases if phrase.requires == phrase.name]
    for name in file.own:
        check("operation", name, own, "", 0, "own")
    names = [phrase.name for phrase in phrases]
    for name in file.lacks:
        check("phrase", name, names, "", 0, "lacks")
    for name in file.speaks:
        check("phrase that the game lacks", name, file.lacks, "", 0, "speaks")


def _check_flags(document: Document, file: GameFile) -> None:
    """Refuse kinds whose flags do not go together."""
    for number, kind in enumerate(file.kind):
        if kind.veiled and not (kind.piece and kind.placeless):
            reason = f'"{kind.id}" is veiled, so it is a piece without a place'
            raise document.error(reason, "kind", number, "veiled", "add piece = true and placeless = true")
        if kind.gear and (not kind.piece or kind.placeless or kind.unique):
            reason = f'"{kind.id}" is gear, so it is a piece with attack and health'
            raise document.error(reason, "kind", number, "gear", "add piece = true, no placeless, no unique")


def _check_sets(document: Document, file: GameFile) -> None:
    """Refuse a format of unknown sets, and copies of an unknown rarity."""

    def check(what: str, name: str, known: list[str], table: str, key: str) -> None:
        if name not in known:
            hint = did_you_mean(name, known) or (f"there are {', '.join(known)}" if known else None)
            raise document.error(f'unknown {what} "{name}"', table, 0, key, hint)

    sets = [one.id for one in file.set]
    for name, named in file.formats.items():
        if not named:
            raise document.error(f'the format "{name}" has no sets', "formats", 0, name, "name at least one")
        for one in named:
            check("set", one, sets, "formats", name)
    for rarity, count in file.copies.items():
        check("rarity", rarity, file.rarities, "copies", rarity)
        if count < 1:
            reason = f"{count} copies of a card are none"
            raise document.error(reason, "copies", 0, rarity, "write at least 1")


def _check_fields(document: Document, file: GameFile, check: Callable[..., None]) -> None:
    """Refuse a `[[field]]` that is not one number or one table, or that names something unknown."""
    attributes = [attribute.id for attribute in file.attribute]
    for number, field in enumerate(file.field):
        if bool(field.attribute) == bool(field.attributes):
            reason, hint = f'"{field.id}" is one number or a table', "write attribute or attributes"
            raise document.error(reason, "field", number, "id", hint)
        for key, names in (("attribute", [field.attribute]), ("attributes", field.attributes.values())):
            for name in filter(None, names):
                check("attribute", name, attributes, "field", number, key)
        for name in field.kinds:
            check("kind", name, [kind.id for kind in file.kind], "field", number, "kinds")
        for name in (name for names in field.needs for name in names):
            check("name", name, field.attributes, "field", number, "needs")


def _check_variant(document: Document, file: GameFile, base: Mapping[str, Any]) -> None:
    """Refuse limits, words and zones that the base's rules do not know: they would do nothing, or harm."""
    printed = [f"{kind.id}_{key}" for kind in file.kind for key in ("attack", "cost", "health")]
    known = {"limit": [*base.get("limits", {}), *CAPACITIES, *printed], "word": [*DEFAULT_WORDS]}
    for what, names in known.items():
        for key in document.data.get(f"{what}s", {}):
            if key not in names:
                hint = did_you_mean(key, names)
                raise document.error(f'unknown {what} "{key}"', f"{what}s", 0, key, hint)
    for key, word in file.words.items():
        if not word.strip():
            raise document.error(f'the word for "{key}" is missing', "words", 0, key)
    zones = base.get("zones", [])
    if file.zones[: len(zones)] != zones:
        raise document.error(f"the zones begin with those of the base: {', '.join(zones)}", key="zones")
