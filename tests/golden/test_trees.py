"""Counted decision trees: the numbers of legal lines from fixed openings; `make golden` counts again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import cardwright as cw
from cardwright.basics.toml import read_toml
from cardwright.errors import CardwrightError
from cardwright.face.match import Match
from cardwright.sources.finding import game_folders

TREES = 2
"""Every game has at least this many trees."""

WAIT = 2000
"""Milliseconds between two actions of a line, in a timed game."""

_TIMED = re.compile(r"@(\d+) (\d+) (.+)")

MOST = 5_000_000
"""A tree with more lines is not counted any deeper."""


def _file(slug: str) -> Path:
    return game_folders()[slug] / "trees.toml"


def _trees(slug: str) -> list[dict[str, Any]]:
    return list(read_toml(_file(slug))["tree"]) if _file(slug).exists() else []


def _opening(slug: str, tree: dict[str, Any]) -> Match:
    match = cw.game(slug).match(decks=tree["decks"], seed=tree["seed"], board=tree.get("board"))
    for action in tree["actions"]:
        if timed := _TIMED.fullmatch(action):
            match.play(timed[3], seat=int(timed[2]), at=int(timed[1]))
        else:
            match.play(action, seat=min(match.to_act))
    if match.game.is_timed:
        match.advance(tree["now"])
    return match


def _by_playing(match: Match, depth: int, turn: int = 0) -> int:
    """The same count through the public interface: play every legal action, count on, take it back."""
    if depth == 0 or match.is_over:
        return 1
    seats = sorted(match.to_act)
    actions = list(match.legal_actions_of(seats[turn % len(seats)] if match.game.is_timed else seats[0]))
    lines = 0
    for action in actions:
        branch = match.fork()
        branch.play(action)
        if match.game.is_timed:
            branch.advance(branch.now + WAIT)
        lines += _by_playing(branch, depth - 1, turn + 1)
    if not actions and match.game.is_timed:  # a seat that can do nothing waits
        branch = match.fork()
        branch.advance(branch.now + WAIT)
        return _by_playing(branch, depth - 1, turn + 1)
    return lines


ALL = [(slug, tree) for slug in sorted(game_folders()) for tree in _trees(slug)]


@pytest.mark.parametrize(
    ("slug", "tree"), ALL, ids=lambda value: value if isinstance(value, str) else value["name"]
)
def test_an_opening_has_as_many_lines_as_it_had(slug: str, tree: dict[str, Any]) -> None:
    match = _opening(slug, tree)
    assert len(tree["lines"]) >= 3
    assert [match.count_lines(depth) for depth in range(1, len(tree["lines"]) + 1)] == tree["lines"]


@pytest.mark.parametrize(
    ("slug", "tree"), ALL, ids=lambda value: value if isinstance(value, str) else value["name"]
)
def test_lines_counted_by_playing_them_are_as_many(slug: str, tree: dict[str, Any]) -> None:
    match = _opening(slug, tree)
    for depth, lines in enumerate(tree["lines"], 1):
        if lines < 10_000:
            assert _by_playing(match, depth) == lines


def test_every_game_has_counted_openings() -> None:
    assert {slug for slug in game_folders() if len(_trees(slug)) < TREES} == set()


def test_a_depth_that_nobody_can_count_to_is_refused() -> None:
    slug, tree = ALL[0]
    match = _opening(slug, tree)
    with pytest.raises(CardwrightError, match="99 is no depth to count to: it must be 0 to"):
        match.count_lines(99)
    assert match.count_lines(0) == 1


def write() -> None:
    """Count all trees again and write the numbers into their files."""
    for slug in sorted(game_folders()):
        text = _file(slug).read_text(encoding="utf-8")
        for tree in _trees(slug):
            match, lines = _opening(slug, tree), [1]
            while lines[-1] * (lines[-1] // lines[-2] if len(lines) > 1 else 1) < MOST and len(lines) < 9:
                lines.append(match.count_lines(len(lines)))
            name = re.escape(f'name = "{tree["name"]}"')
            text = re.sub(rf"({name}.*?\nlines = )\[.*?\]", rf"\g<1>{lines[1:]}", text, count=1, flags=re.S)
        _file(slug).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
