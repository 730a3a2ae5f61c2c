"""Legal actions, counted and listed only as far as the caller asks."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, overload

from cardwright.basics.arguments import bad_argument, whole
from cardwright.errors import AmbiguousAction, IllegalAction, RejectedAction
from cardwright.face.actions import (
    NO_CHOICE,
    Action,
    Named,
    Names,
    Verb,
    choices_of,
    make_code,
    seat_of,
    source_of,
    take_apart,
)

if TYPE_CHECKING:
    from cardwright.face.view import View

SEATS = tuple(tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256))
"""The seats of every set of bits."""


def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a set of bits.

    >>> seats_of(0b101)
    (0, 2)
    """
    return SEATS[mask]


class Source(Protocol):
    """Where legal actions come from: a match or a view."""

    @property
    def seat_count(self) -> int:
        """How many seats there are."""

    def legal_len(self, seat: int, /) -> int:
        """How many actions a seat may take."""

    def legal_nth(self, seat: int, n: int, /) -> int:
        """The code of a seat's legal action of rank n."""

    def is_legal(self, code: int, /) -> bool:
        """Whether an action is legal."""

    def action(self, code: int) -> Action:
        """The action of a code."""

    def names(self, seat: int) -> Names:
        """The names that a seat uses."""

    def view_of(self, seat: int) -> View:
        """What a seat may know."""


class Choice:
    """The next choice under a prefix: its word (`at`, `>`, `to`), and its options by name."""

    def __init__(self, word: str, means: str, options: dict[str, Prefix]) -> None:
        self.word = word
        self.means = means
        self.options = options
        """The prefix that each option leads to, by the option's name."""


class Prefix:
    """The beginning of an action: a verb, a source and the first choices. It changes nothing in the match."""

    def __init__(self, source: Source, code: int) -> None:
        self._source = source
        self.code = code

    @property
    def seat(self) -> int:
        """Who acts."""
        return seat_of(self.code)

    @property
    def form(self) -> Verb:
        """Its verb, with the meaning of its source and choices."""
        return self._source.names(self.seat).verbs[take_apart(self.code).verb]

    @property
    def verb(self) -> str:
        """The word of its verb."""
        return self.form.word

    @property
    def source(self) -> Named:
        """The card or piece that it begins with, or nothing."""
        return source_of(self.code, self.form)

    @property
    def choices(self) -> tuple[Named, ...]:
        """The choices made so far, in order."""
        return choices_of(self.code, self.form)

    def leads_to(self, action: Action) -> bool:
        """Whether an action begins like this."""
        mine, theirs = take_apart(self.code), take_apart(action.code)
        made = zip(mine.choices, theirs.choices, strict=True)
        return mine[:3] == theirs[:3] and all(choice in (NO_CHOICE, other) for choice, other in made)

    def with_cards(self, places: Iterable[int]) -> Action:
        """The action that takes the cards at some places, for a verb that may take any cards."""
        mask = sum(1 << place for place in places)
        return self._source.action(make_code(self.seat, take_apart(self.code).verb, mask=mask))

    def why_not(self, means: str, value: int) -> str | None:
        """Why a piece, cell or other thing cannot be the next choice; None if another kind is asked for."""
        parts = take_apart(self.code)
        view = self._source.view_of(parts.seat)
        found = view.kernel.next_choice(self.code)
        if found is None or self.form.choices[found[0]][1].means != means:
            return None
        position = found[0]
        choices = (*parts.choices[:position], value, *parts.choices[position + 1 :])
        return view.kernel.why_illegal(make_code(parts.seat, parts.verb, parts.source, choices))

    def newest(self, before: Prefix) -> Named | None:
        """The choice that it has made beyond another prefix: the options of a card come before its target."""
        slots = zip(
            self.form.choices, take_apart(before.code).choices, take_apart(self.code).choices, strict=False
        )
        return next((Named(slot, now) for (_, slot), then, now in slots if then != now), None)

    @property
    def text(self) -> str:
        """The words of the action so far."""
        return self._source.action(self.code).text

    @property
    def action(self) -> Action | None:
        """The action, if it is complete."""
        return self._source.action(self.code) if self._source.is_legal(self.code) else None

    @property
    def next(self) -> Choice | None:
        """The next choice, if one is left."""
        parts = take_apart(self.code)
        found = self._source.view_of(parts.seat).kernel.next_choice(self.code)
        if found is None:
            return None
        position, values = found
        names = self._source.names(parts.seat)
        verb = names.verbs[parts.verb]
        word, slot = verb.choices[position]
        options = {}
        for value in values:
            choices = (*parts.choices[:position], value, *parts.choices[position + 1 :])
            code = make_code(parts.seat, parts.verb, parts.source, choices)
            options[names.choice(verb, position, value, parts.source)] = Prefix(self._source, code)
        return Choice(word, slot.means, options)

    def __iter__(self) -> Iterator[Action]:
        """All complete actions under the prefix."""
        choice = self.next
        if choice is not None:
            for prefix in choice.options.values():
                yield from prefix
        elif (action := self.action) is not None:
            yield action

    def __repr__(self) -> str:
        return f"<Prefix {self.text} ...>"


class LegalActions(Sequence[Action]):
    """The legal actions of one seat, or of all that may act; answers `in`, `len`, `[i]` and iteration.

    >>> import cardwright as cw
    >>> match = cw.game("elemental-command").match(seed=7)
    >>> "keep" in match.legal_actions_of(0), len(match.legal_actions_of(0))
    (True, 128)
    """

    __slots__ = ("_seats", "_source")

    def __init__(self, source: Source, seats: tuple[int, ...]) -> None:
        self._source = source
        self._seats = seats

    def __len__(self) -> int:
        # Written out, like `[i]`: a Python agent spends its time here.
        seats = self._seats
        if len(seats) == 1:
            return self._source.legal_len(seats[0])
        total = 0
        for seat in seats:
            total += self._source.legal_len(seat)
        return total

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        source, seats = self._source, self._seats
        if len(seats) == 1 and type(index) is int and index >= 0:
            try:
                code = source.legal_nth(seats[0], index)
            except OverflowError:  # too large for the kernel's numbers
                raise IndexError("no such legal action") from None
            return source.action(code)
        try:
            if isinstance(index, slice):
                return [self[i] for i in range(*index.indices(len(self)))]
            rank = operator.index(index)
        except TypeError:
            raise bad_argument(
                index, "number of a legal action", "a whole number; read(text) finds one by its words"
            ) from None
        if rank < 0:
            rank += len(self)
        if rank >= 0:
            for seat in seats:
                count = source.legal_len(seat)
                if rank < count:
                    return source.action(source.legal_nth(seat, rank))
                rank -= count
        raise IndexError("no such legal action")

    def __iter__(self) -> Iterator[Action]:
        for seat in self._seats:
            for n in range(self._source.legal_len(seat)):
                yield self._source.action(self._source.legal_nth(seat, n))

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Action):
            return action.seat in self._seats and self._source.is_legal(action.code)
        if not isinstance(action, str):
            return False
        for seat in self._seats:
            try:
                self._read(action, seat)
            except RejectedAction:
                continue
            return True
        return False

    def read(self, text: str, seat: int | None = None) -> Action:
        """The legal action that a text means; an unreadable, ambiguous or illegal text is refused."""
        if not isinstance(text, str):
            raise bad_argument(text, "text of an action", 'a text, such as "end"')
        if seat is not None:
            seat = whole(seat, "seat", 0, self._source.seat_count - 1)
        return self._read(text, self._seat() if seat is None else seat)

    def _read(self, text: str, seat: int) -> Action:
        from cardwright.face.reading import read_action

        return self._source.action(read_action(text, self._source.view_of(seat), seat))

    def of_code(self, code: int) -> Action:
        """The action of a code."""
        return self._source.action(code)

    def under(self, prefix: Action | Prefix | str) -> Prefix:
        """The prefix that a text like `play "Ember Wisp"` begins; its `next` tells what can follow."""
        if isinstance(prefix, Prefix):
            return prefix
        if isinstance(prefix, Action):
            return Prefix(self._source, prefix.code)
        from cardwright.face.reading import read_prefix

        if not isinstance(prefix, str):
            raise bad_argument(prefix, "beginning of an action", "a text, an action or an option of `next`")
        seat = self._seat()
        return Prefix(self._source, read_prefix(prefix, self._source.view_of(seat), seat))

    def _seat(self) -> int:
        if len(self._seats) == 1:
            return self._seats[0]
        if not self._seats:
            raise IllegalAction("no seat may act")
        named = " or ".join(f"legal_actions_of({seat})" for seat in self._seats)
        raise AmbiguousAction(f"several seats may act now: ask {named}")

    @property
    def prefixes(self) -> list[Prefix]:
        """The beginnings of all legal actions: one for each verb and source, in order."""
        seen: dict[int, Prefix] = {}
        for seat in self._seats:
            names = self._source.names(seat)
            n, count = 0, self._source.legal_len(seat)
            while n < count:
                parts = take_apart(self._source.legal_nth(seat, n))
                code = make_code(seat, parts.verb, parts.source)
                if names.verbs[parts.verb].subset:
                    seen[code] = Prefix(self._source, code)
                    break
                seen.setdefault(code, Prefix(self._source, code))
                n += 1
        return list(seen.values())

    def __eq__(self, other: Any) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<LegalActions: {len(self)}>"


class SeenLegal:
    """A view as the source of `LegalActions`."""

    __slots__ = ("_view", "kernel")

    def __init__(self, view: View) -> None:
        self._view = view
        self.kernel = view.kernel

    @property
    def seat_count(self) -> int:
        """How many seats there are."""
        return len(self._view.described.seats)

    def legal_len(self, seat: int, /) -> int:
        """How many actions the view's seat may take."""
        return self.kernel.legal_len()

    def legal_nth(self, seat: int, n: int, /) -> int:
        """The code of the legal action of rank n."""
        return self.kernel.legal_nth(n)

    def is_legal(self, code: int, /) -> bool:
        """Whether an action is legal."""
        return self.kernel.is_legal(code)

    def action(self, code: int) -> Action:
        """The action of a code."""
        return Action(code, self.names)

    def names(self, seat: int) -> Names:
        """The names that the view's seat uses."""
        return self._view.names()

    def view_of(self, seat: int) -> View:
        """The view itself."""
        return self._view
