"""Errors that the caller can mend: bad input, explained in one sentence."""

from __future__ import annotations

from os import PathLike, fspath


class CardwrightError(Exception):
    """Bad input: where it is, what is wrong with it and what would be right.

    The command line prints it as one sentence and ends with code 2.

    >>> print(CardwrightError('unknown word "damag"', file="cards/fire.toml", line=7, column=12,
    ...                       suggestion='did you mean "damage"?'))
    cards/fire.toml:7:12: unknown word "damag"; did you mean "damage"?
    """

    def __init__(
        self,
        reason: str,
        *,
        file: str | PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
        suggestion: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.file = None if file is None else fspath(file)
        self.line = line
        self.column = column
        self.suggestion = suggestion

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        where = ":".join(place) + ": " if place else ""
        hint = f"; {self.suggestion}" if self.suggestion else ""
        return f"{where}{self.reason}{hint}"


class SetAside(UserWarning):
    """A warning: one of the user's own files is broken, and the game goes on without it."""

    def __init__(self, text: str, fault: str = "") -> None:
        super().__init__(text)
        self.fault = fault
        """The text of an error about the same fault; a reader who has seen it needs no warning."""


class RejectedAction(CardwrightError):
    """An action that cannot be played: unreadable, ambiguous or illegal."""

    def __init__(self, reason: str, *, suggestion: str | None = None, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(reason, suggestion=suggestion)
        self.nearest = nearest
        """The legal actions most like it, in words."""


class UnreadableAction(RejectedAction):
    """A text that cannot be read as an action."""


class AmbiguousAction(RejectedAction):
    """A text that could mean several actions; `candidates` lists them."""

    def __init__(self, reason: str, *, candidates: tuple[str, ...] = ()) -> None:
        listed = ", ".join(candidates[:6]) + (", ..." if len(candidates) > 6 else "")
        super().__init__(reason, suggestion=f"it may be {listed}" if listed else None, nearest=candidates)
        self.candidates = candidates


class IllegalAction(RejectedAction):
    """An action that the rules do not allow now; the reason is in rulebook words."""


class TraceError(CardwrightError):
    """A trace that is cut off, belongs to another game or version, or cannot be read."""


class AgentError(CardwrightError):
    """An agent that is unknown or cannot be made."""


def shown(value: object, width: int = 60) -> str:
    """Any value, on one line of a message.

    >>> shown(10**100), shown("two\\nlines"), shown("x" * 9, 4)
    ('a number of 333 bits', "'two\\\\nlines'", "'xxx...")
    """
    if isinstance(value, int) and value.bit_length() > 128:
        return f"a number of {value.bit_length()} bits"
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= width else f"{text[:width]}..."


def sentence(error: object) -> str:
    """A message with its full stop, unless it ends in a question.

    >>> sentence('there is no piece "heroo"; did you mean "hero"?'), sentence("it has acted")
    ('there is no piece "heroo"; did you mean "hero"?', 'it has acted.')
    """
    text = str(error)
    return text if text.endswith((".", "?", "!")) else f"{text}."
