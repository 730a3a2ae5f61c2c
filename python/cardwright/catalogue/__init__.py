"""Catalogues: a game's compiled cards, as the kernel reads them and everything else asks about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from cardwright.basics.suggestions import did_you_mean, nearest
from cardwright.catalogue.patterns import Field, draw, letters_of
from cardwright.errors import CardwrightError

FORMAT = 1
"""The version of the catalogue's shape."""


OWN_SPACE = 3
"""The destination of a card whose player chooses a free space; above it come lines, by their relation."""


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
    second: int = -1
    """The query of the target that is chosen after the first one; -1 for none."""
    knows: list[int] = []
    """The cards that its piece may use, by number."""
    modes: list[dict[str, int]] = []
    """The programs that its player chooses from, in place of its own."""
    own_cost: dict[str, int] = {}
    """A query and how much less the card costs for each match; empty if its cost is its own."""
    set: str = ""
    """The id of its set, in games with sets."""
    own: dict[str, list[list[int]]] = {}
    """What only the rules of its game read, such as the `pattern` that it costs."""

    @property
    def line(self) -> int:
        """The relation, counted from 1, of which its player chooses a line; 0 if they choose none."""
        return max(self.destination - OWN_SPACE, 0)

    @property
    def options(self) -> list[str]:
        """The texts that its player chooses from, as "choose one" lists them; none without modes."""
        _, _, listed = self.text.partition("hoose one: ")
        first, _, second = listed.partition("; or ")
        return [first, second.partition(". ")[0].rstrip(".")] if self.modes and second else []


class DeckDef(msgspec.Struct, frozen=True):
    """A ready deck."""

    name: str
    hero: str
    cards: dict[str, int]


class BrokenDef(msgspec.Struct, frozen=True, kw_only=True):
    """A broken card, deck or board of the user's own: where it is, and what is wrong with it."""

    id: str
    """Its id, or a deck's or board's slug; empty if it has none or one that is taken."""
    name: str
    file: str
    line: int | None
    column: int | None
    reason: str
    suggestion: str
    what: str = "card"

    @property
    def told(self) -> str:
        """Where and how it is broken, in the words of an error."""
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
    """The things that were set aside."""

    things: list[BrokenDef] = []
    """The broken things themselves."""
    decks: dict[str, str] = {}
    """The slugs of decks that hold a broken card, with its id."""

    @property
    def cards(self) -> list[BrokenDef]:
        """The broken cards."""
        return [one for one in self.things if one.what == "card"]

    def told_of(self, what: str, slug: str) -> str | None:
        """The fault of the deck or board of that slug, if it was set aside."""
        return next((one.told for one in self.things if (one.what, one.id) == (what, slug)), None)


class PileInfo(msgspec.Struct, frozen=True):
    """One of the decks of a player: its zone, the kinds of cards in it and how many are usual."""

    id: str
    kinds: list[str]
    usual: int


class GameInfo(msgspec.Struct, frozen=True):
    """Facts about the game of a catalogue."""

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
    trial_board: str = ""
    """The board that speed is measured on and scenarios are played on; empty if it is the same."""
    decks: list[PileInfo] = []
    """The decks of a player, in games with several."""
    sets: list[dict[str, str]] = []
    """The sets of cards: id, name and help."""
    formats: dict[str, list[str]] = {}
    """The formats by name, each with the ids of its sets."""
    copies: dict[str, int] = {}
    """By rarity, how many copies of a card a deck may hold, where it is not the game's limit."""
    rules: str = ""
    """For a variant, the slug of the game whose rules it uses; else empty."""


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """A compiled game folder; `raw` is the document that the kernel reads."""

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
    auras: list[dict[str, int | bool]]
    decks: dict[str, DeckDef]
    """All ready decks, those on shelves by `SHELF/NAME`."""
    aliases: dict[str, str]
    best_agent: str = ""
    """The agent that people play against if they name none; empty if the game does not say."""
    aside: Aside = Aside()
    raw: bytes = b""

    @property
    def cards(self) -> list[CardDef]:
        """All cards, tokens and heroes included."""
        return self.defs[1:]

    @property
    def ready(self) -> list[str]:
        """The slugs of the ready decks that lie on no shelf: all decks, where nobody names a shelf."""
        return [deck for deck in self.decks if "/" not in deck]

    @property
    def shelves(self) -> dict[str, list[str]]:
        """The shelves by name, each with the names of its decks."""
        found: dict[str, list[str]] = {}
        for deck in self.decks:
            if "/" in deck:
                found.setdefault(deck.rpartition("/")[0], []).append(deck)
        return found

    def kind_of(self, card: CardDef) -> str:
        """The id of a card's kind."""
        return self.game.vocabulary["kinds"][card.kind]

    def is_unique(self, card: CardDef) -> bool:
        """Whether each player has exactly one card of its kind, like a hero."""
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
        """Whether a card has attack and health; spells and pieces that stand nowhere have neither."""
        return card.health > 0 and not self.game.words["kinds"][self.kind_of(card)].get("placeless", False)

    def table_of(self, card: CardDef, field: str) -> dict[str, int]:
        """A card's table of printed numbers, such as `cost` or `produces`, by name."""
        names = self.game.words.get("fields", {}).get(field, {})
        own = self.game.vocabulary["attributes"][3:]
        numbers = {"cost": card.cost} | dict(zip(own, card.numbers, strict=True))
        found = {name: numbers[attribute] for name, attribute in names.items() if numbers[attribute]}
        order = self.game.vocabulary["resources"]
        return dict(sorted(found.items(), key=lambda row: order.index(row[0]) if row[0] in order else -1))

    def number_of(self, card: CardDef, attribute: str) -> int | None:
        """A number of a card, or the usual one if none is printed; None if its kind has no such number."""
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
        """The card's printed numbers beside its cost, such as its speed or what it produces."""
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
        """Whether a card may cost several resources at once."""
        return isinstance(self.game.words.get("fields", {}).get("cost"), dict)

    @property
    def has_patterns(self) -> bool:
        """Whether a card costs a pattern of lands."""
        return "pattern" in self.game.limits

    @property
    def has_several(self) -> bool:
        """Whether a card's cost is more than a number of one thing."""
        return self.has_prices or self.has_patterns

    @property
    def lands(self) -> list[str]:
        """The kinds of ground that a board of hexagons is made of, by id."""
        found: list[str] = self.game.words.get("lands", [])
        return found

    def pattern_of(self, card: CardDef) -> dict[Field, str]:
        """The fields of the pattern that a card costs, each with the id of its land."""
        places = self.game.vocabulary["places"]
        return {(q, r): places[land - 1] for q, r, land in card.own.get("pattern", ())}

    def pattern_rows(self, card: CardDef) -> list[str]:
        """The pattern that a card costs, drawn as rows of letters; none if it costs none."""
        pattern = self.pattern_of(card)
        return draw(pattern, letters_of(self.lands)) if pattern else []

    def pattern_letters(self, card: CardDef) -> str:
        """The pattern that a card costs in short: how many fields of each land, by its letter."""
        letters = letters_of(self.lands)
        return "".join(f"{number}{letters[land]}" for land, number in self.price_of(card).items())

    def price_of(self, card: CardDef) -> dict[str, int]:
        """What a card costs by resource or land, where its cost is more than a number."""
        if self.has_prices:
            return self.table_of(card, "cost")
        counted = Counter(self.pattern_of(card).values())
        return {land: counted[land] for land in self.lands if counted[land]}

    def cost_of(self, card: CardDef) -> int:
        """What a card costs, the sum over all resources."""
        return sum(self.table_of(card, "cost").values()) if self.has_prices else card.cost

    def cost_text(self, card: CardDef) -> str:
        """What a card costs, by resource or land where cards cost several."""
        if not self.has_several:
            return str(card.cost)
        return ", ".join(f"{number} {name}" for name, number in self.price_of(card).items()) or "0"

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
        """By id of each card that was set aside, a sentence that says where it is broken."""
        return {one.id: f'the card "{one.id}" is broken: {one.told}' for one in self.aside.cards if one.id}

    def index(self, name: str) -> int:
        """The number of the card of that id or name: its place in `defs`, and the kernel's number for it."""
        return self.defs.index(self.card(name))

    def deck(self, name: str) -> DeckDef:
        """The deck of that slug or alias; an unknown one is an error with the nearest."""
        slug = self.aliases.get(name, name)
        if card := self.aside.decks.get(slug):
            raise CardwrightError(f'the deck "{name}" cannot be used: {self.broken[card]}')
        if slug not in self.decks and (told := self.aside.told_of("deck", slug)):
            raise CardwrightError(f'the deck "{name}" is broken: {told}')
        if slug not in self.decks:
            raise CardwrightError(f'{self.game.slug} has no deck "{name}"', suggestion=self._deck_hint(name))
        return self.decks[slug]

    def _deck_hint(self, name: str) -> str:
        """What may be meant by the name of a deck that there is not."""
        shelves = self.shelves
        if name in shelves:
            return f"that is a shelf: name one of its decks, such as {shelves[name][0]}"
        if hint := did_you_mean(name, [*self.decks, *self.aliases]):
            return hint
        shelf, _, last = name.rpartition("/")
        if shelf in shelves:
            return f"the shelf {shelf} has {', '.join(shelves[shelf])}"
        lasts = {deck.rpartition("/")[2]: deck for shelved in shelves.values() for deck in shelved}
        if meant := nearest(last, lasts):
            return f'did you mean "{lasts[meant]}"?'
        known = [*self.ready, *self.aliases, *(f"the shelf {shelf}" for shelf in shelves)]
        return f"there are {', '.join(known) or 'none'}"


def decode(raw: bytes) -> Catalogue:
    """The catalogue in these bytes."""
    return msgspec.structs.replace(msgspec.json.decode(raw, type=Catalogue), raw=raw)


def piles_of(kinds: Sequence[str], piles: Mapping[str, Collection[str]]) -> dict[str, set[int]]:
    """The piles with the numbers of their kinds.

    >>> piles_of(["unit", "spell", "item"], {"men": ["unit"], "things": ["spell", "item"]})
    {'men': {0}, 'things': {1, 2}}
    """
    return {pile: {kinds.index(kind) for kind in names if kind in kinds} for pile, names in piles.items()}
