"""Who plays what: named by the ready deck that it is, by what was noted, and by who sits there."""

from __future__ import annotations

import msgspec
import pytest

import cardwright as cw
from cardwright.hosting.casting import Role, cast_of
from cardwright.table.casting import cast_line


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "mana", "ruler"])
def test_every_ready_deck_is_known_by_its_cards(slug: str) -> None:
    game = cw.game(slug)
    for deck in game.catalogue.decks:
        match = game.match((deck, game.usual_decks[0]))
        assert cast_of(match, {})[0].deck == game.catalogue.decks[deck].name


def test_other_decks_are_called_as_they_were_named() -> None:
    match = cw.game("mana").match(("random:3", "random:4"))
    noted = cast_of(match, {"decks": "random:3,/somewhere/my best.toml", "agent": "greedy"})
    assert noted == [Role("drawn by chance", ""), Role("my best", "greedy")]
    assert cast_of(match, {"decks": "random:3,random:4:fire"})[1].deck == "drawn by chance"
    unnoted = cast_of(match, {"decks": "only one"})
    assert [role.deck for role in unnoted] == [seat.hero for seat in match.setup.seats]


def test_a_person_sits_where_no_agent_does() -> None:
    match = cw.game("elemental-command").match()
    assert [role.player for role in cast_of(match, {"agent": "human"})] == ["", ""]
    assert [role.player for role in cast_of(match, {"agents": "greedy,value/level=auto"})] == [
        "greedy",
        "value, level auto",
    ]


def test_the_line_says_as_much_as_fits() -> None:
    match = cw.game("ruler", "four-roads").match(["desert-raiders", "golden-walls", "slow-death"])
    cast = cast_of(match, {"agent": "expectimax/level=7"})
    whole = cast_line(match.game, cast, 0)
    assert whole == (
        "Ruler of Armies and Magic on four-roads - You: Desert Raiders; Seat 1: Golden Walls (expectimax, "
        "level 7); Seat 2: Slow Death (expectimax, level 7)"
    )
    for width in range(20, 160):
        line = cast_line(match.game, cast, 0, width)
        assert len(line) <= width
        assert line.startswith("You: Desert Raiders" if width < len(whole) else "Ruler")
    assert "Seat 0: Desert Raiders" in cast_line(match.game, cast, None)
    assert cast_line(match.game, cast, 0, 79) == (
        "You: Desert Raiders; 1: Golden Walls; 2: Slow Death; all expectimax, level 7"
    )


def test_a_position_without_decks_is_called_by_its_game() -> None:
    match = cw.game("elemental-command").match()
    bare = msgspec.structs.replace(
        match.setup, seats=tuple(msgspec.structs.replace(seat, cards={}) for seat in match.setup.seats)
    )
    from cardwright.hosting.casting import cast_for

    assert cast_line(match.game, cast_for(match.game, bare, {}), None) == "Elemental Command"
