"""What all tests share."""

from __future__ import annotations

import hypothesis

# A loaded machine is no fault: examples have no deadline.
hypothesis.settings.register_profile("cardwright", deadline=None)
hypothesis.settings.load_profile("cardwright")
