"""The program of a card: a tree of nodes, each made by one phrase of the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias, Union

Part: TypeAlias = Union["Node", str, int, tuple[int, int], None]
"""The content of a slot: a node, the id of a word, one number or two; None if it is left out."""


@dataclass(frozen=True)
class Node:
    """A phrase with its slots filled, and the characters of the text it was read from."""

    phrase: str
    parts: tuple[tuple[str, Part], ...] = ()
    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    def __getitem__(self, slot: str) -> Part:
        return dict(self.parts)[slot]

    def get(self, slot: str) -> Part:
        """The content of a slot, or None."""
        return dict(self.parts).get(slot)

    def node(self, slot: str) -> Node:
        """The node in a slot."""
        part = self[slot]
        assert isinstance(part, Node)
        return part

    def word(self, slot: str) -> str:
        """The id in a slot."""
        part = self[slot]
        assert isinstance(part, str)
        return part

    def number(self, slot: str) -> int:
        """The number in a slot."""
        part = self[slot]
        assert isinstance(part, int)
        return part

    def pair(self, slot: str) -> tuple[int, int]:
        """The pair of numbers in a slot."""
        part = self[slot]
        assert isinstance(part, tuple)
        return part

    def walk(self) -> list[Node]:
        """This node and all below it, in the order of the text."""
        below = [node for _, part in self.parts if isinstance(part, Node) for node in part.walk()]
        return [self, *below]


@dataclass(frozen=True)
class Effect(Node):
    """Something that is done; also several things in order."""


@dataclass(frozen=True)
class Trigger(Node):
    """When an ability runs."""


@dataclass(frozen=True)
class Selector(Node):
    """Which pieces something is done to."""


@dataclass(frozen=True)
class Filter(Node):
    """What a piece or card must be."""


@dataclass(frozen=True)
class Condition(Node):
    """A question about the position."""


@dataclass(frozen=True)
class Value(Node):
    """An amount that is not a plain number."""


@dataclass(frozen=True)
class Static(Node):
    """Something that holds while the card is in play."""


@dataclass(frozen=True)
class Keyword(Node):
    """A keyword, with its number where it has one."""


@dataclass(frozen=True)
class Structure(Node):
    """Sentences, lines and other parts of a text."""


@dataclass(frozen=True)
class Ability:
    """Sentences that run in order when the trigger comes; those of a spell or a power have no trigger."""

    trigger: Trigger | None
    sentences: tuple[Node, ...]


@dataclass(frozen=True)
class Program:
    """All that a card's text says."""

    keywords: tuple[Node, ...] = ()
    lines: tuple[Ability | Static, ...] = ()

    def walk(self) -> list[Node]:
        """All nodes, in the order of the text."""
        found = [node for keyword in self.keywords for node in keyword.walk()]
        for line in self.lines:
            if isinstance(line, Ability):
                found += line.trigger.walk() if line.trigger else []
                found += [node for sentence in line.sentences for node in sentence.walk()]
            else:
                found += line.walk()
        return found
