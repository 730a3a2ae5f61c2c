"""What happened so far, entry by entry, and the marks that the newest entries leave on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, cast

import msgspec

from cardwright.face.event_details import Details, Moved, Who
from cardwright.face.events import Event, Wording
from cardwright.hosting.boards import plan_of
from cardwright.hosting.realtime.waiting import rest_of, time_text
from cardwright.hosting.spots import Spot

if TYPE_CHECKING:
    from cardwright.face.match import Match, Viewer
    from cardwright.face.view import Piece, View

Reader = int | Literal["all"]
"""Who reads: a seat, or all seats together."""


class Entry(msgspec.Struct, frozen=True):
    """One event, and the number of its action (the opening is 0, the first action 1)."""

    ply: int
    event: Event
    at: int | None = None
    """In a timed game: when, in milliseconds."""
    is_quiet: bool = False
    """Whether the log leaves it out, because the table or another entry shows it."""

    @property
    def text(self) -> str:
        """The entry in words, in a timed game with its time."""
        return self.event.text if self.at is None else f"{time_text(self.at)} {self.event.text}"

    @property
    def is_turn(self) -> bool:
        """Whether a new turn or phase begins here."""
        return self.event.type == "began"

    @property
    def cards(self) -> list[int]:
        """The numbers of the cards it names, each once."""
        return list(dict.fromkeys(number for number in _numbers(self.event.details) if number))


def _numbers(details: Details) -> list[int]:
    found = []
    for name, value in details.items():
        if isinstance(value, dict):
            found.append(value.get("def", 0))
        elif name in ("card", "into") and isinstance(value, int):
            found.append(value)
    return found


class Chronicle:
    """The entries of a match as one reader saw them; each action is read once."""

    def __init__(self, match: Match, reader: Reader) -> None:
        self.match = match
        self.reader = reader
        self._periods = periods_of(match.view("spectator")) if match.game.is_timed else {}
        self._read: list[list[Entry]] = []

    def of(self, ply: int) -> list[Entry]:
        """The entries of one action; of the opening for 0."""
        # While time goes on, more events are added to the last action.
        last = self.match.ply if self.match.game.is_timed else self.match.ply + 1
        while len(self._read) <= ply and len(self._read) < last:
            self._read.append(self._entries(len(self._read)))
        return self._read[ply] if ply < len(self._read) else self._entries(ply)

    def _entries(self, ply: int) -> list[Entry]:
        opening: Viewer = "spectator" if self.reader == "all" else self.reader
        events = happened(self.match, ply, self.reader) if ply else self.match.opening(opening)
        if not self.match.game.is_timed:
            return [Entry(ply, event) for event in events]
        begun = self.match.times[ply - 1] if ply else 0
        return in_time(ply, begun, events, self._periods)

    def upto(self, ply: int) -> list[Entry]:
        """The entries of the opening and the first `ply` actions."""
        return [entry for number in range(ply + 1) for entry in self.of(number)]

    def forget(self, ply: int) -> None:
        """Actions after the first `ply` were taken back."""
        del self._read[ply + 1 - self.match.game.is_timed :]


Periods = Mapping[tuple[int, int], int]
"""The milliseconds that a unit of a resource takes, by seat and number of the resource."""


def periods_of(view: View) -> Periods:
    """The resources of a timed game that grow by time."""
    return {
        (seat.seat, number): every
        for seat in view.seats
        for number, name in enumerate(seat.resources)
        if (every := seat.facts.get(f"{name}_every"))
    }


def in_time(ply: int, begun: int, events: Iterable[Event], periods: Periods) -> list[Entry]:
    """Events with their times; resources that grow by time are left out."""
    found: list[Entry] = []
    at = begun
    flown: set[tuple[int, int, int]] = set()
    named: set[tuple[int, int]] = set()
    for event in events:
        details = event.details
        if details["type"] == "passed":
            at = details["now"]
            continue
        if details["type"] == "gained":
            what = details["seat"], details["resource"]
            every = periods.get(what)
            if every and details["amount"] == 1 and at % every == 0 and (*what, at) not in flown:
                flown.add((*what, at))
                continue
        if details["type"] == "played":
            named.add((at, details["card"]))
        if details["type"] == "died":
            named.add((at, details["who"]["def"]))
        is_told = details["type"] == "discarded" and (at, details["card"]) in named
        found.append(Entry(ply, event, at, event.type in QUIET or is_told))
    return found


QUIET = ("spent", "readied")
"""Types of events that happen all the time in a timed game and are seen on the board."""


def joined(entries: Iterable[Entry]) -> list[Entry]:
    """Entries, with unknown cards that one seat draws joined to one entry, and a swap of two pieces too."""
    found: list[Entry] = []
    count = 1
    for entry in entries:
        last = found[-1] if found else None
        is_drawn = last is not None and entry.event.type == "drawn" and last.at == entry.at
        if last and is_drawn and last.event.details == entry.event.details:
            count += 1
            text = f"{entry.event.text.removesuffix('.')} ({count} times)."
            found[-1] = msgspec.structs.replace(entry, event=msgspec.structs.replace(entry.event, text=text))
        elif last and (swap := _swap(last, entry)):
            found[-1] = swap
        else:
            count = 1
            found.append(entry)
    return found


def _swap(first: Entry, then: Entry) -> Entry | None:
    """Two moves of one action joined to a swap, if each piece goes to where the other came from."""
    one, other = first.event.details, then.event.details
    if one["type"] != "moved" or other["type"] != "moved" or first.ply != then.ply:
        return None
    if "with" in one or (one["who"]["cell"], one["to"]) != (other["to"], other["who"]["cell"]):
        return None
    if one["who"].get("piece") == other["who"].get("piece"):  # it went there and back
        return None
    names = [entry.event.text.partition(" moves to ")[0] for entry in (first, then)]
    event = Event("moved", f"{' and '.join(names)} swap.", cast("Moved", {**one, "with": other["who"]}))
    return msgspec.structs.replace(first, event=event)


def happened(match: Match, ply: int, reader: Reader) -> list[Event]:
    """The events of the action of that number (from 1), as a reader saw them; a walk is one event."""
    found: list[Event] = []
    say = Wording(match.game, reader if isinstance(reader, int) else None, match.seat_count)
    for event in match.events_of(ply - 1, reader):
        if reader == "all" and event.type in ("spotted", "vanished"):
            continue  # to a reader who sees everything nothing comes into sight
        if found and (walk := _walk(found[-1], event)):
            found[-1] = say.render(walk)
        else:
            found.append(event)
    return found


def _walk(first: Event, then: Event) -> Moved | None:
    """Two steps of one piece joined to one; None if they are something else."""
    one, other = first.details, then.details
    if one["type"] != "moved" or other["type"] != "moved":
        return None
    is_same = other["who"] == {**one["who"], "cell": one["to"]}
    return {**one, "to": other["to"]} if is_same else None


def told(match: Match, ply: int, reader: Reader) -> str:
    """The action of that number (from 1) in words, as far as a reader may know it."""
    action = match.action_of(ply - 1)
    if reader in ("all", action.seat):
        return f"seat {action.seat}: {action.text}"
    form = action.form
    if form.subset or form.source.means == "answer":
        return f"seat {action.seat}: {form.word} ..."
    seen = match.events_of(ply - 1, reader)
    if _is_open(match.events_of(ply - 1, action.seat), seen, action.text):
        return f"seat {action.seat}: {action.text}"
    noticed = [event.text.rstrip(".") for event in seen if event.type != "began"]
    return f"{noticed[0][0].lower()}{noticed[0][1:]}" if noticed else f"seat {action.seat}: {UNNOTICED}"


UNNOTICED = "something that is not seen"
"""The text for an action of which a reader saw nothing."""


def _is_open(done: Iterable[Event], seen: Iterable[Event], text: str) -> bool:
    """Whether a reader saw all that an action did, so that its words give nothing away.

    What is drawn or gained unseen tells nothing of the action; a piece that is numbered has others beside it.
    """

    def rows(events: Iterable[Event]) -> list[Details]:
        return [event.details for event in events if event.type not in ("drawn", "gained")]

    return rows(done) == rows(seen) and "#" not in text


def _numbered_seat(view: View, seat: int) -> str:
    return f"{seat}:"


def news(
    view: View, entries: Sequence[Entry], symbol: Callable[[View, int], str] = _numbered_seat
) -> dict[Spot, str]:
    """What happened where, in a word or a number: for the cells, and for pieces that have none.

    Where pieces of several seats were hurt, each loss stands behind the symbol of its seat.
    """
    found: dict[Spot, str] = {}
    damage: dict[Spot, dict[int, int]] = {}
    words = Wording(view.game, view.seat, len(view.seats))
    for entry in joined(entries):
        details = entry.event.details
        if details["type"] == "ground_changed":
            found[Spot("cell", details["cell"])] = words.word("places", details["place"])
            continue
        where = _where(view, cast("Who | None", details.get("who")))
        if where is None:
            continue
        match details["type"]:
            case "damaged":
                lost, owner = damage.setdefault(where, {}), details["who"]["owner"]
                lost[owner] = lost.get(owner, 0) + details["amount"]
                symbols = {seat: symbol(view, seat) if len(lost) > 1 else "" for seat in lost}
                order = sorted(lost, key=lambda seat: (seat != view.seat, seat))
                found[where] = "".join(f"{symbols[seat]}-{lost[seat]}" for seat in order)
            case "healed":
                found[where] = f"+{details['amount']}"
            case "changed":
                found[where] = f"{details['attack']:+}/{details['health']:+}"
            case "moved":
                found.pop(where, None)
                if "with" in details:
                    found[where] = "moved"
                found[Spot("cell", details["to"])] = "moved"
            case "afflicted":
                found[where] = words.word("statuses", details["status"])
            case "attacked" if where not in damage:
                found[where] = "hits"
            case kind if kind in WORDS:
                found[where] = WORDS[kind]
    rests = {_spot(view, piece) for piece in view.pieces if rest_of(view, piece)}
    return {spot: word for spot, word in found.items() if word != READY or spot not in rests}


def _spot(view: View, piece: Piece) -> Spot:
    return Spot("cell", view.game.cells.index(piece.cell)) if piece.cell else Spot("piece", piece.id)


READY = "ready"

WORDS = {
    "entered": "new",
    "died": "dies",
    "returned": "gone",
    "prevented": "safe",
    "shielded": "shield",
    "unhealed": "unhealed",
    "transformed": "new",
    "controlled": "turned",
    "dispelled": "plain",
    "keyword_gained": "gains",
    "keyword_lost": "loses",
    "ability_granted": "gains",
    "readied": READY,
    "loosened": READY,
    "adjusted": "changes",
    "imitated": "new",
    "wore_off": "fades",
    "spotted": "seen",
    "vanished": "gone",
    "used": "acts",
}
"""The word left behind by an event that has no number."""


def _where(view: View, who: Who | None) -> Spot | None:
    if who is None:
        return None
    if who["cell"] >= 0:
        layout = plan_of(view.game).layout
        return _place(view, who) if layout is not None and layout.shifts else Spot("cell", who["cell"])
    for piece in view.described.pieces:
        if piece.cell < 0 and (piece.owner, piece.number) == (who["owner"], who["def"]):
            return Spot("piece", piece.id)
    return None


def _place(view: View, who: Who) -> Spot | None:
    """Where a piece stands now, in a row that closes; of one that is gone, its place if that is empty."""
    for piece in view.described.pieces:
        if (piece.id, piece.number, piece.owner) == (who["piece"], who["def"], who["owner"]):
            return Spot("cell", piece.cell) if piece.cell >= 0 else None
    is_taken = any(piece.cell == who["cell"] for piece in view.described.pieces)
    return None if is_taken else Spot("cell", who["cell"])
