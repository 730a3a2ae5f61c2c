"""The arena: agents with decks meet each other many times; tables say who is better and how sure that is."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from cardwright import __version__
from cardwright.agents.spec import for_kernel, is_native
from cardwright.basics.arguments import bad_argument
from cardwright.decks import Deck
from cardwright.errors import CardwrightError
from cardwright.face.library import Game
from cardwright.face.library import game as load_game
from cardwright.lab import table as tables
from cardwright.lab.cards import card_rows
from cardwright.lab.field import (
    Pairing,
    check_agents,
    listed,
    pairings,
    read_agents,
    read_decks,
)
from cardwright.lab.folder import RunFolder
from cardwright.lab.playing import Plan, Workers, play_natively
from cardwright.lab.score import Score
from cardwright.lab.settings import Decks, Keywords, Progress, Settings
from cardwright.lab.table import Table

SAVE_SECONDS = 10.0
"""The seconds between two writes of unfinished pairings into the run folder."""


def arena(
    game: Game | str,
    decks: Decks = "all",
    agents: str | Sequence[str] = ("greedy", "random"),
    **settings: Unpack[Keywords],
) -> Table:
    """Let every agent with every deck meet every other; each seed is played in both seats.

    With `against`, the decks meet only the decks named there, and these do not meet each other. `matches` is
    per pairing, both seats together. An agent named twice (or all, with `mirror`) meets itself too, as a
    control of the harness. `seconds` is the limit of one decision of a Python agent, `memory` the limit of
    its processes, in bytes or as a text like "500MB"; 0 threads is one per core. With `cards` the table
    counts how often each card was drawn and played. A `run` folder keeps finished matches, and a later call
    with the same settings continues there. After an interrupt the table holds what was played.

    >>> import cardwright as cw
    >>> table = cw.arena("elemental-command", decks=["aggro"], agents=["greedy", "random"], matches=40)
    >>> best = table.entries[0]
    >>> best.entry, best.matches, best.rate > 0.8, table.complete
    ('greedy/fire-aggro', 40, True, True)
    """
    if not isinstance(game, Game | str):
        raise bad_argument(game, "game", "its slug or what cw.game(slug) gives")
    game = load_game(game) if isinstance(game, str) else game
    chosen = Settings(**settings).checked()
    agents, decks = listed(agents, "list of agents"), listed(decks, "list of decks")
    names, mirrored = read_agents(agents)
    found = read_decks(game, decks)
    field = None if chosen.against is None else read_decks(game, chosen.against)
    doubled = names if chosen.mirror else mirrored
    entries, meetings = pairings(names, found, doubled, chosen.seed, field)
    chosen, notes = chosen.evened()
    command = chosen.command(game, agents, decks)
    # First of all, so that a mistyped name leaves no run folder behind.
    reactions = check_agents(game, meetings, chosen.bytes)
    folder = None
    if chosen.run is not None:
        who = {
            "agents": [for_kernel(game, name) if is_native(name) else name for name in names],
            "decks": _contents(found),
            "decks to play against": None if field is None else _contents(field),
            "mirrored": sorted(doubled),
        }
        kept = _kept(game, names, who, chosen)
        if game.is_timed:
            kept["reaction times"] = reactions
        if game.board:
            kept["board"] = game.board
        folder = RunFolder(Path(chosen.run), "cardwright arena", command, kept)
        command = folder.goes_on(command)
    # A run folder always has the cards: a later call that continues there may ask for them.
    has_cards = chosen.cards or folder is not None
    plan = Plan(game, chosen.threads, chosen.seconds, chosen.open_decks, has_cards, chosen.bytes)
    scores, is_complete, fault = _play(plan, meetings, chosen.matches, folder, chosen.progress)
    confidence = chosen.confidence
    return Table(
        game=game.slug,
        command=command,
        version=__version__,
        cards_version=game.catalogue.hash,
        seed=chosen.seed,
        matches=chosen.matches,
        confidence=confidence,
        complete=is_complete,
        notes=notes,
        starting_player=tables.starting_player(scores, confidence),
        entries=tables.entry_rates(entries, scores, confidence, reactions),
        pairings=tables.pairing_rates(scores, confidence),
        controls=tables.controls(scores),
        forfeits=_reasons(scores),
        cards=card_rows(game, entries, scores, confidence) if chosen.cards else [],
        fault=fault,
    )


def _kept(game: Game, names: Sequence[str], who: dict[str, Any], chosen: Settings) -> dict[str, Any]:
    """The settings that a run folder keeps; a call with others is refused."""
    kept: dict[str, Any] = {
        "game": game.slug,
        "version": __version__,
        "rules": game.rules_version,
        "cards": game.catalogue.hash,
        **who,
        "matches": chosen.matches,
        "seed": chosen.seed,
        "open decks": chosen.open_decks,
    }
    if not all(map(is_native, names)):
        kept["seconds"] = chosen.seconds
        kept["memory"] = chosen.bytes
    return kept


def _contents(decks: dict[str, Deck]) -> list[Any]:
    """The cards of the decks, in order: the order decides the numbers of the pairings."""
    return [[label, deck.hero, deck.cards] for label, deck in decks.items()]


def _reasons(scores: Sequence[tuple[Pairing, Score]]) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for pairing, score in scores:
        for side, entry in enumerate((pairing.first, pairing.second)):
            if score.reasons[side]:
                reasons.setdefault(entry.agent, score.reasons[side])
    return reasons


class _Keeper:
    """Writes the scores of a run into its folder; if that fails, it notes the fault and play goes on."""

    def __init__(self, folder: RunFolder | None) -> None:
        self._folder = folder
        self._saved = monotonic()
        self._unsaved: set[int] = set()
        self.fault: str | None = None

    def load(self, number: int, pairing: Pairing, plan: Plan, units: int) -> Score:
        """The score of a pairing from an earlier call."""
        name = self._name(number)
        kept = self._folder.load(name, Score) if self._folder else None
        if kept is None:
            return Score()
        cards = {card for side in kept.cards for card in side}
        if (
            kept.units > units
            or kept.matches != kept.units * pairing.unit
            or not cards <= set(range(len(plan.game.catalogue.defs)))
        ):
            assert self._folder is not None
            raise CardwrightError(f"{name} has matches or cards that it cannot have", file=self._folder.path)
        return kept

    def note(self, number: int) -> None:
        """Note that more of a pairing was played."""
        self._unsaved.add(number)

    def save(self, scores: Sequence[Score], *, now: bool) -> None:
        """Write the scores: with `now` at once, else only if the last time is a while ago."""
        if self._folder is None or self.fault or not (now or monotonic() > self._saved + SAVE_SECONDS):
            return
        try:
            for number in sorted(self._unsaved):
                self._folder.save(self._name(number), scores[number])
                self._unsaved.discard(number)
        except CardwrightError as error:
            self.fault = f"{error}; the matches played since are in the table only"
        self._saved = monotonic()

    @staticmethod
    def _name(number: int) -> str:
        return f"pairing-{number + 1:04}"


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore a second interrupt while the first one is handled."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play(
    plan: Plan,
    meetings: Sequence[Pairing],
    matches: int,
    folder: RunFolder | None,
    progress: Progress | None,
) -> tuple[list[tuple[Pairing, Score]], bool, str | None]:
    """Play all pairings: their scores, whether all were finished, and what went wrong."""
    keeper = _Keeper(folder)
    units = [matches // pairing.unit for pairing in meetings]
    scores = [keeper.load(number, pairing, plan, units[number]) for number, pairing in enumerate(meetings)]
    workers = Workers(plan)
    is_complete = False
    fault = None
    done, total = sum(score.matches for score in scores), matches * len(meetings)
    try:
        for number, piece in _pieces(plan, workers, meetings, scores, units):
            scores[number] = scores[number].plus(piece)
            done += piece.matches
            keeper.note(number)
            keeper.save(scores, now=False)
            if progress is not None:
                progress(done, total)
        is_complete = True
    except KeyboardInterrupt:
        pass
    except CardwrightError as error:
        fault = str(error)  # the matches played before still count
    finally:
        with _undisturbed():
            workers.close()
            keeper.save(scores, now=True)
    return list(zip(meetings, scores, strict=True)), is_complete, fault or keeper.fault


def _pieces(
    plan: Plan, workers: Workers, meetings: Sequence[Pairing], scores: Sequence[Score], units: Sequence[int]
) -> Iterator[tuple[int, Score]]:
    """Play the rest of the pairings, piece by piece.

    Native pairings take turns, so that after an interrupt each has some matches; the others use the workers
    one pairing after the other.
    """
    left = [number for number, score in enumerate(scores) if score.units < units[number]]
    turns = deque(
        (number, play_natively(plan, meetings[number], scores[number].units, units[number]))
        for number in left
        if meetings[number].is_native
    )
    while turns:
        number, pieces = turns.popleft()
        if (piece := next(pieces, None)) is not None:
            yield number, piece
            turns.append((number, pieces))
    for number in left:
        if not meetings[number].is_native:
            for piece in workers.play(meetings[number], scores[number].units, units[number]):
                yield number, piece
