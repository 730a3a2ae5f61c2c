"""What a table asks of its terminal."""

from __future__ import annotations

import io

import pytest

from cardwright.table import terminal


class Screen(io.StringIO):
    """A stream that leads to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("redirected", ["stdin", "stdout", "stderr", None])
def test_all_three_streams_must_lead_to_the_terminal(
    redirected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    out = Screen() if redirected != "stdout" else io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    for name in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{name}", io.StringIO() if name == redirected else Screen())
    assert terminal.has_room() == (redirected is None)
    assert ("drawn on standard error" in out.getvalue()) == (redirected == "stderr")
