"""Reads and checks the printed cards of a game folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from cardwright.basics.documents import Document, about, convert_some, key_faults, keys_of
from cardwright.basics.limits import CARDS, FLAVOUR, NAME
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean, one
from cardwright.errors import CardwrightError
from cardwright.language.diagnostics import Problem
from cardwright.language.patterns import with_cost
from cardwright.language.printed import unfold
from cardwright.language.synonyms import SYNONYMS
from cardwright.language.vocabulary import Vocabulary
from cardwright.sources import GAME_FILE, Sources

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LIMITS = {"id": NAME, "name": NAME, "plural": NAME, "flavour": FLAVOUR, "art": FLAVOUR}
"""How long the words of a card may be; the limit of its text belongs to the language."""


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of a `[[card]]`."""

    id: Annotated[
        str,
        about("Permanent and unique: small letters, digits and hyphens. Decks and traces use it."),
    ]
    name: Annotated[
        str,
        about("The name that players read and write: unique, one line, single spaces, no double quotes."),
    ]
    kind: Annotated[str, about("One of the game's `[[kind]]`s.")]
    cost: Annotated[int, about("What it costs, in the game's currency.")] = 0
    pattern: Annotated[
        dict[str, list[str]],
        about(
            "In games with the limit `pattern`, in place of `cost`: lands, and for each of them fields as "
            '`"q,r"`, in steps from the anchor on the owner\'s board of hexagons.'
        ),
    ] = {}
    attack: Annotated[int, about("Only for kinds that stand on the board.")] = 0
    health: Annotated[int, about("Only for kinds that stand on the board; at least 1.")] = 0
    needs: Annotated[
        dict[str, int],
        about("Elements that its player must have, but does not spend, to play it: element and number."),
    ] = {}
    start: Annotated[
        dict[str, int], about("What a hero gives its player at the start: element and number.")
    ] = {}
    numbers: Annotated[
        dict[str, int],
        about(
            "Its other printed numbers (not attack, health or cost): id of the `[[attribute]]` and number."
        ),
    ] = {}
    rarity: Annotated[str, about("One of the game's `rarities`; may be left out.")] = ""
    set: Annotated[str, about("In games with sets, where each has one: the id of its `[[set]]`.")] = ""
    text: Annotated[
        str,
        about("What it does, in the [card language](language.md); without it, nothing beyond its numbers."),
    ] = ""
    plural: Annotated[
        str, about("The plural of its name in texts; needed only where the spelling rules get it wrong.")
    ] = ""
    hero: Annotated[str, about("The id of a hero: only that hero's decks may hold it.")] = ""
    elements: Annotated[
        list[str] | None,
        about("Its elements, as in *fire spell*; without it and `tags`, the elements it `needs`."),
    ] = None
    tags: Annotated[list[str] | None, about("Further `[[tag]]`s of the game.")] = None
    collectible: Annotated[
        bool, about("`false` for a token: other cards make it, and no deck may hold it.")
    ] = True
    flavour: Annotated[str, about("A sentence that has no effect on play.")] = ""
    art: Annotated[str, about("The name of a picture; nothing shows one yet.")] = ""
    retired: Annotated[
        bool, about("`true` for a card that only old matches need; its id is never given to another.")
    ] = False


@dataclass(frozen=True)
class SourceCard:
    """A card, its file and its index in the file."""

    entry: CardEntry
    document: Document
    index: int
    is_inherited: bool = False
    """Whether it is a card of the game that this one is a variant of."""

    def error(self, reason: str, key: str = "", suggestion: str | None = None) -> CardwrightError:
        """An error at a key of the card."""
        return self.document.error(self._named(reason), "card", self.index, key, suggestion)

    def _named(self, reason: str) -> str:
        return f'card "{self.entry.id}": {reason}' if self.entry.id else reason

    def text_error(self, problem: Problem) -> CardwrightError:
        """An error at a word of the card's text."""
        place = self.document.character("card", self.index, "text", problem.start)
        return CardwrightError(
            self._named(problem.reason),
            file=self.document.name,
            line=place.line,
            column=place.column,
            suggestion=problem.suggestion,
        )


@dataclass(frozen=True)
class BrokenCard:
    """A card with faults, and all of them."""

    card: SourceCard
    faults: tuple[CardwrightError, ...]


def read_cards(
    sources: Sources,
    vocabulary: Vocabulary,
    problems: list[CardwrightError] | None = None,
    broken: list[BrokenCard] | None = None,
) -> list[SourceCard]:
    """All cards of a game. The first fault is raised; with `problems`, all faults are added to it instead.

    A card with faults goes into `broken`, if enough of it can be read.
    """
    found: list[SourceCard] = []
    seen: dict[str, SourceCard] = {}
    names: dict[str, SourceCard] = {}
    left: set[str] = set()
    hint = "a variant replaces a card that it leaves out: [leave_out] of game.toml" if sources.base else None

    def report(faults: Sequence[CardwrightError], card: SourceCard | None = None) -> None:
        if problems is None:
            raise faults[0]
        problems.extend(faults)
        if card and broken is not None:
            broken.append(BrokenCard(card, tuple(faults)))

    for file in sources.files("cards"):
        try:
            document = Document(file.path, shown_name(file.path))
            entries = _entries(document)
        except CardwrightError as error:
            report([error])
            continue
        for index, data in enumerate(entries):
            entry, faults = read_entry(document, data, index, vocabulary)
            card = SourceCard(entry, document, index, file.is_inherited) if entry else None
            if card and file.leaves_out(card.entry.id):
                left.add(card.entry.id)
                continue
            if card:
                faults += _taken(card, seen, names, hint)
                faults += entry_faults(card, vocabulary, has_all=not faults)
            if faults or not card:
                report(faults, card)
                continue
            seen[card.entry.id] = names[card.entry.name.casefold()] = card
            found.append(card)
            if len(found) > CARDS.most:
                raise card.error(CARDS.refusal(CARDS.most, is_more=True))
    if fault := unused_names(sources, "cards", left, seen):
        report([fault])
    return _without_faulty(found, seen, names, vocabulary, report)


def _taken(
    card: SourceCard, seen: Mapping[str, SourceCard], names: Mapping[str, SourceCard], hint: str | None
) -> Iterator[CardwrightError]:
    """An error if another card has the same id or name."""
    if other := seen.get(card.entry.id):
        where = other.document.place("card", other.index, "id").line
        yield card.error(f"the id is taken by {other.document.name}:{where}", "id", hint)
    elif other := names.get(card.entry.name.casefold()):
        where = other.document.place("card", other.index, "name").line
        yield card.error(f"the name is taken by {other.document.name}:{where}", "name", hint)


def _without_faulty(
    found: list[SourceCard],
    seen: Mapping[str, SourceCard],
    names: Collection[str],
    vocabulary: Vocabulary,
    report: Callable[[Sequence[CardwrightError], SourceCard], None],
) -> list[SourceCard]:
    """The cards whose plural and hero are right, now that all cards are known; the others are reported."""
    sound = []
    for card in found:
        faults = []
        plural = plural_of(card.entry)
        if plural.casefold() in names:
            key = "plural" if card.entry.plural else "name"
            hint = 'add another, like plural = "..."'
            faults.append(card.error(f'its plural "{plural}" is a card\'s name', key, hint))
        reserved = card.entry.hero
        if reserved and (reserved not in seen or not _is_unique(seen[reserved], vocabulary)):
            heroes = [other.entry.id for other in found if _is_unique(other, vocabulary)]
            faults.append(card.error(f'unknown hero "{reserved}"', "hero", did_you_mean(reserved, heroes)))
        if faults:
            report(faults, card)
        else:
            sound.append(card)
    return sound


def read_entry(
    document: Document, data: object, index: int, vocabulary: Vocabulary
) -> tuple[CardEntry | None, list[CardwrightError]]:
    """A `[[card]]` without its faulty keys, and an error for each of them; None if it is not a table.

    A required key that is missing is empty.
    """
    own = [field.id for field in vocabulary.fields]
    plain = keys_of(CardEntry)
    if not isinstance(data, dict):
        return None, [document.error("a card is a table", "card", index, suggestion="write [[card]]")]
    faults = list(key_faults(document, data, [*plain, *own], "card", index))
    others = [attribute.id for attribute in vocabulary.attributes[3:]]
    for key, fault in zip([key for key in data if key not in (*plain, *own)], faults, strict=True):
        if key in others:
            fault.suggestion = f"write numbers = {{ {key} = {data[key]} }}"
    known = {key: value for key, value in data.items() if key in plain or key in own}
    whole, wrong = unfold(document, known, index, vocabulary)
    whole, amiss = with_cost(document, whole, index, vocabulary)
    empty = {"id": "", "name": "", "kind": ""}
    entry, mistyped = convert_some(document, whole, CardEntry, "card", index, empty)
    return entry, [*faults, *wrong, *amiss, *mistyped]


def unused_names(
    sources: Sources, part: str, left: Collection[str], known: Collection[str]
) -> CardwrightError | None:
    """An error for the first name in `leave_out` that the base does not have."""
    for pattern in sources.leave_out.get(part, ()):
        if not any(fnmatchcase(name, pattern) for name in left):
            path = sources.folder / GAME_FILE
            reason = f'leave_out: {sources.slug}\'s base has no "{pattern}" among its {part}'
            return Document(path, shown_name(path)).error(
                reason, "leave_out", 0, part, did_you_mean(pattern, {*known, *left})
            )
    return None


def _entries(document: Document) -> list[object]:
    for key in document.data:
        if key != "card":
            raise document.error(
                f'unknown key "{key}"', key=key, suggestion="a file of cards holds [[card]] only"
            )
    entries = document.data.get("card", [])
    if not isinstance(entries, list):
        raise document.error('"card" is a list of tables', "card", suggestion="write [[card]]")
    return entries


def _is_unique(card: SourceCard, vocabulary: Vocabulary) -> bool:
    return any(kind.id == card.entry.kind and kind.unique for kind in vocabulary.kinds)


def entry_faults(card: SourceCard, vocabulary: Vocabulary, *, has_all: bool) -> Iterator[CardwrightError]:
    """All faults of a card except in its text; without `has_all`, an empty key was reported as missing."""
    entry = card.entry
    if not _ID.fullmatch(entry.id) and (entry.id or has_all):
        yield card.error("an id is small letters, digits and hyphens", "id", 'write one like "ember-wisp"')
    if not entry.name and not has_all:
        pass
    elif not entry.name.strip():
        yield card.error("the name is missing", "name")
    elif not entry.name.isprintable() or entry.name != " ".join(entry.name.split()) or '"' in entry.name:
        reason = "a name is one line of words with single spaces between, without double quotes"
        yield card.error(reason, "name", "players write it in quotes")
    for key, longest in LIMITS.items():
        if len(getattr(entry, key)) > longest.most:
            yield card.error(longest.refusal(len(getattr(entry, key))), key)
    rarities = vocabulary.file.rarities
    if entry.rarity and entry.rarity not in rarities:
        yield card.error(f'unknown rarity "{entry.rarity}"', "rarity", did_you_mean(entry.rarity, rarities))
    yield from _set_faults(card, vocabulary, has_all=has_all)
    numbers = [attribute.id for attribute in vocabulary.attributes[3:]]
    for table, values in (("needs", entry.needs), ("start", entry.start), ("numbers", entry.numbers)):
        for name, value in values.items():
            most = vocabulary.limits.get(name, vocabulary.limits.get("number", 99))
            if name not in numbers:
                what = "number" if table == "numbers" else "element"
                elements = [resource.id for resource in vocabulary.resources if resource.element]
                known = numbers if table == "numbers" else elements
                listed = f"there are {', '.join(known)}" if known else None
                yield card.error(f'unknown {what} "{name}"', table, did_you_mean(name, numbers) or listed)
            elif not 0 <= value <= most:
                yield card.error(f"{name} = {value} is outside the limits of the game (0 to {most})", table)
    tags = [tag.id for tag in vocabulary.tags]
    for name in (*(entry.elements or ()), *(entry.tags or ())):
        if name not in tags:
            listed = did_you_mean(name, tags) or (f"the tags are {', '.join(tags)}" if tags else None)
            key = "elements" if name in (entry.elements or ()) else "tags"
            yield card.error(f'unknown tag "{name}"', key, listed)
    if entry.kind or has_all:
        yield from _kind_faults(card, vocabulary)


def _set_faults(card: SourceCard, vocabulary: Vocabulary, *, has_all: bool) -> Iterator[CardwrightError]:
    """A fault of the card's set: missing, unknown, or in a game without sets."""
    sets, its_set = [one.id for one in vocabulary.file.set], card.entry.set
    if its_set and not sets:
        yield card.error(f"{vocabulary.file.name} has no sets", "set", "leave the key out")
    elif its_set and its_set not in sets:
        hint = did_you_mean(its_set, sets) or f"there are {', '.join(sets)}"
        yield card.error(f'unknown set "{its_set}"', "set", hint)
    elif sets and not its_set and has_all:
        yield card.error("the card has no set", "id", f'write one like set = "{sets[-1]}"')


def _kind_faults(card: SourceCard, vocabulary: Vocabulary) -> Iterator[CardwrightError]:
    """Faults that depend on the card's kind: attack, health, cost, and whether a deck may hold it."""
    entry = card.entry
    kinds = [kind.id for kind in vocabulary.kinds]
    if entry.kind not in kinds:
        meant = [kind for kind in SYNONYMS.get(entry.kind.lower(), ()) if kind in kinds]
        near = did_you_mean(entry.kind, kinds) or (f'here it is called "{meant[0]}"' if meant else None)
        yield card.error(f'unknown kind "{entry.kind}"', "kind", near or f"there are {', '.join(kinds)}")
        return
    kind = vocabulary.kinds[vocabulary.kind(entry.kind)]
    if kind.known and entry.collectible and not vocabulary.file.deck:
        reason = f"{one(kind.word)} cannot be put into a deck"
        yield card.error(reason, "kind", "write collectible = false")
    has_body = kind.piece and not kind.placeless
    for key in ("cost", "attack", "health") if has_body else ("cost",):
        value = getattr(entry, key)
        limit = vocabulary.limits.get(f"{entry.kind}_{key}", vocabulary.limits.get(key, 127))
        if not 0 <= value <= limit:
            yield card.error(f"{key} = {value} is outside the limits of the game (0 to {limit})", key)
    if has_body and entry.health == 0:
        yield card.error(f"{one(kind.word)} needs at least 1 health", "health")
    if not has_body and (entry.attack or entry.health):
        key = "attack" if entry.attack else "health"
        yield card.error(f"{one(kind.word)} has neither attack nor health", key)


def bodies_of(cards: Iterable[SourceCard]) -> dict[str, tuple[int, int]]:
    """The attack and health of the cards that have them, by id."""
    return {card.entry.id: (card.entry.attack, card.entry.health) for card in cards if card.entry.health}


def plural_of(entry: CardEntry) -> str:
    """The plural of a card's name: its own, or made by the rules of spelling.

    >>> plural_of(CardEntry(id="stone-sprout", name="Stone Sprout", kind="minion"))
    'Stone Sprouts'
    >>> plural_of(CardEntry(id="fire-fly", name="Fire Fly", kind="minion"))
    'Fire Flies'
    """
    name = entry.name
    if entry.plural:
        return entry.plural
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")
