"""What a piece or card must be: nouns, adjectives before them and limits behind them, in a fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering


def _kind(low: Lowering, node: Node, query: Query) -> None:
    query.kinds = low.vocabulary.kind_mask(node.word("k"))


def _kind_or(low: Lowering, node: Node, query: Query) -> None:
    first, second = node.word("k"), node.word("j")
    if first == second:
        low.fail(node, f'"{first} or {second}" names one kind twice')
    one, other = low.vocabulary.kind_mask(first), low.vocabulary.kind_mask(second)
    if one & other:
        low.fail(node, f'"{first} or {second}" names a kind twice', "leave one of them out")
    query.kinds = one | other


def _type(low: Lowering, node: Node, query: Query) -> None:
    query.kinds = low.vocabulary.bodies
    query.tags = 1 << low.vocabulary.tag(node.word("g"))


def _type_or(low: Lowering, node: Node, query: Query) -> None:
    first, second = (1 << low.vocabulary.tag(node.word(slot)) for slot in ("g", "h"))
    if first == second:
        low.fail(node, "that names one type twice", "leave one of them out")
    query.kinds, query.any_tags = low.vocabulary.bodies, first | second


def _card(low: Lowering, node: Node, query: Query) -> None:
    query.kinds = 0


def _tag(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    query.tags |= 1 << low.vocabulary.tag(node.word("t"))


def _not_tag(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    query.not_tags |= 1 << low.vocabulary.tag(node.word("t"))
    if query.not_tags & query.tags:
        low.fail(node, "there can be none", "leave one of the words out")


def _side(low: Lowering, node: Node, query: Query, side: int) -> None:
    low.refine(node, query)
    query.side = side


def _enemy(low: Lowering, node: Node, query: Query) -> None:
    query.kinds, query.side = low.vocabulary.bodies, 2


def _damaged(low: Lowering, node: Node, query: Query, damaged: int) -> None:
    low.refine(node, query)
    query.damaged = damaged


def _stricken(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.need_body(node, query, "condition")
    query.status = low.vocabulary.status(node.word("s")) + 1


def _near(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.relate(node, query, node.word("r"), "source")


def _near_it(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.relate(node, query, node.word("r"), _anchor(node.node("t")))


def _in_its_line(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.relate(node, query, node.word("r"), node.word("w"))


def _near_this(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.relate(node, query, node.word("r"), "source")


def _within(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    if node.number("n") < 1:
        low.fail(node, "there is nothing so near", "write 1 or more")
    one = node.get("t")
    anchor = "source" if one is None else _anchor(node.node("t"))
    low.relate(node, query, next(row.id for row in low.vocabulary.relations if row.adjective), anchor)
    query.steps = node.number("n")


def _anchor(one: Node) -> str:
    if one.phrase == "the_copy":
        return "copy"
    return one.word("w") if one.phrase == "party" else "it"


def _here(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.relate(node, query, node.word("r"), "source")


def _at(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    if query.zone:
        low.fail(node, "a card in a zone has no side and no place", "leave the other words out")
    query.place = low.vocabulary.place(node.word("w"))


def _other(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    query.other = low.others(node)


def _need_keyword(low: Lowering, node: Node, query: Query) -> None:
    keyword = next(one for one in low.vocabulary.bit_keywords if one.id == node["k"])
    if not keyword.anywhere:
        low.need_body(node, query, keyword.word)


def _with(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    _need_keyword(low, node, query)
    query.keywords |= 1 << low.vocabulary.keyword(node.word("k"))


def _without(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    _need_keyword(low, node, query)
    query.without |= 1 << low.vocabulary.keyword(node.word("k"))


def _named(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    card = node.word("c")
    if query.kinds and not query.kinds >> low.assembly.kinds[card] & 1:
        low.fail(node, "that card is of another kind")
    query.card = low.assembly.defs[card]


def _with_both(low: Lowering, node: Node, query: Query) -> None:
    _bounded(low, node, query)
    _need_keyword(low, node, query)
    query.keywords |= 1 << low.vocabulary.keyword(node.word("k"))


def _with_two(low: Lowering, node: Node, query: Query) -> None:
    _with(low, node, query)
    if node["k"] == node["j"]:
        low.fail(node, "that names one keyword twice", "leave one of them out")
    query.keywords |= 1 << low.vocabulary.keyword(node.word("j"))


def _bounded(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.need_body(node, query, node.word("a"))
    low.bound(node, query, node.word("a"), node.word("c"), node.number("n"))


def _costing(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.bound(node, query, "cost", node.word("c"), node.number("n"))


def _costing_exactly(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.bound(node, query, "cost", "exactly", node.number("n"))


def _in_zone(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    side, zone = low.pile(node.node("z"))
    if query.side or query.relation or query.place or query.other:
        low.fail(node, "a card in a zone has no side and no place", "leave the other words out")
    low.lie_in(node, query, zone)
    query.side = side


PHRASES = (
    Phrase("filter", "kind", "{k:kind}", "A kind of card.", "Destroy all minions.", lower=_kind),
    Phrase(
        "filter",
        "kind_or",
        "{k:kind} or {j:kind}",
        "One of two kinds.",
        "Deal 1 damage to a minion or hero.",
        lower=_kind_or,
    ),
    Phrase(
        "filter",
        "card",
        "(cards|card)@self",
        "A card of any kind.",
        "Add a random fire card to your hand.",
        lower=_card,
    ),
    Phrase(
        "filter",
        "tag",
        "{t:tag} {f:below}",
        "A card of an element.",
        "Fire minions in your hand cost 1 less.",
        lower=_tag,
        level=1,
    ),
    Phrase(
        "filter",
        "type",
        "{g:type}",
        "A piece or card of a type.",
        "Your other beasts have +1/+0.",
        lower=_type,
        requires="type",
    ),
    Phrase(
        "filter",
        "type_or",
        "{g:type} or {h:type}",
        "A piece or card of one of two types.",
        "Take control of an enemy beast or plant for 12 seconds.",
        lower=_type_or,
        requires="type",
    ),
    Phrase(
        "filter",
        "rarity",
        "{t:scarcity} {f:below}",
        "A card of a rarity.",
        "Add a random rare fire spell to your hand.",
        lower=_tag,
        level=2,
        requires="scarcity",
    ),
    Phrase(
        "filter",
        "not_tag",
        "{t:lacking} {f:below}",
        "Not of that type, school or rarity.",
        "Destroy all non-dragon minions.",
        lower=_not_tag,
        level=2,
    ),
    Phrase(
        "filter",
        "friendly",
        "friendly {f:below}",
        "On your side.",
        "Restore 4 health to a friendly minion.",
        lower=lambda low, node, query: _side(low, node, query, 1),
        level=3,
    ),
    Phrase(
        "filter",
        "enemy",
        "enemy {f:below}",
        "On the opponent's side.",
        "Enemy minions get -1/-0 until end of turn.",
        lower=lambda low, node, query: _side(low, node, query, 2),
        level=3,
    ),
    Phrase(
        "filter",
        "enemies",
        "(enemies|enemy)@self",
        "An enemy piece of any kind.",
        "Deal 1 damage to all enemies.",
        lower=_enemy,
        level=3,
    ),
    Phrase(
        "filter",
        "damaged",
        "damaged {f:below}",
        "Below its full health.",
        "Destroy a damaged enemy minion.",
        lower=lambda low, node, query: _damaged(low, node, query, 1),
        level=4,
    ),
    Phrase(
        "filter",
        "undamaged",
        "undamaged {f:below}",
        "At its full health.",
        "Deal 3 damage to an undamaged minion.",
        lower=lambda low, node, query: _damaged(low, node, query, 2),
        level=4,
    ),
    Phrase(
        "filter",
        "stricken",
        "{s:stricken} {f:below}",
        "That is in this condition.",
        "Destroy all stunned minions.",
        lower=_stricken,
        level=4,
        requires="stricken",
    ),
    Phrase(
        "filter",
        "adjacent",
        "{r:nearness} {f:below}",
        "On a space beside the piece that carries the text.",
        "When this dies, deal 1 damage to adjacent minions.",
        lower=_near,
        level=5,
    ),
    Phrase(
        "filter",
        "other",
        "other {f:below}",
        "Not the piece that carries the text, nor the one chosen before.",
        "Your other minions get +1/+0 until end of turn.",
        lower=_other,
        level=6,
    ),
    Phrase(
        "filter",
        "with_keyword",
        "{f:below} with {k:plain_keyword}",
        "That has a keyword.",
        "Destroy a minion with Taunt.",
        lower=_with,
        level=7,
    ),
    Phrase(
        "filter",
        "without_keyword",
        "{f:below} without {k:plain_keyword}",
        "That lacks a keyword.",
        "Stun all enemy minions without Taunt.",
        lower=_without,
        level=7,
    ),
    Phrase(
        "filter",
        "named",
        "{f:below} named {c:name.s}",
        "A copy of that card.",
        "Your minions named Treant have +1/+1.",
        lower=_named,
        level=7,
    ),
    Phrase(
        "filter",
        "with_stat",
        "{f:below} with {n:number} {c:bound} {a:stat}",
        "With at most or at least that much of a number.",
        "Destroy a minion with 3 or less attack.",
        lower=_bounded,
        level=7,
    ),
    Phrase(
        "filter",
        "with_both",
        "{f:below} with {k:plain_keyword} that (have|has)@self {n:number} {c:bound} {a:stat}",
        "That has a keyword, and at most or at least that much of a number.",
        "Destroy a minion with Taunt that has 3 or less attack.",
        lower=_with_both,
        level=7,
    ),
    Phrase(
        "filter",
        "with_two",
        "{f:below} with {k:plain_keyword} that (have|has)@self {j:plain_keyword}",
        "That has two keywords.",
        "Destroy a minion with Taunt that has Haste.",
        lower=_with_two,
        level=7,
    ),
    Phrase(
        "filter",
        "costing",
        "{f:below} costing {n:number} {c:bound}",
        "With at most or at least that cost.",
        "Summon a random minion costing 2 or less.",
        lower=_costing,
        level=8,
        requires="price",
    ),
    Phrase(
        "filter",
        "costing_exactly",
        "{f:below} costing {n:number}",
        "With exactly that cost.",
        "Summon a random minion costing 1.",
        lower=_costing_exactly,
        level=8,
        requires="price",
    ),
    Phrase(
        "filter",
        "adjacent_to_it",
        "{f:below} {r:nearness} to {t:one.s}",
        "On a space beside the piece named before.",
        "Deal 3 damage to a minion and deal 1 damage to minions adjacent to it.",
        lower=_near_it,
        level=9,
    ),
    Phrase(
        "filter",
        "within",
        "{f:below} within {n:number} <spaces>",
        "At most so many steps away from the piece that carries the text.",
        "Other friendly minions within 2 spaces have +1/+0.",
        lower=_within,
        level=9,
        requires="nearness",
    ),
    Phrase(
        "filter",
        "within_of",
        "{f:below} around {t:one.s} within {n:number} <spaces>",
        "At most so many steps away from the piece named before, without that piece.",
        "Stun a minion and deal 1 damage to minions around it within 2 spaces.",
        lower=_within,
        level=9,
        requires="nearness",
    ),
    Phrase(
        "filter",
        "in_its_line",
        "{f:below} in {w:possessor} {r:lane}",
        "In the same column or row as the piece named before, that piece included.",
        "Stun a minion and deal 1 damage to minions in its column.",
        lower=_in_its_line,
        level=9,
    ),
    Phrase(
        "filter",
        "in_this_line",
        "{f:below} in the same {r:lane}",
        "In the same column or row as the piece that carries the text, itself included.",
        "When played, deal 1 damage to all enemy minions in the same column.",
        lower=_near_this,
        level=9,
    ),
    Phrase(
        "filter",
        "here",
        "{f:below} {r:same_place}",
        "On the same place as the piece that carries the text, itself included.",
        "Your units here have Farsight.",
        lower=_here,
        level=9,
        requires="same_place",
    ),
    Phrase(
        "filter",
        "at_place",
        "{f:below} {w:place}",
        "On a kind of ground, or in an area.",
        "Deal 10 fire damage to a unit in your influence.",
        lower=_at,
        level=9,
        requires="place",
    ),
    Phrase(
        "filter",
        "in_zone",
        "{f:below} in {z:pile}",
        "A card in a hand or deck.",
        "Spells in your hand cost 1 less.",
        lower=_in_zone,
        level=9,
    ),
    Phrase(
        "pile",
        "pile",
        "{p:whose} {z:zone}",
        "Whose hand or deck.",
        "Add a random spell to your hand.",
    ),
)
