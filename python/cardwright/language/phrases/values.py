"""Amounts: plain numbers, chance, numbers of the event, counts of pieces and resources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _range(low: Lowering, node: Node) -> None:
    least, most = node.pair("r")
    if least >= most:
        low.fail(
            node,
            f"{least}-{most} is not a range",
            f"write {most}-{least}" if most < least else f"write {most}",
        )
    low.emit("Roll", b=least, c=most)


def _that_much(low: Lowering, node: Node) -> None:
    low.need_amount(node)
    low.emit("Amount")


def _its(low: Lowering, node: Node) -> None:
    low.emit("Read", a=low.whose(node, node.word("w")), b=low.vocabulary.attribute(node.word("a")))


def _own(low: Lowering, node: Node) -> None:
    low.need_source(node)
    low.need_kind(node, node.word("k"))
    low.emit("Read", a=0, b=low.vocabulary.attribute(node.word("a")))


def _wealth(low: Lowering, node: Node) -> None:
    low.emit("Wealth", a=1, b=low.vocabulary.resource(node.word("r")))


def _number_of(low: Lowering, node: Node) -> None:
    low.emit("Count", q=low.counted(node, low.query(node.node("f"))), b=1)


def _each(low: Lowering, node: Node, times: int) -> None:
    low.emit("Count", q=low.counted(node, low.query(node.node("f"))), b=times)


def _each_wealth(low: Lowering, node: Node, times: int) -> None:
    _wealth(low, node)
    if times != 1:
        low.emit("Scale", b=times)


PHRASES = (
    Phrase(
        "amount",
        "range",
        "{r:range}",
        "A random whole number, both ends possible.",
        "Deal 2-4 damage to a minion.",
        lower=_range,
        operations=("Roll",),
    ),
    Phrase(
        "amount",
        "that_much",
        "that much",
        "The number of the event: the damage dealt or taken, the health restored.",
        "When this deals damage, restore that much health to your hero.",
        lower=_that_much,
        operations=("Amount",),
    ),
    Phrase(
        "measure",
        "its_stat",
        "{w:possessor} {a:stat}",
        "A number of the piece named before.",
        "Destroy a minion and deal damage equal to its attack to the enemy hero.",
        lower=_its,
        operations=("Read",),
    ),
    Phrase(
        "measure",
        "own_stat",
        "this {k:kind.s}'s {a:stat}",
        "A number of the piece that carries the text.",
        "When this dies, deal damage equal to this minion's attack to the enemy hero.",
        lower=_own,
        operations=("Read",),
    ),
    Phrase(
        "measure",
        "your_wealth",
        "your {r:wealth}",
        "How much of a resource you have.",
        "Deal damage equal to your fire to a minion.",
        lower=_wealth,
        operations=("Wealth",),
    ),
    Phrase(
        "measure",
        "number_of",
        "the number of {f:countable.p}",
        "How many there are.",
        "Restore health equal to the number of friendly minions to your hero.",
        lower=_number_of,
        operations=("Count",),
    ),
    Phrase(
        "multiplier",
        "for_each",
        "for each {f:countable.s}",
        "The amount is multiplied by how many there are; it stays one number, not several hits.",
        "Restore 1 health to your hero for each friendly minion.",
        lower=_each,
        operations=("Count",),
    ),
    Phrase(
        "multiplier",
        "for_each_wealth",
        "for each {r:wealth} you have",
        "The amount is multiplied by how much of that resource you have.",
        "Deal 1 damage to a minion for each fire you have.",
        lower=_each_wealth,
        operations=("Wealth", "Scale"),
    ),
)
