"""How a match went: what hit the heroes, what was played, spent and left."""

from __future__ import annotations

import pytest
from clockwork import fire_match, ready_at

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.hosting.chronicle import Chronicle
from cardwright.hosting.realtime.account import Blow, Side, _hits, account, account_lines
from cardwright.hosting.realtime.clock import Clock
from cardwright.hosting.realtime.course import Course
from cardwright.hosting.session import Session


def played(seed: int, decks: tuple[str, str] | None = None) -> Session:
    match = cw.game("mana").match(decks, seed=seed)
    session = Session(match, {0: supervise("greedy"), 1: supervise("heuristic")}, notes={})
    session.open()
    Course(session, Clock(source=lambda: 0.0)).run(30 * 60_000)
    return session


@pytest.mark.parametrize(
    ("seed", "decks"), [(5, None), (6, ("living-wood", "low-moon")), (7, ("open-library", "long-winter"))]
)
def test_the_account_agrees_with_the_table(seed: int, decks: tuple[str, str] | None) -> None:
    match = played(seed, decks).match
    sides = account(match, "spectator")
    view = match.view("spectator")
    actions = match.actions
    for seat, side in enumerate(sides):
        hero = next(piece for piece in view.pieces if piece.kind == "hero" and piece.owner == seat)
        assert (side.home, side.health) == (hero.name, hero.health)
        assert side.played == sum(a.seat == seat and a.verb in ("play", "recall") for a in actions)
        assert side.drawn >= sum(a.seat == seat and a.verb == "draw" for a in actions)
        assert sum(amount for _, amount in side.sources) == sum(blow.amount for blow in side.blows)
        assert side.unused == {name: n for name, n in view.seats[seat].resources.items() if n}
        assert all(blow.amount > 0 for blow in side.blows)
    assert sides == account(match, 0), "whoever looks sees the same"


def test_who_lost_is_told_why() -> None:
    session = played(5)
    result = session.match.result
    assert result is not None
    assert result.winner is not None
    loser = 1 - result.winner
    side = account(session.match, loser)[loser]
    assert side.blows[-1].left <= 0
    lines = account_lines(session.match, loser, "You have lost.", 78)
    assert max(map(len, lines)) <= 78
    text = "\n".join(lines)
    assert text.startswith("You have lost. It took ")
    assert f"What hit your {side.home}" in text
    assert side.blows[-1].source in text
    for word in ("cards played", "creatures lost", "spent", "left unused", "the opponent"):
        assert word in text


def test_a_blow_is_by_who_struck_it_and_a_spell_by_its_name() -> None:
    match = fire_match(60_000)
    match.play('play "Fire Lance" > b0', seat=0)
    match.advance(61_000)
    match.play('use a0 "Flame Lash" > b0', seat=0)
    match.advance(62_000)
    match.play('play "Salamander" at a4', seat=0)
    strikes = ready_at(match, "a4")
    match.advance(strikes)
    match.play("attack a4 > b0", seat=0)
    blows = account(match, 1)[1].blows
    assert [(blow.at, blow.source) for blow in blows] == [
        (60_000, "Fire Lance"),
        (61_000, "Flame Lash of Kessa Ashborn"),
        (strikes, "Salamander"),
    ]
    hero = match.view(0).piece_on("b0")
    assert hero is not None
    assert blows[-1].left == hero.health
    assert blows[-1].amount == match.game.card("salamander").attack


def test_the_log_of_a_timed_match_has_times_and_no_noise() -> None:
    session = played(5)
    log = Chronicle(session.match, 0)
    entries = log.upto(session.match.ply)
    shown = [entry for entry in entries if not entry.is_quiet]
    times = [entry.at for entry in entries]
    assert None not in times
    assert times == sorted(times, key=lambda at: at or 0)
    types = {entry.event.type for entry in shown}
    assert not types & {"passed", "spent", "readied"}
    assert types >= {"played", "attacked", "began", "drawn"}
    produced = [entry for entry in shown if entry.event.type == "gained"]
    assert produced == [], "what flows all the time is not told"
    assert any(entry.text.startswith("1:00 The night begins") for entry in shown)


def test_the_log_grows_while_time_goes_on() -> None:
    match = cw.game("mana").match(seed=5)
    log = Chronicle(match, 0)
    before = len(log.upto(match.ply))
    match.advance(61_000)
    assert [entry.text for entry in log.upto(match.ply)[before:] if not entry.is_quiet] == [
        "1:00 The night begins."
    ]
    match.play("draw", seat=0)
    match.advance(121_000)
    texts = [entry.text for entry in log.upto(match.ply) if not entry.is_quiet]
    assert texts[-1] == "2:00 The day begins."
    assert len([text for text in texts if "begins" in text]) == 2


def test_sources_that_are_not_named_are_counted() -> None:
    side = Side(home="Kessa", health=3, blows=[Blow(at, f"Imp {at}", 9 - at, 0) for at in range(7)])
    text = " ".join(_hits(side, "your", is_listed=False, width=200))
    assert text.endswith("Imp 4 5 and 2 more")
    side.blows = side.blows[:5]
    assert "more" not in " ".join(_hits(side, "your", is_listed=False, width=200))
