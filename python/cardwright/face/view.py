"""What one seat may know: the seats, its hand, the pieces, resources by name, the open question."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from cardwright.basics.arguments import check_text, seed_of
from cardwright.catalogue import CardDef
from cardwright.errors import CardwrightError
from cardwright.face.actions import Action, Names, Verb, make_code
from cardwright.face.legal import LegalActions, SeenLegal, seats_of

if TYPE_CHECKING:
    from cardwright import _kernel
    from cardwright.face.forecast import Forecast
    from cardwright.face.library import Game
    from cardwright.face.match import Match

HIDDEN = "a card"
"""The name of a card that the seat does not know."""


class DescribedCard(msgspec.Struct, frozen=True):
    """A card in a zone, in the kernel's numbers."""

    number: int = msgspec.field(name="def")
    cost: int
    change: int
    known: bool
    price: list[int] = []
    """Its cost by resource, in games where a card has several costs."""
    attack: int = 0
    """How much more, or less, attack than printed it will have in play."""
    health: int = 0
    unplayed: bool = False


class DescribedSeat(msgspec.Struct, frozen=True):
    """A seat, in the kernel's numbers."""

    resources: list[int]
    zones: list[list[DescribedCard]]
    facts: dict[str, int]
    outcome: str | None


class SeenPiece(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a piece that are the same in the kernel's numbers and in words."""

    id: int
    owner: int
    attack: int
    health: int
    health_most: int
    can_move: bool
    can_attack: bool
    has_arrived: bool
    """Whether it came this turn."""
    is_dispelled: bool
    has_granted: bool
    """Whether it has abilities that are not printed on it."""
    is_dormant: bool = False
    """Whether its abilities are off, as those of a structure under construction."""
    shield: int = 0
    """How much damage to it will still be prevented."""
    facts: dict[str, int] = {}
    """Further numbers that only its game has, by name."""


class DescribedPiece(SeenPiece, frozen=True, kw_only=True):
    """A piece, in the kernel's numbers."""

    number: int = msgspec.field(name="def")
    kind: int
    cell: int
    damage: int
    keywords: int
    statuses: list[int]
    reach: list[int] = []


class DescribedMemory(msgspec.Struct, frozen=True):
    """A piece that a seat saw earlier and does not see now, in the kernel's numbers."""

    number: int = msgspec.field(name="def")
    owner: int
    cell: int
    health: int
    when: int


class DescribedPrompt(msgspec.Struct, frozen=True):
    """An open question, in the kernel's numbers."""

    seat: int
    options: list[int]


class Described(msgspec.Struct, frozen=True):
    """A view, in the kernel's numbers."""

    seat: int
    now: int
    phase: str
    over: bool
    to_act: list[int]
    prompt: DescribedPrompt | None
    seats: list[DescribedSeat]
    pieces: list[DescribedPiece]
    areas: dict[str, list[int]] = {}
    remembered: list[DescribedMemory] = []


_decoder = msgspec.json.Decoder(Described)


class Card(msgspec.Struct, frozen=True):
    """A card in a zone; `card` is None if the seat does not know it."""

    name: str
    cost: int
    card: CardDef | None
    is_known: bool
    """Whether everybody knows this copy although its zone is hidden."""
    price: tuple[int, ...] = ()
    """Its present cost by resource, in games where a card has several costs."""
    attack_change: int = 0
    """How much more, or less, attack than printed it will have in play."""
    health_change: int = 0
    is_unplayed: bool = False
    """Whether it was discarded, so that it lies with the spent cards without having been played."""

    @property
    def attack(self) -> int:
        """The attack that it will have in play."""
        return max(self.card.attack + self.attack_change, 0) if self.card else 0

    @property
    def health(self) -> int:
        """The health that it will have in play; 0 for a card that does not come into play."""
        return max(self.card.health + self.health_change, 1) if self.card and self.card.health else 0

    @property
    def text(self) -> str:
        """Its rules text."""
        return self.card.text if self.card else ""


class Piece(SeenPiece, frozen=True, kw_only=True):
    """A card in play."""

    name: str
    kind: str
    cell: str | None
    keywords: tuple[str, ...]
    statuses: dict[str, int]
    card: CardDef
    reach: frozenset[str] = frozenset()
    """The cells that it would reach with an attack from where it stands."""

    @property
    def is_veiled(self) -> bool:
        """Whether it lies face down, so that the seat does not know which card it is."""
        return not self.card.id


class Memory(msgspec.Struct, frozen=True):
    """A piece that the seat does not see now, as it last saw it."""

    name: str
    owner: int
    cell: str
    health: int
    when: int
    """The turn in which it was seen."""
    card: CardDef


class Asked(msgspec.Struct, frozen=True):
    """A cell whose ground a card's cost asks for."""

    cell: str | None
    """None if it lies off the board."""
    place: str
    """The ground that it must have."""
    is_there: bool


class Footing(msgspec.Struct, frozen=True):
    """A cell where a card could be played if the ground around it fits, and what its cost asks for there."""

    cell: str
    asks: tuple[Asked, ...]

    @property
    def lacks(self) -> tuple[Asked, ...]:
        """What is not there."""
        return tuple(asked for asked in self.asks if not asked.is_there)


class SeatView(msgspec.Struct, frozen=True):
    """What is known of one seat."""

    seat: int
    resources: dict[str, int]
    zones: dict[str, tuple[Card, ...]]
    facts: dict[str, int]
    outcome: str | None


class Prompt(msgspec.Struct, frozen=True):
    """An open question: the seat that is asked, and the cards to choose from if the viewer may see them."""

    seat: int
    options: tuple[CardDef, ...]


class View:
    """What one seat may know (seat None: a spectator). It does not follow the match.

    >>> import cardwright as cw
    >>> view = cw.game("elemental-command").match(seed=7).view(seat=0)
    >>> len(view.hand), view.me.resources["mana"], {card.name for card in view.foes[0].zones["hand"]}
    (7, 0, {'a card'})
    """

    def __init__(
        self, game: Game, kernel: _kernel.View, open_decks: tuple[dict[str, int], ...] | None = None
    ) -> None:
        self.game = game
        self.kernel = kernel
        self.open_decks = open_decks
        """Every seat's deck list, if the setup made them public."""
        self._names: Names | None = None

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> View:
        """The view whose `bytes` these are, of the same game and board; other bytes are an error.

        It answers like the original; an agent in another process gets its view this way.

        >>> import cardwright as cw
        >>> game = cw.game("elemental-command")
        >>> view = game.match(seed=7).view(seat=0)
        >>> again = View.from_bytes(game, view.bytes)
        >>> again.legal_actions == view.legal_actions, again.bytes == view.bytes
        (True, True)
        """
        try:
            kernel = game.kernel.read_view(data)
        except ValueError as refused:
            raise CardwrightError(str(refused)) from None
        defs = game.catalogue.defs
        decks = tuple(
            dict(sorted(Counter(defs[number].id for number in deck).items())) for deck in kernel.open_decks()
        )
        return cls(game, kernel, decks or None)

    @property
    def seat(self) -> int | None:
        """Whose view it is."""
        seat = self.kernel.seat
        return None if seat < 0 else seat

    @cached_property
    def described(self) -> Described:
        """The view in the kernel's numbers."""
        seen = _decoder.decode(self.kernel.describe())
        veiled = self.game.veiled_kind
        if veiled is None:
            return seen
        # The card of a piece that lies face down is unknown; its kind is not.
        pieces = [msgspec.structs.replace(p, kind=veiled) if not p.number else p for p in seen.pieces]
        return msgspec.structs.replace(seen, pieces=pieces)

    @property
    def bytes(self) -> bytes:
        """The view as bytes: equal for two true positions that the seat cannot tell apart."""
        return self.kernel.bytes()

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that may act."""
        return frozenset(seats_of(self.kernel.to_act))

    @property
    def now(self) -> int:
        """The number of the turn; in a timed game the time in milliseconds."""
        return self.described.now

    @property
    def phase(self) -> str:
        """The phase of the match."""
        return self.described.phase

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.described.over

    @property
    def legal_actions(self) -> LegalActions:
        """The actions that the view's seat may take; computed on demand."""
        seat = self.kernel.seat
        seats = (seat,) if seat >= 0 else ()
        return LegalActions(SeenLegal(self), seats)

    @property
    def worth(self) -> float:
        """The worth of the position to the seat, in points."""
        return self.kernel.evaluate()

    @property
    def agent_seed(self) -> int:
        """A seed for an agent whose first view this is; made from the view alone, it reveals nothing else."""
        return self.kernel.agent_seed()

    @property
    def stirs_at(self) -> int | None:
        """In a timed game: when the mere passing of time gives the seat a new action; None if never."""
        return self.kernel.stirs_at

    def why_illegal(self, action: Action) -> str:
        """Why an action is not legal, in rulebook words."""
        return self.kernel.why_illegal(action.code)

    def why_not_with(self, verb: Verb, source: int) -> str:
        """Why no action of a verb can begin with the card, piece or cell of that number."""
        code = make_code(self.seat or 0, self.game.verbs.index(verb), source)
        return self.kernel.why_illegal(code)

    def forecast(self, action: Action | str) -> Forecast:
        """What a legal action will do, as far as the seat can know; the same view gives the same forecast."""
        from cardwright.face.forecast import forecast

        return forecast(self, action)

    def footings(self, card: CardDef) -> tuple[Footing, ...]:
        """Where the seat could play a card if the ground fits; empty in games whose cards cost no ground.

        >>> import cardwright as cw
        >>> view = cw.game("hexlands").match(seed=3).view(seat=0)
        >>> footing = view.footings(view.game.card("Ember"))[0]
        >>> footing.cell, [(asked.cell, asked.place) for asked in footing.lacks]
        ('g3', [('g3', 'fire')])
        """
        cells, places = self.game.cells, self.game.catalogue.game.vocabulary["places"]

        def asked(cell: int, place: int, is_there: bool) -> Asked:
            return Asked(cells[cell] if cell >= 0 else None, places[place - 1], is_there)

        found = self.kernel.footings(self.game.card_numbers[card.id])
        return tuple(Footing(cells[cell], tuple(asked(*one) for one in asks)) for cell, asks in found)

    def determinise(self, seed: int = 0) -> Match:
        """A possible match, for looking ahead: it looks the same to the seat; the seed draws what is hidden.

        It can be played, forked and viewed like any other, and has no trace.

        >>> import cardwright as cw
        >>> view = cw.game("elemental-command").match(seed=7).view(seat=0)
        >>> guess = view.determinise(seed=1)
        >>> guess.view(seat=0).bytes == view.bytes
        True
        """
        from cardwright.face.match import Match
        from cardwright.face.setup import Setup

        return Match(self.game, Setup(seats=()), 0, kernel=self.kernel.determinise(seed_of(seed)))

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else f"seat {self.seat}"
        when = f"{self.now / 1000:g} s" if self.game.is_timed else f"turn {self.now}"
        return f"<View of {self.game.slug}: {whose}, {when}>"

    @cached_property
    def seats(self) -> tuple[SeatView, ...]:
        """All seats, in order."""
        words = self.game.catalogue.game.vocabulary
        return tuple(
            SeatView(
                seat=number,
                resources=dict(zip(words["resources"], seat.resources, strict=False)),
                zones={
                    zone: tuple(map(self._card, cards))
                    for zone, cards in zip(words["zones"], seat.zones, strict=False)
                },
                facts=seat.facts,
                outcome=seat.outcome,
            )
            for number, seat in enumerate(self.described.seats)
        )

    @property
    def me(self) -> SeatView:
        """The view's own seat; for a spectator, the first."""
        return self.seats[self.seat or 0]

    @property
    def foes(self) -> tuple[SeatView, ...]:
        """The other seats."""
        return tuple(seat for seat in self.seats if seat is not self.me)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards in the seat's own hand; a spectator has none."""
        return () if self.seat is None else self.me.zones[self.game.hand]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces in play, in order of arrival."""
        return tuple(map(self._piece, self.described.pieces))

    @cached_property
    def areas(self) -> dict[str, frozenset[str]]:
        """The cells of the board's areas that matter to the seat, by the area's name."""
        cells = self.game.cells
        return {name: frozenset(cells[cell] for cell in area) for name, area in self.described.areas.items()}

    @cached_property
    def remembered(self) -> tuple[Memory, ...]:
        """Pieces that the seat does not see now, as it last saw them."""
        defs, cells = self.game.catalogue.defs, self.game.cells
        return tuple(
            Memory(defs[m.number].name, m.owner, cells[m.cell], m.health, m.when, defs[m.number])
            for m in self.described.remembered
        )

    @property
    def prompt(self) -> Prompt | None:
        """The open question, if there is one."""
        asked = self.described.prompt
        if asked is None:
            return None
        cards = self.game.catalogue.defs
        return Prompt(seat=asked.seat, options=tuple(cards[number] for number in asked.options))

    def piece_on(self, cell: str) -> Piece | None:
        """The piece on a cell, the first if there are several."""
        check_text(cell, "cell", "a text, its name")
        return next((piece for piece in self.pieces if piece.cell == cell), None)

    def names(self, seat: int | None = None) -> Names:
        """The names that the view's seat uses."""
        seat = self.kernel.seat if seat is None else seat
        if self._names is None or self._names.seat != seat:
            self._names = Names(self.game, seat, self.described)
        return self._names

    def _card(self, card: DescribedCard) -> Card:
        known = self.game.catalogue.defs[card.number] if card.number else None
        name = known.name if known else HIDDEN
        price = tuple(card.price)
        return Card(name, card.cost, known, card.known, price, card.attack, card.health, card.unplayed)

    def _piece(self, piece: DescribedPiece) -> Piece:
        card = self.game.catalogue.defs[piece.number]
        words = self.game.catalogue.game.vocabulary
        return Piece(
            **{field: getattr(piece, field) for field in SeenPiece.__struct_fields__},
            name=card.name,
            kind=words["kinds"][piece.kind],
            cell=self.game.cells[piece.cell] if piece.cell >= 0 else None,
            keywords=tuple(w for bit, w in enumerate(words["keywords"]) if piece.keywords >> bit & 1),
            statuses={w: n for w, n in zip(words["statuses"], piece.statuses, strict=False) if n},
            card=card,
            reach=frozenset(self.game.cells[cell] for cell in piece.reach),
        )
