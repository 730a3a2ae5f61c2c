"""Questions about the position."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering

COMPARE = {"most": 0, "least": 1, "exactly": 2}
"""The kernel's numbers for comparisons."""


def _controlled(low: Lowering, node: Node) -> Query:
    query = low.query(node.node("f"))
    if query.side or query.zone:
        low.fail(node, '"control" already says whose', "leave the other word out")
    query.side = low.side(node.word("p"))
    return query


def _control(low: Lowering, node: Node) -> int:
    return low.emit("IfAny", q=low.counted(node, _controlled(low, node)))


def _control_none(low: Lowering, node: Node) -> int:
    return low.emit("IfNone", q=low.counted(node, _controlled(low, node)))


def _control_many(low: Lowering, node: Node) -> int:
    low.emit("Count", q=low.counted(node, _controlled(low, node)), b=1)
    return low.emit("IfValue", a=COMPARE["least"], c=node.number("n"))


def _it_is(low: Lowering, node: Node) -> int:
    query = low.query(node.node("f"))
    meant = low.card_meant(node.node("t"))
    if meant == "made":
        itself = low.card_query(node)
        query.base, query.zone = itself.base, itself.zone
        return low.emit("IfAny", q=low.add(query))
    if meant == "event":
        return low.emit("IfCard", q=low.add(query))
    low.about(node, query)
    return low.emit("IfAny", q=low.add(query))


def _it_is_damaged(low: Lowering, node: Node) -> int:
    query = low.anything()
    query.damaged = 1
    low.about(node, query)
    return low.emit("IfAny", q=low.add(query))


def _it_has(low: Lowering, node: Node) -> int:
    query = low.anything()
    query.keywords = 1 << low.vocabulary.keyword(node.word("k"))
    low.about(node, query)
    return low.emit("IfAny", q=low.add(query))


def _this_is(low: Lowering, node: Node) -> int:
    low.need_source(node)
    return low.emit("IfAny", q=low.add(replace(_asked(low, node), base=1)))


def _hero_is(low: Lowering, node: Node) -> int:
    if node["o"] == "each":
        low.fail(node, "this asks about one player", 'write "your" or "your opponent\'s"')
    query = _asked(low, node)
    if query.place and node["o"] == "you" and low.vocabulary.places[query.place - 1].around_hero:
        low.fail(node, "this is never true: your own stands in its middle", "name another place")
    query.kinds, query.side = low.vocabulary.kind_mask(node.word("k")), low.side(node.word("o"))
    return low.emit("IfAny", q=low.add(query))


def _this_has(low: Lowering, node: Node) -> int:
    low.need_source(node)
    query = low.anything()
    query.base = 1
    low.bound(node, query, node.word("a"), node.word("c"), node.number("n"))
    return low.emit("IfAny", q=low.add(query))


def _asked(low: Lowering, node: Node) -> Query:
    """The query for a piece in a condition, or at a place."""
    query = low.anything()
    if isinstance(status := node.get("s"), str):
        query.status = low.vocabulary.status(status) + 1
    else:
        query.place = low.vocabulary.place(node.word("w"))
    return query


def _it_is_so(low: Lowering, node: Node) -> int:
    query = _asked(low, node)
    low.about(node, query)
    return low.emit("IfAny", q=low.add(query))


def _it_has_stat(low: Lowering, node: Node) -> int:
    query = low.anything()
    low.bound(node, query, node.word("a"), node.word("c"), node.number("n"))
    low.about(node, query)
    return low.emit("IfAny", q=low.add(query))


def _wealth(low: Lowering, node: Node) -> int:
    low.emit("Wealth", a=low.side(node.word("p")), b=low.vocabulary.resource(node.word("r")))
    return low.emit("IfValue", a=COMPARE[node.word("c")], c=node.number("n"))


def _empty(low: Lowering, node: Node) -> int:
    query = low.anything()
    query.side, query.zone = low.pile(node.node("z"))
    return low.emit("IfNone", q=low.add(query))


def _cards(low: Lowering, node: Node, compare: str = "least") -> int:
    query = low.query(node.node("f"))
    if not query.zone:
        low.fail(node, '"have" is for cards in a zone', 'write "you control" for pieces on the board')
    low.emit("Count", q=low.add(query), b=1)
    return low.emit("IfValue", a=COMPARE[compare], c=node.number("n"))


def _there_are(low: Lowering, node: Node, compare: str) -> int:
    low.emit("Count", q=low.counted(node, low.query(node.node("f"))), b=1)
    return low.emit("IfValue", a=COMPARE[compare], c=node.number("n"))


def _there_are_none(low: Lowering, node: Node) -> int:
    return low.emit("IfNone", q=low.counted(node, low.query(node.node("f"))))


def _daytime(low: Lowering, node: Node) -> int:
    query = low.anything()
    query.place = low.vocabulary.phase_place(node.word("h"))
    return low.emit("IfAny", q=low.add(query))


_QUESTIONS = (
    Phrase(
        "condition",
        "control",
        "{p:who} (control|controls)@p a {f:filter.s}",
        "There is such a piece on that player's side.",
        "If you control a minion with Taunt, draw a card.",
        lower=_control,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "control_none",
        "{p:who} (control|controls)@p no {f:filter.p}",
        "There is no such piece on that player's side.",
        "If you control no minions, draw two cards.",
        lower=_control_none,
        operations=("IfNone",),
    ),
    Phrase(
        "condition",
        "control_many",
        "{p:who} (control|controls)@p {n:count} or more {f:filter.p}",
        "There are that many such pieces or more on that player's side.",
        "If your opponent controls three or more minions, deal 2 damage to all enemy minions.",
        lower=_control_many,
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "it_is",
        "{t:one.s} is a {f:filter.s}",
        "The piece named before fits this, and is still in play.",
        "Move a minion. If it is an enemy minion, draw a card.",
        lower=_it_is,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "it_is_damaged",
        "{t:one.s} is damaged",
        "The piece named before is still in play and below its full health.",
        "Deal 1 damage to a minion. If it is damaged, draw a card.",
        lower=_it_is_damaged,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "it_has",
        "{t:one.s} has {k:plain_keyword}",
        "The piece named before has a keyword.",
        "When this attacks, if the target has Taunt, deal 2 damage to the target.",
        lower=_it_has,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "it_is_stricken",
        "{t:one.s} is {s:stricken}",
        "The piece named before is still in play and in this condition.",
        "Deal 1 damage to a minion. If it is stunned, draw a card.",
        lower=_it_is_so,
        operations=("IfAny",),
        requires="stricken",
    ),
    Phrase(
        "condition",
        "it_is_at",
        "{t:one.s} is {w:place}",
        "The piece named before stands on this kind of ground, or in this area.",
        "Deal 1 damage to a unit. If it is on desert, draw a card.",
        lower=_it_is_so,
        operations=("IfAny",),
        requires="place",
    ),
    Phrase(
        "condition",
        "it_has_stat",
        "{t:one.s} has {n:number} {c:bound} {a:stat}",
        "The piece named before has at most or at least that much.",
        "Deal 1 damage to a minion. If it has 2 or less health, draw a card.",
        lower=_it_has_stat,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "this_is_stricken",
        "this is {s:stricken}",
        "The piece that carries the text is in this condition.",
        "At the end of your turn, if this is stunned, draw a card.",
        lower=_this_is,
        operations=("IfAny",),
        requires="stricken",
    ),
    Phrase(
        "condition",
        "this_is_at",
        "this is {w:place}",
        "The piece that carries the text stands on this kind of ground, or in this area.",
        "At the end of your turn, if this is on desert, draw a card.",
        lower=_this_is,
        operations=("IfAny",),
        requires="place",
    ),
    Phrase(
        "condition",
        "hero_is_stricken",
        "{o:whose} {k:unique.s} is {s:stricken}",
        "A hero is in this condition.",
        "If your hero is poisoned, draw two cards.",
        lower=_hero_is,
        operations=("IfAny",),
        requires="stricken",
    ),
    Phrase(
        "condition",
        "hero_is_at",
        "{o:whose} {k:unique.s} is {w:place}",
        "A hero stands on this kind of ground, or in this area.",
        "If your hero is on fire, draw a card.",
        lower=_hero_is,
        operations=("IfAny",),
        requires="place",
    ),
    Phrase(
        "condition",
        "this_has",
        "this has {n:number} {c:bound} {a:stat}",
        "The piece that carries the text has at most or at least that much.",
        "At the end of your turn, if this has 5 or more attack, draw a card.",
        lower=_this_has,
        operations=("IfAny",),
    ),
    Phrase(
        "condition",
        "have_wealth",
        "{p:who} (have|has)@p {n:number} {c:bound} {r:wealth}",
        "That player has at most or at least that much of a resource.",
        "If you have 5 or more fire, deal 2 damage to the enemy hero.",
        lower=_wealth,
        operations=("Wealth", "IfValue"),
    ),
    Phrase(
        "condition",
        "is_daytime",
        "{h:phase_now}",
        "It is that time of day.",
        "If it is night, draw a card.",
        lower=_daytime,
        operations=("IfAny",),
        requires="phase",
    ),
    Phrase(
        "condition",
        "pile_empty",
        "{z:pile} is empty",
        "There is no card in that hand or deck.",
        "If your hand is empty, draw two cards.",
        lower=_empty,
        operations=("IfNone",),
    ),
    Phrase(
        "condition",
        "have_cards",
        "you have {n:count} or more {f:filter.p}",
        "There are that many such cards or more in a zone.",
        "If you have five or more cards in your hand, restore 3 health to your hero.",
        lower=_cards,
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "have_fewer",
        "you have {n:count} or fewer {f:filter.p}",
        "There are that many such cards or fewer in a zone.",
        "If you have three or fewer cards in your hand, draw a card.",
        lower=lambda low, node: _cards(low, node, "most"),
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "have_exactly",
        "you have exactly {n:count} {f:filter.p}",
        "There are exactly that many such cards in a zone.",
        "If you have exactly three cards in your hand, draw a card.",
        lower=lambda low, node: _cards(low, node, "exactly"),
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "there_are",
        "there are {n:count} or more {f:countable.p}",
        "There are that many such pieces or spaces on the board, or cards in a zone, or more.",
        "If there are four or more minions, deal 1 damage to all minions.",
        lower=lambda low, node: _there_are(low, node, "least"),
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "there_are_fewer",
        "there are {n:count} or fewer {f:countable.p}",
        "There are that many such pieces or spaces on the board, or cards in a zone, or fewer.",
        "If there are two or fewer minions, draw a card.",
        lower=lambda low, node: _there_are(low, node, "most"),
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "there_are_exactly",
        "there are exactly {n:count} {f:countable.p}",
        "There are exactly that many such pieces or spaces on the board, or cards in a zone.",
        "If there are exactly three minions, draw a card.",
        lower=lambda low, node: _there_are(low, node, "exactly"),
        operations=("Count", "IfValue"),
    ),
    Phrase(
        "condition",
        "there_are_none",
        "there are no {f:countable.p}",
        "No such piece or space is on the board, or no such card in a zone.",
        "If there are no damaged minions, draw a card.",
        lower=_there_are_none,
        operations=("IfNone",),
    ),
)

_NOT_STATES = ("is_daytime", "it_is_at", "this_is_at")

PHRASES = tuple(
    one if one.name in _NOT_STATES else replace(one, elsewhere={"state": one.template}) for one in _QUESTIONS
)
"""All of them can stand after *while*; a time of day and places have their own phrases there."""
