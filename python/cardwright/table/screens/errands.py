"""What takes its time is done beside the table, which goes on answering."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

from textual.screen import Screen


class Errands(Screen[None]):
    """A screen that can have something done in a thread."""

    def in_background(self, work: Callable[[], Callable[[], object]]) -> None:
        """Do something in a thread; what it returns is run at the table.

        Nobody waits for the thread: who leaves does so at once, however long an agent still thinks.
        """
        loop = asyncio.get_running_loop()

        def run() -> None:
            try:
                then = work()
            except Exception as error:
                fault = error
                then = lambda: _raise(fault)  # noqa: E731
            with contextlib.suppress(RuntimeError):  # the table has been closed in the meantime
                loop.call_soon_threadsafe(self._back_from_thread, then)

        threading.Thread(target=run, daemon=True).start()

    def _back_from_thread(self, then: Callable[[], object]) -> None:
        if self.is_running:
            self.call_later(then)


def _raise(fault: Exception) -> None:
    raise fault
