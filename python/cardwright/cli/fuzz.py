"""`cardwright fuzz`: many random matches, each under every detector."""

from __future__ import annotations

import json
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

import typer

from cardwright.basics import output
from cardwright.basics.paths import named_folders
from cardwright.cli import INTERRUPTED
from cardwright.cli.parts import generated
from cardwright.errors import CardwrightError
from cardwright.face.library import Game, game
from cardwright.face.native import run_fuzz
from cardwright.sources.finding import sources_of

FOUND = 1
ENOUGH = 300
"""After this many matches every card should have been played."""
FORECAST_EVERY = 40
"""One action in this many is forecast, unless something else is said: it costs little."""
PLENTY = 10_000
"""After this many matches every ability should have run and changed something."""
COUNTERS = (
    "crashes",
    "hangs",
    "replay_mismatches",
    "leaks",
    "lent_mismatches",
    "lost_effects",
    "impossible_imaginings",
    "forecast_mismatches",
)
"""What is counted in the document, each by a detector of its own."""
ROOMS = {
    "pieces": "times a piece did not come: too many were in play (no fault)",
    "cells": "times a piece did not come: no free space on the board (no fault)",
    "cards": "times a card was lost: no room in its zone (no fault)",
    "effects": "times an effect fizzled: too many were in force",
    "queue": "times an ability fizzled: too many were waiting",
    "triggers": "times an ability fizzled: the action had set off too many",
}
"""What happens when a part of the state is full, by part."""

IDLE = {
    "never_ran": "never ran",
    "never_changed": "never changed anything",
    "explained": "explained",
    "explained_in_vain": "explained, and changed something",
}
"""What is said of an ability that did nothing."""


def fuzz(
    slug: Annotated[str, typer.Argument(metavar="GAME", help="The game's slug.")],
    matches: Annotated[int, typer.Option(min=1, max=2**32 - 1, help="How many matches.")] = 1000,
    seed: Annotated[
        int,
        typer.Option(min=0, max=2**64 - 1, help="The seed of the first match; the others count up from it."),
    ] = 1,
    board: Annotated[str, typer.Option(help="The board, in games with several (default: all).")] = "",
    sets: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=1000,
            help="Play half of the matches with so many generated sets (default: one for 500 matches, where "
            "a game has a generator).",
        ),
    ] = None,
    only_set: Annotated[
        int | None,
        typer.Option("--set", min=1, help="Play all matches with the generated set of this number."),
    ] = None,
    threads: Annotated[int, typer.Option(min=0, max=256, help="Threads; 0 is one per core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    hang_seconds: Annotated[
        float, typer.Option(min=0.01, max=3600, help="When an action counts as hanging.")
    ] = 10,
    forecast_every: Annotated[
        int,
        typer.Option(min=0, max=2**32 - 1, help="Forecast one action in this many and compare; 0 for none."),
    ] = FORECAST_EVERY,
    prefer: Annotated[str, typer.Option(help="Cards to prefer, with commas between.", hidden=True)] = "",
    position: Annotated[str, typer.Option(help="Begin from positions made for this card.", hidden=True)] = "",
    crowded: Annotated[
        bool,
        typer.Option("--crowded", help="Fill those positions with pieces that have triggers.", hidden=True),
    ] = False,
    plant: Annotated[str, typer.Option(help="Plant a fault to test the detectors.", hidden=True)] = "",
) -> None:
    """Play many random matches and look for faults.

    Ends with code 1 if there are any, if a card was never played in 300 matches or more, or if in 10,000 or
    more an ability never ran or never changed anything and no reason is written beside the cards, or if it
    did in spite of such a reason.
    """
    every = generated.game_of_set(slug, only_set, board) if only_set else game(slug, board)
    boards = [board] if board or position else every.boards or [board]
    plan = {
        "threads": threads or os.cpu_count() or 1,
        "hang_seconds": hang_seconds,
        "prefer": [every.catalogue.index(card) for card in prefer.split(",") if card],
        "position": every.catalogue.index(position) if position else None,
        "crowded": crowded,
        "forecast_every": forecast_every,
        "plant": plant or None,
    }
    numbers = generated.wanted(slug, matches, sets, only_set, is_special=bool(prefer or position or plant))
    documents: list[dict[str, Any]] = []
    is_interrupted = False
    with _progress(matches) as progress:
        for opened, options, share in _tables(
            slug, boards, numbers, matches if only_set else matches // 2, matches
        ):
            if not share or is_interrupted:
                continue
            played = sum(document["matches"] for document in documents)
            done = None if progress is None else partial(_further, progress, played)
            document, is_interrupted = _on_board(opened(), share, seed + played, plan, done)
            for failure in document["failures"]:
                failure["command"] += options
            documents.append(document | {"of_set": " --set " in options})
    document = _together(documents, seed)
    document["abilities"] = abilities(slug, document["abilities"])
    output.write(f"{output.json_text(document) if as_json else _table(document)}\n")
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)
    if _is_found(document, sum(one["matches"] for one in documents if not one["of_set"])):
        raise typer.Exit(FOUND)


def _tables(
    slug: str, boards: Sequence[str], numbers: Sequence[int], of_sets: int, matches: int
) -> Iterator[tuple[Callable[[], Game], str, int]]:
    """What is played on: games, the options that a command needs to repeat a match there, and matches."""
    of_sets = of_sets if numbers else 0
    for name, share in zip(boards, _shares(matches - of_sets, len(boards)), strict=True):
        yield partial(game, slug, name), _further_options(name), share
    for number, share in zip(numbers, _shares(of_sets, len(numbers)), strict=True):
        name = boards[number % len(boards)]
        options = f"{_further_options(name)} --set {number}"
        yield partial(generated.game_of_set, slug, number, name), options, share


def _shares(matches: int, parts: int) -> list[int]:
    return [matches // parts + (number < matches % parts) for number in range(parts)]


def _is_found(document: dict[str, Any], shipped: int) -> bool:
    """Whether a document tells of a fault; so many of its matches were played with the game's own cards."""
    idle = [document["abilities"][key] for key in ("never_ran", "never_changed", "explained_in_vain")]
    return bool(
        document["failures"]
        or (document["cards_never_played"] and shipped >= ENOUGH)
        or (any(idle) and shipped >= PLENTY)
    )


def _on_board(
    chosen: Game, matches: int, seed: int, plan: dict[str, Any], progress: Callable[[int], object] | None
) -> tuple[dict[str, Any], bool]:
    """The document of the matches on one board, and whether they were interrupted."""
    try:
        answer, is_interrupted = run_fuzz(
            chosen, shipped_setups(chosen), plan | {"matches": matches, "seed": seed}, progress
        )
    except ValueError as refused:
        raise CardwrightError(str(refused)) from None
    return json.loads(answer), is_interrupted


def _further(progress: Callable[[int], object], played: int, more: int) -> object:
    return progress(played + more)


def _further_options(board: str) -> str:
    """The options that the command to repeat a match needs beside its seed."""
    added = "".join(f" --with {shlex.quote(str(folder))}" for folder in named_folders())
    return f" --board {shlex.quote(board)}{added}" if board else added


def _together(documents: Sequence[dict[str, Any]], seed: int) -> dict[str, Any]:
    """One document of all boards: a card counts as played if it was on any of them.

    Of generated sets only the faults are told: their cards are different every time.
    """
    shipped = [document for document in documents if not document["of_set"]]
    together = {key: value for key, value in documents[0].items() if key != "of_set"}
    together["seed"] = seed
    for key in ("matches", "actions", *COUNTERS):
        together[key] = sum(document[key] for document in documents)
    forecasts = Counter[str]()
    for document in documents:
        forecasts.update(document["forecasts"])
    together["forecasts"] = dict(forecasts)
    hits = Counter[str]()
    for document in documents:
        hits.update(document["capacity_hits"])
    together["capacity_hits"] = dict(sorted(hits.items()))
    together["failures"] = [failure for document in documents for failure in document["failures"]]
    for key in ("cards_never_played", "cards_played_from_position"):
        unplayed = [{*document["cards_never_played"], *document[key]} for document in shipped]
        left = set.intersection(*unplayed) if unplayed else set()
        if key == "cards_played_from_position":
            left -= set(together["cards_never_played"])
        together[key] = [card for document in shipped for card in document[key] if card in left]
        together[key] = list(dict.fromkeys(together[key]))
    together["abilities"] = _tallied(shipped)
    if len(shipped) < len(documents):
        together["sets"] = len(documents) - len(shipped)
    return together


def _tallied(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What came of every ability on all boards."""
    found: dict[tuple[str, str, int], dict[str, Any]] = {}
    for row in (row for document in documents for row in document["abilities"]):
        sums = found.setdefault((row["card"], *row["place"]), {**row, "ran": 0, "changed": 0})
        sums["ran"] += row["ran"]
        sums["changed"] += row["changed"]
    return list(found.values())


def abilities(slug: str, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What came of every ability of every card: sums, and what never ran or never changed anything.

    An ability is named by its card and its sentence; one that the card gives to others, or leaves for later,
    has `given` beside them.
    """
    from cardwright.building.catalogue import Workshop
    from cardwright.building.explained import explained
    from cardwright.building.sentences import Sentences

    reasons = {(one.card, one.sentence): one.reason for one in explained(sources_of(slug))}
    found: dict[str, Any] = {
        "ran": sum(row["ran"] for row in rows),
        "changed": sum(row["changed"] for row in rows),
        "never_ran": [],
        "never_changed": [],
        "explained": [],
        "explained_in_vain": [],
    }
    if not reasons and all(row["changed"] for row in rows):
        return found
    sentences = Sentences(Workshop(sources_of(slug), []))
    sums: dict[tuple[str, str, bool], Counter[str]] = {}
    for row in rows:
        place, number = row["place"]
        sentence = sentences.of(row["card"]).get((place, number), "")
        of_sentence = sums.setdefault((row["card"], sentence, place == "given"), Counter())
        of_sentence.update(ran=row["ran"], changed=row["changed"])
    for (card, sentence, given), counted in sums.items():
        named = {"card": card, "sentence": sentence} | ({"given": True} if given else {})
        reason = reasons.get((card, sentence))
        if counted["changed"]:
            if reason and not given:
                found["explained_in_vain"].append(named)
        elif reason:
            found["explained"].append(named | {"reason": reason})
        else:
            found["never_changed" if counted["ran"] else "never_ran"].append(named)
    return found


def shipped_setups(chosen: Game) -> list[Any]:
    """Every ready deck against every other, in both seats, in the kernel's numbers."""
    seats = chosen.seat_counts[0]
    return [
        chosen.setup(((first, second) * seats)[:seats]).numbers(chosen)
        for first in chosen.decks
        for second in chosen.decks
    ]


@contextmanager
def _progress(matches: int) -> Iterator[Callable[[int], object] | None]:
    with output.progress_bar("matches", matches) as bar:
        yield None if bar is None else lambda played: bar(played, matches)


def _table(document: dict[str, Any]) -> str:
    counted = ", ".join(f"{document[key]} {key}" for key in ("matches", "actions", "sets") if key in document)
    lines = [f"{document['game']}: {counted}, seed {document['seed']}"]
    lines += [f"{document[key]:>8}  {key.replace('_', ' ')}" for key in COUNTERS]
    made = document["forecasts"]
    lines.append(f"{made['made']:>8}  forecasts, {made['exact']} exact, {made['open']} open")
    lines += [f"{n:>8}  {ROOMS.get(room, room)}" for room, n in document["capacity_hits"].items()]
    for key in ("cards_never_played", "cards_played_from_position"):
        if document[key]:
            lines.append(f"{key.replace('_', ' ')}: {', '.join(document[key])}")
    lines.append(f"{document['abilities']['ran']:>8}  times an ability ran or lent something")
    lines.append(f"{document['abilities']['changed']:>8}  times it changed anything")
    for key, words in IDLE.items():
        for one in document["abilities"][key]:
            reason = f" ({one['reason']})" if "reason" in one else ""
            given = "what it gives: " if "given" in one else ""
            lines.append(f"{words}: {one['card']}: {given}{one['sentence']}{reason}")
    for failure in document["failures"]:
        lines += [f"{failure['kind']}: {failure['detail']}", f"    {failure['command']}"]
    return "\n".join(lines)
