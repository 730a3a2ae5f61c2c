"""The reference page of the files of cards, decks, packs and games, made from the shapes that read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from cardwright.basics.limits import all_limits
from cardwright.decks import Deck
from cardwright.language.cards import CardEntry
from cardwright.language.gamefile import CAPACITIES, TABLES, Budget, GameFile
from cardwright.language.hexes import HexFile
from cardwright.language.maps import MapFile
from cardwright.language.vocabulary import Vocabulary, load_vocabulary
from cardwright.sources import PACK_KEYS, Sources

TYPES: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "whole number",
    inspect.FloatType: "number",
    inspect.BoolType: "true or false",
    inspect.ListType: "list",
    inspect.DictType: "table",
    inspect.StructType: "table",
}
"""Plain names of the types of TOML."""

PRINTED = ("cost", "attack", "health")
"""Numbers of a card that the game limits."""

LIMITS = {
    "deck": "Cards of a deck, exactly.",
    "deck_least": "Cards of a deck, at least.",
    "deck_most": "Cards of a deck, at most.",
    "deck_usual": "Cards of a random deck, where a deck may hold more or fewer.",
    "minutes": "After this many minutes the match is a draw.",
    "copies": "Copies of one card in a deck, at most; `[copies]` has other numbers by rarity.",
    "hand": "Cards a hand holds; one more is lost.",
    "triggers": "Abilities that one action may set off, at most.",
    "income": "Gold that a player is given each turn.",
    "turns": "After this many turns the match is a draw.",
    "mana_limit": "Mana of a turn, at most; where mana is kept, what a player holds of a resource.",
    "opening_hand": "Cards drawn before the first turn.",
    "second_opening_hand": "The same for the second player; as many as `opening_hand` if it is not said.",
    "cost": "`cost` of a card, at most; `<kind>_cost` for one kind.",
    "attack": "`attack` of a card, at most; `<kind>_attack` for one kind.",
    "health": "`health` of a card, at most; `<kind>_health` for one kind.",
    "number": "Any number in a card's `text`, `needs`, `start` and `numbers`, at most; "
    "`<attribute>` for one of them.",
    "pattern": "Fields of a card's `pattern`, at most; only a game with this limit has patterns.",
    "reach": "How many steps from the anchor a field of a pattern may lie.",
    "targets": "Targets that the text of a card may choose, at most; 1 if it is not said.",
    "effects": "Effects in force at once; not above what the kernel has room for.",
    "pieces": "Pieces at once; not above what the kernel has room for.",
}
"""The meanings of the limits that a game may set."""


class Field(msgspec.Struct, frozen=True):
    """One key of a file: its type, its default and its meaning."""

    name: str
    type: str
    default: str
    meaning: str


def fields(shape: type[msgspec.Struct]) -> list[Field]:
    """The keys of a shape; one that does not say what it means is a fault of the shape."""
    found = inspect.type_info(shape)
    assert isinstance(found, inspect.StructType)
    rows = []
    for field in found.fields:
        kind, meaning = field.type, ""
        if isinstance(kind, inspect.Metadata):
            meaning = str((kind.extra_json_schema or {}).get("description", ""))
            kind = kind.type
        if not meaning:
            raise ValueError(f"{shape.__name__}.{field.name} does not say what it means: about(...)")
        rows.append(Field(field.encode_name, _type(kind), _default(field), meaning))
    return rows


def _type(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.UnionType):
        [kind] = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
    if isinstance(kind, inspect.ListType) and isinstance(kind.item_type, inspect.StructType):
        return "list of tables"
    if isinstance(kind, inspect.ListType):
        return f"list of {_plural(kind.item_type)}"
    if isinstance(kind, inspect.DictType) and type(kind.value_type) in TYPES:
        return f"table of {_plural(kind.value_type)}"
    return TYPES[type(kind)]


def _plural(kind: inspect.Type) -> str:
    first, of, rest = _type(kind).partition(" of ")
    return f"{first}s{of}{rest}"


def _default(field: inspect.Field) -> str:
    if field.required:
        return "*required*"
    value: Any = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else "none"


def fields_page(folder: Path | Sources, others: Mapping[str, Path | Sources] | None = None) -> str:
    """The page, in Markdown, with the values of one game; `others` are games that have pages of their own."""
    words = load_vocabulary(folder)
    lines = [
        "# The files of cards, decks, packs and games",
        "",
        "<!-- Made by `docs/generate.py`; do not edit. -->",
        "",
        "Every key that a file may have; any other key is an error with its line. Only cards may have "
        "further keys, if a `[[field]]` of their game names them. "
        f"Values are those of {words.file.name}; for the `numbers` of another "
        "game, see the end of `cardwright cards reference GAME`.",
        "",
        *_card_part(words, others or {}),
        *_deck_part(words),
        *_game_part(words),
        "## How large things may be",
        "",
        "Anything larger is refused with its size and its limit, before any of it is read. Devices are",
        "refused too, and pipes unless a command names them (`replay <(zcat old.trace.gz)`).",
        "",
        "| what | at most |",
        "| --- | --- |",
        *(f"| {limit.what.rstrip(',')} | {limit.size} |" for limit in all_limits()),
        "",
    ]
    return "\n".join(lines).rstrip() + "\n"


def _card_part(words: Vocabulary, others: Mapping[str, Path | Sources]) -> list[str]:
    return [
        "## A card",
        "",
        "A file below `cards/` holds any number of `[[card]]` tables; its name does not matter.",
        "",
        *table_of(fields(CardEntry)),
        "",
        *(line for page, other in others.items() for line in _own_keys(page, other)),
        *_values(words),
        "",
        "```toml",
        "[[card]]",
        'id     = "cinder-hound"',
        'name   = "Cinder Hound"',
        'kind   = "minion"',
        "cost   = 3",
        "needs  = { fire = 2 }",
        "attack = 3",
        "health = 2",
        'rarity = "common"',
        'text   = "When this dies, deal 2 damage to a random enemy."',
        "```",
        "",
    ]


def _deck_part(words: Vocabulary) -> list[str]:
    """Decks, maps and packs."""
    return [
        "## A deck",
        "",
        "A file in `decks/` is one deck, and its name without `.toml` is what commands call it. "
        f"It holds {words.limits.get('deck', 'any number of')} cards, "
        f"at most {words.limits.get('copies', 99)} of each. "
        "Decks as text, for pasting, are in [packs](../packs.md).",
        "",
        "A folder below `decks/` is a shelf: commands call its decks `SHELF/NAME`, and use them only if the",
        "shelf is named.",
        "",
        *table_of(fields(Deck)),
        "",
        "In games with several decks for each player, `[[deck]]` of `game.toml` names the tables instead of",
        "`[cards]`, and a card stands in the table of its kind.",
        "",
        "## A map",
        "",
        "In games whose `[[place]]`s include terrain, a file below `boards/` is a map: rows of tiles, each",
        "the first letter of a terrain. Boards of other games have whatever keys their rules read.",
        "",
        *table_of(fields(MapFile)),
        "",
        "## A board of hexagons",
        "",
        'In games with `tiling = "hexagons"`, a file below `boards/` is a drawing: the letter of a field is',
        "the first of its land; a dot is the last land of the game, which fields usually have at first.",
        "",
        *table_of(fields(HexFile)),
        "",
        "## A pack",
        "",
        "`pack.toml` is optional; [packs](../packs.md) says what a pack is.",
        "",
        *table_of([Field(name, _name(kind), "none", meaning) for name, (kind, meaning) in PACK_KEYS.items()]),
        "",
    ]


def _game_part(words: Vocabulary) -> list[str]:
    lines = [
        "## A game or a variant",
        "",
        "`game.toml` of a variant names `rules` and whatever else is different: its tables are laid over the",
        "base's key by key, its lists of tables by `id`; everything else is replaced. Keys that are",
        "*required* here come from the base; only `name` is always needed.",
        "",
        *table_of(fields(GameFile)),
        "",
        "The limits of the game, in the table `[limits]`:",
        "",
        *_limits(words),
        "",
    ]
    for name, shape in TABLES.items():
        lines += [f"### `[[{name}]]`", "", *_doc(shape), "", *table_of(fields(shape)), ""]
    lines += ["### `[budget]`", "", *_doc(Budget), "", *table_of(fields(Budget)), ""]
    return lines


def _own_keys(page: str, folder: Path | Sources) -> Iterator[str]:
    """A line for another game whose cards have further keys, with a link to their explanation."""
    words = load_vocabulary(folder)
    if not words.fields:
        return
    shown = [f"`{field.id}`" + (" (a table)" if field.attributes else "") for field in words.fields]
    yield (
        f"In {words.file.name} cards have keys of the game's own: {', '.join(shown[:-1])} and {shown[-1]}; "
        f"[its page]({page}#keys-of-its-cards) says what they hold."
    )
    yield ""


def _name(kind: str) -> str:
    return {"int": "whole number", "str": "text", "list[str]": "list of texts"}[kind]


def _doc(shape: type[msgspec.Struct]) -> list[str]:
    return [str(shape.__doc__).splitlines()[0]]


def table_of(rows: Sequence[Field]) -> list[str]:
    """The keys of a file as a table of Markdown."""
    lines = ["| key | type | without it | meaning |", "| --- | --- | --- | --- |"]
    return lines + [f"| `{row.name}` | {row.type} | {row.default} | {row.meaning} |" for row in rows]


def _values(words: Vocabulary) -> Iterator[str]:
    """The values that the keys of a card may have in a game."""
    yield "| key | in this game |"
    yield "| --- | --- |"
    yield f"| `kind` | {_listed(kind.id for kind in words.kinds)} |"
    yield f"| `rarity` | {_listed(words.file.rarities)} |"
    elements = [attribute.id for attribute in words.attributes[3:]]
    yield f"| `needs`, `start` | {_listed(elements)}; each 0 to {words.limits.get('number', 99)} |"
    yield f"| `elements`, `tags` | {_listed(tag.id for tag in words.tags)} |"
    for key in PRINTED:
        most = words.limits.get(key, 127)
        others = [
            f"{kind.id} 0 to {words.limits[f'{kind.id}_{key}']}"
            for kind in words.kinds
            if f"{kind.id}_{key}" in words.limits
        ]
        yield f"| `{key}` | {', '.join([f'0 to {most}', *others])} |"


def _listed(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _limits(words: Vocabulary) -> list[str]:
    lines = ["| limit | here | meaning |", "| --- | --- | --- |"]
    for name in dict.fromkeys((*words.limits, *CAPACITIES)):
        kind, _, printed = name.rpartition("_")
        meaning = LIMITS.get(name)
        if meaning is None and printed in PRINTED and kind in [one.id for one in words.kinds]:
            meaning = f"`{printed}` of a {kind}, at most."
        elif meaning is None and name in [attribute.id for attribute in words.attributes[3:]]:
            meaning = f"`{name}` of a card, at most."
        if meaning is None:
            raise ValueError(f"the limit {name} does not say what it means: LIMITS")
        value = words.limits.get(name, "as the kernel has room")
        lines.append(f"| `{name}` | {value} | {meaning} |")
    return lines
