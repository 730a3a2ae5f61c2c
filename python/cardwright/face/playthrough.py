"""Plays a trace and writes, after each action, its events, the position and the number of legal actions.

A playthrough is written and compared, never read back: any change of behaviour shows as a difference from the
golden text.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardwright.face.view import HIDDEN, Piece, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.face.match import Match


def playthrough(match: Match) -> str:
    """The playthrough of a match from its opening to where it stands."""
    return "\n".join(_lines(match)) + "\n"


def _lines(match: Match) -> Iterator[str]:
    trace = match.trace
    board = f", board {trace.setup.board}" if trace.setup.board else ""
    yield f"game {trace.game}, rules {trace.rules}, seed {trace.seed}{board}"
    for number, seat in enumerate(trace.setup.seats):
        cards = ", ".join(f"{count} {card}" for card, count in sorted(seat.cards.items()))
        yield f"seat {number}: {seat.hero}: {cards}"
    replayed = match.game.begin(match.setup, match.seed)
    yield ""
    yield "opening"
    yield from _position(replayed)
    for number, step in enumerate(trace.steps, start=1):
        if step.at is not None:
            yield from _time(replayed, step.at)
        events = replayed.play(step.text, seat=step.seat)
        yield ""
        when = "" if step.at is None else f"at {step.at} ms, "
        yield f"{number}. {when}seat {step.seat}: {step.text}"
        yield from (f"  {event.text}" for event in events)
        yield from _position(replayed)
    if trace.until is not None:
        yield from _time(replayed, trace.until)
    if replayed.result:
        yield ""
        yield f"result: {replayed.result}"


def _time(match: Match, to: int) -> Iterator[str]:
    """The events that happen by themselves until a time, as a spectator sees them."""
    events = match.advance(to)
    if len(events):
        yield ""
        yield f"until {match.now} ms"
        yield from (f"  {event.text}" for event in events)


def _position(match: Match) -> Iterator[str]:
    views = [match.view(seat) for seat in range(match.kernel.seat_count)]
    for seat, view in enumerate(views):
        yield f"  | seat {seat}: {_seat(view, seat)}"
    # Every piece as its owner sees it: in games with fog other seats may not see it.
    placed = [
        _piece(piece)
        for seat, view in enumerate(views)
        for piece in view.pieces
        if piece.owner == seat and piece.cell
    ]
    if placed:
        yield f"  | board: {'; '.join(sorted(placed))}"
    for seat, view in enumerate(views):
        seen = Counter(_piece(piece) for piece in view.pieces if piece.cell)
        if hidden := sorted((Counter(placed) - seen).elements()):
            yield f"  | hidden from seat {seat}: {'; '.join(hidden)}"
    counts = [f"seat {seat} has {len(match.legal_actions_of(seat))}" for seat in sorted(match.to_act)]
    yield f"  | legal: {', '.join(counts) or 'none'}"


def _seat(view: View, seat: int) -> str:
    own = view.seats[seat]
    homeless = [piece for piece in view.pieces if piece.owner == seat and not piece.cell]
    parts = [_piece(piece) for piece in homeless]
    parts += [f"{name} {amount}" for name, amount in own.resources.items() if amount]
    for zone, cards in own.zones.items():
        known = [card.name for card in cards if card.name != HIDDEN]
        # A hand is shown by its cards, any other zone by its size.
        held = ", ".join(known) or "empty" if zone == view.game.hand else str(len(cards))
        parts.append(f"{zone} {held}")
    return "; ".join(parts)


def _piece(piece: Piece) -> str:
    place = f"{piece.cell} " if piece.cell else ""
    numbers = {**piece.statuses, **piece.facts} | ({"shield": piece.shield} if piece.shield else {})
    marks = [*piece.keywords, *(f"{word} {amount}" for word, amount in numbers.items())]
    noted = f" ({', '.join(marks)})" if marks else ""
    return f"{place}{piece.name} {piece.attack}/{piece.health}{noted}"
