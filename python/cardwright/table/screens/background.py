"""Slow work is done in threads, so that the table goes on answering."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen


def in_background(screen: Screen[None], work: Callable[[], Callable[[], object]]) -> None:
    """Do something in a thread; what it returns is run at the table.

    Nobody waits for the thread: a person who leaves does so at once, however long an agent still thinks.
    """
    loop = asyncio.get_running_loop()

    def run() -> None:
        try:
            then = work()
        except Exception as error:
            fault = error
            then = lambda: _raise(fault)  # noqa: E731
        with contextlib.suppress(RuntimeError):  # the table has been closed in the meantime
            loop.call_soon_threadsafe(back, then)

    def back(then: Callable[[], object]) -> None:
        if screen.is_running:
            screen.call_later(then)

    threading.Thread(target=run, daemon=True).start()


def _raise(fault: Exception) -> None:
    raise fault
