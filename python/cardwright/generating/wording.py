"""Writes a draft's containers as sentences of the card language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.generating.data import Target
from cardwright.generating.drafting import Asked, Container, Done, Draft

COUNTS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""How the language counts things: one is *a*."""

_SLOT = re.compile(r"\{([^{}]*)\}")


def text_of(draft: Draft) -> str:
    """The text of a draft."""
    lines = []
    if draft.keywords:
        listed = ", ".join(one.text + (f" {n}" if n else "") for one, n in draft.keywords)
        lines.append(f"{listed}.")
    for container in draft.containers:
        sentences = list(_sentences(container))
        if container.trigger:
            is_chosen = container.target.chosen and any(done.is_aimed for done in container.effects)
            words = container.trigger.choosing if is_chosen else container.trigger.text
            sentences[0] = f"{words}, {sentences[0]}"
        lines += [_capital(sentence) for sentence in sentences]
    return " ".join(lines)


def _sentences(container: Container) -> Iterator[str]:
    """A container as sentences: its condition stops all of it, an effect's own only that effect."""
    writer = _Writer(container.target)
    head = f"if {writer.condition(container.asked)}, " if container.asked else ""
    said: list[str] = []
    for done in container.effects:
        own = f"if {writer.condition(done.asked)}, " if done.asked else ""
        effect = writer.effect(done)
        if not said:
            said.append(head + own + effect)
        elif own and container.asked:
            said[-1] += f", and {own}{effect}"
        elif own or container.effects[0].asked:
            said.append(own + effect)
        else:
            said[-1] += f" and {effect}"
    yield from (f"{sentence}." for sentence in said)


class _Writer:
    """Writes the parts of one container; the target is named once."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.is_named = False

    def effect(self, done: Done) -> str:
        """The words of an effect."""
        return _SLOT.sub(lambda slot: self._filled(slot[1], done.n, done.m), done.effect.text)

    def condition(self, asked: Asked) -> str:
        """The words of a condition."""
        return _SLOT.sub(lambda slot: self._filled(slot[1], asked.n, 0), asked.condition.text)

    def _filled(self, slot: str, n: int, m: int) -> str:
        name, *forms = slot.split("|")
        if name == "target":
            again = self.is_named and self.target.again
            self.is_named = True
            return again or self.target.text
        if name == "count":
            return COUNTS[n]
        if name in ("n", "m") and not forms:
            return str(n if name == "n" else m)
        if name in ("n", "m"):
            return counted(n if name == "n" else m, *forms)
        return forms[0] if self.target.plural else name


def counted(number: int, one: str, many: str) -> str:
    """So many things, in the language's words.

    >>> counted(1, "card", "cards"), counted(2, "card", "cards"), counted(1, "ember", "embers")
    ('a card', 'two cards', 'an ember')
    """
    if number == 1:
        return f"{'an' if one[:1].lower() in 'aeiou' else 'a'} {one}"
    return f"{COUNTS[number] if number < len(COUNTS) else number} {many}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
