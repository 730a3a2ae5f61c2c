"""What all tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import hypothesis

sys.path.append(str(Path(__file__).parent))  # for what several files of tests use, such as `recipes`

# A loaded machine is no fault: examples have no deadline.
hypothesis.settings.register_profile("cardwright", deadline=None)
hypothesis.settings.load_profile("cardwright")
