"""Refuses triggers that never come: a kind of piece never does it, or no piece can be so when it happens."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.basics.suggestions import one
from cardwright.language.diagnostics import Problem, TextError
from cardwright.language.gamefile import KeywordWord, Kind
from cardwright.language.nodes import Node
from cardwright.language.vocabulary import Vocabulary

_HURT = ("happens_healed", "happens_damaged", "happens_damaged_least", "happens_damaged_by")
_FOUGHT = ("happens_attacked", "happens_attacked_by")
_SPARED = ("happens_would_take", "happens_would_take_from", "happens_would_take_of", "happens_would_fall")
_CARDS = ("whenever_plays", "whenever_draws", "after_plays", "when_plays")
_WATCHING = ("whenever", "when_once", "after_enters", "after_fights")
_ONCE = ("when_once", "when_plays")

_NEVER = {
    "when_dies": "never dies",
    "when_deals": "never deals damage",
    "when_kills": "kills nobody",
    "after_attacks": "never attacks",
    "after_enters": "never enters play",
    "after_fights": "never attacks",
    "when_takes": "never takes damage",
    "when_attacks": "never attacks",
    "when_attacked": "is never attacked",
    "when_fights": "never fights",
    "when_enters": "never enters play",
    "when_kills_fighting": "kills nobody in combat",
    "when_moves": "never moves",
    "happens_dies": "never dies",
    "happens_enters": "never enters play",
    "happens_healed": "is never healed",
    "happens_would_heal": "is never healed",
    "happens_attacks": "never attacks",
    "happens_uses": "never uses anything",
    "happens_moves": "never moves",
    **dict.fromkeys((*_HURT[1:], *_SPARED), "never takes damage"),
    **dict.fromkeys(_FOUGHT, "is never attacked"),
}
"""By trigger, how a refusal says that it never happens."""


def check_trigger(trigger: Node, kind: Kind | None, vocabulary: Vocabulary) -> None:
    """Refuse a trigger that never comes; `kind` is the card's own, or None for an ability given to others."""
    if trigger.phrase in _ONCE and not (kind and kind.veiled):
        shown = one(kind.word) if kind else "a piece"
        _fail(trigger, f"{shown} does this each time, not once", 'write "whenever"')
    if trigger.phrase in _CARDS:
        _check_card(trigger, vocabulary)
    elif trigger.phrase in _WATCHING:
        _check_watched(trigger, vocabulary)
    elif kind is not None and _is_never(trigger.phrase, kind):
        _fail(trigger, f"{one(kind.word)} {_NEVER[trigger.phrase]}", "choose another trigger")


def watched_filter(trigger: Node) -> Node | None:
    """What a trigger says about the pieces that it watches; None if it watches none or a hero."""
    if trigger.phrase not in _WATCHING or trigger.node("w").phrase == "watched_hero":
        return None
    return trigger.node("w").node("f")


def check_drawn(trigger: Node, sentence: Node, vocabulary: Vocabulary) -> None:
    """Refuse *if your hand is empty* after a draw, in games where no other trigger can discard the card."""
    if "graveyard" in vocabulary.zones:
        return
    if trigger.phrase != "whenever_draws" or sentence.phrase not in ("if", "otherwise"):
        return
    condition = sentence.node("q")
    pile = condition.node("z") if condition.phrase == "pile_empty" else None
    if pile and pile["z"] == "hand" and pile["p"] in ("each", trigger["p"]):
        _fail(condition, "this is never true: the drawn card is there", "take the condition out")


def check_open(trigger: Node, node: Node, before: Sequence[Node], vocabulary: Vocabulary) -> None:
    """Refuse to reveal a hand that everybody sees already because of a piece with a keyword."""
    if not node.phrase.startswith("reveal_") or trigger.phrase not in ("whenever", "when_kills"):
        return
    has_left = any(inner.phrase in ("happens_dies", "when_kills") for inner in trigger.walk())
    if has_left and any(earlier.phrase.startswith(("draw", "add")) for earlier in before):
        return  # nobody saw the cards that came after the piece left
    shown = {inner["z"] for inner in node.walk() if inner.get("z")}
    for asked in keyword_filters(trigger):
        if (keyword := _keyword(asked, vocabulary)).opens in shown:
            _fail(node, f"everybody sees it while a piece has {keyword.word}", "choose another trigger")


def keyword_filters(node: Node) -> list[Node]:
    """The parts of a filter that ask for a keyword."""
    return [inner for inner in node.walk() if inner.phrase in ("with_keyword", "with_both", "with_two")]


def check_harm(node: Node, vocabulary: Vocabulary) -> None:
    """Refuse to deal damage to pieces that take none."""
    if node.phrase in ("damage", "damage_of", "damage_equal", "rolled", "split"):
        for asked in keyword_filters(node.node("f" if node.phrase == "split" else "t")):
            if _keyword(asked, vocabulary).unharmed:
                word = _keyword(asked, vocabulary).word
                _fail(asked, f"a piece with {word} takes no damage", "name others")


def _keyword(node: Node, vocabulary: Vocabulary) -> KeywordWord:
    return vocabulary.bit_keywords[vocabulary.keyword(node.word("k"))]


def nouns(node: Node, vocabulary: Vocabulary) -> set[str]:
    """The kinds that a filter names."""
    found: set[str] = set()
    for inner in node.walk():
        if inner.phrase in ("kind", "kind_or"):
            for _, part in inner.parts:
                group = vocabulary.groups.get(str(part))
                found |= set(group.kinds) if group else {str(part)}
    return found


def kinds_of(node: Node, vocabulary: Vocabulary) -> list[Kind]:
    """The kinds that a filter names; all of them if it names none."""
    named = nouns(node, vocabulary)
    return [kind for kind in vocabulary.kinds if not named or kind.id in named]


def _fail(node: Node, reason: str, suggestion: str) -> None:
    raise TextError(Problem(reason, *node.span, suggestion))


def _is_never(happening: str, kind: Kind) -> bool:
    """Whether something never happens to a kind of piece."""
    if happening in ("when_dies", "when_enters", "happens_dies", "happens_enters", "after_enters"):
        return kind.unique
    if happening in ("when_takes", "happens_would_heal", *_HURT, *_SPARED):
        return kind.placeless or kind.gear or (kind.inert and kind.unique)
    if happening in ("when_attacked", "when_fights", *_FOUGHT):
        return kind.placeless or kind.gear
    if happening in ("when_attacks", "happens_attacks", "happens_uses", "after_attacks", "after_fights"):
        return kind.placeless or kind.inert or kind.gear
    if happening in ("when_kills", "when_deals"):
        return kind.gear or kind.veiled
    if happening == "when_kills_fighting":
        return kind.gear or kind.placeless or kind.inert
    is_fixed = kind.placeless or kind.off_board or kind.inert or kind.gear
    return happening in ("when_moves", "happens_moves") and is_fixed


def _words(kinds: list[Kind]) -> str:
    return " or ".join(one(kind.word) for kind in kinds)


def _check_card(trigger: Node, vocabulary: Vocabulary) -> None:
    """Heroes, and cards that pieces know, are neither drawn nor played."""
    kinds = kinds_of(trigger.node("f"), vocabulary)
    if all(kind.unique or kind.known for kind in kinds):
        verb = "drawn" if trigger.phrase == "whenever_draws" else "played"
        _fail(trigger.node("f"), f"{_words(kinds)} is never {verb}", "name another kind of card")


def _check_watched(trigger: Node, vocabulary: Vocabulary) -> None:
    watched = watched_filter(trigger)
    happening = trigger.node("h") if trigger.get("h") else trigger
    if watched is None:
        hero = [kind for kind in vocabulary.kinds if kind.id == trigger.node("w")["k"]]
        if all(_is_never(happening.phrase, kind) for kind in hero):
            _fail(trigger.node("w"), f"{_words(hero)} {_NEVER[happening.phrase]}", "name another kind")
        return
    kinds = [kind for kind in kinds_of(watched, vocabulary) if kind.piece]
    is_heroes_own = all(kind.for_unique for kind in vocabulary.kinds if kind.known)
    has_hero = any(kind.unique for kind in kinds)
    if happening.phrase == "happens_uses" and is_heroes_own and not has_hero:
        _fail(watched, f"{_words(kinds)} {_NEVER[happening.phrase]}", "name another kind")
    if kinds and all(_is_never(happening.phrase, kind) for kind in kinds):
        _fail(watched, f"{_words(kinds)} {_NEVER[happening.phrase]}", "name another kind")
    said = {node.phrase: node for node in watched.walk()}
    if happening.phrase in ("happens_enters", "after_enters") and "damaged" in said:
        _fail(said["damaged"], "a piece that enters play is undamaged", "leave the word out")
    if happening.phrase in _HURT[1:] and "undamaged" in said:
        _fail(said["undamaged"], "a piece that takes damage is damaged", "leave the word out")
    for node in keyword_filters(watched):
        keyword = _keyword(node, vocabulary)
        if happening.phrase in _HURT[1:] and (keyword.shields or keyword.unharmed):
            _fail(node, f"a piece with {keyword.word} takes no damage", "leave it out")
        if happening.phrase == "after_fights" and keyword.hides:
            _fail(node, f"a piece that has attacked has no {keyword.word}", "leave it out")
    if happening.phrase in ("happens_attacked_by", "happens_damaged_by", "happens_would_take_from"):
        _check_doer(happening, vocabulary)


def _check_doer(happening: Node, vocabulary: Vocabulary) -> None:
    """Refuse *is attacked by a spell* and *is damaged by a weapon*: these never do it."""
    does = "happens_attacks" if happening.phrase == "happens_attacked_by" else "when_deals"
    kinds = kinds_of(happening.node("f"), vocabulary)
    if all(_is_never(does, kind) if kind.piece else does == "happens_attacks" for kind in kinds):
        _fail(happening.node("f"), f"{_words(kinds)} {_NEVER[does]}", "name another kind")
