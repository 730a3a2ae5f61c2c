"""Places of the board by themselves: a row or column that the player chooses, and spaces that are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase, effect

if TYPE_CHECKING:
    from cardwright.language.assembly import Query
    from cardwright.language.lowering import Lowering


def _choose_line(low: Lowering, node: Node) -> None:
    low.choose_line(node, node.word("r"))


def _in_line(low: Lowering, node: Node, query: Query) -> None:
    low.refine(node, query)
    low.stand_in_line(node, query)


def _spaces(low: Lowering, node: Node, query: Query) -> None:
    query.ground, query.place = 1, low.vocabulary.place(node.word("g"))
    if isinstance(where := node.get("w"), str):
        query.area = low.vocabulary.place(where)
        if low.vocabulary.places[query.area - 1].terrain:
            low.fail(node, "a space has one kind of ground", "leave one of them out")


PHRASES = (
    effect(
        "choose_line",
        "choose a {r:lane}",
        "The player chooses a row or a column; the next sentences say what happens to the pieces in it.",
        "Choose a column. Deal 1 damage to all minions in it.",
        _choose_line,
        requires="lane",
    ),
    Phrase(
        "filter",
        "in_line",
        "{f:below} in it",
        "In the row or column that the player has chosen, even if it happens later.",
        "Choose a row. Stun all minions in it.",
        lower=_in_line,
        level=9,
        requires="lane",
    ),
    Phrase(
        "countable",
        "spaces",
        "{g:terrain} (<spaces>|<space>)@self[ {w:place}]",
        "Spaces of a kind of ground, on the whole map or in an area.",
        "This costs 20 less for each town tile in your influence.",
        lower=_spaces,
        requires="terrain",
    ),
)
