"""Boards of hexagons: where their fields lie, whose side is below, and the lands that they have now."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from hexes import write_game

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import build_catalogue
from cardwright.catalogue import decode
from cardwright.catalogue.hexes import fields_of
from cardwright.face.view import Piece, View
from cardwright.hosting.boards import hexlands
from cardwright.hosting.layout import Layout, Size
from cardwright.table.boards import Board
from cardwright.table.drawing import boxes
from cardwright.table.ground import Land, is_home

SHIPPED = {path.stem: path for path in sorted((games_folder() / "hexlands" / "boards").glob("*.toml"))}

TORN = 'name = "Torn"\nfields = [" - - -", "- - f w", " - - .", "- - - -"]\n[starts]\n2 = ["b3", "b4"]\n'
"""A board with holes at its edges."""


def game_on(folder: Path, board: str, text: str = "") -> cw.Game:
    """What a board's plan asks of a game."""
    text = text or SHIPPED[board].read_text(encoding="utf-8")
    catalogue = decode(build_catalogue(write_game(folder / "fields", **{board: text})))
    return cast(cw.Game, SimpleNamespace(catalogue=catalogue, board=board))


@pytest.mark.parametrize("board", SHIPPED)
def test_neighbours_lie_beside_each_other(tmp_path: Path, board: str) -> None:
    game = game_on(tmp_path, board)
    fields = {one.name: (one.q, one.r) for one in fields_of(game.catalogue.game.boards[board])}
    places = {place.cell: (place.x, place.y) for place in hexlands.layout(game).places}
    assert list(places) == list(fields)
    assert min(x for x, _ in places.values()) == min(y for _, y in places.values()) == 0
    (q, r), (x, y) = fields["a1"], places["a1"]
    for name, (other_q, other_r) in fields.items():
        assert places[name] == (x + 2 * (other_q - q) + other_r - r, y + 2 * (other_r - r))


@pytest.mark.parametrize("board", SHIPPED)
def test_neighbours_stay_neighbours_however_the_board_is_turned(tmp_path: Path, board: str) -> None:
    game = game_on(tmp_path, board)
    layout = hexlands.layout(game)
    beside = _neighbours(layout)
    for sixths in range(1, 6):
        turned = layout.seen_by(1, sixths)
        assert _neighbours(turned) == beside
        assert min(place.x for place in turned.places) == min(place.y for place in turned.places) == 0
        assert turned != layout
        assert {place.cell: place for place in turned.seen_by(1, 6 - sixths).places} == {
            place.cell: place for place in layout.places
        }
    assert layout.seen_by(0) == layout.seen_by(None) == layout


def _neighbours(layout: Layout) -> dict[str, set[str]]:
    at = {(place.x, place.y): place.cell for place in layout.places}
    steps = ((2, 0), (-2, 0), (1, 2), (-1, 2), (1, -2), (-1, -2))
    return {
        cell: {at[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in at}
        for (x, y), cell in at.items()
    }


@pytest.mark.parametrize("board", SHIPPED)
def test_after_a_half_turn_the_second_seat_sees_the_board_as_the_first_does(
    tmp_path: Path, board: str
) -> None:
    game = game_on(tmp_path, board)
    starts = game.catalogue.game.boards[board]["starts"]
    own, foe = (starts.get("2") or starts["4"])[:2]
    layout = hexlands.layout(game)
    turned = {place.cell: (place.x, place.y) for place in layout.seen_by(1, 3).places}
    straight = {place.cell: (place.x, place.y) for place in layout.places}
    assert (turned[foe], turned[own]) == (straight[own], straight[foe])


def test_holes_at_the_edge_take_no_room(tmp_path: Path) -> None:
    layout = hexlands.layout(game_on(tmp_path, "torn", TORN))
    assert [(place.cell, place.x, place.y) for place in layout.places] == [
        ("b3", 0, 0),
        ("b4", 2, 0),
        ("c3", 1, 2),
    ]
    found = {box.cell: box for box in boxes(layout, Size(9, 1))}
    assert found["c3"].x == found["b3"].x + found["b3"].width // 2


def test_the_smallest_cells_of_every_board_fit_a_screen_of_110_columns(tmp_path: Path) -> None:
    for board in SHIPPED:
        layout = hexlands.layout(game_on(tmp_path / board, board))
        width, height = layout.extent(layout.least)
        assert (width <= 84, height <= 27) == (True, True), "the hand has 26 columns, the log the rest"


def land_of(game: cw.Game, **areas: str) -> Land:
    """The land of a board as a seat sees it, with some fields in areas."""
    parts = {"grounds": hexlands.grounds(game), "lands": hexlands.lands(game)}
    board = SimpleNamespace(**parts, sight="", territory=hexlands.TERRITORY)
    seen = {area: frozenset(cells.split()) for area, cells in areas.items()}
    view = SimpleNamespace(areas=seen, remembered=[], seats=(), seat=0, game=game)
    return Land(cast(View, view), cast(Board, board))


def test_the_ground_of_a_cell_is_the_land_that_it_has_now(tmp_path: Path) -> None:
    game = game_on(tmp_path, "torn", TORN)
    begun = land_of(game)
    assert [begun.about(cell) for cell in ("b3", "b4", "c3")] == ["fire", "water", "wasteland"]
    assert [begun.ground(cell).symbol for cell in ("b3", "b4", "c3")] == ["f", "w", "."]
    now = land_of(game, water="b3 b4", wasteland="", fire="c3", range="c3")
    assert [now.about(cell) for cell in ("b3", "b4", "c3")] == ["water", "water", "fire, your range"]
    assert now.texture("c3", 0, 5) == "f f f"
    assert [begun.about(cell) for cell in ("b3", "b4", "c3")] == ["fire", "water", "wasteland"]


def test_a_hero_that_walks_is_shown_by_its_name(tmp_path: Path) -> None:
    game = game_on(tmp_path, "torn", TORN)
    land = land_of(game)
    hero = cast(Piece, SimpleNamespace(cell="b3", card=game.catalogue.card("warden")))
    assert land.ground("b3").home is None
    assert not is_home(land.view, land, hero)
