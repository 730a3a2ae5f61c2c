"""Hearth's cards say nearly everything that the study of card texts found worth saying.

`primitives.toml` names each primitive of the study's two ordered lists, the phrases or words that express it,
and cards that use them: `keyword.k=taunt` is a phrase with a word in a slot, `add+pile.z=deck` two phrases of
one text, `is=secret` the kind of the card.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

from cardwright.building.catalogue import Workshop
from cardwright.language.lexer import tokenise
from cardwright.language.nodes import Node
from cardwright.sources.finding import game_folders

TABLE = tomllib.loads((Path(__file__).parent / "primitives.toml").read_text(encoding="utf-8"))
ROWS = [pytest.param(row, id=f"{part}-{row['name']}") for part in TABLE for row in TABLE[part]]


@cache
def nodes_by_card() -> dict[str, tuple[str, list[Node]]]:
    """The kind of every card of Hearth that a deck may hold, and the phrases of its text."""
    workshop = Workshop(game_folders()["hearth"])
    found = {}
    for card in workshop.cards:
        if card.entry.collectible and card.entry.kind != "hero":
            tokens = tokenise(card.entry.text, workshop.language.lexicon) if card.entry.text else []
            nodes = workshop.language.read_tree(tokens).walk() if tokens else []
            found[card.entry.id] = card.entry.kind, nodes
    return found


def expresses(card: str, wanted: str) -> bool:
    """Whether the text of a card has everything that a mark asks for."""
    kind, nodes = nodes_by_card()[card]

    def has(part: str) -> bool:
        if part.startswith("is="):
            return kind == part.removeprefix("is=")
        phrase, _, slots = part.partition(".")
        words = dict(slot.split("=") for slot in slots.split("&")) if slots else {}
        return any(
            node.phrase == phrase and all(_says(node, slot, word) for slot, word in words.items())
            for node in nodes
        )

    return all(has(part) for part in wanted.split("+"))


def _says(node: Node, slot: str, word: str) -> bool:
    part = node.get(slot)
    return part == word or (isinstance(part, Node) and any(one.get(slot) == word for one in part.walk()))


@pytest.mark.parametrize("row", ROWS)
def test_a_primitive_is_used_by_the_cards_named(row: dict[str, list[str]]) -> None:
    assert len(set(row["cards"])) >= 2, "a single card is an exception: some other card must use it, too"
    for card in row["cards"]:
        assert any(expresses(card, mark) for mark in row["marks"]), f"{card} does not say {row['marks']}"


def test_the_table_is_broad_enough() -> None:
    names = [row["name"] for part in TABLE for row in TABLE[part]]
    assert len(set(names)) == len(names)
    assert len(TABLE["joint"]) == 86
    assert len(names) >= 122
