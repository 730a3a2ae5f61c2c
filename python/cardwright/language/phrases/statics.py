"""Changes that hold while a card is in play."""

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


def _stats_while(low: Lowering, node: Node) -> None:
    attack, health = node.pair("s")
    low.own_aura(node.node("t"), low.vocabulary.place(node.word("w")), attack=attack, health=health)


def _keyword_while(low: Lowering, node: Node) -> None:
    keywords = 1 << low.vocabulary.keyword(node.word("k"))
    low.own_aura(node.node("t"), low.vocabulary.place(node.word("w")), keywords=keywords)


def _during(low: Lowering, node: Node, **change: int) -> None:
    """A change of the carrier or of a group at a time of day."""
    target, phase = node.node("t"), node.word("h")
    if target.phrase == "this":
        low.own_aura(target, low.vocabulary.phase_place(phase), **change)
    else:
        low.aura(target, phase=phase, **change)


def _stats_during(low: Lowering, node: Node) -> None:
    attack, health = node.pair("s")
    _during(low, node, attack=attack, health=health)


def _keyword_during(low: Lowering, node: Node) -> None:
    _during(low, node, keywords=1 << low.vocabulary.keyword(node.word("k")))


def _costs(low: Lowering, node: Node) -> None:
    cost = node.number("n") * (-1 if node["c"] == "less" else 1)
    low.price_aura(low.side(node.word("o")), node.node("f"), cost)


def _knows(low: Lowering, node: Node) -> None:
    part = node.node("l")
    while part.phrase == "lore_list":
        low.know(part, part.word("c"))
        part = part.node("r")
    low.know(part, part.word("c"))
    if part.phrase == "lore_pair":
        low.know(part, part.word("e"))


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
    Phrase(
        "static",
        "has_stats_while",
        "{t:subject.s} has {s:stats} while {w:place}",
        "Its attack and health are changed as long as it stands there.",
        "This has +2/+0 while on desert.",
        lower=_stats_while,
        requires="place",
    ),
    Phrase(
        "static",
        "has_keyword_while",
        "{t:subject.s} has {k:plain_keyword} while {w:place}",
        "It has the keyword as long as it stands there.",
        "This has Surefooted while on desert.",
        lower=_keyword_while,
        requires="place",
    ),
    Phrase(
        "static",
        "have_stats_during",
        "{t:subject} (have|has)@t {s:stats} while {h:phase_now}",
        "Attack and health are changed at that time of day, as long as this is in play.",
        "This has +2/+0 while it is night.",
        lower=_stats_during,
        requires="phase",
    ),
    Phrase(
        "static",
        "have_keyword_during",
        "{t:subject} (have|has)@t {k:plain_keyword} while {h:phase_now}",
        "They have the keyword at that time of day, as long as this is in play.",
        "Your other minions have Swift while it is day.",
        lower=_keyword_during,
        requires="phase",
    ),
    Phrase(
        "static",
        "costs_ongoing",
        "{o:whose} {f:filter.p} cost {n:number} {c:more}",
        "Cards in a hand cost more or less as long as this is in play; those that come later, too.",
        "Your spells cost 1 less.",
        lower=_costs,
    ),
    Phrase(
        "static",
        "knows",
        "knows {l:lore}",
        "It may use these cards while it is in play.",
        "Knows Fireball and Quake.",
        lower=_knows,
        requires="known",
    ),
    Phrase("lore", "lore_one", "{c:name.s}", "A card that it knows.", "Knows Pillage.", requires="known"),
    Phrase(
        "lore",
        "lore_pair",
        "{c:name.s} and {e:name.s}",
        "The last two cards that it knows.",
        "Knows Fireball and Quake.",
        requires="known",
    ),
    Phrase(
        "lore",
        "lore_list",
        "{c:name.s}, {r:lore}",
        "Cards that it knows are listed with commas.",
        "Knows Fireball, Quake and Sky Air Blast.",
        requires="known",
    ),
)
