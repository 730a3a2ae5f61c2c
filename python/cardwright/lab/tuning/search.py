"""The search for weights: CMA-ES in units of each weight's own scale, repeatable from its seed."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardwright.errors import CardwrightError

STEP = 0.3
"""The first step of the search: a third of a weight, more or less."""
DIGITS = 4
"""Significant digits of a weight: what is played is what is written."""
ZERO_SHARE = 0.25
"""A weight that is usually 0 is tried in this share of the median of the others."""


def rounded(number: float) -> float:
    """A weight as it is written.

    >>> rounded(0.123456), rounded(45.6789), rounded(0.0)
    (0.1235, 45.68, 0.0)
    """
    return float(f"{number:.{DIGITS}g}")


class Search:
    """Asks for candidates and is told their ranks."""

    def __init__(self, usual: Mapping[str, float], seed: int, population: int = 0) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about plots, which nobody asks for
                import cma
        except ImportError:
            raise CardwrightError(
                "the search for weights needs the package cma",
                suggestion="install it with: pip install 'cardwright[lab]'",
            ) from None
        self.names = list(usual)
        self._middle = np.array([usual[name] for name in self.names])
        typical = median([abs(value) for value in usual.values() if value] or [1.0])
        self._scale = np.array([abs(value) or ZERO_SHARE * typical for value in self._middle])
        dice = np.random.default_rng(seed)
        options: dict[str, Any] = {
            "verbose": -9,
            "seed": math.nan,  # the dice below are used instead of numpy's own
            "randn": lambda *shape: dice.standard_normal(shape),
        }
        if population:
            options["popsize"] = population
        self._search = cma.CMAEvolutionStrategy(np.zeros(len(self.names)), STEP, options)
        self._asked: list[NDArray[np.float64]] = []

    @property
    def population(self) -> int:
        """How many candidates there are in a generation."""
        return int(self._search.popsize)

    @property
    def step(self) -> float:
        """How far candidates lie apart, in shares of the usual weights."""
        return float(self._search.sigma)

    def ask(self) -> list[dict[str, float]]:
        """The weights of the next generation's candidates."""
        self._asked = list(self._search.ask())
        return [self._weights(point) for point in self._asked]

    def tell(self, ranks: Sequence[int]) -> None:
        """The rank of each of these candidates, the best 0."""
        self._search.tell(self._asked, [float(rank) for rank in ranks])

    @property
    def mean(self) -> dict[str, float]:
        """The weights in the middle of the search."""
        return self._weights(np.asarray(self._search.result.xfavorite))

    def _weights(self, point: NDArray[np.float64]) -> dict[str, float]:
        values = self._middle + self._scale * point
        return {name: rounded(float(value)) for name, value in zip(self.names, values, strict=True)}
