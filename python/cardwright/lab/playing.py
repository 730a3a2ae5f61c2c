"""Plays the units of a pairing: native agents in the batch runner, Python agents in worker processes."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import msgspec
import numpy as np

from cardwright.agents.batch import CARD_RECORD, play_jobs
from cardwright.agents.processes import MEMORY, read_message, write_message
from cardwright.agents.spec import for_kernel, is_native
from cardwright.agents.supervised import PANICKED
from cardwright.basics.output import pass_on
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.setup import Setup
from cardwright.lab.field import Pairing
from cardwright.lab.score import NO_RECORDS, Outcome, Score

PIECE_SECONDS = 0.25
"""The seconds that the batch runner plays between two reports of progress."""
PATIENCE = 5.0
"""The seconds that a worker may take to end its agents."""
TRIES = 3
"""How many times a match is tried if its worker keeps ending."""


class Plan(msgspec.Struct, frozen=True):
    """How the matches of all pairings are played."""

    game: Game
    threads: int
    seconds: float
    open_decks: bool
    tally: bool
    memory: int = MEMORY
    """The memory limit of a Python agent's processes together, in bytes."""


_PANICS = ((), (PANICKED, None), (None, PANICKED), (PANICKED, PANICKED))
"""The reasons of both seats for a forfeit, by the bits of the seats that panicked."""


def _setups(plan: Plan, pairing: Pairing) -> list[Setup]:
    """Two setups: the first side in seat 0, and in seat 1."""
    first, second = pairing.first.cards, pairing.second.cards
    return [
        plan.game.setup(decks, open_decks=plan.open_decks) for decks in ((first, second), (second, first))
    ]


def _agents_by_seat(plan: Plan, pairing: Pairing) -> list[list[str]]:
    """The agents of both setups by seat; weights from files are read once."""
    names = [
        for_kernel(plan.game, side.agent) if is_native(side.agent) else side.agent
        for side in (pairing.first, pairing.second)
    ]
    return [names, names[::-1]]


def play_natively(plan: Plan, pairing: Pairing, start: int, end: int) -> Iterator[Score]:
    """Play units in the batch runner, piece by piece; an interrupt yields the last piece, then is raised."""
    setups, agents = _setups(plan, pairing), _agents_by_seat(plan, pairing)
    size = 32
    while start < end:
        stop = min(end, start + size)
        seats = [match for number in range(start, stop) for match in pairing.seats(number)]
        jobs = [(first_seat, seed, agents[first_seat]) for seed, first_seat in seats]
        begun = perf_counter()
        columns = play_jobs(plan.game, setups, jobs, threads=plan.threads, tally=plan.tally)
        # Only complete units before the first missing match count, so that a run can continue after them.
        missing = np.flatnonzero(~columns.is_played)
        played = (int(missing[0]) if len(missing) else len(jobs)) // pairing.unit * pairing.unit
        winners, starting = columns.winner.tolist(), columns.starting.tolist()
        failed = columns.failed.tolist()
        outcomes = [
            Outcome(seats[at][1], winners[at], starting[at], _PANICS[failed[at]]) for at in range(played)
        ]
        score = Score()
        for at in range(0, played, pairing.unit):
            score.add_unit(outcomes[at : at + pairing.unit])
        score.add_cards(outcomes, columns.cards[columns.cards["job"] < played])
        yield score
        if columns.is_interrupted:
            raise KeyboardInterrupt
        start = stop
        size = max(16, min(100_000, round(size * PIECE_SECONDS / max(perf_counter() - begun, 0.001))))


class Worker:
    """A process that referees matches with Python agents, one after the other."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._is_dismissed = False
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "cardwright.lab.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                start_new_session=True,  # an interrupt is for the caller
            )
        except OSError as error:
            reason = f"a referee process cannot be started: {error.strerror}"
            raise CardwrightError(reason, suggestion="try with fewer threads") from None
        assert process.stdin is not None
        assert process.stderr is not None
        pass_on(process.stderr)
        with contextlib.suppress(BrokenPipeError):  # the next `ask` finds out that it has ended
            write_message(process.stdin, {"catalogue": self._game.catalogue.raw, "board": self._game.board})
        return process

    def ask(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message; None if the process has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_message(self._process.stdin, message)
            return read_message(self._process.stdout)
        except (OSError, ValueError):
            return None

    def renew(self) -> int:
        """Start a new process after the old one has ended; returns the exit code of the old one."""
        if self._is_dismissed:
            raise CardwrightError("the arena has ended")
        code = self._end()
        self._process = self._start()
        return code

    def dismiss(self) -> None:
        """Tell the process to end; `close` waits for it."""
        self._is_dismissed = True
        self._process.terminate()

    def close(self) -> None:
        """End the process and the agents below it."""
        self.dismiss()
        self._end()

    def _end(self) -> int:
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError, ValueError):  # unwritten messages are dropped
                    stream.close()
        return self._process.wait()


class Workers:
    """Worker processes that share the units of a pairing, one pairing at a time; started when needed."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._count = plan.threads or os.cpu_count() or 1
        self._workers: list[Worker] = []

    def play(self, pairing: Pairing, start: int, end: int) -> Iterator[Score]:
        """Play units and yield their scores in order, so that an interrupt leaves no gaps."""
        for _ in range(len(self._workers), min(self._count, end - start)):
            self._workers.append(Worker(self._plan.game))
        setups, agents = _setups(self._plan, pairing), _agents_by_seat(self._plan, pairing)
        numbers = iter(range(start, end))
        guard = threading.Lock()
        done: queue.SimpleQueue[tuple[int, Score | Exception]] = queue.SimpleQueue()

        def serve(worker: Worker) -> None:
            while True:
                with guard:
                    number = next(numbers, None)
                if number is None:
                    return
                try:
                    done.put((number, self._unit(worker, pairing, setups, agents, number)))
                except Exception as error:  # any error goes to the caller, who waits for this unit
                    done.put((number, error))
                    return

        threads = [threading.Thread(target=serve, args=(worker,), daemon=True) for worker in self._workers]
        for thread in threads:
            thread.start()
        waiting: dict[int, Score] = {}
        for expected in range(start, end):
            while expected not in waiting:
                number, score = done.get()
                if isinstance(score, Exception):
                    raise score
                waiting[number] = score
            yield waiting.pop(expected)
        for thread in threads:
            thread.join()

    def _unit(
        self, worker: Worker, pairing: Pairing, setups: list[Setup], agents: list[list[str]], number: int
    ) -> Score:
        score, outcomes = Score(), []
        records = [NO_RECORDS]
        for at, (seed, first_seat) in enumerate(pairing.seats(number)):
            message = {
                "setup": msgspec.to_builtins(setups[first_seat]),
                "agents": agents[first_seat],
                "seed": seed,
                "seconds": self._plan.seconds,
                "memory": self._plan.memory,
                "tally": self._plan.tally,
            }
            for _ in range(TRIES):
                if (answer := worker.ask(message)) is not None:
                    break
                code = worker.renew()
            else:
                raise CardwrightError(f"the referee process ended {TRIES} times (code {code})")
            winner = answer["winner"]
            forfeits = tuple(answer["forfeits"])
            outcomes.append(
                Outcome(first_seat, -1 if winner is None else winner, answer["starting"], forfeits)
            )
            cards = np.frombuffer(answer["cards"], dtype=CARD_RECORD).copy()
            cards["job"] = at
            records.append(cards)
        score.add_unit(outcomes)
        score.add_cards(outcomes, np.concatenate(records))
        return score

    def close(self) -> None:
        """End the processes."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.close()
