"""The signals that end the program from outside, while a screen is shown."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from cardwright.table.terminal import ending_signals


def obey(end: Callable[[], object]) -> None:
    """Do something when one of them comes; called by an application that runs."""
    loop = asyncio.get_running_loop()
    for number in ending_signals():
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, end)
