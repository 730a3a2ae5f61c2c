"""A trace played again: with the cards and rules at hand, which must be those it was played with."""

from __future__ import annotations

import msgspec

from cardwright.basics.arguments import bad_argument, whole
from cardwright.catalogue import decode
from cardwright.catalogue.carrying import adopted
from cardwright.errors import CardwrightError, RejectedAction, TraceError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.face.match import Match
from cardwright.face.trace import UNKNOWN, Trace, position_hash

_HINT = "if it was played with a folder of your own, name it: --with PATH"


def replay(trace: Trace | str, *, to: int | None = None, game: Game | None = None) -> Match:
    """Play a trace again, as far as the first `to` actions; it must be of the game and version at hand.

    The cards are those the trace carries, if any; else those of `game`, or of the game with the trace's name.
    """
    if isinstance(trace, str):
        trace = Trace.from_text(trace)
    if not isinstance(trace, Trace):
        raise bad_argument(trace, "trace", "a Trace or its text")
    if game is not None and not isinstance(game, Game):
        raise bad_argument(game, "game", "what cw.game(slug) gives")
    found = _game_of(trace, game)
    if game is None and not trace.definitions and trace.setup.cards_version(found.catalogue) != trace.cards:
        # What the user added may have changed what the cards can make; without it they are as they were.
        plain = load_game(trace.game, trace.setup.board, packs=False)
        found = plain if trace.setup.cards_version(plain.catalogue) == trace.cards else found
    _check_version(trace, found)
    last = len(trace.steps)
    count = last if to is None else whole(to, "number of actions", 0, last)
    try:
        match = found.begin(trace.setup, trace.seed)
    except CardwrightError as error:
        raise TraceError(f"its setup is refused: {error.reason}", file=trace.file) from None
    if found.is_timed != (trace.until is not None):
        said = "has no times" if found.is_timed else "has times"
        what = "a timed game" if found.is_timed else "no timed game"
        raise TraceError(f"{found.slug} is {what}, and the trace {said}", file=trace.file)
    for step in trace.steps[:count]:
        try:
            match.play(step.text, seat=step.seat, at=step.at)
        except (RejectedAction, CardwrightError) as error:
            raise _stopped(trace, error.reason, step.line) from None
    if count == last and trace.until is not None:
        match.advance(trace.until)
        if match.now != trace.until:
            reason = f"the match is over since {match.now} ms, and the trace ends at {trace.until} ms"
            raise TraceError(reason, file=trace.file)
    if count == last and trace.position not in (UNKNOWN, position_hash(match)):
        raise TraceError("played again, the match ends in another position", file=trace.file)
    return match


def _stopped(trace: Trace, reason: str, line: int) -> TraceError:
    return TraceError(f"the match cannot go on here: {reason}", file=trace.file, line=line or None)


def _game_of(trace: Trace, named: Game | None) -> Game:
    if named is not None and named.slug != trace.game:
        raise TraceError(f"this is a match of {trace.game}, not of {named.slug}", file=trace.file)
    if trace.definitions:
        try:
            return Game(decode(adopted(trace.definitions)), trace.setup.board)
        except (msgspec.DecodeError, CardwrightError) as error:
            raise TraceError(f"its card definitions are refused: {error}", file=trace.file) from None
        except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise TraceError("its card definitions are no catalogue of cards", file=trace.file) from None
    if named is not None:
        return named
    try:
        return load_game(trace.game, trace.setup.board)
    except CardwrightError as error:
        if error.file:  # what is wrong is a file of the game, with its place and suggestion
            raise TraceError(str(error), file=trace.file) from None
        hint = f"{error.suggestion}; {_HINT}" if error.suggestion else _HINT
        raise TraceError(error.reason, file=trace.file, suggestion=hint) from None


def _missing_cards(trace: Trace, found: Game) -> list[str]:
    return sorted(trace.setup.cards - found.card_numbers.keys())


def _check_version(trace: Trace, found: Game) -> None:
    if trace.rules != found.rules_version:
        raise TraceError(
            f"it was played by version {trace.rules} of the rules, these are version {found.rules_version}",
            file=trace.file,
        )
    cards = trace.setup.cards_version(found.catalogue)
    if missing := _missing_cards(trace, found):
        listed = ", ".join(missing[:4]) + (f" and {len(missing) - 4} more" if len(missing) > 4 else "")
        raise TraceError(
            f"it was played with cards that {found.slug} does not have here: {listed}",
            file=trace.file,
            suggestion=_HINT,
        )
    if trace.cards != cards:
        raise TraceError(
            f"it was played with other cards (version {trace.cards[:12]}, these are {cards[:12]})",
            file=trace.file,
        )
