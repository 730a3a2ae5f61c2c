"""Boards of hexagons: the shipped ones can be played on, and each fault of a board is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from hexes import write_game

from cardwright.basics.documents import Document
from cardwright.basics.paths import games_folder
from cardwright.building.catalogue import Workshop, build_catalogue, read_boards
from cardwright.building.lint import lint
from cardwright.catalogue import decode
from cardwright.catalogue.hexes import AROUND, connected, drawn, fields_of
from cardwright.catalogue.patterns import steps
from cardwright.errors import CardwrightError

GOOD = """# A pond.
name = "Pond"
fields = [
    "  . . .",
    " f - - .",
    "  . w .",
]

[starts]
2 = ["c2", "a2"]
3 = ["c2", "a1", "a3"]
"""

SIDES = GOOD.replace("fields", 'sides = ["a", "b"]\nfields').replace('3 = ["c2", "a1", "a3"]\n', "")

SHIPPED = {path.stem: path for path in sorted((games_folder() / "hexlands" / "boards").glob("*.toml"))}

ROW = "there is room for 16"


def wide(rows: int, columns: int) -> str:
    """A board of so many rows, which lean to the right, of so many fields."""
    drawing = [" " * number + " ".join("." * columns) for number in range(rows)]
    listed = "".join(f'    "{row}",\n' for row in drawing)
    return f'name = "Wide"\nfields = [\n{listed}]\n[starts]\n2 = ["a1", "a2"]\n'


FAULTS = [
    # old text, new text, line, reason, suggestion
    (
        '" f - - ."',
        '" x - - ."',
        5,
        'unknown land "x" at b1',
        "the letters are f (fire), w (water), . (wasteland), - (a hole)",
    ),
    (
        '" f - - ."',
        '"  f - - ."',
        5,
        "row b is not shifted against row a",
        "begin it a letter further to the left or right",
    ),
    ('" f - - ."', '" f   - ."', 5, "row b has a gap", "leave one space between two fields; a hole is -"),
    ('" f - - ."', '" f-- ."', 5, "row b has fields without a space between them", "write it like . . ."),
    ('" f - - ."', '""', 5, "row b has no fields", "leave it out, or draw holes: -"),
    (
        '    "  . . .",\n    " f - - .",\n    "  . w .",\n',
        "",
        3,
        "the board has no fields",
        'write rows like " . ." and ". . ."',
    ),
    ('2 = ["c2", "a2"]', '2 = ["c2", "d1"]', 10, '2 players: the board has no field "d1"', "a1 to c3"),
    ('2 = ["c2", "a2"]', '2 = ["c2", "A2"]', 10, '2 players: the board has no field "A2"', 'mean "a2"?'),
    ('2 = ["c2", "a2"]', '2 = ["c2", "b2"]', 10, "2 players: the start b2 is a hole", "beside it"),
    ('2 = ["c2", "a2"]', '2 = ["c2", "c2"]', 10, "2 players: two heroes start on c2", "of its own"),
    ('2 = ["c2", "a2"]', '2 = ["c2"]', 10, "2 players: there are 1 start", "name one field for each"),
    ('"a1", "a3"]', '"a1"]', 11, "3 players: there are 2 starts", "name one field for each of them"),
    ("3 = [", "5 = [", 11, '"5" is not a number of players', "write 2, 3, 4"),
    ("3 = [", "03 = [", 11, '"03" is not a number of players', "write 2, 3, 4"),
    ("3 = [", "three = [", 11, '"three" is not a number of players', "write 2, 3, 4"),
    (
        '2 = ["c2", "a2"]\n3 = ["c2", "a1", "a3"]\n',
        "",
        9,
        "the board has no starts",
        'write [starts] and below it 2 = ["i3", "a3"]',
    ),
    ('" f - - ."', '" - - - -"', 10, "2 players: no way leads from c2 to a2", "fill a hole between them"),
    ('name = "Pond"\n', "", 1, 'missing key "name"', None),
    ("fields", "tiles", 3, 'unknown key "tiles"', None),
    ("fields = [", 'sides = "a"\nfields = [', 3, '"sides": expected a list, got a text', None),
    ('2 = ["c2", "a2"]', '2 = "c2"', 10, '"2": expected a list, got a text', None),
]


def faults_of(folder: Path, text: str) -> list[CardwrightError]:
    workshop = Workshop(write_game(folder / "fields", pond=text))
    found: list[CardwrightError] = []
    read_boards(workshop.sources, workshop.vocabulary, found)
    return found


@pytest.mark.parametrize(("old", "new", "line", "reason", "suggestion"), FAULTS)
def test_a_board_that_nobody_could_play_on_is_refused(
    tmp_path: Path, old: str, new: str, line: int, reason: str, suggestion: str | None
) -> None:
    assert old in GOOD
    error = faults_of(tmp_path, GOOD.replace(old, new, 1))[0]
    assert (error.reason, error.line) == (reason, line)
    assert (suggestion or "") in (error.suggestion or "")
    assert str(error.file).endswith("boards/pond.toml")


@pytest.mark.parametrize(
    ("sides", "line", "reason", "suggestion"),
    [
        ('["a", "a"]', 3, "all seats play on one side", 'write at least two, like ["a", "b", "a", "b"]'),
        ('["a"]', 3, "the sides have 1 seat", "write one for each of 2, 3, 4"),
        ('["a", "b", "a", "b", "a"]', 3, "the sides have 5 seats", "write one for each of 2, 3, 4"),
        (
            '["a", "b", "a", "b"]',
            3,
            "the sides are for 4 players, the starts for 2",
            "write starts for 4 only",
        ),
    ],
)
def test_teams_fit_the_seats(tmp_path: Path, sides: str, line: int, reason: str, suggestion: str) -> None:
    assert faults_of(tmp_path, SIDES) == []
    [error] = faults_of(tmp_path, SIDES.replace('["a", "b"]', sides))
    assert (error.reason, error.line, error.suggestion) == (reason, line, suggestion)


@pytest.mark.parametrize(
    ("rows", "columns", "reasons"),
    [
        (8, 16, []),
        (16, 8, []),
        (9, 15, ["the board has 135 fields, there is room for 128"]),
        (17, 2, [f"the board has 17 rows, {ROW}"]),
        (2, 17, [f"the board has 17 slanting columns, {ROW}"]),
        (27, 1, [f"the board has 27 rows, {ROW}"]),
    ],
)
def test_a_board_is_as_large_as_the_kernel_has_room(
    tmp_path: Path, rows: int, columns: int, reasons: list[str]
) -> None:
    told = [error.reason for error in faults_of(tmp_path, wide(rows, columns))]
    assert [reason for reason in told if "players" not in reason] == reasons


def test_all_that_is_wrong_with_a_board_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('"a2"', '"b2"').replace("3 =", "7 =").replace("name", "nam")
    assert sorted(error.reason for error in faults_of(tmp_path, text)) == [
        '"7" is not a number of players',
        "2 players: the start b2 is a hole",
        'missing key "name"',
        'unknown key "nam"',
    ]


def test_holes_are_no_place_to_stand_and_lint_reads_boards(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "fields", pond=GOOD, torn=GOOD.replace('" f - - ."', '" - - - -"'))
    reasons = [row["reason"] for row in lint(folder)["errors"]]
    assert reasons == [
        "2 players: no way leads from c2 to a2",
        "3 players: no way leads from c2 to a1",
        "3 players: no way leads from c2 to a3",
    ]


def test_a_board_comes_into_the_catalogue_as_it_was_written(tmp_path: Path) -> None:
    catalogue = decode(build_catalogue(write_game(tmp_path / "fields", pond=GOOD)))
    board = catalogue.game.boards["pond"]
    assert board["starts"] == {"2": ["c2", "a2"], "3": ["c2", "a1", "a3"]}
    assert [one.name for one in fields_of(board)] == ["a1", "a2", "a3", "b1", "b4", "c1", "c2", "c3"]


def test_fields_lie_as_they_are_drawn() -> None:
    places = {one.name: (one.q, one.r) for one in drawn(["  . .", " . - .", "  . ."])}
    middle = places["b2"]
    around = {(q - middle[0], r - middle[1]) for name, (q, r) in places.items() if name != "b2"}
    assert around == set(AROUND), "the six around a field are its neighbours"


@pytest.mark.parametrize("board", SHIPPED)
def test_every_shipped_board_can_be_played_on(tmp_path: Path, board: str) -> None:
    workshop = Workshop(write_game(tmp_path / "fields", **{board: SHIPPED[board].read_text("utf-8")}))
    found: list[CardwrightError] = []
    assert board in read_boards(workshop.sources, workshop.vocabulary, found)
    assert found == []


@pytest.mark.parametrize(("board", "count"), [("open", 61), ("ring", 72), ("isles", 91), ("alliance", 91)])
def test_shipped_boards_have_their_fields(board: str, count: int) -> None:
    fields = fields_of(Document(SHIPPED[board]).data)
    assert len(fields) == count
    assert {one.letter for one in fields} == {"."}, "all fields are wasteland at first"
    assert len(connected(fields[0], fields)) == count, "a way leads from every field to every other"


@pytest.mark.parametrize("board", SHIPPED)
def test_shipped_boards_are_the_same_for_all_seats(board: str) -> None:
    """A board turned by a sixth is itself; so are the starts of three turned by a third, others by a half."""
    data = Document(SHIPPED[board]).data
    fields = {one.name: (2 * one.q, 2 * one.r) for one in fields_of(data)}
    middle = tuple((max(places) + min(places)) // 2 for places in zip(*fields.values(), strict=True))
    placed = {name: (q - middle[0], r - middle[1]) for name, (q, r) in fields.items()}
    whole = set(placed.values())
    assert whole == {(-r, q + r) for q, r in whole}
    for players, starts in data["starts"].items():
        found = {placed[name] for name in starts}
        assert len({steps(place) for place in found}) == 1
        assert {_turned(place, players) for place in found} == found
    if "2" in data["starts"]:
        bottom, top = (placed[name] for name in data["starts"]["2"])
        assert bottom == (-top[0], -top[1])
        assert bottom[1] > 0, "the first seat sits at the bottom"


def _turned(place: tuple[int, int], players: str) -> tuple[int, int]:
    """A place turned by a third of the board for three players, by a half for two and four."""
    q, r = place
    return (-q - r, q) if players == "3" else (-q, -r)


@pytest.mark.parametrize("board", SHIPPED)
def test_heroes_have_room_around_them(board: str) -> None:
    data = Document(SHIPPED[board]).data
    fields = {one.name: (one.q, one.r) for one in fields_of(data)}
    for starts in data["starts"].values():
        for name in starts:
            q, r = fields[name]
            around = sum((q + dq, r + dr) in fields.values() for dq, dr in AROUND)
            assert around >= (4 if board == "open" else 6), "at the edge of the open board there are four"
