"""Positions on a board whose ground changes: their lines in traces and setups, and the kernel's numbers."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest
from hexes import HERO, MINION, PATTERN, write_game

import cardwright as cw
from cardwright.building.catalogue import build_catalogue
from cardwright.catalogue import decode
from cardwright.catalogue.hexes import fields_of
from cardwright.errors import CardwrightError, TraceError
from cardwright.face.position import PlacedPiece, Position, PositionReader, SeatPosition
from cardwright.face.trace import Trace
from cardwright.scenario import Block, Line, Scenario, ScenarioError
from cardwright.scenario import setup_of as scenario_setup
from cardwright.scenario.expecting import Check
from cardwright.scenario.setups import Reader

BOARD = 'name = "Pond"\nfields = ["  . .", " . - .", "  . ."]\n[starts]\n2 = ["c1", "a1"]\n'

POSITION = Position(
    seats=(SeatPosition({}, {"changes": 1}, 3, "b1"), SeatPosition()),
    phase="turn",
    pieces=(PlacedPiece("wisp", 1, "a2"),),
    now=9,
    grounds={"fire": ("a1", "c2"), "water": ("b3",)},
)

LINES = [
    "begins seat 0, turn, 9",
    "ground fire: a1, c2",
    "ground water: b3",
    "seat 0 damage 3",
    "seat 0 at b1",
    "seat 0 has changes 1",
    "seat 1 wisp on a2",
]


@pytest.fixture
def fields(tmp_path: Path) -> cw.Game:
    """What a position asks of a game, for one that has no rules."""
    catalogue = decode(build_catalogue(write_game(tmp_path / "fields", HERO + MINION + PATTERN, pond=BOARD)))
    cells = [one.name for one in fields_of(catalogue.game.boards["pond"])]
    parts = SimpleNamespace(
        catalogue=catalogue,
        name="Fields",
        board="pond",
        cells=cells,
        cards=catalogue.cards,
        phases=["turn"],
        only_hero="warden",
        card=catalogue.card,
        number_of=catalogue.index,
    )
    return cast(cw.Game, parts)


def read(lines: list[str]) -> Position:
    reader = PositionReader(lines[0].removeprefix("begins "), 2)
    for line in lines[1:]:
        name, _, rest = line.partition(" ")
        (reader.take_ground if name == "ground" else reader.take)(rest)
    return reader.position()


def test_ground_and_the_cell_of_a_hero_are_told_in_lines_and_read_again() -> None:
    assert list(POSITION.to_lines()) == LINES
    assert read(LINES) == POSITION


def test_the_kernel_is_told_the_numbers_of_cells_and_places(fields: cw.Game) -> None:
    numbers = POSITION.numbers(fields)
    assert fields.cells == ["a1", "a2", "b1", "b3", "c1", "c2"]
    assert numbers["grounds"] == [[0, 1], [5, 1], [3, 2]], "a place is counted from 1"
    assert numbers["seats"][0]["cell"] == 2
    assert "cell" not in numbers["seats"][1], "this hero stands where heroes begin"


def test_a_position_of_another_game_has_neither_key() -> None:
    game = cw.game("elemental-command")
    position = Position(seats=(SeatPosition(), SeatPosition()), phase=game.phases[0])
    numbers = position.numbers(game)
    assert "grounds" not in numbers
    assert all("cell" not in seat for seat in numbers["seats"])


@pytest.mark.parametrize(
    ("grounds", "reason"),
    [
        ({"near": ("a1",)}, "the position names the ground"),
        ({"fire": ("b2",)}, "the position names the cell"),
        ({"fire": ("a1",), "water": ("a1",)}, "the position names the ground of a1 twice"),
    ],
)
def test_ground_that_there_is_not_is_refused(
    fields: cw.Game, grounds: dict[str, tuple[str, ...]], reason: str
) -> None:
    with pytest.raises(CardwrightError, match=reason):
        msgspec.structs.replace(POSITION, grounds=grounds).numbers(fields)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ground fire a1", "this must read like 'ground fire: c3, c4'"),
        ("ground fire:", "this must read like 'ground fire: c3, c4'"),
        ("ground fire: b1", '"ground fire" was said before'),
        ("seat 0 at a1", '"0 at a1" was said before'),
        ("seat 0 damage 2", '"0 damage 2" was said before'),
    ],
)
def test_a_trace_with_a_faulty_line_is_refused_with_its_line(line: str, reason: str) -> None:
    text = cw.game("elemental-command").match(["fire-aggro"] * 2, seed=1).trace.to_text().splitlines()
    head = text.index("")
    with pytest.raises(TraceError) as caught:
        Trace.from_text("\n".join([*text[:head], *LINES, line, *text[head:]]) + "\n")
    assert (caught.value.reason, caught.value.line) == (reason, head + len(LINES) + 1)


def setup_of(text: str, game: cw.Game) -> Position | None:
    lines = [Line(line, number) for number, line in enumerate(text.splitlines(), 1)]
    return Reader(Scenario("setup", None, 1), game).setup(Block("setup", lines)).position


def test_a_setup_says_the_ground_and_where_heroes_stand(fields: cw.Game) -> None:
    position = setup_of("me: at b1, health 27\nground fire: a1, c2\nground water: b3", fields)
    assert position is not None
    assert position.grounds == {"fire": ("a1", "c2"), "water": ("b3",)}
    assert [(seat.cell, seat.damage) for seat in position.seats] == [("b1", 3), ("", 0)]


@pytest.mark.parametrize(
    ("text", "reason", "suggestion"),
    [
        ("ground fier: a1", "ground fier: a1: there is no ground 'fier'", 'did you mean "fire"?'),
        ("ground near: a1", "there is no ground 'near'", "there are fire, water, wasteland"),
        ("ground fire: b2", "there is no cell 'b2'", "the cells are a1 to c2"),
        ("ground fire:", "there is no cell ''", "the cells are a1 to c2"),
        ("ground fire", "a colon stands before the cells", "write 'ground fire: ...'"),
        ("ground fire a1", "there is no ground 'fire a1'", "there are fire, water, wasteland"),
        ("ground fire: a1, a1", "'a1' was said before", "say it once"),
        ("ground fire: a1\nground fire: a2", "'ground fire' was said before", "say it once"),
        ("ground fire: a1\nground water: a1", "'a1' was said before", "say it once"),
        ("grond fire: a1", "this is neither a seat", 'did you mean "ground"?'),
        ("me: at b2", "there is no cell 'b2'", "the cells are a1 to c2"),
        ("me: att b1", "neither a resource, a zone nor health", 'did you mean "at"?'),
    ],
)
def test_a_line_about_the_ground_that_says_nothing_is_refused(
    fields: cw.Game, text: str, reason: str, suggestion: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        setup_of(text, fields)
    assert reason in caught.value.reason
    assert caught.value.suggestion == suggestion
    assert caught.value.line == len(text.splitlines())


def test_ground_that_does_not_change_cannot_be_set_up() -> None:
    with pytest.raises(ScenarioError, match="the ground of Ruler of Armies and Magic does not change"):
        setup_of("ground grass: 0,0", cw.game("ruler"))


WALK = """me: at e5, hand "Ember"
foe: health 12
ground fire: e6, f6
ground water: d4
foe a1 Droplet
"""


def walked() -> cw.Match:
    game = cw.game("hexlands")
    return game.begin(scenario_setup(WALK, game), seed=1)


def test_a_match_begins_on_the_ground_of_its_position() -> None:
    view = walked().view(0)
    assert (view.areas["fire"], view.areas["water"]) == ({"e6", "f6"}, {"d4"})
    assert len(view.areas["wasteland"]) == 61 - 3
    heroes = [piece.cell for piece in view.pieces if piece.kind == "hero"]
    assert heroes == ["e5", "a3"], "a hero of whom nothing is said stands where heroes begin"


def test_such_a_match_is_traced_and_played_again() -> None:
    match = walked()
    match.play('play "Ember" at e6')
    match.play("change d4 to earth")
    text = match.trace.to_text()
    assert {"ground fire: e6, f6", "ground water: d4", "seat 0 at e5"} <= set(text.splitlines())
    trace = Trace.from_text(text)
    assert (trace, trace.to_text()) == (match.trace, text)
    again = cw.replay(text)
    assert (again.hash, again.view(0).areas["earth"]) == (match.hash, {"d4"})


def test_another_land_is_another_position_in_a_trace() -> None:
    ends = set()
    for land in ("fire", "water"):
        match = walked()
        match.play(f"change d5 to {land}")
        ends.add(match.trace.to_text().splitlines()[-1])
    assert len(ends) == 2


@pytest.mark.parametrize(
    ("line", "reason", "suggestion"),
    [
        ("ground fire: e6, d4", "ground of d4: water, not fire", None),
        ("ground fier: e6", "there is no ground 'fier'", 'did you mean "fire"?'),
        ("ground fire: z9", "there is no cell 'z9'", "the cells are a1 to i5"),
        ("grund fire: e6", "this line starts with nothing known", 'did you mean "ground"?'),
    ],
)
def test_an_expected_ground_that_is_not_there_fails(line: str, reason: str, suggestion: str | None) -> None:
    match = walked()
    Check(match, match.game).expect("ground fire: e6, f6")
    with pytest.raises(ScenarioError) as caught:
        Check(match, match.game).expect(line)
    assert (caught.value.reason, caught.value.suggestion) == (reason, suggestion)


def test_a_hero_that_stands_beside_the_board_has_no_cell() -> None:
    game = cw.game("elemental-command")
    with pytest.raises(CardwrightError, match="the hero of seat 0 stands off the board"):
        game.begin(scenario_setup("me: fire, at c2\nfoe: earth", game), seed=1)
