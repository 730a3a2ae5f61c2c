"""Results that cannot be written where they should be: they are kept elsewhere, and the user is told."""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

from cardwright.basics import output
from cardwright.basics.paths import state_folder, write_whole
from cardwright.cli import OUTPUT_FAILURES, forget_output
from cardwright.errors import CardwrightError


def write_or_keep(path: Path, content: bytes, suffix: str) -> None:
    """Write a file; if that fails, keep the content among the user's files and say so."""
    try:
        write_whole(path, content)
    except CardwrightError as error:
        raise CardwrightError(error.reason, file=path, suggestion=_keep(content, suffix)) from None


def print_or_keep(text: str, suffix: str) -> None:
    """Print a document; if the output takes no more, keep it among the user's files and say so."""
    try:
        output.show(f"{text}\n")
    except OSError as error:
        if error.errno not in OUTPUT_FAILURES:
            raise
        forget_output()
        kept = _keep(f"{text}\n".encode(), suffix)
        raise CardwrightError(f"the output cannot be written: {error.strerror}", suggestion=kept) from None


def _keep(content: bytes, suffix: str) -> str:
    for folder in (state_folder() / "kept", Path(gettempdir()) / "cardwright-kept"):
        number = 1
        while (path := folder / f"{number}{suffix}").exists():
            number += 1
        try:
            write_whole(path, content)
        except CardwrightError:
            continue
        return f"what was to be written is kept in {path}"
    return "it could not be kept elsewhere either"
