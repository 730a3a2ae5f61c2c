"""The setup block of a scenario, as the setup of a match that begins in the middle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cardwright.basics.suggestions import did_you_mean
from cardwright.errors import CardwrightError
from cardwright.face.position import BESIDE, GROUND, PlacedPiece, Position, SeatPosition
from cardwright.face.setup import SeatSetup, Setup
from cardwright.scenario import SEATS, SETUP_FORMS, Block, Line, Scenario, ScenarioError, card_names, listed
from cardwright.scenario.grounds import read_ground
from cardwright.scenario.playing import milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cardwright.face.library import Game

Named = tuple[str, SeatPosition]
"""The hero of a seat, and what the seat has."""

_NUMBER = re.compile(r"-?\d{1,6}")


class Reader:
    """Turns a setup block into a setup; `game` becomes the game and board that the block names."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario = scenario
        self.game = game

    @property
    def words(self) -> dict[str, list[str]]:
        """The words of the game."""
        return self.game.catalogue.game.vocabulary

    @property
    def defaults(self) -> dict[str, Any]:
        """The defaults for everything that a setup leaves out."""
        found: dict[str, Any] = self.game.catalogue.game.options.get("scenario", {})
        return found

    def fail(self, line: Line, reason: str, suggestion: str | None = None) -> ScenarioError:
        """A fault of a line."""
        reason = f"{line.text}: {reason}"
        return ScenarioError(reason, file=self.scenario.path, line=line.number, suggestion=suggestion)

    def number(self, line: Line, text: str, what: str) -> int:
        """A number of a line."""
        if not _NUMBER.fullmatch(text):
            raise self.fail(line, f"{what} is a whole number, not '{text}'")
        return int(text)

    def setup(self, block: Block) -> Setup:
        """The setup that a block says."""
        seats: dict[int, Named] = {}
        pieces: list[PlacedPiece] = []
        grounds: dict[str, tuple[str, ...]] = {}
        rolls: tuple[int, ...] | None = None
        to_act = 0
        self.choose_table(block)
        now: int = self.defaults.get("now", 9)
        said: set[str] = set()
        for line in block.lines:
            head, _, tail = line.text.partition(" ")
            if head.rstrip(":") in SEATS and head.endswith(":"):
                seats[SEATS.index(head[:-1])] = self.seat(line, tail)
            elif head in SEATS:
                pieces.append(self.piece(line, SEATS.index(head), tail))
            elif head == GROUND:
                land, cells = self.ground(line, tail, grounds)
                grounds[land] = cells
            elif head == "dice":
                rolls = tuple(self.number(line, roll, "a roll") for roll in tail.split())
            elif head == "turn" and tail in SEATS:
                to_act = SEATS.index(tail)
            elif head == "now":
                time = milliseconds(tail)
                now = self.number(line, tail, "the turn") if time is None else time
            elif head.rstrip(":") not in ("board", "game"):
                reason = "this is neither a seat, a piece, 'dice' nor 'turn'"
                near = did_you_mean(
                    head.rstrip(":"), (*SEATS, "dice", "turn", "now", "board", "game", GROUND)
                )
                raise self.fail(line, reason, near or f"lines of a setup read {listed(SETUP_FORMS)}")
            if head in said:
                raise self.fail(line, f"'{head}' was said before", "say it once")
            if head not in (*SEATS, GROUND):  # a seat may have many pieces, and there are several lands
                said.add(head)
        named = self.seats(block, seats, [*(piece.owner for piece in pieces), to_act])
        return Setup(
            seats=tuple(SeatSetup(hero, {}) for hero, _ in named),
            board=self.game.board,
            position=Position(
                seats=tuple(held for _, held in named),
                pieces=tuple(pieces),
                to_act=to_act,
                now=now,
                phase=self.game.phases[self.defaults.get("phase", 0)],
                rolls=rolls,
                grounds=grounds,
            ),
        )

    def seats(self, block: Block, named: dict[int, Named], meant: list[int]) -> list[Named]:
        """The seats in order; one that is not named has what is usual, in games without a choice of hero."""
        first = block.lines[0] if block.lines else Line("setup", self.scenario.number)
        count = max([2, *(seat + 1 for seat in (*named, *meant))])
        for seat in range(count):
            if seat not in named and not self.game.only_hero:
                if count == 2:
                    raise self.fail(first, "both 'me:' and 'foe:' must be named")
                raise self.fail(first, f"'{SEATS[seat]}:' must be named")
        return [named.get(seat) or self.seat(first, "") for seat in range(count)]

    def choose_table(self, block: Block) -> None:
        """Take the game and the board that a block names; all other lines use their words."""
        from cardwright.face.library import Game, game

        named = {"game": "", "board": ""}
        for line in block.lines:
            head, _, tail = line.text.partition(" ")
            if head.rstrip(":") not in named:
                continue
            named[head.rstrip(":")] = tail.strip()
            try:
                if head.rstrip(":") == "game":
                    self.game = game(tail.strip())
                if named["board"]:
                    self.game = Game(self.game.catalogue, named["board"])
            except CardwrightError as error:
                raise self.fail(line, error.reason, error.suggestion) from error

    def card(self, line: Line, name: str) -> str:
        """The id of a card that is named."""
        try:
            return self.game.card(name).id
        except CardwrightError as error:
            raise self.fail(line, str(error).rstrip(".")) from error

    def names(self, line: Line, text: str) -> list[str]:
        """The cards that a zone holds."""
        try:
            return card_names(text)
        except ScenarioError as error:
            raise self.fail(line, error.reason, error.suggestion) from None

    def seat(self, line: Line, text: str) -> Named:
        """The hero of a seat, and what the seat has."""
        resources = self.words["resources"]
        amounts: dict[str, int] = dict(self.defaults.get("resources", {}))
        zones: dict[str, list[str]] = {
            zone: list(self.defaults.get(zone, [])) for zone in self.words["zones"]
        }
        hero, health, cell = self.game.only_hero, None, ""
        for at, part in enumerate(split(text)):
            word, _, rest = part.partition(" ")
            if at == 0 and not self.game.only_hero:
                hero = part
            elif word in self.words["zones"]:
                zones[word] = self.names(line, rest)
            elif word == "health":
                health = self.number(line, rest, "health")
            elif word == "at":
                cell = self.cell(line, rest)
            elif word in resources:
                amounts[word] = self.number(line, rest, word)
            else:
                known = (*self.words["zones"], "health", "at", *resources)
                raise self.fail(
                    line, f"'{part}' is neither a resource, a zone nor health", did_you_mean(word, known)
                )
        hero = self.card(line, hero)
        printed = self.game.card(hero)
        if not self.game.catalogue.is_unique(printed):
            heroes = [card.id for card in self.game.cards if self.game.catalogue.is_unique(card)]
            raise self.fail(line, f"{printed.name} is no hero", f"write one of {', '.join(heroes)}")
        cards = {
            zone: tuple(self.card(line, name) for name in names) for zone, names in zones.items() if names
        }
        damage = 0 if health is None else printed.health - health
        return hero, SeatPosition(cards, amounts, damage, cell)

    def cell(self, line: Line, cell: str) -> str:
        """A cell of the board that is named."""
        if cell not in self.game.cells:
            raise self.fail(line, f"there is no cell '{cell}'", self.cells)
        return cell

    def ground(
        self, line: Line, text: str, said: Mapping[str, tuple[str, ...]]
    ) -> tuple[str, tuple[str, ...]]:
        """A land and the cells that have it; none of them may have been said before."""
        try:
            land, cells = read_ground(text, self.game)
        except ScenarioError as error:
            raise self.fail(line, error.reason, error.suggestion) from None
        twice = [cell for others in said.values() for cell in others if cell in cells]
        if land in said or twice:
            again = f"ground {land}" if land in said else twice[0]
            raise self.fail(line, f"'{again}' was said before", "say it once")
        return land, cells

    def piece(self, line: Line, owner: int, text: str) -> PlacedPiece:
        """A piece on the board, or beside it."""
        cell, _, rest = text.partition(" ")
        name, *marks = [*split(rest)] or [""]
        if cell not in (*self.game.cells, BESIDE):
            raise self.fail(line, f"there is no cell '{cell}'", did_you_mean(cell, [BESIDE]) or self.cells)
        card, damage = self.card(line, name), 0
        statuses: dict[str, int] = {}
        for mark in marks:
            word, _, amount = mark.partition(" ")
            if word == "damage":
                damage = self.number(line, amount, "damage")
            elif word in self.words["statuses"]:
                statuses[word] = self.number(line, amount or "1", word)
            elif mark not in ("arrived", "moved"):
                known = ("arrived", "moved", "damage", *self.words["statuses"])
                reason = f"'{mark}' is neither 'arrived', 'moved', 'damage' nor a status"
                raise self.fail(line, reason, did_you_mean(word, known))
        return PlacedPiece(card, owner, cell, damage, "arrived" in marks, statuses, "moved" in marks)

    @property
    def cells(self) -> str:
        """A hint with the names of the board's cells."""
        return f"the cells are {self.game.cells[0]} to {self.game.cells[-1]}"


def split(text: str) -> Iterator[str]:
    """The parts between commas, commas inside quotes left alone."""
    for part in re.findall(r'(?:[^,"]|"[^"]*")+', text):
        yield part.strip()
