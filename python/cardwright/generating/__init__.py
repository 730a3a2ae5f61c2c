"""Generates cards: parts of texts, numbers and names are a game's data, chance puts them together.

`data` reads `games/<slug>/generator.toml`, `drafting` draws drafts from it, `wording` writes their texts,
`naming` their names, `filters` and `trials` reject drafts, `making` puts it all together, `writing` makes the
file. No game is named here. `cardwright generate GAME` runs it.
"""

from __future__ import annotations

from cardwright.generating.data import methods_of
from cardwright.generating.making import Generated, generate

__all__ = ["Generated", "generate", "methods_of"]
