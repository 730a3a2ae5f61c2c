"""The binding itself: batches, refusals, interrupts."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardwright as cw
from cardwright import _kernel


@pytest.fixture(scope="module")
def game() -> cw.Game:
    return cw.game("elemental-command")


def test_a_batch_is_the_same_for_any_number_of_threads(game: cw.Game) -> None:
    setups = [game.setup().numbers(game), game.setup(("control", "aggro")).numbers(game)]
    jobs = [(seed % 2, seed, ["random", "greedy"]) for seed in range(20)]
    one, three = (_kernel.run(game.kernel, setups, jobs, threads) for threads in (1, 3))
    columns = ("played", "winner", "starting", "time", "actions", "branches", "digest")
    for column in columns:
        assert getattr(one, column)() == getattr(three, column)()
    assert one.played() == b"\x01" * 20


@pytest.mark.parametrize(
    ("jobs", "words"),
    [
        ([(1, 0, ["random", "random"])], "there is no setup 1"),
        ([(0, 0, ["random"])], "one agent per seat"),
        ([(0, 0, ["random", "nobody"])], 'has no native agent "nobody"'),
    ],
)
def test_a_wrong_job_is_refused(game: cw.Game, jobs: list[tuple[int, int, list[str]]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _kernel.run(game.kernel, [game.setup().numbers(game)], jobs)


def test_an_interrupt_ends_a_batch_with_what_it_has() -> None:
    code = (
        "import signal, threading, os, cardwright as cw\n"
        "from cardwright import _kernel\n"
        "game = cw.game('elemental-command')\n"
        "jobs = [(0, seed, ['greedy', 'greedy']) for seed in range(10**5)]\n"
        "threading.Timer(2.0, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "batch = _kernel.run(game.kernel, [game.setup().numbers(game)], jobs, 2)\n"
        "print(batch.is_interrupted, 0 < sum(batch.played()) < len(jobs))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "True True\n"


def test_a_catalogue_of_another_game_or_a_wrong_board_is_refused(game: cw.Game) -> None:
    with pytest.raises(ValueError, match="this kernel has no rules for 'chess'"):
        _kernel.Game("chess", game.catalogue.raw)
    with pytest.raises(ValueError, match="there is no board 'moon'"):
        _kernel.Game(game.slug, game.catalogue.raw, "moon")
    with pytest.raises(ValueError, match=r".+"):
        _kernel.Game(game.slug, b"{}")


def test_seats_and_ranks_out_of_range_are_refused(game: cw.Game) -> None:
    kernel = game.match(seed=1).kernel
    for seat in (-1, 2, 300):
        with pytest.raises(ValueError, match="there is no seat"):
            kernel.legal_len(seat)
    with pytest.raises(IndexError):
        kernel.legal_nth(0, 64)
    assert kernel.legal_all(0) == [kernel.legal_nth(0, n) for n in range(64)]


def test_the_kernel_lists_its_games() -> None:
    assert "elemental-command" in _kernel.games()
    assert _kernel.operations()["hash"]
