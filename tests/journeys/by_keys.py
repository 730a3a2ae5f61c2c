"""Whole matches by keys at a real terminal: played, left, resumed, again, replayed and watched, in two sizes.

    python tests/journeys/by_keys.py [--games mana ruler] [--sizes 80x24 120x40] [--seats 3] [--show]

It takes some minutes and needs tmux, so it is no part of the tests. Somebody who follows the hints presses
keys only; the journey fails if a match does not come to its end, or a table does not say what it should.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

ENDED = re.compile(r"You have (won|lost)|The match is a draw")
OPPONENTS = {
    **{"elemental-command": "random", "ruler": "pass", "mana": "pass", "hearth": "random"},
    "hexlands": "greedy",
}
FASTER = {"mana": ["--speed", "8"]}
NUMBERS = count()


class Screen:
    """A command in a window of its own; what it shows, and keys for it."""

    def __init__(self, size: str, command: list[str], state: Path) -> None:
        # Each has a server of its own: one that is being closed must not be asked for a window.
        self.tmux = ["tmux", "-L", f"journey-{os.getpid()}-{next(NUMBERS)}"]
        width, height = size.split("x")
        words = [sys.executable, "-m", "cardwright", *command]
        environment = ["-e", f"XDG_STATE_HOME={state}", "-e", "LANG=C.UTF-8"]
        self.run("new-session", "-d", "-x", width, "-y", height, *environment, *words)
        self.run("set-option", "-g", "remain-on-exit", "on")

    def run(self, *words: str) -> str:
        return subprocess.run([*self.tmux, *words], check=False, capture_output=True, text=True).stdout

    @property
    def text(self) -> str:
        return self.run("capture-pane", "-p")

    @property
    def flat(self) -> str:
        return " ".join(re.sub("[│╭╰─╮╯]", " ", self.text).split())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.run("send-keys", key)
            time.sleep(0.12)

    def until(self, pattern: str, seconds: float = 30.0) -> str:
        end = time.monotonic() + seconds
        while not re.search(pattern, self.flat):
            if time.monotonic() > end:
                raise SystemExit(f'"{pattern}" did not come; shown was:\n{self.text}')
            time.sleep(0.05)
        return self.flat

    def close(self) -> None:
        self.run("kill-server")


def follow_hints(screen: Screen, slug: str, most: int) -> int:
    """Ask for a hint and press Enter until it is played, again and again; returns the number of hints."""
    for number in range(most):
        shown = screen.flat
        if ENDED.search(shown):
            return number
        if "Mulligan" in shown:
            screen.press("e")
            screen.until("Your turn|thinks|It is the opponent")
            continue
        if "thinks ..." in shown and "hint" not in shown:
            time.sleep(0.05)
            continue
        screen.press("h")
        asked = screen.until(r"Hint of|nothing to choose|You have|match is a draw", 60.0)
        if "Hint of" not in asked:
            continue
        if re.search(r"Hint of \S+ wait", asked) or ": wait." in asked:
            time.sleep(0.3)
            continue
        for _ in range(6):
            screen.press("Enter")
            time.sleep(0.1)
            now = screen.flat
            if re.search(r"Your turn( \d+)?:|choose with|can act \(Tab\)|thinks \.\.\.", now) or ENDED.search(
                now
            ):
                break
    raise SystemExit(f"{slug} did not come to its end; shown is:\n{screen.text}")


def journey(slug: str, size: str, seats: int, *, is_shown: bool) -> None:
    """One match from the opening to its end, with a pause in the middle; then looked at again."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        begun = time.monotonic()
        words = [
            "play",
            slug,
            "--seed",
            "7",
            "--agent",
            OPPONENTS[slug],
            "--delay",
            "0",
            *(["--seats", str(seats)] if seats > 2 else []),
            *FASTER.get(slug, []),
        ]
        screen = Screen(size, words, state)
        try:
            screen.until(r"\? help")
            screen.press("?")
            screen.until(r"(Elemental Command|Magic|Mana|Hearth|Hexlands): ")
            screen.press("Escape", "q")
            screen.until("play --resume")
        finally:
            screen.close()
        screen = Screen(size, ["play", "--resume", "--delay", "0", *FASTER.get(slug, [])], state)
        try:
            screen.until(r"\? help")
            if slug == "mana":
                screen.press("Space")
            hints = follow_hints(screen, slug, 1500)
            if slug == "mana":
                screen.press("Escape")
            screen.press("h", "u", "Escape")
            end = screen.until(ENDED.pattern)
            last = screen.text.rstrip("\n").splitlines()[-1]
            if re.search("undo|hint|concede", last):
                raise SystemExit(f"the last line offers what is over: {last}")
            if is_shown:
                print(screen.text)
            go_on(screen, slug)
        finally:
            screen.close()
        outcome = ENDED.search(end)
        assert outcome is not None
        (file,) = state.glob(f"cardwright/finished/{slug}-7-*.trace")
        look(size, ["replay", str(file)], state, ["Right", "Right", "t", "w", "End"], "The match is over")
        agents = ",".join([OPPONENTS[slug]] * seats)
        look(
            size,
            ["watch", slug, "--agents", agents, "--seed", "3"],
            state,
            ["Space"],
            "paused|PAUSED",
        )
        seconds = time.monotonic() - begun
        print(f"{slug} at {size}: {outcome.group()} after {hints} hints, {seconds:.0f} s; replayed, watched")


def go_on(screen: Screen, slug: str) -> None:
    """From the end of a match to a rematch, which is given up, then from the start screen to another one."""
    screen.until("R rematch")
    screen.press("R")
    screen.until("C concede")
    screen.press(*["C"] * (2 if slug == "mana" else 1))
    screen.until("You have conceded")
    time.sleep(0.5)
    if slug == "mana":
        screen.press("Escape")
        time.sleep(0.5)
    screen.until("N new match")
    screen.press("N")
    screen.until(r"begin \(b\)")
    screen.press("b")
    screen.until("C concede")
    screen.press("q")
    screen.until("play --resume")


def look(size: str, command: list[str], state: Path, keys: list[str], shown: str) -> None:
    """Open a match to look at, press keys, and leave."""
    screen = Screen(size, command, state)
    try:
        screen.until(r"\? help")
        screen.press(*keys)
        screen.until(shown)
        screen.press("v")
        screen.until("view of seat 0")
        screen.press("q")
    finally:
        screen.close()


def main() -> None:
    """Make the journeys that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=list(OPPONENTS))
    parser.add_argument("--sizes", nargs="+", default=["80x24", "120x40"])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print the last picture of each match")
    given = parser.parse_args()
    for slug in given.games:
        for size in given.sizes:
            journey(slug, size, given.seats, is_shown=given.show)


if __name__ == "__main__":
    main()
