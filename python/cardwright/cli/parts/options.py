"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GAME = "elemental-command"
"""The game that is played where none is named."""

SECONDS = 60.0
"""How long a Python agent may think about one action at the table."""

USUAL_MEMORY = "2GB"

Memory = Annotated[
    str,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="How much memory the processes of a Python agent may use together, such as 500MB.",
    ),
]
"""An option of every command in which Python agents play."""

Seats = Annotated[int | None, typer.Option(help="How many play, in games for more than two.", min=2, max=8)]
Board = Annotated[
    str | None, typer.Option(help="The board, in games with several (default: one with room for all seats).")
]
Seed = Annotated[int | None, typer.Option(help="The seed of the match (default: random).")]
Paused = Annotated[
    bool, typer.Option("--paused", help="In a timed game: begin with the clock standing still.")
]
