"""Matches that are kept: none overwrites another, and each is on disk as far as it was played."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from shown import LIMIT

import cardwright as cw
from cardwright.agents.supervised import supervise
from cardwright.errors import CardwrightError, TraceError
from cardwright.face.match import Match
from cardwright.hosting import saves
from cardwright.hosting.locks import holder
from cardwright.hosting.saves import Save
from cardwright.hosting.session import Session


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved matches."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "cardwright" / "matches"


def begun(seed: int = 3, save: Save | None = None, game: str = "elemental-command") -> Session:
    """A session at which everything is written, with the opponent's turn before it played."""
    match = cw.game(game).match(seed=seed)
    session = Session(
        match, {1: supervise("pass", 10.0)}, notes={"agent": "pass"}, saved=save, is_written=True
    )
    session.open()
    return session


def turn(session: Session) -> None:
    """Let the agent act until the person is asked."""
    while session.acting != 0:
        session.play(session.think(), 1)


def on_disk(session: Session) -> Match:
    """The match as it could be resumed if the process ended now."""
    assert session.saved is not None
    return cw.replay(cw.Trace.from_file(session.saved))


def test_a_finished_match_is_kept_beside_the_others() -> None:
    match = cw.game("elemental-command").match(seed=3)
    match.play("keep", seat=0)
    first, second = saves.keep_finished(match, {}), saves.keep_finished(match, {})
    assert first != second
    assert cw.replay(cw.Trace.from_file(second)).hash == match.hash
    assert not saves.saves_folder().exists(), "it is not offered to be resumed"


def test_a_match_that_ends_is_kept_before_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(4)
    session.play("keep", 0)
    session.concede(0)
    forget = Save.forget
    there: list[bool] = []

    def look(save: Save) -> None:
        there.append(any((saves.finished_folder()).glob("*.trace")) and on_disk(session).ply == 1)
        forget(save)

    monkeypatch.setattr(Save, "forget", look)
    session.finish()
    assert there == [True]
    assert session.saved is None


def test_a_match_is_on_disk_after_every_action_and_every_undo() -> None:
    session = begun(4)
    assert session.saved is None, "nothing was played yet"
    session.play("keep", 0)
    turn(session)
    for action in ("take fire", 'play "Ember Wisp" at c2'):
        session.play(action, 0)
        assert on_disk(session).hash == session.match.hash
    session.undo(0)
    assert on_disk(session).hash == session.match.hash
    assert on_disk(session).ply == session.match.ply
    session.concede(0)
    assert session.saved is not None
    assert cw.Trace.from_file(session.saved).notes == {"agent": "pass", "conceded": "0"}
    session.undo(0)
    assert cw.Trace.from_file(session.saved).notes == {"agent": "pass"}
    session.close()


def test_a_timed_match_is_on_disk_with_its_time() -> None:
    session = begun(5, game="mana")
    session.match.advance(16_000)
    session.record_time()
    session.play("draw", 0)
    session.match.advance(17_500)
    session.record_time()
    again = on_disk(session)
    assert (again.now, again.ply, again.hash) == (17_500, 1, session.match.hash)
    session.match.advance(18_000)
    session.record_time(is_hurried=False)
    assert on_disk(session).now == 17_500, "the clock alone is written once a second"
    session.close()


def test_half_a_line_is_left_out_and_the_match_goes_on_behind_it() -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    session.play("take fire", 0)
    path, ply = session.saved, session.match.ply
    assert path is not None
    session.close()
    with path.open("a") as file:
        file.write('0 play "Ember')
    match = cw.replay(cw.Trace.from_file(path))
    assert match.ply == ply
    again = Session(match, {1: supervise("pass", 10.0)}, notes={}, saved=path, is_written=True)
    again.open()
    again.play('play "Ember Wisp" at c2', 0)
    assert on_disk(again).hash == match.hash
    again.close()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "is no action"),
        ("9 keep", "is no action"),
        ("@5", "has a time, others have none"),
        ("@5 0 end", "has a time, others have none"),
        ("undo\nundo\nundo\nundo\nundo\nundo", "is no action"),
    ],
)
def test_a_line_that_is_none_is_named(line: str, words: str) -> None:
    session = begun(4)
    session.play("keep", 0)
    session.close()
    assert session.saved is not None
    text = session.saved.read_text()
    number = text.count("\n") + 3
    with pytest.raises(TraceError, match=words) as raised:
        cw.Trace.from_text(f"{text}\nsince\n{line}\n")
    assert raised.value.line is not None
    assert raised.value.line >= number


def test_a_save_that_is_open_at_a_table_belongs_to_it() -> None:
    session = begun()
    session.play("keep", 0)
    path = session.saved
    assert path is not None
    assert holder(path) == str(os.getpid())
    with pytest.raises(CardwrightError, match=f"open at another table \\(process {os.getpid()}\\)") as raised:
        Save(path)
    assert "play --saves" in str(raised.value)
    assert ", open at a table" in saves.described(path)
    session.close()
    assert holder(path) is None
    Save(path).close()
    assert ", open at a table" not in saves.described(path)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_lock_of_a_process_that_is_gone_locks_nothing() -> None:
    session = begun()
    session.play("keep", 0)
    session.close()
    path = session.saved
    assert path is not None
    path.with_name(f".{path.name}.lock").write_text("1\n")
    assert holder(path) is None
    Save(path).close()


def test_two_new_matches_of_a_seed_do_not_take_the_same_name() -> None:
    first, second = begun(), begun()
    for session in (first, second):
        session.play("keep", 0)
    assert first.saved != second.saved
    for session in (first, second):
        assert on_disk(session).ply == 1
        session.close()


def test_what_is_not_wanted_is_forgotten_and_what_was_saved_before_stays() -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    path = session.saved
    assert path is not None
    session.discard()
    assert not path.exists()
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    session.keep()
    kept = session.match.hash
    session.play("take fire", 0)
    session.discard()
    assert on_disk(session).hash == kept
    again = Session(on_disk(session), {1: supervise("pass")}, notes={}, saved=session.saved, is_written=True)
    again.play("take wind", 0)
    assert on_disk(again).hash == again.match.hash != kept
    again.discard()
    assert on_disk(again).hash == kept


def test_a_save_that_somebody_removed_is_written_again() -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    assert session.saved is not None
    session.saved.unlink()
    session.play("take fire", 0)
    assert on_disk(session).hash == session.match.hash
    session.close()


def test_where_nothing_can_be_written_the_match_goes_on_and_it_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    session = begun(4)
    session.play("keep", 0)
    assert "is not kept if this program is ended" in session.warning
    assert session.take_warning().endswith("cannot be written: Not a directory.")
    turn(session)
    session.play("take fire", 0)
    assert session.take_warning() == ""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    session.play('play "Ember Wisp" at c2', 0)
    assert on_disk(session).hash == session.match.hash, "as soon as it can be written, it is"
    session.close()


def test_lines_that_found_no_room_are_written_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    write = os.write

    def full(handle: int, data: bytes) -> int:
        write(handle, data[:3])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("cardwright.hosting.saves.os.write", full)
        session.play("take fire", 0)
    assert "No space left on device" in session.take_warning()
    assert on_disk(session).ply == session.match.ply - 1
    session.play('play "Ember Wisp" at c2', 0)
    assert on_disk(session).hash == session.match.hash
    session.close()


def test_writing_takes_no_time_that_a_player_would_notice() -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    taken: list[float] = []
    for _ in range(30):
        session.play("take fire", 0)
        begin = time.process_time()
        session._record_action()
        taken.append(time.process_time() - begin)
        session.undo(0)
    session.discard()
    assert sorted(taken)[15] < LIMIT / 10, "of all that an action may take until it is seen"


def test_a_match_in_time_is_on_disk_after_an_undo() -> None:
    session = begun(5, game="mana")
    session.match.advance(16_000)
    session.record_time()
    session.play("move a0 > a2", 0)
    session.undo(0)
    again = on_disk(session)
    assert (again.now, again.ply, again.hash) == (16_000, 0, session.match.hash)
    session.match.advance(17_000)
    session.record_time()
    again = on_disk(session)
    assert (again.now, again.hash) == (17_000, session.match.hash), "also where time has gone on since"
    session.play("move a0 > a2", 0)
    again = on_disk(session)
    assert (again.now, again.ply, again.hash) == (17_000, 1, session.match.hash)
    session.close()


def test_an_action_that_was_taken_back_takes_the_time_after_it_along() -> None:
    session = begun(5, game="mana")
    session.match.advance(16_000)
    session.record_time()
    session.keep()
    assert session.saved is not None
    text = session.saved.read_text()
    session.close()
    written = cw.Trace.from_text(f"{text}\nsince\n@17000 0 draw\n@23000\nundo\n")
    assert (written.steps, written.until) == ((), 17_000)
    assert cw.replay(written).now == 17_000


@pytest.mark.parametrize("slug", ["elemental-command", "mana"])
def test_a_save_is_read_wherever_it_was_cut(slug: str) -> None:
    session = begun(4, game=slug)
    if slug == "mana":
        session.match.advance(20_000)
        session.record_time()
        actions = ["draw", "move a0 > a2"]
    else:
        session.play("keep", 0)
        turn(session)
        actions = ["take fire", 'play "Ember Wisp" at c2']
    session.keep()
    path, ply = session.saved, session.match.ply
    assert path is not None
    size = len(path.read_bytes())
    for action in actions:
        session.play(action, 0)
        if slug == "mana":
            session.match.advance(session.match.now + 1000)
            session.record_time()
    session.close()
    whole = path.read_bytes()
    found = []
    for end in range(size, len(whole) + 1):
        path.write_bytes(whole[:end])
        match = on_disk(session)
        found.append(match.ply)
        again = Session(match, {1: supervise("pass")}, notes={}, saved=path, is_written=True)
        again.concede(0)
        again.close()
        assert cw.Trace.from_file(path).notes["conceded"] == "0", "and goes on behind the cut"
        assert on_disk(session).ply == match.ply
    assert found == sorted(found)
    assert (found[0], found[-1]) == (ply, ply + 2)
    assert set(found) == {ply, ply + 1, ply + 2}


def test_half_a_letter_at_the_end_is_no_reason_to_refuse(tmp_path: Path) -> None:
    session = begun(4)
    session.play("keep", 0)
    turn(session)
    session.play("take fire", 0)
    session.close()
    path, ply = session.saved, session.match.ply
    assert path is not None
    whole = path.read_bytes()
    path.write_bytes(whole + '0 play "Æ'.encode()[:-1])
    assert on_disk(session).ply == ply
    path.write_bytes(whole.replace(b"take fire", b"take f\xc6re"))
    with pytest.raises(TraceError, match="no text in UTF-8"):
        on_disk(session)
