"""Counts of cards: the same from the batch runner and the referee, written in three formats."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import cardwright as cw
from cardwright._kernel import agent_seed
from cardwright.agents.batch import CARD_RECORD, play_jobs
from cardwright.agents.referee import play_match
from cardwright.errors import CardwrightError
from cardwright.lab.cards import COLUMNS, check_format, encode

AGENTS = ["greedy", "random"]
DECKS = ("aggro", "wind-midrange")


def test_the_referee_counts_what_the_runner_counts(game: cw.Game) -> None:
    setup = game.setup(DECKS)
    columns = play_jobs(game, [setup], [(0, seed, AGENTS) for seed in range(6)], tally=True)
    for seed in range(6):
        row = play_match(game, setup, AGENTS, seed, tally=True)
        refereed = np.frombuffer(row.cards, dtype=CARD_RECORD)
        native = columns.cards[columns.cards["job"] == seed]
        for name in ("seat", "card", "in_deck", "drawn", "played"):
            assert refereed[name].tolist() == native[name].tolist()
        assert row.starting == columns.starting[seed]


def test_a_tally_changes_no_match(game: cw.Game) -> None:
    jobs = [(0, seed, AGENTS) for seed in range(10)]
    counted, plain = (play_jobs(game, [game.setup(DECKS)], jobs, tally=tally) for tally in (True, False))
    assert counted.digest.tolist() == plain.digest.tolist()
    assert len(plain.cards) == 0


def test_a_tally_is_what_each_seat_saw_of_its_own_cards(game: cw.Game) -> None:
    """The counts are compared with the log of events, as the seats read it."""
    hand = game.hand_zone
    for seed in range(20):
        match = game.match(DECKS, seed=seed)
        agents = [cw.agent(name, seed=agent_seed(seed, seat)) for seat, name in enumerate(AGENTS)]
        while not match.is_over:
            seat = min(match.to_act)
            match.play(agents[seat].choose(match.view(seat)))
        drawn: Counter[tuple[int, int]] = Counter()
        played: Counter[tuple[int, int]] = Counter()
        for seat in range(2):
            for event in [*match.opening(seat), *match.events(seat, since=0)]:
                e = event.details
                to_hand = e.get("zone", e.get("to")) == hand
                if e.get("seat") != seat:
                    continue
                if event.type == "drawn" or (event.type in ("created", "shifted") and to_hand):
                    drawn[seat, e["card"]] += 1
                elif event.type == "played":
                    played[seat, e["card"]] += 1
        records = np.frombuffer(match.kernel.tally(), dtype=CARD_RECORD)
        keys = [(int(record["seat"]), int(record["card"])) for record in records]
        assert {key: int(n) for key, n in zip(keys, records["drawn"], strict=True) if n} == drawn
        assert {key: int(n) for key, n in zip(keys, records["played"], strict=True) if n} == played
        decks = {
            (seat, game.card_numbers[card]): count
            for seat, deck in enumerate(match.setup.seats)
            for card, count in deck.cards.items()
        }
        assert {key: int(n) for key, n in zip(keys, records["in_deck"], strict=True) if n} == decks


def test_rows_fit_the_entries(game: cw.Game) -> None:
    table = cw.arena(game, ["aggro", "control"], ["greedy"], matches=60, cards=True)
    for entry in table.entries:
        rows = [row for row in table.cards if row["deck"] == entry.deck]
        own = [row for row in rows if row["copies"]]
        assert {row["card"]: row["copies"] for row in own} == dict(game.deck(entry.deck).cards)
        assert all((row["in_deck"], row["in_deck_won"]) == (60, entry.wins) for row in own)
        for row in rows:
            assert row["played"] <= row["drawn"] <= 60
            assert row["times_drawn"] >= row["drawn"]
            assert row["times_played"] >= row["played"]
            if row["drawn"]:
                assert row["drawn_lower"] <= row["drawn_rate"] <= row["drawn_upper"]
        assert sum(row["drawn"] for row in rows) > 60 * 6


def test_three_forms_hold_the_same(game: cw.Game) -> None:
    rows = cw.arena(game, ["aggro", "control"], ["greedy"], matches=10, cards=True).cards
    read = list(csv.DictReader(io.StringIO(encode(rows, ".csv").decode())))
    assert list(read[0]) == list(COLUMNS)
    assert json.loads(encode(rows, ".json")) == rows
    columns = np.load(io.BytesIO(encode(rows, ".npz")))
    assert set(columns.files) == set(COLUMNS)
    for name in COLUMNS:
        wanted = [row[name] for row in rows]
        assert [row[name] for row in read] == ["" if value is None else str(value) for value in wanted]
        given = [None if value != value else value for value in columns[name].tolist()]
        assert given == wanted


@pytest.mark.parametrize(
    ("name", "words"),
    [("cards.xlsx", "ends in .csv, .json or .npz"), ("cards", "ends in"), ("no/cards.csv", "does not exist")],
)
def test_a_file_that_cannot_be_written_is_refused_before_play(tmp_path: Path, name: str, words: str) -> None:
    with pytest.raises(CardwrightError) as caught:
        check_format(tmp_path / name)
    assert words in str(caught.value)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").mkdir()
    with pytest.raises(CardwrightError, match="this is a folder"):
        check_format(tmp_path / "cards.csv")
