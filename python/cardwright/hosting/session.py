"""A match at a table: who sits where, whose turn it is, undo, hints, conceding, saving; it shows nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from time import monotonic

import msgspec

from cardwright.agents import NativeAgent
from cardwright.agents.processes import MEMORY
from cardwright.agents.spec import is_native
from cardwright.agents.supervised import Forfeit, Player, supervise
from cardwright.basics.cleaning import clean_line
from cardwright.basics.paths import command_name, replay_command
from cardwright.errors import AgentError, CardwrightError
from cardwright.face.actions import Action
from cardwright.face.events import Events
from cardwright.face.match import Match
from cardwright.face.native import agent_seed
from cardwright.face.trace import NOTE, UNDO, Step
from cardwright.hosting import saves
from cardwright.hosting.advice import Advice, advice
from cardwright.hosting.notes import CONCEDED, FORFEITED, OVER, SHARED, tell_end
from cardwright.hosting.saves import Save

CERTAIN = 10_000.0
"""Points from which on an advantage means the end of the match."""

HINT_SEED = 1


class Hint(msgspec.Struct, frozen=True):
    """What an agent would do and why, and by how many points it expects the position to become better."""

    agent: str
    action: Action | None
    """None if it would wait."""
    gain: float | None
    advice: Advice

    def __str__(self) -> str:
        if self.action is None:
            return f"{self.agent}: wait."
        worth = [] if self.gain is None else [_points(self.gain)]
        return f"{self.agent}: {self.advice} [{', '.join([self.action.text, *worth])}]"


def _points(gain: float) -> str:
    return "wins the match" if gain > CERTAIN else f"{gain:+.1f} points"


class Session:
    """A match in progress between people at this terminal and agents; `players` has the agents by seat."""

    def __init__(
        self,
        match: Match,
        players: dict[int, Player],
        *,
        notes: Mapping[str, str],
        saved: Save | Path | None = None,
        hint: str = "greedy",
        is_written: bool = False,
    ) -> None:
        self.match = match
        self.players = players
        self.notes = dict(notes)
        if shared := [str(seat) for seat, player in players.items() if player.shares_process]:
            self.notes[SHARED] = " ".join(shared)
        self._save = saved if isinstance(saved, Save) else Save(saved)
        self.is_written = is_written
        """Whether every action is written to disk, so that nothing is lost if the process ends."""
        self.warning = ""
        """A warning to show once: the match cannot be written."""
        self._is_warned = False
        self._notes_written: dict[str, str] = {}
        self._time_written = (match.now, 0.0)
        self.hint_agent = hint
        self.memory = MEMORY
        """Memory that the processes of an agent may use; hint agents too."""
        self.people = [seat for seat in range(match.seat_count) if seat not in players]
        self.kept: Path | None = None
        """Where the finished match lies."""
        self._adviser: Player | None = None

    def open(self) -> None:
        """Seat the agents; one that cannot be made is an error."""
        for seat, player in self.players.items():
            try:
                player.begin(self.match, seat, agent_seed(self.match.seed, seat))
            except Forfeit as forfeit:
                named = self.named(seat)
                raise AgentError(f"{named[0].lower()}{named[1:]} cannot play: it {forfeit}") from None

    @property
    def saved(self) -> Path | None:
        """Where the match lies that can be resumed."""
        return self._save.path

    @property
    def is_saved(self) -> bool:
        """Whether the match was left or saved on purpose, earlier or at this table."""
        return self._save.is_on_purpose

    def close(self) -> None:
        """Nobody plays any more."""
        self._save.close()
        for player in [*self.players.values(), *([self._adviser] if self._adviser else [])]:
            player.close()

    # Whose turn it is.

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or before."""
        return self.match.is_over or tell_end(self.notes)

    @property
    def acting(self) -> int:
        """The seat that is asked next."""
        return min(self.match.to_act)

    def named(self, seat: int) -> str:
        """What another seat is called at the beginning of a sentence."""
        return "The opponent" if self.match.seat_count == 2 else f"Seat {seat}"

    def think(self) -> Action:
        """The action of the agent whose turn it is, or `Forfeit`; takes its time."""
        seat = self.acting
        return self.players[seat].ask(self.match, seat)

    # What is played.

    def play(self, action: Action | str, seat: int) -> Events:
        """Play an action."""
        if self.is_over:
            raise CardwrightError("the match is over")
        events = self.match.play(action, seat=seat)
        self._record_action()
        return events

    def undo(self, seat: int) -> str:
        """Take back a person's last action, or that they gave up; returns what was taken back."""
        if self.notes.get(CONCEDED) == str(seat):
            del self.notes[CONCEDED]
            self._record()
            return "concede"
        if self.match.is_over:
            raise CardwrightError("the match is over: nothing can be taken back")
        last = self.match.last_action
        if last is None or last.seat != seat:
            others = "other's" if self.match.seat_count == 2 else "others'"
            raise CardwrightError(f"you have played nothing since the {others} turn that could be taken back")
        if not self.match.can_undo:
            raise CardwrightError(
                "your last action revealed something or rolled dice: it cannot be taken back"
            )
        taken = self.match.undo().text
        self._time_written = (self.match.now, self._time_written[1])
        self._record(UNDO, *([f"@{self.match.now}"] if self.match.game.is_timed else []))
        return taken

    def concede(self, seat: int) -> None:
        """Give the match up; it is no action of the rules but a note of the trace."""
        if self.is_over:
            raise CardwrightError("the match is over")
        self.notes[CONCEDED] = str(seat)
        self._record()

    def forfeit(self, seat: int, forfeit: Forfeit) -> None:
        """An agent has lost the match."""
        # An agent's message may hold any text, and a note is one line.
        self.notes[FORFEITED] = f"{seat} {clean_line(' '.join(str(forfeit).split()))}"
        self._record()

    def hint(self, seat: int) -> Hint:
        """What the hint's agent would do in a person's place; takes its time."""
        view = self.match.view(seat)
        if is_native(self.hint_agent):
            agent = NativeAgent(self.hint_agent, HINT_SEED)
            action = agent.choose(view)
            gain = None if action is None or agent.expects is None else agent.expects - view.worth
            return Hint(self.hint_agent, action, gain, advice(view, action, agent))
        if self._adviser is None:
            self._adviser = supervise(self.hint_agent, 60.0, self.memory)
        try:
            # Told anew each time: actions may have been taken back since.
            self._adviser.begin(self.match, seat, HINT_SEED)
            action = self._adviser.ask(self.match, seat)
            return Hint(self.hint_agent, action, None, advice(view, action))
        except Forfeit as forfeit:
            self._adviser.close()
            self._adviser = None
            raise AgentError(f"no hint: {self.hint_agent} {forfeit}") from None

    # How it ended.

    @property
    def outcome(self) -> str:
        """How the match ended, as the people at the table are told."""
        return ending(self.match, self.notes, self.people[0] if len(self.people) == 1 else None)

    # What is kept.

    def _record_action(self) -> None:
        if self.is_written:
            action, at = self.match.action_of(self.match.ply - 1), self.match.times[-1]
            is_timed = self.match.game.is_timed
            step = Step(seat=action.seat, text=action.text, at=at if is_timed else None)
            self._record(str(step), *self._end_lines())

    def record_time(self, *, is_hurried: bool = True) -> None:
        """Time went on; unless it is hurried, that is written once a second."""
        (now, written_at), wall = self._time_written, monotonic()
        if self.is_written and self.match.now > now and (is_hurried or wall - written_at >= 1.0):
            self._time_written = (self.match.now, wall)
            self._record(f"@{self.match.now}", *self._end_lines())

    def _end_lines(self) -> list[str]:
        """The note that the match is over: written with the last action, so that readers need not replay."""
        return [f"{NOTE} {OVER} yes"] if self.match.is_over else []

    def _record(self, *lines: str) -> None:
        """Write the new actions and the notes; the match goes on if that fails."""
        if not self.is_written:
            return
        before, self._notes_written = self._notes_written, dict(self.notes)
        changed = [name for name in {**before, **self.notes} if before.get(name) != self.notes.get(name)]
        notes = [f"{NOTE} {name} {self.notes.get(name, '')}".rstrip() for name in sorted(changed)]
        try:
            self._save.add(self.match, self.notes, [*lines, *notes])
        except CardwrightError as error:
            if not self._is_warned:
                self.warning = f"The match goes on, but is not kept if this program is ended: {error}."
            self._is_warned = True

    def take_warning(self) -> str:
        """The warning for the table; it is given once."""
        said, self.warning = self.warning, ""
        return said

    def discard(self) -> None:
        """Forget what the player did since the last save; a match that was saved stays as it was saved."""
        self._save.discard()
        self.is_written = False

    def save(self, file: str) -> str:
        """Keep the match in a file of the player's choice, or for `--resume`; says how to go on."""
        if not file:
            if self.is_over:
                raise CardwrightError("the match is over: it is written when you leave, or with save FILE")
            return self.keep()
        path = Path(file).expanduser()
        if path.exists():
            raise CardwrightError("this file is already there", file=path)
        if not path.parent.is_dir():
            raise CardwrightError("there is no such folder", file=path.parent)
        saves.save(self.match, self.notes, path)
        return f"Saved. Look at it with: {replay_command(path)}"

    def keep(self) -> str:
        """Save the match for later and say how to go on."""
        self._save.write(self.match, self.notes)
        self._notes_written = dict(self.notes)
        return f"The match is saved. Go on with: {command_name()} play --resume"

    def rescue(self) -> str:
        """Save the match without asking: among the saved matches, or else in the temporary folder."""
        try:
            return self.keep()
        except CardwrightError as error:
            path = saves.save_aside(self.match, self.notes)
            # A path is shown whole, so that it can be copied.
            return (
                f"The match cannot be kept for later: {error}.\n"
                f"It is saved aside. Look at it with: {replay_command(path)}"
            )

    def finish(self) -> str:
        """The match is over: nothing is left to resume; says how to look at it again."""
        self.is_written = False
        if self.kept is None:
            # ORDER: if the process is killed in between, the match is there twice rather than not at all.
            try:
                self.kept = saves.keep_finished(self.match, self.notes)
            except CardwrightError as error:
                # The save stays: the next `--resume` puts it with the finished ones.
                self.kept = saves.save_aside(self.match, self.notes)
                return (
                    f"The match cannot be put with the finished ones: {error}.\n"
                    f"It is saved aside. Look at it again with: {replay_command(self.kept)}"
                )
            self._save.forget()
        return f"Look at it again with: {replay_command(self.kept)}"

    def conclude(self) -> str:
        """The last words about a match that is over: how it ended, and how to look at it again."""
        return "\n".join(part for part in (self.outcome, self.finish()) if part)


def ending(match: Match, notes: Mapping[str, str], seat: int | None = None) -> str:
    """How a match ended, for a seat or for anybody; empty while it goes on."""
    end = _ending(match, notes, seat)
    return f"{end} {mark}" if end and (mark := shared_mark(notes)) else end


def shared_mark(notes: Mapping[str, str]) -> str:
    """A sentence about agents that were objects in the process of the match; empty where there were none."""
    seats = [f"seat {seat}" for seat in notes.get(SHARED, "").split()]
    if not seats:
        return ""
    return f"(In the process of the match, where nothing is hidden: the agent of {' and of '.join(seats)}.)"


def _ending(match: Match, notes: Mapping[str, str], seat: int | None) -> str:
    seats = range(match.seat_count)
    if gone := notes.get(CONCEDED) or notes.get(FORFEITED):
        loser, _, reason = gone.partition(" ")
        others = [str(number) for number in seats if str(number) != loser]
        how = f"forfeits: it {reason}" if reason else "concedes"
        if len(others) > 1:
            # The others do not play on: nobody has won.
            who = "You have conceded" if loser == str(seat) and not reason else f"Seat {loser} {how}"
            return f"{who}. The match ends there."
        if seat is None:
            return f"Seat {loser} {how}. Seat {others[0]} wins."
        if loser != str(seat):
            return f"The opponent {how}. You have won."
        return "You have conceded: the match is lost."
    result = match.result
    if result is None:
        return ""
    if seat is None:
        return f"The match is over: {result}."
    words = {"won": "You have won.", "lost": "You have lost.", "drawn": "The match is a draw."}
    return words[result.outcomes[seat]]
