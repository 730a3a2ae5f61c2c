"""`cardwright tune`: an agent's weights by self-play, judged on decks and boards that were held back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.basics import output
from cardwright.cli import INTERRUPTED
from cardwright.cli.parts.rescue import print_or_keep, write_or_keep
from cardwright.lab.field import named
from cardwright.lab.tuning import Judged, Tuned, Tuning, check_destination
from cardwright.lab.tuning import tune as tune_weights


def tune(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="The game's slug.")],
    agent: Annotated[str, typer.Option(help="The agent, with its budget: expectimax/nodes=1000.")],
    against: Annotated[
        str,
        typer.Option(help="Its opponents, with commas between (default: itself, with its usual weights)."),
    ] = "",
    weights: Annotated[str, typer.Option(help="The weights to tune (default: all).")] = "",
    decks: Annotated[
        str, typer.Option(help="Decks for training; every second one is a random legal deck.")
    ] = "all",
    held_out: Annotated[
        str,
        typer.Option(help="Decks for the judgment, beside random legal ones (default: random ones only)."),
    ] = "",
    boards: Annotated[str, typer.Option(help="Boards for training, in games with several.")] = "",
    held_out_boards: Annotated[
        str, typer.Option(help="Boards for the judgment (default: those for training).")
    ] = "",
    generations: Annotated[int, typer.Option(min=1, max=10_000, help="Steps of the search.")] = 30,
    population: Annotated[
        int, typer.Option(min=0, max=1000, help="Candidates a step; 0 is as many as suit the weights.")
    ] = 0,
    matches: Annotated[
        int, typer.Option(min=16, max=1_000_000, help="The most matches of a candidate in a step.")
    ] = 128,
    judge: Annotated[int, typer.Option(min=4, max=10_000_000, help="Matches of the judgment.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="The seed that all others come from.")] = 1,
    threads: Annotated[int, typer.Option(min=0, max=256, help="Threads; 0 is one per core.")] = 0,
    run: Annotated[
        Path | None, typer.Option(help="A folder that keeps what is finished, to go on there later.")
    ] = None,
    write: Annotated[Path | None, typer.Option(help="Write the weights with their evidence here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Search for an agent's weights by self-play.

    Candidates play mirrors of the training decks, and of random legal ones, on the same seeds in both seats.
    docs/tuning.md tells how to read the result.
    """
    if write is not None:
        check_destination(write)
    tuning = Tuning(
        slug,
        agent,
        against=named(against),
        weights=named(weights),
        decks=named(decks),
        held_out=named(held_out),
        boards=named(boards),
        held_out_boards=named(held_out_boards),
        generations=generations,
        population=population,
        matches=matches,
        judge=judge,
        seed=seed,
        threads=threads,
        run=run,
    )
    with output.progress_bar("matches") as progress:
        tuned = tune_weights(tuning, progress)
    # ORDER: the file comes first, because whoever reads the output may stop reading.
    if write is not None and tuned.is_complete:
        write_or_keep(write, tuned.file.encode(), ".toml")
    if as_json:
        print_or_keep(output.json_text(tuned.document), ".json")
    else:
        print_or_keep(table(tuned), ".txt")
    if not tuned.is_complete:
        raise typer.Exit(INTERRUPTED)


def table(tuned: Tuned) -> str:
    """The result in lines."""
    lines = [
        "" if tuned.is_complete else "PARTIAL: interrupted",
        f"  {'weight':<20}{'usual':>12}{'tuned':>12}",
    ]
    for name, usual in tuned.usual.items():
        lines.append(f"  {name:<20}{usual:>12g}{tuned.weights[name]:>12g}")
    lines.append("")
    for what, judged, part in (
        ("training", tuned.training, tuned.parts[0]),
        ("held out", tuned.held_out, tuned.parts[1]),
    ):
        lines.append(f"  {what}: {_shown(judged)}  ({part.about})")
    if tuned.held_out is not None and tuned.held_out.interval[0] < 0.5:
        lines.append("  Where nothing was chosen, they are not shown to be better.")
    lines += ["", f"again: {tuned.command}"]
    return "\n".join(lines)


def _shown(judged: Judged | None) -> str:
    if judged is None:
        return "not judged"
    lower, upper = judged.interval
    return f"{judged.rate:.3f} ({lower:.3f}-{upper:.3f}) in {judged.matches:,} matches"
