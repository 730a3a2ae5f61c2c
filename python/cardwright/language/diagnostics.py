"""What is wrong with a text: where, which words and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.language.nodes import Program


@dataclass(frozen=True)
class Problem:
    """One finding about a text, at the characters from `start` to `end`."""

    reason: str
    start: int = 0
    end: int = 0
    suggestion: str | None = None
    kind: str = "error"


class TextError(Exception):
    """A text that cannot be read or makes no sense; holds all that is wrong with it."""

    def __init__(self, problem: Problem, *more: Problem, readable: Program | None = None) -> None:
        super().__init__(problem.reason)
        self.problems = (problem, *more)
        self.readable = readable
        """What of the text can be read and does not hang on what cannot."""

    @property
    def problem(self) -> Problem:
        """The first problem."""
        return self.problems[0]
