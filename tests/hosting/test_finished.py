"""The list of finished matches, whatever the files are, and rematches."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.hosting import finished, saves
from cardwright.hosting.finished import all_finished, read_finished, result_words
from cardwright.hosting.seating import again


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "cardwright"


def played(slug: str = "elemental-command", seed: int = 4) -> cw.Match:
    match = cw.game(slug).match(seed=seed)
    while not match.is_over:
        match.play(match.legal_actions[0])
    return match


def test_a_match_tells_who_played_what_how_long_and_how_it_ended() -> None:
    match = played()
    assert match.result is not None
    row = read_finished(saves.keep_finished(match, {"agent": "greedy"}))
    assert row.game == "Elemental Command"
    assert row.who == "Fire Aggro against Earth Control (greedy)"
    assert row.lasted == f"{match.now} turns"
    assert row.result == {"won": "won", "lost": "lost", "drawn": "a draw"}[match.result.outcomes[0]]
    watched = read_finished(saves.keep_finished(match, {"agents": "greedy,value"}))
    assert watched.result in ("a draw", f"seat {match.result.winner} wins")


def test_a_file_of_an_earlier_version_is_played_again_to_know_its_end() -> None:
    match = played()
    path = saves.finished_folder() / "old.trace"
    saves.save(match, {"agent": "greedy"}, path)
    assert not {"winner", "lasted"} & cw.Trace.from_file(path).notes.keys()
    assert read_finished(path).told == read_finished(saves.keep_finished(match, {"agent": "greedy"})).told


def test_a_match_whose_end_is_noted_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    path = saves.keep_finished(played(), {"agent": "greedy"})

    def refuse(trace: cw.Trace) -> cw.Match:
        raise AssertionError("it was played again")

    monkeypatch.setattr(finished, "replay", refuse)
    assert read_finished(path).lasted


def test_damaged_files_are_listed_with_their_fault_and_the_newest_comes_first() -> None:
    path = saves.keep_finished(played(), {"agent": "greedy"})
    for number, text in enumerate(("", "broken", "cardwright trace 1\ngame chess\n", path.read_text()[:400])):
        bad = saves.finished_folder() / f"bad-{number}.trace"
        bad.write_text(text)
        os.utime(bad, (100 + number, 100 + number))
    os.utime(path, (200, 200))
    (saves.finished_folder() / "bytes.trace").write_bytes(b"\xff\xfe")
    os.utime(saves.finished_folder() / "bytes.trace", (300, 300))
    rows = [read_finished(path) for path in all_finished()]
    assert [row.path.name for row in rows][:2] == ["bytes.trace", path.name]
    assert [bool(row.fault) for row in rows] == [True, False, True, True, True, True]
    assert all(row.path.name in row.head for row in rows if row.fault)


def test_a_match_of_a_game_that_is_gone_is_told_by_what_was_noted() -> None:
    match = played()
    trace = msgspec.structs.replace(
        match.trace,
        game="gone",
        notes={"agent": "greedy", "decks": "aggro,control", "winner": "1", "lasted": "9"},
    )
    path = saves.finished_folder() / "gone.trace"
    path.parent.mkdir(parents=True)
    path.write_text(trace.to_text())
    row = read_finished(path)
    assert (row.game, row.told, row.lasted) == ("gone", "aggro against control (greedy): lost", "9 turns")


@pytest.mark.parametrize(
    ("notes", "seat", "words"),
    [
        ({"winner": "0"}, 0, "won"),
        ({"winner": "1"}, 0, "lost"),
        ({"winner": "1"}, None, "seat 1 wins"),
        ({"winner": "draw"}, 0, "a draw"),
        ({"conceded": "0"}, 0, "given up"),
        ({"conceded": "1"}, None, "seat 1 gives up"),
        ({"forfeited": "1 raised an error"}, 0, "won, the opponent forfeits"),
        ({}, 0, "not over"),
    ],
)
def test_the_end_in_a_word(notes: dict[str, str], seat: int | None, words: str) -> None:
    assert result_words(notes, 2, seat) == words


@pytest.mark.parametrize("slug", ["elemental-command", "hearth", "hexlands", "ruler"])
def test_another_seat_begins_the_rematch(slug: str) -> None:
    for seed in range(6):
        match = cw.game(slug).match(seed=seed)
        new = again(match)
        assert new.setup is match.setup
        assert new.seed != match.seed
        assert new.starting == 1 - match.starting
        assert new.ply == 0


def test_each_of_four_seats_begins_in_turn() -> None:
    game = cw.game("ruler", "four-roads")
    match = game.match(["desert-raiders"] * 4, seed=1)
    begun = [match.starting]
    for _ in range(4):
        match = again(match)
        begun.append(match.starting)
    assert [(after - before) % 4 for before, after in pairwise(begun)] == [1] * 4


def test_where_time_runs_for_all_a_rematch_only_has_another_seed() -> None:
    match = cw.game("mana").match(seed=3)
    assert again(match).seed == 4
