"""The chooser: which action is being chosen, first what acts, then where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.errors import CardwrightError, sentence
from cardwright.face.actions import Action
from cardwright.hosting.spots import Spot
from cardwright.table.faces import PLACED
from cardwright.table.plain import card_page
from cardwright.table.realtime.carried import CarriedSelection
from cardwright.table.screens import choice, piles, studying
from cardwright.table.screens.dialogs import Menu
from cardwright.table.screens.keys import NUMBERS, Key
from cardwright.table.screens.offering import DONE, are_numbered, labels_of, offer_of
from cardwright.table.screens.unused import unused
from cardwright.table.selection import SYMBOL_WORDS, Target

if TYPE_CHECKING:
    from cardwright.face.view import Card, View
    from cardwright.table.drawing import Mark
    from cardwright.table.screens.cursor import Cursor
    from cardwright.table.screens.table import Table
    from cardwright.table.widgets.offer import Offer

PREFERRED = "x*+o"
"""The symbols of targets, the one first that a player most likely looks for."""


class Chooser:
    """Lets the person in front of the screen choose one of the legal actions; onlookers have none."""

    def __init__(self, table: Table, cursor: Cursor) -> None:
        self.table = table
        self.cursor = cursor
        self.game = table.game
        self.board = table.board_of_game
        match, seat = table.driver.match, table.driver.seat
        view = match.view("spectator" if seat is None else seat)
        self.selection = CarriedSelection(view, is_asked=False)
        self.offer: Offer | None = None
        """The cards that are laid out to choose from."""
        self.advice: Action | None = None
        """The last hint of an agent: the cursor is led to it."""
        self.asks = True
        """Whether the table asks before a turn ends in which something could still be done."""
        self._begun_last = ""
        """The action without a card or piece that was taken last."""
        self._question = ""
        """What the same key does if it is pressed once more."""
        self.held: int | None = None
        """The place in the hand of a card that the ground does not fit, while one looks why."""

    def keys(self) -> list[Key]:
        """The keys that choose; a table of onlookers has none."""
        if self.table.driver.seat is None:
            return []
        board = self.board
        chosen = "choose what the cursor is on: first what acts, then where; so does a click"
        discarded = "the card under the cursor, if it is pressed twice"
        keys = [
            Key("choose", "enter" if self.game.is_timed else "enter,space", chosen, self.pick_here),
            Key("number", ",".join(NUMBERS), "choose a card of the hand", by_key=self._number),
        ]
        if any(verb.subset for verb in self.game.verbs):
            done = "all is chosen, where any cards may be"
            keys.append(Key("done", DONE, done, self._done, when=lambda: self._is_any))
        keys += [Key(text, key, self._told(text), by_key=self._word) for key, text in board.keys.items()]
        keys += [
            Key(word, key, f"{word} {discarded}", by_key=self._keyed) for key, word in board.keyed.items()
        ]
        for key, word in board.cell_keys.items():
            does = f"{word} the {board.space} under the cursor"
            keys.append(Key(word, key, does, by_key=self._at_cell, when=self._can_at_cell, offer=key))
        if set(board.ending) & set(board.keys.values()):
            does = "ask before a turn ends with something left to do, or no longer"
            keys.append(Key("ask", "a", does, self._switch_asking))
        return keys

    def _told(self, text: str) -> str:
        """An action without a card or piece in words."""
        for line in self.board.help.splitlines():
            if line.split()[:1] == [text]:
                return line.strip().partition("  ")[2].strip() or text
        return text

    def _can_at_cell(self) -> bool:
        """Whether something can be begun with a cell."""
        return bool(self.selection.at_cells)

    @property
    def _is_any(self) -> bool:
        """Whether any cards may be chosen."""
        return self.selection.subset is not None

    @property
    def are_numbered(self) -> bool:
        """Whether number keys choose among actions without a card or piece."""
        return are_numbered(self.selection, self.board)

    # The position.

    def lay(self, view: View, *, is_asked: bool) -> None:
        """Begin anew in a position; a card that is looked at stays in view while it is in the hand."""
        earlier, self.selection = self.selection.view, CarriedSelection(view, is_asked=is_asked)
        studying.carry(self, earlier)
        self.offer = offer_of(view, self.selection)
        self.advice = self.cursor.front = None

    def carry(self, view: View, *, is_asked: bool) -> str:
        """Carry what has been begun over to a later position; returns why that is not possible."""
        earlier, self.selection = self.selection, CarriedSelection(view, is_asked=is_asked)
        dropped = ""
        if earlier.seat == view.seat:
            dropped = self.selection.take_over(earlier) if earlier.has_begun or earlier.ticked else ""
            if self.cursor.spot is not None:
                self.cursor.spot = self.selection.found_again(earlier, self.cursor.spot) or self.cursor.spot
        if self.cursor.front not in [piece.id for piece in view.pieces]:
            self.cursor.front = None
        self.offer = offer_of(view, self.selection)
        return dropped

    def settle(self) -> None:
        """Keep the cursor where it is if that is still there."""
        spot, selection = self.cursor.spot, self.selection
        if self.table.driver.seat is None:
            if spot is not None and spot.kind not in ("cell", "control"):
                self.cursor.spot = None
            return
        if self.offer is not None:
            kind, count = self.offer.kind, len(self.offer.cards)
            is_there = spot is not None and spot.kind in (kind, "action", "control", "event")
            if not is_there or (spot and spot.kind == kind and spot.at >= count):
                self.cursor.spot = Spot(kind, 0)
            return
        gone = spot is None or spot.kind == "offer"
        if spot and spot.kind == "card":
            hand = selection.view.hand
            if spot.at >= len(hand) > 0:
                self.cursor.spot = Spot("card", len(hand) - 1)
            gone = not hand
        if spot and spot.kind == "action" and self.game.is_timed:  # it was found again already
            gone = spot.at >= len(selection.actions)
        elif spot and spot.kind == "action":
            # Another button may stand there now, except among numbered actions.
            gone = not (self.are_numbered and self._begun_last == self._action_text(spot.at))
        if gone:
            first = selection.main_sources or [*selection.sources]
            self.cursor.spot = next(iter(first), Spot("cell", 0))
            texts = [prefix.text for prefix in selection.actions]
            if self.are_numbered and self._begun_last in texts:
                self.cursor.spot = Spot("action", texts.index(self._begun_last))

    def _action_text(self, number: int) -> str:
        return self.selection.actions[number].text if number < len(self.selection.actions) else ""

    # What is shown of it.

    def buttons(self) -> list[tuple[str, Spot]]:
        """The actions without a card or piece, and those that are about the cursor's place."""
        if self.table.driver.seat is None:
            return []
        labels = labels_of(self.selection.view, self.selection, self.board)
        found = [(label, Spot("action", number)) for number, label in enumerate(labels)]
        for number, (key, word) in enumerate(self.board.keyed.items()):
            if (word, self.cursor.place) in self.selection.keyed:
                found.append((f"{word} ({key})", Spot("keyed", number)))
        return found

    def marks(self) -> dict[Spot, Mark]:
        """Cursor, source, targets and news."""
        return choice.marks(self, self.table.picture.news)

    def about(self, spot: Spot, width: int) -> list[str]:
        """All about a spot; while something is chosen, first about that."""
        return choice.about(self, spot, width)

    def front_of(self, spot: Spot) -> int | None:
        """The piece to show first at a spot: the one that is looked at, or chosen."""
        if spot == self.cursor.spot and self.cursor.front is not None:
            return self.cursor.front
        return self.selection.piece if spot == self.selection.source else None

    @property
    def is_placing(self) -> bool:
        """Whether a card is being placed: then the own cells are marked."""
        return any(target.symbol == PLACED for found in self.selection.targets.values() for target in found)

    def playable(self) -> frozenset[Spot]:
        """The cards that can be played."""
        return frozenset(spot for spot in self.selection.sources if spot.kind == "card")

    def order(self) -> list[tuple[Spot, int | None]]:
        """The spots that can be chosen, with the pieces of a cell one by one: targets, else sources."""
        selection, parts = self.selection, self.table.parts
        wanted = selection.targets or studying.places(self) or selection.main_sources or selection.sources
        spots = [spot for panel in parts.panels for _, spot in panel.spots() if spot in wanted]
        spots.sort(key=lambda spot: spot.kind == "pile")
        if self._is_any:
            spots = [spot for panel in (parts.offer_panel, parts.buttons) for _, spot in panel.spots()]
        order: list[tuple[Spot, int | None]] = []
        for spot in spots:
            pieces = selection.pieces_at(spot) if spot.kind == "cell" else []
            order += [(spot, piece.id) for piece in pieces] if len(pieces) > 1 else [(spot, None)]
        return order

    # Questions that the same key answers.

    def ask_again(self, what: str, question: str) -> bool:
        """Whether the same key was pressed twice running; after the first time the question is said."""
        if self._question == what:
            self._question = ""
            return True
        self.table.say(question)
        self._question = what
        return False

    def forget_question(self) -> None:
        """Something else was done or said."""
        self._question = ""

    def _switch_asking(self) -> None:
        """Ask before a turn ends with something left to do, or no longer."""
        self.asks = not self.asks
        now = "It is asked before your turn ends" if self.asks else "Your turn ends without a question"
        self.table.say(f"{now} while something can still be done; a switches that.")

    # Choosing.

    def pick_here(self) -> None:
        """Choose what the cursor is on."""
        if self.cursor.spot is not None:
            self.table.pick(self.cursor.spot)

    def pick(self, spot: Spot) -> None:
        """A source begins an action, a target goes on with it; else say why not."""
        selection = self.selection
        if spot.kind == "keyed":
            self._keyed(list(self.board.keyed)[spot.at])
            return
        if spot.kind == "event" or self.table.driver.is_waiting():
            return
        if self._is_any:
            self._pick_any(spot)
        elif spot in selection.targets:
            self.follow(selection.aim(spot, self.cursor.front if spot == self.cursor.spot else None))
        elif spot.kind == "pile" and spot not in piles.drawn_from(selection):
            self._open_pile(spot)
        elif studying.can_place(self, spot):
            self.follow(selection.aim(spot))
        elif prefix := studying.advised(self, spot):
            self.follow(selection.begin_with(spot, prefix))
        elif spot in selection.sources:
            selection.clear()
            if spot.kind != "cell" or selection.is_own(spot):
                self.held = None
            self._begun_last = self._action_text(spot.at) if spot.kind == "action" else ""
            self._begin(spot)
        elif spot.kind == "card" and studying.hold(self, spot.at):
            self.table.paint()
        else:
            self.table.say(f"{choice.called(self, spot)}{selection.why_not(spot)}.", is_alert=True)

    def _begin(self, spot: Spot) -> None:
        """Begin with a spot; where several of its pieces can act, with the one looked at, or ask."""
        selection = self.selection
        pieces = selection.pieces_at(spot)
        front = self.cursor.front if spot == self.cursor.spot else None
        if len(pieces) < 2 or front in [piece.id for piece in pieces]:
            self.follow(selection.begin(spot, front if len(pieces) > 1 else None))
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self.cursor.put(spot, pieces[number].id)
                self.follow(selection.begin(spot, pieces[number].id))

        menu = Menu("With which?", [selection.called(piece) for piece in pieces])
        self.table.app.push_screen(menu, chosen)

    def _pick_any(self, spot: Spot) -> None:
        if spot.kind == "card":
            self.selection.tick(spot.at)
            self.offer = offer_of(self.selection.view, self.selection)
            self.table.paint()
        elif spot.kind == "action":
            self._done()

    def _done(self) -> None:
        """Play the choice of any cards."""
        self.play(self.selection.subset_action)

    def _open_pile(self, spot: Spot) -> None:
        """Look through the cards of a zone; one that can be played is begun with."""
        opened = piles.opened(self.table.view or self.selection.view, self.selection, spot)
        if opened is None:
            self.table.say(" ".join(self.about(spot, 10_000)))
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self._take_from_pile(spot, *opened.cards[number])

        self.table.app.push_screen(Menu(opened.title, opened.answers), chosen)

    def _take_from_pile(self, spot: Spot, at: int, card: Card) -> None:
        """Begin with a card of a pile, or show it."""
        prefix = piles.playing(self.selection, spot, at, card)
        if prefix is not None:
            self.selection.clear()
            self.cursor.put(spot)
            self.follow(self.selection.begin_with(spot, prefix))
        elif card.card is not None:
            self.table.read("\n".join(card_page(self.game, card.card, 70)))

    def follow(self, found: list[Target]) -> None:
        """After a choice: play what is complete, ask where several fit, else show the targets."""
        selection = self.selection
        if len(found) == 1 and (not selection.targets or selection.complete(found[0].prefix)):
            self._go_on(found[0])
        elif found:
            menu = studying.menu(self, found)
            self.table.app.push_screen(
                menu, lambda n: self.table.back() if n is None else self._go_on(found[n])
            )
        else:
            self.aim()

    def _go_on(self, target: Target) -> None:
        action = self.selection.complete(target.prefix)
        if action is not None:
            self.play(action)
        else:
            self.follow(self.selection.take(target.prefix))

    def play(self, action: Action) -> None:
        """Play an action; one that ends the turn is asked for twice while something is left to do."""
        ends = action.verb in self.board.ending
        left = unused(self.selection, self.board) if ends and self.asks else ""
        if left:
            self.selection.clear()
            question = f"You can still {left}. Once more ends your turn; a: do not ask again."
            if not self.ask_again(action.text, question):
                return
        self.table.driver.play(action)

    def aim(self) -> None:
        """Show the targets and ask for one."""
        selection = self.selection
        source = selection.source
        seen = [target for targets in selection.targets.values() for target in targets]
        named = dict(SYMBOL_WORDS)
        if (
            self.board.layout is not None
            and self.board.layout.shifts
            and any(map(selection.is_own, selection.targets))
        ):
            named[PLACED] = "here, before who stands there"
        told: dict[str, dict[str, None]] = {}
        for target in seen:
            told.setdefault(target.word or named[target.symbol], {})[f"[{target.symbol}]"] = None
        words = ", ".join(f"{' '.join(symbols)} {word}" for word, symbols in told.items())
        begun = selection.chosen[0].text if len(selection.chosen) == 1 else ""
        if not begun and source is not None:
            begun = choice.called(self, source).rstrip(": ")
        if source in selection.targets and len(selection.targets) == 1:
            self.table.say(f"{begun}: Enter again, or another click, plays it; Esc goes back.")
        else:
            self.table.say(f"{begun}: {words}; Tab next, Esc back.")
        best = min(selection.targets, key=self._appeal, default=None)
        if best is not None and (not self._is_aimed(best) or self._leads_to_advice(best)):
            self.cursor.spot, self.cursor.front = best, None
        self.table.paint()

    def _is_aimed(self, best: Spot) -> bool:
        """Whether the cursor is on a target already; not if that is one's own piece and others could be."""
        spot, selection = self.cursor.spot, self.selection
        if spot is None or spot not in selection.targets:
            return False
        return spot == selection.source or selection.is_own(best) or not selection.is_own(spot)

    def _leads_to_advice(self, spot: Spot) -> bool:
        """Whether a target lies on the way to what an agent would do."""
        advice = self.advice
        return advice is not None and any(
            target.prefix.leads_to(advice) for target in self.selection.targets[spot]
        )

    def _appeal(self, spot: Spot) -> tuple[bool, int, bool, float]:
        """Where the cursor goes first: to what was advised, to what is attacked, to the middle of the board.

        Nobody aims at oneself by pressing Enter twice.
        """
        symbol = self.selection.targets[spot][0].symbol
        rank = PREFERRED.index(symbol) if symbol in PREFERRED else len(PREFERRED)
        first = not self._leads_to_advice(spot), rank, self.selection.is_own(spot)
        middle = self.table.parts.board.content_region
        for region, found in self.cursor.spots():
            if found == spot:
                across = region.x + region.width / 2 - middle.x - middle.width / 2
                down = region.y + region.height / 2 - middle.y - middle.height / 2
                return *first, abs(across) + 2 * abs(down)
        return *first, 0.0

    def lead_to(self, action: Action) -> None:
        """Put the cursor where an action begins, or lead on to it if something is begun."""
        self.advice = action
        if self.selection.has_begun:
            self.aim()
            return
        for spot, prefixes in self.selection.sources.items():
            if any(prefix.leads_to(action) for prefix in prefixes):
                self.cursor.put(spot)
                return
        for (_, spot), prefix in self.selection.at_cells.items():
            if prefix.leads_to(action):
                self.cursor.put(spot)

    def back(self) -> bool:
        """Take back the last choice; False if nothing was begun."""
        source = self.selection.source
        if not self.selection.back():
            return studying.let_go(self)
        if self.selection.has_begun:
            self.aim()
        else:
            self.cursor.spot = source or self.cursor.spot
            self.table.paint()
            self.table.driver.invite()
        return True

    # Keys that begin something.

    def _number(self, key: str) -> None:
        """A number chooses an offered card, an action of a verb, or a card of the hand."""
        spot = self._numbered(NUMBERS.index(key))
        if spot is not None:
            self.cursor.put(spot)
            self.selection.clear()
            self.pick(spot)

    def _numbered(self, number: int) -> Spot | None:
        if self.offer:
            return Spot(self.offer.kind, number) if number < len(self.offer.cards) else None
        if self.are_numbered:
            return Spot("action", number) if number < len(self.selection.actions) else None
        hands = self.table.picture.hands
        shown = hands[0].shown if hands else ()
        return Spot("card", shown[number][0]) if number < len(shown) else None

    def _word(self, key: str) -> None:
        """The key of an action without a card or piece; where it is not possible, say why."""
        wanted = self.board.keys[key]
        for number, prefix in enumerate(self.selection.actions):
            if prefix.text == wanted:
                self.selection.clear()
                self.pick(Spot("action", number))
                return
        if self.table.driver.is_waiting() or self.table.driver.seat is None:
            return
        try:
            self.table.driver.match.legal_actions_of(self.table.driver.seat).read(wanted)
        except CardwrightError as error:
            self.table.say(sentence(error), is_alert=True)

    def _at_cell(self, key: str) -> None:
        """The key of an action that begins with the cell under the cursor."""
        studying.begin_at_cell(self, self.board.cell_keys[key])

    def _keyed(self, key: str) -> None:
        """Begin a verb by its key with the card under the cursor; the key must be pressed twice."""
        word, spot = self.board.keyed[key], self.cursor.place
        if self.table.driver.is_waiting() or spot is None:
            return
        prefix = self.selection.keyed.get((word, spot))
        if prefix is None:
            self.table.say(f"Put the cursor on what you want to {word} first.", is_alert=True)
            return
        action = self.selection.complete(prefix)
        if action is None:
            self.selection.clear()
            self.follow(self.selection.begin_with(spot, prefix))
        elif self.ask_again(prefix.text, f"{prefix.text}? Press {key} once more."):
            self.table.driver.play(action)
