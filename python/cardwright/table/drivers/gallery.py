"""What onlookers of agents may do: stop, step, go faster or slower, change sides, write the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cardwright.basics.paths import replay_command
from cardwright.errors import CardwrightError, sentence
from cardwright.hosting import saves
from cardwright.table.screens.keys import Key

if TYPE_CHECKING:
    from cardwright.hosting.session import Session
    from cardwright.table.drivers.onlooker import Onlooker
    from cardwright.table.screens.table import Table


class WatchDriver(Protocol):
    """A driver of a session without people."""

    session: Session
    table: Table
    onlooker: Onlooker

    def open(self) -> None:
        """Show the opening and go on."""

    def pause(self) -> None:
        """Pause, or go on."""

    def step(self) -> None:
        """Play one action and stay there."""

    def change(self, way: int) -> None:
        """Go faster (1) or slower (-1)."""

    def look(self) -> None:
        """Show the match as it is."""

    def invite(self) -> None:
        """Say the last action, and how it goes on."""


class Gallery:
    """The side of a session where onlookers sit."""

    def __init__(self, driver: WatchDriver) -> None:
        self.driver = driver
        self.session = driver.session

    def keys_of_pace(self, *, step: str, faster: str, slower: str) -> list[Key]:
        """Keys for the pace of the match; the arguments are their texts in the help."""
        driver, is_on = self.driver, self._is_on
        return [
            Key("pause", "space", "pause and go on", driver.pause, when=is_on, offer="Space"),
            Key("step", "full_stop,right", step, driver.step, when=is_on, offer="."),
            Key("faster", "plus,equals_sign", faster, lambda: driver.change(1), when=is_on, offer="+"),
            Key("slower", "minus", slower, lambda: driver.change(-1), when=is_on, offer="-"),
        ]

    def key_of_view(self) -> Key:
        """The key that changes sides."""
        does = "the view of all seats, of seat 0, of seat 1 and so on"
        return Key("view", "v", does, self.switch, offer="v")

    def key_of_saving(self) -> Key:
        """The key that writes the match."""
        return Key("save", "s", "write the match as a file, for replay", self.save, offer="s")

    def controls(self, state: str) -> list[tuple[str, str]]:
        """Buttons for the same; on the first stands how the match goes on."""
        rest = ("step", "slower", "faster", "view")
        return [(state, "pause"), *((name, name) for name in rest)]

    def _is_on(self) -> bool:
        return not self.session.is_over

    def begin(self) -> None:
        """The table is on the screen."""
        table = self.driver.table
        table.parts.detail.key = "]"
        table.call_after_refresh(self.driver.open)

    def switch(self) -> None:
        """Look from the next side."""
        self.driver.onlooker.next()
        self.driver.look()
        self.driver.invite()

    def save(self) -> None:
        """Write the match as a trace, and say how to look at it."""
        table = self.driver.table
        try:
            path = saves.keep_finished(self.session.match, self.session.notes)
        except CardwrightError as error:
            table.say(sentence(error), is_alert=True)
        else:
            table.say(f"Look at it again with: {replay_command(path)}")
