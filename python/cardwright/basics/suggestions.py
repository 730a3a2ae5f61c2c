"""Suggestions of the word that was meant, and the article before a word."""

from __future__ import annotations

from collections.abc import Iterable


def has_vowel(word: str) -> bool:
    """Whether a word begins with the sound of a vowel, so that *an* stands before it."""
    lower = word.lower()
    return lower[:1] in tuple("aeio") or (lower.startswith("u") and not lower.startswith(("uni", "use")))


def one(word: str) -> str:
    """A word with its article.

    >>> one("unit"), one("item")
    ('a unit', 'an item')
    """
    return f"an {word}" if has_vowel(word) else f"a {word}"


def distance(a: str, b: str) -> int:
    """The number of letters to insert, delete, change or swap to turn one word into the other.

    >>> distance("damage", "damge"), distance("stun", "stnu")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        above, row = row, [i]
        for j, y in enumerate(b, start=1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word that differs least, if it is near enough to be meant."""
    return next(iter(near(word, words)), None)


def near(word: str, words: Iterable[str]) -> list[str]:
    """The words that are near enough to be meant, those that differ least first."""
    wanted, most = word.lower(), max(1, len(word) // 3)
    # Words may be very long: one whose length alone differs by more is not compared.
    likely = [other for other in words if abs(len(other) - len(word)) <= most]
    found = sorted((distance(wanted, other.lower()), other) for other in likely)
    return [other for far, other in found if far <= most]


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """A suggestion of the nearest word, if there is one."""
    near = nearest(word, words)
    return f'did you mean "{near}"?' if near else None
