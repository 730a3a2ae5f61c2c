"""Checks of arguments from Python: an error says in one sentence what was given and what was wanted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from os import PathLike
from typing import Any

from cardwright.errors import CardwrightError, shown

SEEDS = 2**64
"""How many seeds there are."""

MOST_SECONDS = 3600
"""The highest limit that can be set for one decision."""


def bad_argument(value: object, what: str, wanted: str) -> CardwrightError:
    """The error about a wrong argument.

    >>> print(bad_argument(3, "action", "a text"))
    3 is no action: it must be a text
    """
    return CardwrightError(f"{shown(value)} is no {what}: it must be {wanted}")


def whole(value: Any, what: str, least: int, most: int, also: str = "") -> int:
    """A whole number from least to most, Python's own or numpy's; `also` names in words what else is allowed.

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
    if isinstance(value, int | float):
        return value
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):  # an array is no number, though it has `__float__`
        raise bad_argument(value, what, wanted) from None


def seconds_of(value: Any) -> float:
    """The seconds that a Python agent has for one decision.

    >>> seconds_of(2.5)
    2.5
    """
    seconds = real(value, "limit in seconds")
    if not 0 < seconds <= MOST_SECONDS:
        raise bad_argument(value, "limit in seconds", f"above 0, at most {MOST_SECONDS}")
    return seconds


def flag(value: Any, what: str) -> bool:
    """True or False, Python's own or numpy's."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise bad_argument(value, what, "True or False")
    return bool(value)


def options_of(value: Any) -> dict[str, int]:
    """The options of a match: a whole number for each name; None means no options.

    >>> options_of({"rounds": 5})
    {'rounds': 5}
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise bad_argument(value, "table of options", "names with whole numbers")
    return {
        name: whole(number, f"value of the option {name!r}", -(2**63), 2**63 - 1)
        for name, number in value.items()
    }


def check_text(value: Any, what: str, wanted: str = "a text") -> None:
    """Refuse anything but a text."""
    if not isinstance(value, str):
        raise bad_argument(value, what, wanted)


def check_path(value: Any, what: str) -> None:
    """Refuse anything but a path."""
    if not isinstance(value, str | PathLike):
        raise bad_argument(value, what, "a path")


def several(value: Any, what: str, wanted: str) -> Sequence[Any]:
    """A sequence of any things; a text, a mapping or a single thing is refused."""
    if isinstance(value, str | bytes | dict) or not isinstance(value, Iterable):
        raise bad_argument(value, what, wanted)
    return value if isinstance(value, Sequence) else list(value)
