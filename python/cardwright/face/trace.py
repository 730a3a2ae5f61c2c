"""A match written down: game version, setup, seed and actions, as a text that one can read and play again.

    cardwright trace 1
    game elemental-command
    rules 2
    cards 2f0c...
    seed 7
    seat 0 ignis: 3 ember-wisp, 2 fire-bolt, ...
    seat 1 terra: 3 oak-warden, ...

    0 keep
    1 mulligan "Oak Warden"
    0 play "Ember Wisp" at c2
    end 3 actions, position 51d08e2a77c1b3f4

In a timed game every action begins with its time in milliseconds, and the end says how far the clock went:

    @12500 0 play "Ember Wisp" at a3
    end 1 actions at 93200, position 51d08e2a77c1b3f4

A match that begins in the middle tells its position below the seats (`cardwright.face.position`).
A trace may carry its card definitions after that; then it can be played when the cards have changed since.
The last part of a match that is being played grows line by line, so that nothing is lost when its table is:

    since
    0 take fire
    undo
    @93500
    note speed 2
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable
from hashlib import sha256
from os import PathLike
from typing import NoReturn, TypeVar

import msgspec

from cardwright.basics import limits
from cardwright.basics.arguments import bad_argument
from cardwright.basics.files import read_bytes
from cardwright.catalogue.carrying import carried
from cardwright.errors import CardwrightError, TraceError, shown
from cardwright.face.match import LATEST, Match
from cardwright.face.position import BEGINS, GROUND, ROLLS, PositionReader
from cardwright.face.setup import SeatSetup, Setup

T = TypeVar("T")

FORMAT = 1
"""The version of the text format."""

_LINE = re.compile(r"(?:@(\S*) +)?(\d+) (.+)")
_END = re.compile(r"end (\d+) actions?(?: at (\S+))?, position ([0-9a-f]{16}|unknown)")
_TIME = re.compile(r"[0-9]{1,20}")
_NUMBER = re.compile(r"-?[0-9]{1,20}")
_SEAT = re.compile(r"(\d+) ([^\s:]*):(?: (.*))?")
_CARD = re.compile(r"(\d{1,3}) (\S+)")
_WIDTH = 100
UNKNOWN = "unknown"
"""The position of a match that was written action by action."""
SINCE, UNDO, NOTE = "since", "undo", "note"
"""The line above what was written action by action, and lines there that are no actions."""


class Step(msgspec.Struct, frozen=True, eq=False):
    """One action of a trace: its seat, its text and, in a timed game, its time; its line is no part of it."""

    seat: int
    text: str
    line: int = 0
    at: int | None = None

    @property
    def _key(self) -> tuple[object, ...]:
        return self.seat, self.text, self.at

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Step) else False

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        return f"{self.seat} {self.text}" if self.at is None else f"@{self.at} {self.seat} {self.text}"


class Trace(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A match as (game version, setup, seed, actions); `to_text` and `from_text` are inverse.

    Traces are equal when they are of the same match: which file they are from and whether they carry their
    card definitions makes no difference, as `cards` says which these are.

    >>> import cardwright as cw
    >>> match = cw.game("elemental-command").match(seed=7)
    >>> _ = match.play("keep", seat=0)
    >>> text = match.trace.to_text()
    >>> text.splitlines()[-2:]
    ['0 keep', 'end 1 actions, position ...']
    >>> Trace.from_text(text).to_text() == text, Trace.from_text(text) == match.trace
    (True, True)
    """

    game: str
    rules: int
    cards: str
    """The hash of the compiled cards that the setup can reach."""
    setup: Setup
    seed: int
    steps: tuple[Step, ...]
    position: str
    """The hash of the last position as the seats see it, or `unknown`."""
    until: int | None = None
    """In a timed game: how far the clock went."""
    notes: dict[str, str] = {}
    """What else the writer wanted to keep: who played, say."""
    definitions: bytes = b""
    """The catalogue the match was played with, where the trace carries it."""
    file: str | None = None

    @property
    def _key(self) -> tuple[object, ...]:
        return self.game, self.rules, self.cards, self.seed, self.steps, self.position, self.until

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return (self._key, self.setup, self.notes) == (other._key, other.setup, other.notes)

    def __hash__(self) -> int:
        return hash(self._key)

    @classmethod
    def of(cls, match: Match) -> Trace:
        """The trace of a match that has been recorded from its beginning."""
        if not match.is_recorded:
            raise TraceError("this match was not recorded from its beginning")
        is_timed = match.game.is_timed
        times = match.times if is_timed else [None] * match.ply
        return cls(
            game=match.game.slug,
            rules=match.game.rules_version,
            cards=match.setup.cards_version(match.game.catalogue),
            setup=match.setup,
            seed=match.seed,
            steps=tuple(
                Step(seat=action.seat, text=action.text, at=at)
                for action, at in zip(match.actions, times, strict=True)
            ),
            position=position_hash(match),
            until=match.now if is_timed else None,
            definitions=match.game.catalogue.raw,
        )

    def to_text(self, *, embed: bool = False) -> str:
        """The trace as text; with `embed` it carries the card definitions."""
        lines = [
            f"cardwright trace {FORMAT}",
            f"game {self.game}",
            f"rules {self.rules}",
            f"cards {self.cards}",
            f"seed {self.seed}",
        ]
        if self.setup.board:
            lines.append(f"board {self.setup.board}")
        if self.setup.open_decks:
            lines.append("open decks")
        lines += [f"option {name} {value}" for name, value in sorted(self.setup.options.items())]
        for number, seat in enumerate(self.setup.seats):
            cards = ", ".join(f"{count} {card}" for card, count in sorted(seat.cards.items()))
            lines.append(f"seat {number} {seat.hero}: {cards}")
        if self.setup.position is not None:
            lines += self.setup.position.to_lines()
        for name, value in sorted(self.notes.items()):
            if name.split() != [name] or len(value.splitlines()) > 1 or value != value.strip():
                raise TraceError(
                    f"the note {shown(name)} must have a name of one word and a text of one line, "
                    "without space around it",
                    file=self.file,
                )
            lines.append(f"note {name} {value}")
        lines.append("")
        lines += map(str, self.steps)
        until = "" if self.until is None else f" at {self.until}"
        lines.append(f"end {len(self.steps)} actions{until}, position {self.position}")
        if embed:
            if not self.definitions:
                raise TraceError("this trace has no card definitions to carry", file=self.file)
            packed = base64.b64encode(zlib.compress(carried(self.definitions), 9)).decode()
            rows = [packed[at : at + _WIDTH] for at in range(0, len(packed), _WIDTH)]
            lines += ["", f"definitions {len(rows)} lines", *rows]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str, *, file: str | PathLike[str] | None = None) -> Trace:
        """Read a trace; one that is cut off, unreadable or too large is refused with its line."""
        if not isinstance(text, str):
            raise bad_argument(text, "trace", "a text")
        if len(text) > limits.TRACE.most:
            raise TraceError(limits.TRACE.refusal(len(text)), file=file)
        return _Reader(text, file).read()

    @classmethod
    def from_file(cls, file: str | PathLike[str]) -> Trace:
        """Read a trace from a file."""
        if not isinstance(file, str | PathLike):
            raise bad_argument(file, "file", "a path")
        try:
            raw = read_bytes(file, limits.TRACE, is_named=True)
            # The last line may have been cut within a letter when its table was lost.
            end = raw.rfind(b"\n") + 1
            text = raw[:end].decode("utf-8") + raw[end:].decode("utf-8", "replace" if end else "strict")
        except UnicodeDecodeError as error:
            raise TraceError(f"this is no text in UTF-8: {error.reason}", file=file) from None
        except CardwrightError as error:
            raise TraceError(error.reason, file=file) from None
        return cls.from_text(text, file=file)


def position_hash(match: Match) -> str:
    """A hash of what all seats see, by the ids of the cards, so that new cards do not change it."""
    hashed = sha256()
    ids, lands = [card.id for card in match.game.catalogue.defs], match.game.catalogue.lands
    for seat in range(match.kernel.seat_count):
        seen = match.view(seat).described
        zones = [[[(ids[c.number], c.cost) for c in zone] for zone in one.zones] for one in seen.seats]
        pieces = [
            (ids[p.number], p.owner, p.cell, p.attack, p.health, p.keywords, p.statuses) for p in seen.pieces
        ]
        rest = (seen.now, seen.phase, seen.over, seen.to_act, [one.resources for one in seen.seats])
        grounds = ([seen.areas.get(land) for land in lands],) if lands else ()
        # An unordered zone is listed by the numbers of its cards' slots, not by the cards' numbers.
        hashed.update(msgspec.json.encode((zones, pieces, rest, *grounds)))
    return hashed.hexdigest()[:16]


class _Reader:
    """Reads a trace line by line."""

    def __init__(self, text: str, file: str | PathLike[str] | None) -> None:
        self.lines = text.splitlines()
        self.is_whole = text.endswith("\n")
        self.file = file
        self.at = 0

    def fail(self, reason: str, line: int | None = None) -> NoReturn:
        raise TraceError(reason, file=self.file, line=self.at if line is None else line)

    def next(self) -> str:
        if self.at >= len(self.lines):
            self.fail(
                "the trace is cut off: it must end with a line like 'end 57 actions, position ...'",
                len(self.lines),
            )
        self.at += 1
        return self.lines[self.at - 1].rstrip()

    def read(self) -> Trace:
        first = self.lines[0].split() if self.lines else []
        if first[:2] != ["cardwright", "trace"]:
            self.fail("this is no trace: it must begin with 'cardwright trace'", 1)
        self.at = 1
        if first[2:] != [str(FORMAT)]:
            self.fail(f"this is a trace of format {' '.join(first[2:])}, this version reads format {FORMAT}")
        fields: dict[str, str] = {}
        options: dict[str, int] = {}
        notes: dict[str, str] = {}
        seats: list[SeatSetup] = []
        position: PositionReader | None = None
        open_decks = False
        while line := self.next():
            name, _, value = line.partition(" ")
            if name in ("game", "rules", "cards", "seed", "board") and name not in fields:
                fields[name] = value
            elif name == BEGINS and position is None:
                position = self.placed(PositionReader, value, len(seats))
            elif name == ROLLS and position:
                self.placed(position.take_rolls, value)
            elif name == GROUND and position:
                self.placed(position.take_ground, value)
            elif name == "seat" and position:
                self.placed(position.take, value)
            elif name == "seat":
                seats.append(self.seat(value, len(seats)))
            elif line == "open decks":
                open_decks = True
            elif name == "option":
                key, _, number = value.partition(" ")
                options[key] = self.number(number, "an option's value")
            elif name == "note":
                key, _, rest = value.partition(" ")
                notes[key] = rest
            else:
                self.fail(f'unknown line of the header: "{line[:60]}"')
        for name in ("game", "rules", "cards", "seed"):
            if name not in fields:
                self.fail(f"the header has no line '{name}'")
        rules, seed = (
            self.number(fields["rules"], "the version of the rules"),
            self.number(fields["seed"], "the seed"),
        )
        steps, reached, until = self.steps(len(seats))
        definitions = self.definitions()
        if self.rest() == SINCE:
            until = self.since(steps, notes, until, len(seats))
            reached = UNKNOWN
        elif self.at < len(self.lines) and not self.is_cut():
            self.fail("nothing but the card definitions may follow the end")
        return Trace(
            game=fields["game"],
            rules=rules,
            cards=fields["cards"],
            setup=Setup(
                tuple(seats),
                fields.get("board", ""),
                options,
                open_decks,
                position.position() if position else None,
            ),
            seed=seed,
            steps=tuple(steps),
            position=reached,
            until=until,
            notes=notes,
            definitions=definitions,
            file=None if self.file is None else str(self.file),
        )

    def placed(self, take: Callable[..., T], *parts: object) -> T:
        """Read a line of the position."""
        try:
            return take(*parts)
        except ValueError as error:
            self.fail(str(error))

    def number(self, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            self.fail(f'{what} must be a whole number, not "{text[:40]}"')
        return int(text)

    def seat(self, text: str, expected: int) -> SeatSetup:
        found = _SEAT.fullmatch(text)
        if not found or found[1] != str(expected):
            self.fail(f"this must read like 'seat {expected} hero: 3 card, 2 card'")
        cards: dict[str, int] = {}
        for part in found[3].split(", ") if found[3] else []:
            card = _CARD.fullmatch(part)
            if not card:
                self.fail(f'"{part[:40]}" is no number and card')
            cards[card[2]] = self.number(card[1], "the number of a card")
        return SeatSetup(hero=found[2], cards=cards)

    def steps(self, seats: int) -> tuple[list[Step], str, int | None]:
        steps: list[Step] = []
        while True:
            line = self.next()
            if ended := _END.fullmatch(line):
                if ended[1] != str(len(steps)):
                    self.fail(f"there are {len(steps)} actions, the last line says {ended[1][:20]}")
                return steps, ended[3], self.time(ended[2], steps, "the end")
            steps.append(self.step(line, steps, seats))

    def step(self, line: str, before: list[Step], seats: int) -> Step:
        """The action of a line."""
        found = _LINE.fullmatch(line)
        if not found or self.number(found[2], "a seat") >= seats:
            self.fail(f'"{line[:60]}" is no action: it must begin with the number of a seat')
        if found[3].startswith("@"):
            self.fail(f'"{line[:60]}" has two times, or its time behind the seat')
        at = self.time(found[1], before, "this action")
        return Step(seat=self.number(found[2], "a seat"), text=found[3], line=self.at, at=at)

    def is_cut(self) -> bool:
        """Whether nothing follows but a part of the line above what is written action by action."""
        is_last = self.at == len(self.lines) - 1 and not self.is_whole
        return is_last and SINCE.startswith(self.lines[self.at])

    def since(self, steps: list[Step], notes: dict[str, str], until: int | None, seats: int) -> int | None:
        """Read what was written action by action into what came before; returns how far the clock went."""
        self.at += 1
        if not self.is_whole:  # the last line was being written when the table was lost
            self.lines.pop()
        while self.at < len(self.lines):
            line = self.next()
            word, _, rest = line.partition(" ")
            if line == UNDO and steps:
                until = steps.pop().at
            elif word == NOTE:
                name, _, value = rest.partition(" ")
                notes.pop(name, None)
                notes |= {name: value} if value else {}
            elif word.startswith("@") and not rest:
                until = self.time(word[1:], steps, "this time")
            else:
                steps.append(self.step(line, steps, seats))
                if (until is None) != (steps[-1].at is None):
                    self.fail("this action has a time, others have none, or the other way round")
                until = steps[-1].at
        return until

    def time(self, text: str | None, before: list[Step], what: str) -> int | None:
        """The time of a line: all lines have one or none has, and none is before the line above it."""
        last = before[-1].at if before else None
        if before and (text is None) != (last is None):
            said = "has no time, others have" if text is None else "has a time, others have none"
            self.fail(f"{what} {said}; in a timed game every line has one, such as '@12500 0 draw'")
        if text is None:
            return None
        if not _TIME.fullmatch(text) or int(text) > LATEST:
            self.fail(f'"{text[:40]}" is no time: it must be 0 to {LATEST} milliseconds')
        if last is not None and int(text) < last:
            self.fail(f"{what} is at {text} ms, before the action above it at {last} ms")
        return int(text)

    def rest(self) -> str:
        """The next line that is not empty, which is not taken yet; nothing at the end."""
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        return self.lines[self.at].strip() if self.at < len(self.lines) else ""

    def definitions(self) -> bytes:
        found = re.fullmatch(r"definitions (\d+) lines", self.rest())
        if not found:
            return b""
        self.at += 1
        count = self.number(found[1], "the number of lines")
        rows = [line.strip() for line in self.lines[self.at : self.at + count]]
        if len(rows) < count:
            self.fail("the card definitions are cut off", len(self.lines))
        try:
            self.at += count
            return self.unpacked(base64.b64decode("".join(rows), validate=True))
        except (binascii.Error, zlib.error):
            self.fail("the card definitions are damaged")

    def unpacked(self, packed: bytes) -> bytes:
        """The card definitions, of which no more is unpacked than may be read."""
        most = limits.DEFINITIONS.most
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(packed, most + 1)
        if len(found) > most:
            self.fail(limits.DEFINITIONS.refusal(most, is_more=True))
        if not unpacking.eof:
            raise zlib.error("cut off")
        return found
