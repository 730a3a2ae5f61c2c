"""What an action will do, as far as its seat can know: who deals what to whom, what dies, what strikes back.

`Forecast.lines` says it in rulebook words: "Ember Cub (b2) deals 2-4 to Stone Guard (c3) (dies: 50 %)."
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from cardwright.basics.arguments import bad_argument
from cardwright.errors import IllegalAction
from cardwright.face.actions import Action
from cardwright.face.events import Wording
from cardwright.face.match import ACTION

if TYPE_CHECKING:
    from cardwright.face.view import View

FEW = 3
"""If more pieces than this may come into play by chance, they are counted, not named."""

DAMAGE = ("damaged", "struck_back")
CHOSEN = ("moved", "entered", "spent")

CHANGES = {
    "afflicted": "gets {0.detail} ({0.amount})",
    "keyword": "gains {0.detail}",
    "keyword_lost": "loses {0.detail}",
    "dispelled": "loses all keywords, changes and abilities",
    "shielded": "is shielded from the next {0.amount} damage",
    "readied": "may act again",
}
"""What is said of changes of a piece."""

DOUBTS = {
    "draw": "the order of your cards",
    "cards": "something that you do not know",
    "veiled": "a card that lies face down",
    "unseen": "something out of sight",
    "chance": "chance, which has more outcomes than were looked at",
}
"""What may change an open forecast, by the kernel's word."""


class ToldParty(msgspec.Struct, frozen=True):
    """A piece of the view, a card that comes into play, or a seat; -1 for what does not apply."""

    piece: int
    number: int = msgspec.field(name="def")
    seat: int


class ToldEntry(msgspec.Struct, frozen=True):
    """One thing that may happen, in the kernel's numbers."""

    who: ToldParty
    deed: str
    detail: int
    by: ToldParty | None
    card: int
    rule: str
    low: int
    high: int
    chance: float
    certain: bool


class Told(msgspec.Struct, frozen=True):
    """A forecast in the kernel's numbers."""

    entries: list[ToldEntry]
    exact: bool
    open: list[str]
    cases: int


_decoder = msgspec.json.Decoder(Told)


class Entry(msgspec.Struct, frozen=True):
    """One thing that will or may happen to a piece or a seat."""

    who: str
    what: str
    """damaged, struck_back, healed, spared, died, moved, returned, controlled, transformed, attack, health,
    afflicted, keyword, keyword_lost, dispelled, shielded, readied, entered, drew, gained, lost,
    spent or defeated."""
    low: int
    """The least amount, if it happens at all."""
    high: int
    chance: float
    """How likely it happens at all."""
    certain: bool
    by: str = ""
    """What does it: a piece, a card or a rule; empty if that has no name."""
    detail: str = ""
    """The cell, seat, card, status, keyword or resource that belongs to it."""
    piece: int | None = None
    """The piece of the view that it happens to."""
    seat: int | None = None
    """The seat that it happens to, or that has the new piece."""

    @property
    def amount(self) -> str:
        """The amounts: "3", "2-4"."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


class Forecast(msgspec.Struct, frozen=True):
    """What an action will do, computed from what its seat may know."""

    entries: tuple[Entry, ...]
    exact: bool
    """Whether exactly this will happen: neither chance nor anything hidden takes part."""
    open: tuple[str, ...]
    """What is unknown and may change it beyond what it says; empty if it holds all that can happen."""
    cases: int
    """In how many cases the action was played."""

    def lines(self, *, brief: bool = False) -> list[str]:
        """The forecast in plain English, one sentence each; in brief without what its player chose to do.

        That is what surely moves, comes into play and is paid. If nothing else happens, nothing is said.
        """
        entries = tuple(e for e in self.entries if not (brief and e.certain and e.what in CHOSEN))
        return list(sentences(entries, self.open))


def forecast(view: View, action: Action | str) -> Forecast:
    """What a legal action of the view's seat will do; one that is not legal is refused with the reason.

    >>> import cardwright as cw
    >>> match = cw.game("elemental-command").match(decks=("aggro", "control"), seed=7)
    >>> for seat in (0, 1):
    ...     _ = match.play("keep", seat=seat)
    >>> forecast(match.view(seat=1), 'play "Doorstep Badger" at a3').lines()
    ['Doorstep Badger enters play.']
    """
    if isinstance(action, str):
        action = view.legal_actions.read(action)
    elif not isinstance(action, Action):
        raise bad_argument(action, "action", ACTION)
    try:
        found = _decoder.decode(view.kernel.forecast(action.code))
    except ValueError as refused:
        raise IllegalAction(f"{action} is not legal: {refused}") from None
    names = _Names(view)
    entries = tuple(map(names.entry, found.entries))
    return Forecast(entries, found.exact, tuple(DOUBTS[word] for word in found.open), found.cases)


class _Names:
    """The words for what the kernel tells in numbers."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.say = Wording(view.game, view.seat, len(view.described.seats))
        self.pieces = {piece.id: piece for piece in view.described.pieces}

    def entry(self, told: ToldEntry) -> Entry:
        """An entry in words."""
        who = told.who
        return Entry(
            who=self.party(who),
            what=told.deed,
            low=told.low,
            high=told.high,
            chance=told.chance,
            certain=told.certain,
            by=self.cause(told),
            detail=self.detail(told),
            piece=who.piece if who.piece >= 0 else None,
            seat=who.seat if who.seat >= 0 else None,
        )

    def party(self, who: ToldParty) -> str:
        """A piece or seat by name."""
        say = self.say
        if who.piece >= 0:
            piece = self.pieces[who.piece]
            if not piece.number and (veiled := say.game.veiled_kind) is not None:
                return f"a {say.game.kind_words[veiled]}"
            return say.piece(
                {"piece": piece.id, "def": piece.number, "owner": piece.owner, "cell": piece.cell}
            )
        if who.number < 0:
            return say.player(who.seat)
        is_own = who.seat in (self.view.seat, -1)
        return say.card(who.number) if is_own else f"{say.whose(who.seat)} {say.card(who.number)}"

    def cause(self, told: ToldEntry) -> str:
        """What does it."""
        if told.rule:
            return told.rule
        card = self.say.card(told.card) if told.card else ""
        if told.by is None:
            return card
        return f"{card} of {self.party(told.by)}" if card else self.party(told.by)

    def detail(self, told: ToldEntry) -> str:
        """What belongs to it."""
        match told.deed:
            case "moved":
                return self.view.game.cells[told.detail]
            case "controlled":
                return self.say.player(told.detail)
            case "transformed":
                return self.say.card(told.detail)
            case "afflicted":
                return self.say.word("statuses", told.detail)
            case "keyword" | "keyword_lost":
                return self.say.word("keywords", told.detail)
            case "gained" | "lost" | "spent":
                return self.say.word("resources", told.detail)
            case _:
                return ""


def percent(chance: float) -> str:
    """A chance as a person reads it.

    >>> percent(0.5), percent(0.001), percent(0.9999)
    ('50 %', 'under 1 %', 'over 99 %')
    """
    if chance < 0.01:
        return "under 1 %"
    if chance > 0.99:
        return "over 99 %"
    return f"{chance:.0%}".replace("%", " %")


def _maybe(entry: Entry) -> str:
    """The chance of an entry, in brackets."""
    return "" if entry.certain else f" ({percent(entry.chance)})"


def sentences(entries: tuple[Entry, ...], doubts: tuple[str, ...] = ()) -> Iterator[str]:
    """The sentences of a forecast: fights first, resources last, then what is unknown."""
    for text in (*_fights(entries), *_fates(entries), *_comers(entries), *_of_seats(entries)):
        yield f"{text[0].upper()}{text[1:]}."
    for doubt in doubts:
        yield f"{doubt[0].upper()}{doubt[1:]} may change this."


def _fights(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Damage with what dies of it, healing, and deaths by other causes."""
    deaths = {_key(entry): entry for entry in entries if entry.what == "died"}
    hurts = [entry for entry in entries if entry.what in DAMAGE]
    # What is sure is told first, and blows before what comes back.
    hurts.sort(key=lambda entry: (not entry.certain, DAMAGE.index(entry.what), -entry.chance))
    last = {_key(entry): entry for entry in hurts}
    for entry in hurts:
        death = deaths.get(_key(entry)) if last[_key(entry)] is entry else None
        # Who strikes or dies only sometimes is told with how often.
        told = [] if entry.certain else [percent(entry.chance)]
        if death is not None:
            told.append("dies" if death.certain else f"dies: {percent(death.chance)}")
        end = f" ({'; '.join(told)})" if told else ""
        if entry.what == "struck_back":
            yield f"{entry.by} strikes back at {entry.who} for {entry.amount}{end}"
        elif entry.by and entry.by != entry.who:
            yield f"{entry.by} deals {entry.amount} to {entry.who}{end}"
        else:
            yield f"{_does(entry.who, 'take', 'takes')} {entry.amount} damage{end}"
    for key, death in deaths.items():
        if key not in last:
            yield f"{death.who} dies{_maybe(death)}"


def _key(entry: Entry) -> tuple[str, int | None, int | None]:
    return (entry.who, entry.piece, entry.seat)


def _does(who: str, verb: str, third: str) -> str:
    return f"{who} {verb if who == 'you' else third}"


def _fates(entries: tuple[Entry, ...]) -> Iterator[str]:
    """What else becomes of pieces."""
    health = {_key(entry): entry for entry in entries if entry.what == "health"}
    attack = {_key(entry): entry for entry in entries if entry.what == "attack"}
    for entry in entries:
        end = _maybe(entry)
        match entry.what:
            case "healed":
                by = f" from {entry.by}" if entry.by and entry.by != entry.who else ""
                yield f"{entry.who} regains {entry.amount} health{by}{end}"
            case "spared":
                yield f"{entry.amount} damage to {entry.who} is prevented{end}"
            case "returned":
                yield f"{entry.who} returns to its owner's hand{end}"
            case "controlled":
                yield f"{_does(entry.detail, 'take', 'takes')} control of {entry.who}{end}"
            case "transformed":
                yield f"{entry.who} becomes {entry.detail}{end}"
            case "attack" | "health" if attack.get(_key(entry), entry) is entry:
                yield f"{entry.who} gets {_change(attack, entry)}/{_change(health, entry)}{end}"
            case "moved":
                yield f"{entry.who} moves to {entry.detail}{end}"
            case _ if entry.what in CHANGES:
                yield f"{entry.who} {CHANGES[entry.what].format(entry)}{end}"
            case _:
                pass


def _change(changes: dict[tuple[str, int | None, int | None], Entry], entry: Entry) -> str:
    """By how much attack or health changes."""
    change = changes.get(_key(entry))
    if change is None:
        return "+0"
    return f"{change.low:+}" if change.low == change.high else f"{change.low:+} to {change.high:+}"


def _comers(entries: tuple[Entry, ...]) -> Iterator[str]:
    """Pieces that come into play; many that may come by chance are only counted."""
    coming = [entry for entry in entries if entry.what == "entered"]
    unsure = [entry for entry in coming if not entry.certain]
    for entry in coming:
        if entry.certain or len(unsure) <= FEW:
            count = f"{entry.amount} x " if entry.high > 1 else ""
            yield f"{count}{entry.who} enters play{_maybe(entry)}"
    if len(unsure) > FEW:
        # The chances add up to how many come on average.
        average = sum(entry.chance for entry in unsure)
        some = "one" if abs(average - 1) < 0.001 else f"about {average:.1f}"
        yield f"of {len(unsure)} cards {some} may enter play"


def _of_seats(entries: tuple[Entry, ...]) -> Iterator[str]:
    """What becomes of players."""
    for entry in entries:
        end = _maybe(entry)
        match entry.what:
            case "drew":
                cards = "a card" if entry.high == 1 else f"{entry.amount} cards"
                yield f"{_does(entry.who, 'draw', 'draws')} {cards}{end}"
            case "gained":
                yield f"{_does(entry.who, 'gain', 'gains')} {entry.amount} {entry.detail}{end}"
            case "lost":
                yield f"{_does(entry.who, 'lose', 'loses')} {entry.amount} {entry.detail}{end}"
            case "spent":
                yield f"{_does(entry.who, 'pay', 'pays')} {entry.amount} {entry.detail}{end}"
            case "defeated":
                yield f"{_does(entry.who, 'lose', 'loses')} the match{end}"
            case _:
                pass
