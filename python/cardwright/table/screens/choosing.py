"""Choosing an action by keys or mouse: first what acts, then where; what can be chosen has its sign."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from cardwright.actions import NO_CHOICE, Action, take_apart
from cardwright.errors import CardwrightError
from cardwright.hosting.spots import Spot
from cardwright.match import Match
from cardwright.table.details import about_card
from cardwright.table.drawing import Mark
from cardwright.table.ground import Land
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.offering import DONE, are_numbered, labels_of, offer_of
from cardwright.table.screens.piles import PileTable
from cardwright.table.selection import PLACED, SIGN_WORDS, Target
from cardwright.table.widgets.hand import KEYS as NUMBERS
from cardwright.table.widgets.offer import Offer

PREFERRED = "x*+o"
"""The signs of targets, the one first that a player most likely looks for."""


class ChoosingTable(PileTable):
    """Lets the person in front of the screen choose one of the legal actions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "pick", show=False),
        Binding("tab", "next(1)", show=False),
        Binding("shift+tab", "next(-1)", show=False),
        Binding("full_stop", "piece", show=False),
    ]

    TWICE: ClassVar[frozenset[str]] = frozenset()
    """The table's own keys that have to be pressed twice running."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match, seat)
        self.news: dict[Spot, str] = {}
        self.advice: Action | None = None
        """What an agent would do here, if it was asked: the cursor is led there."""
        self._begun_last = ""
        """The action without a card or piece that was taken last."""
        self._asked_twice = ""
        """What the same key does if it is pressed once more."""

    def play(self, action: Action | str) -> None:
        """Play an action and go on."""
        raise NotImplementedError

    def is_waiting(self) -> bool:
        """Whether nothing can be chosen now; says so."""
        raise NotImplementedError

    def whose_turn(self, number: str) -> str:
        """Who is asked, and in which turn."""
        return f"Your turn{number}"

    def invite(self) -> None:
        """Say what is asked."""
        selection = self.selection
        assert self.view is not None
        if selection.subset is not None:
            word = self.game.verbs[take_apart(selection.subset.code).verb].word.capitalize()
            self.say(f"{word}: choose what you put back (Enter, click, number), then press {DONE}.")
            return
        if selection.offers:
            self.say("Choose one of the cards.")
            return
        who = self.whose_turn(f" {self.view.now}" if self.view.now else "")
        if self._are_numbered:
            self.say(f"{who}: choose with 1 to {len(selection.deeds)}, or with Enter.")
            return
        begun = selection.main_sources
        cards = sum(1 for spot in begun if spot.kind == "card")
        pieces = sum(len(selection.pieces_at(s)) or 1 for s in begun if s.kind in ("cell", "piece"))
        counted = [_counted(cards, "card"), _counted(pieces, "piece")]
        able = " and ".join(words for words in counted if words)
        what = f"{able} can act (Tab)" if able else "no card and no piece can act"
        self.say(f"{who}: {what}{',' if able else ';'} {'or ' * bool(able)}take an action above.")

    def _offer(self) -> Offer | None:
        assert self.view is not None
        return offer_of(self.view, self.selection)

    def _labels(self) -> list[str]:
        assert self.view is not None
        return labels_of(self.view, self.selection, self.board_of_game)

    @property
    def _are_numbered(self) -> bool:
        return are_numbered(self.selection, self.board_of_game)

    def _settle_cursor(self) -> None:
        """Keep the cursor where it is if that is still there."""
        cursor = self.cursor
        if self.offer is not None:
            kind, count = self.offer.kind, len(self.offer.cards)
            is_there = cursor is not None and cursor.kind in (kind, "deed", "event")
            if not is_there or (cursor and cursor.kind == kind and cursor.at >= count):
                self.cursor = Spot(kind, 0)
            return
        gone = cursor is None or cursor.kind == "offer"
        if cursor and cursor.kind == "card":
            assert self.view is not None
            if cursor.at >= len(self.view.hand) > 0:
                self.cursor = Spot("card", len(self.view.hand) - 1)
            gone = not self.view.hand
        if cursor and cursor.kind == "deed":
            # Another button may stand there now, unless one chooses again and again.
            gone = not (self._are_numbered and self._begun_last == self._deed(cursor.at))
        if gone:
            self.cursor = next(iter(self.selection.sources), Spot("cell", 0))
            if self._are_numbered and self._begun_last:
                texts = [prefix.text for prefix in self.selection.deeds]
                if self._begun_last in texts:
                    self.cursor = Spot("deed", texts.index(self._begun_last))

    def _deed(self, number: int) -> str:
        return self.selection.deeds[number].text if number < len(self.selection.deeds) else ""

    def marks(self) -> dict[Spot, Mark]:
        """Cursor, what is chosen, targets, news."""
        selection = self.selection
        found: dict[Spot, Mark] = {}
        source = selection.source if selection.has_begun else None
        alone = {spot for spot in (self.cursor, source) if spot is not None}
        for spot in {*selection.targets, *self.news, *alone}:
            signs = "".join(dict.fromkeys(target.sign for target in selection.targets.get(spot, ())))
            found[spot] = Mark(
                sign=signs,
                news=self.news.get(spot, ""),
                is_cursor=spot == self.cursor,
                is_chosen=spot == source,
                front=self.front_of(spot),
            )
        return found

    def front_of(self, spot: Spot) -> int | None:
        """The piece to show first at a spot: the one that is looked at, or chosen."""
        if spot == self.cursor and self.front is not None:
            return self.front
        return self.selection.piece if spot == self.selection.source else None

    def is_claim_shown(self) -> bool:
        """Also while a card is placed, which may depend on it."""
        signs = {target.sign for targets in self.selection.targets.values() for target in targets}
        return super().is_claim_shown() or PLACED in signs

    def playable(self) -> frozenset[Spot]:
        """The cards that can be played."""
        return frozenset(spot for spot in self.selection.sources if spot.kind == "card")

    def about(self, spot: Spot, width: int) -> list[str]:
        """All about a spot; on an action, what it is."""
        if spot.kind == "offer" and self.offer is not None:
            assert self.view is not None
            return about_card(self.view, self.offer.cards[spot.at], width)
        if spot.kind == "deed" and self.selection.subset is None and spot.at < len(self.selection.deeds):
            return self._about_deed(spot, width)
        source = self.selection.source
        if source is not None and spot != source and spot.kind == "cell":
            assert self.view is not None
            cell = self.game.cells[spot.at]
            if self.view.piece_on(cell) is None:  # an empty cell is known; what goes there is not
                land = Land(self.view, self.board_of_game)
                ground = wrap(f"{cell}: {land.about(cell)}", width) if land else []
                return [*ground, *self.about(source, width)]
        return super().about(spot, width)

    def _about_deed(self, spot: Spot, width: int) -> list[str]:
        assert self.view is not None
        text = self.selection.deeds[spot.at].text
        lines = [text]
        kind = self.board_of_game.sources.get(text)
        for piece in self.view.pieces:
            if piece.kind == kind and piece.owner == self.seat:
                paid = f"{piece.card.cost} {self.game.cost_word(piece.card)}"
                lines += wrap(f"{paid}: {piece.card.text}", width)
        for line in self.board_of_game.help.splitlines():
            if line.split() and line.split()[0] == text.split()[0]:
                lines += wrap(line.strip().partition("  ")[2].strip(), width)
        return lines

    def action_pick(self) -> None:
        """Choose what the cursor is on."""
        if self.cursor is not None:
            self.pick(self.cursor)

    def pick(self, spot: Spot) -> None:
        """A source begins an action, a target goes on with it; else say why not."""
        if spot.kind == "event":
            return
        selection = self.selection
        if self.is_waiting():
            return
        if selection.subset is not None:
            self._pick_subset(spot)
        elif spot in selection.targets:
            self.follow(selection.aim(spot, self.front if spot == self.cursor else None))
        elif spot.kind == "pile" and spot not in self.drawn_from:
            self.open_pile(spot)
        elif spot in selection.sources:
            selection.clear()
            self._begun_last = self._deed(spot.at) if spot.kind == "deed" else ""
            self._begin(spot)
        else:
            self.say(f"{self._called(spot)}{selection.why_not(spot)}.", is_alert=True)

    def _begin(self, spot: Spot) -> None:
        """Begin with a spot; where several of its pieces can act, with the one looked at, or ask."""
        selection = self.selection
        pieces = selection.pieces_at(spot)
        front = self.front if spot == self.cursor else None
        if len(pieces) < 2 or front in [piece.id for piece in pieces]:
            self.follow(selection.begin(spot, front if len(pieces) > 1 else None))
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self.set_cursor(spot, pieces[number].id)
                self.follow(selection.begin(spot, pieces[number].id))

        menu = Menu("With which?", [selection.called(piece) for piece in pieces])
        self.app.push_screen(menu, chosen)

    def _called(self, spot: Spot) -> str:
        if spot.kind == "cell":
            return f"{self.game.cells[spot.at]}: "
        assert self.view is not None
        if spot.kind == "card" and spot.at < len(self.view.hand):
            return f"{self.view.hand[spot.at].name}: "
        return ""

    def _pick_subset(self, spot: Spot) -> None:
        if spot.kind == "card":
            self.selection.tick(spot.at)
            self.offer = self._offer()
            self.deeds.labels = self._labels()
            self.paint()
        elif spot.kind == "deed":
            self.play(self.selection.subset_action)

    def follow(self, found: list[Target]) -> None:
        """After a choice: play what is complete, ask where several fit, else show the targets."""
        selection = self.selection
        if len(found) == 1 and (not selection.targets or selection.complete(found[0].prefix)):
            action = selection.complete(found[0].prefix)
            if action is not None:
                self.play(action)
            else:
                self.follow(selection.take(found[0].prefix))
            return
        if found:
            menu = Menu("Which?", [selection.told(target) for target in found])
            self.app.push_screen(menu, lambda number: self.chose(found, number))
            return
        self.aim()

    def chose(self, found: list[Target], number: int | None) -> None:
        """One of several was chosen, or none."""
        if number is None:
            self.action_back()
            return
        target = found[number]
        action = self.selection.complete(target.prefix)
        if action is not None:
            self.play(action)
        else:
            self.follow(self.selection.take(target.prefix))

    def aim(self) -> None:
        """Show the targets and ask for one."""
        selection = self.selection
        source = selection.source
        self.deeds.chosen = self.deeds.number_of(source)
        signs = dict.fromkeys(target.sign for targets in selection.targets.values() for target in targets)
        words = ", ".join(f"[{sign}] {SIGN_WORDS[sign]}" for sign in signs)
        begun = selection.chosen[0].text if len(selection.chosen) == 1 else ""
        if not begun and source is not None:
            begun = self._called(source).rstrip(": ")
        if source in selection.targets and len(selection.targets) == 1:
            self.say(f"{begun}: Enter again, or another click, plays it; Esc goes back.")
        else:
            self.say(f"{begun}: {words}; Tab next, Esc back.")
        best = min(selection.targets, key=self._appeal, default=None)
        if best is not None and (self.cursor not in selection.targets or self._leads_to_advice(best)):
            self.cursor, self.front = best, None
        self.paint()

    def _leads_to_advice(self, spot: Spot) -> bool:
        """Whether a target lies on the way to what an agent would do."""
        if self.advice is None:
            return False
        wanted = take_apart(self.advice.code)
        for target in self.selection.targets[spot]:
            parts = take_apart(target.prefix.code)
            made = zip(parts.choices, wanted.choices, strict=True)
            if parts[:3] == wanted[:3] and all(choice in (NO_CHOICE, other) for choice, other in made):
                return True
        return False

    def _appeal(self, spot: Spot) -> tuple[bool, int, bool, float]:
        """Where the cursor goes first: to what was advised, to what is attacked, to the middle of the board.

        Nobody aims at oneself by pressing Enter twice.
        """
        sign = self.selection.targets[spot][0].sign
        first = not self._leads_to_advice(spot), PREFERRED.index(sign), self.selection.is_own(spot)
        middle = self.board.content_region
        for region, found in self.spots():
            if found == spot:
                across = region.x + region.width / 2 - middle.x - middle.width / 2
                down = region.y + region.height / 2 - middle.y - middle.height / 2
                return *first, abs(across) + 2 * abs(down)
        return *first, 0.0

    def on_key(self, event: events.Key) -> None:
        """Numbers choose cards, the game's own keys begin actions."""
        if self.is_typing or self.is_small:
            return
        if event.key not in {*self.board_of_game.apart, *self.TWICE}:
            self._asked_twice = ""
        if event.character and event.character in NUMBERS and self.view is not None:
            spot = self._numbered(NUMBERS.index(event.character))
            if spot is not None:
                self.set_cursor(spot)
                self.selection.clear()
                self.pick(spot)
            event.stop()
        elif event.key == DONE and self.selection.subset is not None:
            self.play(self.selection.subset_action)
            event.stop()
        elif event.key in self.board_of_game.apart:
            self.press_apart(event.key)
            event.stop()
        elif event.key in self.board_of_game.keys:
            wanted = self.board_of_game.keys[event.key]
            for number, prefix in enumerate(self.selection.deeds):
                if prefix.text == wanted:
                    self.selection.clear()
                    self.pick(Spot("deed", number))
                    break
            else:
                self.refuse_word(wanted)
            event.stop()

    def _numbered(self, number: int) -> Spot | None:
        """What a number key chooses: an offered card, an action of a verb, a card of the hand."""
        if self.offer:
            return Spot(self.offer.kind, number) if number < len(self.offer.cards) else None
        if self._are_numbered:
            return Spot("deed", number) if number < len(self.selection.deeds) else None
        shown = self.hands[0].shown if self.hands else ()
        return Spot("card", shown[number][0]) if number < len(shown) else None

    def apart_place(self) -> Spot | None:
        """What a verb with a key of its own is about: what the cursor is on."""
        return self.cursor

    def press_apart(self, key: str) -> None:
        """Begin what has a key of its own with what the cursor is on; what is done with it is asked twice."""
        word, spot = self.board_of_game.apart[key], self.apart_place()
        if self.is_waiting() or spot is None:
            return
        prefix = self.selection.apart.get((word, spot))
        if prefix is None:
            self.say(f"Put the cursor on what you want to {word} first.", is_alert=True)
            return
        action = self.selection.complete(prefix)
        if action is None:
            self.selection.clear()
            self.follow(self.selection.begin_with(spot, prefix))
        elif self._asked_twice == prefix.text:
            self._asked_twice = ""
            self.play(action)
        else:
            self.say(f"{prefix.text}? Press {key} once more.")
            self._asked_twice = prefix.text

    def refuse_word(self, word: str) -> None:
        """Say why an action without a card or piece cannot be taken."""
        if self.is_waiting():
            return
        try:
            self.match.legal_actions_of(self.seat).read(word)
        except CardwrightError as error:
            self.say(f"{error}.", is_alert=True)

    def action_next(self, step: int) -> None:
        """Go to the next thing that can act, or to the next target."""
        selection = self.selection
        wanted = selection.targets or selection.main_sources or selection.sources
        spots = [spot for panel in self.panels for _, spot in panel.spots() if spot in wanted]
        spots.sort(key=lambda spot: spot.kind == "pile")
        if selection.subset is not None:
            spots = [spot for panel in (self.offer_panel, self.deeds) for _, spot in panel.spots()]
        order: list[tuple[Spot, int | None]] = []
        for spot in spots:
            pieces = selection.pieces_at(spot) if spot.kind == "cell" else []
            order += [(spot, piece.id) for piece in pieces] if len(pieces) > 1 else [(spot, None)]
        if not order:
            return
        here = [at for at, (spot, _) in enumerate(order) if spot == self.cursor]
        exact = [at for at in here if order[at][1] == self.front]
        # Who comes from elsewhere begins with the first piece of the cell.
        begin = exact[0] if exact else here[0] - (step > 0) if here else (-1 if step > 0 else 0)
        self.set_cursor(*order[(begin + step) % len(order)])

    def action_back(self) -> None:
        """Close the line, leave the log, or take back the last choice."""
        source = self.selection.source
        if self.is_typing or (self.cursor and self.cursor.kind == "event"):
            super().action_back()
        elif self.selection.back():
            if self.selection.has_begun:
                self.aim()
            else:
                self.cursor = source or self.cursor
                self.deeds.chosen = None
                self.paint()
                self.invite()
        elif self.selection.sources or self.selection.subset:
            self.invite()


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number > 1)}" if number else ""
