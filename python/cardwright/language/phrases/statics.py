"""What holds while a card is in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.language.nodes import Node
from cardwright.language.phrases.model import Phrase

if TYPE_CHECKING:
    from cardwright.language.lowering import Lowering


def _stats(low: Lowering, node: Node) -> None:
    attack, health = node.pair("s")
    low.aura(node.node("t"), attack=attack, health=health)


def _keyword(low: Lowering, node: Node) -> None:
    low.aura(node.node("t"), keywords=1 << low.vocabulary.keyword(node.word("k")))


PHRASES = (
    Phrase(
        "static",
        "have_stats",
        "{t:subject.p} have {s:stats}",
        "Attack and health are changed as long as this is in play.",
        "Your other minions have +1/+1.",
        lower=_stats,
    ),
    Phrase(
        "static",
        "have_keyword",
        "{t:subject.p} have {k:plain_keyword}",
        "They have the keyword as long as this is in play.",
        "Adjacent friendly minions have Taunt.",
        lower=_keyword,
    ),
)
