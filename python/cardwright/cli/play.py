"""`cardwright play`: a match at the table, against an agent or a person at the same terminal."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cardwright.agents import check_agent
from cardwright.agents.processes import close_memory, read_memory
from cardwright.agents.spec import is_native, make_spec, read_spec, refuse_oracle
from cardwright.agents.supervised import Player, supervise
from cardwright.basics.files import read_bytes, read_input, read_input_line
from cardwright.basics.limits import SCRIPT
from cardwright.basics.output import ask, complain, show
from cardwright.basics.paths import command_name, replay_command
from cardwright.basics.toml import decode_text
from cardwright.cli import INTERRUPTED, USUAL_MEMORY, MemoryOption
from cardwright.cli.replay import finished
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.face.replaying import replay
from cardwright.face.trace import Trace
from cardwright.hosting import saves
from cardwright.hosting.boards import OPPONENT
from cardwright.hosting.notes import PLAIN, SPEED, tell_end
from cardwright.hosting.realtime.clock import LONGEST, Clock, checked_speed
from cardwright.hosting.seating import begin
from cardwright.hosting.session import Session
from cardwright.hosting.usual import refuse_timed, usual_agent
from cardwright.sources.finding import game_sources
from cardwright.table import plain
from cardwright.table.host import Host, Left
from cardwright.table.realtime.host import TimedHost
from cardwright.table.terminal import ending_signals, has_room

GAME = "elemental-command"
HUMAN = "human"
SECONDS = 60.0
"""How long a Python agent may think about one action."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help=f"The game's slug; {GAME} without. With --resume: a saved match, by its file or its number.",
        ),
    ] = None,
    deck: Annotated[str | None, typer.Option(help="Your deck: its slug, alias, file or random:SEED.")] = None,
    foe_deck: Annotated[
        list[str] | None,
        typer.Option(
            help="The opponent's deck; again for each further opponent. Without: the ready ones in turn."
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many play, in games for more than two.", min=2, max=8)
    ] = None,
    board: Annotated[
        str | None, typer.Option(help="The board, in games with several; one that has room for all without.")
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            help="The opponent: a native agent, module:Class, or human at this terminal; without, the usual "
            f"one of the game ({OPPONENT} where it has none)."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the match; random if left out.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the match saved last, as it was begun.")
    ] = False,
    list_saves: Annotated[bool, typer.Option("--saves", help="List the saved matches.")] = False,
    hint: Annotated[
        str | None, typer.Option(help="The agent that is asked for hints; the usual opponent without.")
    ] = None,
    delay: Annotated[
        float, typer.Option(help="Seconds between the actions of an agent.", min=0.0, max=60.0)
    ] = 0.4,
    speed: Annotated[
        float | None,
        typer.Option(
            help="In a timed game: how fast its clock runs, 0.5 for half; 1 without. With --plain it runs "
            "between the lines, and without --speed time passes only by what is typed."
        ),
    ] = None,
    is_paused: Annotated[
        bool, typer.Option("--paused", help="In a timed game: begin with the clock standing still.")
    ] = False,
    reaction: Annotated[
        float | None,
        typer.Option(help="In a timed game: seconds the opponent takes on average to look at what happened."),
    ] = None,
    surrender: Annotated[
        float | None, typer.Option(help="In a timed game: how many points behind the opponent gives up.")
    ] = None,
    memory: MemoryOption = USUAL_MEMORY,
    is_plain: Annotated[bool, typer.Option("--plain", help="Play line by line, in plain text.")] = False,
    is_full: Annotated[
        bool,
        typer.Option("--full", help="With --resume: on the whole screen, also what was played as --plain."),
    ] = False,
    script: Annotated[
        str | None, typer.Option(help="Read what is typed from a file (- for standard input).")
    ] = None,
) -> None:
    """Play a match at the table."""
    if list_saves:
        _list_saves()
        return
    save = saves.Save()
    kept: dict[str, str] = {}
    if resume:
        named: dict[str, object] = {
            "--deck": deck,
            "--foe-deck": foe_deck,
            "--seats": seats,
            "--board": board,
        }
        named |= {"--agent": agent, "--seed": seed, "--reaction": reaction, "--surrender": surrender}
        save, match, kept = _resume(
            game, [name for name, value in named.items() if value is not None and value != []]
        )
        agent = kept.get("agent")
    else:
        seed = secrets.randbelow(2**32) if seed is None else seed
        match, _ = begin(game or GAME, [deck, *(foe_deck or [])], seats=seats, board=board, seed=seed)
    with contextlib.closing(save):
        timed = {
            "--speed": speed,
            "--paused": is_paused or None,
            "--reaction": reaction,
            "--surrender": surrender,
        }
        refuse_timed(match, [name for name, value in timed.items() if value is not None])
        agent = paced(agent or usual_agent(match), reaction, surrender)
        pace = _kept_speed(kept) if speed is None else speed
        clock = Clock(match.now, speed=pace, is_paused=is_paused or resume, longest=LONGEST)
        size = read_memory(memory)
        players = _players(match, agent, size)
        close_memory()
        hint = hint or usual_agent(match)
        _check(match, hint)
        is_plain = is_plain or (PLAIN in kept and not is_full)
        notes = (
            {"agent": agent}
            | ({PLAIN: "yes"} if is_plain else {})
            | ({SPEED: f"{pace:g}"} if pace != 1.0 or SPEED in kept else {})
        )
        interactive = script is None and sys.stdin is not None and sys.stdin.isatty()
        reader = None if interactive else _Pipe() if script is None else _Script(script)
        # A script can be run again; nothing else can.
        session = Session(match, players, notes=notes, saved=save, hint=hint, is_written=script is None)
        session.memory = size
        try:
            session.open()
            if interactive and not is_plain and has_room():
                _full(session, delay, clock)
                return
            where = f" on {match.setup.board}" if match.setup.board else ""
            begun = f"{match.game.name}{where}, seed {match.seed}, against {agent}. Type help for help."
            show("\n".join(plain.folded([begun])) + "\n")
            _plain(session, reader, speed)
        finally:
            session.close()


def paced(agent: str, reaction: float | None, surrender: float | None) -> str:
    """An agent with the options of timed games."""
    if reaction is None and surrender is None:
        return agent
    if not is_native(agent):
        raise CardwrightError(f"{agent} takes no --reaction and no --surrender: it is no native agent")
    return read_spec(make_spec(agent, reaction=reaction, surrender=surrender)).text


def _full(session: Session, delay: float, clock: Clock) -> None:
    """The table on the whole screen."""
    from cardwright.table.drivers.timed import Timed
    from cardwright.table.drivers.turns import Turns
    from cardwright.table.screens.app import run

    is_timed = session.match.game.is_timed
    driver = Timed(session, clock) if is_timed else Turns(session, delay=delay)
    code, farewell = run(driver, session)
    if farewell:
        show(f"{farewell}\n")
    if code:
        raise typer.Exit(code)


def _plain(session: Session, reader: _Pipe | None, speed: float | None) -> None:
    """The table line by line; a timed game runs by the clock only if its speed is named."""
    if reader is None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history at the prompt
    asked = reader or ask
    refuse = reader.refuse if isinstance(reader, _Script) else None
    if session.match.game.is_timed:
        runs = speed is not None and reader is None
        clock = Clock(session.match.now, speed=speed or 1.0) if runs else None
        host: Host = TimedHost(
            session, ask=asked, show=show, is_terminal=reader is None, refuse=refuse, clock=clock
        )
    else:
        host = Host(session, ask=asked, show=show, is_terminal=reader is None, refuse=refuse)
    _run(host, reader)


def _run(host: Host, reader: _Pipe | None) -> None:
    """Play; whatever ends it, the match is not lost."""
    is_script = isinstance(reader, _Script)
    if not is_script:
        for number in ending_signals():
            signal.signal(number, _interrupt)
    match = host.session.match
    begun = match.ply, match.now
    try:
        host.run()
    except Left:
        pass
    except EOFError:
        if reader is None:
            show(f"\n{host.session.rescue()}\n")
            return
        show("\n")
        is_played = any(seat in host.session.people for seat in match.actors[begun[0] :])
        reader.end(host.session, is_new=is_played or (match.game.is_timed and match.now > begun[1]))
    except BaseException as error:
        # A script can be run again, unless the fault is ours; nothing else can.
        is_ours = isinstance(error, Exception) and not isinstance(error, CardwrightError | OSError)
        if is_ours or not is_script:
            with contextlib.suppress(OSError):  # there may be no terminal any more
                show(f"\n{host.session.rescue()}\n")
        raise


def _interrupt(number: int, frame: object) -> None:
    """The program is ended from outside, which is as good as Ctrl-C."""
    raise KeyboardInterrupt


def _resume(name: str | None, given: list[str]) -> tuple[saves.Save, Match, dict[str, str]]:
    """The saved match of a file or number, or the last one: where it is kept from now on, and its notes."""
    _check_resumed(name, given)
    for path in saves.all_saved() if name is None else [saves.saved(name)]:
        save, trace, match = _reopen(path)
        if not (match.is_over or tell_end(trace.notes)):
            return save, match, trace.notes
        with contextlib.closing(save):
            if name is not None:
                again = f"look at it with: {replay_command(path)}"
                raise CardwrightError("this match is over", file=path, suggestion=again)
            # Its table was lost between the end and the moment in which it would have been put away.
            kept = path
            with contextlib.suppress(CardwrightError):
                kept = save.retire(match)
        look = f"look at it with: {replay_command(kept)}"
        complain(f"cardwright: {path.name} is a match that is over; {look}")
    hint = f"begin one with: {command_name()} play GAME"
    raise CardwrightError("there is no saved match", suggestion=hint)


def _check_resumed(name: str | None, given: list[str]) -> None:
    """Refuse what cannot be said of a match that was begun before."""
    is_save = name is None or name.isdecimal() or name.endswith(".trace") or Path(name).is_file()
    if not is_save and name not in game_sources():
        raise CardwrightError(
            f'there is no saved match "{name}": name one by its number or its file',
            suggestion=saves.how_to_list(),
        )
    refused = [*([] if is_save else ["GAME"]), *given]
    if refused:
        raise CardwrightError(
            f"--resume goes on with a match as it was begun: it takes no {' and no '.join(refused)}"
        )


def _reopen(path: Path) -> tuple[saves.Save, Trace, Match]:
    """A saved match, played up to where it was left; no other table can have it meanwhile."""
    # What lies elsewhere is the user's: it is neither overwritten nor removed.
    is_own = os.path.realpath(path.parent) == os.path.realpath(saves.saves_folder())
    save = saves.Save(path if is_own and path.exists() else None)
    try:
        trace = Trace.from_file(path)
        return save, trace, replay(trace)
    except CardwrightError as error:
        save.close()
        if not is_own:
            raise
        hint = "; ".join(part for part in (error.suggestion, saves.way_out(path)) if part)
        raise CardwrightError(error.reason, file=error.file, line=error.line, suggestion=hint) from None


def _kept_speed(notes: dict[str, str]) -> float:
    """The speed at which a match was left; 1 if that is not told."""
    try:
        return checked_speed(float(notes.get(SPEED, "1")))
    except (ValueError, CardwrightError):
        return 1.0


def _list_saves() -> None:
    found = saves.all_saved()
    for number, path in enumerate(found, 1):
        show(f"{number:>3}  {saves.described(path)}\n")
    if found:
        show(f"Go on with one of them: {command_name()} play --resume NUMBER\n")
    else:
        show("There is no saved match.\n")
    if finished():
        show(f"Matches that are over: {command_name()} replay\n")


def _check(match: Match, agent: str) -> None:
    refuse_oracle(agent, "play")
    check_agent(match.game, agent)


def _players(match: Match, agent: str, memory: int) -> dict[int, Player]:
    if agent == HUMAN:
        return {}
    _check(match, agent)
    return {seat: supervise(agent, SECONDS, memory) for seat in range(1, match.seat_count)}


class _Pipe:
    """Lines of standard input where that is no terminal, shown as if they were typed.

    Comments and empty lines are left out. A line is read when it is asked for: another program may sit here.
    """

    file = "standard input"

    def __init__(self) -> None:
        self.lines: Iterator[tuple[int, str]] = enumerate(self._read(), 1)
        self.number = 0

    def _read(self) -> Iterator[str]:
        while raw := read_input_line():
            yield raw.decode("utf-8", "replace").rstrip("\r\n")

    def __call__(self, prompt: str) -> str:
        show(prompt)
        for number, line in self.lines:
            self.number = number
            if line.strip() and not line.lstrip().startswith("#"):
                show(f"{line}\n")
                return line
        raise EOFError

    def end(self, session: Session, *, is_new: bool) -> None:
        """The input has ended before the match: keep it, if anything was played."""
        if not is_new and not session.is_saved:
            session.discard()
            hint = "play at a terminal, or say what is typed with --script FILE"
            complain(
                f"cardwright: {self.file} has ended before anything was played, so nothing is kept; {hint}"
            )
            raise typer.Exit(INTERRUPTED)
        try:
            session.keep()
            go_on = f"go on with: {command_name()} play --resume"
            complain(f"cardwright: {self.file} has ended before the match, which is kept; {go_on}")
        except CardwrightError:
            show(f"{session.rescue()}\n")
            complain(f"cardwright: {self.file} has ended before the match")
        raise typer.Exit(INTERRUPTED)


class _Script(_Pipe):
    """Lines of a file, or of all that standard input has to say; one that is refused ends the match."""

    def __init__(self, name: str) -> None:
        self.file = "standard input" if name == "-" else name
        raw = read_input(SCRIPT) if name == "-" else read_bytes(name, SCRIPT, is_named=True)
        self._text = decode_text(raw, self.file)
        super().__init__()

    def _read(self) -> Iterator[str]:
        return iter(self._text.splitlines())

    def end(self, session: Session, *, is_new: bool) -> None:
        """A script can be run again: it leaves nothing behind that it was not told to keep."""
        left, wish = (
            ("which stays as it was saved", "keep more")
            if session.is_saved
            else ("of which nothing is kept", "go on later")
        )
        said = f"The script has ended before the match, {left}: let it end with quit to {wish}."
        show("\n".join(plain.folded([said])) + "\n")

    def refuse(self, error: CardwrightError) -> None:
        """A line that cannot be carried out ends the script."""
        raise CardwrightError(error.reason, file=self.file, line=self.number, suggestion=error.suggestion)
