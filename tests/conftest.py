"""What all tests share."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import hypothesis

from cardwright.paths import PATH_VARIABLE

os.environ.pop(PATH_VARIABLE, None)  # the cards of whoever runs the tests are no part of them
sys.path.append(str(Path(__file__).parent))  # for what several files of tests use, such as `recipes`

# A loaded machine is no fault: examples have no deadline.
hypothesis.settings.register_profile("cardwright", deadline=None)
hypothesis.settings.load_profile("cardwright")
