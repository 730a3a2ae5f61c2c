"""Settings of all tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import hypothesis

from cardwright.basics.paths import PATH_VARIABLE

os.environ.pop(PATH_VARIABLE, None)  # the tests ignore the cards of the person who runs them
sys.path.append(str(Path(__file__).parent))  # for modules that several tests import, such as `recipes`

# A shell script that runs the tests in the background ignores Ctrl-C, and every command that the tests start
# inherits that; tests that interrupt a command would wait for ever.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no fault: examples have no deadline.
hypothesis.settings.register_profile("cardwright", deadline=None)
hypothesis.settings.load_profile("cardwright")
