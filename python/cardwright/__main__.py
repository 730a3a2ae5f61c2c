"""The entry of the installed command and of `python -m cardwright`."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130
SELDOM = 20_000
"""A command makes many objects that stay and few that go: looking for the latter often only takes time."""


def main() -> None:
    """Run the command line; an interrupt while it still loads ends it without a word, like any other."""
    gc.set_threshold(SELDOM)
    try:
        from cardwright.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
