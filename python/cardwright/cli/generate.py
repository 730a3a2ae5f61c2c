"""`cardwright generate`: new cards, put together by chance from a game's data."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated

import typer

from cardwright.basics import output
from cardwright.basics.paths import shown_name, write_whole
from cardwright.cli.parts.rescue import write_or_keep
from cardwright.errors import CardwrightError
from cardwright.generating.data import FILTERS
from cardwright.generating.decks import decks_of
from cardwright.generating.making import Generated, Maker
from cardwright.sources.finding import sources_of

MOST = 1000
"""How many cards a set may have."""

CARDS = ".toml"
"""The ending by which `--out` names a file; any other name is that of a folder for `--with`."""


def generate_cards(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="The game's slug.")],
    cards: Annotated[int, typer.Option(min=1, max=MOST, help="How many cards.")] = 225,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same cards.")] = 1,
    method: Annotated[str, typer.Option(help="How they are made (default: the game's usual method).")] = "",
    out: Annotated[
        str,
        typer.Option(
            help="Where they are written: a .toml file, or a folder for --with (default: the output)."
        ),
    ] = "",
    decks: Annotated[
        bool, typer.Option("--decks", help="Also write ready decks of the set, in the folder beside its own.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Generate cards by chance from a game's data.

    Every card is drawn by chance, read by the card language and, in the usual method, sent through filters
    and trials in play: what is rejected is replaced. The file is one of cards like any other.
    """
    path = destination(out, slug, method, seed)
    if decks and path is None:
        raise CardwrightError("--decks needs --out, where the decks are written too")
    if path is not None:
        _check_writable(path)
    begun = time.monotonic()
    with output.progress_bar("cards", cards) as bar:
        made = Maker(sources_of(slug), method, seed, path).make(cards, bar)
    seconds = time.monotonic() - begun
    if path is not None:
        ready = decks_of(made) if decks else {}
        write_or_keep(path, made.text.encode(), CARDS)
        for name, text in ready.items():
            write_or_keep(path.parent.parent / "decks" / f"{name}{CARDS}", text.encode(), CARDS)
    if as_json:
        document = {
            "game": slug,
            "command": made.command,
            "seed": seed,
            "method": made.method,
            "cards": len(made.cards),
            "drafts": made.drafts,
            "rejected": dict(made.rejected),
            "seconds": round(seconds, 2),
            "file": None if path is None else str(path),
        }
        output.say_json(document | ({"text": made.text} if path is None else {}))
    elif path is None:
        output.write(made.text)
    else:
        output.say(*_told(made, path, seconds))
    for fault in made.faults[:3]:
        output.complain(
            f"cardwright: the trials found a fault of the game: {fault['kind']}: {fault['detail']}"
        )


def destination(out: str, slug: str, method: str, seed: int) -> Path | None:
    """The file to write: the one that is named, or one in a folder for `--with`; None for the output.

    >>> destination("mine", "hexlands", "", 7).as_posix()
    'mine/hexlands/cards/generated-7.toml'
    """
    if not out:
        return None
    if out.endswith(CARDS):
        return Path(out)
    return Path(out, slug, "cards", f"{method or 'generated'}-{seed}{CARDS}")


def _check_writable(path: Path) -> None:
    """Refuse a file that cannot be written before time is spent on its cards."""
    if path.is_dir():
        raise CardwrightError(
            "this is a folder, not a file", file=path, suggestion="name a file or another folder"
        )
    if path.exists():
        if path.is_file() and not os.access(path, os.W_OK):
            raise CardwrightError("this file cannot be written", file=path)
        return
    made = [folder for folder in path.parents if not folder.exists()]
    write_whole(path, b"")
    path.unlink()
    for folder in made:
        folder.rmdir()


def _told(made: Generated, path: Path, seconds: float) -> list[str]:
    lines = [f"{len(made.cards)} cards of {made.drafts} drafts in {seconds:.1f} s: {shown_name(path)}"]
    for name, count in made.rejected.items():
        lines.append(f"{count:>8}  rejected by {name}: {FILTERS.get(name, 'texts that nobody could read')}")
    return lines
