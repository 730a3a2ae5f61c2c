"""Maps: the shipped ones can be played on, and each fault of a map is one sentence."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop, read_boards
from cardwright.building.lint import lint
from cardwright.errors import CardwrightError

GAME = games_folder() / "ruler"
BOARDS = sorted(path.stem for path in (GAME / "boards").glob("*.toml"))

GOOD = """# A pond.
name = "Pond"
bases = ["0,0", "1,2"]
tiles = [
    "g g a",
    "d w t",
]

[terrain]
a = ["grass", "water"]
"""

WriteMap = Callable[[str], Path]


@pytest.fixture
def write_map(tmp_path: Path) -> WriteMap:
    """A copy of the game with one map, made from a text."""

    def write(text: str) -> Path:
        folder = tmp_path / "ruler"
        shutil.copytree(GAME / "cards", folder / "cards")
        (folder / "boards").mkdir()
        game = (GAME / "game.toml").read_text(encoding="utf-8")
        for board in ("desert-6x6", "river-crossing"):
            game = game.replace(f'"{board}"', '"pond"')
        (folder / "game.toml").write_text(game, encoding="utf-8")
        (folder / "boards" / "pond.toml").write_text(text, encoding="utf-8")
        return folder

    return write


FAULTS = [
    # old text, new text, line, reason, suggestion
    ('"g g a",\n    "d w t",\n', "", 4, "the map has no tiles", 'write rows like "g g d w"'),
    ('"d w t"', '"d w"', 6, "row 1 has 2 tiles, row 0 has 3", "every row has the same number"),
    (
        '"d w t"',
        '"d x t"',
        6,
        'unknown terrain "x" at 1,1',
        "the letters are g (grass), d (desert), t (town), w (water), a (grass and water)",
    ),
    (
        '"g g a",\n    "d w t"',
        ",\n".join(['"' + "g " * 13 + '"'] * 10),
        4,
        "the map has 130 tiles, there is room for 128",
        "leave rows or columns out",
    ),
    ('"1,2"', '"1,3"', 3, "the base 1,3 is outside the map", "the last tile is 1,2"),
    ('"1,2"', '"b2"', 3, '"b2" is not a tile', 'write row and column from 0, like "2,5"'),
    ('"1,2"', '"1,1"', 3, "the base 1,1 is on water", "give it a tile of land"),
    ('"1,2"', '"0,0"', 3, "two bases are on 0,0", "give each seat a tile of its own"),
    (', "1,2"', "", 3, "the map has 1 base", "a map has 2 to 4, one for each seat"),
    (
        '"0,0", "1,2"',
        '"0,0", "0,1", "0,2", "1,0", "1,2"',
        3,
        "the map has 5 bases",
        "a map has 2 to 4, one for each seat",
    ),
    (
        '"g g a"',
        '"g g w"',
        3,
        "no way over land leads from the base 0,0 to the base 1,2",
        "make one, or say ships = true if the way is by water",
    ),
    ('["grass", "water"]', '["gras", "water"]', 10, 'unknown terrain "gras"', 'did you mean "grass"?'),
    (
        '["grass", "water"]',
        '["grass", "water", "town"]',
        10,
        '"a" has 3 terrains',
        "a tile carries one or two different ones",
    ),
    ("a = [", "g = [", 10, 'the letter "g" means grass on every map', "take another letter"),
    ("a = [", "ab = [", 10, '"ab" is not a letter', 'write one like a = ["..."]'),
    ("bases", "base", 3, 'unknown key "base"', 'did you mean "bases"?'),
    ('name = "Pond"\n', "", 1, 'missing key "name"', None),
    ('["0,0", "1,2"]', '"0,0"', 3, '"bases": expected a list, got a text', None),
]


@pytest.mark.parametrize(("old", "new", "line", "reason", "suggestion"), FAULTS)
def test_a_map_that_nobody_could_play_on_is_refused(
    write_map: WriteMap, old: str, new: str, line: int, reason: str, suggestion: str | None
) -> None:
    assert old in GOOD
    workshop = Workshop(write_map(GOOD.replace(old, new, 1)))
    with pytest.raises(CardwrightError) as caught:
        read_boards(workshop.sources, workshop.vocabulary)
    error = caught.value
    assert (error.reason, error.line, error.suggestion) == (reason, line, suggestion)
    assert str(error.file).endswith("boards/pond.toml")


def test_a_map_of_two_terrains_and_one_of_ships_are_good(write_map: WriteMap) -> None:
    apart = GOOD.replace('"g g a"', '"g g w"').replace("tiles", "ships = true\ntiles")
    folder = write_map(apart)
    assert lint(folder)["errors"] == []
    (folder / "boards" / "pond.toml").write_text(GOOD, encoding="utf-8")
    assert lint(folder)["errors"] == []


def test_lint_names_every_map_that_is_wrong(write_map: WriteMap) -> None:
    folder = write_map(GOOD.replace('"1,2"', '"1,1"'))
    (folder / "boards" / "two.toml").write_text(GOOD.replace('"1,2"', '"9,9"'), encoding="utf-8")
    reasons = [row["reason"] for row in lint(folder)["errors"]]
    assert reasons == ["the base 1,1 is on water", "the base 9,9 is outside the map"]


def test_all_that_is_wrong_with_a_map_is_told_at_once(write_map: WriteMap) -> None:
    text = GOOD.replace('"0,0", "1,2"', '"0", "9,9"').replace('"g g a"', '"g x"').replace("name", "nam")
    rows = lint(write_map(text))["errors"]
    assert sorted(row["reason"] for row in rows) == [
        '"0" is not a tile',
        'missing key "name"',
        "row 1 has 3 tiles, row 0 has 2",
        "the base 9,9 is outside the map",
        'unknown key "nam"',
        'unknown terrain "x" at 0,1',
    ]


def test_the_usual_board_of_a_game_must_be_there(write_map: WriteMap) -> None:
    folder = write_map(GOOD)
    game = (folder / "game.toml").read_text(encoding="utf-8")
    (folder / "game.toml").write_text(game.replace('"pond"', '"pound"'), encoding="utf-8")
    row = lint(folder)["errors"][0]
    assert (row["reason"], row["line"], row["suggestion"]) == (
        'unknown board "pound"',
        6,
        'did you mean "pond"?',
    )


@pytest.mark.parametrize("board", BOARDS)
def test_every_shipped_map_can_be_played_on_by_as_many_as_it_has_bases(board: str) -> None:
    game = cw.game("ruler", board)
    data = game.catalogue.game.boards[board]
    for seats in range(2, len(data["bases"]) + 1):
        match = game.match(decks=["desert-raiders"] * seats, seed=1)
        bases = [piece.cell for piece in match.view(seat=0).pieces if piece.kind == "base"]
        assert bases == data["bases"][:seats]


def test_large_maps_are_the_same_seen_from_the_first_two_bases() -> None:
    boards = cw.game("ruler").catalogue.game.boards
    for name, board in boards.items():
        if name != "desert-6x6":  # the thesis has its second base in the corner
            turned = [" ".join(reversed(row.split())) for row in reversed(board["tiles"])]
            assert board["tiles"] == turned, name


def test_the_maps_of_the_thesis_are_there_and_others_for_two_and_for_four() -> None:
    boards = cw.game("ruler").catalogue.game.boards
    assert {len(board["bases"]) for board in boards.values()} == {2, 4}
    assert boards["desert-5x10"]["bases"] == ["2,2", "2,7"]
    assert boards["desert-6x6"]["bases"] == ["2,2", "5,5"]
    assert len(boards) >= 6


def test_a_board_has_room_for_so_many_seats() -> None:
    with pytest.raises(CardwrightError) as caught:
        cw.game("ruler").match(decks=["desert-raiders"] * 3)
    assert caught.value.reason == "3 seats: the board river-crossing is made for 2"
    assert str(caught.value.suggestion).startswith("boards for so many are archipelago, ")


def test_an_unknown_board_is_named_with_the_nearest() -> None:
    with pytest.raises(CardwrightError, match='ruler has no board "deserd-6x6"; did you mean "desert-6x6"'):
        cw.game("ruler", "deserd-6x6")
    with pytest.raises(CardwrightError, match='ruler has no board "moon"; the boards are archipelago, '):
        cw.game("ruler").match(board="moon")


def test_a_trace_knows_its_board_and_what_it_looks_like() -> None:
    match = cw.game("ruler").match(decks=["desert-raiders"] * 2, board="twin-towns", seed=3)
    assert "board twin-towns" in match.trace.to_text().splitlines()
    other = cw.game("ruler").match(decks=["desert-raiders"] * 2, seed=3)
    versions = {one.setup.cards_version(one.game.catalogue) for one in (match, other)}
    assert len(versions) == 2


def reasons_of(folder: Path) -> list[str]:
    return [row["reason"] for row in lint(folder)["errors"]]


def test_a_first_row_without_tiles_says_nothing_about_the_bases(write_map: WriteMap) -> None:
    assert reasons_of(write_map(GOOD.replace('"g g a"', '""'))) == ["row 1 has 3 tiles, row 0 has 0"]


@pytest.mark.parametrize(
    ("terrain", "reason"),
    [
        ("a = []", '"a" has 0 terrains'),
        ('a = ["water", "water"]', '"a" has 2 terrains'),
        ('a = ["water", "wtaer"]', 'unknown terrain "wtaer"'),
        ('a = ["grass"]\ng = ["water"]', 'the letter "g" means grass on every map'),
    ],
)
def test_a_letter_that_is_wrong_is_not_called_water(write_map: WriteMap, terrain: str, reason: str) -> None:
    text = GOOD.replace('a = ["grass", "water"]', terrain).replace('["0,0", "1,2"]', '["0,0", "0,2"]')
    assert reasons_of(write_map(text)) == [reason]
