"""`cardwright play`: a match in plain text, against an agent or a person at the same terminal."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cardwright.agents import agent as make_agent
from cardwright.agents.supervised import Player, supervise
from cardwright.errors import CardwrightError
from cardwright.library import game as load_game
from cardwright.match import Match
from cardwright.table import plain, saves
from cardwright.table.host import Host, Left
from cardwright.trace import Trace, replay

GAME = "elemental-command"
AGENT = "greedy"
HUMAN = "human"
SECONDS = 60.0
"""How long a Python agent may think about one action."""


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"The game's slug; {GAME} without.")
    ] = None,
    deck: Annotated[str | None, typer.Option(help="Your deck: its slug, alias or file.")] = None,
    foe_deck: Annotated[str | None, typer.Option(help="The opponent's deck.")] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            help=f"The opponent: a native agent, module:Class, or human at this terminal; {AGENT} without."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the match; random if left out.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the match saved last, as it was begun.")
    ] = False,
    script: Annotated[
        str | None, typer.Option(help="Read what is typed from a file (- for standard input).")
    ] = None,
) -> None:
    """Play a match in plain text."""
    path: Path | None = None
    if resume:
        named = {"GAME": game, "--deck": deck, "--foe-deck": foe_deck, "--agent": agent, "--seed": seed}
        if given := [name for name, value in named.items() if value is not None]:
            raise CardwrightError(
                f"--resume goes on with a match as it was begun: it takes no {' and no '.join(given)}"
            )
        path = saves.last_saved()
        trace = Trace.from_file(path)
        match = replay(trace)
        agent = trace.notes.get("agent")
    else:
        match = _begin(game or GAME, deck, foe_deck, secrets.randbelow(2**32) if seed is None else seed)
    agent = agent or AGENT
    players = _players(agent)
    reader = _Script(script) if script is not None else None
    interactive = reader is None and sys.stdin.isatty()
    if interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history at the prompt
    host = Host(
        match,
        players,
        ask=reader or input,
        show=_show,
        notes={"agent": agent},
        is_terminal=interactive,
        saved=path,
        refuse=reader.refuse if reader else None,
    )
    try:
        host.open()
        _show(f"{match.game.name}, seed {match.seed}, against {agent}. Type help for help.\n")
        if interactive and (columns := shutil.get_terminal_size().columns) < plain.WIDTH:
            _show(
                f"The table is {plain.WIDTH} columns wide, this terminal {columns}: lines will be broken.\n"
            )
        if script is None and not interactive:
            _opening(match)
        else:
            _run(host, is_script=reader is not None)
    finally:
        host.close()


def _run(host: Host, *, is_script: bool) -> None:
    """Play; whatever ends it, the match is not lost."""
    try:
        host.run()
    except Left:
        pass
    except EOFError:
        _show(f"\n{host.rescue()}\n")
    except BaseException as error:
        # A script that is refused can be run again; nothing else can.
        if not (is_script and isinstance(error, CardwrightError)):
            with contextlib.suppress(OSError):  # there may be no terminal any more
                _show(f"\n{host.rescue()}\n")
        raise


def _begin(slug: str, deck: str | None, foe_deck: str | None, seed: int) -> Match:
    game = load_game(slug)
    if not (deck and foe_deck):
        own, foe = game.usual_decks
        deck, foe_deck = deck or own, foe_deck or foe
    return game.match((deck, foe_deck), seed=seed)


def _players(agent: str) -> dict[int, Player]:
    if agent == HUMAN:
        return {}
    if ":" not in agent:  # others are made only in a process of their own
        make_agent(agent)
    return {1: supervise(agent, SECONDS)}


class _Script:
    """Lines of a file, shown as if they were typed; comments and empty lines are left out."""

    def __init__(self, name: str) -> None:
        self.file = "standard input" if name == "-" else name
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise CardwrightError(f"this is no text in UTF-8: {error.reason}", file=name) from None
        except OSError as error:
            raise CardwrightError(f"cannot be read: {error.strerror}", file=name) from None
        self.lines: Iterator[tuple[int, str]] = enumerate(text.splitlines(), 1)
        self.number = 0

    def __call__(self, prompt: str) -> str:
        for number, line in self.lines:
            self.number = number
            if line.strip() and not line.lstrip().startswith("#"):
                _show(f"{prompt}{line}\n")
                return line
        raise EOFError

    def refuse(self, error: CardwrightError) -> None:
        """A line that cannot be carried out ends the script."""
        raise CardwrightError(error.reason, file=self.file, line=self.number, suggestion=error.suggestion)


def _opening(match: Match) -> None:
    seat = 0
    view = match.view(seat)
    lines = [*plain.draw_board(view), *plain.draw_hand(view, numbered=True), "", plain.help_text(match.game)]
    lines += ["There is no terminal to play at: run this in one, or say what is typed with", "--script FILE."]
    _show("\n".join(lines) + "\n")


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
