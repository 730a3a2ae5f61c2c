"""Replaying: a written match, step by step, turn by turn, from any seat's side."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from cardwright.hosting.chronicle import Reader
from cardwright.hosting.session import ending
from cardwright.hosting.spots import Spot
from cardwright.match import Match
from cardwright.table.screens.spectator import SpectatorTable
from cardwright.table.screens.table import Key
from cardwright.table.widgets.cleaned import Input
from cardwright.table.widgets.lines import SeekPanel


class ReplayTable(SpectatorTable):
    """Any moment of a match that has been played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,full_stop,space", "step(1)", show=False),
        Binding("left,comma", "step(-1)", show=False),
        Binding("pagedown,t", "turn(1)", show=False),
        Binding("pageup,T", "turn(-1)", show=False),
        Binding("home", "seek(0)", show=False),
        Binding("end", "last", show=False),
    ]
    TYPING: ClassVar[frozenset[str]] = frozenset({"g", "slash", "colon"})

    KEYS: ClassVar[tuple[Key, ...]] = (
        ("Left", "back", "step(-1)"),
        ("Right", "step", "step(1)"),
        ("t/T", "turn", "turn(1)"),
        ("g", "go to", "type"),
        ("v", "view", "view"),
        ("l", "log", "log"),
        ("q", "leave", "leave"),
        ("?", "help", "help"),
    )

    STRETCH: ClassVar[str] = "turn"
    """What the match is divided into."""

    HELP = """\
Left, Right      step by step
t, T             to the next or previous turn; PgDn and PgUp do the same
Home, End        to the beginning, to the end
g NUMBER         to any action; so does a click on the bar
v                the view of all seats, of seat 0, of seat 1 and so on
Up, Down         move the cursor, with Shift also to the left and right
Tab              to the next card or piece
[ and ]          scroll what is told about the cursor's place
l                into the log, Escape out of it
q                leave

A match that is not over shows one seat only, unless it is opened with
--seat both.
"""

    def __init__(
        self,
        match: Match,
        *,
        notes: dict[str, str],
        reader: Reader = "all",
        at: int = 0,
        may_switch: bool = True,
    ) -> None:
        super().__init__(match, reader)
        self.notes = notes
        self.ply = at
        self.may_switch = may_switch
        """Whether all eyes may be looked through: a match that goes on must not give hands away."""
        self.farewell = ""

    def on_mount(self) -> None:
        """Begin."""
        self.is_seeking = True
        super().on_mount()
        self.deeds.labels = [
            "|<",
            f"<< {self.STRETCH}",
            "< step",
            "step >",
            f"{self.STRETCH} >>",
            ">|",
            "view",
        ]
        self.seek.last = self.match.ply
        self.call_after_refresh(self.go, self.ply)

    def go(self, ply: int) -> None:
        """Go to a moment."""
        self.seek.at = ply
        self.look(ply)
        end = ""
        if ply == self.match.ply:
            end = ending(self.match, self.notes) or "The match is not over."
        self.say(" ".join(part for part in (self.told(), end, f"(view of {self.eyes()})") if part))

    def action_step(self, by: int) -> None:
        """Some actions forwards or backwards."""
        self.go(max(0, min(self.ply + by, self.match.ply)))

    def action_seek(self, ply: int) -> None:
        """To an action."""
        self.go(ply)

    def action_last(self) -> None:
        """To the end."""
        self.go(self.match.ply)

    def action_turn(self, way: int) -> None:
        """To where the next or previous turn begins."""
        begins = [p for p in range(self.match.ply + 1) if any(e.is_turn for e in self.chronicle.of(p))]
        if way > 0:
            self.go(next((ply for ply in begins if ply > self.ply), self.match.ply))
        else:
            self.go(next((ply for ply in reversed(begins) if ply < self.ply), 0))

    def action_view(self) -> None:
        """Look through the next eyes."""
        if not self.may_switch:
            self.say(
                "The match is not over: to see more than this seat, open it with --seat NUMBER or both.",
                is_alert=True,
            )
            return
        super().action_view()
        self.go(self.ply)

    def on_seek_panel_sought(self, event: SeekPanel.Sought) -> None:
        """A place of the bar was clicked."""
        self.go(event.ply)

    def action_type(self) -> None:
        """Ask for the number of an action."""
        self.start_typing(f"go to action 0 to {self.match.ply}")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the action that was typed."""
        self.stop_typing()
        text = event.value.strip()
        if text.isdecimal() and len(text) < 9 and int(text) <= self.match.ply:
            self.go(int(text))
        elif text:
            self.say(f"Type a number from 0 to {self.match.ply}.", is_alert=True)

    def pick(self, spot: Spot) -> None:
        """The buttons do what they say."""
        if spot.kind == "deed":
            actions = (
                lambda: self.go(0),
                lambda: self.action_turn(-1),
                lambda: self.action_step(-1),
                lambda: self.action_step(1),
                lambda: self.action_turn(1),
                self.action_last,
                self.action_view,
            )
            actions[spot.at]()
