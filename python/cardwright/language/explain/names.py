"""Names after *summon* and the like that no card of the game has, and the cards that may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardwright.basics.suggestions import near, one
from cardwright.language.diagnostics import Problem

if TYPE_CHECKING:
    from cardwright.language.parser import Language

MOST_NAMED = 3
"""How many cards are named."""
_MADE = re.compile(
    r"\b((?i:summons?|adds?|equips?|into|becomes?)) (an?|two|three|four|five|six|seven|eight|nine|ten) "
    r"(?:(\d+)/(\d+) )?([A-Z][\w'’-]*(?: (?:(?:of|the|and) )?[A-Z][\w'’-]*)*)"
)
_BODIED = re.compile(
    r"\b(?:summons?|adds?|equips?|into|becomes?) (?:an?|two|three|four|five|six|seven|eight|nine|ten) "
    r"(\d+/\d+ (?!cop(?:y|ies)\b)[^,.;]+?)(?=[,.;]| and (?!\w+[,.;])| for each | to your )",
    re.IGNORECASE,
)
"""A piece with its numbers, but without a name."""
OF_ITS_OWN = "give it a name and an entry of its own with collectible = false, then write that name here"


class Names:
    """Looks for the cards that a made-up name may mean."""

    def __init__(self, language: Language, texts: Iterable[str]) -> None:
        self._language = language
        self._texts = " ".join(texts)

    def problem(self, text: str, start: int, end: int) -> tuple[Problem, str] | None:
        """What is wrong with a name in a sentence, and the sentence with the card that is surely meant."""
        lexicon = self._language.lexicon
        for found in _MADE.finditer(text, start, end):
            name = found[5]
            if name in lexicon.name_tokens:
                continue
            if near(name, lexicon.name_tokens):
                return None  # a slip of the pen, which is told as one
            body = (int(found[3]), int(found[4])) if found[3] else None
            cards = self._alike(name, body)
            sure = [card for card in cards if body and self._language.bodies.get(card) == body]
            number = found[2].lower() not in ("a", "an")
            written = lexicon.names[sure[0]][number] if sure else ""
            article = found[2] if number else one(written).partition(" ")[0]
            whole = f"{text[start : found.start(2)]}{article} {written}{text[found.end() : end]}"
            problem = Problem(
                f'"{name}" is not a card', found.start(5), found.end(5), self._hint(name, cards)
            )
            return problem, whole if sure else ""
        return self._nameless(text, start, end)

    def _nameless(self, text: str, start: int, end: int) -> tuple[Problem, str] | None:
        """What is wrong with a piece that is made with numbers, but without a name."""
        for found in _BODIED.finditer(text, start, end):
            if not found[1].partition(" ")[2][:1].isupper():
                return Problem(f'"{found[1]}" is not a card', *found.span(1), OF_ITS_OWN), ""
        return None

    def _alike(self, name: str, body: tuple[int, int] | None) -> list[str]:
        """The cards that share a word with a name: those with the same numbers, those that texts name."""
        wanted = {word.lower().rstrip("s") for word in re.findall(r"[\w'’-]{3,}", name)}
        found = []
        for card, (own, _) in self._language.lexicon.names.items():
            shared = wanted & {word.lower().rstrip("s") for word in own.split()}
            if shared and card in self._language.bodies:
                other = self._language.bodies[card] != body
                found.append((other, -len(shared), -self._texts.count(own), len(own), own, card))
        return [row[-1] for row in sorted(found)]

    def _hint(self, name: str, cards: list[str]) -> str | None:
        lexicon = self._language.lexicon
        shown = [f'"{lexicon.names[card][0]}"' for card in cards[:MOST_NAMED]]
        hints = [f"cards with such a name are {', '.join(shown)}"] if shown else []
        nouns = {word.lower() for sort in ("kind", "type") for _, word in lexicon.categories[sort]["s"]}
        if name.lower() in nouns:
            hints.append(f'any such card is "a random {name.lower()}"')
        return "; ".join(hints) or None
