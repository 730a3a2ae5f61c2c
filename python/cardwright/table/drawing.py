"""The board on a canvas, for both tables: cells by their layout, pieces by their symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cardwright.hosting.layout import CELL, Layout, Size
from cardwright.hosting.spots import Spot
from cardwright.table import ground
from cardwright.table.canvas import ASCII, DOUBLE, HEAVY, LIGHT, Canvas
from cardwright.table.faces import (
    CAN_ATTACK,
    CAN_MOVE,
    PLACED,
    TEXT_SYMBOL,
    Stack,
    able,
    crowd,
    face,
    short,
    symbols_of,
)
from cardwright.table.furniture import Furniture
from cardwright.table.ground import Land, by_rank, is_home, style_of

if TYPE_CHECKING:
    from cardwright.face.view import Piece, View
    from cardwright.table.boards import Board


class Mark(msgspec.Struct, frozen=True):
    """The marks on a cell beside its piece."""

    symbol: str = ""
    """The symbol of a target: what choosing it would do."""
    news: str = ""
    """What happened there last."""
    is_cursor: bool = False
    is_chosen: bool = False
    front: int | None = None
    """The piece that is looked at, where several stand."""
    footing: str = ""
    """What a card that is looked at lacks there."""
    is_reached: bool = False
    """Whether the piece that is looked at would reach it with an attack."""


class Box(msgspec.Struct, frozen=True):
    """Where a cell lies on the canvas, its frame included."""

    cell: str
    x: int
    y: int
    width: int
    height: int


NO_MARK = Mark()

REACHED = "'"
"""The mark of a cell that the piece under the cursor would reach with an attack."""

FITTING = f"[{PLACED}]"
"""The symbol that says more than the mark of a cell where a card fits."""


def boxes(layout: Layout, size: Size) -> list[Box]:
    """Where the cells lie, for a size of them."""
    wide, high = size.width + 1, size.height + 1
    return [Box(p.cell, p.x * wide // CELL, p.y * high // CELL, wide, high) for p in layout.places]


def layout_of(layout: Layout, view: View, seat: int | None) -> Layout:
    """A layout as it lies before a seat of a view."""
    return layout.seen_by(seat, 0 if seat is None else view.seats[seat].facts.get("sixths", 0))


class Scene(NamedTuple):
    """What is drawn: a view on its layout, with one letter per keyword and status."""

    view: View
    layout: Layout
    """As it is seen."""
    letters: Mapping[str, str]
    frames: tuple[str, ...] = ASCII
    land: Land | None = None
    board: Board | None = None
    """What the game shows of a piece beside its letters."""


def draw(scene: Scene, size: Size, marks: Mapping[str, Mark] | None = None) -> Canvas:
    """The board in cells of a size."""
    marks = marks or {}
    view, layout, land = scene.view, scene.layout, scene.land
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
    canvas.draw_lines(scene.frames, "frame", "cursor")
    for box in placed:
        pieces, mark = standing.get(box.cell, []), marks.get(box.cell, NO_MARK)
        if land:
            _fill_land(canvas, box, pieces, mark, land, scene.letters)
        else:
            _fill(canvas, scene, box, pieces, mark)
    return canvas


def _fill(canvas: Canvas, scene: Scene, box: Box, pieces: list[Piece], mark: Mark) -> None:
    view, board = scene.view, scene.board
    width, height = box.width - 1, box.height - 1
    # Where rows have no gaps, a card is placed before the piece that stands there.
    before = f"[{mark.symbol}]" if scene.layout.shifts and mark.symbol == PLACED and pieces else ""
    style = "target" if mark.symbol and not before else "chosen" if mark.is_chosen else ""
    if not style and pieces:
        style = style_of(view, pieces[0].owner)
    if style:
        canvas.shade(box.x + 1, box.y + 1, width, height, style)
    label = f">{box.cell}" if mark.is_chosen else box.cell
    if board and board.badge and pieces and (badge := board.badge(view, pieces[0])):
        label = f"{label} {badge}"
    canvas.put(box.x, box.y, before, "symbol")
    at = box.x + max(len(before), 1)
    canvas.put(at, box.y, label, "cursor" if mark.is_cursor else "label")
    label = before[1:] + label
    if mark.news:
        room = width - len(label) - 1
        news = f" {short(mark.news, room - 1)} "[:room]
        canvas.put(box.x + width - len(news), box.y, news, "news")
    symbols = (board.able if board else able)(view, pieces[0]) if pieces else ""
    gauge = board.gauge(view, pieces[0], width) if board and board.gauge and pieces and height > 2 else ""
    inside = Size(width, height - bool(gauge))
    lines = face(view, pieces, scene.letters, inside, is_mixed=scene.layout.is_mixed, spare=len(symbols) + 1)
    for row, line in enumerate(lines):
        canvas.put(box.x + 1, box.y + 1 + row, line, style)
    if gauge:
        canvas.put(box.x + 1, box.y + height, gauge, style)
    if mark.symbol and not before:
        symbol = f"[{mark.symbol}]"
        canvas.put(box.x + 1 + width - len(symbol), box.y + min(2, height), symbol, "symbol")
    elif symbols:
        canvas.put(box.x + 1 + width - len(symbols), box.y + min(2, height), symbols, f"{style}-able")


def _fill_land(
    canvas: Canvas, box: Box, standing: list[Piece], mark: Mark, land: Land, letters: Mapping[str, str]
) -> None:
    """A cell that has a ground and may hold many: its marks in the frame above, its pieces line by line."""
    view, cell = land.view, box.cell
    width, height = box.width - 1, box.height - 1
    pieces = [piece for piece in standing if not is_home(view, land, piece)]
    ranked = by_rank(view, pieces, mark.front)
    ghosts = land.ghosts(cell)
    style = "target" if mark.symbol else "chosen" if mark.is_chosen else ""
    if not style and pieces:
        style = style_of(view, ranked[0].owner)
    if not style and land.is_seen(cell):
        style = land.ground(cell).style
    if style:
        canvas.shade(box.x + 1, box.y + 1, width, height, style)
    lines = crowd(view, Stack(pieces, ghosts, mark.front), letters, width, height)
    for row, line in enumerate(lines):
        is_ghost = not pieces or (row >= len(pieces) and len(lines) > 1 and len(pieces) + len(ghosts) > 1)
        canvas.put(box.x + 1, box.y + 1 + row, line, style or ("dim" if is_ghost else ""))
    if not lines:
        for row in range(height):
            texture = land.texture(cell, row, width)
            canvas.put(box.x + 1, box.y + 1 + row, texture, style or "dim")
    # A single line has no room for the letters of keywords and statuses.
    is_short = height == 1 and len(pieces) == 1
    traits = "".join(letter for letter, _ in symbols_of(view, pieces[0], letters)) if is_short else ""
    _head(canvas, box, mark, land, ranked, traits.replace(TEXT_SYMBOL, ""))


class Laid(NamedTuple):
    """A piece of furniture and where it lies on the canvas."""

    furniture: Furniture
    x: int
    y: int
    width: int


NARROWEST = 8
"""Fewest letters of a corner that can hold something."""


def lay_out(furniture: Sequence[Furniture], layout: Layout, size: Size) -> list[Laid]:
    """Where furniture lies: in the corners that the cells leave free, from above or from below."""
    width, height = layout.extent(size)
    placed = boxes(layout, size)
    laid: list[Laid] = []
    for corner in dict.fromkeys(found.corner for found in furniture):
        lines = [found for found in furniture if found.corner == corner]
        rows = range(height) if corner.startswith("upper") else range(height - 1, -1, -1)
        free = []
        for y in rows:
            beside = [box for box in placed if box.y <= y <= box.y + box.height]
            if corner.endswith("left"):
                x, right = 0, min((box.x for box in beside), default=width)
            else:
                x, right = max((box.x + box.width + 1 for box in beside), default=0), width
            if right - x < NARROWEST:
                break
            free.append((x, y, right - x - corner.endswith("left")))
        shown = free[: len(lines)]
        if corner.startswith("lower"):
            shown.reverse()
        laid += [Laid(line, *place) for line, place in zip(lines, shown, strict=False)]
    return laid


def draw_furniture(canvas: Canvas, laid: Sequence[Laid], marks: Mapping[Spot, Mark]) -> None:
    """Write furniture into the corners of a board."""
    for furniture, x, y, width in laid:
        mark = marks.get(furniture.spot, NO_MARK) if furniture.spot else NO_MARK
        style = "target" if mark.symbol else "chosen" if mark.is_chosen else ""
        style = style or ("cursor" if mark.is_cursor else furniture.style)
        text = furniture.text if len(furniture.text) < width else short(furniture.text, width - 1)
        if furniture.corner.endswith("right"):
            x += width - len(text) - 1
        if mark.is_cursor:
            canvas.put(x - 1 if x else x + len(text), y, ">" if x else "<", "cursor")
        end = canvas.put(x, y, text, style)
        if mark.symbol:
            canvas.put(end, y, f"[{mark.symbol}]", "symbol")


class _Part(NamedTuple):
    """A mark above a cell: how soon it gives way to others, its letters, its style."""

    order: int
    text: str
    style: str


def _head(canvas: Canvas, box: Box, mark: Mark, land: Land, pieces: list[Piece], letters: str) -> None:
    """The marks of a cell in its frame; the first to give way where they do not fit is its name."""
    is_empty = not pieces and not land.ghosts(box.cell)
    view, cell, width = land.view, box.cell, box.width - 1
    home = land.ground(cell).home
    symbols = able(view, pieces[0]) if pieces and pieces[0].owner == view.seat and not mark.news else ""
    slot = REACHED if mark.is_reached else land.slot(cell)
    symbol = f"[{mark.symbol}]" if mark.symbol else ""
    # A mark of what happened leaves the others their room.
    spare = width - len(symbol) - len(mark.footing) - (0 if is_empty else len(land.ground(cell).symbol))
    left = [
        _Part(7, f">{cell}" if mark.is_chosen else cell, "cursor" if mark.is_cursor else "label"),
        _Part(6, slot, "label"),
        _Part(3, land.home(cell), "" if home is None else style_of(view, home)),
        _Part(5, "" if is_empty else land.ground(cell).symbol, "label"),
    ]
    right = [
        _Part(4, symbols, "able"),
        _Part(2, short(mark.news, max(spare, 1)), "news"),
        _Part(1, "" if symbol == FITTING else mark.footing, "news"),
        _Part(0, symbol, "symbol"),
    ]
    room, kept = width, set()
    for part in sorted((*left, *right)):
        if part.text and len(part.text) <= room:
            room -= len(part.text)
            kept.add(part.order)
    letters = letters[:room]
    room -= len(letters)
    x = box.x + 1
    for part in left:
        if part.order in kept:
            # The name is set off where there is room.
            x += part.order in (3, 5) and x > box.x + 1 and room > 1
            room -= part.order in (3, 5) and x > box.x + 1 and room > 1
            x = canvas.put(x, box.y, part.text, part.style)
    x = box.x + 1 + width
    for part in reversed(right):
        if part.order in kept:
            x -= len(part.text)
            canvas.put(x, box.y, part.text, part.style)
    canvas.put(x - len(letters), box.y, letters, "label")


def legend(
    view: View, letters: Mapping[str, str], width: int, land: Land | None = None, board: Board | None = None
) -> list[str]:
    """What the symbols on the board mean, in lines."""
    placed = [piece for piece in view.pieces if piece.cell and not (land and is_home(view, land, piece))]
    symbols = [symbol for piece in placed for symbol in symbols_of(view, piece, letters)]
    used = {letter.rstrip("0123456789"): word for letter, word in symbols}
    shown = "".join((board.able if board else able)(view, piece) for piece in placed)
    parts = [f"{CAN_ATTACK} can attack"] * (CAN_ATTACK in shown)
    parts += [f"{CAN_MOVE} can move"] * (CAN_MOVE in shown)
    shown += "".join(board.badge(view, piece) for piece in placed) if board and board.badge else ""
    # A symbol of one letter is explained where it is seen.
    own = [(symbol, symbol.split()[0]) for symbol in board.symbols] if board else []
    parts += [symbol for symbol, letter in own if len(letter) > 1 or letter in shown]
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
    grounds = {found.symbol: found.words for found in land.grounds.values() if found.symbol}
    parts = [f"{symbol} {words}" for symbol, words in sorted(grounds.items())]
    parts += [f"{ground.HOME} base"] * any(found.home is not None for found in land.grounds.values())
    parts += [f"{ground.GHOST} seen earlier"] * bool(view.remembered)
    hides = any(not land.is_seen(cell) for cell in land.grounds)
    return [*parts, *[f"{ground.UNSEEN} out of sight"] * hides]
