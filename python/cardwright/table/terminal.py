"""The terminal of a table: its size, whether it can draw, the signals when it closes."""

from __future__ import annotations

import os
import shutil
import signal
import sys

from cardwright.basics.output import say

LEAST = (80, 24)
"""Columns and lines that the table needs."""


USUAL = 80
"""The width of lines where nothing says how wide they may be."""
NARROWEST = 40
"""In less than this no board can be drawn."""


def line_width() -> int:
    """Letters on a line of plain text, one less than the terminal's columns: some break a full line."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else USUAL
    return max(columns, NARROWEST) - 1


def has_room() -> bool:
    """Whether the full table can be opened here; if the user can mend it, says in one sentence why not."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if not sys.stderr.isatty():
        say("The table is drawn on standard error, which leads elsewhere: it goes on in plain text.")
        return False
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    columns, lines = shutil.get_terminal_size()
    if columns >= LEAST[0] and lines >= LEAST[1]:
        return True
    say(
        f"The table needs a terminal of {LEAST[0]} x {LEAST[1]}, this one has {columns} x {lines}: "
        "make it larger, or go on in plain text (as with --plain)."
    )
    return False


def ending_signals() -> list[signal.Signals]:
    """The signals, as far as this system has them, that end the program from outside."""
    return [signal.Signals[name] for name in ("SIGHUP", "SIGTERM") if name in signal.Signals.__members__]
