"""The process in which a Python agent thinks: `python -m cardwright.agents.worker`.

The caller sends the game, the seat and a seed, then for each choice the bytes of the seat's view, from which
the process rebuilds the view for the agent. It holds no match, no match's seed and nothing that the seat may
not know.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from cardwright.agents import Agent, load_agent, raised
from cardwright.agents.processes import Answer, read_message, write_message
from cardwright.agents.supervised import is_code, reaction_of
from cardwright.agents.warden import MEMORY_CODE
from cardwright.catalogue import decode
from cardwright.errors import CardwrightError, shown
from cardwright.face.actions import Action
from cardwright.face.library import Game
from cardwright.face.view import View


class _Seat:
    """The game and the agent that plays it."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._agent: Agent | None = None

    def begin(self, message: dict[str, Any]) -> Answer:
        """A match begins."""
        if "catalogue" in message:
            self._game = Game(decode(message["catalogue"]), message["board"])
        assert self._game is not None
        self._agent = None
        number = message["number"]
        try:
            self._agent = load_agent(message["agent"], message["seed"])
            reaction = reaction_of(self._agent) if self._game.is_timed else None
        except CardwrightError as error:
            if isinstance(error.__context__, MemoryError):
                return Answer(number, memory=True)
            return Answer(number, error=str(error))
        except BaseException as error:
            return Answer(number, error=f'agent "{message["agent"]}": it {raised(error)}')
        return Answer(number, reaction=reaction)

    def choose(self, message: dict[str, Any]) -> Answer:
        """The agent's choice in the view of the message."""
        assert self._game is not None
        assert self._agent is not None
        number = message["number"]
        view = View.from_bytes(self._game, message["view"])
        try:
            chosen = self._agent.choose(view)
        except MemoryError:
            return Answer(number, memory=True)
        except BaseException as error:
            return Answer(number, error=raised(error))
        if isinstance(chosen, Action):
            if is_code(chosen.code):
                return Answer(number, code=chosen.code)
            return Answer(number, error=f"chose an action numbered {shown(chosen.code)}, which is no action")
        if isinstance(chosen, str):
            return Answer(number, text=str(chosen))
        if chosen is None:
            return Answer(number, waits=True)
        return Answer(number, error=f"chose {shown(chosen)}, which is no action")


def main() -> None:
    """Answer messages until the input ends."""
    # The agent's own prints must not mix with the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    seat = _Seat()
    while (message := read_message(sys.stdin.buffer)) is not None:
        answer = seat.begin(message) if "agent" in message else seat.choose(message)
        try:
            write_message(out, answer)
        except UnicodeEncodeError:
            write_message(out, Answer(answer.number, error="gave an answer that cannot be written down"))


if __name__ == "__main__":
    try:
        main()
    except MemoryError:  # the agent has left too little memory for an answer
        os._exit(MEMORY_CODE)
