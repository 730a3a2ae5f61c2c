"""What all tests share."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import hypothesis

from cardwright.basics.paths import PATH_VARIABLE

os.environ.pop(PATH_VARIABLE, None)  # the cards of whoever runs the tests are no part of them
sys.path.append(str(Path(__file__).parent))  # for what several files of tests use, such as `recipes`

# A script that runs the tests in the background has Ctrl-C ignored, which is handed on to every command that
# the tests start; those that are to be interrupted would wait for ever.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A loaded machine is no fault: examples have no deadline.
hypothesis.settings.register_profile("cardwright", deadline=None)
hypothesis.settings.load_profile("cardwright")
