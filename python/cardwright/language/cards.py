"""The printed cards of a game folder, as their TOML files say."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from cardwright.errors import CardwrightError
from cardwright.language.diagnostics import Problem, did_you_mean, one
from cardwright.language.folder import shown_name
from cardwright.language.printed import unfold
from cardwright.language.source import Document, about, check_keys, convert
from cardwright.language.vocabulary import Vocabulary
from cardwright.limits import CARDS, FLAVOUR, NAME
from cardwright.sources import GAME_FILE, Sources

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LIMITS = {"id": NAME, "name": NAME, "plural": NAME, "flavour": FLAVOUR, "art": FLAVOUR}
"""How long the words of a card may be; the limit of its text belongs to the language."""


class CardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The shape of a `[[card]]`."""

    id: Annotated[
        str,
        about("Permanent and of this card only: small letters, digits and hyphens. Decks and traces use it."),
    ]
    name: Annotated[
        str,
        about("What players read and write: one line, single spaces, no double quotes; of this card only."),
    ]
    kind: Annotated[str, about("One of the game's `[[kind]]`s.")]
    cost: Annotated[int, about("What it costs, in the game's currency.")] = 0
    attack: Annotated[int, about("Only for kinds that stand on the board.")] = 0
    health: Annotated[int, about("Only for kinds that stand on the board, which need at least 1.")] = 0
    needs: Annotated[
        dict[str, int],
        about("What its player must have, and does not spend, to play it: element and number."),
    ] = {}
    start: Annotated[
        dict[str, int], about("What a hero gives its player at the start: element and number.")
    ] = {}
    numbers: Annotated[
        dict[str, int],
        about("Its other printed numbers: `[[attribute]]` (beyond attack, health and cost) and number."),
    ] = {}
    rarity: Annotated[str, about("One of the game's `rarities`; may be left out.")] = ""
    text: Annotated[
        str,
        about("What it does, in the [card language](language.md); without it, nothing beyond its numbers."),
    ] = ""
    plural: Annotated[
        str, about("How texts speak of several; needed where the rules of spelling go wrong.")
    ] = ""
    hero: Annotated[str, about("The id of the hero to whose decks it is reserved.")] = ""
    elements: Annotated[
        list[str] | None,
        about("What *fire spell* and its like look for; without it and `tags`, the elements it `needs`."),
    ] = None
    tags: Annotated[list[str] | None, about("Further `[[tag]]`s of the game.")] = None
    collectible: Annotated[
        bool, about("`false` for what can only be made by other cards (a token), never be put into a deck.")
    ] = True
    flavour: Annotated[str, about("A sentence without meaning for play.")] = ""
    art: Annotated[str, about("The name of a picture; nothing shows one yet.")] = ""
    retired: Annotated[
        bool, about("`true` for a card that only old matches need; its id is never given to another.")
    ] = False


@dataclass(frozen=True)
class SourceCard:
    """A card, its file and its number there."""

    entry: CardEntry
    document: Document
    index: int
    is_inherited: bool = False
    """Whether it is a card of the game that this one is a variant of."""

    def error(self, reason: str, key: str = "", suggestion: str | None = None) -> CardwrightError:
        """An error at a key of the card."""
        return self.document.error(f'card "{self.entry.id}": {reason}', "card", self.index, key, suggestion)

    def text_error(self, problem: Problem) -> CardwrightError:
        """An error at a word of the card's text."""
        place = self.document.character("card", self.index, "text", problem.start)
        return CardwrightError(
            f'card "{self.entry.id}": {problem.reason}',
            file=self.document.name,
            line=place.line,
            column=place.column,
            suggestion=problem.suggestion,
        )


def read_cards(
    sources: Sources, vocabulary: Vocabulary, problems: list[CardwrightError] | None = None
) -> list[SourceCard]:
    """All cards of a game; faults are raised, or put into `problems` where that is given."""
    found: list[SourceCard] = []
    seen: dict[str, SourceCard] = {}
    names: dict[str, SourceCard] = {}
    left: set[str] = set()

    own_keys = [field.id for field in vocabulary.fields]
    known_keys = [*(field.encode_name for field in msgspec.structs.fields(CardEntry)), *own_keys]
    hint = "a variant replaces a card that it leaves out: [leave_out] of game.toml" if sources.base else None

    def report(error: CardwrightError) -> None:
        if problems is None:
            raise error
        problems.append(error)

    for file in sources.files("cards"):
        try:
            document = Document(file.path, shown_name(file.path))
            entries = _entries(document)
        except CardwrightError as error:
            report(error)
            continue
        for index, data in enumerate(entries):
            try:
                check_keys(document, data, known_keys, "card", index)
                whole = unfold(document, data, index, vocabulary)
                entry = convert(document, whole, CardEntry, "card", index, own_keys)
                card = SourceCard(entry, document, index, file.is_inherited)
                if file.leaves_out(card.entry.id):
                    left.add(card.entry.id)
                    continue
                if other := seen.get(card.entry.id):
                    where = other.document.place("card", other.index, "id").line
                    raise card.error(f"the id is taken by {other.document.name}:{where}", "id", hint)
                if other := names.get(card.entry.name.casefold()):
                    where = other.document.place("card", other.index, "name").line
                    raise card.error(f"the name is taken by {other.document.name}:{where}", "name", hint)
                check_entry(card, vocabulary)
            except CardwrightError as error:
                report(error)
                continue
            seen[card.entry.id] = names[card.entry.name.casefold()] = card
            found.append(card)
            if len(found) > CARDS.most:
                raise card.error(CARDS.refusal(CARDS.most, is_more=True))
    if fault := unused_names(sources, "cards", left, seen):
        report(fault)
    for card in found:
        plural = plural_of(card.entry)
        if plural.casefold() in names:
            key = "plural" if card.entry.plural else "name"
            report(
                card.error(
                    f'its plural "{plural}" is a card\'s name', key, 'add another, like plural = "..."'
                )
            )
        reserved = card.entry.hero
        if reserved and (reserved not in seen or not _is_unique(seen[reserved], vocabulary)):
            heroes = [other.entry.id for other in found if _is_unique(other, vocabulary)]
            report(card.error(f'unknown hero "{reserved}"', "hero", did_you_mean(reserved, heroes)))
    return found


def unused_names(
    sources: Sources, part: str, left: Collection[str], known: Collection[str]
) -> CardwrightError | None:
    """A name that a variant leaves out although its base has none of it, if there is one."""
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


def check_entry(card: SourceCard, vocabulary: Vocabulary) -> None:
    """Check everything of a card but its text."""
    entry = card.entry
    if not _ID.fullmatch(entry.id):
        raise card.error("an id is small letters, digits and hyphens", "id", 'write one like "ember-wisp"')
    if not entry.name.strip():
        raise card.error("the name is missing", "name")
    if not entry.name.isprintable() or entry.name != " ".join(entry.name.split()) or '"' in entry.name:
        reason = "a name is one line of words with single spaces between, without double quotes"
        raise card.error(reason, "name", "players write it in quotes")
    for key, longest in LIMITS.items():
        if len(getattr(entry, key)) > longest.most:
            raise card.error(longest.refusal(len(getattr(entry, key))), key)
    kinds = [kind.id for kind in vocabulary.kinds]
    if entry.kind not in kinds:
        hint = did_you_mean(entry.kind, kinds) or f"there are {', '.join(kinds)}"
        raise card.error(f'unknown kind "{entry.kind}"', "kind", hint)
    kind = vocabulary.kinds[vocabulary.kind(entry.kind)]
    if kind.known and entry.collectible and not vocabulary.file.deck:
        reason = f"{one(kind.word)} cannot be put into a deck"
        raise card.error(reason, "kind", "write collectible = false")
    rarities = vocabulary.file.rarities
    if entry.rarity and entry.rarity not in rarities:
        raise card.error(f'unknown rarity "{entry.rarity}"', "rarity", did_you_mean(entry.rarity, rarities))
    numbers = [attribute.id for attribute in vocabulary.attributes[3:]]
    for table, values in (("needs", entry.needs), ("start", entry.start), ("numbers", entry.numbers)):
        for name, value in values.items():
            if name not in numbers:
                what = "number" if table == "numbers" else "element"
                listed = f"there are {', '.join(numbers)}" if numbers and table == "numbers" else None
                raise card.error(f'unknown {what} "{name}"', table, did_you_mean(name, numbers) or listed)
            most = vocabulary.limits.get(name, vocabulary.limits.get("number", 99))
            if not 0 <= value <= most:
                raise card.error(f"{name} = {value} is outside the limits of the game (0 to {most})", table)
    tags = [tag.id for tag in vocabulary.tags]
    for name in (*(entry.elements or ()), *(entry.tags or ())):
        if name not in tags:
            listed = did_you_mean(name, tags) or (f"the tags are {', '.join(tags)}" if tags else None)
            raise card.error(f'unknown tag "{name}"', "elements" if entry.elements else "tags", listed)
    for key in ("cost", "attack", "health"):
        value = getattr(entry, key)
        limit = vocabulary.limits.get(f"{entry.kind}_{key}", vocabulary.limits.get(key, 127))
        if not 0 <= value <= limit:
            raise card.error(f"{key} = {value} is outside the limits of the game (0 to {limit})", key)
    if kind.piece and not kind.placeless and entry.health < 1:
        raise card.error(f"{one(kind.word)} needs at least 1 health", "health")
    if (not kind.piece or kind.placeless) and (entry.attack or entry.health):
        raise card.error(
            f"{one(kind.word)} has neither attack nor health", "attack" if entry.attack else "health"
        )


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
