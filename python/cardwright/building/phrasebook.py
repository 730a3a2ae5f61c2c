"""The phrases and keywords of a game for those who write cards: all, or those that some words mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from cardwright.building.catalogue import Workshop
from cardwright.building.sections import SECTIONS
from cardwright.language.diagnostics import TextError
from cardwright.language.explain.unspoken import turned_on
from cardwright.language.gamefile import Budget, KeywordWord
from cardwright.language.lexer import tokenise
from cardwright.language.meaning import KNOWN, stems
from cardwright.language.phrases import Phrase, table
from cardwright.language.synonyms import SYNONYMS
from cardwright.language.wordings import LAST, WORDINGS

MOST = 8
"""How many phrases are shown for some words."""
MOST_FILLINGS = 3
"""A slot that more words than these can fill shows its sort."""
FAR = 0.25
"""A phrase that scores less than this part of the best is left out."""
SLOTS = {
    "actor": "",
    "amount": "number",
    "clauses": "effects",
    "count": "number in words",
    "countable": "which",
    "filter": "which",
    "duration": "how long",
    "granted": "trigger, effect",
    "multiplier": "for each",
    "name": "card",
    "object": "whom",
    "one": "it",
    "owner": "whom",
    "pile": "whose hand or deck",
    "plain_keyword": "keyword",
    "possessor": "its",
    "quantity": "number in words",
    "stats": "+1/+1",
    "subject": "who",
    "wealth": "resource",
    "below": "which",
}
"""Plain words for what fills a slot; the name of its sort, where that is plain enough."""
_FACTORS = {"trigger": "triggers", "happening": "triggers", "selector": "selectors", "filter": "selectors"}
_SHARED = {"condition": ("if", 0.7)}


def written(template: str, words: dict[str, str], fillings: Mapping[str, list[str]] | None = None) -> str:
    """A template as a writer reads it; slots with few fillings show them.

    >>> written("deal {n:amount} damage to {t:object}[ {m:multiplier}]", {})
    'deal NUMBER damage to WHOM [FOR EACH]'
    >>> written("{t:subject} (get|gets)@t {s:stats}", {})
    'WHO get/gets +1/+1'
    """
    for name, word in words.items():
        template = template.replace(f"<{name}>", word)
    few = {
        sort: "/".join(found) for sort, found in (fillings or {}).items() if 0 < len(found) <= MOST_FILLINGS
    }
    shown = re.sub(r"\{\w+:(\w+)[^}]*\}", lambda slot: few.get(slot[1]) or _slot(slot[1]), template)
    shown = re.sub(r"\(([^|()]*)\|([^|()]*)\)@\w+", r"\1/\2", shown)
    shown = re.sub(r"\[\s*", " [", shown)
    return re.sub(r"\s+", " ", shown).strip()


def _slot(sort: str) -> str:
    return SLOTS.get(sort, sort.replace("_", " ")).upper()


def price(phrase: Phrase, budget: Budget | None) -> tuple[str, float] | None:
    """What a phrase counts in a budget: a price for each point or piece, or a factor of other prices."""
    if budget is None:
        return None
    if phrase.family in _FACTORS:
        return "factor", getattr(budget, _FACTORS[phrase.family]).get(phrase.name, 1)
    if phrase.family in _SHARED:
        name, usual = _SHARED[phrase.family]
        return "factor", budget.phrases.get(name, usual)
    if phrase.family in ("multiplier", "measure"):
        return "factor", budget.phrases.get(phrase.name, 2)
    if phrase.family == "effect" or phrase.name in budget.phrases:
        return "price", budget.phrases.get(phrase.name, 1)
    return None


class Phrasebook:
    """All that the texts of a game can say, each phrase once."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._language = workshop.language
        self._budget = workshop.vocabulary.file.budget

    def document(self, words: str = "") -> dict[str, Any]:
        """The phrases that some words mean, the nearest first; without words, all."""
        rows = self._found(words) if words.strip() else self._all()
        return {"game": self._workshop.slug, "words": words, "phrases": rows}

    def _all(self) -> list[dict[str, Any]]:
        rows = []
        for heading, families, _ in SECTIONS:
            rows += [
                self._phrase(phrase, heading)
                for phrase in self._language.phrases.values()
                if phrase.family in families
            ]
            if "keyword" in families:
                rows += [self._keyword(one) for one in self._workshop.vocabulary.file.keyword]
        return rows

    def _found(self, words: str) -> list[dict[str, Any]]:
        headings = {family: heading for heading, families, _ in SECTIONS for family in families}
        meanings = self._language.explainer.meanings
        scored: list[tuple[float, dict[str, Any]]] = []
        for near in meanings.nearest(words, MOST):
            heading = headings.get(near.phrase.family, "")
            scored.append((near.score, self._phrase(near.phrase, heading, near.example)))
        for one in self._workshop.vocabulary.file.keyword:
            if score := _likeness(one, words):
                scored.append((score, self._keyword(one)))
        named = "_".join(words.lower().split())
        unspoken = [one for one in table().values() if one.name not in self._language.phrases]
        scored += [(KNOWN * 2, self._unspoken(one)) for one in unspoken if one.name == named]
        scored.sort(key=lambda row: -row[0])
        found = [row for score, row in scored[:MOST] if score >= FAR * scored[0][0]]
        return [*found, *self._words(words)]

    @cached_property
    def _fillings(self) -> dict[str, list[str]]:
        """Short lists of words that fill a slot."""
        own = self._language.lexicon.categories
        found = {sort: [word for _, word in own[sort][""]] for sort in ("affliction", "lane", "stat", "harm")}
        return found | {"more": ["less", "more"], "bound": ["or less", "or more"]}

    def _written(self, template: str) -> str:
        return written(template, self._language.lexicon.words_of_game, self._fillings)

    def _phrase(self, phrase: Phrase, heading: str, example: str = "") -> dict[str, Any]:
        lexicon = self._language.lexicon
        fee = price(phrase, self._budget)
        return {
            "sort": heading,
            "written": self._written(lexicon.template(phrase)),
            "meaning": phrase.doc.replace("*", '"') + self._spans(phrase),
            "example": example or self.example(phrase),
            "aliases": [
                *(self._written(alias) for alias in phrase.aliases),
                *self.wordings.get(phrase.name, ()),
            ],
            "price": None if fee is None else {"sort": fee[0], "points": fee[1]},
        }

    def _spans(self, phrase: Phrase) -> str:
        """For a phrase that causes conditions, how long each of them lasts."""
        states = [one for one in self._workshop.vocabulary.statuses if one.verb and one.lasts]
        told = [f"{one.word} {one.lasts}" for one in states]
        return f" In this game: {', '.join(told)}." if phrase.name == "afflict" and told else ""

    def example(self, phrase: Phrase) -> str | None:
        """A sentence of this game with a phrase."""
        return next(iter(self._language.explainer.meanings.examples.get(phrase.name, ())), None)

    def _words(self, words: str) -> Iterator[dict[str, Any]]:
        """The conditions and places of the game that are called so, with what they mean."""
        asked = words.lower()
        for one in self._workshop.vocabulary.statuses:
            if asked in (one.word.lower(), one.verb.lower(), one.noun.lower()):
                yield _explained("Conditions", one.verb or one.word, one.help)
        for place in self._workshop.vocabulary.places:
            if asked in (place.phrase.lower(), place.adjective.lower(), place.id):
                yield _explained("Places", place.phrase, "Where pieces stand.")

    def _keyword(self, one: KeywordWord) -> dict[str, Any]:
        points = self._budget.keywords.get(one.id, 1) if self._budget else None
        word = f"{one.word} NUMBER" if one.status else one.word
        return {
            "sort": "Keywords",
            "written": word,
            "meaning": one.help,
            "example": f"{one.word} 1." if one.status else f"{one.word}.",
            "aliases": [],
            "price": None if points is None else {"sort": "price", "points": points},
        }

    def _unspoken(self, phrase: Phrase) -> dict[str, Any]:
        """A phrase that the game does not speak, and how that is changed."""
        name = self._workshop.vocabulary.file.name
        how = f'a pack or variant switches it on with speaks = ["{phrase.name}"]'
        if phrase.requires:
            how = turned_on(phrase)
        return {
            "sort": f"Not spoken in {name}",
            "written": self._written(phrase.template),
            "meaning": f"{phrase.doc} {name} does not speak it: {how}.",
            "example": None,
            "aliases": [],
            "price": None,
        }

    @cached_property
    def wordings(self) -> dict[str, list[str]]:
        """By phrase, sentences in other words that are read as it."""
        found: dict[str, list[str]] = {}
        language = self._language
        for one in (*WORDINGS, *LAST):
            try:
                said = language.printed(language.parse(one.example))
                tree = language.read_tree(tokenise(said, language.lexicon))
            except TextError:
                continue
            new = {*stems(said)} - {*stems(one.example)}
            names = list(dict.fromkeys(node.phrase for node in tree.walk()))
            shared = {name: len(new & {*stems(self._template(name))}) for name in names}
            best = max(shared, key=lambda name: shared[name])
            if shared[best]:
                found.setdefault(best, []).append(one.example)
        return found

    def _template(self, name: str) -> str:
        return re.sub(r"\{[^}]*\}|[<>]", " ", self._language.lexicon.template(self._language.phrases[name]))


def _explained(sort: str, word: str, meaning: str) -> dict[str, Any]:
    return {"sort": sort, "written": word, "meaning": meaning, "example": None, "aliases": [], "price": None}


def _likeness(keyword: KeywordWord, words: str) -> float:
    """How much some words are about a keyword."""
    own = keyword.word.lower()
    asked = words.lower()
    targets = [*SYNONYMS.get(asked, ()), *(one for word in asked.split() for one in SYNONYMS.get(word, ()))]
    if own in asked or own in targets:
        return KNOWN + 1
    shared = {*stems(words)} & {*stems(f"{keyword.word} {keyword.help}")}
    return len(shared) / max(1, len({*stems(words)})) * 3


def lines(document: dict[str, Any]) -> Iterable[str]:
    """The document for a reader at a terminal."""
    if not document["phrases"]:
        hint = "try a word for what it does, like draw, destroy or summon; without words you see all phrases"
        yield f'nothing that the cards of {document["game"]} can say means "{document["words"]}"; {hint}'
    heading = ""
    for row in document["phrases"]:
        if not document["words"] and row["sort"] != heading:
            heading = row["sort"]
            yield from ("", heading, "")
        fee = row["price"]
        points = f"  ({fee['sort']} {fee['points']:g})" if fee else ""
        yield f"{row['written']}{points}"
        yield f"    {row['meaning']}"
        if row["example"]:
            yield f"    like: {row['example']}"
        if row["aliases"]:
            yield f"    also read: {' | '.join(row['aliases'])}"
