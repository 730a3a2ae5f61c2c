"""Positions in which every trigger of a game happens: `games/<slug>/stages/`.

`cast.toml` holds cards that are used only there. `stages.md` holds sections like those of scenarios:

- `## table: NAME` is a position. If the cast has a card "Quick Friend", it replaces "Friend" on the table
  named *quick*. A line `Carrier Minion, damage 3` gives marks to the pieces of that card that later
  sections add. The actions of its `play` block come first; impossible ones are left out.
- `## KIND: TRIGGER, TRIGGER` says what is added to a table and what is played there to set the trigger
  off. Triggers have their names of the phrase table; *whenever* has the name of the event it waits for,
  and a text without trigger is `played`. Zones are added to those of the table.
- `## KIND: like KIND` makes the sections of another kind serve for this kind too: it says what replaces
  the carrier there, and what is played first.

The actions of a section must be possible on the first table; on the others, and for another kind, they
need not be. The card whose text is tried is the cast's "Carrier" of its kind; `play "Carrier Spell" ...`
means every way to play it. A carrier that stays in play keeps its own abilities beside the tried text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import json

from cardwright.errors import CardwrightError
from cardwright.scenario import Block, Line, Scenario, ScenarioError, on_trial_board, sections
from cardwright.scenario.playing import take
from cardwright.scenario.setups import Reader, split

if TYPE_CHECKING:
    from cardwright.face.library import Game
    from cardwright.face.match import Match

CARRIER = "Carrier"
"""The name of the cast's card that carries the text."""

LIKE = "like "
"""The beginning of the title of a section that reuses those of another kind."""

ANY = " ..."
"""The end of a line that means every way to do it."""

_AMOUNT = re.compile(r'\d+|empty|".*"')
_SEAT_LINE = re.compile(r"(me|foe): ?(.*)")


@dataclass(frozen=True)
class Step:
    """An action of a script, or a wait until a time; with `is_any` every action like it is tried."""

    code: int | None
    at: int | None
    is_any: bool = False


@dataclass(frozen=True)
class Stage:
    """A position in which a trigger happens, in the kernel's numbers, and what is played."""

    table: str
    title: str
    board: str
    heroes: list[int]
    position: Mapping[str, Any]
    steps: tuple[Step, ...]


class Stages:
    """The stages of a game, read from its folder."""

    def __init__(self, folder: Path, cast: Iterable[str]) -> None:
        path = folder / "stages.md"
        self.cast = {*cast}
        self.tables: dict[str, Scenario] = {}
        self.scripts: dict[tuple[str, str], list[Scenario]] = {}
        self.likes: dict[str, tuple[str, Scenario]] = {}
        for section in sections(path):
            head, _, tail = section.title.partition(":")
            names = [name.strip() for name in tail.split(",")]
            if head == "table":
                self.tables |= dict.fromkeys(names, section)
                continue
            if tail.strip().startswith(LIKE):
                self.likes[head] = tail.strip().removeprefix(LIKE), section
                continue
            for name in names:
                self.scripts.setdefault((head, name), []).append(section)
        self._recorded: dict[tuple[str, str, str], list[Stage]] = {}

    def of(self, game: Game, kind: str, trigger: str, table: str) -> list[Stage]:
        """The stages of a trigger of a kind of card on a table."""
        key = kind, trigger, table
        if key not in self._recorded:
            found = self._recorded[key] = []
            for section in self.scripts.get((kind, trigger), []):
                try:
                    found.append(self._record(game, table, section))
                except ScenarioError:
                    if table == next(iter(self.tables)):
                        raise
            for section in self._alike(kind, trigger):
                with suppress(ScenarioError):
                    found.append(self._record(game, table, section))
        return self._recorded[key]

    def _alike(self, kind: str, trigger: str) -> Iterator[Scenario]:
        """The sections of the kind that this one is like, with its carrier replaced."""
        if kind not in self.likes:
            return
        other, instead = self.likes[kind]
        for section in self.scripts.get((other, trigger), []):
            blocks = [
                Block(block.kind, [line for line in block.lines if not _places_carrier(line)])
                for block in section.blocks
            ]
            yield replace(section, blocks=[*instead.blocks, *blocks])

    def _record(self, game: Game, table: str, section: Scenario) -> Stage:
        """Play a section through with a carrier that has no text."""
        blocks = [*self.tables[table].blocks, *section.blocks]
        lines = [line for block in blocks if block.kind == "setup" for line in block.lines]
        marks = {name: marks for line in lines for name, marks in self._marks(line)}
        lines = [line for line in lines if not any(self._marks(line))]
        setup = Block("setup", [Line(self._named(text, table, marks), n) for text, n in _merged(lines)])
        reader = Reader(section, on_trial_board(game))
        begun = reader.setup(setup)
        game = reader.game
        steps: list[Step] = []
        try:
            match = game.begin(begun, seed=1)
        except CardwrightError as error:
            raise ScenarioError(f"{table}: {error.reason}", file=section.path, line=section.number) from error
        before = [line for block in self.tables[table].blocks if block.kind == "play" for line in block.lines]
        for line in before:
            with suppress(CardwrightError):
                steps += _steps(match, self._named(line.text, table))
        for line in (line for block in section.blocks if block.kind == "play" for line in block.lines):
            try:
                steps += _steps(match, self._named(line.text, table))
            except CardwrightError as error:
                reason = f"{table}: {line.text}: {error}"
                raise ScenarioError(reason, file=section.path, line=line.number) from error
        numbers = game.numbers(begun)
        heroes, position = numbers["heroes"], json.decode(numbers["position"])
        return Stage(table, section.title, game.board, heroes, position, tuple(steps))

    def _marks(self, line: Line) -> Iterator[tuple[str, str]]:
        """The card and its marks, if a line gives a card of the cast marks on a table."""
        name, comma, marks = line.text.partition(",")
        if comma and name in self.cast:
            yield name, comma + marks

    def _named(self, text: str, table: str, marks: Mapping[str, str] | None = None) -> str:
        """A line with the table's own cards instead of the plain ones, and with their marks."""
        placed = re.fullmatch(r"(?:me|foe) \S+ ([^,]+)", text)
        text += (marks or {}).get(placed[1], "") if placed else ""
        for name in self.cast:
            plain = name.removeprefix(f"{table.capitalize()} ")
            if plain != name:
                text = re.sub(rf"(?<![\w]){re.escape(plain)}(?![\w])", name, text)
        return text


def _places_carrier(line: Line) -> bool:
    """Whether a line of a setup puts the carrier on the board."""
    return re.fullmatch(rf"me \S+ {CARRIER}.*", line.text) is not None


def _merged(lines: Iterable[Line]) -> Iterator[tuple[str, int]]:
    """The lines of a setup with one line for a seat: zones are added, other parts replaced."""
    seats: dict[str, dict[str, str]] = {}
    rest: list[tuple[str, int]] = []
    for line in lines:
        found = _SEAT_LINE.fullmatch(line.text)
        if not found:
            rest.append((line.text, line.number))
            continue
        parts = seats.setdefault(found[1], {})
        for part in split(found[2]):
            word, _, tail = part.partition(" ")
            if word != "at" and not _AMOUNT.fullmatch(tail):
                word = "hero"
            if '"' in tail and '"' in parts.get(word, ""):
                parts[word] += f" {tail}"
            else:
                parts[word] = part
    yield from ((f"{seat}: {', '.join(parts.values())}", 0) for seat, parts in seats.items())
    yield from rest


def _steps(match: Match, text: str) -> Iterator[Step]:
    """Play a line and return its steps."""
    if text.endswith(ANY):
        wanted = text.removesuffix(ANY)
        seat = 0 if match.game.is_timed else None
        fitting = [one for one in match.legal_actions_of(seat) if str(one).startswith(wanted)]
        if not fitting:
            raise ScenarioError("there is no such action")
        yield Step(fitting[0].code, match.now if match.game.is_timed else None, is_any=True)
        return
    before = match.ply
    take(match, text)
    timed = match.game.is_timed
    taken, times = match.actions[before:], match.times[before:]
    for action, at in zip(taken, times, strict=True):
        yield Step(action.code, at if timed else None)
    if timed:
        yield Step(None, match.now)
