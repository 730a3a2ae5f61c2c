"""Rejects drafts by what they say, before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from cardwright.generating.data import span_of
from cardwright.generating.drafting import Asked, Container, Draft, helps, hurts


def is_special(draft: Draft) -> bool:
    """Whether a condition hardly ever holds, or can never be reached."""
    for asked in _asked(draft):
        usual = asked.condition.usual
        if asked.condition.special or (usual and not span_of(usual)[0] <= asked.n <= span_of(usual)[1]):
            return True
    return False


def is_contradictory(draft: Draft) -> bool:
    """Whether conditions of a container exclude or repeat each other, or make its effects pointless."""
    for container in draft.containers:
        asked = list(_of(container))
        if any(clash(first, second) for first, second in combinations(asked, 2)):
            return True
        named = {container.target.id, *(done.effect.id for done in container.effects)}
        if any(one in named for each in asked for one in each.condition.bars):
            return True
    return False


def is_harmful(draft: Draft) -> bool:
    """Whether a text hurts its owner and does nothing else that could help."""
    done = [(effect.effect, one.target) for one in draft.containers for effect in one.effects]
    return any(hurts(*each) for each in done) and not any(helps(*each) for each in done)


def clash(first: Asked, second: Asked) -> bool:
    """Whether two conditions exclude each other, or one of them follows from the other."""
    if not first.condition.topic or first.condition.topic != second.condition.topic:
        return first.condition is second.condition
    if not first.condition.n or not second.condition.n:
        return True
    one, other = _bounds(first), _bounds(second)
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return low > high or (low, high) in (one, other)


def _bounds(asked: Asked) -> tuple[float, float]:
    """The numbers for which a condition holds."""
    compare = asked.condition.compare
    low = asked.n if compare in ("least", "exactly") else float("-inf")
    high = asked.n if compare in ("most", "exactly") else float("inf")
    return low, high


def _of(container: Container) -> Iterator[Asked]:
    if container.asked:
        yield container.asked
    yield from (done.asked for done in container.effects if done.asked)


def _asked(draft: Draft) -> Iterator[Asked]:
    for container in draft.containers:
        yield from _of(container)


STATIC: dict[str, Callable[[Draft], bool]] = {
    "special": is_special,
    "contradiction": is_contradictory,
    "harm": is_harmful,
}
"""The filters that look at a draft alone, by name."""
