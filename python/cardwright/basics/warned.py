"""What was set aside is told once, by this process or by the one that started it."""

from __future__ import annotations

import os
import warnings
from hashlib import sha256

from cardwright.basics.paths import TOLD_VARIABLE
from cardwright.errors import SetAside

MOST_TOLD = 5
"""How many lines are said about what was set aside, those of one game and those of folders each."""


def tell_once(text: str, fault: str) -> None:
    """Warn of something that was set aside; `fault` is what an error about it would say."""
    key = sha256((fault or text).encode()).hexdigest()[:16]
    told = os.environ.get(TOLD_VARIABLE, "").split()
    if key not in told:
        os.environ[TOLD_VARIABLE] = " ".join([*told, key])
        warnings.warn(SetAside(text, fault), stacklevel=4)
