"""Replaying: a written match step by step, turn by turn, from any seat's side, or by the clock."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar

from cardwright.hosting.chronicle import Reader
from cardwright.hosting.realtime.account import account_lines
from cardwright.hosting.session import ending
from cardwright.hosting.worth import places
from cardwright.table.drivers import LOOKS, TICK, Driver
from cardwright.table.drivers.onlooker import Onlooker
from cardwright.table.drivers.playback import Playback
from cardwright.table.drivers.swinging import Swinging
from cardwright.table.screens.keys import WIDTH, Key

if TYPE_CHECKING:
    from cardwright.face.match import Match, Viewer
    from cardwright.hosting.realtime.clock import Clock

HILL = """\
The hill above the bar: how the match stood for the seat that is shown (for
seat 0 where all are), as an agent that counts points values what the seat
saw. Half high is even, higher is better. 1 to 5: the largest swings."""

PRIVATE = """\
A match that is not over shows one seat only, unless it is opened with
--seat both."""


class Replay(Driver):
    """Shows any moment of a match that was played, and plays a timed one again by the clock."""

    STEPS_BY_ARROWS: ClassVar[bool] = True

    def __init__(
        self,
        match: Match,
        *,
        notes: dict[str, str],
        reader: Reader = "all",
        at: int = 0,
        may_switch: bool = True,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(match, notes)
        self.onlooker = Onlooker(match, reader)
        self.onlooker.ply = at
        self.may_switch = may_switch
        """Whether the view may be changed: a match that is not over must not show the other hands."""
        self.playback = Playback(match, clock) if match.game.is_timed else None
        self.swinging = Swinging(match, is_over=bool(ending(match, notes)))

    @property
    def stretch(self) -> str:
        """What the match is divided into."""
        return "turn" if self.playback is None else "day"

    def keys(self) -> list[Key]:
        """The keys that lead through the match."""
        stretch = "turn" if self.playback is None else "day or night"
        step = "right,full_stop" if self.playback else "right,full_stop,space"
        number = "to any action: type its number; so does a click on the bar"
        return [
            *self._keys_of_playback(),
            Key("back", "left,comma", "one action back", lambda: self.step(-1)),
            Key(
                "step",
                step,
                "one action further",
                lambda: self.step(1),
                offer="" if self.playback else "Right",
            ),
            Key(self.stretch, "t,pagedown", f"to the next {stretch}", lambda: self.turn(1), offer="t/T"),
            Key(f"{self.stretch} before", "T,pageup", f"to the {stretch} before", lambda: self.turn(-1)),
            Key("first", "home", "to the beginning", lambda: self.go(0)),
            Key("last", "end", "to the end", lambda: self.go(self.match.ply)),
            Key("swing", "w", "to the next of the largest swings", lambda: self.swing(1), offer="w/W"),
            Key("swing before", "W", "to the swing before", lambda: self.swing(-1)),
            Key("view", "v", "the view of all seats, of seat 0, of seat 1 and so on", self.switch, offer="v"),
            Key("report", "r", "how the match went, with its largest swings", self.report, offer="r"),
            Key("go to", "g,slash,colon", number, self.ask, offer="g", opens_line=True),
        ]

    def _keys_of_playback(self) -> list[Key]:
        if self.playback is None:
            return []
        speeds = "faster and slower: 0.25, 0.5, 1, 2, 4"
        return [
            Key("play", "space,p", "play by the clock from here, and stop", self.run, offer="Space"),
            Key("speed", "plus,equals_sign,minus", speeds, by_key=self._speed, offer="+/-"),
        ]

    def controls(self) -> Sequence[tuple[str, str]]:
        """Buttons that lead through the match."""
        name = self.stretch
        return (
            *(("|<", "first"), (f"<< {name}", f"{name} before"), ("< step", "back"), ("step >", "step")),
            *((f"{name} >>", name), (">|", "last"), ("view", "view")),
        )

    def further_help(self) -> list[str]:
        """What the hill means, and the note that a match that is not over shows one seat only."""
        return [HILL, PRIVATE]

    def begin(self) -> None:
        """The table is on the screen."""
        self.table.parts.detail.key = "]"
        self.table.parts.is_seeking = True
        self.table.parts.seek.places = places(self.match)
        self.table.call_after_refresh(self.go, self.onlooker.ply)
        if self.playback is not None:
            self.table.set_interval(TICK, self.tick)

    # Going somewhere.

    def go(self, ply: int) -> None:
        """Go to a moment and stay there."""
        if self.playback is not None:
            self.playback.stop()
        self.look(ply)
        end = ""
        if ply == self.match.ply:
            end = ending(self.match, self.notes) or "The match is not over."
        worth = self.swinging.told(self.onlooker.reader, ply)
        # Where the log has no line to spare for it, the opening tells who plays.
        who = f"{self.who()}." if ply == 0 and not self.table.parts.header.display else ""
        said = (self.onlooker.told(), who, end, worth, f"(view of {self.onlooker.named})")
        self.table.say(" ".join(part for part in said if part))

    def look(self, ply: int) -> None:
        """Show the match after its first `ply` actions; before them, as it began."""
        parts, reader = self.table.parts, self.onlooker.reader
        parts.seek.at = ply
        parts.worth.course = self.swinging.course(reader)
        parts.seek.signs = {swing.ply: str(n) for n, swing in enumerate(self.swinging.swings(reader), 1)}
        playback, onlooker = self.playback, self.onlooker
        onlooker.match = self.match if playback is None else playback.shown
        if playback is not None and ply == 0 and not playback.is_running:
            onlooker.match = playback.opening
        self.table.show(onlooker.see(ply, since=playback.since if playback else None))
        onlooker.match = self.match if playback is None else playback.shown

    def step(self, by: int) -> None:
        """Some actions forwards or backwards."""
        self.go(max(0, min(self.onlooker.ply + by, self.match.ply)))

    def turn(self, way: int) -> None:
        """Go to the beginning of the next or previous turn; in a timed match, day or night."""
        if self.playback is not None:
            self.playback.stop()
        self.onlooker.match = self.match
        told, ply = self.onlooker.chronicle, self.onlooker.ply
        begins = [p for p in range(self.match.ply + 1) if any(e.is_turn for e in told.of(p))]
        if way > 0:
            self.go(next((begin for begin in begins if begin > ply), self.match.ply))
        else:
            self.go(next((begin for begin in reversed(begins) if begin < ply), 0))

    def swing(self, way: int) -> None:
        """Go to the next swing, or to the one before."""
        ply = self.swinging.next(self.onlooker.reader, self.onlooker.ply, way)
        if ply is not None:
            self.go(ply)
            return
        is_any = self.swinging.swings(self.onlooker.reader)
        where = "after" if way > 0 else "before"
        self.table.say(f"There is no swing {where} this{'' if is_any else ' or anywhere'}.", is_alert=True)

    def seek(self, ply: int) -> None:
        """A place of the bar was clicked."""
        self.go(ply)

    def ask(self) -> None:
        """Ask for the number of an action."""
        self.table.start_typing(f"go to action 0 to {self.match.ply}")

    def submit(self, line: str) -> None:
        """Go to the action that was typed."""
        if line.isdecimal() and len(line) < 9 and int(line) <= self.match.ply:
            self.go(int(line))
        elif line:
            self.table.say(f"Type a number from 0 to {self.match.ply}.", is_alert=True)

    def switch(self) -> None:
        """Change to the next view."""
        if not self.may_switch:
            self.table.say(
                "The match is not over: to see more than this seat, open it with --seat NUMBER or both.",
                is_alert=True,
            )
            return
        self.onlooker.next()
        self.go(self.onlooker.ply)

    def invite(self) -> None:
        """Say again what is shown."""
        if self.playback is None or not self.playback.is_running:
            self.go(self.onlooker.ply)

    # By the clock.

    def run(self) -> None:
        """Play by the clock from this moment on, or stop."""
        assert self.playback is not None
        if self.playback.is_running:
            self.go(self.playback.shown.ply)
            return
        self.playback.start(self.onlooker.ply)
        self.look(self.playback.shown.ply)
        self._tell()

    def tick(self) -> None:
        """Let time go on, if it is played by the clock."""
        playback = self.playback
        if playback is None or not playback.is_running:
            return
        ply = playback.shown.ply
        if not playback.tick():
            self.go(self.match.ply)
            return
        if playback.shown.ply != ply or playback.ticks % LOOKS == 0:
            self.look(playback.shown.ply)
        if playback.shown.ply != ply:
            self._tell()

    def _tell(self) -> None:
        """The last action, and how time goes on."""
        assert self.playback is not None
        self.table.say(f"{self.onlooker.told()} ({self.playback.clock.pace}, view of {self.onlooker.named})")

    def _speed(self, key: str) -> None:
        """Play faster or slower."""
        assert self.playback is not None
        self.playback.clock.shift(-1 if key == "minus" else 1)
        self.table.say(f"Space plays at speed {self.playback.clock.speed:g}.")

    def report(self) -> None:
        """How the match went."""
        if self.playback is not None and self.playback.is_running:
            self.go(self.playback.shown.ply)
        reader = self.onlooker.reader
        viewer: Viewer = reader if isinstance(reader, int) else "spectator"
        outcome = ending(self.match, self.notes) or "The match is not over."
        lines = [outcome] if self.playback is None else account_lines(self.match, viewer, outcome)
        told = [wrap(line, WIDTH, subsequent_indent="   ") for line in self.swinging.lines(reader)]
        swings = [line for lines in told for line in lines]
        self.table.read("\n".join([self.who(), *lines, *[""] * bool(swings), *swings]))
