"""`cardwright arena`: agents with decks meet each other many times, and a table says who is better."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cardwright.basics import output
from cardwright.basics.cleaning import escape_json
from cardwright.cli import INTERRUPTED
from cardwright.cli.parts import options
from cardwright.cli.parts.options import USUAL_MEMORY
from cardwright.cli.parts.rescue import print_or_keep, write_or_keep
from cardwright.errors import CardwrightError
from cardwright.face.library import game as load_game
from cardwright.lab.arena import arena as play_arena
from cardwright.lab.cards import check_format, encode
from cardwright.lab.settings import MOST, SECONDS


def arena(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="The game's slug.")],
    agents: Annotated[
        str,
        typer.Option(help="Native names or module:Class, with commas between; one named twice meets itself."),
    ] = "greedy,random",
    decks: Annotated[
        str, typer.Option(help="Slugs, aliases or files, with commas between, all or SHELF/all.")
    ] = "all",
    against: Annotated[
        str | None, typer.Option(help="Decks to meet instead of each other: a deck and a field.")
    ] = None,
    matches: Annotated[
        int, typer.Option(min=1, max=MOST, help="Matches per pairing, both seats together.")
    ] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The seed that all others come from.")] = 1,
    board: Annotated[
        str, typer.Option(help="The board, in games with several (default: the usual one).")
    ] = "",
    mirror: Annotated[bool, typer.Option("--mirror", help="Let every agent meet itself too.")] = False,
    threads: Annotated[int, typer.Option(min=0, max=256, help="Threads; 0 is one per core.")] = 0,
    confidence: Annotated[float, typer.Option(help="The confidence of the intervals.")] = 0.95,
    seconds: Annotated[
        float, typer.Option(help="How long a Python agent may think about one action.")
    ] = SECONDS,
    memory: options.Memory = USUAL_MEMORY,
    open_decks: Annotated[bool, typer.Option("--open-decks", help="Both sides know both decks.")] = False,
    cards: Annotated[
        Path | None, typer.Option(help="Write what became of each card to a .csv, .json or .npz file.")
    ] = None,
    run: Annotated[
        Path | None, typer.Option(help="A folder that keeps what is finished, to go on there later.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Let agents with decks meet each other many times.

    Every seed is played twice, with exchanged seats. docs/lab.md says how to read the table.
    """
    if cards is not None:
        check_format(cards)
    with output.progress_bar("matches") as progress:
        table = play_arena(
            load_game(slug, board),
            decks,
            agents,
            against=against,
            matches=matches,
            seed=seed,
            mirror=mirror,
            threads=threads,
            confidence=confidence,
            seconds=seconds,
            memory=memory,
            open_decks=open_decks,
            cards=cards is not None,
            run=run,
            progress=progress,
        )
    if cards is not None:
        command = f"{table.command} --cards {shlex.quote(str(cards))}"
        table = msgspec.structs.replace(table, command=command)
    # ORDER: the file comes first, because whoever reads the output may stop reading.
    faults = [] if table.fault is None else [table.fault]
    if cards is not None:
        try:
            write_or_keep(cards, encode(table.cards, cards.suffix), cards.suffix or ".csv")
        except CardwrightError as error:
            faults.append(str(error))
    try:
        print_or_keep(escape_json(table.to_json()) if as_json else str(table), ".json" if as_json else ".txt")
    except CardwrightError as error:
        faults.append(str(error))
    if faults:
        raise CardwrightError("; and ".join(faults))
    if not table.complete:
        raise typer.Exit(INTERRUPTED)
