"""Flat Monte Carlo in a few lines of Python, for every game of turns: an opponent to measure others by.

It knows no game: `cardwright arena GAME --agents cardwright.agents.monte_carlo:MonteCarlo,greedy`.
"""

from __future__ import annotations

import random
from time import perf_counter

from cardwright.agents import NativeAgent
from cardwright.face.actions import Action
from cardwright.face.view import View


class MonteCarlo:
    """Tries every action in imagined matches, which greedy plays on for two turns; takes the best of all."""

    seconds = 0.05
    """How long it thinks about an action."""

    def __init__(self, seed: int = 0) -> None:
        self.dice = random.Random(seed)
        self.pilot = NativeAgent("greedy", seed=seed)

    def choose(self, view: View) -> Action:
        """The action whose matches went best."""
        until = perf_counter() + self.seconds
        actions = list(view.legal_actions)
        totals = [0.0] * len(actions)
        tries = 0
        while perf_counter() < until or tries < len(actions):
            number = tries % len(actions)
            if number == 0:  # a new truth, the same one for every action
                guess = view.determinise(self.dice.getrandbits(64))
            branch = guess.fork()
            branch.play(actions[number], seat=view.seat)
            while not branch.is_over and branch.now < view.now + 2:
                seat = min(branch.to_act)
                action = self.pilot.choose(branch.view(seat))
                assert action is not None, "only timed games let an agent wait"
                branch.play(action, seat=seat)
            totals[number] += branch.view(view.seat).worth
            tries += 1
        full, rest = divmod(tries, len(actions))
        means = [total / (full + (number < rest)) for number, total in enumerate(totals)]
        return actions[means.index(max(means))]
