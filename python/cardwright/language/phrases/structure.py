"""How effects make sentences and sentences make a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _both(low: Lowering, node: Node) -> None:
    low.effect(node.node("e"))
    low.effect(node.node("r"))


def _and_if(low: Lowering, node: Node) -> None:
    low.effect(node.node("e"))
    low.land(low.given(node.node("q"), node.node("r")))


def _do(low: Lowering, node: Node) -> None:
    low.effect(node.node("c"))


def _if(low: Lowering, node: Node) -> None:
    low.land(low.given(node.node("q"), node.node("c")))


def _otherwise(low: Lowering, node: Node) -> None:
    jump = low.given(node.node("q"), node.node("c"))
    end = low.emit("Jump")
    low.land(jump)
    low.branch(node.node("o"))
    low.land(end)


MOST_TIMES = 5
"""How often a sentence can be repeated: its operations are written out that often."""


def _repeat(low: Lowering, node: Node) -> None:
    times = node.number("n")
    if times > MOST_TIMES:
        low.fail(node, f"{times} times is too often", f"write at most {MOST_TIMES} times")
    for inner in node.node("c").walk():
        if inner.phrase in ("chosen", "choose_line"):
            hint = 'choose it in a sentence before, or write "a random"'
            low.fail(inner, "an effect that is repeated cannot have a choice", hint)
    if node.node("c").phrase in ("swap_stats", "exchange"):
        low.fail(node, "swapped again, all is as before", "leave the number of times out")
    for _ in range(times):
        low.branch(node.node("c"))


PHRASES = (
    Phrase(
        "text",
        "lines",
        "{l:line} {r:text}",
        "A text is several sentences in a row.",
        "Taunt. When played, draw a card.",
    ),
    Phrase(
        "line",
        "ability",
        "{t:trigger}, {s:sentence}",
        "A sentence under a trigger; further sentences without one belong to it.",
        "When this dies, draw a card.",
    ),
    Phrase(
        "line",
        "holds",
        "{s:static}.",
        "A change that holds while the card is in play.",
        "Your other minions have Haste.",
    ),
    Phrase("line", "keyword_line", "{k:keywords}.", "Keywords head a text.", "Taunt, Haste."),
    Phrase(
        "keywords",
        "keyword_list",
        "{k:keyword}, {r:keywords}",
        "Keywords are listed with commas.",
        "Taunt, Haste.",
    ),
    Phrase(
        "sentence",
        "do",
        "{c:clauses}.",
        "Effects end with a full stop.",
        "Draw a card.",
        lower=_do,
    ),
    Phrase(
        "sentence",
        "if",
        "if {q:condition}, {c:clauses}.",
        "The effects happen only if the condition holds.",
        "If you control a fire minion, draw a card.",
        lower=_if,
    ),
    Phrase(
        "sentence",
        "otherwise",
        "if {q:condition}, {c:clauses}. otherwise, {o:clauses}.",
        "The first effects happen if the condition holds, the second if it does not.",
        "If your hand is empty, draw two cards. Otherwise, draw a card.",
        lower=_otherwise,
        operations=("Jump",),
    ),
    Phrase(
        "sentence",
        "repeat",
        "{n:count} times, {c:clauses}.",
        "The effects happen that many times in a row; chance decides anew each time.",
        "Three times, deal 2 damage to a random enemy creature.",
        lower=_repeat,
    ),
    Phrase(
        "clauses",
        "and",
        "{e:effect} and {r:clauses}",
        "One effect, and right after it the next.",
        "Stun an enemy minion and draw a card.",
        lower=_both,
    ),
    Phrase(
        "clauses",
        "then",
        "{e:effect}, then {r:clauses}",
        "One effect, then the next; the same order as with *and*.",
        "Draw a card, then deal 1 damage to your hero.",
        lower=_both,
    ),
    Phrase(
        "clauses",
        "and_if",
        "{e:effect}, and if {q:condition}, {r:effect}",
        "One effect, and after it another that happens only if its own condition holds.",
        "Deal 2 damage to a minion, and if it dies, draw a card.",
        lower=_and_if,
    ),
    Phrase(
        "granted",
        "granted",
        "{t:trigger}, {c:clauses}",
        "An ability that a piece is given; *this* in it is that piece.",
        'Give a friendly minion "When this dies, draw a card."',
    ),
)
