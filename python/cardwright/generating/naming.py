"""Names for generated cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from cardwright.generating.data import GeneratorData, Style, span_of

VOWELS = "aeiou"
CONSONANTS = "bcdfghjklmnpqrstvwxyz"
INVENTED = "invented"
"""The slot of a form that a new word fills."""

_SLOT = re.compile(r"\{(\w+)\}")


class Namer:
    """Makes names by a style, from one stream of chance."""

    def __init__(self, data: GeneratorData, style: str, chance: Random) -> None:
        self.data, self.chance = data, chance
        self.style: Style = next(one for one in data.style if one.id == style)

    def name(self, kind: str, identities: Sequence[str]) -> str:
        """A name for a card of a kind; the words come from its identities in turn."""
        turns = [*identities]
        form = self._one(self.style.forms[kind])

        def word(slot: re.Match[str]) -> str:
            if slot[1] == INVENTED:
                return self.invented()
            of = turns[0] if turns else ""
            found = self._words(slot[1], of)
            if turns and any(one.of for one in self.data.words if one.id == slot[1]):
                turns.append(turns.pop(0))
            return self._one(found)

        return _capitals(_SLOT.sub(word, form))

    def invented(self) -> str:
        """A word that does not exist: vowels that alternate with one or two consonants."""
        letters = span_of(self.style.letters)
        length = letters[0] + int(self.chance.random() * (letters[1] - letters[0] + 1))
        word, is_vowel = "", self.chance.random() < 0.5
        while len(word) < length:
            if is_vowel:
                word += self._one(VOWELS)
            else:
                for _ in range(1 + int(self.chance.random() * 2)):
                    word += self._one(CONSONANTS)
            is_vowel = not is_vowel
        return word[:length]

    def _words(self, name: str, of: str) -> Sequence[str]:
        lists = [one for one in self.data.words if one.id == name]
        fitting = [one for one in lists if one.of in ("", of)] or lists
        return [word for one in fitting for word in one.words]

    def _one(self, among: Sequence[str]) -> str:
        return among[int(self.chance.random() * len(among))]


def _capitals(name: str) -> str:
    """A name with capitals, except for its small words.

    >>> _capitals("observing amohjar-sea"), _capitals("wasp of the deep")
    ('Observing Amohjar-Sea', 'Wasp of the Deep')
    """
    words = re.split(r"([ -])", " ".join(name.split()))
    small = ("of", "the", "and")
    return "".join(
        word if word in small and at else word[:1].upper() + word[1:] for at, word in enumerate(words)
    )


def id_of(name: str) -> str:
    """The id of a card by its name.

    >>> id_of("Wasp-Xifmed"), id_of("Pedlar's Rest")
    ('wasp-xifmed', 'pedlars-rest')
    """
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))
