"""The text inside a cell: the pieces that stand there, as far as there is room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from cardwright.hosting.layout import Size
from cardwright.table.ground import GHOST, by_rank, seat_symbol

if TYPE_CHECKING:
    from cardwright.face.view import Memory, Piece, View
    from cardwright.table.boards import Board

CAN_ATTACK = "!"
CAN_MOVE = "m"

PLACED = "+"
"""The symbol of a cell on which a card can be placed."""

TEXT_SYMBOL = "+"
"""The symbol of a piece that has a text beside its keywords."""

DORMANT_SYMBOL = "_"
DISPELLED_SYMBOL = "-"


def able(view: View, piece: Piece) -> str:
    """The symbols of what a piece can still do."""
    return CAN_ATTACK * piece.can_attack + CAN_MOVE * piece.can_move


FACE_DOWN = "?"
"""The symbol of a card that lies face down, where there is no room for its kind."""


def beside(view: View, piece: Piece, width: int = 99) -> str:
    """A piece beside the board: a hero by its health, gear by its numbers, a card face down by its kind.

    Names are cut to a width, numbers are not.
    """
    game, kind = view.game, piece.card.kind
    if piece.is_veiled:
        return piece.kind if len(piece.kind) <= width else FACE_DOWN
    if game.is_kind(kind, "veiled"):
        told = f"{game.kind_words[kind]}: {piece.name}"
        return told if len(told) <= width else f"{FACE_DOWN}{short(piece.name, width - 1)}"
    if game.is_kind(kind, "gear"):
        numbers = f"{piece.attack}/{piece.health}"
        return f"{short(piece.name, width - len(numbers) - 1)} {numbers}"
    attack = f", {piece.attack} attack" if piece.attack else ""
    return f"{nick(piece.name)} {piece.health} health{attack}"


def by_standing(view: View, pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces beside the board in the order of interest: heroes, what they wear, the rest."""
    game = view.game

    def rank(piece: Piece) -> tuple[bool, bool]:
        return not game.catalogue.is_unique(piece.card), not game.is_kind(piece.card.kind, "gear")

    return sorted(pieces, key=rank)


def beside_in_full(view: View, board: Board, piece: Piece, width: int = 99) -> str:
    """A piece beside the board with the letters of its keywords and statuses, and of what it can do."""
    letters = "".join(letter for letter, _ in symbols_of(view, piece, board.letters) if letter != TEXT_SYMBOL)
    marks = " ".join(part for part in (letters, board.able(view, piece)) if part)
    told = board.beside(view, piece, width - len(marks) - bool(marks))
    return f"{told} {marks}" if marks else told


def symbols_of(view: View, piece: Piece, letters: Mapping[str, str]) -> list[tuple[str, str]]:
    """The letters of a piece's keywords and statuses, each with the word it stands for.

    One whose letter is empty does not matter in play. A keyword with a number is told by its status.
    """
    words = view.game.catalogue.game.words
    symbols = []
    for keyword in piece.keywords:
        word = words["keywords"][keyword]["word"]
        letter = letters.get(keyword, word[:1])
        if letter and (keyword not in piece.statuses or f"{keyword}*" in letters):
            symbols.append((letter, word))
    for status, number in piece.statuses.items():
        word = words["statuses"][status]["word"]
        # A status may be called like a keyword.
        letter = letters.get(f"{status}*") or letters.get(status, word[:1])
        if not letter:
            continue
        symbols.append((f"{letter}{number}" if number > 1 else letter, word))
    if piece.is_dispelled:
        symbols.append((DISPELLED_SYMBOL, letters.get(DISPELLED_SYMBOL, "dispelled")))
    if piece.is_dormant:
        symbols.append((DORMANT_SYMBOL, "not ready yet"))
    if (piece.card.abilities or piece.card.auras or piece.has_granted) and not piece.is_dispelled:
        symbols.append((TEXT_SYMBOL, "has a text"))
    return symbols


def face(
    view: View,
    pieces: Sequence[Piece],
    letters: Mapping[str, str],
    size: Size,
    *,
    is_mixed: bool,
    spare: int = 1,
) -> list[str]:
    """The lines of a cell that shows one piece; further pieces are only counted.

    `spare` letters at the end of the line with its numbers are kept free.
    """
    width, height = size.width, size.height
    if not pieces:
        return []
    piece = pieces[0]
    more = f" +{len(pieces) - 1}" if len(pieces) > 1 else ""
    whose = seat_symbol(view, piece.owner) if is_mixed else ""
    room = width - len(more) - len(whose)
    numbers = f"{piece.attack}/{piece.health}"
    symbols = "".join(letter for letter, _ in symbols_of(view, piece, letters))
    if height == 1:
        name = short(piece.name, max(room - len(numbers) - spare - 1, 3))
        return [f"{whose}{name}{more} {numbers}"[: width - spare + 1]]
    lines = [f"{whose}{short(piece.name, room)}{more}", f"{numbers} {symbols}"[: width - spare]]
    if height > 2:
        printed = piece.card.text
        gained = [word for letter, word in symbols_of(view, piece, letters) if letter != TEXT_SYMBOL]
        words = ", ".join(word for word in gained if word.lower() not in printed.lower())
        folded = wrap(f"{words}. {printed}" if words else printed, width)
        lines += folded[: height - 2]
        if len(folded) > height - 2:
            lines[-1] = lines[-1][: width - 2] + ".."
    return lines


class Stack(NamedTuple):
    """All that stands on a cell, in the order in which texts number it, and what was seen there earlier."""

    pieces: Sequence[Piece]
    ghosts: Sequence[Memory] = ()
    front: int | None = None
    """The piece that is looked at."""


def crowd(view: View, stack: Stack, letters: Mapping[str, str], width: int, height: int) -> list[str]:
    """The lines of a cell that many may stand on: one for each piece, the last one counts the rest."""
    pieces, ghosts = stack.pieces, stack.ghosts
    total = len(pieces) + len(ghosts)
    if len(pieces) == 1 and not ghosts and height > 1:
        piece = pieces[0]
        symbols = "".join(letter for letter, _ in symbols_of(view, piece, letters))
        name = f"{seat_symbol(view, piece.owner)}{short(piece.name, width - 1)}"
        return [name, f"{_numbers(piece)} {symbols}"[:width]]
    shown = pieces if total <= height else in_sight(view, stack, height)
    seen = ghosts[: max(height - len(shown), 0)]
    hidden = [piece for piece in pieces if piece not in shown]
    foe = next((seat_symbol(view, piece.owner) for piece in hidden if piece.owner != view.seat), "")
    left = total - len(shown) - len(seen)
    # A bare count must still show that a foe is among the hidden pieces.
    rest = (f"+{left}{foe}" if not any(p.owner != view.seat for p in shown) else f"+{left}") if left else ""
    is_numbered = total > 1 and width >= NUMBERED
    rows: list[tuple[str, str, str, str]] = []
    for piece in shown:
        number = f"#{text_number(view, piece)}" if is_numbered else ""
        symbol = f"{number}{seat_symbol(view, piece.owner)}"
        rows.append((symbol, piece.name, _numbers(piece), str(piece.health)))
    for ghost in seen:
        rows.append(
            (GHOST + seat_symbol(view, ghost.owner), ghost.name, str(ghost.health), str(ghost.health))
        )
    last = len(rows) - 1
    return [_line(*row, rest if at == last else "", width) for at, row in enumerate(rows)]


NUMBERED = 11
"""Fewest letters of a cell that has room for the numbers of its pieces."""


def text_number(view: View, piece: Piece) -> int:
    """The number behind the # by which texts call a piece; 1 for the first of a cell, which needs none."""
    return int(view.names().pieces[piece.id].partition("#")[2] or 1)


def in_sight(view: View, stack: Stack, rows: int) -> list[Piece]:
    """The pieces of a cell that are shown where there is no room for all, in the order of the texts.

    Those that a player looks for come first; a foe is always among them, unless the only line is for the
    piece that is looked at.
    """
    ranked = by_rank(view, list(stack.pieces), stack.front)
    kept = ranked[:rows]
    foes = [piece for piece in ranked if piece.owner != view.seat]
    if foes and foes[0] not in kept and (rows > 1 or stack.front is None):
        kept[-1] = foes[0]
    return [piece for piece in stack.pieces if piece in kept]


def _numbers(piece: Piece) -> str:
    return f"{piece.attack}/{piece.health}" if piece.attack else str(piece.health)


LEGIBLE = 4
"""Letters of a name by which a piece is known."""


def _line(symbol: str, name: str, numbers: str, health: str, more: str, width: int) -> str:
    """A piece on one line: all its numbers if its name can be read beside them, else its health alone."""
    # Who stands alone is told apart by its numbers rather than by a long name.
    tight = [] if more or len(symbol) > 1 else [(numbers, "")]
    for shown, gap in ((numbers, " "), *tight, (health, " "), (health, "")):
        room = width - len(symbol) - len(gap) - len(shown) - len(more)
        if room >= min(len(name), LEGIBLE):
            return f"{symbol}{short(name, room)}{gap}{shown}{more}"
    if room < 2:  # the cross alone stands for the count
        more = more[:1]
        room = width - len(symbol) - len(health) - len(more)
    return f"{symbol}{name[: max(room, 1)]}{health}{more}"[:width]


def short(text: str, width: int) -> str:
    """A name cut to a width, its last words first.

    >>> short("Mountain That Walks", 14), short("Ember Wisp", 14)
    ('Mountain That.', 'Ember Wisp')
    """
    return text if len(text) <= width else text[: width - 1].rstrip() + "."


def nick(name: str) -> str:
    """The first word of a name, where it is more than an article.

    >>> nick("Orrin Stonehand"), nick("The Old Gate")
    ('Orrin', 'The Old Gate')
    """
    first = name.split()[0] if name.split() else name
    return first if len(first) > 3 else name
