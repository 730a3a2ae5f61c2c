"""Literate card tests: a sentence of rule, a position, what is played, what is expected.

A scenario file is Markdown. Every `## heading` is a scenario; its fenced blocks are read in order:

```setup
me: fire, mana 10, fire 5, health 25, hand "Fire Bolt" "Gust", deck "Oak Warden"
foe: earth, health 20
me c2 Ember Wisp
foe c3 Oak Warden, damage 1, stunned 1
me a1 Zephyr Scout, arrived
dice 1 0
turn foe
```

`me` is seat 0 and `foe` seat 1. The word after the colon is the hero's id; then resources by name,
`health`, `hand` and `deck` (the last card named is the top; `deck empty`). What is left out takes the
defaults of `[options.scenario]` in game.toml. Pieces are owner, cell and card, then `damage N`, `arrived` or
a status with its number. `dice` scripts the rolls, which must be used up exactly. A `play` block holds action
texts; an `expect` block holds lines such as `c3 Oak Warden 2/1`, `c2 empty`, `c2 has Taunt`,
`c2 lacks Haste`, `c3 stunned 1`, `me health 25`, `me mana 3`, `me hand "Gust"`, `me hand 2`,
`me deck 9`, `prompt 3`, `legal ACTION`, `illegal ACTION: words`, `log words` and `result won`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.errors import CardwrightError, IllegalAction
from cardwright.language.diagnostics import did_you_mean
from cardwright.toml import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.library import Game
    from cardwright.match import Match

SEATS = ("me", "foe")
BLOCKS = ("setup", "play", "expect")

SETUP_FORMS = (
    'me: fire, mana 3, health 20, hand "Spark", deck empty',
    "me c2 Ember Wisp, damage 1, arrived, stunned 1",
    "dice 1 0",
    "turn foe",
)
"""A line of every kind that a setup block may hold."""

EXPECT_FORMS = (
    "c2 Ember Wisp 2/1",
    "c2 empty",
    "c2 has Taunt",
    "c2 lacks Haste",
    "c2 stunned 1",
    "me health 25",
    "me mana 3",
    "me hand 2",
    'me hand "Gust"',
    "me hand empty",
    "prompt 3",
    "legal ACTION",
    "illegal ACTION: words",
    "log words",
    "result won",
)
"""A line of every kind that an expect block may hold."""


class ScenarioError(CardwrightError):
    """A scenario that cannot be read, or an expectation that does not hold."""


@dataclass
class Line:
    """One line of a block, with its place in the file."""

    text: str
    number: int


@dataclass
class Block:
    """A fenced block: setup, play or expect."""

    kind: str
    lines: list[Line] = field(default_factory=list)


@dataclass
class Scenario:
    """One heading of a scenario file."""

    title: str
    path: Path
    number: int
    blocks: list[Block] = field(default_factory=list)

    @property
    def slug(self) -> str:
        """The title as a test's name."""
        return re.sub(r"\W+", "_", self.title.lower()).strip("_")


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file."""
    scenarios: list[Scenario] = []
    block: Block | None = None
    for number, raw in enumerate(read_text(path).splitlines(), start=1):
        text = raw.strip()
        if block is None:
            if text.startswith("## "):
                scenarios.append(Scenario(text[3:].strip(), path, number))
            elif text.startswith("```"):
                kind = text[3:].strip()
                if kind not in BLOCKS:
                    reason = f"a block is one of {', '.join(BLOCKS)}, not '{kind}'"
                    raise ScenarioError(reason, file=path, line=number)
                if not scenarios:
                    raise ScenarioError("a block must stand under a '## heading'", file=path, line=number)
                block = Block(kind)
                scenarios[-1].blocks.append(block)
        elif text == "```":
            block = None
        elif text and not text.startswith("#"):
            block.lines.append(Line(text, number))
    if block is not None:
        raise ScenarioError("the last block is not closed", file=path)
    for scenario in scenarios:
        kinds = [block.kind for block in scenario.blocks]
        if kinds[:1] != ["setup"] or kinds.count("setup") != 1 or "expect" not in kinds:
            reason = f"'{scenario.title}' needs one setup block, first, and an expect block"
            raise ScenarioError(reason, file=path, line=scenario.number)
    return scenarios


def run(scenario: Scenario, game: Game) -> Match:
    """Plays a scenario; a `ScenarioError` names the line that does not hold."""
    setup, *rest = scenario.blocks
    match = game.arrange(_Reader(scenario, game).plan(setup))
    for block in rest:
        for line in block.lines:
            try:
                if block.kind == "play":
                    match.play(line.text)
                else:
                    _Check(match, game).expect(line.text)
            except CardwrightError as error:
                reason = f"{line.text}: {error}"
                raise ScenarioError(reason, file=scenario.path, line=line.number) from error
    left, beyond = match.kernel.script_balance() or (0, 0)
    if left or beyond:
        reason = f"{left} scripted rolls are left over and {beyond} were missing"
        raise ScenarioError(reason, file=scenario.path, line=scenario.number)
    return match


_NUMBER = re.compile(r"-?\d{1,6}")
_STATS = re.compile(r"-?\d+/-?\d+")


def _listed(forms: tuple[str, ...]) -> str:
    return ", ".join(f"'{form}'" for form in forms)


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ScenarioError(f"this ends with a whole number, not '{text}'")
    return int(text)


def _names(text: str) -> list[str]:
    return re.findall(r'"([^"]+)"', text)


class _Reader:
    """Turns a setup block into the kernel's arrangement."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario = scenario
        self.game = game
        self.words = game.catalogue.game.vocabulary
        self.defaults: dict[str, Any] = game.catalogue.game.options.get("scenario", {})

    def fail(self, line: Line, reason: str, suggestion: str | None = None) -> ScenarioError:
        reason = f"{line.text}: {reason}"
        return ScenarioError(reason, file=self.scenario.path, line=line.number, suggestion=suggestion)

    def number(self, line: Line, text: str, what: str) -> int:
        if not _NUMBER.fullmatch(text):
            raise self.fail(line, f"{what} is a whole number, not '{text}'")
        return int(text)

    def plan(self, block: Block) -> dict[str, Any]:
        seats: list[dict[str, Any]] = [{}, {}]
        pieces: list[dict[str, Any]] = []
        plan: dict[str, Any] = {
            "seats": seats,
            "pieces": pieces,
            "to_act": 0,
            "now": self.defaults.get("now", 9),
            "phase": self.defaults.get("phase", 0),
            "rolls": None,
            "seed": 1,
        }
        for line in block.lines:
            head, _, tail = line.text.partition(" ")
            if head.rstrip(":") in SEATS and head.endswith(":"):
                seats[SEATS.index(head[:-1])] = self.seat(line, tail)
            elif head in SEATS:
                pieces.append(self.piece(line, SEATS.index(head), tail))
            elif head == "dice":
                plan["rolls"] = [self.number(line, roll, "a roll") for roll in tail.split()]
            elif head == "turn" and tail in SEATS:
                plan["to_act"] = SEATS.index(tail)
            else:
                reason = "this is neither a seat, a piece, 'dice' nor 'turn'"
                raise self.fail(line, reason, f"lines of a setup read {_listed(SETUP_FORMS)}")
        if not all(seats):
            raise self.fail(block.lines[0], "both 'me:' and 'foe:' must be named")
        return plan

    def card(self, line: Line, name: str) -> int:
        try:
            return self.game.card_numbers[self.game.card(name).id]
        except CardwrightError as error:
            raise self.fail(line, str(error).rstrip(".")) from error

    def seat(self, line: Line, text: str) -> dict[str, Any]:
        resources = self.words["resources"]
        amounts: dict[str, int] = dict(self.defaults.get("resources", {}))
        zones: dict[str, list[str]] = {"deck": list(self.defaults.get("deck", []))}
        hero, health = "", None
        for at, part in enumerate(_parts(text)):
            word, _, rest = part.partition(" ")
            if at == 0:
                hero = part
            elif word in self.words["zones"]:
                zones[word] = [] if rest == "empty" else _names(rest)
            elif word == "health":
                health = self.number(line, rest, "health")
            elif word in resources:
                amounts[word] = self.number(line, rest, word)
            else:
                known = (*self.words["zones"], "health", *resources)
                raise self.fail(
                    line, f"'{part}' is neither a resource, a zone nor health", did_you_mean(word, known)
                )
        number = self.card(line, hero)
        printed = self.game.catalogue.defs[number]
        return {
            "hero": number,
            "damage": 0 if health is None else printed.health - health,
            "zones": [[self.card(line, name) for name in zones.get(z, [])] for z in self.words["zones"]],
            "resources": [[resources.index(word), amount] for word, amount in amounts.items()],
        }

    def piece(self, line: Line, owner: int, text: str) -> dict[str, Any]:
        first, *marks = _parts(text)
        cell, _, name = first.partition(" ")
        if cell not in self.game.cells:
            raise self.fail(line, f"there is no cell '{cell}'")
        piece: dict[str, Any] = {
            "def": self.card(line, name),
            "owner": owner,
            "cell": self.game.cells.index(cell),
            "statuses": [],
        }
        for mark in marks:
            word, _, amount = mark.partition(" ")
            if word == "arrived":
                piece["arrived"] = True
            elif word == "damage":
                piece["damage"] = self.number(line, amount, "damage")
            elif word in self.words["statuses"]:
                turns = self.number(line, amount or "1", word)
                piece["statuses"].append([self.words["statuses"].index(word), turns])
            else:
                known = ("arrived", "damage", *self.words["statuses"])
                raise self.fail(
                    line, f"'{mark}' is neither 'arrived', 'damage' nor a status", did_you_mean(word, known)
                )
        return piece


def _parts(text: str) -> Iterator[str]:
    """The parts between commas, commas inside quotes left alone."""
    for part in re.findall(r'(?:[^,"]|"[^"]*")+', text):
        yield part.strip()


class _Check:
    """Compares the table with one expected line."""

    def __init__(self, match: Match, game: Game) -> None:
        self.match = match
        self.game = game

    def expect(self, text: str) -> None:
        head, _, tail = text.partition(" ")
        if head in SEATS:
            self.seat(SEATS.index(head), tail)
        elif head in self.game.cells:
            self.cell(head, tail)
        elif head == "prompt":
            prompt = self.match.view(seat=min(self.match.to_act)).prompt
            self.same("options", len(prompt.options) if prompt else 0, _number(tail))
        elif head == "legal":
            if tail not in self.match.legal_actions:
                raise ScenarioError("it is not legal")
        elif head == "illegal":
            self.illegal(tail)
        elif head == "log":
            log = [event.text for event in self.match.events(seat=0)]
            if not any(tail.lower() in line.lower() for line in log):
                raise ScenarioError(f"the log says: {' '.join(log[-6:])}")
        elif head == "result":
            result = self.match.result
            self.same("result", result.outcomes[0] if result else "open", tail)
        else:
            hint = f"lines of an expect block read {_listed(EXPECT_FORMS)}"
            raise ScenarioError("this line starts with nothing known", suggestion=hint)

    def illegal(self, text: str) -> None:
        action, _, reason = text.partition(":")
        try:
            self.match.play(action.strip())
        except IllegalAction as error:
            if reason.strip().lower() not in str(error).lower():
                raise ScenarioError(f"it is refused for another reason: {error}") from error
            return
        self.match.undo()
        raise ScenarioError("it is legal")

    @staticmethod
    def same(what: str, found: object, expected: object) -> None:
        if found != expected:
            raise ScenarioError(f"{what}: {found}, not {expected}")

    def seat(self, seat: int, text: str) -> None:
        word, _, rest = text.partition(" ")
        own = self.match.view(seat=seat)
        side = own.seats[seat]
        if word == "health":
            hero = next(piece for piece in own.pieces if piece.owner == seat and not piece.cell)
            self.same("health", hero.health, _number(rest))
        elif word in side.zones:
            cards = side.zones[word]
            if rest.isdigit():
                self.same(f"cards in {word}", len(cards), int(rest))
            else:
                expected = [] if rest == "empty" else sorted(_names(rest))
                self.same(word, sorted(card.name for card in cards), expected)
        elif word in side.resources:
            self.same(word, side.resources[word], _number(rest))
        else:
            known = ("health", *side.zones, *side.resources)
            hint = did_you_mean(word, known) or f"write one of {', '.join(known)}"
            raise ScenarioError(f"'{word}' is neither health, a zone nor a resource", suggestion=hint)

    def cell(self, cell: str, text: str) -> None:
        piece = next((piece for piece in self.match.view(seat=0).pieces if piece.cell == cell), None)
        if text == "empty":
            self.same(cell, piece.name if piece else "empty", "empty")
            return
        if piece is None:
            raise ScenarioError(f"{cell} is empty")
        word, _, rest = text.partition(" ")
        if word in ("has", "lacks"):
            keywords = {keyword.lower().replace("-", " ") for keyword in piece.keywords}
            if (rest.lower().replace("-", " ") in keywords) != (word == "has"):
                raise ScenarioError(f"it has {', '.join(sorted(keywords)) or 'no keyword'}")
        elif word in piece.statuses or word in self.game.catalogue.game.vocabulary["statuses"]:
            self.same(word, piece.statuses.get(word, 0), _number(rest))
        else:
            name, _, numbers = text.rpartition(" ")
            if not name or not _STATS.fullmatch(numbers):
                hint = f"write it like '{cell} {piece.name} {piece.attack}/{piece.health}'"
                hint += ", or like " + _listed(tuple(f"{cell} {form[3:]}" for form in EXPECT_FORMS[1:5]))
                raise ScenarioError("this says neither a name with attack/health nor a mark", suggestion=hint)
            self.same(cell, f"{piece.name} {piece.attack}/{piece.health}", f"{name} {numbers}")
