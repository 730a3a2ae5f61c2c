"""Wall time that goes on only when it is told to."""

from __future__ import annotations

import pytest


class Wall:
    """Wall time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()
