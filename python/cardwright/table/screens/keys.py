"""Keys: each is declared once; the bindings, the last line of the screen and the help follow from that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from textwrap import wrap

import msgspec

NUMBERS = "1234567890"
"""The keys that choose a card of the hand, in the order of the cards."""

NAMES = {
    **{way: way.capitalize() for way in ("up", "down", "left", "right", "home", "end", "enter", "space")},
    **{"tab": "Tab", "escape": "Escape", "pagedown": "PgDn", "pageup": "PgUp", "f1": "F1"},
    **{"slash": "/", "colon": ":", "question_mark": "?", "full_stop": ".", "comma": ",", "plus": "+"},
    **{"minus": "-", "equals_sign": "=", "left_square_bracket": "[", "right_square_bracket": "]"},
    **{"shift": "Shift", "ctrl": "Ctrl"},
}
"""What people call the keys that have another name in the terminal."""

ARROWS = {"up", "down", "left", "right"}

COLUMN = 15
"""Letters that the help keeps for the keys."""

WIDTH = 72
"""Letters of a line of the help."""


def _always() -> bool:
    return True


class Key(msgspec.Struct, frozen=True):
    """One or several keys that do the same."""

    name: str
    """What it is called: its word in the last line, and what can be typed instead."""
    keys: str
    """The keys as the terminal names them, with commas between."""
    does: str
    """What it does, for the help."""
    run: Callable[[], object] | None = None
    by_key: Callable[[str], object] | None = None
    """Instead of `run`: what is done depends on which of the keys was pressed."""
    when: Callable[[], bool] = _always
    """Whether it is possible now. A key that is not may still be pressed: it says why not."""
    offer: str = ""
    """How the last line writes the key; empty if it stands only in the help."""
    opens_line: bool = False
    """Whether it opens the line, so that what is typed next belongs there."""

    @property
    def each(self) -> list[str]:
        """The keys one by one."""
        return self.keys.split(",")

    @property
    def shown(self) -> str:
        """The keys as people call them."""
        each = self.each
        if set(each) == ARROWS:
            return "Arrow keys"
        if "".join(each) == NUMBERS:
            return "1-9, 0"
        return ", ".join(shown_key(key) for key in each)

    @property
    def offered(self) -> str:
        """How it stands in the last line."""
        return f"{self.offer} {self.name}"

    def press(self, key: str) -> None:
        """Do it."""
        if self.by_key is not None:
            self.by_key(key)
        elif self.run is not None:
            self.run()


def shown_key(key: str) -> str:
    """What people call a key.

    >>> shown_key("shift+tab"), shown_key("full_stop"), shown_key("u")
    ('Shift+Tab', '.', 'u')
    """
    return "+".join(NAMES.get(part, part) for part in key.split("+"))


def pressed(rows: Iterable[Key], key: str) -> Key | None:
    """The row of a key: the first that is possible now, else the first, which says why not."""
    fitting = [row for row in rows if key in row.each]
    return next((row for row in fitting if row.when()), fitting[0] if fitting else None)


LASTING = ("leave", "help")
"""What the last line always offers."""


def offered(rows: Iterable[Key], width: int) -> list[Key]:
    """The rows of the last line: what is possible now; where they do not fit, the last ones give way."""
    found = [row for row in rows if row.offer and row.when()]
    while sum(len(row.offered) + 2 for row in found) - 2 > width:
        found.remove([row for row in found if row.name not in LASTING][-1])
    return found


def help_lines(rows: Iterable[Key]) -> list[str]:
    """The help: every row with its keys and what they do."""
    lines: list[str] = []
    for row in rows:
        told = wrap(row.does, WIDTH - COLUMN)
        keys = row.shown
        if len(keys) >= COLUMN:
            lines.append(keys)
            keys = ""
        lines += [f"{keys:<{COLUMN}}{told[0]}", *(" " * COLUMN + line for line in told[1:])]
    return lines


def by_precedence(*groups: Sequence[Key]) -> list[Key]:
    """All rows of the groups, without rows whose every key is always taken by an earlier row."""
    found: list[Key] = []
    taken: set[str] = set()
    for row in (row for group in groups for row in group):
        if set(row.each) <= taken:
            continue
        found.append(row)
        if row.when is _always:
            taken |= set(row.each)
    return found
