"""What a person points at: the spots of a table, what can be begun at each, and where it can lead.

An action is chosen by pointing: first at its source, then at one spot for every choice. Both come from the
legal actions alone, so that this holds for every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from cardwright.face.actions import Action, Named
from cardwright.hosting.realtime.waiting import NEVER, wait_for
from cardwright.hosting.spots import Spot, pile
from cardwright.table.boards import board_of
from cardwright.table.faces import PLACED

if TYPE_CHECKING:
    from cardwright.catalogue import CardDef
    from cardwright.face.legal import Prefix
    from cardwright.face.view import Piece, View


class Target(msgspec.Struct, frozen=True):
    """What pointing at a spot would do, and to which piece."""

    symbol: str
    text: str
    prefix: Prefix
    piece: int | None = None
    option: int | None = None
    """Which of a card's options it is."""
    word: str = ""
    """What the symbol means, where that is a matter of the target: "this column"."""


SYMBOLS = {
    ("card", "cell"): PLACED,
    ("piece", "piece"): "x",
    ("piece", "cell"): "o",
    ("card", "piece"): "*",
    ("card_in", "cell"): PLACED,
    ("card_in", "piece"): "*",
    ("nothing", "piece"): "*",
}
"""The symbol of a target by what the action begins with and what is chosen: place, attack, move, affect."""

MOVED_TO = "o"
SECOND = "second target"
AFFECTS = "*"
SYMBOL_WORDS = {PLACED: "place it here", "x": "attack", "o": "move here", "*": "target"}


class Selection:
    """What may be begun in a position, what has been begun, and what may follow."""

    def __init__(self, view: View, *, is_asked: bool = True) -> None:
        self.view = view
        self.game = view.game
        self.seat = view.seat
        self.names = view.names()
        board = board_of(view.game)
        self.homes: Mapping[str, str] = board.sources
        self.piles: Mapping[str, str] = board.piles
        self._keyed = set(board.keyed.values())
        self._minor = set(board.minor)
        self.keyed: dict[tuple[str, Spot], Prefix] = {}
        """Actions that only the key of their verb begins, by verb and spot."""
        self.at_cells: dict[tuple[str, Spot], Prefix] = {}
        """Actions that begin with a cell, whatever stands there, by verb and spot."""
        self.sources: dict[Spot, list[Prefix]] = {}
        self.actions: list[Prefix] = []
        """The actions that begin with no card and no piece."""
        self.offers: list[Prefix] = []
        """The answers to an open question."""
        self.subset: Prefix | None = None
        """The action that takes any cards of the hand, if there is one."""
        self.source: Spot | None = None
        self.chosen: list[Prefix] = []
        """What has been begun: the prefixes that are still possible."""
        self.targets: dict[Spot, list[Target]] = {}
        self._steps: list[tuple[Spot | None, list[Prefix], dict[Spot, list[Target]]]] = []
        self.way: list[tuple[Spot, tuple[int, ...]]] = []
        """The steps so far: each spot, and the codes that were still possible after it."""
        self.all_targets: list[Target] = []
        """The targets that are seen, and those that are asked for."""
        self.ticked: set[int] = set()
        """The cards taken so far, where any may be taken."""
        self.pieces: dict[int, Piece] = {piece.id: piece for piece in view.pieces}
        self._cells = {cell: number for number, cell in enumerate(view.game.cells)}
        if is_asked and view.seat is not None and view.seat in view.to_act:
            self._gather()

    def _gather(self) -> None:
        taken = {self.spot_of(piece) for piece in self.view.pieces}
        for prefix in self.view.legal_actions.prefixes:
            verb = prefix.form
            if verb.subset:
                self.subset = prefix
                continue
            if verb.source.means == "answer":
                self.sources.setdefault(Spot("offer", len(self.offers)), []).append(prefix)
                self.offers.append(prefix)
                continue
            spot = self.spot(prefix.source)
            if spot is not None and verb.word in self._keyed:
                self.keyed[verb.word, spot] = prefix
                continue
            if spot is not None and verb.source.means == "cell":
                self.at_cells[verb.word, spot] = prefix
                # Who points at a piece means the piece.
                if spot in taken:
                    continue
            if spot is None:
                spot = Spot("action", len(self.actions))
                self.actions.append(prefix)
                if home := self._home(verb.word):
                    self.sources.setdefault(home, []).append(prefix)
            self.sources.setdefault(spot, []).append(prefix)
        for place, twin in enumerate(self.names.held.twins):
            if twin != place and (same := self.sources.get(Spot("card", twin))):
                self.sources[Spot("card", place)] = same
            for word in self._keyed:
                if twin != place and (word, Spot("card", twin)) in self.keyed:
                    self.keyed[word, Spot("card", place)] = self.keyed[word, Spot("card", twin)]

    @property
    def main_sources(self) -> list[Spot]:
        """The spots where more than a minor action can be begun, bare cells left out."""
        return [
            spot
            for spot, prefixes in self.sources.items()
            if any(prefix.verb not in self._minor and prefix.source.means != "cell" for prefix in prefixes)
        ]

    def spot(self, named: Named) -> Spot | None:
        """Where a card, cell or piece that an action names is to be seen."""
        slot, value = named
        match slot.means:
            case "card":
                return Spot("card", value)
            case "card_in" if self.seat is not None:
                return pile(self.game, self.seat, slot.zone)
            case "cell":
                return Spot("cell", value)
            case "piece" if value in self.pieces:
                return self.spot_of(self.pieces[value])
            case _:
                return None

    def spot_of(self, piece: Piece) -> Spot:
        """Where a piece is to be seen."""
        return Spot("cell", self._cells[piece.cell]) if piece.cell else Spot("piece", piece.id)

    def is_own(self, spot: Spot) -> bool:
        """Whether a piece of the seat stands there."""
        return any(self.pieces[piece].owner == self.seat for piece in self.standing(spot))

    def _home(self, word: str) -> Spot | None:
        if word in self.piles and self.seat is not None:
            zones = self.game.catalogue.game.vocabulary["zones"]
            return pile(self.game, self.seat, zones.index(self.piles[word]))
        kind = self.homes.get(word)
        for piece in self.view.pieces:
            if piece.kind == kind and piece.owner == self.seat:
                return self.spot_of(piece)
        return None

    # Choosing.

    @property
    def has_begun(self) -> bool:
        """Whether a source has been chosen."""
        return bool(self.chosen)

    def begin(self, spot: Spot, piece: int | None = None) -> list[Target]:
        """Choose a source, one of its pieces where several stand there.

        Returns the actions to choose from if it is complete or unclear at once.
        """
        prefixes = self.sources[spot]
        return self._go(spot, prefixes if piece is None else [p for p in prefixes if self._piece(p) == piece])

    def begin_with(self, spot: Spot, prefix: Prefix) -> list[Target]:
        """Choose one of the actions of a source."""
        return self._go(spot, [prefix])

    def pieces_at(self, spot: Spot) -> list[Piece]:
        """The pieces of a spot that can be chosen now: as targets, else as sources."""
        if spot in self.targets:
            found = [target.piece for target in self.targets[spot]]
        else:
            found = [self._piece(prefix) for prefix in self.sources.get(spot, ())]
        return [self.pieces[number] for number in dict.fromkeys(found) if number is not None]

    @staticmethod
    def _piece(prefix: Prefix) -> int | None:
        """The piece that an action begins with."""
        return prefix.source.value if prefix.source.means == "piece" else None

    @property
    def piece(self) -> int | None:
        """The piece that was chosen, if it is one."""
        found = {self._piece(prefix) for prefix in self.chosen}
        return found.pop() if len(found) == 1 else None

    def aim(self, spot: Spot, piece: int | None = None) -> list[Target]:
        """Choose a target, one of its pieces where several stand there.

        Returns the actions to choose from if it is complete or unclear at once.
        """
        fitting = self.targets[spot]
        if piece is not None:
            fitting = [target for target in fitting if target.piece == piece] or fitting
        if len({target.prefix.code for target in fitting}) > 1:
            return fitting
        return self._go(spot, [fitting[0].prefix])

    def take(self, prefix: Prefix) -> list[Target]:
        """Choose one of several that fit a spot."""
        assert self.source is not None
        return self._go(self.source, [prefix])

    def _go(self, spot: Spot, prefixes: list[Prefix]) -> list[Target]:
        self._steps.append((self.source, self.chosen, self.targets))
        self.way.append((spot, tuple(prefix.code for prefix in prefixes)))
        first = self.source is None
        self.source = self.source or spot
        self.chosen = prefixes
        targets: dict[Spot, list[Target]] = {}
        unseen: list[Target] = []
        for prefix in prefixes:
            choice = prefix.next
            if choice is None:
                done = Target(AFFECTS, prefix.text, prefix)
                # A card without a choice asks for a second touch; a button does not.
                if first and spot.kind == "card":
                    targets.setdefault(spot, []).append(done)
                else:
                    unseen.append(done)
                continue
            for further in choice.options.values():
                self._point(spot, prefix, further, targets, unseen)
        self.targets = targets
        self.all_targets = [target for found in targets.values() for target in found] + unseen
        return unseen

    def _point(
        self,
        source: Spot,
        before: Prefix,
        prefix: Prefix,
        targets: dict[Spot, list[Target]],
        unseen: list[Target],
    ) -> None:
        """Note the spot of a choice; for a card that a piece knows, the spots of that card's targets."""
        last = prefix.newest(before)
        where = None if last is None else self.spot(last)
        piece = last.value if last is not None and last.means == "piece" else None
        option = last.value if last is not None and last.means == "option" else None
        target = Target(_symbol(prefix, last), prefix.text, prefix, piece, option)
        if last is not None and where is not None and self._is_second(prefix, last):
            piece = next(iter(self.standing(where)), None)
            target = Target(AFFECTS, prefix.text, prefix, piece, word=SECOND)
        if (line := self.names.line_in(prefix.code)) and not self.names.line_in(before.code):
            # Every space of the line shows its letter or number.
            word = f"this {line.sort}"
            target = msgspec.structs.replace(target, symbol=line.sign, word=word)
            for cell in line.cells:
                targets.setdefault(Spot("cell", cell), []).append(target)
        elif where is None and last is not None and last.means == "known":
            choice = prefix.next
            if choice is None:
                targets.setdefault(source, []).append(target)
            for further in choice.options.values() if choice else ():
                self._point(source, prefix, further, targets, unseen)
        elif where is None:
            unseen.append(target)
        else:
            targets.setdefault(where, []).append(target)

    def _is_second(self, prefix: Prefix, last: Named) -> bool:
        """Whether a cell stands for the second target of a card."""
        card = card_of(self.view, prefix)
        is_after_piece = any(named.means == "piece" for named in prefix.choices)
        return last.means == "cell" and is_after_piece and card is not None and card.second >= 0

    def back(self) -> bool:
        """Step back once; False if nothing was begun."""
        if not self._steps:
            return False
        self.source, self.chosen, self.targets = self._steps.pop()
        self.way.pop()
        return True

    def clear(self) -> None:
        """Forget what was begun."""
        self.source, self.chosen, self.targets, self._steps, self.way = None, [], {}, [], []

    @staticmethod
    def complete(prefix: Prefix) -> Action | None:
        """The action, if nothing is left to choose."""
        return None if prefix.next is not None else prefix.action

    # Any cards.

    def tick(self, place: int) -> None:
        """Take a card of the hand, or leave it again."""
        self.ticked ^= {place}

    @property
    def subset_action(self) -> Action:
        """The action that takes the ticked cards."""
        assert self.subset is not None
        return self.subset.with_cards(self.ticked)

    # Why not.

    def why_not(self, spot: Spot) -> str:
        """Why nothing can be begun, or done, at a spot: in rulebook words where the rules know."""
        if self.seat is None:
            return "you only look on"
        if self.view.is_over:
            return "the match is over"
        if self.seat not in self.view.to_act:
            return "it is not your turn"
        if self.has_begun:
            return self._why_no_target(spot)
        return self._why_no_source(spot)

    def _why_no_source(self, spot: Spot) -> str:
        standing = sorted(self.standing(spot), key=lambda piece: self.pieces[piece].owner != self.seat)
        means, values = ("card", [spot.at]) if spot.kind == "card" else ("piece", standing)
        if not values:
            return "nothing stands there" if spot.kind == "cell" else "there is nothing to do with it"
        reason = why_idle(self.view, means, values[0]) or "there is nothing to do with it"
        if spot.kind == "card" and (wait := wait_for(self.view, self.view.hand[spot.at])):
            reason += "; what it costs never comes" if wait == NEVER else f"; it can be paid in {wait}"
        return reason

    def _why_no_target(self, spot: Spot) -> str:
        there = [("cell", spot.at)] if spot.kind == "cell" else []
        there += [("piece", piece) for piece in self.standing(spot)]
        reasons = [
            f"{prefix.verb}: {reason}"
            for prefix in self.chosen
            for means, value in there
            if (reason := prefix.why_not(means, value)) is not None
        ]
        return "; ".join(dict.fromkeys(reasons)) or "that is no target of it"

    def told(self, target: Target) -> str:
        """A target in words: an option by its text, a piece by its name where a cell holds several."""
        if target.option is not None and (said := option_text(self.view, target.prefix)):
            return f"{target.option + 1}  {said[0].upper()}{said[1:]}"
        if target.piece is None:
            return target.text
        piece = self.pieces[target.piece]
        if not piece.cell or len(self.standing(self.spot_of(piece))) < 2:
            return target.text
        return f"{target.text.removesuffix(self.names.pieces[piece.id])}{self.called(piece)}"

    def called(self, piece: Piece) -> str:
        """A piece by its name and numbers, and whose it is."""
        whose = "yours" if piece.owner == self.seat else f"of seat {piece.owner}"
        return f"{piece.name} {piece.attack}/{piece.health}, {whose} ({self.names.pieces[piece.id]})"

    def standing(self, spot: Spot) -> list[int]:
        """The numbers of the pieces at a spot."""
        return [piece.id for piece in self.view.pieces if self.spot_of(piece) == spot]


def _symbol(prefix: Prefix, last: Named | None) -> str:
    """The symbol of the target that a prefix has chosen last."""
    if last is None:
        return AFFECTS
    means = [named.slot.means for named in prefix.choices]
    if last.means == "cell" and "piece" in means:
        return MOVED_TO
    if "known" in means:
        return AFFECTS
    return SYMBOLS.get((prefix.form.source.means, last.means), AFFECTS)


def card_of(view: View, prefix: Prefix) -> CardDef | None:
    """The card of the hand that an action begins with."""
    return view.hand[prefix.source.value].card if prefix.source.means == "card" else None


def option_text(view: View, prefix: Prefix) -> str:
    """The text of the option of its card that an action has chosen; empty if it has chosen none."""
    chosen = next((named.value for named in prefix.choices if named.means == "option"), None)
    card = card_of(view, prefix)
    if chosen is None or card is None or chosen >= len(card.options):
        return ""
    return card.options[chosen]


def why_idle(view: View, means: str, value: int) -> str:
    """Why nothing can be begun with a card or piece of the view's seat, verb by verb where that differs."""
    keyed = set(board_of(view.game).keyed.values())
    possible = {(prefix.form, prefix.source.value) for prefix in view.legal_actions.prefixes}
    reasons = {
        verb.word: view.why_not_with(verb, value)
        for verb in view.game.verbs
        if verb.source.means == means
        and not verb.subset
        and verb.word not in keyed
        # Neither verbs that are possible nor verbs that never are.
        and (verb, value) not in possible
        and not (verb.choices and verb.choices[0][1].means == "known" and not _knows(view, means, value))
    }
    if len(set(reasons.values())) == 1:
        return next(iter(reasons.values()))
    return "; ".join(f"{word}: {reason}" for word, reason in reasons.items())


def _knows(view: View, means: str, value: int) -> bool:
    """Whether a piece knows anything that it could use."""
    return means != "piece" or any(piece.id == value and piece.card.knows for piece in view.pieces)
