"""The process in which matches with Python agents are refereed: `python -m cardwright.lab.worker`.

Each agent thinks in its own process below this one; an agent that misbehaves loses only that match.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any

import msgspec

from cardwright.agents.processes import close_memory, read_message, write_message
from cardwright.agents.referee import play_match
from cardwright.agents.spec import is_native
from cardwright.agents.supervised import Forfeit, NativePlayer, Player, ProcessPlayer
from cardwright.catalogue import decode
from cardwright.errors import AgentError
from cardwright.face.library import Game
from cardwright.face.match import Match
from cardwright.face.setup import Setup


class _Contestant(ProcessPlayer):
    """An agent that could be made when the arena began; if it cannot be made now, it forfeits."""

    def begin(self, match: Match, seat: int, seed: int) -> None:
        """A match begins."""
        try:
            super().begin(match, seat, seed)
        except AgentError as error:
            raise Forfeit(f"could not be made: {error.reason}") from None


class _Referee:
    """The game, and the players kept for their next match."""

    def __init__(self, message: dict[str, Any]) -> None:
        self._game = Game(decode(message["catalogue"]), message["board"])
        self._players: dict[tuple[str, int], Player] = {}

    def play(self, message: dict[str, Any]) -> dict[str, Any]:
        """Play one match."""
        limits = message["seconds"], message["memory"]
        players = [self._player(name, seat, *limits) for seat, name in enumerate(message["agents"])]
        setup = msgspec.convert(message["setup"], Setup)
        row = play_match(self._game, setup, players, message["seed"], tally=message["tally"])
        return {
            "winner": row.winner,
            "starting": row.starting,
            "forfeits": list(row.forfeits),
            "cards": row.cards,
        }

    def _player(self, name: str, seat: int, seconds: float, memory: int) -> Player:
        key = name, seat
        if key not in self._players:
            made = NativePlayer(name) if is_native(name) else _Contestant(name, seconds, memory)
            self._players[key] = made
        return self._players[key]

    def close(self) -> None:
        """End the agents' processes."""
        for player in self._players.values():
            player.close()


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def main() -> None:
    """Answer messages until the input ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # prints must not mix with the messages
    signal.signal(signal.SIGTERM, _end)
    close_memory()
    first = read_message(sys.stdin.buffer)
    if first is None:
        return
    referee = _Referee(first)
    try:
        while (message := read_message(sys.stdin.buffer)) is not None:
            write_message(out, referee.play(message))
    except BrokenPipeError:
        pass  # the caller has left
    finally:
        referee.close()


if __name__ == "__main__":
    main()
