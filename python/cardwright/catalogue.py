"""A game's compiled cards: loaded in milliseconds, rebuilt when the game's files have changed."""

from __future__ import annotations

import contextlib
from collections import Counter
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import Any

import msgspec

from cardwright.decks.piles import piles_of
from cardwright.errors import CardwrightError
from cardwright.files import read_bytes
from cardwright.language import LANGUAGE
from cardwright.language.diagnostics import did_you_mean
from cardwright.language.folder import source_hash
from cardwright.limits import CATALOGUE
from cardwright.paths import cache_folder, catalogues_folder, command_name, named_folders, write_whole
from cardwright.sources import Sources, all_sources, tell_of
from cardwright.warned import MOST_TOLD, tell_once

FORMAT = 1
"""The version of the catalogue's shape."""


class CardDef(msgspec.Struct, frozen=True, kw_only=True):
    """A printed card."""

    id: str
    name: str
    kind: int
    attack: int
    health: int
    cost: int
    numbers: list[int]
    keywords: int
    statuses: list[int]
    tags: int
    play: int
    target: int
    destination: int
    abilities: list[int]
    auras: list[int]
    rarity: str
    collectible: bool
    hero: str
    text: str
    digest: str
    reaches: list[str]
    flavour: str = ""
    art: str = ""
    retired: bool = False
    knows: list[int] = []
    """The cards that its piece may use, by number."""


class DeckDef(msgspec.Struct, frozen=True):
    """A ready deck."""

    name: str
    hero: str
    cards: dict[str, int]


class BrokenDef(msgspec.Struct, frozen=True, kw_only=True):
    """A card, deck or board of the user's own that is broken: where, and what is wrong with it."""

    id: str
    """Its id, a deck's or board's slug; empty where it has none or another's."""
    name: str
    file: str
    line: int | None
    column: int | None
    reason: str
    suggestion: str
    what: str = "card"

    @property
    def told(self) -> str:
        """Where it is broken and how, as errors say it."""
        return self.with_reason(self.reason)

    def with_reason(self, reason: str) -> str:
        """Another reason in the same place."""
        return str(
            CardwrightError(
                reason,
                file=self.file,
                line=self.line,
                column=self.column,
                suggestion=self.suggestion or None,
            )
        )


class Aside(msgspec.Struct, frozen=True):
    """What was set aside."""

    things: list[BrokenDef] = []
    """What is broken itself."""
    decks: dict[str, str] = {}
    """The slugs of decks that hold a broken card, with its id."""

    @property
    def cards(self) -> list[BrokenDef]:
        """The broken cards."""
        return [one for one in self.things if one.what == "card"]

    def told_of(self, what: str, slug: str) -> str | None:
        """What is wrong with a deck or board of that slug, if it was set aside."""
        return next((one.told for one in self.things if (one.what, one.id) == (what, slug)), None)


class PileInfo(msgspec.Struct, frozen=True):
    """One of the decks of a player: its zone, the kinds of cards in it and how many are usual."""

    id: str
    kinds: list[str]
    usual: int


class GameInfo(msgspec.Struct, frozen=True):
    """What a catalogue says of its game."""

    slug: str
    name: str
    rules_version: int
    vocabulary: dict[str, list[str]]
    limits: dict[str, int]
    options: dict[str, Any]
    boards: dict[str, Any]
    words: dict[str, Any]
    board: str = ""
    """The board of a match that names none."""
    table_board: str = ""
    """The board of such a match at the table; empty for the same."""
    decks: list[PileInfo] = []
    """The decks of a player, in games with several."""
    rules: str = ""
    """The slug of the game whose rules a variant is played by; empty for its own."""


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """All that a game's folder compiles to; `raw` is what the kernel reads."""

    format: int
    language: int
    operations: str
    source: str
    hash: str
    game: GameInfo
    defs: list[CardDef]
    ops: list[list[int]]
    queries: list[dict[str, int]]
    pools: list[dict[str, Any]]
    abilities: list[dict[str, int | bool]]
    auras: list[dict[str, int]]
    decks: dict[str, DeckDef]
    aliases: dict[str, str]
    aside: Aside = Aside()
    raw: bytes = b""

    @property
    def cards(self) -> list[CardDef]:
        """All cards, tokens and heroes included."""
        return self.defs[1:]

    def kind_of(self, card: CardDef) -> str:
        """The id of a card's kind."""
        return self.game.vocabulary["kinds"][card.kind]

    def is_unique(self, card: CardDef) -> bool:
        """Whether a card is of a kind that each player has one of, like a hero."""
        return bool(self.game.words["kinds"][self.kind_of(card)].get("unique", False))

    @property
    def piles(self) -> dict[str, set[int]]:
        """The decks of a player and the numbers of the kinds in each, in games with several."""
        return piles_of(self.game.vocabulary["kinds"], {pile.id: pile.kinds for pile in self.game.decks})

    def keywords_of(self, card: CardDef) -> list[str]:
        """The words of a card's keywords, with their numbers."""
        words = self.game.words["keywords"]
        found = [
            words[name]["word"]
            for bit, name in enumerate(self.game.vocabulary["keywords"])
            if card.keywords >> bit & 1
        ]
        for name, value in zip(self.game.vocabulary["statuses"], card.statuses, strict=True):
            if value:
                word = words[name]["word"] if name in words else name
                found.append(f"{word} {value}")
        return found

    def tags_of(self, card: CardDef) -> list[str]:
        """The ids of a card's tags."""
        return [name for bit, name in enumerate(self.game.vocabulary["tags"]) if card.tags >> bit & 1]

    def has_body(self, card: CardDef) -> bool:
        """Whether a card has attack and health: what is in play without standing anywhere has neither."""
        return card.health > 0 and not self.game.words["kinds"][self.kind_of(card)].get("placeless", False)

    def table_of(self, card: CardDef, field: str) -> dict[str, int]:
        """What a table of printed numbers of a card says by name, like `cost` or `produces`."""
        names = self.game.words.get("fields", {}).get(field, {})
        own = self.game.vocabulary["attributes"][3:]
        numbers = {"cost": card.cost} | dict(zip(own, card.numbers, strict=True))
        found = {name: numbers[attribute] for name, attribute in names.items() if numbers[attribute]}
        order = self.game.vocabulary["resources"]
        return dict(sorted(found.items(), key=lambda row: order.index(row[0]) if row[0] in order else -1))

    def number_of(self, card: CardDef, attribute: str) -> int | None:
        """A number of a card, the usual one where it prints none; None if cards of its kind have none."""
        names = self.game.vocabulary["attributes"]
        value = [card.attack, card.health, card.cost, *card.numbers][names.index(attribute)]
        for field, known in self.game.words.get("fields", {}).items():
            if attribute not in ([known] if isinstance(known, str) else known.values()):
                continue
            about = self.game.words["printed"][field]
            if about["kinds"] and self.kind_of(card) not in about["kinds"]:
                return None
            return value or about["usual"] or (0 if field == "cost" else None)
        return value

    def fields_text(self, card: CardDef) -> list[str]:
        """What a card's own keys of the game say beside its cost, like its speed or what it produces."""
        found = []
        for field, known in self.game.words.get("fields", {}).items():
            shown = self.game.words["printed"][field]["shown"] or "{number} {name}"
            if isinstance(known, str):
                if (number := self.number_of(card, known)) is not None:
                    found.append(shown.format(name=field, number=number))
            elif field != "cost" and (numbers := self.table_of(card, field)):
                listed = (shown.format(name=name, number=number) for name, number in numbers.items())
                found.append(f"{field} {', '.join(listed)}")
        return found

    @property
    def has_prices(self) -> bool:
        """Whether cards cost several things at once."""
        return isinstance(self.game.words.get("fields", {}).get("cost"), dict)

    def cost_of(self, card: CardDef) -> int:
        """What a card costs, everything it is paid with taken together."""
        return sum(self.table_of(card, "cost").values()) if self.has_prices else card.cost

    def cost_text(self, card: CardDef) -> str:
        """What a card costs, by what it is paid with where that is not one thing for all."""
        if not self.has_prices:
            return str(card.cost)
        price = self.table_of(card, "cost")
        return ", ".join(f"{number} {name}" for name, number in price.items()) or "0"

    def card(self, name: str) -> CardDef:
        """The card of that id or name, capitals aside; an unknown one is an error with the nearest."""
        wanted = name.strip().lower()
        for card in self.cards:
            if wanted in (card.id, card.name.lower()):
                return card
        for broken in self.aside.cards:
            if wanted and wanted in (broken.id, broken.name.lower()):
                raise CardwrightError(f'the card "{name}" is broken: {broken.told}')
        known = [word for card in self.cards for word in (card.name, card.id)]
        raise CardwrightError(f'{self.game.slug} has no card "{name}"', suggestion=did_you_mean(name, known))

    @property
    def broken(self) -> dict[str, str]:
        """Of every card that was set aside, by id, that it is broken and where."""
        return {one.id: f'the card "{one.id}" is broken: {one.told}' for one in self.aside.cards if one.id}

    def index(self, name: str) -> int:
        """The number of the card of that id or name, by which the kernel knows it and `defs` lists it."""
        return self.defs.index(self.card(name))

    def deck(self, name: str) -> DeckDef:
        """The deck of that slug or alias; an unknown one is an error with the nearest."""
        slug = self.aliases.get(name, name)
        if card := self.aside.decks.get(slug):
            raise CardwrightError(f'the deck "{name}" cannot be used: {self.broken[card]}')
        if slug not in self.decks and (told := self.aside.told_of("deck", slug)):
            raise CardwrightError(f'the deck "{name}" is broken: {told}')
        if slug not in self.decks:
            known = [*self.decks, *self.aliases]
            hint = did_you_mean(name, known) or f"there are {', '.join(known) or 'none'}"
            raise CardwrightError(f'{self.game.slug} has no deck "{name}"', suggestion=hint)
        return self.decks[slug]


def sources_of(slug: str) -> Sources:
    """Where a game comes from; an unknown one is an error with the nearest."""
    found, aside = all_sources()
    for one in aside:
        if slug not in found and slug == one.path.name:
            raise one.fault
    tell_of(aside)
    if slug not in found:
        hint = did_you_mean(slug, found) or (f"the games are {', '.join(found)}" if found else None)
        raise CardwrightError(f'there is no game "{slug}"', suggestion=hint)
    return found[slug]


def game_folder(slug: str) -> Path:
    """The folder of a game; an unknown one is an error with the nearest."""
    return sources_of(slug).folder


def cached_catalogue(sources: Sources, source: str) -> Path:
    """The file of the user's cache for a game and the hash of its sources."""
    return cache_folder() / "catalogues" / f"{sources.slug}-{source[:16]}.json"


def _with_places(sources: Sources, source: str) -> str:
    """A hash of sources that knows where they lie: what was set aside names its files as seen from here."""
    places = [Path.cwd(), *(folder.resolve() for folder, _ in sources.layers())]
    return sha256("\0".join([source, *map(str, places)]).encode()).hexdigest()


def load(slug: str, *, packs: bool = True, decks: bool = True) -> Catalogue:
    """The catalogue of a game: the shipped one if current, else one of the user's cache, else a new one.

    Without `packs` it is that of the game without anything added by the user, without `decks` one without
    ready decks. What is broken of the user's own is set aside, with a warning.
    """
    sources = sources_of(slug)
    sources = sources if packs else sources.without_packs()
    sources = sources if decks else sources.without_decks()
    source = source_hash(sources)
    cached = cached_catalogue(sources, source)
    for path in (catalogues_folder() / f"{slug}.json", cached):
        if catalogue := _current(path, source):
            return catalogue
    placed = cached_catalogue(sources, _with_places(sources, source))
    if catalogue := _current(placed, source):
        return _warned(catalogue)
    from cardwright.language.aside import build_sound  # only here: it needs the parser
    from cardwright.language.catalogue_build import build_catalogue

    try:
        raw = build_catalogue(sources)
    except CardwrightError:
        raw = build_sound(sources)
        cached = placed
    with contextlib.suppress(CardwrightError):  # a cache that cannot be written only costs time
        write_whole(cached, raw)
    return _warned(decode(raw))


def _warned(catalogue: Catalogue) -> Catalogue:
    """Warn once of what was set aside."""
    for text, fault in aside_texts(catalogue):
        tell_once(text, fault)
    return catalogue


def aside_texts(catalogue: Catalogue) -> list[tuple[str, str]]:
    """What was set aside, a sentence for each fault, and what an error about it says.

    What has the same fault, like the cards of one unreadable file, shares a sentence.
    """
    by_fault: dict[str, list[BrokenDef]] = {}
    for one in catalogue.aside.things:
        by_fault.setdefault(one.told, []).append(one)
    shared = list(by_fault.values())
    shown = shared if len(shared) <= MOST_TOLD else shared[: MOST_TOLD - 1]
    found = [
        (things[0].with_reason(f"{_named(things)}: {things[0].reason}"), things[0].told) for things in shown
    ]
    if rest := [one for things in shared[len(shown) :] for one in things]:
        counts = Counter(one.what for one in rest)
        listed = [f"{count} more {what}{'s' * (count != 1)}" for what, count in counts.items()]
        more = " and ".join([*filter(None, [", ".join(listed[:-1])]), listed[-1]])
        found.append((f"{more} {'is' if len(rest) == 1 else 'are'} set aside; {lint_advice(catalogue)}", ""))
    return found


def _named(things: list[BrokenDef]) -> str:
    """That some things are set aside."""
    what = things[0].what
    names = [f'"{one.id or one.name}"' for one in things if one.id or one.name]
    if not names:
        return f"its {what}s are set aside"
    if len(names) == 1:
        return f"{what} {names[0]} is set aside"
    more = f" and {len(names) - 2} more" if len(names) > 3 else ""
    listed = f"{', '.join(names[:2])}{more}" if more else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{what}s {listed} are set aside"


def lint_advice(catalogue: Catalogue) -> str:
    """The command that tells all that is wrong."""
    from cardwright.language.folder import shown_name

    folders = "".join(f" --with {quote(shown_name(path))}" for path in named_folders())
    return f"all that is wrong: {command_name()} cards lint {catalogue.game.slug}{folders}"


def decode(raw: bytes) -> Catalogue:
    """A catalogue of its bytes."""
    return msgspec.structs.replace(msgspec.json.decode(raw, type=Catalogue), raw=raw)


def carried(raw: bytes) -> bytes:
    """A catalogue with the operation table's rows that it uses, so that later kernels can read it."""
    from cardwright.language.operations import operations

    document = msgspec.json.decode(raw)
    if "table" in document:
        return raw
    used = {op[0] for op in document["ops"]}
    rows = [row for row in operations()["operations"] if row["code"] in used]
    document["table"] = [[row["code"], row["name"], row["operands"]] for row in rows]
    return msgspec.json.encode(document, order="sorted")


def adopted(raw: bytes) -> bytes:
    """A carried catalogue for the kernel at hand: whatever its programs use must mean the same today."""
    from cardwright.language.operations import operations

    document = msgspec.json.decode(raw)
    today = operations()
    if document["operations"] == today["hash"]:
        return raw
    known = {row["code"]: (row["name"], row["operands"]) for row in today["operations"]}
    for code, name, operands in document.get("table", [[None, "its table", []]]):
        # A field that was not used is 0, and 0 in an operand that came later means what it meant without.
        now, fields = known.get(code, ("", []))
        if now != name or not all(list(operand) in map(list, fields) for operand in operands):
            raise CardwrightError(f"the operation {name} is not what it was")
    document["operations"] = today["hash"]
    return msgspec.json.encode(document, order="sorted")


def _read(path: Path) -> Catalogue | None:
    try:
        return decode(read_bytes(path, CATALOGUE))
    except (CardwrightError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _current(path: Path, source: str) -> Catalogue | None:
    """The catalogue in a file, if it is made of these sources and for this kernel."""
    catalogue = _read(path)
    is_right = catalogue and catalogue.source == source and _is_current(catalogue)
    return catalogue if is_right else None


def _is_current(catalogue: Catalogue) -> bool:
    if (catalogue.format, catalogue.language) != (FORMAT, LANGUAGE):
        return False
    try:
        from cardwright.language.operations import operations

        return bool(operations()["hash"] == catalogue.operations)
    except CardwrightError:
        return True  # without the kernel there is nothing it could disagree with
