"""The process in which a Python agent thinks: `python -m cardwright.agents.worker`.

It is told the match and every action, keeps the match beside the agent, and gives the agent its view.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from cardwright import catalogue as catalogues
from cardwright.actions import Action
from cardwright.agents import Agent, load_agent
from cardwright.agents.supervised import is_code, raised, reaction_of, read_message, write_message
from cardwright.errors import CardwrightError, shown
from cardwright.library import Game
from cardwright.match import Match
from cardwright.setup import Setup


class _Table:
    """The match as far as it was told, and the agent beside it."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._catalogue = b""
        self._match: Match | None = None
        self._agent: Agent | None = None
        self._seat = 0

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        """A match begins."""
        setup = msgspec.convert(message["setup"], Setup)
        if self._game is None or self._catalogue != message["catalogue"]:
            self._catalogue = message["catalogue"]
            self._game = Game(catalogues.decode(self._catalogue), setup.board)
        self._match = self._game.begin(setup, message["match_seed"])
        self._seat = message["seat"]
        try:
            self._agent = load_agent(message["agent"], message["seed"])
            reaction = reaction_of(self._agent) if self._game.is_timed else None
        except CardwrightError as error:
            return {"error": str(error)}
        except BaseException as error:
            return {"error": f'agent "{message["agent"]}": it {raised(error)}'}
        return {"ready": True, "reaction": reaction}

    def choose(self, message: dict[str, Any]) -> dict[str, Any]:
        """What the agent does after these actions."""
        assert self._match is not None
        assert self._agent is not None
        kernel, actions = self._match.kernel, message["actions"]
        for code, at in zip(actions, message.get("times") or [None] * len(actions), strict=True):
            kernel.play(code, at)
        if "now" in message:
            kernel.advance(message["now"])
        try:
            chosen = self._agent.choose(self._match.view(self._seat))
        except BaseException as error:
            return {"error": raised(error)}
        if isinstance(chosen, Action):
            if is_code(chosen.code):
                return {"code": chosen.code}
            return {"error": f"chose an action numbered {shown(chosen.code)}, which is no action"}
        if isinstance(chosen, str):
            return {"text": str(chosen)}
        if chosen is None:
            return {"waits": True}
        return {"error": f"chose {shown(chosen)}, which is no action"}


def main() -> None:
    """Answer messages until nobody asks any more."""
    # What the agent prints must not get between the messages.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    table = _Table()
    while (message := read_message(sys.stdin.buffer)) is not None:
        answer = table.begin(message) if "agent" in message else table.choose(message)
        try:
            write_message(out, answer)
        except UnicodeEncodeError:
            write_message(out, {"error": "gave an answer that cannot be written down"})


if __name__ == "__main__":
    main()
