"""Effects on cards in hands, decks and graveyards: discarding, revealing, raising, costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import effect

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering

IN_HAND = 'add "in your hand" or "in your opponent\'s hand"'


def _in_zone(low: Lowering, node: Node) -> Query:
    """The query of a filter that must name a zone."""
    query = low.query(node)
    if not query.zone:
        low.fail(node, "only cards in a zone can be meant", IN_HAND)
    return query


def _discard(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    query = low.query(wanted)
    if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
        low.fail(wanted, "a player discards cards from their own hand", "leave those words out")
    low.lie_in(wanted, query, low.vocabulary.zone("hand"))
    query.random = node.number("n")
    for side in (1, 2) if node["p"] == "each" else (low.side(node.word("p")),):
        query.side = side
        low.emit("DiscardThose", q=low.add(query))


def _discard_all(low: Lowering, node: Node) -> None:
    low.emit("DiscardThose", q=low.add(_in_zone(low, node.node("f"))))


def _top(low: Lowering, node: Node, operation: str) -> None:
    query = low.anything()
    query.side, query.zone = low.pile(node.node("z"))
    query.top = 1
    low.emit(operation, q=low.add(query))


def _reveal_pile(low: Lowering, node: Node) -> None:
    query = low.anything()
    query.side, query.zone = low.pile(node.node("z"))
    low.emit("Reveal", q=low.add(query))


def _reveal_random(low: Lowering, node: Node) -> None:
    query = _in_zone(low, node.node("f"))
    query.random = node.number("n")
    low.emit("Reveal", q=low.add(query))


def _raise(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    query = low.query(wanted)
    if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
        low.fail(wanted, "a card in a zone has no side and no place", "leave those words out")
    low.check_standing(wanted, query)
    query.side, zone = low.pile(node.node("z"))
    low.lie_in(wanted, query, zone)
    query.random = node.number("n")
    low.emit("Raise", a=low.side(node.word("p")), q=low.add(query))
    low.held("one" if query.random == 1 else "many", query.kinds)


def _cost_random(low: Lowering, node: Node) -> None:
    query = _in_zone(low, node.node("f"))
    query.random = 1
    low.emit("Const", b=node.number("n") * (-1 if node["c"] == "less" else 1))
    low.emit("Cost", q=low.add(query))


PHRASES = (
    effect(
        "discard",
        "{p:actor} (discard|discards)@p {n:quantity} random {f:filter@n}",
        "That player discards random cards from their hand.",
        "Your opponent discards a random card.",
        _discard,
        "DiscardThose",
        requires="graveyard",
    ),
    effect(
        "discard_all",
        "discard all {f:filter.p}",
        "Every such card in a zone is discarded.",
        "Discard all spells in your opponent's hand.",
        _discard_all,
        "DiscardThose",
        requires="graveyard",
    ),
    effect(
        "discard_top",
        "discard the top card of {z:pile}",
        "The top card goes to the graveyard of its player.",
        "Discard the top card of your opponent's deck.",
        lambda low, node: _top(low, node, "DiscardThose"),
        "DiscardThose",
        requires="graveyard",
    ),
    effect(
        "reveal_pile",
        "reveal {z:pile}",
        "Every card of a zone is shown to all, and stays known.",
        "Reveal your opponent's hand.",
        _reveal_pile,
        "Reveal",
    ),
    effect(
        "reveal_top",
        "reveal the top card of {z:pile}",
        "The top card is shown to all, and stays known.",
        "Reveal the top card of your deck.",
        lambda low, node: _top(low, node, "Reveal"),
        "Reveal",
    ),
    effect(
        "reveal_random",
        "reveal {n:quantity} random {f:filter@n}",
        "Random cards of a zone are shown to all, and stay known.",
        "Reveal a random card in your opponent's hand.",
        _reveal_random,
        "Reveal",
    ),
    effect(
        "raise",
        "{p:actor} (summon|summons)@p {n:quantity} random {f:filter@n} from {z:pile}",
        "Random cards of a zone come into play on that player's side.",
        "Summon a random minion from your graveyard.",
        _raise,
        "Raise",
        requires="graveyard",
    ),
    effect(
        "cost_random",
        "a random {f:filter.s} costs {n:number} {c:more}",
        "A random card that is now in a hand or deck costs more or less.",
        "A random card in your hand costs 1 less.",
        _cost_random,
        "Const",
        "Cost",
    ),
)
