"""The arena in a timed game: reaction times are always shown, no seat is better, runs can continue."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import msgspec
import pytest

import cardwright as cw
from cardwright.agents.batch import play_matches
from cardwright.errors import CardwrightError

AGENTS = "heuristic,greedy/reaction=0.5"


@pytest.fixture(scope="module")
def mana() -> cw.Game:
    return cw.game("mana")


def test_a_table_says_how_quick_its_agents_are(mana: cw.Game, tmp_path: Path) -> None:
    table = cw.arena(mana, "low-moon", f"{AGENTS},pass", matches=2, run=tmp_path / "run")
    said = {"heuristic": 0.25, "greedy/reaction=0.5": 0.5, "pass": None}
    assert {entry.agent: entry.reaction for entry in table.entries} == said
    document = json.loads(table.to_json())
    assert {entry["agent"]: entry["reaction"] for entry in document["entries"]} == said
    text = " ".join(str(table).split())
    assert "looks at the table: greedy/reaction=0.5 0.5 s, heuristic 0.25 s, pass never." in text
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["settings"]["reaction times"] == said


def test_a_game_of_turns_says_nothing_of_it(game: cw.Game, tmp_path: Path) -> None:
    table = cw.arena(game, "aggro", "pass,random", matches=2, run=tmp_path / "run")
    assert {entry.reaction for entry in table.entries} == {None}
    assert "looks at the table" not in str(table)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert "reaction times" not in manifest["settings"]


def test_a_run_with_another_reaction_time_is_refused(
    mana: cw.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "pacedbots.py"
    text = "class Bot:\n    reaction = {}\n    def choose(self, view):\n        return None\n"
    bot.write_text(text.format(0.5), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("pacedbots", None)
    cw.arena(mana, "low-moon", "pacedbots:Bot,pass", matches=2, run=tmp_path / "run")
    bot.write_text(text.format(1.25), encoding="utf-8")
    with pytest.raises(CardwrightError, match=r"begun with .*reaction times"):
        cw.arena(mana, "low-moon", "pacedbots:Bot,pass", matches=2, run=tmp_path / "run")


class Interrupted:
    """Stops an arena after its first piece."""

    def __call__(self, done: int, total: int) -> None:
        raise KeyboardInterrupt


def test_an_interrupted_run_goes_on_on_other_threads(mana: cw.Game, tmp_path: Path) -> None:
    run = tmp_path / "run"
    whole = cw.arena(mana, "low-moon,ash-and-sun", AGENTS, matches=100, threads=1)
    partial = cw.arena(
        mana, "low-moon,ash-and-sun", AGENTS, matches=100, threads=1, run=run, progress=Interrupted()
    )
    assert not partial.complete
    assert 0 < sum(pairing.matches for pairing in partial.pairings) < 600
    resumed = cw.arena(mana, "low-moon,ash-and-sun", AGENTS, matches=100, threads=2, run=run)
    assert msgspec.structs.replace(resumed, command=whole.command) == whole


@pytest.mark.parametrize(
    "agent", ["random", "greedy", "heuristic", "greedy/reaction=0", "heuristic/reaction=0"]
)
def test_no_seat_is_better(mana: cw.Game, agent: str) -> None:
    wins = [0, 0]
    for number, deck in enumerate(mana.decks):
        seeds = range(1000 * number, 1000 * number + 100)
        winner = play_matches(mana, mana.setup((deck, deck)), [agent, agent], seeds).winner
        for seat in (0, 1):
            wins[seat] += int((winner == seat).sum())
    decided = sum(wins)
    assert decided > 400
    # Four standard deviations.
    assert abs(wins[0] - decided / 2) < 2 * decided**0.5, wins
