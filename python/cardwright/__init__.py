"""Cardwright: a workshop for collectible card games on one native kernel.

>>> import cardwright as cw
>>> match = cw.game("elemental-command").match(decks=("aggro", "control"), seed=7)
>>> len(match.legal_actions_of(0))
128
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Action": "face.actions",
    "Agent": "agents",
    "AmbiguousAction": "errors",
    "CardwrightError": "errors",
    "Event": "face.events",
    "Game": "face.library",
    "IllegalAction": "errors",
    "Match": "face.match",
    "Trace": "face.trace",
    "TraceError": "errors",
    "UnreadableAction": "errors",
    "View": "face.view",
    "agent": "agents",
    "arena": "lab.arena",
    "game": "face.library",
    "play_match": "agents.referee",
    "play_matches": "agents.batch",
    "replay": "face.replaying",
}
"""The module of each public name; a module is imported when one of its names is first used."""

__all__ = [
    "Action",
    "Agent",
    "AmbiguousAction",
    "CardwrightError",
    "Event",
    "Game",
    "IllegalAction",
    "Match",
    "Trace",
    "TraceError",
    "UnreadableAction",
    "View",
    "__version__",
    "agent",
    "arena",
    "game",
    "play_match",
    "play_matches",
    "replay",
]

if TYPE_CHECKING:
    from cardwright.agents import Agent, agent
    from cardwright.agents.batch import play_matches
    from cardwright.agents.referee import play_match
    from cardwright.errors import (
        AmbiguousAction,
        CardwrightError,
        IllegalAction,
        TraceError,
        UnreadableAction,
    )
    from cardwright.face.actions import Action
    from cardwright.face.events import Event
    from cardwright.face.library import Game, game
    from cardwright.face.match import Match
    from cardwright.face.replaying import replay
    from cardwright.face.trace import Trace
    from cardwright.face.view import View
    from cardwright.lab.arena import arena


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cardwright' has no attribute '{name}'")
    found = getattr(import_module(f"cardwright.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
