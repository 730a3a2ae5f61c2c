"""Makes the cards on the table fit the filters, conditions and effects of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardwright.language.nodes import Ability, Node, Program
from cardwright.language.vocabulary import Vocabulary

WITH = ("with_keyword", "lose", "it_has", "have_keyword")
"""Phrases about pieces that have a keyword."""

BOUNDED = ("with_stat", "this_has")
"""Phrases about a number of a piece."""


@dataclass(frozen=True)
class Fitting:
    """What pieces must be, and what players must have, so that a text applies to them."""

    keywords: int = 0
    without: int = 0
    tags: int = 0
    not_tags: int = 0
    bounds: tuple[tuple[str, str, int], ...] = ()
    heroes: tuple[tuple[str, str, int], ...] = ()
    """Bounds that hold for the unique kinds only."""
    unique: int = 0
    """The mask of those kinds."""
    wealth: tuple[tuple[int, int], ...] = ()
    statuses: tuple[int, ...] = ()

    def fit(self, row: dict[str, Any]) -> dict[str, Any]:
        """The row of a piece, made to fit."""
        found = row | {
            "keywords": row["keywords"] & ~self.without | self.keywords,
            "tags": row["tags"] & ~self.not_tags | self.tags,
        }
        if self.statuses:
            found["statuses"] = [1 if i in self.statuses else n for i, n in enumerate(row["statuses"])]
        is_unique = bool(self.unique >> row["kind"] & 1)
        for attribute, compare, number in (*self.bounds, *(self.heroes if is_unique else ())):
            if attribute in found:
                found[attribute] = max(found[attribute], number) if compare == "least" else number
        return found


def fitting(program: Program, vocabulary: Vocabulary) -> Fitting:
    """The requirements of a text."""
    asked = _Asked(vocabulary)
    for line in program.lines:
        if isinstance(line, Ability):
            for node in (line.trigger, *line.sentences) if line.trigger else line.sentences:
                asked.collect(node)
    keywords, tags = asked.masks["keyword", True], asked.masks["tag", True]
    without, not_tags = asked.masks["keyword", False], asked.masks["tag", False]
    found = (keywords, without & ~keywords, tags, not_tags & ~tags)
    unique = sum(1 << i for i, kind in enumerate(vocabulary.kinds) if kind.unique) if asked.heroes else 0
    bounds, heroes = tuple(asked.bounds), tuple(asked.heroes)
    return Fitting(*found, bounds, heroes, unique, tuple(asked.wealth), tuple(asked.statuses))


class _Asked:
    """Collects the requirements of the phrases of a text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.masks = {(what, has): 0 for what in ("keyword", "tag") for has in (True, False)}
        self.bounds: list[tuple[str, str, int]] = []
        self.heroes: list[tuple[str, str, int]] = []
        self.wealth: list[tuple[int, int]] = []
        self.statuses: list[int] = []

    def collect(self, node: Node, has: bool = True) -> None:
        """Collect from a node and all below it; without `has`, no piece may be so."""
        words = self.vocabulary
        if node.phrase in WITH:
            self.masks["keyword", has] |= 1 << words.keyword(node.word("k"))
        elif node.phrase == "without_keyword":
            self.masks["keyword", not has] |= 1 << words.keyword(node.word("k"))
        elif node.phrase == "give" and node.node("k").phrase == "keyword":
            self.masks["keyword", False] |= 1 << words.keyword(node.node("k").word("k"))
        elif node.phrase in ("tag", "rarity", "type"):
            self.masks["tag", has] |= 1 << words.tag(node.word("g" if node.phrase == "type" else "t"))
        elif node.phrase in ("not_tag", "gain_type"):
            name = node.word("g" if node.phrase == "gain_type" else "t")
            self.masks["tag", not has] |= 1 << words.tag(name)
        elif node.phrase in ("with_both", "with_two"):
            for slot in ("k", "j"):
                if node.get(slot):
                    self.masks["keyword", has] |= 1 << words.keyword(node.word(slot))
            if node.phrase == "with_both":
                self.bounds.append(_bound(node.word("a"), node, has))
        elif node.phrase == "type_or":
            self.masks["tag", has] |= 1 << words.tag(node.word("g"))
        elif node.phrase == "stricken":
            self.statuses.append(words.status(node.word("s")))
        elif node.phrase in BOUNDED:
            self.bounds.append(_bound(node.word("a"), node, has))
        elif node.phrase == "hero_has":
            self.heroes.append(_bound(node.word("a"), node, has))
        elif node.phrase in ("costing", "costing_exactly"):
            self.bounds.append(_bound("cost", node, has))
        elif node.phrase == "have_wealth":
            self.wealth.append((words.resource(node.word("r")), node.number("n")))
        for _, part in node.parts:
            if isinstance(part, Node):
                self.collect(part, has and node.phrase != "control_none")


def _bound(attribute: str, node: Node, has: bool) -> tuple[str, str, int]:
    compare = node.word("c") if node.get("c") else "exactly"
    if has:
        return attribute, compare, node.number("n")
    return attribute, "exactly", node.number("n") + (-1 if compare == "least" else 1)
