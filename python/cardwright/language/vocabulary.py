"""The words of a game: kinds, keywords, statuses, resources and the rest of `game.toml`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from cardwright.decks.piles import piles_of
from cardwright.language import LANGUAGE
from cardwright.language.diagnostics import did_you_mean
from cardwright.language.phrases import table as phrase_table
from cardwright.language.source import Document, about, convert
from cardwright.sources import GAME_FILE, Sources, merged
from cardwright.sources import of as sources_of


class Word(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every entry has: a permanent id, the word in texts, a sentence of explanation."""

    id: Annotated[str, about("Permanent: rules, cards and other tables use it.")]
    word: Annotated[str, about("How texts write it.")] = ""
    help: Annotated[str, about("One sentence that players are shown.")] = ""


class Kind(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of card; `piece` stands on the board, `unique` is one per player."""

    plural: Annotated[str, about("How texts write several.")]
    piece: Annotated[bool, about("It stands on the board.")] = False
    unique: Annotated[bool, about("A player has exactly one, outside the deck: a hero.")] = False
    pays: Annotated[
        str, about("The id of the resource that pays for it, where not all kinds are paid alike.")
    ] = ""
    known: Annotated[bool, about("Pieces may know it, and use it while they are in play.")] = False


class KeywordWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A keyword; with `status` it is written with a number, which that status is set to."""

    status: Annotated[
        str, about("The id of a status: the keyword is written with a number, which that status is set to.")
    ] = ""


class Status(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A numbered condition of a piece, the verb that causes it and what the verb means without a number."""

    verb: Annotated[str, about("How texts cause it (*stun*).")] = ""
    turns: Annotated[int, about("For how many turns, where the text says no number; 0: it must say one.")] = 0
    noun: Annotated[str, about("What a piece is cured of (*poison*).")] = ""


class Attribute(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of a card; `stat` ones can be compared, read and set by texts."""

    stat: Annotated[bool, about("Texts may compare, read and set it.")] = False


class Resource(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A number of a player; `fleeting` lasts one turn, `element` is one of the game's elements."""

    fleeting: Annotated[bool, about("It comes anew every turn.")] = False
    element: Annotated[bool, about("It is one of the game's elements.")] = False
    loot: Annotated[bool, about("Texts may take it from another player.")] = False


class Tag(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An adjective that cards carry: an element, a tribe, a sort of damage."""

    damage: Annotated[bool, about("It is a sort of damage (*10 fire damage*).")] = False


class DurationWord(Word, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long something lasts."""


class Relation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How places relate: an adjective ("adjacent"), a word behind ("here") or a line ("column")."""

    id: Annotated[str, about("Permanent: the rules use it.")]
    adjective: Annotated[str, about("How texts write it before a noun (*adjacent minions*).")] = ""
    line: Annotated[str, about("The line that two places share (*in its column*).")] = ""
    behind: Annotated[str, about("How texts write *on the same place* behind a noun (*units here*).")] = ""


class PlaceWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of ground or an area in which pieces stand; terrain is what maps are made of."""

    id: Annotated[str, about("Permanent: the rules, texts and maps use it.")]
    phrase: Annotated[str, about("The words behind a noun (*on desert*, *in your influence*).")]
    terrain: Annotated[bool, about("Maps are made of it; its letter there is the first of its id.")] = False
    water: Annotated[bool, about("Bases do not stand on it, and ways over land do not cross it.")] = False


class PileWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the several decks of a player: the zone and the kinds that lie in it."""

    id: Annotated[str, about("The id of its zone, and of its table in the file of a deck.")]
    kinds: Annotated[list[str], about("The ids of the kinds whose cards belong into it.")]
    usual: Annotated[int, about("How many cards a random deck puts into it.")] = 20


class KindBudget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What differs in the balance scheme for the cards of a kind; what is left out is as for all."""

    base: Annotated[float | None, about("Points of a card that costs nothing.")] = None
    mana: Annotated[float | None, about("Points for each point of cost.")] = None
    tolerance: Annotated[float | None, about("How far a card may be off before lint warns.")] = None
    attack: Annotated[float | None, about("Price of a point of attack.")] = None
    health: Annotated[float | None, about("Price of a point of health.")] = None


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The balance scheme: what a card may be worth and what its numbers and phrases cost."""

    base: Annotated[float, about("Points of a card that costs nothing.")] = 0
    mana: Annotated[float, about("Points for each point of cost.")] = 0
    tolerance: Annotated[float, about("How far a card may be off before lint warns.")] = 2
    attack: Annotated[float, about("Price of a point of attack.")] = 1
    health: Annotated[float, about("Price of a point of health.")] = 1
    requirement: Annotated[float, about("Points for each main requirement above the usual 1 + cost / 2.")] = 0
    secondary: Annotated[float, about("Points for each second requirement above 1.")] = 0
    keywords: Annotated[dict[str, float], about("Prices by id of the keyword.")] = {}
    scaled: Annotated[
        dict[str, str],
        about("By keyword or printed number, the number of the carrier that its price is multiplied by."),
    ] = {}
    numbers: Annotated[dict[str, float], about("Prices of printed numbers by id of the attribute.")] = {}
    resources: Annotated[dict[str, float], about("By resource, what one of it is worth; 1 without.")] = {}
    kinds: Annotated[
        dict[str, KindBudget], about("What differs for the cards of a kind: `[budget.kinds.ID]`.")
    ] = {}
    given: Annotated[
        list[str], about("Cards whose numbers are given from elsewhere; lint does not weigh them.")
    ] = []
    phrases: Annotated[dict[str, float], about("Prices of effects and conditions by the phrase's name.")] = {}
    selectors: Annotated[
        dict[str, float],
        about("Factors by the name of a selector or filter, or the id of a kind that it asks for."),
    ] = {}
    triggers: Annotated[dict[str, float], about("Factors by the trigger's name.")] = {}


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of `game.toml`."""

    name: Annotated[str, about("What the game is called.")]
    rules_version: Annotated[int, about("Raised when the same actions would lead elsewhere.")]
    zones: Annotated[list[str], about("Where cards lie, in the rules' order.")]
    kind: Annotated[list[Kind], about("Kinds of cards: `[[kind]]`.")]
    rarities: Annotated[list[str], about("What a card's `rarity` may be.")]
    rules: Annotated[str, about("The slug of the game that this one is a variant of.")] = ""
    language: Annotated[int, about("The version of the card language it is written in.")] = LANGUAGE
    leave_out: Annotated[
        dict[str, list[str]],
        about(
            "For a variant: names of the base's `cards`, `decks`, `boards` that it has not; `*` is anything."
        ),
    ] = {}
    keyword: Annotated[list[KeywordWord], about("Keywords: `[[keyword]]`.")] = []
    status: Annotated[list[Status], about("Numbered conditions of pieces: `[[status]]`.")] = []
    attribute: Annotated[
        list[Attribute], about("Numbers of cards: `[[attribute]]`; attack, health and cost come first.")
    ] = []
    resource: Annotated[list[Resource], about("Numbers of players: `[[resource]]`.")] = []
    tag: Annotated[list[Tag], about("Adjectives of cards: `[[tag]]`.")] = []
    duration: Annotated[list[DurationWord], about("How long things last: `[[duration]]`.")] = []
    relation: Annotated[list[Relation], about("How places relate: `[[relation]]`.")] = []
    place: Annotated[list[PlaceWord], about("Kinds of ground and areas: `[[place]]`.")] = []
    deck: Annotated[
        list[PileWord],
        about("The decks of a player, in games with several: `[[deck]]`; files of decks have a table each."),
    ] = []
    own: Annotated[
        list[str],
        about("The rules' own operations in their order, each by the name of the phrase that says it."),
    ] = []
    board: Annotated[str, about("The board of a match that names none, in games with boards.")] = ""
    table_board: Annotated[str, about("That of `play` and `watch`, where it is another.")] = ""
    words: Annotated[
        dict[str, str],
        about("Words that the phrases leave to the game: `turn`, `turns`, `space`, `element`."),
    ] = {}
    labels: Annotated[dict[str, str], about("Templates of this game for phrases, by the phrase's name.")] = {}
    limits: Annotated[dict[str, int], about("Numbers that the rules and the checks keep to; see below.")] = {}
    options: Annotated[
        dict[str, Any],
        about("What else the rules read; `options.scenario` holds what a scenario's setup leaves out."),
    ] = {}
    boards: Annotated[dict[str, Any], about("Boards by name, beside the files of the folder `boards`.")] = {}
    aliases: Annotated[dict[str, str], about("Short names of decks.")] = {}
    budget: Annotated[
        Budget | None,
        about("The balance scheme that lint holds cards against; without it lint does not weigh them."),
    ] = None


TABLES: dict[str, type[msgspec.Struct]] = {
    "kind": Kind,
    "keyword": KeywordWord,
    "status": Status,
    "attribute": Attribute,
    "resource": Resource,
    "tag": Tag,
    "duration": DurationWord,
    "relation": Relation,
    "place": PlaceWord,
    "deck": PileWord,
}
"""The lists of `game.toml` and the shape of their entries."""

DEFAULT_WORDS = {"turn": "turn", "turns": "turns", "space": "space", "element": "element"}
"""Words the phrases leave to the game, where it chooses no other."""

CAPACITIES = ("lastings", "pieces", "works")
"""Limits that a game need not name: what the kernel has room for."""

MOMENTS = [
    "entered",
    "died",
    "damaged",
    "dealt",
    "healed",
    "attacks",
    "attacked",
    "moved",
    "phase_starts",
    "phase_ends",
    "drawn",
    "played",
    "timer",
]
"""What can set off an ability, in the kernel's order."""

E = TypeVar("E", Kind, KeywordWord, Status, Attribute, Resource, Tag, DurationWord, Relation, PlaceWord)


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
        self.limits = file.limits

    def kind(self, kind: str) -> int:
        """The number of a kind."""
        return index_of(self.kinds, kind)

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

    def own(self, phrase: str) -> int:
        """The number of the rules' own operation that a phrase says, counted from 1."""
        return self.file.own.index(phrase) + 1

    def zone(self, zone: str) -> int:
        """The number of a zone, counted from 1."""
        return self.zones.index(zone) + 1

    @property
    def piles_by_id(self) -> dict[str, set[int]]:
        """The decks of a player and the numbers of the kinds in each, in games with several."""
        kinds = [kind.id for kind in self.kinds]
        return piles_of(kinds, {pile.id: pile.kinds for pile in self.file.deck})

    @property
    def pieces(self) -> int:
        """The mask of the kinds that stand on the board."""
        return sum(1 << number for number, kind in enumerate(self.kinds) if kind.piece)

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
            "moments": list(MOMENTS),
            "durations": [duration.id for duration in self.durations],
            "relations": [relation.id for relation in self.relations],
            "places": [place.id for place in self.places],
            "elements": [resource.id for resource in self.resources if resource.element],
        }


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
        given = {row["id"]: row for row in base.get(table, [])}
        seen: set[str] = set()
        for number, entry in enumerate(entries):
            whole = entry
            if isinstance(entry, dict):
                whole = given.get(str(entry.get("id")), {}) | entry
            converted = convert(document, whole, shape, table, number)
            if converted.id in seen:  # type: ignore[attr-defined]
                raise document.error(f'two of the id "{entry["id"]}"', table, number, "id")
            seen.add(converted.id)  # type: ignore[attr-defined]
    data = merged(base, document.data) if base else document.data
    if isinstance(budget := data.get("budget"), dict):
        convert(document, budget, Budget, "budget")
    file = convert(document, data, GameFile)
    if not file.name.strip():
        raise document.error("the game has no name", key="name", suggestion='write it like name = "My Game"')
    _check_words(document, file)
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
    """Refuse two entries of a list that are written alike: no text could tell them apart."""
    for table in TABLES:
        own = [entry.get("id") for entry in document.data.get(table, [])]
        taken: dict[str, str] = {}
        for entry in getattr(file, table):
            word = getattr(entry, "word", "").casefold()
            other = taken.setdefault(word, entry.id) if word else entry.id
            if other != entry.id:
                at = entry.id if entry.id in own else other
                reason = f'"{entry.word}" is the word of two, {other} and {entry.id}'
                raise document.error(reason, table, own.index(at), "word")


def _check_ids(document: Document, file: GameFile) -> None:
    """Refuse ids in one list that name nothing in another."""

    def check(what: str, name: str, known: Collection[str], table: str, number: int, key: str) -> None:
        if name not in known:
            raise document.error(f'unknown {what} "{name}"', table, number, key, did_you_mean(name, known))

    kinds = [kind.id for kind in file.kind]
    resources = [resource.id for resource in file.resource]
    for number, kind in enumerate(file.kind):
        if kind.pays:
            check("resource", kind.pays, resources, "kind", number, "pays")
    taken: dict[str, str] = {}
    for number, pile in enumerate(file.deck):
        check("zone", pile.id, file.zones, "deck", number, "id")
        for name in pile.kinds:
            check("kind", name, kinds, "deck", number, "kinds")
            if other := taken.get(name):
                raise document.error(f'"{name}" belongs into {other} already', "deck", number, "kinds")
            taken[name] = pile.id
    own = [phrase.name for phrase in phrase_table().values() if phrase.requires == phrase.name]
    for name in file.own:
        check("operation", name, own, "", 0, "own")


def _check_variant(document: Document, file: GameFile, base: Mapping[str, Any]) -> None:
    """Refuse what the rules of a variant's base do not know: it would change nothing, or too much."""
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
