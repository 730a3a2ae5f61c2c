"""The board on a canvas, for both tables: cells by their layout, pieces by their signs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cardwright.table import ground
from cardwright.table.canvas import ASCII, DOUBLE, HEAVY, LIGHT, Canvas
from cardwright.table.faces import CAN_ATTACK, CAN_MOVE, able, crowd, face, short, signs_of
from cardwright.table.ground import Land, by_rank, is_home, style_of
from cardwright.table.layout import CELL, Layout, Size

if TYPE_CHECKING:
    from cardwright.view import Piece, View


class Mark(msgspec.Struct, frozen=True):
    """What is to be seen on a cell beside its piece."""

    sign: str = ""
    """What choosing it would do: the sign of a target."""
    news: str = ""
    """What happened there last."""
    is_cursor: bool = False
    is_chosen: bool = False
    front: int | None = None
    """The piece that is looked at, where several stand."""


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
    land: Land | None = None,
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
        pieces, mark = standing.get(box.cell, []), marks.get(box.cell, NO_MARK)
        if land:
            _fill_land(canvas, box, pieces, mark, land, letters)
        else:
            _fill(canvas, box, pieces, mark, view, layout, letters)
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
        style = style_of(view, pieces[0].owner)
    if style:
        canvas.shade(box.x + 1, box.y + 1, width, height, style)
    label = f">{box.cell}" if mark.is_chosen else box.cell
    canvas.put(box.x + 1, box.y, label, "cursor" if mark.is_cursor else "label")
    if mark.news:
        room = width - len(label) - 1
        news = f" {short(mark.news, room - 1)} "[:room]
        canvas.put(box.x + width - len(news), box.y, news, "news")
    for row, line in enumerate(face(view, pieces, letters, width, height, is_mixed=layout.is_mixed)):
        canvas.put(box.x + 1, box.y + 1 + row, line, style)
    if mark.sign:
        sign = f"[{mark.sign}]"
        canvas.put(box.x + 1 + width - len(sign), box.y + min(2, height), sign, "sign")
    elif pieces and (signs := able(pieces[0])):
        canvas.put(box.x + 1 + width - len(signs), box.y + min(2, height), signs, f"{style}-able")


def _fill_land(
    canvas: Canvas, box: Box, standing: list[Piece], mark: Mark, land: Land, letters: Mapping[str, str]
) -> None:
    """A cell that has a ground and may hold many: its marks in the frame above, its pieces line by line."""
    view, cell = land.view, box.cell
    width, height = box.width - 1, box.height - 1
    pieces = by_rank(view, [p for p in standing if not is_home(view, land, p)], mark.front)
    ghosts = land.ghosts(cell)
    style = "target" if mark.sign else "chosen" if mark.is_chosen else ""
    if not style and pieces:
        style = style_of(view, pieces[0].owner)
    if not style and land.is_seen(cell):
        style = land.ground(cell).style
    if style:
        canvas.shade(box.x + 1, box.y + 1, width, height, style)
    lines = crowd(view, pieces, ghosts, letters, width, height)
    for row, line in enumerate(lines):
        is_ghost = not pieces or (row >= len(pieces) and len(lines) > 1 and len(pieces) + len(ghosts) > 1)
        canvas.put(box.x + 1, box.y + 1 + row, line, style or ("dim" if is_ghost else ""))
    if not lines:
        for row in range(height):
            texture = land.texture(cell, row, width)
            canvas.put(box.x + 1, box.y + 1 + row, texture, style or "dim")
    _head(canvas, box, mark, land, pieces, is_empty=not lines)


class _Part(NamedTuple):
    """A mark above a cell: how soon it gives way to others, its letters, its style."""

    order: int
    text: str
    style: str


def _head(canvas: Canvas, box: Box, mark: Mark, land: Land, pieces: list[Piece], *, is_empty: bool) -> None:
    """The marks of a cell in its frame; the first to give way where they do not fit is its name."""
    view, cell, width = land.view, box.cell, box.width - 1
    home = land.ground(cell).home
    signs = able(pieces[0]) if pieces and pieces[0].owner == view.seat and not mark.news else ""
    left = [
        _Part(6, f">{cell}" if mark.is_chosen else cell, "cursor" if mark.is_cursor else "label"),
        _Part(5, land.slot(cell), "label"),
        _Part(2, land.home(cell), "" if home is None else style_of(view, home)),
        _Part(4, "" if is_empty else land.ground(cell).sign, "label"),
    ]
    right = [
        _Part(3, signs, "able"),
        _Part(1, short(mark.news, width), "news"),
        _Part(0, f"[{mark.sign}]" if mark.sign else "", "sign"),
    ]
    room, kept = width, set()
    for part in sorted((*left, *right)):
        if part.text and len(part.text) <= room:
            room -= len(part.text)
            kept.add(part.order)
    x = box.x + 1
    for part in left:
        if part.order in kept:
            # The name is set off where there is room.
            x += part.order in (2, 4) and x > box.x + 1 and room > 1
            room -= part.order in (2, 4) and x > box.x + 1 and room > 1
            x = canvas.put(x, box.y, part.text, part.style)
    x = box.x + 1 + width
    for part in reversed(right):
        if part.order in kept:
            x -= len(part.text)
            canvas.put(x, box.y, part.text, part.style)


def legend(view: View, letters: Mapping[str, str], width: int, land: Land | None = None) -> list[str]:
    """What the signs on the board mean, in lines."""
    placed = [piece for piece in view.pieces if piece.cell and not (land and is_home(view, land, piece))]
    signs = [sign for piece in placed for sign in signs_of(view, piece, letters)]
    used = {letter.rstrip("0123456789"): word for letter, word in signs}
    parts = [f"{CAN_ATTACK} can attack"] * any(piece.can_attack for piece in placed)
    parts += [f"{CAN_MOVE} can move"] * any(piece.can_move for piece in placed)
    parts += [f"{letter} {word}" for letter, word in sorted(used.items())]
    if land:
        parts += _land_legend(view, land)
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 < width:
            lines[-1] += ", " + part
        else:
            lines.append("   " + part)
    return lines


def _land_legend(view: View, land: Land) -> list[str]:
    grounds = {found.sign: found.words for found in land.grounds.values() if found.sign}
    parts = [f"{sign} {words}" for sign, words in sorted(grounds.items())]
    parts.append(f"{ground.HOME} base")
    parts += [f"{ground.GHOST} seen earlier"] * bool(view.remembered)
    hides = any(not land.is_seen(cell) for cell in land.grounds)
    return [*parts, *[f"{ground.UNSEEN} out of sight"] * hides]
