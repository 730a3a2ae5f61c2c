"""What a wording is: a pattern of words, and the words of the language that mean the same."""

from __future__ import annotations

from dataclasses import dataclass

CLAUSE = r"(?:^|(?<=, )|(?<=\band )|(?<=\bthen ))"
"""Where a clause may begin."""


@dataclass(frozen=True)
class Wording:
    """A pattern, its replacement, and a text in which it is used."""

    name: str
    pattern: str
    replacement: str
    """A template of what stands in its place or, after a @, the method that makes it."""
    example: str
    """A sentence that somebody would write; a test reads it."""
    game: str = "hearth"
    """The game of the example."""
    always: bool = False
    """Whether the words cannot mean anything else, so that no draft keeps them."""
