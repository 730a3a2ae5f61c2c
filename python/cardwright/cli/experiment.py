"""`cardwright experiment`: a game's figures beside those of its thesis."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from cardwright import __version__
from cardwright.basics import output
from cardwright.basics.paths import with_options, written
from cardwright.cli import INTERRUPTED
from cardwright.cli.parts.rescue import print_or_keep, write_or_keep
from cardwright.errors import CardwrightError
from cardwright.face.library import Game, game
from cardwright.lab.experiments import Context, Experiment, Row, chosen, experiments_of, topics
from cardwright.lab.field import named
from cardwright.lab.folder import RunFolder
from cardwright.lab.page import page as render_page

MISSED = 1

Parts = list[tuple[Experiment, list[Row]]]


def experiment(
    slug: Annotated[
        str, typer.Argument(metavar="GAME", help="The game's slug, or agents for those of all games.")
    ],
    only: Annotated[str, typer.Option(help="Names of experiments, with commas between (default: all).")] = "",
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The seed that all others come from.")] = 1,
    threads: Annotated[int, typer.Option(min=0, max=256, help="Threads; 0 is one per core.")] = 0,
    scale: Annotated[
        float, typer.Option(min=0.001, max=1000, help="How many matches, as a multiple of the usual number.")
    ] = 1,
    run: Annotated[
        Path | None, typer.Option(help="A folder that keeps what is finished, to go on there later.")
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write a page of Markdown too.")] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the experiments and end.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Measure a game's figures beside those of its thesis.

    Ends with code 1 if a figure is not what it must be.
    """
    found = [] if slug in topics() else [game(slug)]
    experiments = chosen(experiments_of(slug), named(only))
    games = {one.game or slug: game(one.game or slug) for one in experiments}
    found = found or list(games.values())
    if list_them:
        _list(slug, games, experiments, as_json=as_json)
        return
    command = _command(slug, experiments if only else [], seed, scale)
    cards = "+".join(one.catalogue.hash for one in found)
    shown = "+".join(one.catalogue.hash[:12] for one in found)
    version = f"cardwright {__version__}, cards {shown}"
    folder = None
    if run is not None:
        settings = {
            "game": slug,
            "version": __version__,
            "rules": found[0].rules_version if len(found) == 1 else [one.rules_version for one in found],
            "cards": cards,
            "seed": seed,
            "scale": scale,
        }
        folder = RunFolder(run, "cardwright experiment", command, settings)
    again = command if folder is None else folder.goes_on(command)
    again += "" if page is None else f" --page {shlex.quote(str(page))}"
    begun = perf_counter()
    contexts = {of: Context(one, seed=seed, scale=scale, threads=threads) for of, one in games.items()}
    parts, is_complete, fault = _run(contexts, slug, experiments, folder)
    rows = [row for _, part in parts for row in part]
    faults = [] if fault is None else [fault]
    # ORDER: the page comes first, because whoever reads the output may stop reading.
    if page is not None and is_complete:
        try:
            write_or_keep(page, render_page(_title(slug, found), command, version, parts).encode(), ".md")
        except CardwrightError as error:
            faults.append(str(error))
    document: dict[str, Any] = {
        "game": slug,
        "command": f"{again} --json",
        "version": __version__,
        "cards_version": cards,
        "seed": seed,
        "scale": scale,
        "seconds": round(perf_counter() - begun, 1),
        "complete": is_complete,
        "rows": [{**row.document, "experiment": one.name} for one, part in parts for row in part],
    }
    try:
        if as_json:
            print_or_keep(output.json_text(document), ".json")
        else:
            print_or_keep(_table(parts, again, version, is_complete=is_complete), ".txt")
    except CardwrightError as error:
        faults.append(str(error))
    if faults:
        raise CardwrightError("; and ".join(faults))
    if not is_complete:
        raise typer.Exit(INTERRUPTED)
    if any(row.holds is False for row in rows):
        raise typer.Exit(MISSED)


def _command(slug: str, only: list[Experiment], seed: int, scale: float) -> str:
    """The command that gives the same figures again."""
    return shlex.join(
        ["cardwright", "experiment", slug]
        + (["--only", ",".join(one.name for one in only)] if only else [])
        + ["--seed", str(seed)]
        + (["--scale", written(scale)] if scale != 1 else [])
        + with_options()
    )


def _title(slug: str, found: list[Game]) -> str:
    """What a page is about: the game, or the topic."""
    return slug.capitalize() if slug in topics() else found[0].name


def _run(
    contexts: Mapping[str, Context], slug: str, experiments: list[Experiment], folder: RunFolder | None
) -> tuple[Parts, bool, str | None]:
    """The rows of every experiment, whether all were measured, and what went wrong on the way."""
    parts: Parts = []
    fault = None
    total = sum(len(one.rows_of(contexts[one.game or slug].game)) for one in experiments)
    done = 0
    with output.progress_bar("figures") as progress:
        try:
            for one in experiments:
                context = contexts[one.game or slug]
                kept = _load(folder, one, context.game) if folder else None
                rows: list[Row] = kept or []
                parts.append((one, rows))
                done += len(rows)
                for row in [] if kept else one.run(context):
                    rows.append(row)
                    done += 1
                    if progress is not None:
                        progress(done, total)
                if folder and not kept and fault is None:
                    try:
                        folder.save(one.name, rows)
                    except CardwrightError as error:
                        fault = f"{error}; the rest was measured and stands in the table only"
        except KeyboardInterrupt:
            return parts, False, fault
    return parts, True, fault


def _load(folder: RunFolder, one: Experiment, game: Game) -> list[Row] | None:
    """The rows that were measured before, or None."""
    kept = folder.load(one.name, list[Row])
    if kept and [row.what for row in kept] != one.rows_of(game):
        raise CardwrightError(f"{one.name} has other rows than it gives now", file=folder.path)
    return kept


def _list(slug: str, games: Mapping[str, Game], experiments: list[Experiment], *, as_json: bool) -> None:
    listed = [
        {"name": one.name, "about": one.about, "rows": one.rows_of(games[one.game or slug])}
        for one in experiments
    ]
    if as_json:
        output.say_json({"game": slug, "experiments": listed})
        return
    for one in listed:
        output.say(f"{one['name']} ({len(one['rows'])} rows): {one['about']}")


_VERDICTS = {True: "holds", False: "MISSED", None: ""}


def _table(parts: Parts, command: str, version: str, *, is_complete: bool) -> str:
    lines = [version if is_complete else f"{version}; PARTIAL: interrupted"]
    width = max((len(row.what) for _, rows in parts for row in rows), default=0)
    lines += ["", f"  {'':<{width}}{'ours':>10}  {'interval':<11} {'thesis':>7}"]
    for one, rows in parts:
        lines += ["", one.name]
        for row in rows:
            figure = f"{row.ours:,.0f}" if row.ours >= 1000 else f"{row.ours:.3f}"
            interval = "" if row.interval is None else "{:.3f}-{:.3f}".format(*row.interval)
            thesis = "" if row.thesis is None else str(row.thesis)
            need = "" if row.needs is None else f"{row.needs}: {_VERDICTS[row.holds]}"
            lines.append(f"  {row.what:<{width}}{figure:>10}  {interval:<11} {thesis:>7}".rstrip())
            if need:
                lines.append(f"{'needs ' + need:>{width + 32}}")
    return "\n".join([*lines, "", f"again: {command}"])
