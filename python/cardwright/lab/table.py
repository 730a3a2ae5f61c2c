"""The result of an arena: rates with intervals, as a document and as a table to read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

import msgspec

from cardwright.agents.spec import is_native, read_spec
from cardwright.lab.cards import CardRow
from cardwright.lab.field import Entry, Pairing
from cardwright.lab.intervals import Interval, wilson
from cardwright.lab.score import SIDES, Score, Starts

CONTROL_CONFIDENCE = 0.99
"""The confidence of a control's interval, which must contain 0.5."""
DIGITS = 4
WIDTH = 80


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """Wins and draws out of some matches; the rate counts a draw as half a win."""

    matches: int
    wins: int
    draws: int
    rate: float | None
    interval: Interval | None
    """Wilson's interval; like the rate, None if there are no matches."""

    @property
    def shown(self) -> str:
        """The rate with its interval."""
        return _shown(self.rate, self.interval)


class EntryRate(Rate, frozen=True, kw_only=True):
    """How an entry fared against all others; controls are left out."""

    entry: str
    agent: str
    deck: str
    forfeits: int
    standard_error: float | None
    starting: Rate
    """The matches of this entry, controls included, in which it took the first turn."""
    reaction: float | None = None
    """In a timed game: the mean seconds until its agent looks at what happened; None if it never does."""
    sees: str = "view"
    """What its agent is given: its seat's "view" or, if it is an oracle, the "truth"."""


class PairingRate(Rate, frozen=True, kw_only=True):
    """How the first side of a pairing fared against the second."""

    first: str
    second: str
    forfeits: list[int]
    standard_error: float | None
    """Of the rate, over seeds; Wilson's interval treats the two matches of a seed as independent."""


class Control(Rate, frozen=True, kw_only=True):
    """An entry against itself: if 0.5 lies outside the interval, the arena favours a side."""

    entry: str
    confidence: float
    holds: bool | None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an arena; `str` shows it, `to_json` is the document of `cardwright arena`."""

    game: str
    command: str
    version: str
    cards_version: str
    seed: int
    matches: int
    """Matches of each pairing, both seats together."""
    confidence: float
    complete: bool
    notes: list[str]
    starting_player: Rate
    entries: list[EntryRate]
    pairings: list[PairingRate]
    controls: list[Control]
    """One per mirrored entry, and one over all if there are several."""
    forfeits: dict[str, str]
    """Why an agent forfeited for the first time, by agent."""
    cards: list[CardRow] = []
    """The counts of each card, if asked for; not part of the document."""
    fault: str | None = None
    """What stopped the arena or its saving; the figures stay valid. Not part of the document."""

    @property
    def document(self) -> dict[str, Any]:
        """The document of `cardwright arena`."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        for name in ("cards", "fault"):
            del found[name]
        found["command"] += " --json"
        for name, first in (
            ("entries", "entry agent deck"),
            ("pairings", "first second"),
            ("controls", "entry"),
        ):
            # The names come first, for people who read the document.
            found[name] = [{**{key: one[key] for key in first.split()}, **one} for one in found[name]]
        return found

    def to_json(self) -> str:
        """The document as text."""
        return json.dumps(self.document, ensure_ascii=False)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


def rate(matches: int, wins: int, draws: int, confidence: float) -> dict[str, Any]:
    """The numbers of a rate."""
    points = wins + draws / 2
    return {
        "matches": matches,
        "wins": wins,
        "draws": draws,
        "rate": round(points / matches, DIGITS) if matches else None,
        "interval": _rounded(wilson(points, matches, confidence)) if matches else None,
    }


def _rounded(interval: Interval) -> Interval:
    return round(interval[0], DIGITS), round(interval[1], DIGITS)


def _error(error: float | None) -> float | None:
    return None if error is None else round(error, DIGITS + 1)


def entry_rates(
    entries: Sequence[Entry],
    scores: Sequence[tuple[Pairing, Score]],
    confidence: float,
    reactions: Mapping[str, float | None],
) -> list[EntryRate]:
    """How every entry fared, the best first; `reactions` are those of the agents in a timed game."""
    found = []
    for entry in entries:
        matches = wins = draws = forfeits = 0
        variance: float | None = 0.0
        starts = Starts()
        for pairing, score in scores:
            for side, other in enumerate((pairing.first, pairing.second)):
                if other.label != entry.label:
                    continue
                starts.add(score.starts[side])
                if pairing.is_control or not score.matches:
                    continue
                forfeits += score.forfeits[side]
                matches += score.matches
                wins += score.losses if side else score.wins
                draws += score.draws
                # A pairing with one seed has no known error; then the sum has none either.
                error = score.error
                variance = (
                    None if variance is None or error is None else variance + (score.matches * error) ** 2
                )
        found.append(
            EntryRate(
                entry=entry.label,
                agent=entry.agent,
                deck=entry.deck,
                forfeits=forfeits,
                standard_error=None if variance is None or not matches else _error(variance**0.5 / matches),
                starting=Rate(**rate(starts.matches, starts.wins, starts.draws, confidence)),
                reaction=reactions.get(entry.agent),
                sees="truth" if is_native(entry.agent) and read_spec(entry.agent).oracle else "view",
                **rate(matches, wins, draws, confidence),
            )
        )
    return sorted(found, key=lambda entry: -1.0 if entry.rate is None else entry.rate, reverse=True)


def pairing_rates(scores: Sequence[tuple[Pairing, Score]], confidence: float) -> list[PairingRate]:
    """How every pairing ended."""
    return [
        PairingRate(
            first=pairing.first.label,
            second=pairing.second.label,
            forfeits=score.forfeits,
            standard_error=_error(score.error),
            **rate(score.matches, score.wins, score.draws, confidence),
        )
        for pairing, score in scores
    ]


def controls(scores: Sequence[tuple[Pairing, Score]]) -> list[Control]:
    """The entries against themselves, and all of them together if there are several."""
    listed = [(pairing.first.label, score) for pairing, score in scores if pairing.is_control]
    if len(listed) > 1:
        together = Score()
        for _, score in listed:
            together.add(score)
        listed.append(("all", together))
    found = []
    for name, score in listed:
        numbers = rate(score.matches, score.wins, score.draws, CONTROL_CONFIDENCE)
        interval = numbers["interval"]
        inside = interval and interval[0] <= 0.5 <= interval[1]
        found.append(Control(entry=name, confidence=CONTROL_CONFIDENCE, holds=inside, **numbers))
    return found


def starting_player(scores: Sequence[tuple[Pairing, Score]], confidence: float) -> Rate:
    """How the seat that took the first turn fared; matches that ended by forfeit are left out."""
    starts = Starts()
    for _, score in scores:
        for side in range(len(SIDES)):
            starts.add(score.starts[side])
    return Rate(**rate(starts.matches, starts.wins, starts.draws, confidence))


def _shown(rate: float | None, interval: Interval | None) -> str:
    if rate is None or interval is None:
        return "    -"
    return f"{rate:.3f}  {interval[0]:.3f}-{interval[1]:.3f}"


def _lines(table: Table) -> list[str]:
    played = sum(pairing.matches for pairing in table.pairings)
    percent = f"{table.confidence * 100:g} %"
    count = len(table.pairings)
    title = (
        f"{table.game}: {count} pairing{'s' * (count != 1)} of {table.matches:,} matches, seed {table.seed}"
    )
    lines = [title, *table.notes, *_reactions(table)]
    if not table.complete:
        lines.append(f"PARTIAL: {played:,} of {count * table.matches:,} matches were played.")
    labels = {entry.entry: entry.entry for entry in table.entries}
    width = min(max(len(label) for label in labels), WIDTH - 48)
    labels = {label: _cut(label, width) for label in labels}
    if any(not _is_mirror(pairing) for pairing in table.pairings):
        head = f"{percent} interval"
        lines += ["", f"     {'entry':<{width}}  {'matches':>9}   rate  {head:<13}  forfeits"]
        lines += [
            f"{number:>3}  {labels[entry.entry]:<{width}}  {entry.matches:>9,}  {entry.shown:<20}"
            f"  {entry.forfeits:>8,}"
            for number, entry in enumerate(table.entries, 1)
        ]
        lines += ["", *_meetings(table, labels, width)]
    start = table.starting_player
    if start.matches:
        lines += ["", f"starting player: {start.shown} ({percent}), {start.matches:,} matches"]
    if table.controls:
        lines += ["", "mirror control, unpaired seeds: 0.5 belongs inside the 99 % interval"]
        lines += [
            f"     {_cut(control.entry, width):<{width}}  {control.matches:>9,}  {control.shown:<20}"
            f"  {_VERDICTS[control.holds]}"
            for control in table.controls
        ]
    if table.forfeits:
        lines += ["", "forfeits, the first of each agent:"]
        lines += [f"     {agent}: {reason}" for agent, reason in table.forfeits.items()]
    return [*lines, "", f"again: {table.command}"]


def _reactions(table: Table) -> list[str]:
    """In a timed game: the mean time until each agent looks at what happened."""
    agents = {entry.agent: entry.reaction for entry in table.entries}
    if not any(agents.values()):
        return []
    told = [f"{name} {'never' if mean is None else f'{mean:g} s'}" for name, mean in sorted(agents.items())]
    return wrap(f"Mean time until an agent looks at the table: {', '.join(told)}.", WIDTH)


_VERDICTS = {True: "inside", False: "OUTSIDE", None: ""}


def _is_mirror(pairing: PairingRate) -> bool:
    return pairing.first == pairing.second


def _cut(label: str, width: int) -> str:
    """A label in a column; one that is too long keeps its end, where labels differ."""
    return label if len(label) <= width else f"…{label[1 - width :]}"


def _meetings(table: Table, labels: dict[str, str], width: int) -> list[str]:
    """The pairings as a matrix if it fits, else as a list."""
    rates = {(pairing.first, pairing.second): pairing for pairing in table.pairings}
    if 5 + width + 7 * len(labels) > WIDTH:
        half = min(width, 26)
        return [
            f"  {_cut(pairing.first, half):<{half}} v {_cut(pairing.second, half):<{half}}  {pairing.shown}"
            for pairing in table.pairings
            if not _is_mirror(pairing)
        ]
    order = [entry.entry for entry in table.entries]
    lines = [f"     {'against':<{width}}" + "".join(f"{number:>7}" for number in range(1, len(order) + 1))]
    for number, row in enumerate(order, 1):
        cells = []
        for column in order:
            pairing = rates.get((row, column)) or rates.get((column, row))
            if row == column or pairing is None or pairing.rate is None:
                cells.append("-")
            else:
                shown = round(pairing.rate, 3)  # rounded first, so that both cells add up to 1
                cells.append(f"{shown if (row, column) in rates else 1 - shown:.3f}")
        lines.append(f"{number:>3}  {labels[row]:<{width}}" + "".join(f"{cell:>7}" for cell in cells))
    return lines
