"""`cardwright bench`: how fast games are played, each figure with a checksum of what was played."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, Any

import typer

from cardwright.basics import output
from cardwright.cli import INTERRUPTED
from cardwright.cli.fuzz import shipped_setups
from cardwright.errors import CardwrightError
from cardwright.face.library import Game, game
from cardwright.face.match import Match
from cardwright.face.native import calibrate, native_games, run_bench

ROUNDS = 5

Telling = Callable[[int, str], object]
"""Called with the number of the round that is measured, from 1, and the name of the figure."""

FIGURES = {
    "actions_per_s": "actions a second, random play",
    "runner_actions_per_s": "the same by the batch runner",
    "runner_ratio": "batch runner, random play being 1",
    "matches_per_s": "matches a second, random play",
    "legal_per_decision": "legal actions of a decision",
    "branches_per_s": "positions tried a second, greedy",
    "clone_ns": "nanoseconds to copy a state",
    "state_bytes": "bytes of a state",
    "python_actions_per_s": "actions a second, from Python",
    "threads2_ratio": "speed of two threads, one being 1",
}
"""The figures that every game has: key of the document and words of the table."""
EXTRA = {
    "copy_whole_ns": "nanoseconds to copy a state whole",
    "imagined_per_s": "truths a second that agree with a view",
    "outcomes_per_s": "outcomes of attacks a second",
    "pattern_ns": "nanoseconds to look for a pattern",
    "python_recorded_actions_per_s": "actions a second, Python, recorded",
    "transitions_per_match_p50": "transitions of a match of value, median",
}
"""Words for what is measured beside them."""


def bench(
    slugs: Annotated[list[str] | None, typer.Option("--game", help="A game (default: all).")] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=2**32, help="Shifts all seeds; the checksum depends on it.")
    ] = 0,
    board: Annotated[
        str,
        typer.Option(
            help="The board, in games with several (default: the one named for it, or the usual one)."
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    scale: Annotated[
        float, typer.Option(min=0.001, max=100, help="How many matches, as a multiple of the usual number.")
    ] = 1,
) -> None:
    """Measure how fast games are played."""
    document: dict[str, Any] = {"calibration_ns": calibrate(), "rounds": ROUNDS, "games": {}}
    is_interrupted = False
    # All are looked up first, so that a misspelt name is refused at once.
    for chosen in [on_board(slug, board) for slug in slugs or native_games()]:
        with _progress(chosen.slug) as tell:
            document["games"][chosen.slug], is_interrupted = measure(chosen, seed, scale, tell)
        if is_interrupted:
            break
    output.write(f"{output.json_text(document) if as_json else _table(document)}\n")
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def on_board(slug: str, board: str = "") -> Game:
    """A game on the board that is named, or else on the one that its speed is measured on."""
    return game(slug, board or game(slug).catalogue.game.trial_board)


def measure(
    chosen: Game, seed: int, scale: float, tell: Telling | None = None
) -> tuple[dict[str, Any], bool]:
    """The figures of one game, and whether the measurement was interrupted; `tell` is called on the way."""
    tell = tell or _silence
    usual = {"random": 2940, "agents": 294, "searching": 8}
    volume = {what: max(1, round(matches * scale)) for what, matches in usual.items()}
    try:
        answer, is_interrupted = run_bench(
            chosen, shipped_setups(chosen), seed=seed, volume=volume, progress=tell
        )
    except ValueError as refused:
        raise CardwrightError(str(refused)) from None
    figures: dict[str, Any] = json.loads(answer)
    rounds: list[float] = []
    recorded: list[float] = []
    try:
        for number in range(0 if is_interrupted else ROUNDS):
            tell(number + 1, "from Python")
            rounds.append(_python_actions_per_s(chosen, seed, max(1, round(20 * scale)), record=False))
            recorded.append(_python_actions_per_s(chosen, seed, max(1, round(5 * scale)), record=True))
    except KeyboardInterrupt:
        is_interrupted = True
    figures["python_actions_per_s"] = round(max(rounds, default=0))
    figures["median"]["python_actions_per_s"] = round(statistics.median(rounds or [0]))
    figures["extra"]["python_recorded_actions_per_s"] = round(max(recorded, default=0))
    return figures, is_interrupted


def _python_actions_per_s(chosen: Game, seed: int, matches: int, *, record: bool) -> float:
    """Random play through the public interface: `legal_actions[i]`, one at a time."""
    dice = random.Random(seed)
    setups = [chosen.setup((first, second)) for first in chosen.decks for second in chosen.decks]
    actions = 0
    begun = perf_counter()
    for number in range(matches):
        match = chosen.begin(setups[number % len(setups)], seed + number, record=record)
        if chosen.is_timed:
            actions += _play_in_time(match, dice)
        while not match.is_over:
            legal = match.legal_actions
            match.play(legal[int(dice.random() * len(legal))])
            actions += 1
    return actions / (perf_counter() - begun)


def _play_in_time(match: Match, dice: random.Random) -> int:
    """Play a timed match at random, each seat 0.2 to 5 seconds after its last action; gives their number."""
    due = [dice.randint(200, 5000) for _ in range(match.seat_count)]
    actions = 0
    while not match.is_over:
        seat = due.index(min(due))
        match.advance(due[seat])
        due[seat] += dice.randint(200, 5000)
        legal = match.legal_actions_of(seat)
        if (count := len(legal)) and not match.is_over:
            match.play(legal[int(dice.random() * count)])
            actions += 1
    return actions


def _silence(number: int, what: str) -> None:
    """Tells nobody."""


@contextmanager
def _progress(slug: str) -> Iterator[Telling]:
    """Says on standard error how far it is: a line that changes, or in a pipe one for each round."""
    told = set[tuple[int, bool]]()
    with output.status(f"measuring {slug}") as update:

        def tell(number: int, what: str) -> None:
            is_python = what == "from Python"
            if update is not None:
                update(f"measuring {slug}: round {number} of {ROUNDS}, {what}")
            elif (number, is_python) not in told:
                told.add((number, is_python))
                output.complain(f"{slug}: round {number} of {ROUNDS}{', ' + what if is_python else ''}")

        tell(1, "random play")
        yield tell


def _table(document: dict[str, Any]) -> str:
    loop = f"a million steps of a loop take {document['calibration_ns'] / 1e6:.2f} milliseconds here"
    lines = [f"best of {document['rounds']} rounds; {loop}"]
    for slug, figures in document["games"].items():
        lines.append(f"{slug} (checksum {figures['checksum']})")
        for name, words in FIGURES.items():
            median = figures["median"].get(name)
            beside = f"  median {median:>12,}" if median is not None else ""
            lines.append(f"  {words:<36}{figures.get(name, 0):>12,}{beside}")
        lines += [f"  {EXTRA.get(name, name):<36}{value:>12,}" for name, value in figures["extra"].items()]
        lines += [f"  {agent}: {_agent(row)}" for agent, row in figures["agents"].items()]
    return "\n".join(lines)


def _agent(row: dict[str, float]) -> str:
    """How fast an agent is, in words."""
    tried = f", {row['branches_per_s']:,.0f} positions tried a second" if row["branches_per_s"] else ""
    return (
        f"{row['matches_per_s']:,.0f} matches a second{tried};\n"
        f"    half of its decisions take {row['decision_us_p50']:.1f} microseconds or less, "
        f"99 % {row['decision_us_p99']:.1f};\n"
        f"    {row['late_share']:.2%} take longer than 50 milliseconds"
    )
