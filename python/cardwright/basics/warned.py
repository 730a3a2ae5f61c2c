"""Warns once of each thing that is set aside, in this process or in the one that started it."""

from __future__ import annotations

import os
import warnings
from hashlib import sha256

from cardwright.basics.paths import TOLD_VARIABLE
from cardwright.errors import SetAside

MOST_TOLD = 5
"""How many warnings are given for one game, and how many for the user's folders."""


def tell_once(text: str, fault: str) -> None:
    """Warn that something was set aside; `fault` is the text of an error about it."""
    key = sha256((fault or text).encode()).hexdigest()[:16]
    told = os.environ.get(TOLD_VARIABLE, "").split()
    if key not in told:
        os.environ[TOLD_VARIABLE] = " ".join([*told, key])
        warnings.warn(SetAside(text, fault), stacklevel=4)
