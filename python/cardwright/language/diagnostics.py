"""Problems of a text: where, which words and why."""

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
    """A text that cannot be read or makes no sense; it holds all problems of the text."""

    def __init__(self, problem: Problem, *more: Problem, readable: Program | None = None) -> None:
        super().__init__(problem.reason)
        self.problems = (problem, *more)
        self.readable = readable
        """The sentences that can be read and do not depend on one that cannot."""

    @property
    def problem(self) -> Problem:
        """The first problem."""
        return self.problems[0]
