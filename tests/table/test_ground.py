"""Boards with ground, fog and many pieces on a cell: everything is to be seen without colours."""

from __future__ import annotations

import msgspec
import pytest
from maps import MAGES, RIDERS, hidden, played, stacked

import cardwright as cw
from cardwright.face.view import Memory, View
from cardwright.hosting.layout import Layout, Size
from cardwright.table import plain
from cardwright.table.boards import board_of
from cardwright.table.canvas import BOX
from cardwright.table.details import about_cell
from cardwright.table.drawing import Mark, Scene, boxes, draw
from cardwright.table.faces import Stack, crowd, in_sight
from cardwright.table.ground import Land, by_rank, is_out, seat_symbol, style_of

BOARDS = sorted(cw.game("ruler").catalogue.game.boards)


def layout_of(view: View) -> Layout:
    layout = board_of(view.game).layout
    assert layout is not None
    return layout


def cells(view: View, size: Size | None = None, **marks: Mark) -> dict[str, str]:
    """What is drawn into each cell and above it, as text."""
    layout = layout_of(view)
    size = size or layout.least
    board = board_of(view.game)
    named = {cell.replace("_", ","): mark for cell, mark in marks.items()}
    land = Land(view, board)
    lines = draw(Scene(view, layout, board.letters, frames=BOX, land=land), size, named).text()
    return {
        box.cell: "\n".join(line[box.x + 1 : box.x + box.width] for line in lines[box.y : box.y + box.height])
        for box in boxes(layout, size)
    }


@pytest.mark.parametrize("board", BOARDS)
def test_every_tile_shows_its_terrain_and_every_base_its_owner(board: str) -> None:
    game = cw.game("ruler", board)
    made = game.catalogue.game.boards[board]
    symbols = {"g": '"', "d": ".", "t": "#", "w": "~"}
    names = {"grass": '"', "desert": ".", "town": "#", "water": "~"}
    symbols |= {
        letter: "".join(map(names.__getitem__, kinds)) for letter, kinds in made.get("terrain", {}).items()
    }
    match = game.match([RIDERS] * len(made["bases"]), seed=1)
    view = match.view(0)
    drawn = cells(view)
    for row, line in enumerate(made["tiles"]):
        for column, letter in enumerate(line.split()):
            assert set(symbols[letter]) <= set(drawn[f"{row},{column}"].partition("\n")[2])
    for seat, cell in enumerate(made["bases"]):
        assert f"B{seat_symbol(view, seat)}" in drawn[cell]
    placed = [place.cell for place in layout_of(view).places]
    assert placed == list(game.cells)
    assert layout_of(view).seen_by(1) == layout_of(view), "maps are not turned"


def test_terrain_and_base_are_seen_above_pieces_too() -> None:
    def is_at_home(match: cw.Match) -> bool:
        return any(piece.cell == "2,2" and piece.kind == "unit" for piece in match.view(0).pieces)

    view = played("desert-6x6", is_at_home).view(0)
    for size in (layout_of(view).least, Size(11, 2)):
        drawn = cells(view, size)
        for piece in view.pieces:
            assert piece.cell is not None
            if piece.kind != "base":
                assert "." in drawn[piece.cell].partition("\n")[0]
        assert "B^" in drawn["2,2"]
        assert "Home" not in drawn["2,2"], "a base is a mark, not a face"


def test_a_tile_out_of_sight_looks_different_empty_or_not() -> None:
    view = played("desert-6x6", lambda match: bool(match.view(0).areas["sight"])).view(0)
    described = view.described
    blind = View(view.game, view.kernel)
    blind.described = msgspec.structs.replace(described, areas={**described.areas, "sight": []})
    seen, unseen = cells(view), cells(blind)
    for cell in view.areas["sight"]:
        assert seen[cell] != unseen[cell]
        assert "out of sight" in about_cell(blind, cell, 60)[0]
        assert "out of sight" not in about_cell(view, cell, 60)[0]
    for cell in set(view.game.cells) - view.areas["sight"]:
        assert seen[cell] == unseen[cell]


def test_what_was_seen_earlier_is_a_ghost_and_says_when() -> None:
    view = played("desert-6x6", lambda match: bool(match.view(0).remembered)).view(0)
    memory = view.remembered[0]
    assert isinstance(memory, Memory)
    text = " ".join(about_cell(view, memory.cell, 200))
    ago = view.now - memory.when
    when = "this turn" if not ago else f"{ago} turn{'s' * (ago > 1)} ago"
    assert f"? {memory.name} (Foe), last seen {when}, {memory.health} health" in text
    alone = [m for m in view.remembered if not any(piece.cell == m.cell for piece in view.pieces)]
    for ghost in alone:
        assert f"?v{ghost.name[0]}" in cells(view)[ghost.cell]
        assert f"?v{ghost.name[:4]}" in cells(view, Size(14, 2))[ghost.cell]


@pytest.mark.parametrize(
    "mark", [Mark(symbol="x"), Mark(news="-12"), Mark(is_cursor=True), Mark(is_chosen=True)]
)
@pytest.mark.parametrize("size", [None, Size(8, 1), Size(11, 2)])
def test_every_mark_of_a_map_is_seen_without_colours(mark: Mark, size: Size | None) -> None:
    view = played("four-roads", lambda match: match.view(0).now > 12, seats=3).view(0)
    layout = layout_of(view)
    board = board_of(view.game)
    size = size or layout.least
    land = Land(view, board)
    bare = draw(Scene(view, layout, board.letters, frames=BOX, land=land), size).text()
    for cell in view.game.cells:
        marks = {cell: mark}
        marked = draw(Scene(view, layout, board.letters, frames=BOX, land=land), size, marks).text()
        assert marked != bare
        text = "\n".join(marked)
        assert not mark.symbol or f"[{mark.symbol}]" in text
        assert not mark.news or mark.news in text


def test_many_on_a_tile_are_counted_or_listed() -> None:
    match, cell = stacked()
    view = match.view(0)
    standing = [piece for piece in view.pieces if piece.cell == cell and piece.kind != "base"]
    small = cells(view)[cell].partition("\n")[2]
    assert "+" in small
    high = cells(view, Size(14, len(standing)))[cell].split("\n")[1:]
    assert len(high) == len(standing) > 1
    for piece, line in zip(standing, high, strict=True):  # in the order of the texts, with their numbers
        number = view.names().pieces[piece.id].partition("#")[2] or "1"
        assert line.startswith(f"#{number}{seat_symbol(view, piece.owner)}{piece.name[:3]}")
        assert str(piece.health) in line
    last = by_rank(view, standing)[-1]
    front = cells(view, Size(14, 1), **{cell.replace(",", "_"): Mark(front=last.id)})[cell]
    assert f"{seat_symbol(view, last.owner)}{last.name[:4]}" in front, "the piece that is looked at is shown"
    text = "\n".join(about_cell(view, cell, 70, last.id))
    assert all(piece.name in text for piece in standing)


def test_a_foe_is_always_among_those_who_are_shown_of_a_tile() -> None:
    view = stacked()[0].view(0)
    own = next(piece for piece in view.pieces if piece.can_move and piece.owner == 0)
    pieces = [msgspec.structs.replace(own, id=80 + n, name=f"Own{n}") for n in range(4)]
    foe = msgspec.structs.replace(own, id=90, owner=1, name="Guard", attack=0, can_move=False)
    stack = [*pieces[:2], foe, *pieces[2:]]
    for rows in (1, 2, 3):
        shown = in_sight(view, Stack(stack), rows)
        assert len(shown) == rows
        assert foe in shown
        assert [stack.index(piece) for piece in shown] == sorted(stack.index(piece) for piece in shown)
    assert in_sight(view, Stack(stack, front=83), 2) == [foe, pieces[3]], "beside the one that is looked at"
    assert crowd(view, Stack(stack), {}, 10, 1)[0].startswith("vGua")
    assert crowd(view, Stack(stack, front=83), {}, 10, 1)[0].endswith("+4v"), "a foe is among the others"


def test_what_can_act_comes_first_then_foes_that_fight() -> None:
    view = stacked()[0].view(0)
    able = next(piece for piece in view.pieces if piece.can_move and piece.owner == 0)
    spent = msgspec.structs.replace(able, id=90, can_move=False, can_attack=False)
    foe = msgspec.structs.replace(spent, id=91, owner=1)
    wall = msgspec.structs.replace(foe, id=92, attack=0)
    assert [piece.id for piece in by_rank(view, [wall, spent, foe, able])] == [able.id, 91, 90, 92]
    assert by_rank(view, [wall, spent, foe, able], front=92)[0] is wall


def test_every_seat_has_its_sign_and_its_style() -> None:
    match = cw.game("ruler", "four-roads").match([RIDERS] * 4, seed=1)
    for viewer in (0, 1, 2, 3, "spectator"):
        view = match.view(viewer)  # type: ignore[arg-type]
        assert len({seat_symbol(view, seat) for seat in range(4)}) == 4
        assert len({style_of(view, seat) for seat in range(4)}) == 4
        assert viewer == "spectator" or (
            seat_symbol(view, view.seat or 0),
            style_of(view, view.seat or 0),
        ) == (
            "^",
            "own",
        )
        assert not any(is_out(view, seat) for seat in range(4))


@pytest.mark.parametrize("board", BOARDS)
def test_the_plain_table_fits_into_80_columns_on_every_map(board: str) -> None:
    bases = len(cw.game("ruler").catalogue.game.boards[board]["bases"])
    match = played(board, lambda match: match.view(0).now > 8, seats=bases)
    for viewer in (*range(bases), "spectator"):
        view = match.view(viewer)  # type: ignore[arg-type]
        lines = [*plain.draw_board(view), *plain.draw_hand(view)]
        assert [line for line in lines if len(line) > 80] == []
        for cell in view.game.cells:
            assert any(f"{cell}" in line for line in lines)


def test_hidden_pieces_are_counted_for_nobody() -> None:
    match = played("desert-6x6", lambda match: bool(hidden(match)))
    view = match.view(0)
    for piece in hidden(match):
        assert piece.cell is not None
        assert (
            piece.name not in " ".join(about_cell(view, piece.cell, 200))
            or any(memory.name == piece.name and memory.cell == piece.cell for memory in view.remembered)
            or any(seen.name == piece.name and seen.cell == piece.cell for seen in view.pieces)
        )


def test_what_a_seat_has_used_of_its_turn_is_told_to_nobody_else() -> None:
    match = cw.game("ruler").match(seed=1)
    [seat] = match.to_act
    told = board_of(match.game).status
    assert "units placed 0/2, draws 5" in told(match.view(seat), seat)[0]
    assert told(match.view(1 - seat), seat) == ["gold ?, mana 100, hand 0, decks 20/10/10"]


def test_the_decks_that_the_tests_use_have_no_card_in_common() -> None:
    assert not set(RIDERS) & set(MAGES)
