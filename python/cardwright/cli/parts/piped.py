"""Typed lines without a terminal: from a pipe or from a script."""

from __future__ import annotations

from collections.abc import Iterator

import typer

from cardwright.basics.files import read_bytes, read_input, read_input_line
from cardwright.basics.limits import SCRIPT
from cardwright.basics.output import complain, show
from cardwright.basics.paths import command_name
from cardwright.basics.toml import decode_text
from cardwright.cli import INTERRUPTED
from cardwright.errors import CardwrightError
from cardwright.hosting.session import Session
from cardwright.table import plain


class Pipe:
    """Lines of a standard input that is no terminal, shown as if they were typed.

    Comments and empty lines are left out. A line is read when it is asked for: another program may sit here.
    """

    file = "standard input"

    def __init__(self) -> None:
        self.lines: Iterator[tuple[int, str]] = enumerate(self._read(), 1)
        self.number = 0

    def _read(self) -> Iterator[str]:
        while raw := read_input_line():
            yield raw.decode("utf-8", "replace").rstrip("\r\n")

    def __call__(self, prompt: str) -> str:
        """The next line; EOFError if there is none."""
        show(prompt)
        for number, line in self.lines:
            self.number = number
            if line.strip() and not line.lstrip().startswith("#"):
                show(f"{line}\n")
                return line
        raise EOFError

    def end(self, session: Session, *, is_new: bool) -> None:
        """The input has ended before the match: keep it, if anything was played."""
        if not is_new and not session.is_saved:
            session.discard()
            hint = "play at a terminal, or say what is typed with --script FILE"
            complain(
                f"cardwright: {self.file} has ended before anything was played, so nothing is kept; {hint}"
            )
            raise typer.Exit(INTERRUPTED)
        try:
            session.keep()
            go_on = f"go on with: {command_name()} play --resume"
            complain(f"cardwright: {self.file} has ended before the match, which is kept; {go_on}")
        except CardwrightError:
            show(f"{session.rescue()}\n")
            complain(f"cardwright: {self.file} has ended before the match")
        raise typer.Exit(INTERRUPTED)


class Script(Pipe):
    """Lines of a file, or of standard input read to its end; a line that is refused ends the match."""

    def __init__(self, name: str) -> None:
        self.file = "standard input" if name == "-" else name
        raw = read_input(SCRIPT) if name == "-" else read_bytes(name, SCRIPT, is_named=True)
        self._text = decode_text(raw, self.file)
        super().__init__()

    def _read(self) -> Iterator[str]:
        return iter(self._text.splitlines())

    def end(self, session: Session, *, is_new: bool) -> None:
        """A script can be run again: nothing is kept unless the script said so."""
        left, wish = (
            ("which stays as it was saved", "keep more")
            if session.is_saved
            else ("of which nothing is kept", "go on later")
        )
        said = f"The script has ended before the match, {left}: let it end with quit to {wish}."
        show("\n".join(plain.folded([said])) + "\n")

    def refuse(self, error: CardwrightError) -> None:
        """A line that cannot be carried out ends the script."""
        raise CardwrightError(error.reason, file=self.file, line=self.number, suggestion=error.suggestion)
