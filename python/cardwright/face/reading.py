"""Reading an action's text: forgiving of capitals, missing quotes and shortened names, never guessing.

The text is cut at the connecting words of its verb, and each part is looked up among the things that the seat
sees. The combinations found are compared with the legal actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from difflib import get_close_matches
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeVar

from cardwright.basics.limits import ACTION
from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import AmbiguousAction, IllegalAction, RejectedAction, UnreadableAction
from cardwright.face.actions import (
    CHOICES,
    KEEP,
    NO_CHOICE,
    TO,
    Names,
    Verb,
    make_code,
    take_apart,
    to_text,
)
from cardwright.face.lookup import (
    COPY,
    Missing,
    by_name,
    known_by,
    line_named,
    look_up,
    place_named,
    places_of,
)

if TYPE_CHECKING:
    from cardwright.face.view import View

_ARROWS = re.compile(r"->|→|=>")
_LISTED = 500
"""How many legal actions are compared to find the nearest."""
_MARKS = 12
"""The most connecting words of an action, including those inside names."""
_OFFERED = 3
"""How many other actions a refusal offers."""
_EVERY_PART = frozenset(range(1 + CHOICES))


_Mark = TypeVar("_Mark")


def read_action(text: str, view: View, seat: int) -> int:
    """The code of the legal action that a text means for a seat."""
    codes, bare, names = _candidates(text, view, seat)
    legal = _legal(view, codes) or _legal(view, _wider(codes, bare, names))
    if len(legal) == 1:
        return legal[0]
    if legal:
        shown = tuple(to_text(code, names) for code in legal)
        raise AmbiguousAction(f"this may mean several actions: {text.strip()}", candidates=shown)
    raise _illegal(codes, bare, view, names)


def read_prefix(text: str, view: View, seat: int) -> int:
    """The code of the action that a text begins; it must lead to a legal one."""
    codes, bare, names = _candidates(text, view, seat)
    alive = _alive(view, codes) or _alive(view, _wider(codes, bare, names))
    if len(alive) == 1:
        return alive[0]
    if alive:
        shown = tuple(to_text(code, names) for code in alive)
        raise AmbiguousAction(f'"{text.strip()}" may begin several actions', candidates=shown)
    raise _illegal(codes, bare, view, names)


def _legal(view: View, codes: list[int]) -> list[int]:
    """The legal ones of some actions; if none is, the legal actions that begin like them."""
    legal = [code for code in codes if view.kernel.is_legal(code)]
    return legal or list(dict.fromkeys(full for code in codes for full in _completions(view, code)))


def _alive(view: View, codes: list[int]) -> list[int]:
    """The beginnings that lead to a legal action."""
    return [code for code in codes if next(_completions(view, code), None) is not None]


def _wider(codes: list[int], bare: frozenset[int], names: Names) -> list[int]:
    """The same actions with the other pieces on a cell, where a piece was named by its cell alone."""
    found: dict[int, None] = {}
    for code in codes:
        parts = take_apart(code)
        verb = names.verbs[parts.verb]
        loose = bare & _piece_parts(verb)
        values = (parts.source, *parts.choices)
        slots = [names.beside(value) if at in loose else [value] for at, value in enumerate(values)]
        for source, *choices in product(*slots):
            known = names.known_card(parts.source, parts.choices[0]), names.known_card(source, choices[0])
            if any(slot.means == "known" for _, slot in verb.choices) and known[0] != known[1]:
                continue
            found[make_code(parts.seat, parts.verb, source, tuple(choices), parts.mask)] = None
    return [code for code in found if code not in codes]


def _piece_parts(verb: Verb) -> frozenset[int]:
    """The parts of an action that name pieces: the source is part 0, then come the choices."""
    slots = (verb.source, *(slot for _, slot in verb.choices))
    return frozenset(at for at, slot in enumerate(slots) if slot.means == "piece")


def _candidates(text: str, view: View, seat: int) -> tuple[list[int], frozenset[int], Names]:
    """The codes that a text may mean, and which of its parts name a piece by its cell alone."""
    names = view.names(seat)
    if len(text) > ACTION.most:
        raise UnreadableAction(ACTION.refusal(len(text)))
    clean = _ARROWS.sub(">", " ".join("".join(sign if sign.isprintable() else " " for sign in text).split()))
    if not clean:
        raise UnreadableAction("an action begins with a verb", suggestion=_verb_list(names))
    try:
        number, rest = _read_verb(clean, names)
    except Missing as missing:
        near = _nearest(clean, view, names)
        raise UnreadableAction(missing.reason, suggestion=_or(near, view, names), nearest=near) from None
    verb = names.verbs[number]
    codes: list[int] = []
    fault: Missing | None = None
    for reading in _readings(rest, verb, names):
        try:
            combinations, mask = reading()
        except Missing as missing:
            # The first reading explains best; but a thing out of place explains more than an unknown word.
            if fault is None or (fault.is_word and not missing.is_word):
                fault = missing
            continue
        for source, *choices in combinations:
            codes.append(make_code(seat, number, source, tuple(choices), mask))
        return list(dict.fromkeys(codes)), reading.bare, names
    if fault is None:
        fault = Missing(f'"{verb.word}" takes nothing like "{rest}"')
    near = _nearest(clean, view, names)
    if fault.is_word:
        hint = fault.suggestion or _or(near, view, names)
        raise UnreadableAction(fault.reason, suggestion=hint, nearest=near)
    raise IllegalAction(fault.reason, suggestion=fault.suggestion or _or(near, view, names), nearest=near)


def _illegal(codes: list[int], bare: frozenset[int], view: View, names: Names) -> RejectedAction:
    said = _said(codes[0], bare, names)
    reason = f"{said} is not legal: {view.kernel.why_illegal(codes[0])}"
    # Other pieces on the named cells: a piece with a number never means them, but they make suggestions.
    others = _legal(view, _wider(codes, _EVERY_PART, names))[:_OFFERED]
    if others:
        near = tuple(to_text(code, names) for code in others)
        return IllegalAction(reason, suggestion=f"{' or '.join(near)} would be legal", nearest=near)
    near = _nearest(said, view, names)
    return IllegalAction(reason, suggestion=_or(near, view, names), nearest=near)


def _said(code: int, bare: frozenset[int], names: Names) -> str:
    """The text of an action; the first piece on a cell gets its number unless the cell alone named it."""
    parts = take_apart(code)
    values = (parts.source, *parts.choices)
    firsts = [values[at] for at in _piece_parts(names.verbs[parts.verb]) - bare]
    numbered = copy(names)
    numbered.pieces = names.pieces | {
        piece: f"{names.pieces[piece]}#1" for piece in firsts if len(names.beside(piece)) > 1
    }
    return to_text(code, numbered)


def _or(near: tuple[str, ...], view: View, names: Names) -> str | None:
    """A suggestion: similar legal actions or, if there are none, any legal actions."""
    if near:
        return f"near it: {', '.join(near)}"
    count = min(view.kernel.legal_len(), _OFFERED)
    possible = ", ".join(to_text(view.kernel.legal_nth(n), names) for n in range(count))
    return f"possible now: {possible}" if possible else None


def _nearest(text: str, view: View, names: Names) -> tuple[str, ...]:
    """The legal actions most like a text, those of its verb first."""
    count = min(view.kernel.legal_len(), _LISTED)
    legal = [to_text(view.kernel.legal_nth(n), names) for n in range(count)]
    verb = text.split()[0].lower() if text.split() else ""
    same = [action for action in legal if action.split()[0] == verb]
    return tuple(get_close_matches(text, same, 3, 0.3) or get_close_matches(text, legal, 3, 0.3))


def _verb_list(names: Names) -> str:
    return f"the verbs are {', '.join(dict.fromkeys(verb.word for verb in names.verbs))}"


def _read_verb(text: str, names: Names) -> tuple[int, str]:
    word, _, rest = text.partition(" ")
    if ">" in word:  # `power>b2`
        word, rest = text[: text.index(">")], text[text.index(">") :]
    said = word.lower()
    words = [verb.word for verb in names.verbs]
    subset = next((at for at, verb in enumerate(names.verbs) if verb.subset), None)
    if subset is not None and said == KEEP:
        if rest:
            raise Missing(f'"{KEEP}" stands alone: it keeps all cards')
        return subset, ""
    found = [at for at, known in enumerate(words) if known == said]
    found = found or [at for at, known in enumerate(words) if known.startswith(said)]
    if len(found) == 1:
        return found[0], rest.strip()
    if found:
        meant = tuple(words[at] for at in found)
        raise AmbiguousAction(f'"{word}" may mean several verbs', candidates=meant)
    hint = did_you_mean(said, words if subset is None else [*words, KEEP]) or _verb_list(names)
    raise UnreadableAction(f'"{word}" is no action', suggestion=hint)


class _Part:
    """One way to cut the text: the words for the source and for each choice."""

    def __init__(self, verb: Verb, names: Names, source: str, choices: dict[int, str]) -> None:
        self.verb, self.names, self.source, self.choices = verb, names, source, choices

    @property
    def bare(self) -> frozenset[int]:
        """The parts that name a piece by its cell alone."""
        texts = {0: self.source} | {1 + at: text for at, text in self.choices.items()}
        parts = _piece_parts(self.verb)
        return frozenset(
            at for at, text in texts.items() if at in parts and place_named(text) in self.names.cells
        )

    def __call__(self) -> tuple[list[tuple[int, ...]], int]:
        sources = look_up(self.source, self.verb.source, self.names, is_source=True)
        for at, text in self.choices.items():
            if self.verb.choices[at][1].means == "known":
                sources = self._knowing(sources, text)
        found: list[tuple[int, ...]] = []
        fault: Missing | None = None
        for source in sources:
            try:
                found += product([source], *(self._choice(at, source) for at in range(CHOICES)))
            except Missing as missing:
                fault = fault or missing
        if fault and not found:
            raise fault
        return found, 0

    def _knowing(self, sources: list[int], text: str) -> list[int]:
        """The pieces that know the card, else those that know any; a cell alone means all pieces on it."""
        known = self.names.known
        beside = [one for piece in sources for one in self.names.beside(piece)] if 0 in self.bare else []
        for wanted in (lambda piece: by_name(text, known[piece]), lambda piece: True):
            for pieces in (sources, beside):
                if found := [piece for piece in pieces if piece in known and wanted(piece)]:
                    return found
        return sources

    def _choice(self, at: int, source: int) -> list[int]:
        if at not in self.choices:
            return [NO_CHOICE]
        slot = self.verb.choices[at][1]
        if slot.means == "known":
            return known_by(self.choices[at], source, self.names)
        if at == TO and (lines := self.names.lines_for(self.verb, source)):
            return [line_named(self.choices[at], lines, self.names)]
        return look_up(self.choices[at], slot, self.names)


class _Subset:
    """One way to cut a list of cards."""

    def __init__(self, names: Names, cards: list[str]) -> None:
        self.names = names
        # A card with a number is that copy; cards without a number take the copies left.
        self.cards = sorted(cards, key=lambda text: COPY.search(text) is None)
        self.bare: frozenset[int] = frozenset()

    def __call__(self) -> tuple[list[tuple[int, ...]], int]:
        mask = 0
        for text in self.cards:
            places = [
                place for place in places_of(text, self.names.held, self.names) if not mask >> place & 1
            ]
            if not places:
                raise Missing(f"there are not that many copies of {text} in your hand", is_word=False)
            if len({self.names.held.twins[place] for place in places}) > 1:
                shown = tuple(self.names.held.card(place) for place in places)
                raise AmbiguousAction(f'"{text}" may mean several cards', candidates=shown)
            mask |= 1 << places[0]
        return [(0, *(NO_CHOICE for _ in range(CHOICES)))], mask


def _readings(rest: str, verb: Verb, names: Names) -> Iterator[_Part | _Subset]:
    if verb.subset:
        if rest.lower() in ("", "nothing", "none"):
            yield _Subset(names, [])
        elif rest.lower() in ("all", "everything"):
            yield _Subset(names, [names.held.card(place) for place in range(len(names.held.names))])
        else:
            commas = [(found.start(), found.end()) for found in _outside_quotes(r",", rest)]
            inside = sum(name.count(",") for name in names.held.names)
            least = max(len(commas) - inside, 0)  # commas that must separate cards
            if least >= max(len(names.held.names), 1):
                raise IllegalAction(f"your hand has {len(names.held.names)} cards, not {least + 1}")
            for cuts in _subsets(commas, least, len(commas)):
                yield _Subset(names, _cut(rest, cuts))
        return
    slots = [(at, word) for at, (word, slot) in enumerate(verb.choices) if slot.means != "nothing"]
    marks: list[tuple[int, int, int]] = []
    for at, word in slots:
        if not word:  # a known card follows its piece without a connecting word
            continue
        pattern = re.escape(word) if not word[:1].isalpha() else rf"(?<!\S){re.escape(word)}(?!\S)"
        marks += [(found.start(), found.end(), at) for found in _outside_quotes(pattern, rest)]
    marks.sort()
    if not marks and len(slots) == 1:  # `move b2 c1`
        at = slots[0][0]
        marks = [(found.start(), found.end(), at) for found in _outside_quotes(r"\s+", rest)]
    elif bare := [at for at, word in slots if not word]:
        ends = {end for start, end, _ in marks} | {start for start, _, _ in marks}
        spaces = [(found.start(), found.end()) for found in _outside_quotes(r"\s+", rest)]
        free = [(start, end) for start, end in spaces if not {start, end} & ends]
        marks = sorted([*marks, *((start, end, at) for start, end in free for at in bare)])
    if len(marks) > _MARKS:
        raise UnreadableAction(f'"{verb.word}" takes {len(slots)} choices, not {len(marks)}')
    for chosen in _subsets(marks, 0, len(slots)):
        order = [at for _, _, at in chosen]
        if order != sorted(set(order)):
            continue
        first, *others = _cut(rest, [(start, end) for start, end, _ in chosen])
        if verb.source.means == "nothing" and first.lower() in names.phases:
            first = ""  # `end turn`
        yield _Part(verb, names, first, dict(zip(order, others, strict=True)))


def _outside_quotes(pattern: str, text: str) -> Iterable[re.Match[str]]:
    return [found for found in re.finditer(pattern, text, re.I) if text[: found.start()].count('"') % 2 == 0]


def _subsets(marks: list[_Mark], least: int, most: int) -> Iterator[tuple[_Mark, ...]]:
    """All subsets of some marks, the largest first."""
    for size in range(min(len(marks), most), least - 1, -1):
        yield from combinations(marks, size)


def _cut(text: str, cuts: Iterable[tuple[int, int]]) -> list[str]:
    parts, begin = [], 0
    for start, end in cuts:
        parts.append(text[begin:start].strip())
        begin = end
    return [*parts, text[begin:].strip()]


def _completions(view: View, code: int) -> Iterator[int]:
    """The legal actions under a prefix."""
    if view.kernel.is_legal(code):
        yield code
        return
    found = view.kernel.next_choice(code)
    if found is None:
        return
    position, values = found
    parts = take_apart(code)
    for value in values:
        choices = (*parts.choices[:position], value, *parts.choices[position + 1 :])
        yield from _completions(view, make_code(parts.seat, parts.verb, parts.source, choices, parts.mask))
