"""What is done with cards and players: drawing, resources, summoning, hands and decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import effect

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _draw(low: Lowering, node: Node) -> None:
    if node.get("m"):
        low.multiply(node, node["n"], node.node("m"))
    else:
        low.emit("Const", b=node.number("n"))
    low.emit("Draw", a=low.side(node.word("p")))
    low.made("hand" if node["n"] == 1 and not node.get("m") and node["p"] != "each" else "")


def _gain(low: Lowering, node: Node, sign: int) -> None:
    if node.get("m"):
        low.multiply(node, node["n"], node.node("m"))
    else:
        low.amount(node, node["n"])
    if sign < 0:
        low.negate()
    low.emit("Gain", a=low.side(node.word("p")), b=low.vocabulary.resource(node.word("r")))


def _gain_each(low: Lowering, node: Node, sign: int) -> None:
    for number, resource in enumerate(low.vocabulary.resources):
        if resource.element:
            low.emit("Const", b=sign * node.number("n"))
            low.emit("Gain", a=low.side(node.word("p")), b=number)


def _take(low: Lowering, node: Node) -> None:
    low.amount(node, node["n"])
    low.select(node.node("t"), dead=True)
    low.emit("Take", b=low.vocabulary.resource(node.word("r")))


def _summon(low: Lowering, node: Node) -> None:
    if node.get("m"):
        low.multiply(node, node["n"], node.node("m"))
    else:
        low.emit("Const", b=node.number("n"))
    low.emit("Summon", a=low.side(node.word("p")), q=low.card(node, "c", piece=True))
    low.held("one" if node["n"] == 1 and not node.get("m") else "many")


def _summon_random(low: Lowering, node: Node) -> None:
    low.emit("Const", b=node.number("n"))
    low.emit("SummonRandom", a=low.side(node.word("p")), q=low.pool(node.node("f"), pieces=True))
    low.held("one" if node["n"] == 1 else "many")


def _add(low: Lowering, node: Node) -> None:
    side, zone = low.pile(node.node("z"))
    low.emit("Const", b=node.number("n"))
    low.emit("Create", a=side, b=zone, q=low.card(node, "c"))
    low.made(node.node("z").word("z") if node["n"] == 1 and side else "")


def _add_random(low: Lowering, node: Node) -> None:
    side, zone = low.pile(node.node("z"))
    low.emit("Const", b=node.number("n"))
    low.emit("CreateRandom", a=side, b=zone, q=low.pool(node.node("f")))
    low.made(node.node("z").word("z") if node["n"] == 1 and side else "")


def _add_copy(low: Lowering, node: Node) -> None:
    side, zone = low.pile(node.node("z"))
    meant = low.card_meant(node.node("t"))
    if meant == "made":
        low.emit("CopyThose", a=side, b=zone, q=low.add(low.card_query(node)))
        return
    if meant == "event":
        low.emit("Const", b=1)
        low.emit("CreateIt", a=side, b=zone)
        low.made(node.node("z").word("z") if side else "")
        return
    low.select(node.node("t"), dead=True)
    low.no_unique(node, "copied")
    is_one = low.holds_one()
    low.emit("CreateCopy", a=side, b=zone)
    low.made(node.node("z").word("z") if is_one and side else "")


def _choose(low: Lowering, node: Node) -> None:
    side, zone = low.pile(node.node("z"))
    if side != 1:
        low.fail(node.node("z"), "a card that you choose goes to your own zone", 'write "your"')
    low.no_more_than_shown(node)
    low.emit("Choose", b=node.number("n"), q=low.pool(node.node("f")))
    low.emit("Keep", a=zone)
    low.made(node.node("z").word("z"))


def _cost(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    if not query.zone:
        low.fail(node, "only cards in a hand or deck can change their cost", 'add "in your hand"')
    low.emit("Const", b=node.number("n") * (-1 if node["c"] == "less" else 1))
    low.emit("Cost", q=low.add(query))


def _put(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    side, zone = low.pile(node.node("z"))
    if query.side or query.zone or query.relation or query.place or query.other:
        low.fail(node, "a card in a zone has no side and no place", "leave the other words out")
    query.side, origin = low.pile(node.node("o"))
    low.lie_in(node.node("f"), query, origin)
    if side != query.side or zone == query.zone:
        low.fail(node, "a card goes to another zone of the same player")
    query.random = node.number("n")
    low.emit("Shift", q=low.add(query), a=zone)
    low.made(node.node("z").word("z") if query.random == 1 and side else "")


PHRASES = (
    effect(
        "draw",
        "{p:actor} (draw|draws)@p {n:quantity} (cards|card)@n[ {m:multiplier}]",
        "That player draws cards.",
        "Draw two cards.",
        _draw,
        "Const",
        "Draw",
    ),
    effect(
        "gain",
        "{p:actor} (gain|gains)@p {n:amount} {r:resource}[ {m:multiplier}]",
        "That player has more of a resource for good.",
        "Gain 1 fire.",
        lambda low, node: _gain(low, node, 1),
        "Gain",
    ),
    effect(
        "gain_fleeting",
        "{p:actor} (gain|gains)@p {n:amount} {r:fleeting} this <turn>[ {m:multiplier}]",
        "That player has more mana this turn.",
        "Gain 2 mana this turn.",
        lambda low, node: _gain(low, node, 1),
        "Gain",
    ),
    effect(
        "gain_each",
        "{p:actor} (gain|gains)@p {n:number} of each <element>",
        "That player has more of every element for good.",
        "Gain 1 of each element.",
        lambda low, node: _gain_each(low, node, 1),
        "Const",
        "Gain",
        requires="element",
    ),
    effect(
        "lose_wealth",
        "{p:actor} (lose|loses)@p {n:amount} {r:resource}[ {m:multiplier}]",
        "That player has less of a resource, never below 0.",
        "Your opponent loses 1 earth.",
        lambda low, node: _gain(low, node, -1),
        "Gain",
        "Scale",
    ),
    effect(
        "lose_each",
        "{p:actor} (lose|loses)@p {n:number} of each <element>",
        "That player has less of every element, never below 0.",
        "Your opponent loses 1 of each element.",
        lambda low, node: _gain_each(low, node, -1),
        "Const",
        "Gain",
        requires="element",
    ),
    effect(
        "take",
        "take {n:amount} {r:loot} from the (owners|owner)@t of {t:object}",
        "You take that much of a resource from the owner of each of them, never more than they have.",
        "Take 60 gold from the owner of an enemy structure.",
        _take,
        "Take",
        requires="loot",
    ),
    effect(
        "summon",
        "{p:actor} (summon|summons)@p {n:quantity} {c:name@n}[ {m:multiplier}]",
        "That player gets copies of the card in play.",
        "Summon two Stone Sprouts.",
        _summon,
        "Const",
        "Summon",
    ),
    effect(
        "summon_random",
        "{p:actor} (summon|summons)@p {n:quantity} random {f:filter@n}",
        "That player gets random cards of the game in play.",
        "Summon a random minion costing 2 or less.",
        _summon_random,
        "Const",
        "SummonRandom",
    ),
    effect(
        "add",
        "add {n:quantity} {c:name@n} to {z:pile}",
        "Copies of the card are put into a zone.",
        "Add a Stone Sprout to your hand.",
        _add,
        "Const",
        "Create",
    ),
    effect(
        "add_random",
        "add {n:quantity} random {f:filter@n} to {z:pile}",
        "Random cards of the game are put into a zone.",
        "Add a random fire spell to your hand.",
        _add_random,
        "Const",
        "CreateRandom",
    ),
    effect(
        "add_copy",
        "add a copy of {t:object} to {z:pile}",
        "A copy of each of them, as printed, is put into a zone.",
        "Add a copy of a friendly minion to your hand.",
        _add_copy,
        "CreateCopy",
    ),
    effect(
        "choose",
        "choose one of {n:count} random {f:filter.p} and add it to {z:pile}",
        "The player is shown different random cards of the game and keeps one.",
        "Choose one of three random wind cards and add it to your hand.",
        _choose,
        "Choose",
        "Keep",
        requires="turn",
    ),
    effect(
        "cost",
        "{f:filter.p} cost {n:number} {c:more}",
        "Cards that are now in a hand or deck cost more or less.",
        "Spells in your hand cost 1 less.",
        _cost,
        "Const",
        "Cost",
    ),
    effect(
        "put",
        "put {n:quantity} random {f:filter@n} from {o:pile} into {z:pile}",
        "Random cards of a zone go to another zone of the same player.",
        "Put a random minion from your deck into your hand.",
        _put,
        "Shift",
    ),
)
