"""A designer's first wording is read, or the answer leads to a text that is read."""

from __future__ import annotations

import re
from random import Random

import pytest
from wordings import WORDINGS

from cardwright.building.catalogue import Workshop
from cardwright.language.assembly import Assembly
from cardwright.language.cards import CardEntry
from cardwright.language.compiler import compile_card
from cardwright.language.diagnostics import Problem, TextError
from cardwright.sources.finding import shipped_folders

READ_AT_ONCE = 56
"""How many first wordings are read as they stand."""

MUTANTS = 120
"""How many texts of each game are made wrong at random."""

_TERMINAL = re.compile(r"\b[A-Z]{2,}\b|\?word|\?half|\?mark|\?number|\$END|__")
_KEY = re.compile(r'put "\w+" into speaks')


@pytest.fixture(scope="module")
def workshops() -> dict[str, Workshop]:
    return {slug: Workshop(folder) for slug, folder in shipped_folders().items()}


def problems_of(workshop: Workshop, text: str, kind: str) -> list[Problem]:
    entry = CardEntry(id="x", name="X", kind=kind, text=text, health=1)
    assembly = Assembly(workshop.assembly.defs, workshop.assembly.kinds)
    try:
        compile_card(entry, workshop.language.parse(text), assembly, workshop.vocabulary)
    except TextError as error:
        return list(error.problems)
    return []


def examples_in(suggestion: str) -> list[str]:
    """The sentences that a suggestion shows."""
    marks = (
        "nearest phrases are ",
        "nearest phrase is ",
        "as in ",
        "reads like ",
        "it like ",
        "one writes ",
        "begins so is ",
    )
    for mark in marks:
        _, found, rest = suggestion.partition(f'{mark}"')
        if found:
            return rest.removesuffix('"').split('" and "')
    _, found, rest = suggestion.lower().partition("in full: ")
    return [suggestion[-len(rest) :]] if found else []


def check(workshop: Workshop, text: str, problem: Problem) -> None:
    """A problem points at the words it quotes, leads somewhere and speaks like a person."""
    told = f"{problem.reason}; {problem.suggestion}"
    assert 0 <= problem.start <= problem.end <= len(text), told
    if quoted := re.match(r'(?:unknown words? )?"([^"]+)"', problem.reason):
        at = text[problem.start : problem.end].lower().replace("’", "'")
        assert quoted[1].lower() in (at, "a" if at == "an" else at), told
    assert problem.suggestion, told
    assert not _TERMINAL.search(told.replace(text, "")), told
    assert "_" not in _KEY.sub("", told), told
    for example in examples_in(problem.suggestion):
        assert workshop.language.parse(example), told
    if mean := re.fullmatch(r'did you mean "(.+)"\?', problem.suggestion):
        assert leads_further(workshop, text, problem, mean[1]), told


def leads_further(workshop: Workshop, text: str, problem: Problem, word: str) -> bool:
    """Whether the text can be read further with another word."""
    changed = text[: problem.start] + word + text[problem.end :]
    try:
        workshop.language.parse(changed)
    except TextError as error:
        return all(one.start != problem.start for one in error.problems)
    return True


@pytest.mark.parametrize(("game", "kind", "text"), WORDINGS)
def test_a_first_wording_is_read_or_answered_well(
    workshops: dict[str, Workshop], game: str, kind: str, text: str
) -> None:
    for problem in problems_of(workshops[game], text, kind):
        check(workshops[game], text, problem)


def test_so_many_first_wordings_are_read(workshops: dict[str, Workshop]) -> None:
    assert len(WORDINGS) >= 130
    read = [text for game, kind, text in WORDINGS if not problems_of(workshops[game], text, kind)]
    assert len(read) >= READ_AT_ONCE
    assert "Give a friendly minion +2/+2." in read


@pytest.mark.parametrize("slug", sorted(shipped_folders()))
def test_no_wrong_text_is_answered_with_internal_names(workshops: dict[str, Workshop], slug: str) -> None:
    workshop = workshops[slug]
    texts = [card.entry.text for card in workshop.cards if card.entry.text]
    dice, told = Random(slug), 0
    for _ in range(MUTANTS):
        text = mutant(dice, texts)
        try:
            workshop.language.parse(text)
        except TextError as error:
            told += 1
            for problem in error.problems:
                shown = f"{text}: {problem.reason}; {problem.suggestion}"
                assert not _TERMINAL.search(f"{problem.reason} {problem.suggestion}"), shown
                assert "_" not in _KEY.sub("", f"{problem.reason} {problem.suggestion}"), shown
                assert problem.suggestion or "head of a text" in problem.reason, shown
                for example in examples_in(problem.suggestion or ""):
                    assert workshop.language.parse(example), shown
    assert told > MUTANTS / 2


def mutant(dice: Random, texts: list[str]) -> str:
    """A text of the game with some words left out, doubled, swapped or misspelt."""
    words = dice.choice(texts).split()
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(len(words))
        other = dice.choice(dice.choice(texts).split())
        change = dice.randrange(4)
        if change == 0 and len(words) > 1:
            del words[at]
        elif change == 1:
            words.insert(at, other)
        elif change == 2:
            words[at] = other
        else:
            cut = dice.randrange(len(words[at]))
            words[at] = words[at][:cut] + dice.choice("aeimnrstz") + words[at][cut + 1 :]
    return " ".join(words)
