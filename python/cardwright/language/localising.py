"""Says the example of a phrase, which was written for one game, in the words of another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.language.parser import Language


class Localiser:
    """Puts the words of a game in the place of words that only other games have."""

    def __init__(self, language: Language, texts: tuple[str, ...]) -> None:
        self._language = language
        self._texts = " ".join(texts)

    def drafts(self, text: str) -> Iterator[str]:
        """The text in the words of the game, in likely ways; the game may not read them."""
        for others in self._words:
            said = text
            for pattern, word in others:
                said = re.sub(rf"\b{pattern}\b", word, said)
            if said != text:
                yield re.sub(
                    r"\b([Aa]) (?=[aeioAEIO])", r"\1n ", re.sub(r"\b([Aa])n (?=[^aeioAEIO])", r"\1 ", said)
                )

    @cached_property
    def _words(self) -> list[list[tuple[str, str]]]:
        """Patterns and the words in their place: nouns alone, then all."""
        lexicon, kinds = self._language.lexicon, self._language.vocabulary.kinds
        nouns: list[tuple[str, str]] = []
        body = next((kind for kind in kinds if kind.piece and not kind.unique), None)
        hero = next((kind for kind in kinds if kind.unique), None)
        for one, single, plural in (
            (body, "(?:minion|unit|creature)", "(?:minions|units|creatures)"),
            (hero, "(?:hero|base)", "(?:heroes|bases)"),
        ):
            if one:
                nouns += [(plural, one.plural), (single, one.word)]
        found = list(nouns)
        found += self._first("plain_keyword", "(?:Taunt|Haste|Surefooted|Flying|Swift)")
        found += self._first("resource", r"(?:fire|earth|wind|arcane|gold)(?= you have|\.|,| to\b)")
        found += self._first("tag", "(?:fire|wind|earth)(?= (?:minions?|cards?|spells?))")
        found += self._first("place", "(?:on desert|in town|at the front)")
        found += self._first("duration", "until end of turn")
        found += self._first("affliction", "(?:stun|root|immobilise|freeze)")
        found += [(word.title(), verb.title()) for word, verb in self._first("affliction", "Stun|Root")]
        words = lexicon.words_of_game
        found += [
            ("(?:space|tile|location|place)(?=[.,])", words["space"]),
            ("element|school", words["element"]),
        ]
        if "seconds" in words:
            found.append(("[Aa]t the (?:end|start) of your turn", "Every 10 seconds"))
        found += self._names()
        if not lexicon.categories["affliction"][""]:
            found.append(("stun the target", "deal 1 damage to the target"))
        # In some games no text touches the heroes.
        aside = [("your hero", "a random friendly minion"), ("the enemy hero", "a random enemy minion")]
        return [nouns, found, [*aside, *found]]

    def _first(self, sort: str, pattern: str) -> list[tuple[str, str]]:
        """The first word of a sort, in the place of words of that sort of other games."""
        entries = self._language.lexicon.categories[sort][""]
        return [(pattern, entries[0][1])] if entries else []

    def _names(self) -> list[tuple[str, str]]:
        """Cards that the game's texts name, in the place of cards of other games."""
        names = self._language.lexicon.names
        named = [card for card in self._language.bodies if names.get(card, ("",))[0] in self._texts]
        known = re.findall(r"Knows ([^.]+)\.", self._texts)
        parts = dict.fromkeys(name for one in known for name in re.split(", | and ", one))
        arts = [name for name in parts if name in self._language.lexicon.name_tokens]
        found = []
        if named:
            single, plural = names[named[0]]
            found += [("(?:Stone Sprouts|Treants)", plural), ("(?:Stone Sprout|Treant|Ice Wall)", single)]
        for old, new in zip(("Fireball", "Quake", "Sky Air Blast"), arts, strict=False):
            found.append((old, new))
        return found
