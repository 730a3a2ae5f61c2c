"""Cards as objects: copies, costs and changes of cards in hands and decks, and cards that are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import effect

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering


def _signed(node: Node) -> int:
    return node.number("n") * (-1 if node["c"] == "less" else 1)


def _copy(low: Lowering, node: Node) -> None:
    query = low.in_zone(node.node("f"))
    if node.phrase == "copy_cards":
        query.random = node.number("n")
    side, zone = low.pile(node.node("z"))
    low.emit("CopyThose", a=side, b=zone, q=low.add(query))
    low.made("" if query.random != 1 else node.node("z").word("z"), query.kinds)


def _buff_anywhere(low: Lowering, node: Node) -> None:
    target = node.node("t")
    attack, health = node.pair("s")
    low.select(target)
    low.no_inert(node, "changed")
    # Those named before are in the set already: no query was added for them.
    row = low.held_query() if target.phrase in ("your", "all", "group") else None
    if row is None or row.side != 1:
        low.fail(target, "only a player's own cards are changed wherever they are", 'write "your"')
    if row.damaged or row.relation or row.place or row.other:
        low.fail(target, "a card in a zone has no place and no damage", "leave those words out")
    low.emit("Const", b=1)
    low.emit("Buff", b=attack, c=health)
    for zone in ("hand", *low.vocabulary.decks(row.kinds)):
        low.lie_in(target, row, low.vocabulary.zone(zone))
        low.emit("BuffCards", b=attack, c=health, q=low.add(row))
    low.held("")


def _set_cost(low: Lowering, node: Node) -> None:
    query = low.in_zone(node.node("f"))
    low.emit("Const", b=node.number("n"))
    low.emit("SetCost", q=low.add(query))


def _of_it(low: Lowering, node: Node, operation: str, value: int) -> None:
    query = low.card_query(node)
    low.emit("Const", b=value)
    low.emit(operation, q=low.add(query))


def _look(low: Lowering, node: Node) -> None:
    query = low.in_zone(node.node("f"))
    side, zone = low.pile(node.node("z"))
    if side != 1:
        low.fail(node.node("z"), "a card that you choose goes to your own zone", 'write "your"')
    is_copy = node.phrase == "look_copy"
    if not is_copy and (query.side != 1 or query.zone == zone):
        low.fail(node, "a card goes to another zone of the same player", 'write "put a copy of one into"')
    low.no_more_than_shown(node)
    low.emit("ChooseFrom", b=node.number("n"), q=low.add(query))
    meant = low.card_itself(query.zone)
    if is_copy:
        low.emit("CopyThose", a=side, b=zone, q=low.add(meant))
    else:
        low.emit("Shift", a=zone, q=low.add(meant))
    low.made(node.node("z").word("z"), query.kinds)


def _bare(low: Lowering, node: Node) -> Query:
    """The query of a filter for cards of one zone that the phrase names."""
    query = low.query(node)
    if query.side or query.zone or query.relation or query.place or query.other or query.damaged:
        low.fail(node, "a card in a zone has no side and no place", "leave those words out")
    return query


def _draw_random(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    query = _bare(low, wanted)
    decks = low.vocabulary.decks(query.kinds)
    if len(decks) > 1:
        low.fail(wanted, f"such cards lie in several decks: {', '.join(decks)}", "name a kind of card")
    low.lie_in(wanted, query, low.vocabulary.zone(decks[0] if decks else low.vocabulary.decks()[0]))
    query.random = node.number("n")
    for side in (1, 2) if node["p"] == "each" else (low.side(node.word("p")),):
        query.side = side
        low.emit("DrawThose", q=low.add(query))
    low.made("hand" if query.random == 1 and node["p"] != "each" else "", query.kinds)


def _cast(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    kinds = low.query(wanted).kinds
    passing = [kind for kind in low.vocabulary.kinds if not kind.piece and not kind.known]
    castable = sum(1 << low.vocabulary.kind(kind.id) for kind in passing)
    named = sum(low.vocabulary.kind_mask(kind.id) for kind in passing)  # with those that count as one of them
    if not kinds & castable or kinds & ~named:
        low.fail(wanted, "only cards that do not stay in play are cast", f'write "{passing[0].word}"')
    low.emit("Const", b=node.number("n"))
    low.emit("Cast", q=low.pool(wanted, among=castable))


def _price(low: Lowering, node: Node) -> None:
    wanted = node.node("f")
    query = _bare(low, wanted)
    low.lie_in(wanted, query, low.vocabulary.zone("hand"))
    query.side = low.side(node.word("o"))
    low.emit("Const", b=_signed(node))
    low.emit("Price", a=low.duration(node), c=int(node.phrase == "next_costs"), q=low.add(query))


PHRASES = (
    effect(
        "copy_cards",
        "copy {n:quantity} random {f:filter@n} into {z:pile}",
        "Copies of random cards of a zone come into a zone.",
        "Copy a random card in your opponent's hand into your hand.",
        _copy,
        "CopyThose",
    ),
    effect(
        "copy_all",
        "copy all {f:filter.p} into {z:pile}",
        "A copy of every such card of a zone comes into a zone.",
        "Copy all minions in your hand into your deck.",
        _copy,
        "CopyThose",
    ),
    effect(
        "buff_anywhere",
        "{t:subject.p} get {s:stats} wherever they are",
        "Attack and health of your pieces in play and of your cards in hand and deck change.",
        "Your minions get +1/+1 wherever they are.",
        _buff_anywhere,
        "Const",
        "Buff",
        "BuffCards",
    ),
    effect(
        "set_cost",
        "{f:filter.p} cost exactly {n:number}",
        "Cards that are now in a hand or deck cost that much.",
        "Spells in your hand cost exactly 1.",
        _set_cost,
        "Const",
        "SetCost",
    ),
    effect(
        "cost_it",
        "it costs {n:number} {c:more}",
        "The card just drawn, added, returned or kept costs more or less.",
        "Draw a card. It costs 1 less.",
        lambda low, node: _of_it(low, node, "Cost", _signed(node)),
        "Const",
        "Cost",
    ),
    effect(
        "set_cost_it",
        "it costs exactly {n:number}",
        "The card just drawn, added, returned or kept costs that much.",
        "Draw a card. It costs exactly 1.",
        lambda low, node: _of_it(low, node, "SetCost", node.number("n")),
        "Const",
        "SetCost",
    ),
    effect(
        "look",
        "look at {n:count} random {f:filter.p} and put one into {z:pile}",
        "The player is shown random cards of a zone and puts one into another zone.",
        "Look at three random spells in your deck and put one into your hand.",
        _look,
        "ChooseFrom",
        "Shift",
        requires="turn",
    ),
    effect(
        "look_copy",
        "look at {n:count} random {f:filter.p} and put a copy of one into {z:pile}",
        "The player is shown random cards of a zone and gets a copy of one.",
        "Look at three random cards in your opponent's deck and put a copy of one into your hand.",
        _look,
        "ChooseFrom",
        "CopyThose",
        requires="turn",
    ),
    effect(
        "draw_random",
        "{p:actor} (draw|draws)@p {n:quantity} random {f:filter@n}",
        "That player draws random cards of a sort from their deck.",
        "Draw a random minion.",
        _draw_random,
        "DrawThose",
    ),
    effect(
        "cast_random",
        "cast {n:quantity} random {f:filter@n}, aimed at random",
        "Random cards of the game take effect, their targets picked by chance.",
        "Cast two random spells, aimed at random.",
        _cast,
        "Const",
        "Cast",
    ),
    effect(
        "next_costs",
        "{o:whose} next {f:filter.s} costs {n:number} {c:more}[ {d:duration}]",
        "The next such card that is played costs more or less.",
        "Your next spell costs 2 less.",
        _price,
        "Const",
        "Price",
    ),
    effect(
        "costs_for",
        "{o:whose} {f:filter.p} cost {n:number} {c:more} {d:duration}",
        "Such cards cost more or less for a time, those that come later too.",
        "Your spells cost 1 less until end of turn.",
        _price,
        "Const",
        "Price",
    ),
)
