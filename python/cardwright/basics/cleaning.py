"""Makes texts safe for a terminal: control characters are shown, not obeyed.

Names, texts and messages come from files, traces, agents and arguments that others wrote. A character that
moves the cursor, changes colours, rings the bell, erases or reverses the direction of reading is replaced by
a visible sign of the same width.
"""

from __future__ import annotations

import json
import re

_UNSEEN = (
    (0x80, 0x9F),  # the second set of control characters: one of them begins commands, as ESC does
    (0x061C, 0x061C),  # marks the direction of reading
    (0x200B, 0x200B),  # a space without width
    (0x200E, 0x200F),
    (0x2028, 0x202E),  # among them the separators of lines and paragraphs
    (0x2060, 0x206F),
    (0xD800, 0xDFFF),  # half a character: it cannot be written
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xE0000, 0xE007F),
)
"""Ranges of characters that a terminal obeys or hides; the first set of control characters is not listed."""
_SIGNS = {code: "\N{REPLACEMENT CHARACTER}" for first, last in _UNSEEN for code in range(first, last + 1)} | {
    code: chr(0x2400 + code) for code in range(0x20)
}
_SIGNS[0x7F] = "\N{SYMBOL FOR DELETE}"
"""The sign shown for each character that must not be written: one for one, so that columns stay aligned."""
_TEXT_SIGNS = {code: sign for code, sign in _SIGNS.items() if chr(code) not in "\n\t"}
_IN_JSON = "[\x7f" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _UNSEEN) + "]"


def clean(text: str) -> str:
    r"""A text of several lines, safe to show.

    >>> clean("red \x1b[31m\nnext")
    'red ␛[31m\nnext'
    """
    return text if text.isprintable() else text.translate(_TEXT_SIGNS)


def clean_line(text: str) -> str:
    r"""A text on one line, safe to show.

    >>> clean_line("two\nlines")
    'two␊lines'
    """
    return text if text.isprintable() else text.translate(_SIGNS)


def escape_json(text: str) -> str:
    """The same JSON, with escapes for the characters that must not be written."""
    return re.sub(_IN_JSON, lambda found: json.dumps(found[0])[1:-1], text)
