"""Experiments give the rows that they declare, and their pages show these rows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardwright as cw
from cardwright.basics.paths import games_folder
from cardwright.errors import CardwrightError
from cardwright.lab.experiments import (
    Context,
    Experiment,
    Row,
    by_machine,
    chosen,
    experiment,
    experiments_of,
    row,
    topics,
)
from cardwright.lab.page import page
from cardwright.lab.table import Table

DOCS = Path(__file__).parents[2] / "docs" / "experiments"
MEASURED = [
    folder.name
    for folder in sorted(games_folder().iterdir())
    if (Path(cw.__file__).parent / "experiments" / f"{folder.name.replace('-', '_')}.py").exists()
]
TIMED = ("search-speed", "monte-carlo", "depth")
"""The experiments whose figures depend on the machine."""
LINE = re.compile(r"^\| (?P<what>[^|]+) \|", re.MULTILINE)


@pytest.mark.parametrize("slug", MEASURED)
def test_every_experiment_gives_the_rows_it_declares(slug: str) -> None:
    context = Context(cw.game(slug), scale=0.01)
    for one in experiments_of(slug):
        rows = list(one.run(context))
        assert [found.what for found in rows] == one.rows_of(context.game)
        assert len(set(one.rows_of(context.game))) == len(rows) > 0
        assert one.about.endswith(".")
        for found in rows:
            assert (found.holds is None) == (found.needs is None)
            assert found.matches > 0


def test_a_topic_has_an_experiment_for_each_of_its_games() -> None:
    assert topics() == ["agents"]
    levels = [one for one in experiments_of("agents") if one.name.startswith("levels-")]
    assert sorted(one.game for one in levels) == sorted(folder.name for folder in games_folder().iterdir())
    [quickest] = [one for one in levels if one.game == "hearth"]
    rows = list(quickest.run(Context(cw.game("hearth"), scale=0.01)))
    assert len(rows) == 10
    assert all(found.needs is not None and found.matches == 2 for found in rows)


@pytest.mark.parametrize("slug", MEASURED)
def test_the_page_has_the_rows_that_are_declared(slug: str) -> None:
    """If this fails, `make experiments` writes the page again."""
    text = (DOCS / f"{slug}.md").read_text(encoding="utf-8")
    shown = [what for what in LINE.findall(text) if what not in ("what", "---")]
    game = cw.game(slug, packs=False)
    assert shown == [what for one in experiments_of(slug) for what in one.rows_of(game)]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [one.name for one in experiments_of(slug)]
    assert f"cardwright experiment {slug} --seed 1\n" in text


def test_every_page_belongs_to_a_game_or_a_topic() -> None:
    pages = [file.stem for file in sorted(DOCS.glob("*.md"))]
    assert [page for page in pages if page not in topics()] == MEASURED != []


def test_the_same_seed_gives_the_same_rows(game: cw.Game) -> None:
    def rows(seed: int, threads: int) -> list[Row]:
        context = Context(game, seed=seed, scale=0.02, threads=threads)
        steady = [one for one in experiments_of(game.slug) if one.name not in TIMED]
        return [found for one in steady for found in one.run(context)]

    assert rows(1, 1) == rows(1, 2) != rows(2, 2)


def _one(*names: str, gives: list[str]) -> Experiment:
    @experiment(lambda game: list(names))
    def trial(context: Context) -> Iterator[Row]:
        """Tries."""
        for what in gives:
            yield row(what, 1)

    return trial


def test_other_rows_than_declared_are_a_fault(game: cw.Game) -> None:
    context = Context(game)
    assert [found.what for found in _one("a", "b", gives=["a", "b"]).run(context)] == ["a", "b"]
    for gives in (["a"], ["a", "c"], ["a", "b", "c"]):
        with pytest.raises(AssertionError, match="trial"):
            list(_one("a", "b", gives=gives).run(context))


def test_a_row_is_compared_as_it_is_shown() -> None:
    found = row("x", 0.49999, interval=(0.12344, 0.56789), needs=">= 0.5", matches=3, thesis="4-5")
    assert (found.ours, found.interval, found.holds) == (0.5, (0.1234, 0.5679), True)
    assert found.document == {
        "what": "x",
        "thesis": "4-5",
        "ours": 0.5,
        "interval": (0.1234, 0.5679),
        "matches": 3,
        "needs": ">= 0.5",
        "holds": True,
        "is_timed": False,
    }
    with pytest.raises(CardwrightError, match="is no need"):
        row("x", 1, needs="about 5")


def test_matches_are_scaled_and_even(game: cw.Game) -> None:
    assert [Context(game, scale=scale).matches(100) for scale in (1, 0.5, 0.011, 0.0001)] == [100, 50, 2, 2]


def test_a_meeting_is_that_of_the_arena(game: cw.Game) -> None:
    context = Context(game, seed=4)
    score = context.meet(("greedy", "fire-aggro"), ("random", "earth-control"), 20)
    table: Table = context.arena("aggro,control", "greedy,random", 20)
    names = ("greedy/fire-aggro", "random/earth-control")
    (same,) = [pairing for pairing in table.pairings if (pairing.first, pairing.second) == names]
    assert (same.wins, same.draws, same.matches) == (score.wins, score.draws, score.matches)


def test_names_choose_and_unknown_ones_are_one_sentence(game: cw.Game) -> None:
    known = experiments_of(game.slug)
    assert [one.name for one in chosen(known, ["mirror-control", "aggro-pace"])] == [
        "aggro-pace",
        "mirror-control",
    ]
    assert chosen(known, []) == known
    with pytest.raises(CardwrightError) as caught:
        chosen(known, ["agro-pace"])
    assert 'did you mean "aggro-pace"?' in str(caught.value)


@pytest.mark.parametrize("slug", ["no-such", "..", "lab.arena", ""])
def test_a_game_without_experiments_is_one_sentence(slug: str) -> None:
    with pytest.raises(CardwrightError, match="has no experiments"):
        experiments_of(slug)


def test_a_page_marks_what_depends_on_the_machine_and_what_is_missed() -> None:
    one = _one("fast", "slow", gives=[])
    rows = [
        by_machine(row("fast", 4_712_345, thesis=10_000, needs="> 10000", interval=(1, 2), matches=1000)),
        row("slow", 0.25, interval=(0.2, 0.3), needs="overlaps 0.5-0.5", matches=10),
    ]
    text = page("A Game", "cardwright experiment a-game --seed 1", "cardwright 1", [(one, rows)])
    assert "| fast | 10,000 | ~ 5,000,000 | | 1,000 | > 10000 | yes |" in text
    assert "| slow | | 0.250 | 0.200-0.300 | 10 | overlaps 0.5-0.5 | **no** |" in text
