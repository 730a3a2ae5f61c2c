"""The board on a canvas, for both tables: cells by their layout, pieces by their signs."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

import msgspec

from cardwright.table.canvas import ASCII, DOUBLE, HEAVY, LIGHT, Canvas
from cardwright.table.layout import CELL, Layout, Size

if TYPE_CHECKING:
    from cardwright.view import Piece, View

CAN_ATTACK = "!"
CAN_MOVE = "m"
OWN = "^"
FOE = "v"


class Mark(msgspec.Struct, frozen=True):
    """What is to be seen on a cell beside its piece."""

    sign: str = ""
    """What choosing it would do: the sign of a target."""
    news: str = ""
    """What happened there last."""
    is_cursor: bool = False
    is_chosen: bool = False


class Box(msgspec.Struct, frozen=True):
    """Where a cell lies on the canvas, its frame included."""

    cell: str
    x: int
    y: int
    width: int
    height: int


NO_MARK = Mark()


def boxes(layout: Layout, size: Size) -> list[Box]:
    """Where the cells lie, for a size of them."""
    wide, high = size.width + 1, size.height + 1
    return [Box(p.cell, p.x * wide // CELL, p.y * high // CELL, wide, high) for p in layout.places]


def draw(
    view: View,
    layout: Layout,
    size: Size,
    *,
    letters: Mapping[str, str],
    marks: Mapping[str, Mark] | None = None,
    frames: tuple[str, ...] = ASCII,
) -> Canvas:
    """The board; `layout` is as it is seen, `letters` has one letter per keyword and status."""
    marks = marks or {}
    standing: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        if piece.cell:
            standing.setdefault(piece.cell, []).append(piece)
    placed = boxes(layout, size)
    canvas = Canvas(*layout.extent(size))
    for box in placed:
        canvas.box(box.x, box.y, box.width, box.height)
    if layout.divider is not None:
        canvas.across(layout.divider * (size.height + 1) // CELL)
    for weight in (DOUBLE, HEAVY):
        for box in placed:
            mark = marks.get(box.cell, NO_MARK)
            if (HEAVY if mark.is_cursor else DOUBLE if mark.is_chosen else LIGHT) == weight:
                canvas.box(box.x, box.y, box.width, box.height, weight)
    canvas.draw_lines(frames, "frame", "cursor")
    for box in placed:
        _fill(canvas, box, standing.get(box.cell, []), marks.get(box.cell, NO_MARK), view, layout, letters)
    return canvas


def _fill(
    canvas: Canvas,
    box: Box,
    pieces: list[Piece],
    mark: Mark,
    view: View,
    layout: Layout,
    letters: Mapping[str, str],
) -> None:
    width, height = box.width - 1, box.height - 1
    style = "target" if mark.sign else "chosen" if mark.is_chosen else ""
    if not style and pieces:
        style = "own" if pieces[0].owner == (view.seat or 0) else "foe"
    if style:
        canvas.shade(box.x + 1, box.y + 1, width, height, style)
    label = f">{box.cell}" if mark.is_chosen else box.cell
    canvas.put(box.x + 1, box.y, label, "cursor" if mark.is_cursor else "label")
    if mark.news:
        room = width - len(label) - 1
        news = f" {short(mark.news, room - 1)} "[:room]
        canvas.put(box.x + width - len(news), box.y, news, "news")
    for row, line in enumerate(_face(view, layout, pieces, letters, width, height)):
        canvas.put(box.x + 1, box.y + 1 + row, line, style)
    if mark.sign:
        sign = f"[{mark.sign}]"
        canvas.put(box.x + 1 + width - len(sign), box.y + min(2, height), sign, "sign")
    elif pieces and (able := _able(pieces[0])):
        canvas.put(box.x + 1 + width - len(able), box.y + min(2, height), able, f"{style}-able")


def _able(piece: Piece) -> str:
    return CAN_ATTACK * piece.can_attack + CAN_MOVE * piece.can_move


def _face(
    view: View, layout: Layout, pieces: list[Piece], letters: Mapping[str, str], width: int, height: int
) -> list[str]:
    """The lines of a cell, each cut to its width."""
    if not pieces:
        return []
    piece = pieces[0]
    more = f" +{len(pieces) - 1}" if len(pieces) > 1 else ""
    whose = (OWN if piece.owner == (view.seat or 0) else FOE) if layout.is_mixed else ""
    room = width - len(more) - len(whose)
    able = len(_able(piece)) + 1
    numbers = f"{piece.attack}/{piece.health}"
    signs = "".join(letter for letter, _ in signs_of(view, piece, letters))
    if height == 1:
        name = short(piece.name, max(room - len(numbers) - able - 1, 3))
        return [f"{whose}{name}{more} {numbers}"[: width - able + 1]]
    lines = [f"{whose}{short(piece.name, room)}{more}", f"{numbers} {signs}"[: width - able]]
    if height > 2:
        printed = piece.card.text
        gained = [word for letter, word in signs_of(view, piece, letters) if letter != TEXT_SIGN]
        words = ", ".join(word for word in gained if word.lower() not in printed.lower())
        folded = wrap(f"{words}. {printed}" if words else printed, width)
        lines += folded[: height - 2]
        if len(folded) > height - 2:
            lines[-1] = lines[-1][: width - 2] + ".."
    return lines


TEXT_SIGN = "+"
"""The sign of a piece that has a text beside its keywords."""


def signs_of(view: View, piece: Piece, letters: Mapping[str, str]) -> list[tuple[str, str]]:
    """The letters of a piece's keywords and statuses, each with the word it stands for."""
    words = view.game.catalogue.game.words
    signs = []
    for keyword in piece.keywords:
        word = words["keywords"][keyword]["word"]
        signs.append((letters.get(keyword, word[:1]), word))
    for status, number in piece.statuses.items():
        word = words["statuses"][status]["word"]
        # A status may be called like a keyword.
        letter = letters.get(f"{status}*") or letters.get(status, word[:1])
        signs.append((f"{letter}{number}" if number > 1 else letter, word))
    if piece.is_dispelled:
        signs.append(("-", "dispelled"))
    if (piece.card.abilities or piece.card.auras or piece.has_granted) and not piece.is_dispelled:
        signs.append((TEXT_SIGN, "has a text"))
    return signs


def legend(view: View, letters: Mapping[str, str], width: int) -> list[str]:
    """What the signs on the board mean, in lines."""
    placed = [piece for piece in view.pieces if piece.cell]
    signs = [sign for piece in placed for sign in signs_of(view, piece, letters)]
    used = {letter.rstrip("0123456789"): word for letter, word in signs}
    parts = [f"{CAN_ATTACK} can attack"] * any(piece.can_attack for piece in placed)
    parts += [f"{CAN_MOVE} can move"] * any(piece.can_move for piece in placed)
    parts += [f"{letter} {word}" for letter, word in sorted(used.items())]
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 < width:
            lines[-1] += ", " + part
        else:
            lines.append("   " + part)
    return lines


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
