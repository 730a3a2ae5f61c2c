"""What can be chosen before a match, row by row, and the match that comes of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.native import native_agents
from cardwright.hosting.casting import BY_CHANCE
from cardwright.hosting.notes import HUMAN
from cardwright.hosting.plans import about_game, accepts, deck_plan
from cardwright.hosting.realtime.clock import SPEEDS
from cardwright.sources.finding import game_sources
from cardwright.table.start.memory import Choices, Memory

RANDOM = "random"
"""The value of a deck that is drawn anew for every match."""

AUTO, FULL = "auto", "10"
LEVELS = (AUTO, *(str(level) for level in range(1, 11)))
"""The levels of an agent; the full one is the agent as it is, and the usual choice."""

DIGITS = 10
"""A seed has no more digits than this."""


class Value(NamedTuple):
    """Something that can be chosen: as it is kept, as it is shown, and a sentence about it."""

    kept: str
    shown: str
    about: str = ""


class Row(NamedTuple):
    """One thing that is chosen."""

    name: str
    label: str
    values: Sequence[Value]
    at: int
    """Which of the values is chosen."""

    @property
    def value(self) -> Value:
        """The value that is chosen."""
        return self.values[self.at]


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """The match that was chosen."""

    game: str
    decks: list[str | None]
    """The person's deck, then that of the next seat; None for the usual one."""
    agent: str
    board: str | None
    seats: int | None
    speed: float | None
    seed: int


class Choosing:
    """The choices of the start screen; what was chosen last for a game is chosen again."""

    def __init__(self, memory: Memory, first: str = "") -> None:
        self.memory = memory
        self.seed = ""
        self.names = _names()
        self._games: dict[str, Game] = {}
        self._found: dict[tuple[str, str], list[Value]] = {}
        """Values that are looked up once for each game and row."""
        known = [slug for slug in (first, memory.game, *self.names) if slug in self.names]
        if not known:
            raise CardwrightError("there is no game to play")
        self.slug = known[0]

    @property
    def game(self) -> Game:
        """The game that is chosen; an error if it cannot be played."""
        if self.slug not in self._games:
            self._games[self.slug] = load_game(self.slug)
        return self._games[self.slug]

    @property
    def chosen(self) -> Choices:
        """What is chosen for the game."""
        return self.memory.games.setdefault(self.slug, Choices())

    # The rows.

    def rows(self) -> list[Row]:
        """All that can be chosen now, from above to below."""
        games = [Value(slug, name) for slug, name in self.names.items()]
        try:
            game = self.game
        except CardwrightError as error:
            games = [
                value if value.kept != self.slug else Value(value.kept, value.shown, f"{error}.")
                for value in games
            ]
            return [_row("game", "Game", games, self.slug)]
        games = [
            value if value.kept != self.slug else Value(value.kept, value.shown, about_game(game))
            for value in games
        ]
        chosen, rows = self.chosen, [_row("game", "Game", games, self.slug)]
        rows.append(
            _row("deck", "Your deck", self._once("deck", lambda: decks_of(game, is_mine=True)), chosen.deck)
        )
        rows.append(_row("agent", "Opponent", self._once("agent", lambda: opponents_of(game)), chosen.agent))
        agent = rows[-1].value.kept
        if levels := self._once(f"level of {agent}", lambda: levels_of(game, agent)):
            kept = chosen.level if chosen.level in LEVELS else FULL
            rows.append(_row("level", "Level", levels, kept))
        rows.append(
            _row(
                "foe_deck",
                "Their deck",
                self._once("foe_deck", lambda: decks_of(game, is_mine=False)),
                chosen.foe_deck,
            )
        )
        if game.boards:
            rows.append(
                _row("board", "Board", self._once("board", lambda: _boards(game)), chosen.board or game.board)
            )
        counts = self._on_board(rows).seat_counts
        if len(counts) > 1:
            rows.append(
                _row("seats", "Seats", [Value(str(count), str(count)) for count in counts], chosen.seats)
            )
        if game.is_timed:
            speeds = [Value(f"{speed:g}", f"{speed:g}", "1 is the wall clock") for speed in SPEEDS]
            rows.append(_row("speed", "Speed", speeds, chosen.speed or "1"))
        seed = Value(self.seed, self.seed or "by chance", "digits; the same seed deals the same cards")
        rows.append(Row("seed", "Seed", [seed], 0))
        return rows

    def _once(self, row: str, find: Callable[[], list[Value]]) -> list[Value]:
        """The values of a row for the game, found when they are asked for first."""
        if (self.slug, row) not in self._found:
            self._found[self.slug, row] = find()
        return self._found[self.slug, row]

    def _on_board(self, rows: Sequence[Row]) -> Game:
        """The game on the board that is chosen."""
        board = next((row.value.kept for row in rows if row.name == "board"), self.game.board)
        if board == self.game.board:
            return self.game
        key = f"{self.slug} {board}"
        if key not in self._games:
            self._games[key] = Game(self.game.catalogue, board)
        return self._games[key]

    # Choosing.

    def put(self, row: Row, number: int) -> None:
        """Choose a value of a row."""
        kept = row.values[number % len(row.values)].kept
        if row.name == "game":
            self.slug = kept
        elif row.name == "seed":
            self.seed = ""
        else:
            setattr(self.chosen, row.name, kept)

    def step(self, row: Row, by: int) -> None:
        """Choose the next value of a row, or the one before."""
        self.put(row, row.at + by)

    def type(self, letter: str) -> None:
        """Add a digit to the seed; without one, take the last away."""
        self.seed = (self.seed + letter)[:DIGITS] if letter else self.seed[:-1]

    def beginning(self) -> Beginning:
        """The match that is chosen; an error if its game cannot be played."""
        game = self.game
        chosen = {row.name: row.value.kept for row in self.rows()}
        agent, level = chosen["agent"], chosen.get("level", FULL)
        decks = [
            f"random:{secrets.randbelow(2**32)}" if deck == RANDOM else deck or None
            for deck in (chosen["deck"], chosen["foe_deck"])
        ]
        seats = chosen.get("seats")
        speed = chosen.get("speed")
        return Beginning(
            game=game.slug,
            decks=decks,
            agent=agent if level == FULL else f"{agent}/level={level}",
            board=chosen.get("board"),
            seats=int(seats) if seats else None,
            speed=float(speed) if speed and speed != "1" else None,
            seed=int(self.seed) if self.seed else secrets.randbelow(2**32),
        )

    def kept(self) -> Memory:
        """What is to be remembered."""
        self.memory.game = self.slug
        return self.memory


def _names() -> dict[str, str]:
    """The games that there are: slugs with names, in order of the names."""
    found = {}
    for slug, sources in game_sources().items():
        try:
            name = sources.data().get("name")
        except CardwrightError:
            continue
        found[slug] = name if isinstance(name, str) and name else slug
    return dict(sorted(found.items(), key=lambda row: row[1]))


def _row(name: str, label: str, values: Sequence[Value], kept: str) -> Row:
    """A row with the value that was kept, or the first one if that is not there any more."""
    return Row(name, label, values, next((n for n, value in enumerate(values) if value.kept == kept), 0))


def decks_of(game: Game, *, is_mine: bool) -> list[Value]:
    """The ready decks, the usual ones first, then those on shelves, then one that is drawn by chance."""
    ready = [*dict.fromkeys([*(game.usual_decks if game.decks else ()), *game.decks])]
    shelved = [deck for decks in game.shelves.values() for deck in decks]
    found = [Value(deck, _deck_name(game, deck), _about_deck(game, deck)) for deck in [*ready, *shelved]]
    if not is_mine:
        usual = [Value("", "as usual", "the ready decks in turn")] if ready else []
        found = [*usual, *found]
    return [
        *found,
        Value(RANDOM, BY_CHANCE, "A legal deck that nobody thought out, another every time."),
    ]


def _deck_name(game: Game, deck: str) -> str:
    shelf = f" ({deck.rpartition('/')[0]})" if "/" in deck else ""
    return f"{game.catalogue.decks[deck].name}{shelf}"


def _about_deck(game: Game, deck: str) -> str:
    """The plan of a deck, or what is known of every deck."""
    if plan := deck_plan(game, deck):
        return plan
    found = game.catalogue.decks[deck]
    hero = f", {game.card(found.hero).name}" if found.hero and not game.only_hero else ""
    return f"{sum(found.cards.values())} cards{hero}."


def opponents_of(game: Game) -> list[Value]:
    """The agents that play a game, the best one first, then a person at the same terminal."""
    agents, best = native_agents(game), game.best_agent
    names = [best, *(name for name in agents if name != best)]
    person = Value(HUMAN, "a person here", "Two people share this screen, which is hidden in between.")
    return [*(Value(name, name, _begun_large(agents[name.partition("/")[0]])) for name in names), person]


def _begun_large(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def levels_of(game: Game, agent: str) -> list[Value]:
    """The levels of an agent; none if it has no such option."""
    if not accepts(game, agent, "level=1"):
        return []
    eases = "eases while you are far behind"
    about = {AUTO: eases, "1": "the weakest", FULL: "as strong as it is"}
    return [Value(level, level, about.get(level, "")) for level in LEVELS]


def _boards(game: Game) -> list[Value]:
    return [
        Value(one.board, one.board, f"for {' or '.join(str(count) for count in one.seat_counts)}")
        for one in game.on_all_boards()
    ]
