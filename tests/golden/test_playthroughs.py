"""Golden playthroughs: every deck and agent under fixed seeds; `make golden` writes them again."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff
from itertools import islice

import pytest

import cardwright as cw
from cardwright.agents.conductor import Conductor
from cardwright.agents.supervised import supervise
from cardwright.face.match import Match
from cardwright.face.playthrough import playthrough
from cardwright.sources.finding import game_folders

LONGEST = 200
"""The most actions of a playthrough."""


@dataclass(frozen=True)
class Plan:
    """One golden match."""

    slug: str
    decks: tuple[str, str]
    agents: tuple[str, str]
    seed: int
    board: str = ""

    @property
    def name(self) -> str:
        """The playthrough's file."""
        return f"{self.decks[0]}-{self.agents[0]}-v-{self.decks[1]}-{self.agents[1]}"


def _plans() -> list[Plan]:
    plans = []
    for slug in sorted(game_folders()):
        decks = sorted(cw.game(slug).decks)
        boards = sorted(cw.game(slug).catalogue.game.boards) or [""]
        for number, deck in enumerate(decks):
            other, board = decks[(number + 1) % len(decks)], boards[(number + 1) % len(boards)]
            plans.append(Plan(slug, (deck, other), ("greedy", "greedy"), 10 + number, board))
        plans.append(Plan(slug, (decks[0], decks[-1]), ("random", "random"), 3))
    return plans


PLANS = _plans()


def play(plan: Plan) -> str:
    """The playthrough of a plan."""
    game = cw.game(plan.slug, plan.board)
    seats = game.seat_counts[0]
    match = game.match(decks=(plan.decks * seats)[:seats], seed=plan.seed)
    if match.game.is_timed:
        return playthrough(_played_in_time(match, plan))
    agents = [cw.agent(name, seed=seat) for seat, name in enumerate((plan.agents * seats)[:seats])]
    while not match.is_over and match.ply < LONGEST:
        seat = min(match.to_act)
        match.play(agents[seat].choose(match.view(seat)))
    return playthrough(match)


def _played_in_time(match: Match, plan: Plan) -> Match:
    players = {seat: supervise(name) for seat, name in enumerate(plan.agents)}
    for seat, player in players.items():
        player.begin(match, seat, seat)
    conductor = Conductor(match, players, plan.seed)
    while not match.is_over and match.ply < LONGEST:
        conductor.step()
    return match


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.slug}-{plan.name}")
def test_a_playthrough_is_as_it_was(plan: Plan) -> None:
    path = game_folders()[plan.slug] / "playthroughs" / f"{plan.name}.txt"
    assert path.exists(), f"{path.name} is missing: run 'make golden', read it and commit it"
    golden, today = path.read_text(encoding="utf-8"), play(plan)
    changes = unified_diff(golden.splitlines(), today.splitlines(), "golden", "today", lineterm="")
    assert golden == today, "\n" + "\n".join(islice(changes, 40))


def test_every_playthrough_is_played() -> None:
    planned = {(plan.slug, plan.name) for plan in PLANS}
    found = {
        (slug, path.stem)
        for slug, folder in game_folders().items()
        for path in (folder / "playthroughs").glob("*.txt")
    }
    assert found == planned


def write() -> None:
    """Write the playthroughs of every game again."""
    for plan in PLANS:
        path = game_folders()[plan.slug] / "playthroughs" / f"{plan.name}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(play(plan), encoding="utf-8")


if __name__ == "__main__":
    write()
