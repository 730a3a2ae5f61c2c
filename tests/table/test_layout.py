"""Boards as data: squares, bricks, hexes, and whose side is below."""

from __future__ import annotations

import pytest
from clockwork import fire_match

import cardwright as cw
from cardwright.hosting.layout import Size, rows
from cardwright.sources.finding import game_folders
from cardwright.table.boards import board_of
from cardwright.table.canvas import BOX
from cardwright.table.drawing import Mark, Scene, boxes, draw, lay_out


@pytest.mark.parametrize("slug", sorted(game_folders()))
def test_every_cell_of_a_game_has_its_place(slug: str) -> None:
    game = cw.game(slug)
    board = board_of(game)
    placed = [place.cell for place in board.layout.places] if board.layout else []
    assert not placed or sorted(placed) == sorted(game.cells)
    taken = set("luhsqC?/:1234567890") | (set("rop+-=") if game.is_timed else set())
    assert not taken & {*board.keys, *board.keyed}, "the table has these keys already"


def test_a_seat_sees_its_own_side_below() -> None:
    layout = rows(["a2 b2", "a1 b1"], divider=2)
    assert [place.cell for place in layout.seen_by(0).places] == ["a2", "b2", "a1", "b1"]
    assert [place.cell for place in layout.seen_by(1).places] == ["a1", "b1", "a2", "b2"]
    turned = rows(["a2 b2", "a1 b1"], turned="half turn").seen_by(1)
    assert [place.cell for place in turned.places] == ["b1", "a1", "b2", "a2"]
    assert rows(["a b"], turned="never").seen_by(1).places == rows(["a b"]).places


def test_rows_may_be_shifted_by_half_a_cell() -> None:
    """A hex board and a triangular formation."""
    hexes = rows(["a b c", "d e", "f g h"], offsets=(0, 1, 0))
    found = {box.cell: box for box in boxes(hexes, Size(9, 1))}
    assert found["d"].x == found["a"].x + found["a"].width // 2
    triangle = rows(["a", "b c", "d e f"], offsets=(2, 1, 0))
    found = {box.cell: box for box in boxes(triangle, Size(9, 1))}
    assert found["a"].x == found["e"].x
    everything = list(found.values())
    for one in everything:
        for other in everything:
            apart = abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= one.height
            assert one == other or apart, "cells do not cover each other"


@pytest.mark.parametrize(("width", "height"), [(56, 13), (70, 20), (200, 60), (10, 4)])
def test_cells_are_as_large_as_there_is_room(width: int, height: int) -> None:
    layout = rows(["a b c d e"] * 4)
    size = layout.fitting(width, height)
    assert layout.least.width <= size.width <= layout.most.width
    assert layout.least.height <= size.height <= layout.most.height
    if size != layout.least:
        assert layout.extent(size) <= (width, height)
    wider, higher = Size(size.width + 1, size.height), Size(size.width, size.height + 1)
    assert size.width == layout.most.width or layout.extent(wider)[0] > width
    assert size.height == layout.most.height or layout.extent(higher)[1] > height


@pytest.mark.parametrize(
    "mark", [Mark(symbol="x"), Mark(news="-2"), Mark(is_cursor=True), Mark(is_chosen=True)]
)
def test_every_mark_is_to_be_seen_without_colours(mark: Mark) -> None:
    game = cw.game("elemental-command")
    match = game.match(seed=3)
    agent = cw.agent("greedy", seed=3)
    for _ in range(40):
        match.play(agent.choose(match.view(min(match.to_act))))
    view = match.view(0)
    board = board_of(game)
    assert board.layout is not None
    standing = {piece.cell for piece in view.pieces if piece.cell}
    assert standing
    for size in (Size(10, 2), Size(14, 4)):
        bare = draw(Scene(view, board.layout, board.letters, frames=BOX), size).text()
        for cell in game.cells:
            marked = draw(Scene(view, board.layout, board.letters, frames=BOX), size, {cell: mark})
            assert marked.text() != bare


def test_a_board_of_both_sides_says_whose_a_piece_is() -> None:
    game = cw.game("elemental-command")
    match = game.match(seed=3)
    agent = cw.agent("greedy", seed=3)
    while len({piece.owner for piece in match.view(0).pieces if piece.cell}) < 2:
        match.play(agent.choose(match.view(min(match.to_act))))
    lines = ["a4 b4 c4 d4 e4", "a3 b3 c3 d3 e3", "a2 b2 c2 d2 e2", "a1 b1 c1 d1 e1"]
    mixed = rows(lines, is_mixed=True, least=Size(10, 1))
    text = "\n".join(draw(Scene(match.view(0), mixed, {}), Size(16, 1)).text())
    for piece in match.view(0).pieces:
        if piece.cell:
            assert f"{'^' if piece.owner == 0 else 'v'}{piece.name[:3]}" in text


def test_two_triangles_face_each_other_with_ones_own_on_the_left() -> None:
    game = cw.game("mana")
    board = board_of(game)
    assert board.layout is not None
    assert board.layout.extent(board.layout.least) <= (80, 10)
    for seat, mine, foes in ((0, "a", "b"), (1, "b", "a")):
        places = {place.cell: place for place in board.layout.seen_by(seat).places}
        across = [f"{mine}0", f"{mine}1", f"{mine}3", f"{foes}3", f"{foes}1", f"{foes}0"]
        columns = [places[cell].x for cell in across]
        assert columns == sorted(set(columns)), "back, middle, front, then the other side"
        for side in (mine, foes):
            assert places[f"{side}1"].x == places[f"{side}2"].x
            assert {places[f"{side}{n}"].x for n in (3, 4, 5)} == {places[f"{side}3"].x}
            # Who protects lies in front, above and below.
            for behind, above, below in ((0, 1, 2), (1, 3, 4), (2, 4, 5)):
                heights = {places[f"{side}{above}"].y, places[f"{side}{below}"].y}
                middle = places[f"{side}{behind}"].y
                assert min(heights) < middle < max(heights)


@pytest.mark.parametrize("size", [Size(12, 2), Size(18, 4)])
def test_furniture_lies_in_the_free_corners_and_covers_no_cell(size: Size) -> None:
    game = cw.game("mana")
    board = board_of(game)
    assert board.layout is not None
    assert board.furniture is not None
    match = game.match(seed=3)
    furniture = board.furniture(match.view(0), 0)
    laid = lay_out(furniture, board.layout, size)
    assert [at.furniture for at in laid] == furniture, "there is room for all of it"
    for at in laid:
        for box in boxes(board.layout, size):
            is_beside = at.x + at.width <= box.x or at.x > box.x + box.width
            assert is_beside or not box.y <= at.y <= box.y + box.height
    spots = [at.furniture.spot for at in laid if at.furniture.spot]
    assert len(set(spots)) == len(spots) == 4, "two decks, two graveyards"


@pytest.mark.parametrize(
    "mark", [Mark(symbol="x"), Mark(news="-2"), Mark(is_cursor=True), Mark(is_chosen=True)]
)
def test_every_mark_on_a_triangle_is_to_be_seen_without_colours(mark: Mark) -> None:
    match = fire_match(55_000)
    match.play('play "Salamander" at a4', seat=0)
    view, board = match.view(0), board_of(match.game)
    assert board.layout is not None
    for size in (Size(12, 2), Size(18, 4)):
        bare = draw(Scene(view, board.layout, board.letters, frames=BOX, board=board), size).text()
        for cell in match.game.cells:
            marked = draw(
                Scene(view, board.layout, board.letters, frames=BOX, board=board), size, {cell: mark}
            )
            assert marked.text() != bare
