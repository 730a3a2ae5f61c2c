"""What happened, in rulebook words: "Ember Wisp (c2) takes 2 damage from Cinder Hound (c3)."

A seat reads "you" and "the opponent", a spectator reads the numbers of the seats. `TEXTS` has one row for
every type of event in the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import reduce
from typing import TYPE_CHECKING, Any, overload

import msgspec

from cardwright.face import event_details as told
from cardwright.face.event_details import Details
from cardwright.face.view import HIDDEN

if TYPE_CHECKING:
    from cardwright import _kernel
    from cardwright.face.library import Game

GRAVEYARD = "graveyard"
"""The zone of spent cards, as the card language calls it."""


class Event(msgspec.Struct, frozen=True):
    """One thing that happened, as one seat saw it."""

    type: str
    text: str
    details: Details
    """The event in the kernel's numbers; `cardwright.face.event_details` has a class for every type."""

    def __str__(self) -> str:
        return self.text


class Wording:
    """The words for seats, cards and pieces in a text for one seat (None for a spectator)."""

    def __init__(self, game: Game, seat: int | None, seats: int = 2) -> None:
        self.game = game
        self.seat = seat
        self.has_one_foe = seats == 2
        self.is_mixed = bool(game.catalogue.game.boards)
        """On a map the pieces of all seats stand anywhere, so each is named with its owner."""
        self.words = game.catalogue.game.vocabulary

    def render(self, details: Details) -> Event:
        """An event with its text."""
        text = TEXTS[details["type"]](self, details)
        return Event(type=details["type"], text=text[0].upper() + text[1:], details=details)

    def player(self, seat: int) -> str:
        """The name of a seat as a subject."""
        if self.seat is None:
            return f"seat {seat}"
        if seat == self.seat:
            return "you"
        return "the opponent" if self.has_one_foe else f"seat {seat}"

    def does(self, seat: int, verb: str, third: str = "") -> str:
        """A seat with a verb in its form."""
        return f"{self.player(seat)} {verb if seat == self.seat else third or verb + 's'}"

    def whose(self, seat: int) -> str:
        """The name of a seat as a possessive."""
        return "your" if seat == self.seat else f"{self.player(seat)}'s"

    def card(self, number: int) -> str:
        """The name of a card; of a hidden one, "a card"."""
        return self.game.catalogue.defs[number].name if number else HIDDEN

    def piece(self, who: told.Who) -> str:
        """A piece by name and cell; without a cell, a hero by its owner and any other piece by name."""
        if who["cell"] >= 0:
            whose = f"{self.whose(who['owner'])} " if self.is_mixed and who["owner"] >= 0 else ""
            return f"{whose}{self.card(who['def'])} ({self.game.cells[who['cell']]})"
        if who["owner"] < 0 or not self.game.catalogue.is_unique(self.game.catalogue.defs[who["def"]]):
            return self.card(who["def"])
        kind = self.game.kind_words[self.game.catalogue.defs[who["def"]].kind]
        return f"{self.whose(who['owner'])} {kind}"

    def is_gear(self, who: told.Who) -> bool:
        """Whether a piece is worn by a hero."""
        return self.game.is_kind(self.game.catalogue.defs[who["def"]].kind, "gear")

    def hidden(self, number: int) -> str:
        """The name of a card that was played; one that lies face down is told by its kind."""
        veiled = self.game.veiled_kind
        return f"a {self.game.kind_words[veiled]}" if not number and veiled is not None else self.card(number)

    def cause(self, cause: told.Cause | None) -> str:
        """The name of a cause: a piece, a card, a card of a piece or a rule; empty if there is none."""
        if cause is None:
            return ""
        if cause["rule"]:
            return str(cause["rule"])
        used = self.card(cause["card"]) if cause["card"] else ""
        if cause["who"] is None:
            return used
        return f"{used} of {self.piece(cause['who'])}" if used else self.piece(cause["who"])

    def word(self, family: str, number: int) -> str:
        """The word of a keyword, status or resource."""
        words = self.words.get(family, [])
        name = words[number] if number < len(words) else str(number)
        entry = self.game.catalogue.game.words.get(family, {}).get(name, {})
        return entry.get("word") or name

    @property
    def spent(self) -> str:
        """The word for the zone of spent cards."""
        return GRAVEYARD if GRAVEYARD in self.words["zones"] else "discarded cards"

    def zone(self, seat: int, number: int) -> str:
        """A zone with its owner."""
        return f"{self.whose(seat)} {self.words['zones'][number]}"


def _gained(say: Wording, e: told.Gained) -> str:
    amount, word = e["amount"], say.word("resources", e["resource"])
    verb = ("gain", "gains") if amount > 0 else ("lose", "loses")
    return f"{say.does(e['seat'], *verb)} {abs(amount)} {word}."


def _changed(say: Wording, e: told.Changed) -> str:
    end = " for a time" if e["lasting"] else ""
    return f"{say.piece(e['who'])} gets {e['attack']:+}/{e['health']:+}{end}."


def _adjusted(say: Wording, e: told.Adjusted) -> str:
    end = " for a time" if e["lasting"] else ""
    more = "more" if e["amount"] > 0 else "less"
    what = say.word("attributes", e["attribute"])
    return f"{say.piece(e['who'])} gets {abs(e['amount'])} {more} {what}{end}."


def _cost_changed(say: Wording, e: told.CostChanged) -> str:
    return f"{say.card(e['card'])} costs {abs(e['by'])} {'more' if e['by'] > 0 else 'less'}."


def _redrew(say: Wording, e: told.Redrew) -> str:
    if not e["count"]:
        return f"{say.does(e['seat'], 'keep')} the opening hand."
    return f"{say.does(e['seat'], 'exchange')} {e['count']} card{'s' * (e['count'] > 1)}."


def _began(say: Wording, e: told.Began) -> str:
    if e["seat"] == NOBODY:
        return f"the {say.game.phases[e['phase']]} begins."
    return f"{say.whose(e['seat'])} {say.game.phases[e['phase']]} begins."


def _died(say: Wording, e: told.Died) -> str:
    if say.is_gear(e["who"]):
        by = "" if _is_worn(say, e) else _from(say, e, "by")
        return f"{say.piece(e['who'])} is destroyed{by}."
    stands = e["who"]["cell"] >= 0 or say.game.catalogue.is_unique(say.game.catalogue.defs[e["who"]["def"]])
    return f"{say.piece(e['who'])} {'dies' if stands else 'ends'}{_from(say, e, 'by')}."


def _damaged(say: Wording, e: told.Damaged) -> str:
    if say.is_gear(e["who"]):
        by = "" if _is_worn(say, e) else _from(say, e, "by")
        return f"{say.piece(e['who'])} wears down by {e['amount']}{by}."
    return f"{say.piece(e['who'])} takes {e['amount']} damage{_from(say, e)}."


def _is_worn(say: Wording, e: told.Died | told.Damaged) -> bool:
    """Whether gear was used up by the piece that wears it."""
    doer = e["cause"]["who"] if e["cause"] else None
    if doer is None or doer["owner"] != e["who"]["owner"]:
        return False
    return say.game.catalogue.is_unique(say.game.catalogue.defs[doer["def"]])


def _afflicted(say: Wording, e: told.Afflicted) -> str:
    name = say.words["statuses"][e["status"]]
    # A status that is a keyword with a number is something that a piece has.
    verb = "has" if name in say.words["keywords"] else "becomes"
    return f"{say.piece(e['who'])} {verb} {say.word('statuses', e['status'])} ({e['amount']})."


def _power_used(say: Wording, e: told.PowerUsed) -> str:
    is_hero = say.game.catalogue.is_unique(say.game.catalogue.defs[e["card"]])
    return f"{say.does(e['seat'], 'use')} the power {'of ' * is_hero}{say.card(e['card'])}."


def _unveiled(say: Wording, e: told.Unveiled) -> str:
    kind = say.game.kind_words[say.game.catalogue.defs[e["who"]["def"]].kind]
    return f"{say.whose(e['who']['owner'])} {kind} {say.piece(e['who'])} is revealed."


def _from(say: Wording, e: told.Died | told.Damaged | told.Healed, word: str = "from") -> str:
    """The cause of an event after a word like "from"; empty if a piece did it to itself."""
    cause = e.get("cause")
    is_itself = cause is not None and not cause["card"] and cause["who"] == e["who"]
    name = "" if is_itself else say.cause(cause)
    return f" {word} {name}" if name else ""


NOBODY = 255
"""The seat of an event that concerns no seat, such as nightfall."""

_FIZZLED = {
    "pieces": "there are too many pieces in play",
    "cells": "there is no free space",
    "cards": "there is no room for more cards",
    "effects": "too many effects hold at once",
    "queue": "too much waits to happen",
    "triggers": "too much happens at once",
}
"""Why an effect is lost, by what there is no room for."""

TEXTS: dict[str, Callable[[Wording, Any], str]] = {
    "began": _began,
    "drawn": lambda say, e: f"{say.does(e['seat'], 'draw')} {say.card(e['card'])}.",
    "drew_nothing": lambda say, e: f"{say.does(e['seat'], 'have', 'has')} no card left to draw.",
    "lost": lambda say, e: f"{say.card(e['card'])} finds no room in {say.whose(e['seat'])} hand and is lost.",
    "played": lambda say, e: f"{say.does(e['seat'], 'play')} {say.hidden(e['card'])}.",
    "created": lambda say, e: f"{say.card(e['card'])} comes into {say.zone(e['seat'], e['zone'])}.",
    "shifted": lambda say, e: (
        f"{say.card(e['card'])} goes from {say.zone(e['seat'], e['from'])} to {say.zone(e['seat'], e['to'])}."
    ),
    "cost_changed": _cost_changed,
    "redrew": _redrew,
    "entered": lambda say, e: f"{say.piece(e['who'])} enters play.",
    "moved": lambda say, e: f"{say.piece(e['who'])} moves to {say.game.cells[e['to']]}.",
    "returned": lambda say, e: f"{say.piece(e['who'])} returns to {say.whose(e['who']['owner'])} hand.",
    "died": _died,
    "attacked": lambda say, e: f"{say.piece(e['who'])} attacks {say.piece(e['target'])}.",
    "damaged": _damaged,
    "prevented": lambda say, e: f"{e['amount']} damage to {say.piece(e['who'])} is prevented.",
    "unhealed": lambda say, e: f"healing of {say.piece(e['who'])} by {e['amount']} is prevented.",
    "shielded": lambda say, e: f"the next {e['amount']} damage to {say.piece(e['who'])} is prevented.",
    "healed": lambda say, e: f"{say.piece(e['who'])} regains {e['amount']} health{_from(say, e)}.",
    "changed": _changed,
    "keyword_gained": lambda say, e: f"{say.piece(e['who'])} gains {say.word('keywords', e['keyword'])}.",
    "keyword_lost": lambda say, e: f"{say.piece(e['who'])} loses {say.word('keywords', e['keyword'])}.",
    "afflicted": _afflicted,
    "dispelled": lambda say, e: f"{say.piece(e['who'])} loses all keywords, changes and abilities.",
    "ability_granted": lambda say, e: f"{say.piece(e['who'])} gains an ability.",
    "transformed": lambda say, e: f"{say.piece(e['who'])} becomes {say.card(e['into'])}.",
    "controlled": lambda say, e: f"{say.does(e['by'], 'take')} control of {say.piece(e['who'])}.",
    "imitated": lambda say, e: f"{say.piece(e['who'])} is now like {say.cause(e['model']) or 'another'}.",
    "adjusted": _adjusted,
    "ground_changed": lambda say, e: (
        f"The ground of {say.game.cells[e['cell']]} becomes {say.word('places', e['place'])}."
    ),
    "loosened": lambda say, e: f"{say.piece(e['who'])} may move again.",
    "readied": lambda say, e: f"{say.piece(e['who'])} may act again.",
    "gained": _gained,
    "power_used": _power_used,
    "asked": lambda say, e: f"{say.does(e['seat'], 'have', 'has')} a choice to make.",
    "answered": lambda say, e: f"{say.does(e['seat'], 'choose')} {say.card(e['card'])}.",
    "used": lambda say, e: f"{say.piece(e['who'])} uses {say.card(e['card'])}.",
    "spotted": lambda say, e: f"{say.piece(e['who'])} comes into sight.",
    "vanished": lambda say, e: f"{say.piece(e['who'])} goes out of sight.",
    "wore_off": lambda say, e: f"an effect on {say.piece(e['who'])} wears off.",
    "passed": lambda say, e: f"{e['now'] / 1000:g} s.",
    "unveiled": _unveiled,
    "countered": lambda say, e: (
        f"{say.whose(e['seat'])} {say.card(e['card'])} is countered and does nothing."
        if e["card"]
        else f"{say.whose(e['seat'])} attack is stopped."
    ),
    "redirected": lambda say, e: f"{say.piece(e['who'])} becomes the new target.",
    "cast": lambda say, e: f"{say.card(e['card'])} is cast for {say.player(e['seat'])}, aimed at random.",
    "learned": lambda say, e: f"{say.whose(e['seat'])} power becomes {say.card(e['card'])}.",
    "card_changed": lambda say, e: f"{say.card(e['card'])} gets {e['attack']:+}/{e['health']:+}.",
    "priced": lambda say, e: (
        f"some of {say.whose(e['seat'])} cards cost {abs(e['by'])} {'more' if e['by'] > 0 else 'less'}."
    ),
    "discarded": lambda say, e: f"{say.card(e['card'])} goes to {say.whose(e['seat'])} {say.spent}.",
    "revealed": lambda say, e: f"{say.card(e['card'])} in {say.zone(e['seat'], e['zone'])} is revealed.",
    "spent": lambda say, e: (
        f"{say.does(e['seat'], 'spend')} {e['amount']} {say.word('resources', e['resource'])}."
    ),
    "sounded": lambda say, e: f"the sound of {say.word('sounds', e['sound'])} is heard.",
    "fizzled": lambda say, e: f"{_FIZZLED.get(e['room'], 'there is no more room')}: an effect is lost.",
    "defeated": lambda say, e: f"{say.does(e['seat'], 'are', 'is')} defeated.",
    "ended": lambda say, e: "the match ends.",
}
"""The text of every type of event."""


def _merged(told: list[Details], other: list[Details]) -> list[Details]:
    """The events that two seats saw, merged into one sequence; each may have missed some."""
    a, b = ([repr({**row, "card": 0} if "card" in row else row) for row in rows] for rows in (told, other))
    merged: list[Details] = []
    for same, begin, end, first, last in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if same == "equal":
            pairs = zip(told[begin:end], other[first:last], strict=True)
            merged += [row if row.get("card") else twin for row, twin in pairs]
        else:
            merged += [*told[begin:end], *other[first:last]]
    return merged


class Events(Sequence[Event]):
    """What happened, as one seat saw it; the texts are made when first read."""

    __slots__ = ("_events", "_game", "_kernel", "_knowing", "_seat", "_seats")

    def __init__(
        self,
        game: Game,
        kernel: _kernel.Events,
        seat: int | None,
        knowing: Iterable[int] = (),
        seats: int = 2,
    ) -> None:
        self._game = game
        self._kernel = kernel
        self._seat = seat
        self._knowing = knowing
        self._seats = seats
        self._events: list[Event] | None = None

    def _all(self) -> list[Event]:
        if self._events is None:
            say = Wording(self._game, self._seat, self._seats)
            self._events = [say.render(row) for row in self._rows()]
        return self._events

    def _rows(self) -> list[Details]:
        told: list[list[Details]] = [
            msgspec.json.decode(self._kernel.describe(seat))
            for seat in self._knowing or [-1 if self._seat is None else self._seat]
        ]
        return reduce(_merged, told)

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._all()[index]

    @property
    def texts(self) -> list[str]:
        """The events in words."""
        return [event.text for event in self._all()]

    def __repr__(self) -> str:
        return f"<Events: {' '.join(self.texts)}>"
