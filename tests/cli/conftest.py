"""What the tests of commands share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from terminals import Terminal


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()
