"""The match that is played: begun by options, chosen on the start screen, or resumed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import typer

from cardwright.agents import check_agent
from cardwright.agents.spec import is_native, make_spec, read_spec, refuse_oracle
from cardwright.cli.parts.resuming import resume_saved
from cardwright.cli.replay import look_back
from cardwright.errors import CardwrightError, sentence
from cardwright.face.match import Match
from cardwright.hosting import saves
from cardwright.hosting.notes import AGENT, DECKS, HUMAN, PLAIN
from cardwright.hosting.seating import begin
from cardwright.hosting.usual import refuse_timed, usual_agent

if TYPE_CHECKING:
    from cardwright.table.start.choosing import Beginning


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """The options that say which match is begun, and against whom; a match that is resumed takes none."""

    deck: str | None
    foe_deck: list[str] | None
    seats: int | None
    board: str | None
    agent: str | None
    seed: int | None
    reaction: float | None
    surrender: float | None

    @property
    def given(self) -> list[str]:
        """The options that were typed, by name."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return [f"--{name.replace('_', '-')}" for name, value in values.items() if value not in (None, [])]

    def begin(self, slug: str) -> Laid:
        """The new match, ready to be played."""
        seed = secrets.randbelow(2**32) if self.seed is None else self.seed
        decks = [self.deck, *(self.foe_deck or [])]
        match, named = begin(slug, decks, seats=self.seats, board=self.board, seed=seed)
        agent = paced(self.agent or usual_agent(match), self.reaction, self.surrender)
        return Laid(match, agent, {DECKS: ",".join(" ".join(name.split()) for name in named)})


class Laid(NamedTuple):
    """A match that is ready to be played, new or resumed."""

    match: Match
    agent: str
    kept: Mapping[str, str] = MappingProxyType({})
    """What is noted of it already."""
    save: saves.Save | None = None
    """Where it lies, if it is resumed."""
    speed: float | None = None
    """The speed of its clock, if it was chosen on the start screen."""


def resumed(name: str | None, given: list[str] | None = None) -> Laid:
    """A saved match, ready to go on."""
    save, match, kept = resume_saved(name, given or [])
    return Laid(match, kept.get(AGENT) or usual_agent(match), kept, save)


def from_start(slug: str, given: list[str]) -> Laid | None:
    """What somebody chooses on the start screen; None if they leave."""
    from cardwright.table.start.choosing import Beginning
    from cardwright.table.start.screen import LookBack, choose

    said = ""
    while True:
        code, chosen = choose(slug, said)
        if code:
            raise typer.Exit(code)
        if chosen is None:
            return None
        try:
            if isinstance(chosen, LookBack):
                look_back(chosen.path)
                said = ""
                continue
            laid = _begun(chosen) if isinstance(chosen, Beginning) else _on_screen(chosen.path)
            slug = laid.match.game.slug
            _refuse(laid, given)
            return laid
        except CardwrightError as error:
            said = sentence(error)


def _refuse(laid: Laid, given: list[str]) -> None:
    """Refuse options or an agent that the match cannot have; then others may go on with it."""
    try:
        refuse_timed(laid.match, given)
        if laid.agent != HUMAN:
            check_fair(laid.match, laid.agent)
    except CardwrightError:
        if laid.save is not None:
            laid.save.close()
        raise


def _on_screen(path: Path) -> Laid:
    """A saved match that goes on from the start screen: on the whole screen, however it was played before."""
    laid = resumed(str(path))
    return laid._replace(kept={name: value for name, value in laid.kept.items() if name != PLAIN})


def _begun(chosen: Beginning) -> Laid:
    """The match that was chosen on the start screen."""
    foes = chosen.decks[1:] if chosen.decks[1] else []
    opening = Opening(
        deck=chosen.decks[0],
        foe_deck=[deck for deck in foes if deck],
        seats=chosen.seats,
        board=chosen.board,
        agent=chosen.agent,
        seed=chosen.seed,
        reaction=None,
        surrender=None,
    )
    return opening.begin(chosen.game)._replace(speed=chosen.speed)


def paced(agent: str, reaction: float | None, surrender: float | None) -> str:
    """An agent with the options of timed games."""
    if reaction is None and surrender is None:
        return agent
    if not is_native(agent):
        raise CardwrightError(f"{agent} takes no --reaction and no --surrender: it is no native agent")
    return read_spec(make_spec(agent, reaction=reaction, surrender=surrender)).text


def check_fair(match: Match, agent: str) -> None:
    """Refuse an agent that cannot play the match, or that would be given the truth."""
    refuse_oracle(agent, "play")
    check_agent(match.game, agent)
