"""What could still be done in a turn that is about to end, told verb by verb from the legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.face.actions import Verb
from cardwright.table.screens.choice import counted_word

if TYPE_CHECKING:
    from cardwright.face.legal import Prefix
    from cardwright.table.boards import Board
    from cardwright.table.selection import Selection


def unused(selection: Selection, board: Board) -> str:
    """What can still be done, in words; empty if nothing worth a question.

    Moves are left out: somebody can almost always move.
    """
    quiet = {*board.ending, *board.minor, *board.keyed.values()}
    found: dict[Verb, list[Prefix]] = {}
    for prefix in selection.view.legal_actions.prefixes:
        verb = prefix.form
        if verb.word not in quiet and not verb.subset and not _is_move(verb):
            found.setdefault(verb, []).append(prefix)
    told = [
        f"{verb.word} a {board.space}" if verb.source.means == "cell" else _told(verb, prefixes)
        for verb, prefixes in found.items()
    ]
    return joined(told, "and")


def _is_move(verb: Verb) -> bool:
    """Whether a verb takes a piece to a cell."""
    return verb.source.means == "piece" and bool(verb.choices) and verb.choices[0][1].means == "cell"


def _told(verb: Verb, prefixes: Sequence[Prefix]) -> str:
    """A verb with what it can be done with: "attack with 2 pieces", "take earth or fire"."""
    sources = len({prefix.source.value for prefix in prefixes})
    if verb.source.means == "piece":
        return f"{verb.word} with {counted_word(sources, 'piece')}"
    if verb.source.means.startswith("card"):
        return f"{verb.word} {counted_word(sources, 'card')}"
    rests = [prefix.text.removeprefix(verb.word).strip() for prefix in prefixes]
    if verb.choices and not any(rests):
        return f"use the {verb.word}"
    return f"{verb.word} {joined([rest for rest in rests if rest], 'or')}".rstrip()


def joined(words: Sequence[str], last: str) -> str:
    """Words as people list them.

    >>> joined(["earth", "wind", "fire"], "or")
    'earth, wind or fire'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
