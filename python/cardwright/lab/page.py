"""The page of a game's experiments as Markdown; it has no dates and changes only if the figures do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.lab.experiments import Experiment, Row

_VERDICTS = {True: "yes", False: "**no**", None: ""}


def page(title: str, command: str, version: str, parts: Iterable[tuple[Experiment, Sequence[Row]]]) -> str:
    """A section per experiment, a line per row; figures that depend on the machine are rounded and marked."""
    lines = [
        f"# {title}: figures beside the thesis",
        "",
        "Written by `make experiments`, that is by",
        "",
        f"    {command}",
        "",
        f"with {version}.",
        "Intervals are Wilson's at 95 % where a section says no other. *Needs* is what a page of the game",
        "states, *holds* whether it is so. A figure with ~ depends on the machine and is rounded.",
    ]
    for experiment, rows in parts:
        lines += ["", f"## {experiment.name}", "", experiment.about, ""]
        lines += ["| what | thesis | ours | interval | matches | needs | holds |", "| --- " * 7 + "|"]
        lines += [_line(row) for row in rows]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    thesis = "" if row.thesis is None else row.thesis if isinstance(row.thesis, str) else f"{row.thesis:,g}"
    if row.is_timed and (row.interval is None or row.ours > 1):
        ours, interval = f"~ {float(f'{row.ours:.0e}'):,.0f}", ""
    elif row.is_timed and row.interval is not None:  # a share
        ours, interval = f"~ {row.ours:.2f}", f"~ {row.interval[0]:.2f}-{row.interval[1]:.2f}"
    else:
        ours = f"{row.ours:.3f}"
        interval = "" if row.interval is None else f"{row.interval[0]:.3f}-{row.interval[1]:.3f}"
    cells = [row.what, thesis, ours, interval, f"{row.matches:,}", row.needs or "", _VERDICTS[row.holds]]
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")
