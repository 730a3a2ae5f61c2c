"""A game with fog: what is told, remembered and taken back; impossible positions."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import cardwright as cw
from cardwright.errors import CardwrightError
from cardwright.face.actions import NO_CHOICE, make_code
from cardwright.face.position import PlacedPiece, Position, SeatPosition
from cardwright.face.setup import SeatSetup, Setup
from cardwright.scenario import ScenarioError, read, run
from cardwright.scenario.setups import Reader

MOVE, ATTACK = 2, 3
"""The numbers of the verbs."""
DESERT = "desert-6x6"


def arranged(folder: Path, *lines: str) -> cw.Match:
    """The position that the lines of a setup describe."""
    path = folder / "position.md"
    path.write_text(
        "## A position\n\n```setup\n{}\n```\n\n```expect\nresult open\n```\n".format("\n".join(lines)),
        encoding="utf-8",
    )
    scenario = read(path)[0]
    reader = Reader(scenario, cw.game("ruler", DESERT))
    setup = reader.setup(scenario.blocks[0])
    return reader.game.begin(setup, seed=1)


def told(match: cw.Match, seat: int) -> str:
    return "\n".join(str(event) for event in match.events(seat))


def test_what_is_built_on_a_trap_does_not_find_it(tmp_path: Path) -> None:
    match = arranged(tmp_path, 'me: gold 200, hand "Wooden Bunker"', "foe 3,3 Steel Jaw Trap")
    match.play('play "Wooden Bunker" at 3,3')
    assert "Wooden Bunker" in told(match, 0)
    assert "Trap" not in told(match, 0)


def test_a_ship_that_sails_over_a_trap_does_not_find_it(tmp_path: Path) -> None:
    match = arranged(tmp_path, "board river-crossing", "me 3,2 Wooden Ship", "foe 3,3 Steel Jaw Trap")
    match.play("move 3,2 > 3,3")
    assert "Trap" not in told(match, 0)


def test_who_walks_into_a_trap_learns_what_it_was(tmp_path: Path) -> None:
    match = arranged(tmp_path, "me 3,2 Soldier", "foe 3,3 Steel Jaw Trap")
    match.play("move 3,2 > 3,3")
    assert "Steel Jaw Trap" in told(match, 0)


def test_what_happens_out_of_sight_does_not_change_what_is_remembered(tmp_path: Path) -> None:
    match = arranged(
        tmp_path, "foe 3,3 Soldier, damage 6", "foe 3,2 Field Hospital", "foe 5,5 Guard", "turn foe"
    )
    match.play("move 3,3 > 3,2")
    for action in ("end", "draw units", "end"):
        match.play(action)
    (soldier,) = [piece for piece in match.view(1).pieces if piece.name == "Soldier"]
    assert soldier.health == 13, "the hospital heals at the start of its owner's turn"
    remembered = {seen.name: seen.health for seen in match.view(0).remembered}
    assert remembered["Soldier"] == 9


def test_a_spell_that_lifts_the_fog_is_not_taken_back(tmp_path: Path) -> None:
    fog = ("foe 4,7 Outpost, damage 400", "foe 3,8 Wooden Bunker")
    match = arranged(tmp_path, "board long-march", 'me: hand "Landslide"', "me 5,6 Scout", *fog)
    assert "Wooden Bunker" not in {piece.name for piece in match.view(0).pieces}
    match.play('play "Landslide" > 4,7')
    assert "Wooden Bunker" in {piece.name for piece in match.view(0).pieces}
    assert not match.can_undo


def test_what_somebody_had_to_give_is_not_unlearned(tmp_path: Path) -> None:
    match = arranged(tmp_path, "foe: gold 25", "me 3,3 Raider", "foe 3,3 Tax Depository")
    match.play('use 3,3 "Pillage" > 3,3#2')
    assert match.view(0).seats[0].resources["gold"] == 225
    assert not match.can_undo


def test_a_spell_that_shows_nothing_can_be_taken_back(tmp_path: Path) -> None:
    match = arranged(tmp_path, 'me: hand "Heal"', "me 3,3 Soldier, damage 5")
    match.play('play "Heal" > 3,3')
    assert match.can_undo


def test_a_seat_without_a_base_is_refused_at_its_scenario(tmp_path: Path) -> None:
    path = tmp_path / "seats.md"
    path.write_text(
        "## Three\n\n```setup\nme 0,0 Soldier\nfoe2 0,1 Soldier\n```\n\n```expect\nresult open\n```\n",
        encoding="utf-8",
    )
    with pytest.raises(ScenarioError, match="on this board at most 2") as refused:
        run(read(path)[0], cw.game("ruler"))
    assert (refused.value.file, refused.value.line) == (str(path), 1)


BASES = (SeatSetup("base", {}), SeatSetup("base", {}))


def position(seats: tuple[SeatSetup, ...] = BASES, held: SeatPosition | None = None, **changes: Any) -> Setup:
    """Two bases and nothing else, with changes; `held` is what every seat has."""
    held = held or SeatPosition()
    parts: dict[str, Any] = {"seats": (held,) * len(seats), "now": 9, "phase": "turn"}
    return Setup(seats, position=Position(**(parts | changes)))


CANNOT_BE = {
    "a base for every seat": (position(seats=(*BASES, *BASES)[:3]), "on this board at most 2"),
    "a card beyond the last tile": (
        position(pieces=(PlacedPiece("soldier", 0, "6,0"), PlacedPiece("soldier", 1, "0,0"))),
        "the cell '6,0', which the game does not have",
    ),
    "a card of nobody": (
        position(pieces=(PlacedPiece("soldier", 2, "0,0"),)),
        "a seat in a position is 0 to 1",
    ),
    "a second base": (position(pieces=(PlacedPiece("base", 0, "0,3"),)), "one base"),
    "no base": (position(seats=(SeatSetup("soldier", {}),) * 2), "one base"),
    "a spell on the map": (position(pieces=(PlacedPiece("heal", 0, "0,3"),)), "do not lie on the map"),
    "a spell among the units": (
        position(held=SeatPosition({"units": ("heal",)})),
        "'heal' does not belong into the zone 'units'",
    ),
    "an art in hand": (
        position(held=SeatPosition({"hand": ("fireball",)})),
        "'fireball' does not belong into the zone 'hand'",
    ),
    "a zone of another game": (position(held=SeatPosition({"graveyard": ("heal",)})), "the zone 'graveyard'"),
    "a card of another game": (position(held=SeatPosition({"hand": ("ember-wisp",)})), "no card"),
    "nothing to draw": (position(phase="draw"), "no cards left to draw"),
}


@pytest.mark.parametrize("what", CANNOT_BE)
def test_a_position_that_cannot_be_is_refused(what: str) -> None:
    setup, reason = CANNOT_BE[what]
    with pytest.raises(CardwrightError, match=reason):
        cw.game("ruler", DESERT).begin(setup, seed=1)
    assert not cw.game("ruler", DESERT).begin(position(), seed=1).is_over


@pytest.mark.parametrize("board", [DESERT, "river-crossing"])
def test_a_seat_lists_its_actions_in_the_order_of_its_view(board: str) -> None:
    game = cw.game("ruler", board)
    decks = list(game.decks)
    is_renumbered = False
    for seed in range(4):
        match = game.match(seed=seed, decks=(decks[seed % len(decks)], decks[(seed + 1) % len(decks)]))
        dice = random.Random(seed)
        while not match.is_over:
            (seat,) = match.to_act
            legal, view = match.legal_actions, match.view(seat)
            assert legal == view.legal_actions
            assert match.kernel.legal_all(seat) == [action.code for action in legal]
            assert all(match.kernel.is_legal(action.code) for action in legal)
            beyond = len(view.pieces)
            assert not match.kernel.is_legal(
                make_code(seat, ATTACK, 0, (beyond, NO_CHOICE, NO_CHOICE, NO_CHOICE))
            )
            assert not match.kernel.is_legal(
                make_code(seat, MOVE, beyond, (0, NO_CHOICE, NO_CHOICE, NO_CHOICE))
            )
            is_renumbered |= len(match.view("spectator").pieces) != beyond
            match.play(legal[dice.randrange(len(legal))])
    assert is_renumbered, "something was hidden"
