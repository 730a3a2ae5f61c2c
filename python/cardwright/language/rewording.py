"""Says a sentence that cannot be read in the words of the language, where a wording means exactly that."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from cardwright.basics.suggestions import one
from cardwright.language.diagnostics import Problem
from cardwright.language.lexer import Token, scan
from cardwright.language.lexicon import COUNTS, Lexicon
from cardwright.language.wordings import LAST, WORDINGS, Wording

MOST_DRAFTS = 64
"""How many ways to say one sentence are tried; the one with all wordings is the first."""
Makes = Callable[[re.Match[str]], str]
"""What makes the template that stands in the place of a match."""
_GROUPED = re.compile(r"\((?:[^()\\]|\\.)*\)[?*]?|\[(?:[^\]\\]|\\.)*\][?*+]?|<\w+>\??")
_LETTERS = re.compile(r"[a-z' -]{3,}")
_BODY = re.compile(r"\b(\d+)/(\d+) (?=[A-Z])")
_SPACE = re.compile(r"\s+")
_GROUP = re.compile(r"\\(\d)|\\g<(\d)>")


@cache
def hallmark(pattern: str) -> str:
    r"""The longest words that every text has which a pattern finds; empty if there are none.

    >>> hallmark(r"\bboth players (draw|discard)s?\b"), hallmark("^one|two"), hallmark("costs? (?:a )?lot")
    ('both players ', '', 'cost')
    """
    bare, before = pattern.lower(), ""
    while bare != before:
        bare, before = _GROUPED.sub("\0", bare), bare
    if "|" in bare:
        return ""
    bare = re.sub(r"\\[a-z]|.[?*]", "\0", bare.replace(r"\.", "\0"))
    return max(_LETTERS.findall(bare), key=len, default="")


class Rule:
    """A pattern and what makes the template in its place; it is compiled when a text has its words."""

    def __init__(self, pattern: str, fill: Callable[[str], str], makes: Makes) -> None:
        self._unfilled, self._fill = pattern, fill
        self._hallmark = hallmark(pattern)
        self._makes = makes

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self._fill(self._unfilled), re.IGNORECASE)

    def found(self, text: str) -> re.Match[str] | None:
        """Where the pattern is found first."""
        return self._pattern.search(text) if self._hallmark in text.lower() else None

    def applied(self, draft: Draft) -> Draft | None:
        """The draft with everything that matches replaced; none if nothing does."""
        return replaced(draft, self._pattern, self._makes) if self._hallmark in draft.text.lower() else None


@dataclass(frozen=True)
class Draft:
    """A sentence in other words, and for each character the place in the text that it comes from."""

    text: str
    origins: tuple[int, ...]

    def tokens(self, lexicon: Lexicon) -> list[Token]:
        """Its tokens, which stand where the words they come from stand."""
        return [
            replace(token, start=self.origins[token.start], end=self.origins[token.end - 1] + 1)
            for token in scan(self.text, lexicon)
        ]


class Rewording:
    """The wordings of one game, for cards of one kind or of any."""

    def __init__(self, lexicon: Lexicon, bodies: dict[str, tuple[int, int]], kind: str = "") -> None:
        self._lexicon = lexicon
        self._bodies = bodies
        """The attack and health of cards that have them, by id."""
        categories = lexicon.categories
        verbs = dict(categories["affliction"][""])
        states = lexicon.vocabulary.statuses
        self._verbs = {state.word.lower(): verbs[state.id] for state in states if state.id in verbs}
        """The verb that causes a condition, by its word: "stun" by "stunned"."""
        self._lasting = {verbs[state.id]: _bare(state.lasts) for state in states if state.id in verbs}
        """How long a condition lasts if the text gives no number, by its verb."""
        words = [categories[name] for name in ("kind", "type")]
        self._plurals = {
            single[1].lower(): plural[1]
            for found in words
            for single, plural in zip(found["s"], found["p"], strict=True)
        }
        self._singles = {plural.lower(): single for single, plural in self._plurals.items()}
        self._kinds = {row.id: row for row in lexicon.vocabulary.kinds}
        self._own = self._kinds.get(kind)
        self._places = self._words(kind)
        self._line_chosen = re.compile(rf"\bchoose a ({self._places['lane']})\b", re.IGNORECASE)
        self._text = ""
        """The text whose sentence is said in other words."""
        self._rules = {one: self.rule(one.pattern, one.replacement) for one in (*WORDINGS, *LAST)}

    def drafts(self, text: str, start: int, end: int) -> list[list[Draft]]:
        """Ways to say a sentence of a text in other words, each once: with every wording and without it.

        The ways of a later list are meant only if none of an earlier one can be read.
        """
        self._text = text
        sentence = Draft(text[start:end], tuple(range(start, end)))
        plain = self._without_bodies(replaced(sentence, _SPACE, lambda _: " ") or sentence)
        lists: list[list[Draft]] = []
        known = {sentence.text}
        for wordings in (WORDINGS, (*WORDINGS, *LAST)):
            drafts = [draft for draft in self._said(plain, wordings) if draft.text not in known]
            known |= {draft.text for draft in drafts}
            lists.append(drafts)
        return lists

    def _said(self, plain: Draft, wordings: Sequence[Wording]) -> list[Draft]:
        whole, found = plain, {plain.text: plain}
        for wording in wordings:
            rule = self._rules.get(wording) or self.rule(wording.pattern, wording.replacement)
            whole = rule.applied(whole) or whole
            for draft in list(found.values()):
                other = rule.applied(draft)
                if other and wording.always:
                    del found[draft.text]
                if other and len(found) < MOST_DRAFTS:
                    found.setdefault(other.text, other)
        return list(({whole.text: whole} | found).values())

    def rule(self, pattern: str, new: str) -> Rule:
        """A pattern with the words of the game in it, and what makes the template in its place."""
        return Rule(pattern, self.filled, self.makes(new))

    def filled(self, pattern: str) -> str:
        """A pattern with the words of the game in it."""
        return re.sub(r"<(\w+)>", lambda name: self._places.get(name[1], name[0]), pattern)

    def makes(self, new: str) -> Makes:
        """What makes the template that stands in the place of a match."""
        return getattr(self, f"_{new[1:]}") if new.startswith("@") else lambda _: new

    def numbers(self, text: str) -> dict[int, Problem]:
        """By its place, each "2/3" before the name of a card that has other numbers printed on it."""
        found = {}
        for match in _BODY.finditer(text):
            card = self._card_at(text, match.end())
            body = self._bodies.get(card)
            if card and body != (int(match[1]), int(match[2])):
                name = self._lexicon.names[card][0]
                printed = f"has {body[0]}/{body[1]} printed on it" if body else "has no attack and health"
                hint = f'write "{one(name)}": a card has its printed numbers'
                reason = f"{name} {printed}, not {match[1]}/{match[2]}"
                found[match.start()] = Problem(reason, match.start(), match.end() - 1, hint)
        return found

    def _card_at(self, text: str, at: int) -> str:
        """The id of the card whose name stands at a place, or nothing."""
        names = self._lexicon.name_tokens
        here = [name for name in names if re.compile(re.escape(name) + r"(?!\w)").match(text, at)]
        return names[max(here, key=len)][1] if here else ""

    def _without_bodies(self, draft: Draft) -> Draft:
        """The draft without the numbers of the cards that it names, where they are the printed ones."""
        for match in reversed(list(_BODY.finditer(draft.text))):
            body = self._bodies.get(self._card_at(draft.text, match.end()))
            if body == (int(match[1]), int(match[2])):
                draft = _spliced(draft, match.start(), match.end(), Draft("", ()))
        return draft

    def _words(self, kind: str) -> dict[str, str]:
        """What stands for the words of the game in a pattern."""
        lexicon = self._lexicon

        def words(category: str, number: str = "") -> list[str]:
            return [word for _, word in lexicon.categories[category][number]]

        kinds, types = lexicon.vocabulary.kinds, words("type", "s")
        own = [row.word for row in kinds if row.id == kind] or words("kind", "s")
        found = {
            "kind": _either(words("kind", "s")),
            "own": _either(own),
            "noun": _either([*words("kind", "s"), *types, "creature", "hero"]),
            "nouns": _either([*words("kind", "p"), *words("type", "p")]),
            "names": _either([plural for _, plural in lexicon.names.values()]),
            "near": _either(words("nearness")),
            "place": _either(words("place")),
            "lane": _either(words("lane")),
            "terrain": _either(words("terrain")),
            "harm": _either(words("harm")),
            "resource": _either(words("wealth")),
            # Where all cards are paid with mana, a text need not say so.
            "paid": _either(
                ["mana"] if "mana" in words("wealth") and not any(row.pays for row in kinds) else []
            ),
            "kinds": _either(words("kind", "p")),
            "type": _either(types),
            "figure": _either(words("figure")),
            "steps": _either([*{lexicon.words_of_game["spaces"], "spaces", "tiles"}]),
            "keyword": _either(words("plain_keyword")),
            "duration": _either(words("duration")),
            "count": _either(list(COUNTS)),
            "counted": _either(words("counted_keyword")),
            "afflicted": _either(list(self._verbs)),
            "afflict": _either(list(self._lasting)),
            "types": _either(words("type", "p")),
            "unique": _either([row.word for row in kinds if row.unique]),
        }
        found["one"] = rf"(?:it|an? [^,.]*?{found['noun']}[^,.]*?)"
        found["several"] = rf"(?:them|[^,.]*?{found['nouns']}[^,.]*?)"
        found["whom"] = (
            rf"(?:it|they|this|your hero|the enemy hero|an? [^,.]*?{found['noun']}(?: {found['place']})?)"
        )
        return found

    @staticmethod
    def _taken_over(found: re.Match[str]) -> str:
        """What stands for "cut and piercing damage that would be dealt to"."""
        harms = found[1].lower().replace(" and ", " or ")
        return rf"Whenever \2 would take {harms} damage, this takes it instead."

    def _in_plural(self, found: re.Match[str]) -> str:
        """What stands for "each minion": "all minions"."""
        return rf"\1all \2{self._plurals.get(found[3].lower(), found[3])}"

    def _afflicting(self, found: re.Match[str]) -> str:
        """What stands for "deal 2 damage to it and is stunned": "deal 2 damage to it and stun it"."""
        whom = found[2].lower()
        again = whom if whom in ("this", "your hero", "the enemy hero") else "it"
        return rf"\1{self._verbs[found[3].lower()]} {again}"

    def _as_long_as_it_lasts(self, found: re.Match[str]) -> str:
        """What stands for "immobilise it until the end of its next turn", if it lasts so long anyway."""
        return r"\1" if _bare(found[3]) == self._lasting[found[2].lower()] else found[0]

    def _excepting(self, found: re.Match[str]) -> str:
        """What stands for "all units except mages and units with Flying"."""
        lacking = f"non-{self._singles[found[3].lower()]} " if found[3] else ""
        return rf"all \1{lacking}\2" + (r" without \4" if found[4] else "")

    def _suffering_by_chance(self, found: re.Match[str]) -> str:
        """What stands for "each minion has a 50% chance to become stunned"."""
        return rf"\1{self._verbs[found[4].lower()]} each \2 at a chance of \3%"

    def _within(self, _: re.Match[str]) -> str:
        return rf"within \1 {self._lexicon.words_of_game['spaces']}"

    def _in_chosen_line(self, found: re.Match[str]) -> str:
        """What stands for "in that row", if a row was chosen and nothing else."""
        chosen = {match[1].lower() for match in self._line_chosen.finditer(self._text)}
        return "in it" if chosen == {found[1].lower()} else found[0]

    def _of_terrain(self, _: re.Match[str]) -> str:
        return rf"\1 {self._lexicon.words_of_game['space']}"

    def _around(self, _: re.Match[str]) -> str:
        return rf"around \2 within \1 {self._lexicon.words_of_game['spaces']}"

    def _adjusting(self, found: re.Match[str]) -> str:
        more = "less" if found[4].lower() == "reduced" else "more"
        return rf"\3 get \5 {more} \2 for \1 seconds."

    def _paid_with(self, found: re.Match[str]) -> str:
        """What stands for "costs 1 gold less", if it is gold that pays for those cards."""
        said = found[1].lower()
        meant = [self._own] if said == "this" else self._kinds.values()
        rows = [row for row in meant if row and said in ("this", row.word.lower(), row.plural.lower())]
        words = {r.id: r.word.lower() for r in self._lexicon.vocabulary.resources}
        fits = rows and all(words.get(row.pays) == found[5].lower() for row in rows)
        return r"\1\2\3 \4 \6" if fits else found[0]

    def _discovered(self, found: re.Match[str]) -> str:
        """What stands for "discover a fire spell": the choice of one of three."""
        return f"choose one of three random {self._several(found[1])} and add it to your hand"

    def _searched(self, found: re.Match[str]) -> str:
        """What stands for "search your deck for a dragon": as many as a player can be shown."""
        return f"look at six random {self._several(found[1])} in your deck and put one into your hand"

    def _ahead(self, found: re.Match[str]) -> str:
        return f"all enemy {self._several(found[1])} in the same column"

    def _several(self, words: str) -> str:
        """Words in the plural: "fire spells" for "fire spell"."""
        before, _, noun = words.rpartition(" ")
        return f"{before} {self._plurals.get(noun.lower(), f'{noun}s')}".strip()

    def _in_digits(self, found: re.Match[str]) -> str:
        return str(COUNTS[found[1].lower()])

    def _in_words(self, found: re.Match[str]) -> str:
        words = {number: word for word, number in COUNTS.items()}
        return words.get(int(found[1]), found[1])


def _bare(span: str) -> str:
    """A stretch of time without the words that make no difference."""
    return span.lower().replace("the end", "end").replace("their", "its").replace("they are", "it is")


def _either(words: Sequence[str]) -> str:
    ordered = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})" if ordered else r"(?!)"


def _spliced(draft: Draft, start: int, end: int, new: Draft) -> Draft:
    return Draft(
        draft.text[:start] + new.text + draft.text[end:],
        (*draft.origins[:start], *new.origins, *draft.origins[end:]),
    )


def _filled(draft: Draft, found: re.Match[str], template: str) -> Draft:
    """What a template makes of a match: groups come from where they stood, the rest from the match."""
    text, origins = "", list[int]()
    first, last = draft.origins[found.start()], draft.origins[max(found.end() - 1, found.start())]
    at = 0
    for group in (*_GROUP.finditer(template), None):
        literal = template[at : group.start() if group else len(template)]
        begin = min(origins[-1] + 1, last) if origins else first
        text += literal
        origins += [min(begin + number, last) for number in range(len(literal))]
        if group:
            start, end = found.span(int(group[1] or group[2]))
            text += draft.text[start:end]
            origins += draft.origins[start:end]
            at = group.end()
    return Draft(text, tuple(origins))


def replaced(draft: Draft, pattern: re.Pattern[str], makes: Makes) -> Draft | None:
    """The draft with everything that matches replaced; none if nothing does."""
    found = list(pattern.finditer(draft.text))
    for match in reversed(found):
        draft = _spliced(draft, match.start(), match.end(), _filled(draft, match, makes(match)))
    return draft if found else None
