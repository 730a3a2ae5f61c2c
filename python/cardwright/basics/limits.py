"""How large an input may be; the refusal of a larger one tells its size and the limit.

The limits lie far above what any game needs, and so low that a malicious file costs a moment at most.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

KB = 1024
MB = 1024 * KB


class Limit(NamedTuple):
    """The thing that is limited, and how many bytes, characters or parts it may have."""

    what: str
    most: int
    unit: str = "bytes"

    @property
    def size(self) -> str:
        """The limit in words.

        >>> CARD_FILE.size, TEXT.size
        ('1 MB', '1,000 characters')
        """
        if self.unit != "bytes":
            return f"{self.most:,} {self.unit}"
        return f"{self.most // MB} MB" if self.most >= MB else f"{self.most // KB} KB"

    def refusal(self, found: int, *, is_more: bool = False) -> str:
        """The reason to refuse something larger; `is_more` if counting stopped at `found`.

        >>> CARD_FILE.refusal(10485760)
        'this has 10,485,760 bytes; a card file may have 1 MB'
        """
        counted = f"{'more than ' * is_more}{found:,} {self.unit}"
        return f"this has {counted}; {self.what} may have {self.size.removesuffix(f' {self.unit}')}"


CARD_FILE = Limit("a card file", 1 * MB)
GAME_FILE = Limit("game.toml", 1 * MB)
PACK_FILE = Limit("pack.toml", 64 * KB)
DECK = Limit("a deck", 64 * KB)
BOARD = Limit("a board", 256 * KB)
SCENARIOS = Limit("a scenario file", 1 * MB)
WEIGHTS = Limit("a file of weights", 64 * KB)
SCRIPT = Limit("a script", 1 * MB)
INPUT_LINE = Limit("a line of the input", 1 * MB)
TRACE = Limit("a trace", 16 * MB)
DEFINITIONS = Limit("the cards that a trace carries, unpacked,", 16 * MB)
RUN_PART = Limit("a file of a run folder", 64 * MB)
CATALOGUE = Limit("a catalogue of the cache", 64 * MB)
OTHER_FILE = Limit("any other file", 1 * MB)

FOLDER = Limit("a folder of cards, decks or boards", 1000, "files")
NESTING = Limit("a file", 16, "levels of nesting")
KEY_PARTS = Limit("a key", 16, "parts")
VARIANTS = Limit("a game", 4, "games above it")
CARDS = Limit("a game", 2000, "cards")
WORDS = Limit("a list of game.toml", 200, "entries")
DECK_LINES = Limit("a deck", 1000, "lines")
TEXT = Limit("a card's text", 1000, "characters")
KEYWORDS = Limit("a card", 32, "keywords")
NAME = Limit("a name", 100, "characters")
FLAVOUR = Limit("a flavour", 1000, "characters")
ACTION = Limit("an action", 1000, "characters")
ARGUMENT = Limit("an argument", 4096, "characters")

_BY_FOLDER = {
    "cards": CARD_FILE,
    "decks": DECK,
    "boards": BOARD,
    "scenarios": SCENARIOS,
    "weights": WEIGHTS,
}


def all_limits() -> list[Limit]:
    """Every limit, in the order of this file."""
    return [value for value in globals().values() if isinstance(value, Limit)]


def of_file(path: Path) -> Limit:
    """The limit of a file of a game or a pack, by its name or the folder it lies in."""
    by_name = {"game.toml": GAME_FILE, "pack.toml": PACK_FILE}
    found = (_BY_FOLDER[part] for part in reversed(path.parts[:-1]) if part in _BY_FOLDER)
    return by_name.get(path.name) or next(found, OTHER_FILE)
