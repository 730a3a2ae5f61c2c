"""Says the example of a phrase, which was written for one game, in the words of another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.language.parser import Language


OTHERS: dict[str, tuple[str, ...]] = {
    "after_fights": ("After another friendly minion attacks, draw a card.",),
    "at_place": ("Deal 2 damage to all minions in the front row.",),
    "choose": ("Choose one of three random spells and add it to your hand.",),
    "copy_all": ("Copy all minions in your hand into your units.",),
    "damage_equal": ("Deal damage equal to the number of friendly minions to a minion.",),
    "happens_damaged_by": ("Whenever a friendly minion is damaged by a minion, draw a card.",),
    "happens_uses": ("Whenever a friendly unit uses an art, this gets +1/+0.",),
    "happens_would_fall": ("Whenever another friendly minion would take fatal damage, prevent it.",),
    "happens_would_heal": ("Whenever an enemy minion would be healed, prevent it.",),
    "happens_would_take": ("Whenever another friendly minion would take damage, prevent it.",),
    "happens_would_take_from": (
        "Whenever another friendly minion would take damage from a minion, prevent it.",
    ),
    "hero_is_at": ("If your base is in town, draw a card.",),
    "it_is_stricken": (
        "Deal 1 damage to a minion. If it is frozen, draw a card.",
        "Deal 4 blunt damage to a unit. If it is poisoned, draw a card.",
    ),
    "keyword_list": ("Armoured, Immune.",),
    "no_copies": ("If your hand holds no two copies of a card, draw a card.",),
    "not_tag": (
        "Destroy all non-fire minions.",
        "Destroy all non-beast units.",
    ),
    "prevent": ("Whenever another friendly minion would take damage, prevent it.",),
    "put": ("Put a random unit from your units into your hand.",),
    "replace": ("Replace a minion by a House Hob.",),
    "reveal_top": ("Reveal the top card of your units.",),
    "scatter_to": ("Move an enemy minion to a random empty fire field.",),
    "set_figure": (
        "Set the speed of a friendly minion to 5 for 10 seconds.",
        "Set the range of a minion to 3.",
    ),
    "stricken": (
        "Destroy all frozen minions.",
        "Deal 2 damage to all poisoned minions.",
    ),
    "summon_at": (
        "Summon a Stone Sprout on each of your empty front spaces.",
        "Summon a Militiaman on each of your empty town tiles.",
        "Summon an Ember on each of your empty fire fields.",
    ),
    "summon_either": (
        "Summon a Stone Sprout or an Ember Wisp at random.",
        "Summon a Militiaman or a Soldier at random.",
        "Summon a Treant or an Ice Wall at random.",
    ),
    "take_instead": ("Whenever another friendly minion would take damage, this takes it instead.",),
    "tallied": ("Deal damage equal to the number of cards you have played this match to a minion.",),
    "this_is_stricken": ("At the end of your turn, if this is poisoned, draw a card.",),
    "this_turn_ends": ("At the end of this turn, draw a card.",),
    "type_or": (
        "Destroy a beast or demon.",
        "Destroy a beast or mage.",
    ),
    "with_two": (
        "Destroy a minion with Taunt that has Windfury.",
        "Destroy a minion with Armoured that has Immune.",
    ),
    "within": ("When played, deal 1 damage to minions within 2 fields.",),
    "within_of": (
        "Deal 2 damage to a unit and deal 1 damage to units around it within 2 tiles.",
        "Deal 2 damage to a minion and deal 1 damage to minions around it within 2 fields.",
    ),
}
"""Other examples of phrases whose own one does not make sense in every game that has them."""


class Localiser:
    """Puts the words of a game in the place of words that only other games have."""

    def __init__(self, language: Language, texts: tuple[str, ...]) -> None:
        self._language = language
        self._texts = " ".join(texts)

    def drafts(self, name: str, text: str) -> Iterator[str]:
        """The example of a phrase in the words of the game, in likely ways; the game may not read them."""
        for said in OTHERS.get(name, ()):
            yield said
            yield from self._drafts(said)
        yield from self._drafts(text)

    def _drafts(self, text: str) -> Iterator[str]:
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
