"""Changes of the board's ground, in games whose texts may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import effect

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering

THOSE = 4
"""The kernel's base of the pieces just selected."""


def _under(low: Lowering, node: Node) -> None:
    target = node.node("t")
    low.select(target, dead=True)
    low.need_ground(target)
    query = low.anything()
    query.ground, query.base = 1, THOSE
    if node.phrase == "change_around":
        query.relation = next(i + 1 for i, row in enumerate(low.vocabulary.relations) if row.adjective)
    _change(low, node, query)


def _spaces(low: Lowering, node: Node) -> None:
    query = low.anything()
    query.ground = 1
    if isinstance(kind := node.get("g"), str):
        query.place = low.vocabulary.place(kind)
        if kind == node["l"]:
            low.fail(node, "they are so already", "name another ground")
    if isinstance(where := node.get("w"), str):
        query.area = low.vocabulary.place(where)
        if low.vocabulary.places[query.area - 1].terrain:
            low.fail(node, "a space has one kind of ground", "write it before the noun")
    if not (query.place or query.area):
        low.fail(node, "the text does not say which ones", "name their ground, or an area behind the noun")
    query.random = node.number("n") if node.get("n") is not None else 0
    _change(low, node, query)


def _change(low: Lowering, node: Node, query: Query) -> None:
    low.emit("Ground", a=low.vocabulary.place(node.word("l")), q=low.add(query))


PHRASES = (
    effect(
        "change_under",
        "change the <land> under {t:object} to {l:terrain}",
        "The ground on which they stand changes; a piece that has just died is meant where it stood.",
        "Change the land under a minion to fire.",
        _under,
        "Ground",
        requires="land",
    ),
    effect(
        "change_around",
        "change the <land> around {t:object} to {l:terrain}",
        "The ground of all spaces beside them changes, whoever stands there.",
        "Change the land around your hero to water.",
        _under,
        "Ground",
        requires="land",
    ),
    effect(
        "change_random",
        "change {n:quantity} random[ {g:terrain}] (<spaces>|<space>)@n[ {w:place}] to {l:terrain}",
        "The ground of random spaces changes, of a kind of ground or in an area; those that are so already "
        "are not picked.",
        "Change two random wasteland fields in your hero's range to nature.",
        _spaces,
        "Ground",
        requires="land",
    ),
    effect(
        "change_all",
        "change all[ {g:terrain}] <spaces>[ {w:place}] to {l:terrain}",
        "The ground of all such spaces changes, of a kind of ground or in an area.",
        "Change all fire fields to wasteland.",
        _spaces,
        "Ground",
        requires="land",
    ),
)
