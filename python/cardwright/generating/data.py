"""The data of a generator: `games/<slug>/generator.toml`, read and checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from cardwright.basics.documents import Document, about, check_keys, convert
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import CardwrightError
from cardwright.language.vocabulary import Vocabulary, load_vocabulary
from cardwright.sources import GENERATOR_FILE, Sources

FILTERS = {
    "special": "conditions that hardly ever hold or cannot be reached",
    "contradiction": "conditions that exclude or repeat each other",
    "harm": "texts that can only hurt their owner",
    "worth": "no cost fits what the card is worth",
    "length": "texts that are too long to read at a glance",
    "twin": "cards that are like another one of the set",
    "idle": "cards that changed nothing in the trials",
}
"""The filters that a method can name, and what each rejects."""

COSTS = ("pattern", "needs")
"""How cards are paid for: a pattern of places on the board, or a number and the elements that it needs."""

SIDES = ("mine", "theirs", "either", "all")
"""Whose pieces a target means: the owner's, the opponent's, either by choice or chance, or both at once."""

_SPAN = re.compile(r"(-?\d{1,3})(?:-(\d{1,3}))?")
_SLOT = re.compile(r"\{([^{}]*)\}")


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of the ways in which a number is drawn, and how likely it is."""

    chance: Annotated[float, about("How likely it is, beside the other cases.")] = 1
    span: Annotated[str, about("The number, or the least and the most, each equally likely.")] = "0"
    like: Annotated[str, about("The key of an earlier number that it begins with.")] = ""
    away: Annotated[str, about("How far from it the number is, up or down equally.")] = "0"


class Number(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a printed number is drawn."""

    id: Annotated[str, about("The key in a `[[card]]`.")]
    kinds: Annotated[list[str], about("The kinds of cards that have it.")]
    cases: Annotated[list[Case], about("How it is drawn.")]
    methods: Annotated[list[str], about("The methods that draw it so; without it, all.")] = []
    least: Annotated[int, about("A smaller one becomes this.")] = 0
    most: Annotated[int, about("A larger one becomes this.")] = 99


class Method(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to generate cards."""

    id: Annotated[str, about("What `--method` calls it; the first is the usual one.")]
    help: Annotated[str, about("One sentence about it.")]
    kinds: Annotated[dict[str, float], about("The shares of the kinds of cards.")]
    names: Annotated[str, about("The id of a `[[style]]`.")]
    cost: Annotated[str, about("`pattern` or `needs`.")]
    identities: Annotated[list[float], about("How likely one, two, three ... identities are.")]
    fields: Annotated[str, about("How many fields a pattern has; with `priced`, within which bounds.")] = "1"
    reach: Annotated[int, about("How far from the anchor they lie, at most.")] = 0
    near: Annotated[
        list[float], about("How likely a field at distance 0, 1, 2 ... is; without it, all alike.")
    ] = []
    priced: Annotated[bool, about("The cost follows from the worth by the game's budget.")] = False
    containers: Annotated[
        dict[str, str], about("By kind without triggers: how many containers its text has.")
    ] = {}
    effects: Annotated[str, about("How many effects a container has.")] = "1"
    most: Annotated[int, about("How many abilities a card has, at most; 0 is any number.")] = 0
    condition: Annotated[float, about("Percent: how likely a container has a condition.")] = 0
    own_condition: Annotated[float, about("Percent: how likely an effect has one of its own.")] = 0
    keyword: Annotated[float, about("Percent: how likely a piece has a keyword.")] = 0
    own: Annotated[
        float, about("How much likelier effects of a card's identities are; 0: identities do not matter.")
    ] = 0
    harm: Annotated[float, about("How likely what hurts the owner is, beside what helps.")] = 1
    length: Annotated[int, about("For the filter `length`: the most characters of a text.")] = 1000
    filters: Annotated[list[str], about("The filters that reject its drafts, in this order.")] = []


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A land or an element that cards cost, and that effects belong to."""

    id: Annotated[str, about("The id of the place or element in the game.")]
    help: Annotated[str, about("What it is good at.")] = ""


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """When an ability runs."""

    id: Annotated[str, about("What the other entries call it.")]
    text: Annotated[str, about("Its words.")]
    kinds: Annotated[list[str], about("The kinds of cards that can have it.")]
    chance: Annotated[dict[str, float], about("By method: percent of the cards that have it.")]
    choosing: Annotated[
        str, about("Its words where the player chooses a target; without it, nothing can be chosen.")
    ] = ""


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whom the effects of a container are about."""

    id: Annotated[str, about("What the other entries call it.")]
    text: Annotated[str, about("Its words.")]
    side: Annotated[str, about("`mine`, `theirs`, `either` or `all`.")]
    tags: Annotated[list[str], about("What it is: effects ask for these words.")]
    again: Annotated[str, about("Its words when it is named again (*it*); without it, the same.")] = ""
    chosen: Annotated[bool, about("The player chooses it.")] = False
    plural: Annotated[bool, about("It may be several.")] = False
    kinds: Annotated[list[str], about("Only for these kinds of cards.")] = []
    triggers: Annotated[list[str], about("Only under these triggers; spells have `played`.")] = []
    weight: Annotated[float, about("How likely it is, where the method weighs.")] = 1


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question about the position."""

    id: Annotated[str, about("What the other entries call it.")]
    text: Annotated[str, about("Its words.")]
    n: Annotated[str, about("The number in it, or the least and the most.")] = ""
    topic: Annotated[str, about("What it asks about; two conditions about one thing are compared.")] = ""
    compare: Annotated[
        str, about("`least`, `most` or `exactly` its number; without a number `yes` or `no`.")
    ] = "yes"
    usual: Annotated[
        str, about("The numbers with which it holds now and then; others are too special or unreachable.")
    ] = ""
    special: Annotated[bool, about("It hardly ever holds.")] = False
    asks: Annotated[list[str], about("It speaks of the target as *it*, which must be so.")] = []
    kinds: Annotated[list[str], about("Only for these kinds of cards.")] = []
    triggers: Annotated[list[str], about("Only under these triggers; spells have `played`.")] = []
    bars: Annotated[list[str], about("The effects and targets that it makes pointless.")] = []
    weight: Annotated[float, about("How likely it is, where the method weighs.")] = 1


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What happens."""

    id: Annotated[str, about("What the other entries call it.")]
    text: Annotated[str, about("Its words: `{n}`, `{count}`, `{target}`, `{one|many}`, `{n|card|cards}`.")]
    good: Annotated[int, about("1 if it helps those whom it is done to, -1 if it hurts them.")]
    n: Annotated[str, about("The number in it, or the least and the most.")] = ""
    m: Annotated[str, about("A second number.")] = ""
    of: Annotated[list[str], about("The identities that it belongs to; without it, all.")] = []
    asks: Annotated[list[str], about("The tags that its target must have.")] = []
    bars: Annotated[list[str], about("The tags that its target must not have.")] = []
    kinds: Annotated[list[str], about("Only for these kinds of cards.")] = []
    triggers: Annotated[list[str], about("Only under these triggers; spells have `played`.")] = []
    weight: Annotated[float, about("How likely it is, where the method weighs.")] = 1


class Keyword(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A keyword at the head of a text."""

    id: Annotated[str, about("What the other entries call it.")]
    text: Annotated[str, about("Its word.")]
    kinds: Annotated[list[str], about("The kinds of cards that can have it.")]
    n: Annotated[str, about("The number behind it, or the least and the most.")] = ""
    of: Annotated[list[str], about("The identities that it belongs to; without it, all.")] = []


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A list of words for names."""

    id: Annotated[str, about("What forms of names call it.")]
    words: Annotated[list[str], about("The words.")]
    of: Annotated[str, about("The identity that they are for; without it, all.")] = ""


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How cards are named."""

    id: Annotated[str, about("What methods call it.")]
    forms: Annotated[
        dict[str, list[str]],
        about("By kind: forms of names with lists of words in braces; `{invented}` is a new word."),
    ]
    letters: Annotated[str, about("How many letters an invented word has.")] = "4-8"


class Trials(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How the trials are played."""

    instead: Annotated[
        dict[str, Any], about("Keys of a `[[card]]` that are so in trials: there every card is cheap.")
    ] = {}


TRIALS = "trials"
"""The table of the trials."""

TABLES: dict[str, type[msgspec.Struct]] = {
    "method": Method,
    "number": Number,
    "identity": Identity,
    "trigger": Trigger,
    "target": Target,
    "condition": Condition,
    "effect": Effect,
    "keyword": Keyword,
    "words": Words,
    "style": Style,
}
"""The lists of the file and the shape of their entries."""


@dataclass(frozen=True)
class GeneratorData:
    """All that a game's generator knows."""

    method: tuple[Method, ...]
    number: tuple[Number, ...]
    identity: tuple[Identity, ...]
    trigger: tuple[Trigger, ...]
    target: tuple[Target, ...]
    condition: tuple[Condition, ...]
    effect: tuple[Effect, ...]
    keyword: tuple[Keyword, ...]
    words: tuple[Words, ...]
    style: tuple[Style, ...]
    trials: Trials

    def named(self, method: str) -> Method:
        """The method of that id; without one, the usual method."""
        known = {one.id: one for one in self.method}
        if method and method not in known:
            hint = did_you_mean(method, known) or f"there are {', '.join(known)}"
            raise CardwrightError(f'there is no method "{method}"', suggestion=hint)
        return known[method] if method else self.method[0]


def span_of(text: str) -> tuple[int, int]:
    """The bounds of a span.

    >>> span_of("1-7"), span_of("3")
    ((1, 7), (3, 3))
    """
    found = _SPAN.fullmatch(text)
    if not found or int(found[2] or found[1]) < int(found[1]):
        raise ValueError(f'"{text}" is neither a number nor a span like 1-7')
    return int(found[1]), int(found[2] or found[1])


def methods_of(sources: Sources) -> list[str]:
    """The methods of a game's generator, the usual one first; none if it has no generator."""
    if _home(sources) is None:
        return []
    return [one.id for one in read_data(sources, load_vocabulary(sources)).method]


def _home(sources: Sources) -> Path | None:
    """The file with the data: of the last pack that has one, else of the game, else of its base."""
    folders = [*reversed(sources.packs), sources.folder]
    found = next((folder / GENERATOR_FILE for folder in folders if (folder / GENERATOR_FILE).is_file()), None)
    return _home(sources.base) if found is None and sources.base else found


def read_data(sources: Sources, vocabulary: Vocabulary) -> GeneratorData:
    """The data of a game's generator; a fault is an error with its line."""
    path = _home(sources)
    if path is None:
        raise CardwrightError(
            f"{sources.slug} has no generator: there is no {GENERATOR_FILE}",
            file=shown_name(sources.folder),
            suggestion="docs/generating.md tells how one is written",
        )
    document = Document(path, shown_name(path))
    check_keys(document, document.data, (*TABLES, TRIALS))
    found: dict[str, tuple[Any, ...]] = {}
    for table, shape in TABLES.items():
        rows = document.data.get(table, [])
        if not isinstance(rows, list):
            raise document.error(f'"{table}" is a list of tables', table, suggestion=f"write [[{table}]]")
        found[table] = tuple(convert(document, row, shape, table, at) for at, row in enumerate(rows))
    data = GeneratorData(**found, trials=convert(document, document.data.get(TRIALS, {}), Trials, TRIALS))
    for error in _Check(document, data, vocabulary).faults():
        raise error
    return data


class _Check:
    """Looks for names that nothing has and for spans that cannot be read."""

    def __init__(self, document: Document, data: GeneratorData, vocabulary: Vocabulary) -> None:
        self.document, self.data, self.vocabulary = document, data, vocabulary
        self.kinds = [kind.id for kind in vocabulary.kinds]
        self.methods = [one.id for one in data.method]
        self.triggers = ["played", *(one.id for one in data.trigger)]
        self.identities = [one.id for one in data.identity]

    def faults(self) -> Iterator[CardwrightError]:
        """All faults beyond types and keys."""
        if not self.data.method:
            yield self.document.error("there is no method", suggestion="write a [[method]]")
        tags = {tag for one in self.data.target for tag in one.tags}
        for at, one in enumerate(self.data.method):
            yield from self._method(at, one)
        for table in ("number", "trigger", "target", "condition", "effect", "keyword", "identity"):
            for at, row in enumerate(getattr(self.data, table)):
                yield from self._row(table, at, row, tags)
        for at, style in enumerate(self.data.style):
            yield from self._known("style", at, "forms", style.forms, self.kinds)
            yield from self._span("style", at, "letters", style.letters)

    def _method(self, at: int, one: Method) -> Iterator[CardwrightError]:
        yield from self._known("method", at, "kinds", one.kinds, self.kinds)
        yield from self._known("method", at, "containers", one.containers, self.kinds)
        yield from self._known("method", at, "filters", one.filters, FILTERS)
        yield from self._known("method", at, "names", [one.names], [style.id for style in self.data.style])
        yield from self._known("method", at, "cost", [one.cost], COSTS)
        for key in ("fields", "effects"):
            yield from self._span("method", at, key, getattr(one, key))
        for span in one.containers.values():
            yield from self._span("method", at, "containers", span)
        if not one.kinds or not any(share > 0 for share in one.kinds.values()):
            yield self.document.error("there is no kind of card with a share", "method", at, "kinds")
        if len(one.identities) > len(self.identities):
            reason = f"{len(one.identities)} chances, but there are {len(self.identities)} identities"
            yield self.document.error(reason, "method", at, "identities")
        room = 3 * one.reach * (one.reach + 1) + 1
        if one.near and len(one.near) <= one.reach:
            reason = f"near is too short for distances from 0 to {one.reach}"
            yield self.document.error(reason, "method", at, "near", f"write {one.reach + 1} numbers")
        found = _SPAN.fullmatch(one.fields)
        if one.cost == "pattern" and found and int(found[2] or found[1]) > room:
            reason = f"{one.fields} fields, but only {room} lie within {one.reach} of an anchor"
            yield self.document.error(reason, "method", at, "fields")
        if one.priced and self.vocabulary.file.budget is None:
            hint = "write priced = false, or prices into game.toml"
            yield self.document.error("the game has no [budget]", "method", at, "priced", hint)

    def _row(self, table: str, at: int, row: Any, tags: Collection[str]) -> Iterator[CardwrightError]:
        if table != "number" and [one.id for one in getattr(self.data, table)].index(row.id) != at:
            yield self.document.error(f'two entries have the id "{row.id}"', table, at, "id")
        known: dict[str, Collection[str]] = {
            "kinds": self.kinds,
            "methods": self.methods,
            "chance": self.methods,
            "triggers": self.triggers,
            "of": self.identities,
            "asks": tags,
        }
        for key, words in known.items():
            if key != "of" or table != "words":
                yield from self._known(table, at, key, getattr(row, key, ()), words)
        if table == "target":
            yield from self._known(table, at, "side", [row.side], SIDES)
        for key in ("n", "m", "usual"):
            if text := getattr(row, key, ""):
                yield from self._span(table, at, key, text)
        for case in getattr(row, "cases", ()):
            yield from self._span(table, at, "cases", case.span)
            yield from self._span(table, at, "cases", case.away)
        yield from self._slots(table, at, row)

    def _slots(self, table: str, at: int, row: Any) -> Iterator[CardwrightError]:
        """Errors for slots that nothing fills, and numbers that nothing uses."""
        slots = [slot.split("|") for slot in _SLOT.findall(getattr(row, "text", ""))]
        for slot in slots:
            if slot[0] in ("n", "m", "count") and not getattr(row, slot[0].replace("count", "n"), ""):
                yield self.document.error(f'no number fills "{{{slot[0]}}}"', table, at, "text")
            elif len(slot) == 1 and slot[0] not in ("n", "m", "count", "target"):
                hint = "there are {n}, {m}, {count}, {target}, {one|many} and {n|card|cards}"
                yield self.document.error(f'unknown slot "{{{slot[0]}}}"', table, at, "text", hint)

    def _known(
        self, table: str, at: int, key: str, names: Collection[str], known: Collection[str]
    ) -> Iterator[CardwrightError]:
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
                yield self.document.error(f'{key}: unknown name "{name}"', table, at, key, hint)

    def _span(self, table: str, at: int, key: str, text: str) -> Iterator[CardwrightError]:
        try:
            span_of(text)
        except ValueError as refused:
            yield self.document.error(f"{key}: {refused}", table, at, key)
