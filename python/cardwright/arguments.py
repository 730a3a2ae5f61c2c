"""Arguments from Python: what is none is refused in one sentence, with what was given and what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from os import PathLike
from typing import Any

from cardwright.errors import CardwrightError, shown

SEEDS = 2**64
"""How many seeds there are."""


def bad_argument(value: object, what: str, wanted: str) -> CardwrightError:
    """The refusal of an argument.

    >>> print(bad_argument(3, "action", "a text"))
    3 is no action: it must be a text
    """
    return CardwrightError(f"{shown(value)} is no {what}: it must be {wanted}")


def whole(value: Any, what: str, least: int, most: int, also: str = "") -> int:
    """A whole number from least to most, Python's own or one of numpy; `also` says what else may be given.

    >>> whole(7, "depth", 0, 8)
    7
    """
    if type(value) is not int:
        try:
            number = index(value)
        except TypeError:
            raise bad_argument(value, what, f"a whole number, {least} to {most}{also}") from None
        if isinstance(value, bool):
            raise bad_argument(value, what, f"a whole number, {least} to {most}{also}")
    else:
        number = value
    if not least <= number <= most:
        raise bad_argument(number, what, f"{least} to {most}{also}")
    return number


def seed_of(value: Any) -> int:
    """A seed."""
    return whole(value, "seed", 0, SEEDS - 1)


def real(value: Any, what: str, wanted: str = "a number") -> float:
    """A number, whole or not."""
    if isinstance(value, bool | str) or not hasattr(value, "__float__"):
        raise bad_argument(value, what, wanted)
    return value  # type: ignore[no-any-return]


def text(value: Any, what: str, wanted: str = "a text") -> str:
    """A text."""
    if not isinstance(value, str):
        raise bad_argument(value, what, wanted)
    return value


def path(value: Any, what: str) -> str | PathLike[str]:
    """A path."""
    if not isinstance(value, str | PathLike):
        raise bad_argument(value, what, "a path")
    return value


def several(value: Any, what: str, wanted: str) -> Sequence[Any]:
    """Several things, whatever they are: no text, no mapping and nothing single."""
    if isinstance(value, str | bytes | dict) or not isinstance(value, Iterable):
        raise bad_argument(value, what, wanted)
    return value if isinstance(value, Sequence) else list(value)
