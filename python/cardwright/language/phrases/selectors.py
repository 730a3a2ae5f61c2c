"""Which pieces an effect is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _chosen(low: Lowering, node: Node) -> None:
    low.choose(node, low.query(node.node("f")))


def _random_one(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    query.random = 1
    low.hold(node, query, "one")


def _random_some(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    query.random = node.number("n")
    low.hold(node, query, "many")


def _all(low: Lowering, node: Node) -> None:
    low.hold(node, low.query(node.node("f")), "many")


def _group(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    if not (query.side or query.relation or query.place or query.zone):
        low.fail(node, "a bare plural needs a limit", 'write "all" before it')
    low.hold(node, query, "many")


def _your(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    if query.side:
        low.fail(node, '"your" already says whose', "leave the other word out")
    query.side = 1
    low.hold(node, query, "many")


def _hero(low: Lowering, node: Node, side: int) -> None:
    query = low.board()
    query.kinds = 1 << low.vocabulary.kind(node.word("k"))
    query.side = side
    low.hold(node, query, "")


def _another(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    query.other |= low.others(node)
    low.choose(node, query)


def _extreme(low: Lowering, node: Node) -> None:
    query = low.query(node.node("f"))
    low.need_body(node, query, node.word("a"))
    low.hold(node, query, "one")
    low.emit("Outstanding", b=low.vocabulary.attribute(node.word("a")), c=int(node["e"] == "most"))


def _this(low: Lowering, node: Node) -> None:
    low.hold_carrier(node, low.anything())


PHRASES = (
    Phrase(
        "selector",
        "chosen",
        "a {f:filter.s}",
        "One that the player chooses; only in spells, powers and after *when played*, once a card "
        "(twice where the game allows two targets).",
        "Destroy a damaged minion.",
        lower=_chosen,
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "selector",
        "another",
        "another {f:filter.s}",
        "One that the player chooses, but neither the piece that carries the text nor the one chosen before.",
        "When played, give another minion Taunt.",
        lower=_another,
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "selector",
        "extreme",
        "the {f:noun.s} with the {e:extreme} {a:stat}",
        "The one with more or less of a number than the others; of several, one by chance.",
        "Destroy the enemy minion with the most attack.",
        lower=_extreme,
        operations=("Select", "Outstanding"),
        number="s",
    ),
    Phrase(
        "selector",
        "random_one",
        "a random {f:filter.s}",
        "One picked by chance.",
        "Deal 2 damage to a random enemy minion.",
        lower=_random_one,
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "selector",
        "random_some",
        "{n:count} random {f:filter.p}",
        "Several different ones picked by chance; all, if there are no more.",
        "Deal 1 damage to two random enemies.",
        lower=_random_some,
        operations=("Select",),
        number="p",
    ),
    Phrase(
        "selector",
        "all",
        "all {f:filter.p}",
        "Every one.",
        "Deal 1 damage to all minions.",
        lower=_all,
        operations=("Select",),
        number="p",
    ),
    Phrase(
        "selector",
        "group",
        "{f:filter.p}",
        "Every one of a side, of a place or in a zone.",
        "When played, adjacent minions get +1/+1.",
        lower=_group,
        operations=("Select",),
        number="p",
    ),
    Phrase(
        "selector",
        "your",
        "your {f:filter.p}",
        "Every one on your side.",
        "Your minions get +1/+0.",
        lower=_your,
        operations=("Select",),
        number="p",
    ),
    Phrase(
        "selector",
        "your_hero",
        "your {k:unique.s}",
        "Your own hero.",
        "Restore 3 health to your hero.",
        lower=lambda low, node: _hero(low, node, 1),
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "selector",
        "enemy_hero",
        "the enemy {k:unique.s}",
        "The opponent's hero.",
        "Deal 2 damage to the enemy hero.",
        lower=lambda low, node: _hero(low, node, 2),
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "selector",
        "both_heroes",
        "both {k:unique.p}",
        "The heroes of both players.",
        "Deal 2 damage to both heroes.",
        lower=lambda low, node: _hero(low, node, 0),
        operations=("Select",),
        number="p",
    ),
    Phrase(
        "selector",
        "this",
        "this",
        "The piece that carries the text.",
        "When this takes damage, this gets +1/+0.",
        lower=_this,
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "one",
        "it",
        "it",
        "The piece the event is about, else the chosen one, else the one just picked or summoned.",
        "Deal 2 damage to a minion and stun it.",
        lower=lambda low, node: low.bind(node),
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "party",
        "party",
        "{w:role}",
        "The other piece of an attack or of damage: the one that attacked this or dealt it damage, "
        "that this attacks or damages, or, as *the foe*, that it fights with.",
        "When this is attacked, deal 1 damage to the attacker.",
        lower=lambda low, node: low.bind(node),
        operations=("Select",),
        number="s",
    ),
    Phrase(
        "party",
        "the_copy",
        "the copy",
        "The one that was just summoned as a copy of another.",
        "When played, summon a copy of another minion and set the health of the copy to 1.",
        lower=lambda low, node: low.bind_copy(node),
        number="s",
    ),
    Phrase(
        "object",
        "them",
        "them",
        "Those just named, picked or summoned.",
        "Summon two Stone Sprouts and give them Taunt.",
        lower=lambda low, node: low.bind_many(node),
        number="p",
        elsewhere={"subject": "they"},
    ),
)
