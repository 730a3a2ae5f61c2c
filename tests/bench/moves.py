"""Compares the moves of `value` with those of its plain search: `python tests/bench/moves.py hearth`.

Positions come from matches of `value` against itself over all pairs of shipped decks. In each, a fresh agent
of either kind chooses with the same seed. The plain search tries every line (`merge=off/prune=off`).
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import NamedTuple

import cardwright as cw
from cardwright.agents import NativeAgent

PLAIN = "merge=off/prune=off/nodes=1000000000"
"""The options of the search that tries every line."""


class Compared(NamedTuple):
    """One position: what was chosen, and how much was tried for it."""

    legal: int
    chosen: str
    plain: str
    expects: tuple[float, float]
    transitions: tuple[int, int]


def positions(
    game: cw.Game, agent: str, turns: range, actions: int, seed: int, step: int
) -> Iterator[tuple[cw.View, int]]:
    """Views of who is to act in those turns with so many legal actions or more; every `step`-th."""
    decks = list(product(game.decks, repeat=2))
    met = 0
    for number in range(seed, seed + 1_000_000):
        match = game.match(decks[number * 7 % len(decks)], seed=number)
        agents = [NativeAgent(agent, 2 * number + seat) for seat in range(match.seat_count)]
        while not match.is_over and match.kernel.now < turns.stop:
            seat = min(match.to_act)
            view = match.view(seat)
            if match.kernel.now in turns and len(view.legal_actions) >= actions:
                met += 1
                if met % step == 0:
                    yield view, number
            match.play(agents[seat].choose(view))


def compare(game: cw.Game, view: cw.View, seed: int, agent: str, plain: str) -> Compared:
    """What both kinds choose in a position."""
    both = NativeAgent(agent, seed), NativeAgent(plain, seed)
    chosen = [one.choose(view).text for one in both]
    expects = (both[0].expects or 0.0, both[1].expects or 0.0)
    return Compared(len(view.legal_actions), *chosen, expects, (both[0].branches, both[1].branches))


def main() -> None:
    """Print the share of equal moves and the transitions of a decision."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--turns", default="5-12", help="of the match, first and last")
    parser.add_argument("--actions", type=int, default=10, help="at least so many legal actions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--step", type=int, default=7, help="of so many positions one is compared")
    parser.add_argument("--agent", default="value", help="compared with the plain search")
    parser.add_argument("--plain", default=f"value/{PLAIN}")
    parser.add_argument("--show", type=int, default=0, help="how many different moves are shown")
    asked = parser.parse_args()
    game = cw.game(asked.game)
    first, _, last = asked.turns.partition("-")
    turns = range(int(first), int(last or first) + 1)
    found: list[Compared] = []
    begun = perf_counter()
    for view, seed in positions(game, asked.agent, turns, asked.actions, asked.seed, asked.step):
        found.append(compare(game, view, seed, asked.agent, asked.plain))
        if len(found) == asked.positions:
            break
    differ = [one for one in found if one.chosen != one.plain]
    for one in differ[: asked.show]:
        print(one)
    worse = sum(one.expects[0] < one.expects[1] for one in found)
    print(f"{len(found)} positions of {asked.game}, {perf_counter() - begun:.0f} s")
    print(f"equal moves       {1 - len(differ) / len(found):.4f}")
    print(f"worth less        {worse / len(found):.4f}")
    print(f"legal actions     {statistics.mean(one.legal for one in found):.1f} on average")
    for name, at in (("merged", 0), ("plain", 1)):
        counts = sorted(one.transitions[at] for one in found)
        mean, median, last = (
            statistics.mean(counts),
            counts[len(counts) // 2],
            counts[len(counts) * 99 // 100],
        )
        print(f"{name:<8} transitions a decision: mean {mean:.0f}, median {median}, p99 {last}")


if __name__ == "__main__":
    main()
