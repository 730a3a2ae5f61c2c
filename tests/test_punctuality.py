"""How late agents answer is measured decision by decision."""

from __future__ import annotations

from itertools import count
from time import sleep

import pytest

import cardwright as cw
from cardwright.agents.supervised import NativePlayer
from cardwright.errors import AgentError
from cardwright.face.actions import Action
from cardwright.face.match import Match
from cardwright.lab import punctuality
from cardwright.lab.punctuality import Punched, Punctuality, budgeted, is_asked, measure


def test_an_agent_that_answers_at_once_is_never_late() -> None:
    found = measure(cw.game("elemental-command"), "greedy", 200, count(1))
    assert found.decisions >= 200
    assert (found.late, found.share) == (0, 1)


def test_who_takes_longer_than_the_grace_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def slow(player: NativePlayer, match: Match, seat: int) -> Action | None:
        asked.append(seat)
        sleep(0.06 if len(asked) in (3, 4) else 0)
        return plain(player, match, seat)

    plain = NativePlayer.look
    monkeypatch.setattr(NativePlayer, "look", slow)
    found = measure(cw.game("hearth"), "pass", 20, count(1))
    assert found.late == 2
    assert 0.06 <= found.latest < 0.5
    assert found.share == 1 - 2 / found.decisions


def test_what_was_used_of_a_turn_is_gone_in_its_later_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(count())
    monkeypatch.setattr(punctuality, "perf_counter", lambda: next(clock))
    match = cw.game("ruler").match(seed=1)
    seat = min(match.to_act)
    player = Punched("pass", 1.5)
    player.begin(match, seat, 1)
    for _ in range(3):
        player.look(match, seat)
    assert player.delays == [0, 0.5, 1]


def test_agents_that_search_are_given_seconds_and_others_none() -> None:
    game = cw.game("ruler")
    assert budgeted(game, "expectimax", 0.5) == ("expectimax/seconds=0.5", 0.5)
    assert budgeted(game, "greedy", 0.5) == ("greedy", 0)


def test_who_never_looks_is_never_asked() -> None:
    assert not is_asked(cw.game("mana"), "pass")
    with pytest.raises(AgentError, match="pass was never asked in mana"):
        measure(cw.game("mana"), "pass", 10, range(2))
    assert is_asked(cw.game("mana"), "greedy")
    assert is_asked(cw.game("hearth"), "pass")


def test_the_share_of_punctual_answers() -> None:
    assert Punctuality(decisions=5000, late=5, latest=0.2).share == 0.999
