"""The entry of the installed command and of `python -m cardwright`."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; an interrupt while it still loads ends it without a word, like any other."""
    try:
        from cardwright.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
