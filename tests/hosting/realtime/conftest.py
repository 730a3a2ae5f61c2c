"""Wall time that goes on only when it is told to."""

from __future__ import annotations

import pytest
from clockwork import Wall


@pytest.fixture
def wall() -> Wall:
    return Wall()
