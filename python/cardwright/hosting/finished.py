"""Finished matches: the files that are kept of them, and what a list tells of each."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from cardwright.basics.files import modified
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.replaying import replay
from cardwright.face.trace import Trace
from cardwright.hosting import saves
from cardwright.hosting.casting import cast_for
from cardwright.hosting.notes import CONCEDED, DRAW, FORFEITED, LASTED, WINNER
from cardwright.hosting.realtime.waiting import time_text


class Finished(msgspec.Struct, frozen=True):
    """A finished match as a list tells it."""

    path: Path
    when: str
    """Date and time at which it was written."""
    game: str
    """The name of the game, with its board; empty if the file cannot be read."""
    who: str
    """Decks and players, one against the other."""
    result: str
    """How it ended, for the person who played it or for anybody."""
    lasted: str
    """How many turns, or how much time."""
    fault: str = ""
    """Why the file cannot be read."""

    @property
    def head(self) -> str:
        """When it was, which game, and how long it lasted."""
        if self.fault:
            return f"{self.when}  {self.path.name}: {self.fault}"
        return f"{self.when}  {self.game}{', ' * bool(self.lasted)}{self.lasted}"

    @property
    def told(self) -> str:
        """Who played what, and how it ended."""
        return f"{self.who}: {self.result}"


def all_finished() -> list[Path]:
    """The matches that were played to their end at the table, the last one first."""
    found = saves.finished_folder().glob("*.trace")
    return sorted(found, key=lambda path: (modified(path), path.name), reverse=True)


def read_finished(path: Path) -> Finished:
    """What a list tells of a file; of one that is damaged, what is wrong with it."""
    when = datetime.fromtimestamp(modified(path) / 1e9).strftime("%Y-%m-%d %H:%M")
    try:
        trace = Trace.from_file(path)
    except CardwrightError as error:
        return Finished(path, when, "", "", "", "", error.reason)
    game = _game(trace)
    notes = dict(trace.notes)
    if not ({WINNER, CONCEDED, FORFEITED} & notes.keys() and LASTED in notes):
        # A match that was written by an earlier version or by hand does not say how it ended.
        try:
            notes |= saves.end_notes(replay(trace))
        except CardwrightError as error:
            notes.setdefault(WINNER, f"cannot be played again: {error.reason}")
    cast = cast_for(game, trace.setup, notes)
    people = [seat for seat, role in enumerate(cast) if not role.player]
    board = f" on {trace.setup.board}" if trace.setup.board else ""
    return Finished(
        path,
        when,
        f"{game.name if game else trace.game}{board}",
        " against ".join(role.told or f"seat {seat}" for seat, role in enumerate(cast)),
        result_words(notes, len(cast), people[0] if len(people) == 1 else None),
        _lasted(notes, is_timed=trace.until is not None),
    )


def result_words(notes: Mapping[str, str], count: int, seat: int | None) -> str:
    """How a match of so many seats ended by its notes, for the only person in it or for anybody."""
    gone, winner = notes.get(CONCEDED) or notes.get(FORFEITED), notes.get(WINNER, "")
    if gone:
        loser, _, reason = gone.partition(" ")
        how = "forfeits" if reason else "gives up"
        others = [str(number) for number in range(count) if str(number) != loser]
        if seat is None or (len(others) > 1 and loser != str(seat)):
            return f"seat {loser} {how}"
        return "given up" if loser == str(seat) else f"won, the opponent {how}"
    if winner == DRAW:
        return "a draw"
    if not winner.isdecimal():
        return winner or "not over"
    if seat is None:
        return f"seat {winner} wins"
    return "won" if winner == str(seat) else "lost"


def _game(trace: Trace) -> Game | None:
    """The game of a trace as it is now, for its names; None if it is not there."""
    try:
        return load_game(trace.game)
    except CardwrightError:
        return None


def _lasted(notes: Mapping[str, str], *, is_timed: bool) -> str:
    lasted = notes.get(LASTED, "")
    if not lasted.isdecimal() or len(lasted) > 12:
        return ""
    if is_timed:
        return time_text(int(lasted))
    return f"{lasted} turn{'s' * (lasted != '1')}"
