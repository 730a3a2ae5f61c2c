"""What people are told of a game, a deck or an agent before a match: a sentence each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.agents.spec import for_kernel, is_native
from cardwright.basics.files import read_bytes
from cardwright.basics.limits import DECK
from cardwright.basics.paths import games_folder
from cardwright.basics.toml import read_text
from cardwright.errors import CardwrightError
from cardwright.sources.finding import sources_of

if TYPE_CHECKING:
    from cardwright.face.library import Game

MADE = "Made by "
"""A deck file that a command wrote begins with these words, and has no plan."""


def about_game(game: Game) -> str:
    """What a game is: the first sentence of its rulebook; empty if it ships none."""
    path = games_folder() / game.rules / "README.md"
    try:
        text = read_text(path) if path.is_file() else ""
    except CardwrightError:
        return ""
    paragraphs = (part for part in re.split(r"\n\s*\n", text) if not part.lstrip().startswith("#"))
    return first_sentence(" ".join(next(paragraphs, "").split()))


def first_sentence(text: str) -> str:
    """A text up to its first full stop.

    >>> first_sentence("A duel of two. Each has 1.5 decks.")
    'A duel of two.'
    """
    return re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0]


def deck_plan(game: Game, deck: str) -> str:
    """How a ready deck is played: the sentence in the first line of its file; empty if it has none."""
    try:
        files = [file.path for file in sources_of(game.slug).files("decks") if file.name == deck]
        text = read_bytes(files[-1], DECK).decode("utf-8", "replace") if files else ""
    except CardwrightError:
        return ""
    first = text.lstrip("\ufeff").partition("\n")[0].strip()
    plan = first.lstrip("#").strip() if first.startswith("#") else ""
    return "" if plan.startswith(MADE) else plan


def accepts(game: Game, agent: str, option: str) -> bool:
    """Whether a native agent of a game takes an option, such as `level=1`; found out by making it."""
    if not is_native(agent):
        return False
    try:
        for_kernel(game, f"{agent}/{option}")
    except CardwrightError:
        return False
    return True
