"""The application around a table: one screen, no animation, and nothing lost when the terminal goes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import ClassVar

from textual.app import App

from cardwright import output
from cardwright.hosting.session import Session
from cardwright.table.screens.play import PlayTable
from cardwright.table.screens.replay import ReplayTable
from cardwright.table.screens.watch import WatchTable
from cardwright.table.terminal import ending_signals

FullTable = PlayTable | WatchTable | ReplayTable


class TableApp(App[None]):
    """Shows a table until it is left."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    TITLE = "Cardwright"

    def __init__(self, table: FullTable) -> None:
        super().__init__()
        self.animation_level = "none"
        self.table = table

    def on_mount(self) -> None:
        """Open the table."""
        loop = asyncio.get_running_loop()
        for number in ending_signals():
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self.table.action_interrupt)
        self.push_screen(self.table)

    async def action_quit(self) -> None:
        """Leave, also from a question in front of the table."""
        self.table.action_leave()

    def action_help_quit(self) -> None:
        """Ctrl-C, also from a question in front of the table."""
        self.table.action_interrupt()


def run(table: FullTable, session: Session | None = None) -> tuple[int, str]:
    """Run a table; returns its exit code and what is to be said then. A fault does not cost the match."""
    app = TableApp(table)
    try:
        app.run()
    except BaseException:
        if session is not None and session.people and not session.is_over:
            output.write(f"{session.rescue()}\n")
        raise
    code = app.return_code or 0
    farewell = table.farewell
    if code not in (0, 130) and session is not None and session.people and not farewell:
        farewell = session.rescue()
    return code, farewell
