"""What is told of cards, targets and rules, in the smallest window too; and what the end reveals."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from clockwork import Wall
from maps import MAGES, RIDERS, Roamer, hidden

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.session import Session
from cardwright.hosting.spots import Spot
from cardwright.table import plain
from cardwright.table.drivers.timed import Timed
from cardwright.table.drivers.turns import Turns
from cardwright.table.screens.dialogs import Pages
from cardwright.table.screens.table import Table
from cardwright.table.selection import Selection

AtTable = Callable[..., None]


def seated(match: cw.Match, foe: str = "pass") -> Table:
    session = Session(match, {1: supervise(foe, 10.0)}, notes={})
    session.open()
    table = Table(Timed(session, Clock(source=Wall())) if match.game.is_timed else Turns(session, delay=0.0))
    table.chooser.asks = False
    return table


def flat(text: str) -> str:
    return re.sub(r"[│\s]+", " ", text)


def test_a_chosen_spell_is_told_beside_its_target(at_table: AtTable) -> None:
    match = cw.game("elemental-command").match(("fire-aggro", "earth-control"), seed=9)
    match.play("keep", seat=0)
    table = seated(match)
    seen = 0

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        nonlocal seen
        while not seen and match.ply < 60:
            await person.asked()
            for place, card in enumerate(match.view(0).hand):
                if card.name == "Fire Bolt" and Spot("card", place) in table.chooser.selection.sources:
                    await person.press(str(place + 1))
                    target = next(
                        piece for piece in match.view(0).pieces if piece.kind == "hero" and piece.owner
                    )
                    table.cursor.put(Spot("piece", target.id))
                    lines = " ".join(table.parts.detail.lines)
                    assert "Fire Bolt (2 mana" in lines
                    assert card.text in flat(lines)
                    assert target.name in lines
                    seen += 1
                    return
            table.driver.play("end")

    at_table(table, who)
    assert seen


def test_the_card_under_the_cursor_stands_in_full_in_a_small_hand(at_table: AtTable) -> None:
    match = cw.game("elemental-command").match(seed=7)
    match.play("keep", seat=0)
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        game = match.game
        for place, card in enumerate(match.view(0).hand):
            assert card.card is not None
            table.cursor.put(Spot("card", place))
            await person.pilot.pause()
            hand = table.parts.hand
            assert card.text in flat(" ".join(hand.canvas.text()))
            needs = "".join(f"{n}{name[0].upper()}" for name, n in game.needs(card.card).items())
            row = next(line for line in hand.canvas.text() if card.name[:6] in line)
            assert needs in row

    at_table(table, who, (80, 24))


def test_a_hand_on_a_map_tells_how_far_its_units_go_and_reach(at_table: AtTable) -> None:
    table = seated(cw.game("ruler").match([RIDERS, MAGES], seed=1))

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("1", "1", "1", "1", "1")
        await person.asked()
        game = table.game
        shown = flat(" ".join(table.parts.hand.canvas.text()))
        for card in table.driver.match.view(0).hand:
            assert card.card is not None
            printed = game.printed(card.card)
            assert f"moves {printed['move']}" in shown
            assert f"range {printed.get('range', 0)}" in shown or "range" not in printed
        assert "range" in shown

    at_table(table, who, (80, 24))


@pytest.mark.parametrize("slug", ["elemental-command", "ruler", "mana"])
def test_the_rules_are_shown_as_pages_and_the_help_begins_with_the_aim(slug: str, at_table: AtTable) -> None:
    match = cw.game(slug).match(seed=3)
    table = seated(match)
    aim = plain.aim(match.game)
    assert aim.endswith(".")
    assert "*" not in aim

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.until(lambda: table.view is not None)
        await person.press("question_mark")
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert f"{match.game.name}: {aim[:40]}" in flat(person.text)
        await person.press("escape")
        await person.type("rules")
        await person.until(lambda: isinstance(person.pilot.app.screen, Pages))
        assert "The aim" in person.text
        assert "##" not in person.text
        assert "**" not in person.text
        assert "| ---" not in person.text

    at_table(table, who, (100, 60))


def test_a_game_without_a_rulebook_has_no_aim(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = cw.game("mana")
    monkeypatch.setattr("cardwright.table.plain.games_folder", lambda: tmp_path)
    assert plain.aim(game) == ""


def test_the_end_of_a_match_lifts_the_fog(at_table: AtTable) -> None:
    for seed in range(60):
        match = cw.game("ruler", "desert-6x6").match([RIDERS, MAGES], seed=seed)
        roamer = Roamer(seed)
        while not match.is_over:
            (seat,) = match.to_act
            match.play(roamer.choose(match.view(seat)))
        if hidden(match) and match.actions[-1].seat == 0:
            break
    else:
        raise AssertionError("in no match something was hidden in the end")
    last = cw.replay(match.trace, to=match.ply - 1)
    final = match.actions[-1]
    table = seated(last)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        assert table.view is not None
        assert len(table.view.pieces) == len(last.view(0).pieces), "while it runs the fog stays"
        table.driver.play(final.text)
        await person.until(lambda: table.driver.session.is_over)
        shown = {(piece.name, piece.owner, piece.cell) for piece in table.view.pieces}
        secrets = hidden(last)
        assert secrets
        assert {(piece.name, piece.owner, piece.cell) for piece in secrets} <= shown
        assert "Hand of seat 1" in person.text
        assert "Your hand" in person.text
        assert table.view.remembered == ()

    at_table(table, who, (100, 30))


def test_who_gives_up_and_may_take_it_back_sees_no_more_than_before(at_table: AtTable) -> None:
    match = cw.game("ruler", "desert-6x6").match([RIDERS, MAGES], seed=1)
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        await person.press("C")
        assert "You have conceded" in person.text
        assert table.view is not None
        assert table.view.bytes == match.view(0).bytes
        assert "Hand of seat 1" not in person.text
        await person.press("u")
        assert not table.driver.session.is_over

    at_table(table, who, (100, 30))


def test_a_long_message_does_not_move_the_board(at_table: AtTable) -> None:
    match = cw.game("elemental-command").match(seed=7)
    match.play("keep", seat=0)
    table = seated(match)

    async def who(person) -> None:  # type: ignore[no-untyped-def]
        await person.asked()
        before = person.lines[:14]
        table.say("word " * 30)
        await person.pilot.pause()
        assert table.parts.message.size.height == 2
        assert person.lines[:14] == before

    at_table(table, who, (80, 24))


@pytest.mark.parametrize(
    ("slug", "deck", "reason"),
    [
        ("mana", {"kessa-ashborn": 1, "salamander": 30}, "you have no free location"),
        ("elemental-command", "earth-aggro", "you have no free space"),
        ("ruler", {"soldier": 40}, "you have as many cards in play as you may"),
    ],
)
def test_who_has_no_room_is_told_so(slug: str, deck: dict[str, int] | str, reason: str) -> None:
    match = cw.game(slug).match((deck, deck), seed=1)
    for _ in range(600):
        for seat in sorted(match.to_act):
            legal = list(match.view(seat).legal_actions)
            placed = [action for action in legal if action.verb == "play" and " at " in action.text]
            placed += [action for action in legal if action.text == "take earth"]
            others = [action for action in legal if action.verb in ("draw", "end", "mulligan", "keep")]
            chosen = [*(placed if seat == 0 else []), *(others if seat == 0 or slug != "mana" else [])]
            for action in chosen[:1]:
                match.play(action)
            view = match.view(0)
            if 0 in match.to_act and view.phase not in ("mulligan", "draw"):
                selection = Selection(view)
                idle = [Spot("card", place) for place in range(len(view.hand))]
                reasons = {selection.why_not(spot) for spot in idle if spot not in selection.sources}
                assert not any("say at which" in why for why in reasons)
                if reason in reasons:
                    return
        if slug == "mana":
            match.advance(match.now + 1000)
    raise AssertionError(f"never said: {reason}")
