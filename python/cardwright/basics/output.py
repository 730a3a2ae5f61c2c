"""The one place that writes to the terminal: control characters are shown, not obeyed.

Every text is cleaned first (`cleaning`), whether it goes to a terminal or to a pipe. The widgets of the full
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
"""The longest line that `complain` writes, in characters."""
_CLEAR = "\033[2J\033[3J\033[H"
"""Empties the screen and its scrollback."""


_held: list[tuple[str, str]] = []
"""Lines for the error output, each with its fault; they wait in case an error reports the same fault."""


def hold_back(line: str, fault: str) -> None:
    """Complain before the next text is written, unless that text reports the fault itself."""
    _held.append((line, fault))


def release(text: str = "") -> None:
    """Write the lines that were held back, except those whose fault the text reports."""
    while _held:
        line, fault = _held.pop(0)
        if not fault or clean_line(fault) not in text:
            _complain(line)


def say(*lines: object) -> None:
    """Write lines to the output; without arguments, an empty line."""
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
    """Write a JSON document on one line."""
    say(json_text(document))


def json_text(document: Any) -> str:
    r"""A JSON document, with escapes for the characters that must not be written.

    >>> json_text({"name": "\x9b31m"})
    '{"name": "\\u009b31m"}'
    """
    return escape_json(json.dumps(document, ensure_ascii=False))


def complain(text: object) -> None:
    """Write one line about what went wrong to the error output, after everything written so far.

    Of a very long line only the beginning and the end are shown.
    """
    release(clean_line(str(text)))
    _complain(text)


def _complain(text: object) -> None:
    sys.stdout.flush()
    line = clean_line(str(text))
    line = line if len(line) <= _LONGEST else f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"
    sys.stderr.write(f"{line}\n")


def pass_on(stream: IO[bytes]) -> None:
    """Copy what another process writes to the error output until it ends, then close its stream.

    The stream is read even if nothing can be written, so that the other process never blocks.
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
    """The line typed after a prompt; `EOFError` at the end of the input."""
    release()
    return input(clean(prompt))


def clear_screen() -> None:
    """Empty the screen and its scrollback."""
    sys.stdout.write(_CLEAR)
    sys.stdout.flush()


@contextmanager
def progress_bar(what: str, total: int | None = None) -> Iterator[Callable[[int, int | None], object] | None]:
    """A progress bar, to be called with what is done and the total; None where there is no terminal."""
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
    """A line about what is being done, to be called with a new text; None where there is no terminal."""
    release()
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status(Text(clean_line(what))) as line:
        yield lambda now: line.update(Text(clean_line(now)))


def prepare() -> None:
    """Make the outputs accept every character, and clean the traceback of a fault in the program too."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        if hasattr(stream := getattr(sys, name), "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.excepthook = _tell_fault


def _tell_fault(kind: type[BaseException], fault: BaseException, at: TracebackType | None) -> None:
    import traceback  # only here: most runs do not need it

    sys.stderr.write(clean("".join(traceback.format_exception(kind, fault, at))))
