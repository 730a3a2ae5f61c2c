"""Weights by self-play: what is compared with what, that a search goes on where it stopped, what it finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cardwright as cw
from cardwright.agents.spec import for_kernel, read_weights, usual_weights_of
from cardwright.basics.toml import parse_toml
from cardwright.errors import CardwrightError
from cardwright.lab.tuning import Tuned, Tuning, check_destination, race, tune
from cardwright.lab.tuning.parts import Part, read_parts
from cardwright.lab.tuning.race import matches_of_race, played, raced, rate_of
from cardwright.lab.tuning.search import Search

GAME = "elemental-command"
QUICK = Tuning(
    GAME,
    "value/nodes=60",
    weights=("hero", "card"),
    decks=("aggro",),
    held_out=("control",),
    generations=3,
    population=4,
    matches=16,
    judge=16,
    threads=2,
)


@pytest.fixture(scope="module")
def part(game: cw.Game) -> Part:
    return Part("training", (game,), {name: game.deck(name) for name in ("aggro", "control")})


def test_every_second_deck_is_a_random_one_and_both_parts_have_their_own(part: Part) -> None:
    units = part.units("try", 8, 1)
    names = [unit.deck.name for unit in units]
    assert names[::2] == [deck.name for deck in (*part.decks.values(), *part.decks.values())]
    assert all(name.startswith("Random ") for name in names[1::2])
    assert len(set(names[1::2])) == 4
    assert units == part.units("try", 8, 1)
    others = [part.units("other", 8, 1), part.units("try", 8, 2)]
    others.append(Part("held out", part.games, part.decks).units("try", 8, 1))
    for other in others:
        assert {unit.seed for unit in units}.isdisjoint(unit.seed for unit in other)
        assert set(names[1::2]).isdisjoint(unit.deck.name for unit in other[1::2])
    bare = Part("held out", part.games, {})
    assert all(unit.deck.name.startswith("Random ") for unit in bare.units("try", 4, 1))


def test_boards_and_decks_meet_in_all_pairs() -> None:
    boards = ("river-crossing", "twin-towns")
    part, _ = read_parts("ruler", ["all"], boards, [], [])
    met = {(unit.board, unit.deck.name) for unit in part.units("try", 40, 1)[::2]}
    assert len(met) == len(boards) * len(part.decks)


def test_a_race_ranks_the_stronger_first_and_counts_its_matches(part: Part, game: cw.Game) -> None:
    agents = [for_kernel(game, name) for name in ("random", "greedy", "random", "pass", "random")]
    counted: list[int] = []
    units = part.units("race", 16, 1)
    ranks, rates = raced(part, agents, [for_kernel(game, "random")], units, 1, counted.append)
    assert ranks[1] == 0
    assert sorted(ranks) == list(range(5))
    assert rates[1] > 0.8
    assert ranks[3] >= 3, "who passes loses the first stage"
    assert sum(counted) == matches_of_race(5, 16)


def test_points_are_those_of_both_seats_and_an_agent_against_itself_is_even(
    part: Part, game: cw.Game
) -> None:
    greedy = for_kernel(game, "greedy")
    units = part.units("mirror", 12, 1)
    points = played(part, [greedy], [greedy], units)
    # The same two agents on the same seed: who wins one seat loses the other.
    assert np.array_equal(points, np.full((1, 12), 0.5))
    rate, (lower, upper) = rate_of(points[0])
    assert (rate, lower, upper) == (0.5, 0.5, 0.5)


def test_an_interrupt_stops_a_race_at_once(part: Part, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(race, "play_jobs", interrupted)
    with pytest.raises(KeyboardInterrupt):
        played(part, ["greedy"], ["greedy"], part.units("try", 2, 1))


def test_the_search_finds_the_middle_of_a_bowl_and_repeats_itself() -> None:
    def run(seed: int) -> dict[str, float]:
        search = Search({"one": 1.0, "two": -2.0, "none": 0.0}, seed)
        goal = {"one": 1.4, "two": -1.0, "none": 0.2}
        for _ in range(60):
            asked = search.ask()
            far = [sum((weights[name] - goal[name]) ** 2 for name in goal) for weights in asked]
            order = sorted(range(len(asked)), key=far.__getitem__)
            search.tell([order.index(number) for number in range(len(asked))])
        return search.mean

    found = run(1)
    assert found == pytest.approx({"one": 1.4, "two": -1.0, "none": 0.2}, abs=0.05)
    assert run(1) == found
    assert run(2) != found


def test_a_search_goes_on_where_it_stopped_and_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tune(QUICK)
    assert whole.is_complete

    tries = 0
    play = race.play_jobs

    def stopping(*words: Any, **options: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 5:
            raise KeyboardInterrupt
        return play(*words, **options)

    monkeypatch.setattr(race, "play_jobs", stopping)
    here = Tuning(**{**vars(QUICK), "run": tmp_path / "run"})
    part = tune(here)
    assert not part.is_complete
    assert 0 < len(part.generations) < QUICK.generations
    assert (part.training, part.held_out) == (None, None)
    again = tune(here)
    assert [one.ranks for one in again.generations] == [one.ranks for one in whole.generations]
    assert (again.weights, again.held_out) == (whole.weights, whole.held_out)
    assert "--run" in again.command

    tries = -1000
    kept = tune(here)
    assert (kept.weights, tries) == (whole.weights, -1000), "nothing is played twice"
    with pytest.raises(CardwrightError, match="was begun with other options"):
        tune(Tuning(**{**vars(here), "matches": 32}))


@pytest.fixture(scope="module")
def tuned() -> Tuned:
    return tune(QUICK)


def test_the_file_has_the_weights_with_their_evidence(tuned: Tuned, game: cw.Game, tmp_path: Path) -> None:
    path = tmp_path / "found.toml"
    path.write_text(tuned.file, encoding="utf-8")
    assert read_weights(game, str(path), "value") == tuned.weights
    evidence = parse_toml(tuned.file, path)["evidence"]
    assert evidence["command"] == tuned.command
    assert evidence["held_out"]["matches"] == QUICK.judge
    assert "random legal decks" in evidence["judged_on"]
    assert cw.agent(f"value/weights={path}", seed=1) is not None


def test_only_the_weights_that_were_named_change(tuned: Tuned, game: cw.Game) -> None:
    usual = usual_weights_of(game, QUICK.agent)
    changed = {name for name, weight in tuned.weights.items() if weight != usual[name]}
    assert changed <= {"hero", "card"}
    assert tuned.usual == usual
    assert usual_weights_of(game, "value/hero=5")["hero"] == 5


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"agent": "greedy"}, "greedy has no weights"),
        ({"weights": ("heroes",)}, 'has no weight "heroes".*hero'),
        ({"held_out": ("fire-aggro",)}, "named for training and held back"),
        ({"agent": "nobody"}, "nobody"),
        ({"decks": ("nothing",)}, "nothing"),
        (
            {
                "slug": "ruler",
                "agent": "expectimax",
                "boards": ("desert-6x6",),
                "held_out_boards": ("desert-6x6",),
            },
            "named for training and held back",
        ),
    ],
)
def test_wrong_words_are_refused_before_anything_is_played(changed: dict[str, object], reason: str) -> None:
    words = {**vars(QUICK), **changed}
    if words["slug"] == "ruler":
        words |= {"decks": ("all",), "held_out": (), "weights": ()}
    with pytest.raises(CardwrightError, match=reason):
        tune(Tuning(**words))


def test_a_file_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    there = tmp_path / "there.toml"
    there.write_text("", encoding="utf-8")
    for path, reason in [(there, "exists"), (tmp_path / "weights", r"ends in \.toml")]:
        with pytest.raises(CardwrightError, match=reason):
            check_destination(path)
    with pytest.raises(CardwrightError, match="nothing can be written here"):
        check_destination(there / "below.toml")
    check_destination(tmp_path / "new" / "found.toml")
