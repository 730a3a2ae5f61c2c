"""Compares the speed of two built clones: `python tests/bench/compare.py OLD NEW`.

Old and new are measured in alternating rounds, so that other work on the machine slows down both; the best
round of each counts. On a busy machine compare instructions instead: `--instructions` counts them with
callgrind, for matches played through the public interface; they are the same in every run. Both clones must
be built (`make setup`) in the same profile.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

SLOWER = 0.03
"""A figure that is slower by more than this share is marked."""

GAMES = ("elemental-command", "mana", "ruler")

TIMES = {
    "actions_per_s": True,
    "runner_actions_per_s": True,
    "branches_per_s": True,
    "clone_ns": False,
    "python_actions_per_s": True,
}
"""The figures of `cardwright bench` that are compared, and whether more of them is better."""

COUNTED = {
    "native": "a position reached, listed and copied, natively",
    "runner": "a random action by the batch runner",
    "greedy": "a position tried by greedy",
    "python": "an action from Python",
}
"""The units of work whose instructions are counted."""

# Run by the clone's own interpreter: does one kind of work and prints how many units it did.
PLAYER = """
import os, random, subprocess, sys
from cardwright import game, play_matches
from cardwright.cli import bench

what, slug = sys.argv[1:]
chosen = game(slug)
decks = list(chosen.decks)
setups = [chosen.setup(pair) for pair in zip(decks, decks[1:] + decks[:1])]

def count(switch):
    words = ["callgrind_control", "--instr=" + switch, str(os.getpid())]
    subprocess.run(words, check=True, capture_output=True)

def positions():
    for number, setup in enumerate(setups):
        dice = random.Random(number)
        match = chosen.begin(setup, number, record=False)
        for ply in range(40):
            if chosen.is_timed:
                match.advance(match.now + 2000)
            legal = match.legal_actions_of(min(match.to_act, default=0))
            if match.is_over or not len(legal):
                break
            if ply % 8 == 7:
                yield match.fork(), len(legal)
            match.play(legal[dice.randrange(len(legal))])

if what == "native":
    found = list(positions())
    count("on")
    for match, _ in found:
        match.count_lines(2)
    count("off")
    done = sum(branches for _, branches in found)
elif what == "python":
    # A fake clock: the loop sees one second pass, in which everything is played.
    clock = iter([(0, "on"), (1, "off")])
    def look():
        time, switch = next(clock)
        count(switch)
        return time
    bench.perf_counter = look
    done = round(bench._python_actions_per_s(chosen, 0, 4, record=False))
else:
    agent = "random" if what == "runner" else "greedy"
    count("on")
    columns = play_matches(chosen, setups, (agent, agent), range(3), threads=1)
    count("off")
    done = int((columns.actions if what == "runner" else columns.branches).sum())
print(done)
"""


def clone(path: str) -> Path:
    """A built clone."""
    folder = Path(path).resolve()
    if not (folder / ".venv/bin/cardwright").exists():
        raise SystemExit(f"{path} is no built clone: run 'make setup' in it")
    return folder


def bench(folder: Path, slug: str, scale: float) -> dict[str, Any]:
    """The figures of one game."""
    words = [folder / ".venv/bin/cardwright", "bench", "--json", "--game", slug, "--scale", str(scale)]
    told = subprocess.run(words, cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    figures: dict[str, Any] = json.loads(told.stdout)["games"][slug]
    return figures


def times(clones: tuple[Path, Path], slugs: list[str], rounds: int, scale: float) -> None:
    """Prints the figures of both clones, measured in alternating rounds."""
    for slug in slugs:
        found: tuple[list[dict[str, Any]], list[dict[str, Any]]] = ([], [])
        for _ in range(rounds):
            for figures, folder in zip(found, clones, strict=True):
                figures.append(bench(folder, slug, scale))
        for key, bigger in TIMES.items():
            if all(figures and key in figures[0] for figures in found):
                best = max if bigger else min
                old, new = (best(figures[key] for figures in side) for side in found)
                _row(f"{slug}  {key}", old, new, new / old if bigger else old / new)
        agents = [{**figures[0].get("agents", {})} if figures else {} for figures in found]
        for agent in (name for name in agents[0] if name in agents[1]):
            old, new = (max(one["agents"][agent]["matches_per_s"] for one in side) for side in found)
            _row(f"{slug}  {agent}_matches_per_s", old, new, new / old)


def counted(folder: Path, what: str, slug: str) -> float:
    """The instructions of one unit of work."""
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no"]
    words = [*callgrind, folder / ".venv/bin/python", "-c", PLAYER, what, slug]
    same = os.environ | {"PYTHONHASHSEED": "0"}
    told = subprocess.run(words, cwd=folder, env=same, check=False, capture_output=True, text=True)
    total = re.search(r"Collected : (\d+)", told.stderr)
    if told.returncode or total is None:
        raise SystemExit(f"{folder}: {what} of {slug} could not be counted\n{told.stderr[-2000:]}")
    return int(total[1]) / int(told.stdout)


def instructions(clones: tuple[Path, Path], slugs: list[str], kinds: list[str]) -> None:
    """Prints how many instructions each clone takes for one unit of work."""
    for slug in slugs:
        for what in kinds:
            old, new = (counted(folder, what, slug) for folder in clones)
            _row(f"{slug}  instructions for {COUNTED[what]}", old, new, old / new)


def _row(what: str, old: float, new: float, speed: float) -> None:
    mark = f"  more than {SLOWER:.0%} slower" if speed < 1 - SLOWER else ""
    print(f"{what:<72}{old:>12,.0f}{new:>12,.0f}{speed:>8.3f}{mark}", flush=True)


def main() -> None:
    """Compares the two clones that the command line names."""
    reader = argparse.ArgumentParser(description="Compares the speed of two built clones.")
    reader.add_argument("old", type=clone)
    reader.add_argument("new", type=clone)
    reader.add_argument("--game", action="append", choices=GAMES, help="a game; all of them without")
    reader.add_argument("--rounds", type=int, default=5, help="runs of each clone; 0: no times")
    reader.add_argument("--scale", type=float, default=0.2, help="how many matches, against the usual bench")
    reader.add_argument(
        "--instructions", action="append", choices=[*COUNTED, "all"], help="count them by callgrind"
    )
    chosen = reader.parse_args()
    slugs = chosen.game or list(GAMES)
    kinds = list(COUNTED) if "all" in (chosen.instructions or []) else chosen.instructions or []
    print(f"{'':<72}{'old':>12}{'new':>12}{'speed':>8}")
    times((chosen.old, chosen.new), slugs, chosen.rounds, chosen.scale)
    instructions((chosen.old, chosen.new), slugs, kinds)


if __name__ == "__main__":
    sys.exit(main())
