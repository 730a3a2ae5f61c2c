"""The native kernel of Cardwright.

An action is one integer, its code; descriptions are JSON.
"""

import builtins
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, final

_Setup: TypeAlias = tuple[
    Sequence[Sequence[Sequence[int]]], Sequence[int], str, Mapping[str, int], bool, bytes | None
]

__all__ = [
    "Agent",
    "Batch",
    "DeckLaw",
    "Events",
    "Game",
    "Match",
    "Pace",
    "Timekeeper",
    "View",
    "__version__",
    "agent_options",
    "agent_parts",
    "agent_seed",
    "agents",
    "bench",
    "calibrate",
    "events",
    "fuzz",
    "games",
    "operations",
    "run",
]

__version__: str

def agent_options() -> list[tuple[str, str, str, str]]:
    """The options of native agents: (name, which agents take it, how it is written, what it means)."""

def agent_parts(
    text: str,
) -> tuple[str, list[tuple[str, bool | int | float | str]], list[tuple[str, float]]]:
    """The parts of a specification: its name, the values of its options, its weights.

    A bad specification raises ValueError(reason, word at fault, known words).
    """

def agent_seed(seed: int, seat: int) -> int:
    """The seed of the agent in a seat of a match with this seed, as the batch runner gives it."""

def agents() -> list[tuple[str, str]]:
    """The native agents of all games: (name, how it thinks in one sentence)."""

def bench(
    game: Game,
    setups: Sequence[_Setup],
    *,
    seed: int = 0,
    random: int = ...,
    agents: int = ...,
    searching: int = ...,
    progress: Callable[[int, str], object] | None = None,
) -> tuple[bytes, bool]:
    """Measures speed over setups: the game's part of `bench` as JSON, and whether it was interrupted.

    `progress` is called now and then with the round, from 1, and what is being measured.
    """

def calibrate() -> float:
    """Nanoseconds of a fixed loop over whole numbers: a measure of the machine's speed."""

def events() -> list[dict[str, Any]]:
    """The table of events: for each its name, its details (name and sort) and its documentation."""

def fuzz(
    game: Game,
    setups: Sequence[_Setup],
    *,
    matches: int,
    seed: int,
    threads: int = 1,
    hang_seconds: float = 10.0,
    prefer: Sequence[int] = ...,
    position: int | None = None,
    crowded: bool = False,
    forecast_every: int = ...,
    plant: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[bytes, bool]:
    """Looks for faults: the document of `cardwright fuzz` as JSON, and whether it was interrupted.

    A setup is (decks, heroes, board, options, open_decks, position or None). `progress` is called now and
    then with the matches played.
    """

def games() -> list[str]:
    """The slugs of the games this kernel has rules for."""

def operations() -> dict[str, Any]:
    """The table of operations: its hash, the moments and the code, name, operands and meaning of each."""

def run(
    game: Game,
    setups: Sequence[_Setup],
    jobs: Sequence[tuple[int, int, Sequence[str]]],
    threads: int = 1,
    *,
    tally: bool = False,
) -> Batch:
    """Plays a batch of matches between native agents on some threads.

    A setup is (decks, heroes, board, options, open_decks, position or None); a job is (number of its setup,
    seed, specification of an agent per seat). The rows are the same for any number of threads. With `tally`
    the batch has records of what became of the cards. An interrupt ends the batch with what it has.
    """

@final
class DeckLaw:
    """Which cards a deck may hold, and how many."""

    PILE_ROOM: int
    CARDS_ROOM: int

    def __new__(
        cls, unique: Sequence[int], piles: Sequence[Sequence[int]], limits: Mapping[str, int]
    ) -> DeckLaw: ...
    @property
    def size(self) -> tuple[int, int]:
        """How many cards a player's decks hold together: at least, and at most."""

    @property
    def copies(self) -> int:
        """Copies of a card in a deck, at most."""

    def breaches(self, kind: int, collectible: bool, suits_hero: bool, count: int) -> list[str]:
        """What is wrong with so many copies of a card: "barred", "reserved", "copies"."""

@final
class Game:
    """The rules of a game over a catalogue and a board."""

    def __new__(cls, slug: str, catalogue: bytes, board: str = "") -> Game: ...
    @property
    def slug(self) -> str:
        """The slug of the game."""

    @property
    def rules_version(self) -> int:
        """The version of the rules; raised when the same actions would lead to other positions."""

    @property
    def state_bytes(self) -> int:
        """How many bytes a state takes."""

    @property
    def is_timed(self) -> bool:
        """Whether time runs by itself in it."""

    def phases(self) -> list[str]:
        """The names of the phases."""

    def cell_names(self) -> list[str]:
        """The names of the board's cells, in order."""

    def seat_counts(self) -> list[int]:
        """The numbers of seats that the board is made for."""

    def lines(self, relation: int) -> list[bytes]:
        """The lines of a relation, counted from 1: the cells of each, the one that stands for it first."""

    def verbs(self) -> bytes:
        """The verbs as JSON: word, source, choices with the words before them, subset."""

    def begin(
        self,
        decks: Sequence[Sequence[Sequence[int]]],
        heroes: Sequence[int],
        seed: int,
        *,
        board: str = "",
        options: Mapping[str, int] | None = None,
        open_decks: bool = False,
        position: bytes | None = None,
        record: bool = True,
    ) -> Match:
        """Begins a match, with a position as JSON in the middle.

        A setup the rules refuse raises ValueError with the reason.
        """

    def read_view(self, bytes: builtins.bytes) -> View:
        """The view whose bytes these are; other bytes raise ValueError with the reason."""

    def agents(self) -> list[tuple[str, str]]:
        """The native agents that play it: (name, how it thinks in one sentence)."""

    def weights(self, agent: str) -> list[tuple[str, float]]:
        """The weights of one of its agents: (name, usual weight)."""

    def agent(self, spec: str, seed: int) -> Agent:
        """A native agent of a specification, with its own stream of dice.

        What is wrong with it is raised as ValueError(reason, word at fault, words there are).
        """

@final
class Match:
    """A match in progress."""

    @property
    def to_act(self) -> int:
        """The seats that may act, one bit each."""

    @property
    def seat_count(self) -> int:
        """How many seats there are."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""

    @property
    def ply(self) -> int:
        """How many actions are recorded."""

    @property
    def now(self) -> int:
        """Time in a timed game, the number of the turn in others."""

    @property
    def starting(self) -> int:
        """The seat that took the first turn, or -1."""

    def tally(self) -> bytes:
        """The counts of each card so far, in the records of `Batch.cards`: the truth, for the lab only."""

    def digest(self) -> int:
        """A number that differs where states differ."""

    def legal_len(self, seat: int) -> int:
        """How many actions a seat may take."""

    def legal_nth(self, seat: int, n: int) -> int:
        """The code of a seat's legal action of rank n."""

    def legal_all(self, seat: int) -> list[int]:
        """The codes of all of a seat's legal actions."""

    def is_legal(self, code: int) -> bool:
        """Whether an action is legal."""

    def play(self, code: int, at: int | None = None) -> Events:
        """Plays an action and tells what happened; an illegal one raises ValueError with the reason.

        In a timed game it may be given for a time from now on: what happens before it is told too.
        """

    def advance(self, to: int) -> Events:
        """Lets time go on in a timed game and tells what happened; a time in the past raises ValueError."""

    @property
    def next_event_at(self) -> int | None:
        """In a timed game: the time of the next event that happens by itself; None if there is none."""

    def can_undo(self) -> bool:
        """Whether the last action can be taken back: not if it revealed something hidden."""

    def undo(self) -> int | None:
        """Takes the last action back and gives its code; None if there is none."""

    def actions(self) -> list[int]:
        """The codes of the recorded actions."""

    def times(self) -> list[int]:
        """The times of the recorded actions."""

    def events(self, start: int | None, end: int) -> Events:
        """What happened from action `start` (None: the opening) up to, not including, action `end`."""

    def view(self, seat: int, ply: int | None = None) -> View:
        """What a seat (-1: a spectator) may know now, or could know after the first `ply` actions."""

    def view_when(self, seat: int, at: int) -> View:
        """What a seat will know at a time of a timed game if nobody acts before."""

    def outcome(self, seat: int) -> str | None:
        """A seat's outcome ("won", "lost", "drawn"), or None while the match goes on."""

    def script_balance(self) -> tuple[int, int] | None:
        """With scripted dice: the rolls left over, and the rolls needed beyond the script."""

    def count_lines(self, depth: int) -> int:
        """How many lines of `depth` legal actions start from here; dice roll as the seed says."""

    def fork(self) -> Match:
        """An independent copy."""

@final
class Events:
    """What happened in some actions."""

    def __len__(self) -> int: ...
    def describe(self, seat: int) -> bytes:
        """The events as a seat sees them (-1: a spectator), as JSON."""

@final
class View:
    """What one seat may know; it does not follow the match."""

    @property
    def seat(self) -> int:
        """Whose view it is; -1 for a spectator."""

    @property
    def to_act(self) -> int:
        """The seats that may act, one bit each."""

    def bytes(self) -> builtins.bytes:
        """The view as bytes: equal for two true positions that the seat cannot tell apart."""

    def open_decks(self) -> list[list[int]]:
        """Every seat's deck list by numbers of cards, if the setup made them public; else empty."""

    def describe(self) -> builtins.bytes:
        """The view as JSON."""

    def agent_seed(self) -> int:
        """A seed for an agent whose first view this is; made from the view alone, it reveals nothing else."""

    def legal_len(self) -> int:
        """How many actions the seat may take."""

    def legal_nth(self, n: int) -> int:
        """The code of the legal action of rank n."""

    def is_legal(self, code: int) -> bool:
        """Whether an action is legal."""

    def next_choice(self, code: int) -> tuple[int, list[int]] | None:
        """The next choice under a prefix: its position and options; None if there is none."""

    def why_illegal(self, code: int) -> str:
        """Why an action is not legal, in rulebook words."""

    def footings(self, card: int) -> list[tuple[int, list[tuple[int, int, bool]]]]:
        """Where the seat could play a card if the ground fits, and what its cost asks of the ground there.

        For each such cell: cells (-1 off the board), numbers of places and whether they are there.
        """

    def forecast(self, code: int) -> builtins.bytes:
        """What a legal action will do as far as the seat can know, as JSON.

        One that is not legal raises ValueError with the reason.
        """

    def evaluate(self) -> float:
        """The worth of the position to the view's seat, in points."""

    @property
    def stirs_at(self) -> int | None:
        """In a timed game: when the mere passing of time gives the seat a new action; None if never."""

    def determinise(self, seed: int) -> Match:
        """A true position that fits the view, as a new match."""

@final
class Agent:
    """A native agent of one game."""

    def choose(self, view: View) -> int | None:
        """The code of its action; None if it has none, or waits in a timed game."""

    def choose_knowing(self, truth: Match, seat: int) -> int | None:
        """The code of an oracle's action, or None; an oracle is given the truth."""

    @property
    def is_oracle(self) -> bool:
        """Whether it is to be given the truth."""

    @property
    def branches(self) -> int:
        """Positions it has copied, changed and evaluated so far."""

    def searched(self) -> list[tuple[int, int, int, int, int, int]]:
        """Its own turns so far: sequences, actions of the longest, turns, lines, ended lines, nanoseconds."""

    @property
    def expects(self) -> float | None:
        """Points of the position after its last choice; None if it does not evaluate positions."""

    @property
    def eased(self) -> tuple[float, float, float] | None:
        """At a level, in an eased turn: the worth of the best, of resting, and of what it took last."""

    @property
    def pace(self) -> Pace:
        """When it looks at the table of a timed game."""

    @property
    def has_given_up(self) -> bool:
        """Whether it has given the match up as lost."""

    def thoughts(self) -> bytes:
        """What it considered for its last choice, as JSON: card, target, outcome, milliseconds until then."""

@final
class Pace:
    """When an agent looks at the table of a timed game."""

    @staticmethod
    def reacting(seconds: float) -> Pace:
        """A pace with this mean reaction time."""

    @staticmethod
    def resting() -> Pace:
        """A pace that never looks by itself."""

    @property
    def seconds(self) -> float | None:
        """The mean seconds until it looks; None if it never does by itself."""

@final
class Timekeeper:
    """The clocks of all seats of a match of a timed game."""

    def __new__(cls, seed: int, paces: Sequence[Pace], now: int) -> Timekeeper: ...
    @property
    def next(self) -> int | None:
        """The time of the next look of any seat; None if none will look."""

    def take(self, now: int) -> list[int]:
        """The seats that look at this time; each look is returned once."""

    def stir(self, now: int) -> None:
        """Tell that something happened: every seat that reacts will look soon."""

    def stir_seat(self, seat: int, now: int) -> None:
        """Tell that this seat's action came too late: only this seat will look again."""

    def rest(self, seat: int, now: int, stirs: int | None) -> None:
        """Tell that a seat looked and waits; `stirs` is when the passing of time gives it a new action."""

    def arrivals(self, seats: Sequence[int]) -> list[int]:
        """The seats in the order in which their actions arrive."""

@final
class Batch:
    """The results of a batch as columns of little-endian numbers, one per job."""

    def __len__(self) -> int: ...
    @property
    def is_interrupted(self) -> bool:
        """Whether it was interrupted: some jobs may not have been played."""

    def played(self) -> bytes:
        """Whether the job was played (8 bits)."""

    def winner(self) -> bytes:
        """The winning seat, or -1 for a draw (8 bits, signed)."""

    def starting(self) -> bytes:
        """The seat that took the first turn, or -1 (8 bits, signed)."""

    def failed(self) -> bytes:
        """The seats whose agents failed and forfeited, one bit each (8 bits)."""

    def time(self) -> bytes:
        """Turns or time at the end (32 bits)."""

    def actions(self) -> bytes:
        """Actions played (32 bits)."""

    def branches(self) -> bytes:
        """Branches the agents evaluated (64 bits)."""

    def digest(self) -> bytes:
        """The digest of the last state (64 bits)."""

    def cards(self) -> bytes:
        """The counts of cards: records of job (32 bits), seat, card, in deck, drawn, played and, 16 bits each
        like those, the turn of the first play.
        """

    def searched(self) -> bytes:
        """Searches by turn: records of job, seat, longest sequence, turns, lines, ended lines (32 bits),
        and sequences,
        nanoseconds (64).
        """
