"""The one place that writes to the terminal: what could command one is shown, not obeyed.

Whether a terminal or a pipe is written to, every text is cleaned first (`cleaning`). The widgets of the full
screen clean their lines too.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import IO, Any

from cardwright.basics.cleaning import clean, clean_line, escape_json

_LONGEST = 1000
"""Characters of a line about what went wrong."""
_CLEAR = "\033[2J\033[3J\033[H"
"""Empties the screen, and what was scrolled off it too."""


_held: list[tuple[str, str]] = []
"""Lines to the error output that wait until it is known whether an error says the same."""


def hold_back(line: str, fault: str) -> None:
    """Complain before anything else is written, unless that tells of the fault itself."""
    _held.append((line, fault))


def release(text: str = "") -> None:
    """Write the lines that were held back, but for those whose fault a text tells of."""
    while _held:
        line, fault = _held.pop(0)
        if not fault or clean_line(fault) not in text:
            _complain(line)


def say(*lines: object) -> None:
    """Write lines to the output; without any, an empty one."""
    write("".join(f"{clean_line(str(line))}\n" for line in lines or ("",)))


def write(text: str, *, is_flushed: bool = False) -> None:
    """Write a text to the output as it stands, with its line breaks."""
    if _held:
        release(text)
    sys.stdout.write(clean(text))
    if is_flushed:
        sys.stdout.flush()


def show(text: str) -> None:
    """Write a text to the output at once."""
    write(text, is_flushed=True)


def say_json(document: Any) -> None:
    """Write a document of JSON on one line."""
    say(json_text(document))


def json_text(document: Any) -> str:
    r"""A document of JSON, in which what must not be written is escaped.

    >>> json_text({"name": "\x9b31m"})
    '{"name": "\\u009b31m"}'
    """
    return escape_json(json.dumps(document, ensure_ascii=False))


def complain(text: object) -> None:
    """Write one line about what went wrong to the error output, behind all that was said.

    Of a line that quotes something endless, beginning and end are shown.
    """
    release(clean_line(str(text)))
    _complain(text)


def _complain(text: object) -> None:
    sys.stdout.flush()
    line = clean_line(str(text))
    line = line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"
    sys.stderr.write(f"{line}\n")


def pass_on(stream: IO[bytes]) -> None:
    """Write to the error output what another process writes, as long as it does, and close its stream.

    Where nothing can be written it is read all the same, so that nobody waits for it.
    """

    def repeat() -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        with suppress(OSError, ValueError), stream:
            while data := os.read(stream.fileno(), 1 << 16):
                with suppress(OSError, ValueError):
                    sys.stderr.write(clean(decode(data)))
                    sys.stderr.flush()

    threading.Thread(target=repeat, daemon=True).start()


def ask(prompt: str) -> str:
    """The line that is typed after a prompt; `EOFError` when there is none."""
    release()
    return input(clean(prompt))


def clear_screen() -> None:
    """Empty the screen and what was scrolled off it."""
    sys.stdout.write(_CLEAR)
    sys.stdout.flush()


@contextmanager
def progress_bar(what: str, total: int | None = None) -> Iterator[Callable[[int, int | None], object] | None]:
    """A bar on a terminal, at most; it is told how much is done, and of how much."""
    release()
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(clean_line(what), total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def status(what: str) -> Iterator[Callable[[str], object] | None]:
    """A line on a terminal, at most, about what is being done; it is told when that is something else."""
    release()
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(clean_line(what))) as line:
        yield lambda now: line.update(Text(clean_line(now)))


def prepare() -> None:
    """Make the outputs take every letter, and faults of the program go the way of all other texts."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever closed an output wants none
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        if hasattr(stream := getattr(sys, name), "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.excepthook = _tell_fault


def _tell_fault(kind: type[BaseException], fault: BaseException, at: TracebackType | None) -> None:
    import traceback  # only here: most calls need none

    sys.stderr.write(clean("".join(traceback.format_exception(kind, fault, at))))
