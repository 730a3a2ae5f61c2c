"""Matches from books and papers, replayed as described; `make golden` writes their traces again."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright as cw
from cardwright.face.match import Match
from cardwright.face.view import View
from cardwright.sources.finding import game_folders

RED = ("soldier", "large-desert-scorpion", "archer", "tax-depository", "fire-arrow")
BLUE = ("guard", "battle-eagle", "scout-tower", "antidote", "heal")
THESIS = """
0 draw units
0 draw units
0 draw units
0 draw structures
0 draw spells
0 play "Tax Depository" at 2,0
0 end
1 draw units
1 draw units
1 draw structures
1 draw structures
1 draw spells
1 play "Battle Eagle" at 2,5
1 move 2,5 > 2,2
"""
"""The example of the thesis on Ruler of Armies and Magic: red is seat 0 and begins, blue is seat 1."""


def thesis() -> Match:
    """The match as the thesis tells it, under a seed with which red begins."""
    decks = [dict.fromkeys(cards, 1) for cards in (RED, BLUE)]
    match = cw.game("ruler").match(decks=decks, board="desert-5x10", seed=0)
    for line in THESIS.split("\n")[1:-1]:
        match.play(line[2:], seat=int(line[0]))
    return match


EXAMPLES = {"ruler": {"thesis": thesis}}
"""By game and name."""


def _file(slug: str, name: str) -> Path:
    return game_folders()[slug] / "examples" / f"{name}.trace"


def _hand(view: View, seat: int) -> set[str]:
    return {card.card.id for card in view.seats[seat].zones["hand"] if card.card}


def test_the_thesis_example_goes_as_it_was_told() -> None:
    match = thesis()
    assert match.is_over
    assert match.result is not None
    assert match.result.winner == 1
    red = match.view_at(0, 5)
    assert _hand(red, 0) == set(RED)
    assert red.seats[0].resources["gold"] == 200
    assert match.view_at(0, 6).seats[0].resources["gold"] == 0
    blue = match.view_at(1, 12)
    assert _hand(blue, 1) == set(BLUE)
    assert [piece.name for piece in blue.pieces if piece.cell == "2,0"] == []  # blue has not seen it
    assert "moves to 2,2" in str(match.events(1))


@pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug in EXAMPLES for name in EXAMPLES[slug]])
def test_the_trace_of_an_example_replays(slug: str, name: str) -> None:
    trace = cw.Trace.from_file(_file(slug, name))
    assert trace == EXAMPLES[slug][name]().trace, "run 'make golden', read it and commit it"
    assert cw.replay(trace).is_over


def test_every_example_is_played() -> None:
    planned = {(slug, name) for slug in EXAMPLES for name in EXAMPLES[slug]}
    folders = game_folders().items()
    found = {(slug, path.stem) for slug, folder in folders for path in folder.glob("examples/*.trace")}
    assert found == planned


def write() -> None:
    """Write the traces of all examples again."""
    for slug, examples in EXAMPLES.items():
        for name, play in examples.items():
            _file(slug, name).parent.mkdir(exist_ok=True)
            _file(slug, name).write_text(play().trace.to_text(), encoding="utf-8")


if __name__ == "__main__":
    write()
