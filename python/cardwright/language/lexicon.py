"""All words a game's texts may use: literal words of the phrases, words of the vocabulary, names of cards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from cardwright.language.gamefile import DEFAULT_WORDS, Group, Kind
from cardwright.language.phrases import FAMILIES, Phrase
from cardwright.language.phrases.model import (
    ENUMERATIONS,
    ChoiceItem,
    Item,
    OptionItem,
    WordItem,
    parse_template,
)
from cardwright.language.synonyms import SYNONYMS
from cardwright.language.vocabulary import Vocabulary

COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
"""Number words; one is "a"."""

MARKS = {
    ",": "COMMA",
    ".": "DOT",
    "open": "OPEN",
    "close": "CLOSE",
    "'s": "OWN",
    ":": "COLON",
    ";": "SEMICOLON",
    "%": "PERCENT",
}
"""Punctuation and its terminals."""

CLASSES = ("INT", "STATS", "RANGE", "NAME", "NAMES")
"""Terminals of tokens that are no fixed words."""

Entry = tuple[str, str]
"""The id of a word and the word itself."""


def terminal(word: str) -> str:
    """The name of a word's terminal.

    >>> terminal("owner's"), terminal("until end of turn")
    ('OWNER_S', 'UNTIL_END_OF_TURN')
    """
    named = MARKS.get(word) or re.sub(r"[^a-z0-9]+", "_", word.lower().replace("s'", "s_")).upper()
    return f"{named}_" if named in CLASSES else named


class Lexicon:
    """The words of one game and the terminals they become."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        phrases: Iterable[Phrase],
        names: dict[str, tuple[str, str]],
        *,
        everything: bool = False,
    ) -> None:
        phrases = tuple(phrases)
        self.vocabulary = vocabulary
        self._items: dict[tuple[str, str], tuple[Item, ...]] = {}
        self.words_of_game = DEFAULT_WORDS | vocabulary.file.words
        self.categories = self._categories()
        has = {*(name for name, found in self.categories.items() if any(found.values()))}
        has |= {"known"} if any(kind.known for kind in vocabulary.kinds) else set()
        has |= {"element"} if any(resource.element for resource in vocabulary.resources) else set()
        has |= {"veiled"} if any(kind.veiled for kind in vocabulary.kinds) else set()
        has |= set(vocabulary.file.own) | set(vocabulary.zones)
        has |= {name for name in ("spaces", "seconds", "land") if name in vocabulary.file.words}
        has |= {"turn"} if "seconds" not in has else set()
        has |= {"price"} if not any("cost" in one.attributes.values() for one in vocabulary.fields) else set()
        self.phrases = tuple(
            one
            for one in phrases
            if (everything or not one.requires or one.requires in has)
            and (everything or one.name not in vocabulary.lacks)
        )
        if shared := sorted(self.categories.keys() & FAMILIES.keys()):
            raise ValueError(f"{shared} are categories and families at once")
        self.names = names
        """Card id to singular and plural name."""
        self.name_tokens = {single: ("NAME", card) for card, (single, _) in names.items()}
        self.name_tokens |= {plural: ("NAMES", card) for card, (_, plural) in names.items()}
        self.words: dict[str, str] = {}
        """Every word in lower case, and how it is written in the middle of a sentence."""
        for word in self._all_words():
            self.words.setdefault(word.lower(), word)
        self.verbs = {word for _, word in self.categories["affliction"][""]}
        """The game's own verbs; a card may have one as its name."""
        self.longest = max(word.count(" ") for word in self.words) + 1
        terminals: dict[str, str] = {}
        for word in self.words:
            other = terminals.setdefault(terminal(word), word)
            if other != word:
                raise ValueError(f"the words {other!r} and {word!r} have the same terminal")
        self.terminals = sorted(terminals)

    @cached_property
    def rows_of_words(self) -> dict[str, list[str]]:
        """By a word or row of words, the longer rows that begin with it."""
        found: dict[str, list[str]] = {}
        for row in self.words:
            parts = row.split(" ")
            for count in range(1, len(parts)):
                found.setdefault(" ".join(parts[:count]), []).append(row)
        return found

    @cached_property
    def names_by_letter(self) -> dict[str, list[str]]:
        """The names of cards by their first letter."""
        found: dict[str, list[str]] = {}
        for name in self.name_tokens:
            found.setdefault(name[:1], []).append(name)
        return found

    def template(self, phrase: Phrase, family: str = "") -> str:
        """The canonical template of a phrase in a family, with the game's own label where it has one."""
        if family and family in phrase.elsewhere:
            return phrase.elsewhere[family]
        return self.vocabulary.file.labels.get(phrase.name, phrase.template)

    def items(self, phrase: Phrase, family: str = "") -> tuple[Item, ...]:
        """The items of that template."""
        key = phrase.name, family
        if key not in self._items:
            self._items[key] = parse_template(self.template(phrase, family), self.words_of_game)
        return self._items[key]

    def _categories(self) -> dict[str, dict[str, list[Entry]]]:
        """Category to number ("" where it has none) to entries."""
        words = self.vocabulary
        rarities = words.file.rarities
        plain = {
            "plain_keyword": [(keyword.id, keyword.word) for keyword in words.bit_keywords],
            "counted_keyword": [(keyword.id, keyword.word) for keyword in words.counted_keywords],
            "stat": [(attribute.id, attribute.word) for attribute in words.attributes if attribute.stat],
            "figure": [(attribute.id, attribute.word) for attribute in words.attributes if attribute.changes],
            "resource": [(r.id, r.word) for r in words.resources if r.word and not r.fleeting],
            "fleeting": [(r.id, r.word) for r in words.resources if r.word and r.fleeting],
            "loot": [(r.id, r.word) for r in words.resources if r.word and r.loot],
            "wealth": [(r.id, r.word) for r in words.resources if r.word],
            "tag": [(tag.id, tag.word) for tag in words.tags if tag.word and tag.id not in rarities],
            "scarcity": [(tag.id, tag.word) for tag in words.tags if tag.word and tag.id in rarities],
            "lacking": [(tag.id, f"non-{tag.word}") for tag in words.tags if tag.word],
            "zone": [(zone, zone) for zone in words.zones],
            "affliction": [(status.id, status.verb) for status in words.statuses if status.verb],
            # A condition that shares its word with a keyword could not be told from it.
            "stricken": [
                (status.id, status.word)
                for status in words.statuses
                if status.verb and status.word.lower() not in {one.word.lower() for one in words.file.keyword}
            ],
            "nearness": [
                (relation.id, relation.adjective) for relation in words.relations if relation.adjective
            ],
            "lane": [(relation.id, relation.line) for relation in words.relations if relation.line],
            "place": [(place.id, place.phrase) for place in words.places],
            "same_place": [(relation.id, relation.behind) for relation in words.relations if relation.behind],
            "harm": [(tag.id, tag.word) for tag in words.tags if tag.damage],
            "ailment": [(status.id, status.noun) for status in words.statuses if status.noun],
            "ground": [(place.id, place.adjective) for place in words.places if place.adjective],
            "terrain": [(place.id, place.adjective) for place in words.places if place.terrain],
            "sound": [(sound.id, sound.word) for sound in words.sounds],
            "phase": [(phase.id, phase.word) for phase in words.phases],
            "phase_now": [(phase.id, f"it is {phase.word}") for phase in words.phases],
            "phase_comes": [(phase.id, f"it becomes {phase.word}") for phase in words.phases],
            "school": [(r.id, r.word) for r in words.resources if r.word and r.element],
            "art": [(kind.id, kind.word) for kind in words.kinds if kind.known],
            "span": [(duration.id, duration.word) for duration in words.durations if duration.seconds],
            "duration": [(duration.id, duration.word) for duration in words.durations if duration.word],
        }
        found = {name: {"": entries} for name, entries in plain.items()}
        nouns: list[Kind | Group] = [*words.kinds, *words.groups.values()]
        found["kind"] = {
            "s": [(noun.id, noun.word) for noun in nouns],
            "p": [(noun.id, noun.plural) for noun in nouns],
        }
        types = [tag for tag in words.tags if tag.plural]
        found["type"] = {
            "s": [(tag.id, tag.word) for tag in types],
            "p": [(tag.id, tag.plural) for tag in types],
        }
        found["unique"] = {
            "s": [(kind.id, kind.word) for kind in words.kinds if kind.unique],
            "p": [(kind.id, kind.plural) for kind in words.kinds if kind.unique],
        }
        found["gear"] = {
            "s": [(kind.id, kind.word) for kind in words.kinds if kind.gear],
            "p": [(kind.id, kind.plural) for kind in words.kinds if kind.gear],
        }
        counted = words.tally_words("" if "seconds" in words.file.words else self.words_of_game["turn"])
        found["tally"] = {
            "s": [(tally, single) for tally, (single, _) in counted.items()],
            "p": [(tally, several) for tally, (_, several) in counted.items()],
        }
        return found

    def _all_words(self) -> Iterable[str]:
        for phrase in self.phrases:
            templates = [
                self.template(phrase),
                *phrase.elsewhere.values(),
                *phrase.pronouns.values(),
                *phrase.aliases,
            ]
            for text in templates:
                yield from literal_words(parse_template(text, self.words_of_game))
        for enumeration in ENUMERATIONS.values():
            for words, _ in enumeration.values():
                yield from words.split()
        yield from COUNTS
        for numbers in self.categories.values():
            for entries in numbers.values():
                yield from (word for _, word in entries)

    def meant_by(self, word: str) -> list[str]:
        """This game's words for a word of other games, the likeliest first."""
        small = word.lower()
        targets = SYNONYMS.get(small) or SYNONYMS.get(small.removesuffix("s"), ())
        return [target for target in targets if all(part in self.words for part in parts_of(target))]

    def word(self, category: str, wanted: str, number: str = "") -> str:
        """How an id is written."""
        entries = self.categories[category].get(number) or self.categories[category][""]
        return next(word for entry, word in entries if entry == wanted)


def parts_of(words: str) -> list[str]:
    """The words of a piece of text, without its punctuation."""
    return [part.strip(",.") for part in words.split()]


def literal_words(items: Iterable[Item]) -> Iterable[str]:
    """The words of a template, without its slots."""
    for item in items:
        if isinstance(item, WordItem):
            if item.word not in MARKS:
                yield item.word
        elif isinstance(item, ChoiceItem):
            yield from (*item.plural, *item.singular)
        elif isinstance(item, OptionItem):
            yield from literal_words(item.items)
