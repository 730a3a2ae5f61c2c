"""`cardwright play`: a match at the table, against an agent or a person at the same terminal."""

from __future__ import annotations

import contextlib
import signal
import sys
from typing import Annotated

import msgspec
import typer

from cardwright.agents.processes import close_memory, read_memory
from cardwright.agents.supervised import Player, supervise
from cardwright.basics.output import ask, show
from cardwright.basics.paths import command_name
from cardwright.cli.parts import options
from cardwright.cli.parts.opening import Laid, Opening, check_fair, from_start, resumed
from cardwright.cli.parts.options import GAME, SECONDS, USUAL_MEMORY
from cardwright.cli.parts.piped import Pipe, Script
from cardwright.cli.parts.resuming import kept_speed, list_saves
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.hosting import saves
from cardwright.hosting.casting import cast_of
from cardwright.hosting.notes import AGENT, DECKS, HUMAN, PLAIN, SPEED
from cardwright.hosting.realtime.clock import LONGEST, Clock
from cardwright.hosting.seating import again
from cardwright.hosting.session import Session
from cardwright.hosting.usual import refuse_timed, usual_agent
from cardwright.sources.finding import game_sources
from cardwright.table import plain
from cardwright.table.casting import cast_line
from cardwright.table.host import Host, Left, PlainTerminal
from cardwright.table.realtime.host import TimedHost
from cardwright.table.terminal import ending_signals, has_room
from cardwright.table.wishes import Wish

GameName = Annotated[
    str | None,
    typer.Argument(
        metavar="[GAME]",
        help="The game's slug; without one, and without options that say which match it is, the start screen "
        f"asks (with such options: {GAME}). With --resume: a saved match, by its file or its number.",
    ),
]
Deck = Annotated[str | None, typer.Option(help="Your deck: its slug, alias, file or random:SEED.")]
FoeDeck = Annotated[
    list[str] | None,
    typer.Option(
        help="The opponent's deck; repeat it for further opponents (default: the ready decks in turn)."
    ),
]
AgentName = Annotated[
    str | None,
    typer.Option(
        help="The opponent: a native agent, module:Class, or human at this terminal (default: the best agent "
        "that the game names)."
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the match saved last, as it was begun.")]
Saves = Annotated[bool, typer.Option("--saves", help="List the saved matches.")]
HintAgent = Annotated[
    str | None, typer.Option(help="The agent that gives hints (default: the usual opponent).")
]
Delay = Annotated[float, typer.Option(help="Seconds between the actions of an agent.", min=0.0, max=60.0)]
Speed = Annotated[
    float | None,
    typer.Option(
        help="In a timed game: the speed of its clock, 0.5 for half (default: 1). With --plain the clock "
        "runs between the lines; without --speed, time then passes only by typed commands."
    ),
]
Reaction = Annotated[
    float | None,
    typer.Option(help="In a timed game: the opponent's average reaction time, in seconds."),
]
Surrender = Annotated[
    float | None, typer.Option(help="In a timed game: how many points behind the opponent gives up.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Play line by line, in plain text.")]
Full = Annotated[
    bool,
    typer.Option(
        "--full", help="With --resume: on the whole screen, even if the match was played with --plain."
    ),
]
ScriptFile = Annotated[
    str | None, typer.Option(help="Read the typed lines from a file (- for standard input).")
]


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """The options that say how a match is played, new or resumed."""

    hint: str | None
    delay: float
    speed: float | None
    is_paused: bool
    memory: str
    is_plain: bool
    is_full: bool
    script: str | None


def play(
    game: GameName = None,
    deck: Deck = None,
    foe_deck: FoeDeck = None,
    seats: options.Seats = None,
    board: options.Board = None,
    agent: AgentName = None,
    seed: options.Seed = None,
    resume: Resume = False,
    shows_saves: Saves = False,
    hint: HintAgent = None,
    delay: Delay = 0.4,
    speed: Speed = None,
    is_paused: options.Paused = False,
    reaction: Reaction = None,
    surrender: Surrender = None,
    memory: options.Memory = USUAL_MEMORY,
    is_plain: Plain = False,
    is_full: Full = False,
    script: ScriptFile = None,
) -> None:
    """Play a match at the table."""
    if shows_saves:
        list_saves()
        return
    opening = Opening(
        deck=deck,
        foe_deck=foe_deck,
        seats=seats,
        board=board,
        agent=agent,
        seed=seed,
        reaction=reaction,
        surrender=surrender,
    )
    manner = Manner(
        hint=hint,
        delay=delay,
        speed=speed,
        is_paused=is_paused,
        memory=memory,
        is_plain=is_plain,
        is_full=is_full,
        script=script,
    )
    timed = {
        "--speed": speed,
        "--paused": is_paused or None,
        "--reaction": reaction,
        "--surrender": surrender,
    }
    given = [name for name, value in timed.items() if value is not None]
    if game is None and not resume and not opening.given:
        if not _asks(manner):
            raise CardwrightError(
                "no game is named, and only a terminal with the whole screen can ask for one",
                suggestion=f"say {command_name()} play GAME; the games are {', '.join(game_sources())}",
            )
        _play_on(None, manner, given)
        return
    laid = resumed(game, opening.given) if resume else opening.begin(game or GAME)
    _play_on(laid, manner, given)


def _asks(manner: Manner) -> bool:
    """Whether the start screen can be shown."""
    return manner.script is None and not manner.is_plain and sys.stdin is not None and has_room()


def _play_on(laid: Laid | None, manner: Manner, given: list[str]) -> None:
    """Play matches until somebody leaves; where none is laid, the start screen asks for one.

    `given` are the options that only timed games take.
    """
    slug, reader = "", _reader(manner)
    while True:
        if laid is None and (laid := from_start(slug, given)) is None:
            return
        slug = laid.match.game.slug
        save = laid.save or saves.Save()
        with contextlib.closing(save):
            refuse_timed(laid.match, given)
            wish = _play(laid, manner, save, reader)
        match wish:
            case Wish.LEAVE:
                return
            case Wish.AGAIN:
                laid = laid._replace(match=again(laid.match), save=None)
            case Wish.ANEW:
                laid = None


def _reader(manner: Manner) -> Pipe | None:
    """Where lines are read that nobody types at a terminal; one reader for all matches."""
    if manner.script is not None:
        return Script(manner.script)
    return None if sys.stdin is not None and sys.stdin.isatty() else Pipe()


def _play(laid: Laid, manner: Manner, save: saves.Save, reader: Pipe | None) -> Wish:
    """Play a match against an agent; returns what is wanted after it."""
    match, agent, kept = laid.match, laid.agent, laid.kept
    chosen = manner.speed if laid.speed is None else laid.speed
    pace = kept_speed(kept) if chosen is None else chosen
    # Who goes on with a match looks at it first.
    is_paused = manner.is_paused or laid.save is not None
    clock = Clock(match.now, speed=pace, is_paused=is_paused, longest=LONGEST)
    size = read_memory(manner.memory)
    players = _players(match, agent, size)
    close_memory()
    hint = manner.hint or usual_agent(match)
    check_fair(match, hint)
    is_plain = manner.is_plain or (PLAIN in kept and not manner.is_full)
    notes = (
        {AGENT: agent}
        | ({DECKS: kept[DECKS]} if kept.get(DECKS) else {})
        | ({PLAIN: "yes"} if is_plain else {})
        | ({SPEED: f"{pace:g}"} if pace != 1.0 or SPEED in kept else {})
    )
    # A script can be run again; nothing else can.
    is_written = not isinstance(reader, Script)
    session = Session(match, players, notes=notes, saved=save, hint=hint, is_written=is_written)
    session.memory = size
    try:
        session.open()
        if reader is None and not is_plain and has_room():
            return _full(session, manner.delay, clock)
        where = f" on {match.setup.board}" if match.setup.board else ""
        begun = f"{match.game.name}{where}, seed {match.seed}, against {agent}. Type help for help."
        seat = session.people[0] if len(session.people) == 1 else None
        who = cast_line(match.game, cast_of(match, notes), seat)
        show("\n".join(plain.folded([begun, who])) + "\n")
        return _plain(session, reader, manner.speed)
    finally:
        session.close()


def _full(session: Session, delay: float, clock: Clock) -> Wish:
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
    return driver.wish


def _plain(session: Session, reader: Pipe | None, speed: float | None) -> Wish:
    """The table line by line; a timed game runs by the clock only if its speed is named."""
    if reader is None:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # arrow keys and history at the prompt
    refuse = reader.refuse if isinstance(reader, Script) else None
    # Behind a pipe there may be a program that waits for the end.
    asks = reader is None or isinstance(reader, Script)
    terminal = PlainTerminal(reader or ask, show, is_terminal=reader is None, refuse=refuse, asks_again=asks)
    if session.match.game.is_timed:
        runs = speed is not None and reader is None
        clock = Clock(session.match.now, speed=speed or 1.0) if runs else None
        host: Host = TimedHost(session, terminal, clock)
    else:
        host = Host(session, terminal)
    _run(host, reader)
    return host.wish


def _run(host: Host, reader: Pipe | None) -> None:
    """Play; whatever ends it, the match is not lost."""
    is_script = isinstance(reader, Script)
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
        if host.session.kept is None and (is_ours or not is_script):
            with contextlib.suppress(OSError):  # there may be no terminal any more
                show(f"\n{host.session.rescue()}\n")
        raise


def _interrupt(number: int, frame: object) -> None:
    """A signal ends the program: treat it as Ctrl-C."""
    raise KeyboardInterrupt


def _players(match: Match, agent: str, memory: int) -> dict[int, Player]:
    if agent == HUMAN:
        return {}
    check_fair(match, agent)
    return {seat: supervise(agent, SECONDS, memory) for seat in range(1, match.seat_count)}
