"""`cardwright replay`: a written match, printed or step by step."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import cardwright as cw
from cardwright import cli
from cardwright.hosting.saves import keep_finished
from cardwright.hosting.worth import swings, worths


@pytest.fixture(scope="module")
def match() -> cw.Match:
    match = cw.game("elemental-command").match(seed=4)
    chance = random.Random(4)
    while not match.is_over:
        match.play(chance.choice(match.legal_actions))
    return match


@pytest.fixture
def file(match: cw.Match, tmp_path: Path) -> str:
    path = tmp_path / "match.trace"
    path.write_text(match.trace.to_text())
    return str(path)


def replay(*words: str) -> Result:
    return CliRunner().invoke(cli.app, ["replay", *words])


def test_without_a_terminal_the_whole_match_is_printed(file: str, match: cw.Match) -> None:
    out = replay(file).stdout
    assert f"{match.ply:>3}. seat" in out
    assert "The match is over:" in out
    assert all(len(line) <= 110 for line in out.splitlines())


def test_it_can_end_at_an_action(file: str) -> None:
    out = replay(file, "--to", "5").stdout
    assert "  5. seat" in out
    assert "  6. seat" not in out


def test_a_seat_sees_only_what_it_may(file: str, match: cw.Match) -> None:
    out = replay(file, "--seat", "1", "--to", "2").stdout
    own, other = match.actions[1].text, match.actions[0].text
    assert own in out
    assert other not in out
    assert "seat 0: mulligan ..." in out
    assert "Seat 0 holds" not in out
    hidden = {card.name for card in match.view_at(0, 2).hand} - {
        card.name for card in match.view_at(1, 2).hand
    }
    assert not any(name in out for name in hidden)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["missing.trace"], "missing.trace: cannot be read: No such file or directory"),
        (["{file}", "--to", "9999"], "actions, not 9999"),
        (["{file}", "--seat", "2"], "say 0, 1 or both"),
    ],
)
def test_bad_input_is_one_sentence(file: str, words: list[str], answer: str) -> None:
    result = replay(*(word.format(file=file) for word in words))
    assert result.exit_code == 2
    assert answer in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_at_a_terminal_one_steps_goes_back_and_seeks(
    file: str, match: cw.Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.cli.replay import Stepper

    typed = iter(["", "", "b", "g 10", "g 9999", "what", f"g {match.ply}", "", "q"])
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt.split(":")[0])
        return next(typed)

    monkeypatch.setattr("builtins.input", ask)
    Stepper(match, None).walk(0)
    last = match.ply
    places = [0, 1, 2, 1, 10, 10, 10, last, last]
    assert asked == [f"action {at} of {last}" for at in places]
    assert "This is the end." in capsys.readouterr().out


def test_the_swings_can_be_asked_for_at_a_terminal(
    match: cw.Match, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.cli.replay import Stepper

    typed = iter(["s", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    Stepper(match, 1).walk(0)
    out = " ".join(capsys.readouterr().out.split())
    assert all(f"{swing.by:+.1f} for seat 1" in out for swing in swings(worths(match, 1)))


def test_a_match_that_goes_on_shows_one_seat_unless_more_is_asked_for(
    match: cw.Match, tmp_path: Path
) -> None:
    path = tmp_path / "unfinished.trace"
    path.write_text(cw.replay(match.trace, to=9).trace.to_text())
    assert "Seat 1 holds" not in replay(str(path)).stdout
    assert "Seat 0 holds" in replay(str(path)).stdout
    assert "Seat 1 holds" in replay(str(path), "--seat", "both").stdout


def test_the_end_of_a_whole_match_tells_its_largest_swings(file: str, match: cw.Match) -> None:
    out = " ".join(replay(file).stdout.split())
    found = swings(worths(match, 0))
    assert 3 <= len(found) <= 5
    assert "How it went for seat 0, half high is even:" in out
    for number, swing in enumerate(found, 1):
        action = match.actions[swing.ply - 1]
        assert (
            f"{number}. Turn {match.view_at(0, swing.ply - 1).now}, seat {action.seat}: {action.text}" in out
        )
        assert f"{swing.by:+.1f} for seat 0 ({swing.before:+.1f} to {swing.after:+.1f})." in out
    assert "swings" not in replay(file, "--to", "5").stdout


def test_a_match_that_goes_on_tells_only_what_one_seat_could_know(match: cw.Match, tmp_path: Path) -> None:
    path = tmp_path / "unfinished.trace"
    begun = cw.replay(match.trace, to=40)
    path.write_text(begun.trace.to_text())
    shown, other = worths(begun, 1), worths(begun, 0)
    assert shown != other
    out = " ".join(replay(str(path), "--seat", "1").stdout.split())
    assert "How it went for seat 1" in out
    assert all(f"{swing.by:+.1f} for seat 1" in out for swing in swings(shown))
    assert "for seat 0" not in out
    both = replay(str(path), "--seat", "both").stdout
    assert "How it went" not in both
    assert "told for one seat only" in both


def test_who_plays_what_is_told_first(match: cw.Match, tmp_path: Path) -> None:
    path = tmp_path / "watched.trace"
    trace = msgspec.structs.replace(match.trace, notes={"agents": "greedy,lookahead/level=3"})
    path.write_text(trace.to_text())
    assert replay(str(path)).stdout.splitlines()[1:3] == [
        "Elemental Command - Seat 0: Fire Aggro (greedy); Seat 1: Earth Control",
        "    (lookahead, level 3)",
    ]


def test_who_gave_up_is_told(match: cw.Match, tmp_path: Path) -> None:
    path = tmp_path / "given-up.trace"
    trace = cw.replay(match.trace, to=9).trace
    path.write_text(msgspec.structs.replace(trace, notes={"conceded": "1"}).to_text())
    out = replay(str(path)).stdout
    assert "Seat 1 concedes. Seat 0 wins." in out
    assert "Seat 1 holds" in out, "it is over"


def test_without_a_file_the_finished_matches_are_listed(
    match: cw.Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    empty = replay()
    assert empty.exit_code == 0
    assert empty.stdout.startswith("There is no finished match; what is played to its end is kept in ")
    assert "Matches that are over" not in CliRunner().invoke(cli.app, ["play", "--saves"]).stdout
    path = keep_finished(match, {"agent": "greedy"})
    first, second, third = replay().stdout.splitlines()
    assert first.endswith(f"Elemental Command, {match.now} turns")
    assert second == "    Fire Aggro against Earth Control (greedy): lost"
    assert third.endswith(f" replay {path}")
    assert CliRunner().invoke(cli.app, ["play", "--saves"]).stdout.endswith(" replay\n")
