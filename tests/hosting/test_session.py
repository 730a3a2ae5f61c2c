"""A match at a table: undo, hints, giving up, saving; without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from maps import RIDERS

import cardwright as cw
from cardwright.agents.supervised import Forfeit, supervise
from cardwright.errors import AgentError, CardwrightError
from cardwright.hosting.chronicle import Chronicle, news
from cardwright.hosting.session import Session, ending
from cardwright.hosting.spots import Spot


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    match = cw.game("elemental-command").match(seed=4)
    session = Session(match, {1: supervise("pass", 10.0)}, notes={"agent": "pass"})
    session.open()
    session.play("keep", 0)
    while session.acting != 0:
        session.play(session.think(), 1)
    return session


def test_nothing_is_taken_back_across_the_others_action(session: Session) -> None:
    session.play("take fire", 0)
    session.play('play "Ember Wisp" at c2', 0)
    assert session.undo(0) == 'play "Ember Wisp" at c2'
    assert session.undo(0) == "take fire"
    with pytest.raises(CardwrightError, match="nothing since the other's turn"):
        session.undo(0)
    session.play("end", 0)
    with pytest.raises(CardwrightError, match="cannot be taken back"):
        session.undo(0)  # the opponent has drawn a card


def test_a_hint_is_legal_and_its_gain_is_what_the_position_becomes_worth(session: Session) -> None:
    view = session.match.view(0)
    hint = session.hint(0)
    assert hint.action in view.legal_actions
    assert hint.gain is not None
    assert hint.action is not None
    session.play(hint.action, 0)
    assert session.match.view(0).worth - view.worth == pytest.approx(hint.gain)
    assert str(hint).endswith(f"[{hint.action}, {hint.gain:+.1f} points]")


def test_an_agent_that_weighs_nothing_gives_no_value(session: Session) -> None:
    session.hint_agent = "random"
    hint = session.hint(0)
    assert hint.gain is None
    assert str(hint) == f"random: {hint.advice} [{hint.action}]"


def test_a_hint_to_wait_is_a_hint() -> None:
    session = Session(cw.game("mana").match(seed=5), {}, notes={}, hint="simulating")
    hint = session.hint(0)
    assert (hint.action, hint.gain) == (None, None)
    assert str(hint) == "simulating: wait."


def test_a_hint_that_wins_says_so() -> None:
    match = cw.game("elemental-command").match(("fire-aggro", "fire-aggro"), seed=1)
    session = Session(match, {1: supervise("pass", 10.0)}, notes={})
    session.open()
    said: list[str] = []
    while not session.is_over:
        if session.acting == 1:
            session.play(session.think(), 1)
            continue
        hint = session.hint(0)
        said.append(str(hint))
        assert hint.action is not None
        session.play(hint.action, 0)
    assert "The opponent loses the match. [" in said[-1]
    assert said[-1].endswith(", wins the match]")
    assert not any(text.endswith("(wins the match)") for text in said[:-1])


def test_a_hint_of_a_python_agent_follows_what_was_taken_back(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "last_bots.py").write_text(
        "class Bot:\n    def choose(self, view):\n        return view.legal_actions[-1]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    session.hint_agent = "last_bots:Bot"
    try:
        first = session.hint(0)
        session.play("take fire", 0)
        session.hint(0)
        session.undo(0)
        assert session.hint(0) == first
        session.hint_agent = "missing_bots:Bot"
        session.close()
        session._adviser = None
        with pytest.raises(AgentError, match="missing_bots"):
            session.hint(0)
    finally:
        session.close()


def test_the_last_action_of_a_match_stays() -> None:
    match = cw.game("elemental-command").match(("fire-aggro", "fire-aggro"), seed=1)
    agent = cw.agent("greedy", seed=1)
    session = Session(match, {1: supervise("pass", 10.0)}, notes={})
    session.open()
    while not session.is_over:
        seat = session.acting
        session.play(session.think() if seat == 1 else agent.choose(match.view(0)), seat)
    with pytest.raises(CardwrightError, match="the match is over"):
        session.undo(0)


def test_giving_up_is_a_note_and_can_be_taken_back(session: Session) -> None:
    ply = session.match.ply
    session.concede(0)
    assert session.is_over
    assert session.outcome == "You have conceded: the match is lost."
    assert ending(session.match, session.notes) == "Seat 0 concedes. Seat 1 wins."
    assert ending(session.match, session.notes, 1) == "The opponent concedes. You have won."
    with pytest.raises(CardwrightError, match="the match is over"):
        session.play("end", 0)
    assert session.undo(0) == "concede"
    assert not session.is_over
    session.concede(0)
    session.finish()
    assert session.kept is not None
    trace = cw.Trace.from_file(session.kept)
    assert trace.notes == {"agent": "pass", "conceded": "0", "lasted": "2"}
    assert len(trace.steps) == ply


def test_a_forfeit_is_a_note_too(session: Session) -> None:
    session.forfeit(1, Forfeit("raised RuntimeError: tired"))
    assert session.outcome == "The opponent forfeits: it raised RuntimeError: tired. You have won."


def test_whatever_an_agent_says_the_match_can_be_kept(session: Session) -> None:
    session.forfeit(1, Forfeit("raised ValueError: two\nlines \ud800 \x1b[31m\u2028"))
    assert session.outcome == "The opponent forfeits: it raised ValueError: two lines � ␛[31m. You have won."
    session.finish()
    assert session.kept is not None
    assert cw.Trace.from_file(session.kept).notes["forfeited"] == "1 raised ValueError: two lines � ␛[31m"


def test_the_news_tell_what_happened_where(session: Session) -> None:
    session.play('play "Ember Wisp" at c2', 0)
    log = Chronicle(session.match, 0)
    view = session.match.view(0)
    assert news(view, log.of(session.match.ply)) == {Spot("cell", 7): "new"}
    session.play("attack c2 > hero", 0)
    hero = next(piece.id for piece in view.pieces if piece.kind == "hero" and piece.owner == 1)
    view = session.match.view(0)
    assert news(view, log.of(session.match.ply)) == {Spot("cell", 7): "hits", Spot("piece", hero): "-2"}
    session.undo(0)
    log.forget(session.match.ply)
    session.play("move c2 > c1", 0)
    assert news(session.match.view(0), log.of(session.match.ply)) == {Spot("cell", 2): "moved"}


def test_a_reader_is_told_only_what_it_may_know(session: Session) -> None:
    session.play("end", 0)
    told = {
        reader: [e.text for e in Chronicle(session.match, reader).upto(session.match.ply)]
        for reader in (0, 1)
    }
    drawn = next(text for text in told[1] if text.startswith("You draw"))
    name = drawn.removeprefix("You draw ").rstrip(".")
    own = {card.name for card in session.match.view(0).hand}
    assert name in own or not any(name in text for text in told[0])
    assert "The opponent draws a card." in told[0]


def test_among_three_nobody_wins_because_one_gives_up() -> None:
    match = cw.game("ruler", "four-roads").match([RIDERS] * 3, seed=1)
    session = Session(match, {seat: supervise("pass", 10.0) for seat in (1, 2)}, notes={})
    session.open()
    assert session.named(2) == "Seat 2"
    session.concede(0)
    assert session.outcome == "You have conceded. The match ends there."
    assert ending(match, session.notes) == "Seat 0 concedes. The match ends there."
    session.undo(0)
    session.forfeit(2, Forfeit("raised RuntimeError: tired"))
    assert session.outcome == "Seat 2 forfeits: it raised RuntimeError: tired. The match ends there."
    session.close()
