"""Texts without what could command a terminal: it is shown, not obeyed.

Names, texts and messages come from files, traces, agents and arguments that others wrote. A letter that moves
the cursor, changes colours, rings, erases or turns the direction of reading has a sign of its own width in
its place.
"""

from __future__ import annotations

import json
import re

_UNSEEN = (
    (0x80, 0x9F),  # the second set of control characters: one of them begins commands, as ESC does
    (0x061C, 0x061C),  # what marks or turns the direction of reading
    (0x200B, 0x200B),  # what takes no room at all
    (0x200E, 0x200F),
    (0x2028, 0x202E),  # with the separators of lines and paragraphs
    (0x2060, 0x206F),
    (0xD800, 0xDFFF),  # half a character: it cannot be written
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE007F),
)
"""What a terminal obeys or hides, from first to last, beside the first set of control characters."""
_SIGNS = {code: "\N{REPLACEMENT CHARACTER}" for first, last in _UNSEEN for code in range(first, last + 1)} | {
    code: chr(0x2400 + code) for code in range(0x20)
}
_SIGNS[0x7F] = "\N{SYMBOL FOR DELETE}"
"""What is shown for a letter that must not be written, one sign for one letter, so that columns stay."""
_TEXT_SIGNS = {code: sign for code, sign in _SIGNS.items() if chr(code) not in "\n\t"}
_IN_JSON = "[\x7f" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _UNSEEN) + "]"


def clean(text: str) -> str:
    r"""A text of several lines, as it may be shown.

    >>> clean("red \x1b[31m\nnext")
    'red ␛[31m\nnext'
    """
    return text if text.isprintable() else text.translate(_TEXT_SIGNS)


def clean_line(text: str) -> str:
    r"""A text on one line, as it may be shown.

    >>> clean_line("two\nlines")
    'two␊lines'
    """
    return text if text.isprintable() else text.translate(_SIGNS)


def escape_json(text: str) -> str:
    """A text of JSON with escapes for what must not be written, which means the same."""
    return re.sub(_IN_JSON, lambda found: json.dumps(found[0])[1:-1], text)
