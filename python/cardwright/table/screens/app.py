"""The application around a table: one screen, no animation, and nothing lost when the terminal goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App

from cardwright.basics import output
from cardwright.table.screens import signals
from cardwright.table.screens.table import Table

if TYPE_CHECKING:
    from cardwright.hosting.session import Session
    from cardwright.table.drivers import Driver


class TableApp(App[None]):
    """Shows a table until it is left."""

    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    TITLE = "Cardwright"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.animation_level = "none"
        self.table = table

    def on_mount(self) -> None:
        """Open the table."""
        signals.obey(self.table.driver.interrupt)
        self.push_screen(self.table)

    async def action_quit(self) -> None:
        """Leave, also from a question in front of the table."""
        self.table.driver.leave()

    def action_help_quit(self) -> None:
        """Ctrl-C, also from a question in front of the table."""
        self.table.driver.interrupt()


def run(driver: Driver, session: Session | None = None) -> tuple[int, str]:
    """Run a table; returns its exit code and the last words. A fault does not cost the match."""
    app = TableApp(Table(driver))
    try:
        app.run()
    except BaseException:
        if session is not None and session.people and not session.is_over:
            output.write(f"{session.rescue()}\n")
        raise
    code = app.return_code or 0
    farewell = driver.farewell
    if code not in (0, 130) and session is not None and session.people and not farewell:
        farewell = session.rescue()
    return code, farewell
