"""The games at hand: a game's cards, decks and rules, ready to begin matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cardwright import _kernel
from cardwright.basics.arguments import bad_argument, check_text, flag, options_of, several, whole
from cardwright.basics.paths import shown_name
from cardwright.basics.suggestions import did_you_mean
from cardwright.building.loading import load_catalogue
from cardwright.catalogue import CardDef, Catalogue
from cardwright.decks import CARDS_ROOM, ENDINGS, Deck, DeckLaw, Fault, deck_faults
from cardwright.errors import CardwrightError
from cardwright.face.actions import Verb
from cardwright.face.lines import line_of
from cardwright.face.setup import SeatSetup, Setup
from cardwright.sources import GAME_FILE, Sources, fault_in, read_file
from cardwright.sources.finding import game_folder, sources_of

if TYPE_CHECKING:
    from cardwright.face.match import Match

DeckLike = str | Path | Deck | Mapping[str, int]

DECK = "a name, a file, a Deck, or cards with the number of each"

BEST_AGENT = "best_agent"
"""The key of a game's file that names its best agent."""
USUAL_AGENT = "greedy"
"""The agent that people play against in a game that names none."""

KEPT_SETUPS = 128
"""Setups of a game whose numbers are kept."""


class Game:
    """A game: its catalogue of cards and the kernel's rules over it.

    >>> import cardwright as cw
    >>> game = cw.game("elemental-command")
    >>> game.name, game.card("ember wisp").text
    ('Elemental Command', 'Haste.')
    """

    def __init__(self, catalogue: Catalogue, board: str = "") -> None:
        self.catalogue = catalogue
        board = self.board = self._known_board(board)
        try:
            self.kernel = _kernel.Game(self.rules, catalogue.raw, board)
        except ValueError as refused:
            hint = None if self.rules in _kernel.games() else 'a variant says in game.toml: rules = "SLUG"'
            raise CardwrightError(str(refused), suggestion=hint) from None
        words = catalogue.game.words.get("kinds", {})
        words_of_lines = catalogue.game.words.get("lines", {})
        self.verbs = tuple(msgspec.json.decode(self.kernel.verbs(), type=list[Verb]))
        self.cells: tuple[str, ...] = tuple(self.kernel.cell_names())
        self.seat_counts: tuple[int, ...] = tuple(self.kernel.seat_counts())
        self.lines = {
            number: [
                line_of(words_of_lines[relation], cells, self.cells) for cells in self.kernel.lines(number)
            ]
            for number, relation in enumerate(catalogue.game.vocabulary["relations"], start=1)
            if relation in words_of_lines
        }
        """By relation, counted from 1: the rows or columns that it makes of the board."""
        self.phases: tuple[str, ...] = tuple(self.kernel.phases())
        self.kind_words = tuple(
            words.get(kind, {}).get("word", kind) for kind in catalogue.game.vocabulary["kinds"]
        )
        # By identity: a setup that is kept here cannot be mistaken for another at its place.
        self._numbers: dict[int, tuple[Setup, dict[str, Any]]] = {}
        self._setups: dict[tuple[Any, ...], Setup] = {}
        self.hand = "hand"
        zones = catalogue.game.vocabulary["zones"]
        self.hand_zone = zones.index(self.hand) if self.hand in zones else 0

    def _known_board(self, board: str) -> str:
        """The board of that name, or the game's usual one; an unknown one is an error with the nearest."""
        boards = self.catalogue.game.boards
        check_text(board, "board", "the name of one")
        board = board or self.catalogue.game.board
        if board not in boards and (told := self.catalogue.aside.told_of("board", board)):
            raise CardwrightError(f'the board "{board}" is broken: {told}')
        if board and boards and board not in boards:
            hint = did_you_mean(board, boards) or f"the boards are {', '.join(boards)}"
            raise CardwrightError(f'{self.slug} has no board "{board}"', suggestion=hint)
        return board

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.catalogue.game.slug

    @property
    def rules(self) -> str:
        """The slug of the game whose rules it is played by: its own, unless it is a variant."""
        return self.catalogue.game.rules or self.slug

    @property
    def name(self) -> str:
        """The game's name."""
        return self.catalogue.game.name

    @property
    def rules_version(self) -> int:
        """Raised when the same actions would lead elsewhere."""
        return self.kernel.rules_version

    @property
    def best_agent(self) -> str:
        """The best native agent that answers within a second; `greedy` where the game names none."""
        return self.catalogue.best_agent or USUAL_AGENT

    @property
    def is_timed(self) -> bool:
        """Whether time runs by itself, in milliseconds, and every seat acts when it wants."""
        return self.kernel.is_timed

    @property
    def cards(self) -> tuple[CardDef, ...]:
        """All cards, tokens and heroes included."""
        return tuple(self.catalogue.cards)

    @property
    def decks(self) -> tuple[str, ...]:
        """The slugs of the ready decks, without those on shelves."""
        return tuple(self.catalogue.ready)

    @property
    def shelves(self) -> dict[str, tuple[str, ...]]:
        """The shelves by name, each with the names of its decks, such as `SHELF/NAME`."""
        return {shelf: tuple(decks) for shelf, decks in self.catalogue.shelves.items()}

    @property
    def boards(self) -> tuple[str, ...]:
        """The names of the boards, where the game has several."""
        return tuple(self.catalogue.game.boards)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """The names of all cards."""
        return tuple(card.name for card in self.catalogue.cards)

    @cached_property
    def card_numbers(self) -> dict[str, int]:
        """The number of every card, by id."""
        return {card.id: number for number, card in enumerate(self.catalogue.defs) if number}

    @cached_property
    def ready_decks(self) -> frozenset[str]:
        """The slugs and aliases of all ready decks, those on shelves too."""
        return frozenset([*self.catalogue.decks, *self.catalogue.aliases])

    @property
    def usual_decks(self) -> tuple[str, ...]:
        """The decks of a match for which nobody named any: those with aliases first, then the others."""
        short = [deck for deck in self.catalogue.aliases.values() if deck in self.decks]
        ready = list(dict.fromkeys([*short, *self.decks]))
        if not ready:
            hint = "name two, such as random:1 and random:2"
            raise CardwrightError(f"{self.slug} has no ready decks", suggestion=hint)
        return tuple((ready * 2)[:2])

    def cost_word(self, card: CardDef) -> str:
        """What a card is paid with: what its kind says, else what comes anew every turn, else the first."""
        if self.catalogue.has_patterns:  # they are not paid: their fields are counted
            return "fields"
        resources = self.catalogue.game.vocabulary["resources"]
        words = self.catalogue.game.words.get("resources", {})
        pays = self.catalogue.game.words["kinds"][self.catalogue.kind_of(card)].get("pays")
        if self.catalogue.has_prices:  # the number of its own is one price of several
            prices = self.catalogue.game.words["fields"]["cost"].items()
            pays = next((name for name, attribute in prices if attribute == "cost"), pays)
        paying = [pays] if pays else [name for name in resources if words.get(name, {}).get("fleeting")]
        paying = paying or resources
        return str(words.get(paying[0], {}).get("word") or paying[0]) if paying else ""

    @cached_property
    def kind_of(self) -> dict[str, int]:
        """The number of the kind of every card, by id."""
        return {card.id: card.kind for card in self.cards}

    @cached_property
    def veiled_kind(self) -> int | None:
        """The number of the kind whose pieces lie face down; None in a game without one."""
        return next(
            (number for number, _ in enumerate(self.kind_words) if self.is_kind(number, "veiled")), None
        )

    def has_health(self, card: CardDef) -> bool:
        """Whether a card has attack and health in play that matter; a card face down cannot be attacked."""
        return card.health > 0 and not self.is_kind(card.kind, "veiled")

    def is_kind(self, kind: int, trait: str) -> bool:
        """Whether a kind, by its number, has a trait of its own: unique, placeless, gear, veiled."""
        game = self.catalogue.game
        return bool(game.words.get("kinds", {}).get(game.vocabulary["kinds"][kind], {}).get(trait))

    @cached_property
    def only_hero(self) -> str:
        """The id of the one card that every seat has outside its decks; empty where there is a choice."""
        heroes = [card.id for card in self.cards if self.catalogue.is_unique(card)]
        return heroes[0] if len(heroes) == 1 else ""

    def card(self, name: str) -> CardDef:
        """The card of that id or name."""
        check_text(name, "card", "a text, its id or name")
        return self.catalogue.card(name)

    def needs(self, card: CardDef) -> dict[str, int]:
        """What a card asks for beside its cost, by the names of the game's elements."""
        if self.catalogue.has_prices:  # elements are what it costs
            return {}
        elements = self.catalogue.game.vocabulary["elements"]
        return {name: number for name, number in self.printed(card).items() if name in elements}

    def printed(self, card: CardDef) -> dict[str, int]:
        """The numbers of a card beyond attack, health and cost, by the names of the game's attributes."""
        own = self.catalogue.game.vocabulary["attributes"][3:]
        return {name: number for name, number in zip(own, card.numbers, strict=False) if number}

    def deck(self, deck: DeckLike) -> Deck:
        """A deck of its slug, alias, file, cards or `random:SEED`, checked against the game's rules."""
        if isinstance(deck, Deck):
            found = deck
        elif not isinstance(deck, str | Path | Mapping):
            raise bad_argument(deck, "deck", DECK)
        elif isinstance(deck, Mapping):
            counts: dict[str, int] = {}
            for name, count in deck.items():
                check_text(name, "card of a deck", "a text, its id")
                counts[name] = whole(count, f"number of copies of {name!r}", 1, CARDS_ROOM)
            heroes = [card.id for card in self.cards if self.catalogue.is_unique(card)]
            cards = {name: count for name, count in counts.items() if name not in heroes}
            hero = next((name for name in deck if name in heroes), "")
            found = Deck(name="a deck", cards=cards, hero=hero)
        elif isinstance(deck, Path) or (deck.endswith(ENDINGS) and deck not in self.catalogue.decks):
            from cardwright.decks.files import read_deck

            found, faults = read_deck(self, Path(deck))
            if faults:
                faults[0].reason = f'deck "{found.name}": {faults[0].reason}'
                raise faults[0]
            return found
        elif deck.startswith("random:") and deck not in self.ready_decks:
            from cardwright.decks.chance import named_deck

            return named_deck(self, deck)
        else:
            ready = self.catalogue.deck(deck)
            found = Deck(name=ready.name, cards=ready.cards, hero=ready.hero, game=self.slug)
        for reason, _, suggestion in self.deck_faults(found):
            raise CardwrightError(f'deck "{found.name}": {reason}', suggestion=suggestion)
        return found

    def number_of(self, card: str) -> int:
        """The kernel's number of a card, by its id."""
        if card not in self.card_numbers:
            raise CardwrightError(self.catalogue.broken.get(card) or f'{self.slug} has no card "{card}"')
        return self.card_numbers[card]

    @property
    def formats(self) -> dict[str, list[str]]:
        """The formats of the game by name, each with the ids of its sets; empty in games without."""
        return self.catalogue.game.formats

    def deck_faults(self, deck: Deck, format: str = "") -> list[Fault]:
        """All that the game's rules, and a format if one is named, have against a deck."""
        law = DeckLaw(
            self.slug,
            {card.id: msgspec.to_builtins(card) for card in self.cards},
            {card.kind for card in self.cards if self.catalogue.is_unique(card)},
            self.catalogue.game.limits,
            self.catalogue.piles,
            self.catalogue.broken,
            self.catalogue.game.copies,
            self.formats,
            format,
        )
        return list(deck_faults(deck, law))

    def setup(
        self,
        decks: Sequence[DeckLike] | None = None,
        *,
        options: Mapping[str, int] | None = None,
        open_decks: bool = False,
    ) -> Setup:
        """Who plays what; without decks, the game's aliases or first decks against each other."""
        decks = self.usual_decks if decks is None else several(decks, "list of decks", self._decks_wanted)
        for deck in decks:
            if not isinstance(deck, str | Path | Deck | Mapping):
                raise bad_argument(deck, "deck", DECK)
        options, open_decks = options_of(options), flag(open_decks, "value of open_decks")
        key = (*decks, tuple(sorted(options.items())), open_decks)
        is_named = all(isinstance(deck, str) and deck in self.ready_decks for deck in decks)
        if is_named and key in self._setups:
            return self._setups[key]
        checked = [self.deck(deck) for deck in decks]
        self._check_room(checked)
        setup = Setup(
            seats=tuple(
                SeatSetup(hero=deck.hero or self.only_hero, cards=dict(sorted(deck.cards.items())))
                for deck in checked
            ),
            board=self.board,
            options=dict(sorted(options.items())),
            open_decks=open_decks,
        )
        if is_named:
            self._setups[key] = setup
        return setup

    @cached_property
    def _decks_wanted(self) -> str:
        """What decks may be given, with two of this game."""
        first, second, *_ = *self.catalogue.aliases, *self.decks, "random:1", "random:2"
        return f'one for each seat, such as ("{first}", "{second}")'

    def on_all_boards(self) -> Iterator[Game]:
        """The game on each of its boards."""
        for name in self.boards:
            yield self if name == self.board else Game(self.catalogue, name)

    def _check_room(self, decks: Sequence[Deck]) -> None:
        """Refuse numbers of seats that the board is not made for, and more cards than there is room for."""
        if self.board and len(decks) > 1 and len(decks) not in self.seat_counts:
            fitting = [one.board for one in self.on_all_boards() if len(decks) in one.seat_counts]
            hint = f"boards for so many are {', '.join(fitting)}" if fitting else None
            counts = " or ".join(str(count) for count in self.seat_counts)
            raise CardwrightError(
                f"{len(decks)} seats: the board {self.board} is made for {counts}", suggestion=hint
            )
        total = sum(sum(deck.cards.values()) for deck in decks)
        if self.catalogue.piles and total > CARDS_ROOM:
            raise CardwrightError(
                f"the decks have {total} cards together, a match has room for {CARDS_ROOM}",
                suggestion="take smaller decks",
            )

    def match(
        self,
        decks: Sequence[DeckLike] | None = None,
        *,
        seed: int = 0,
        board: str | None = None,
        options: Mapping[str, int] | None = None,
        open_decks: bool = False,
        record: bool = True,
    ) -> Match:
        """Begin a match; without `record` there are no events, no undo and no trace, and play is faster."""
        if board is not None:
            check_text(board, "board", "the name of one")
        if board not in (None, self.board):
            other = Game(self.catalogue, board)
            return other.match(decks, seed=seed, options=options, open_decks=open_decks, record=record)
        return self.begin(self.setup(decks, options=options, open_decks=open_decks), seed, record=record)

    def begin(self, setup: Setup, seed: int, *, record: bool = True) -> Match:
        """Begin a match of a setup."""
        from cardwright.face.match import Match

        return Match(self, setup, seed, record=record)

    def numbers(self, setup: Setup) -> dict[str, Any]:
        """A setup as the kernel's arguments; those asked for last are kept, for many matches of them."""
        known = self._numbers.get(id(setup))
        if known is None or known[0] is not setup:
            if len(self._numbers) >= KEPT_SETUPS:
                self._numbers.clear()
            known = self._numbers[id(setup)] = setup, setup.keywords(self)
        return known[1]

    def __repr__(self) -> str:
        return f"<Game {self.slug}: {len(self.cards)} cards>"


_loaded: dict[tuple[str, ...], Game] = {}


def game(slug: str, board: str = "", *, packs: bool = True, decks: bool = True) -> Game:
    """The game of a slug, on one of its boards; an unknown one is an error with the nearest.

    Without `packs` it is the game without anything that the user added to it, without `decks` one without
    ready decks.
    """
    check_text(slug, "slug of a game", 'a text, such as "elemental-command"')
    check_text(board, "board", "the name of one")
    catalogue = load_catalogue(slug, packs=packs, decks=decks)  # a folder that changed is another game
    key = slug, catalogue.hash, board, catalogue.best_agent, *(one.told for one in catalogue.aside.things)
    if key not in _loaded:
        try:
            found = Game(catalogue, board)
            _check_best_agent(found)
            _loaded[key] = found
        except CardwrightError as refused:
            if not board and refused.file is None:
                refused.file = shown_name(game_folder(slug) / GAME_FILE)
            raise
    return _loaded[key]


def _check_best_agent(found: Game) -> None:
    """Refuse a best agent that does not play the game; the error names the line of the file that says it."""
    text = found.catalogue.best_agent
    if not text:
        return
    try:
        name, options, _ = _kernel.agent_parts(text)
        files = [value for option, value in options if option == "weights"]
        # A file of weights is read when the agent is made: the kernel reads no files.
        found.kernel.agent(text.replace(f"/weights={files[0]}", "") if files else text, 0)
        if ("oracle", True) in options:
            raise ValueError(f'people play against it, and "{name}/oracle" would be given the truth', "", [])
    except ValueError as refused:
        reason, word, known = refused.args if len(refused.args) == 3 else (str(refused), "", [])
        hint = (did_you_mean(word, known) or f"there are {', '.join(known)}") if known else None
        path = _file_of_key(sources_of(found.slug), BEST_AGENT)
        raise fault_in(path, f'{BEST_AGENT} "{text}": {reason}', BEST_AGENT, hint) from None


def _file_of_key(sources: Sources, key: str) -> Path:
    """The game file that says a key: the game's own, else that of its base."""
    path = sources.folder / GAME_FILE
    return _file_of_key(sources.base, key) if sources.base and key not in read_file(path) else path
