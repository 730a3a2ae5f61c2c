"""Hands: one card below the other with cost, numbers and as much of its text as there is room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import msgspec
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from cardwright.hosting.realtime.waiting import wait_for
from cardwright.hosting.spots import Spot
from cardwright.table.boards import board_of
from cardwright.table.canvas import Canvas
from cardwright.table.drawing import Mark
from cardwright.table.faces import short
from cardwright.table.widgets.panel import Panel
from cardwright.view import Card, View

KEYS = "1234567890"


class Hand(msgspec.Struct, frozen=True):
    """The cards of a seat as they are shown."""

    title: str
    cards: tuple[Card, ...]
    first: int = 0
    """The number of its first card among the spots: hands are numbered on."""
    is_numbered: bool = False
    """Whether keys are shown that choose its cards."""
    groups: tuple[tuple[int, int], ...] = ()
    """Where equal cards are shown as one: the place of the first of them, and how many there are."""

    @property
    def shown(self) -> tuple[tuple[int, int], ...]:
        """The places that are shown, in order, each with the number of cards it stands for."""
        return self.groups or tuple((place, 1) for place in range(len(self.cards)))


class HandPanel(Panel):
    """Draws one hand, or several below each other."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.view: View | None = None
        self.hands: Sequence[Hand] = ()
        self.marks: Mapping[Spot, Mark] = {}
        self.playable: frozenset[Spot] = frozenset()

    def paint(self) -> None:
        """The cards, each with as many lines of text as all have room for."""
        if self.view is None:
            return
        width = self.size.width
        count = sum(len(hand.shown) for hand in self.hands)
        titles = sum(1 for hand in self.hands if hand.title)
        spare = self.size.height - titles - count
        texts = {
            hand.first + place: wrap(hand.cards[place].text, max(width - 4, 8))
            for hand in self.hands
            for place, _ in hand.shown
        }
        most = 0
        while most < 4 and sum(min(len(text), most + 1) for text in texts.values()) <= spare:
            most += 1
        rows = titles + count + sum(min(len(text), most) for text in texts.values())
        canvas = Canvas(width, max(rows, 1))
        self.hits = []
        y = 0
        for hand in self.hands:
            if hand.title:
                canvas.put(1, y, hand.title[: width - 1], "title")
                y += 1
            for at, (place, copies) in enumerate(hand.shown):
                spot = Spot("card", hand.first + place)
                height = 1 + min(len(texts[spot.at]), most)
                key = KEYS[at] if hand.is_numbered and at < 10 else " "
                self._card(canvas, y, hand.cards[place], spot, key, copies)
                for row, line in enumerate(texts[spot.at][: height - 1], 1):
                    cut = row == height - 1 < len(texts[spot.at])
                    canvas.put(4, y + row, line[: width - 6] + ".." if cut else line, "dim")
                self.hits.append((Region(0, y, width, height), spot))
                if self.marks.get(spot, Mark()).is_cursor:
                    self.reveal(y, height)
                y += height
        self.canvas = canvas

    def render_line(self, y: int) -> Strip:
        """One row of the screen; the last one says how many cards lie below it."""
        strip = super().render_line(y)
        end = self.top + self.size.height
        below = sum(1 for region, _ in self.hits if region.bottom > end)
        if not below or y < self.size.height - 1:
            return strip
        more = f" {below} more "
        note = Segment(more, self._style("button"))
        return Strip([*strip.crop(0, self.size.width - len(more)), note])

    def _card(self, canvas: Canvas, y: int, card: Card, spot: Spot, key: str, copies: int) -> None:
        mark = self.marks.get(spot, Mark())
        width = canvas.width
        style = "target" if mark.sign else "chosen" if mark.is_chosen else ""
        if style:
            canvas.shade(0, y, width, 1, style)
        pointer = ">" if mark.is_cursor else " "
        able = f"[{mark.sign}]" if mark.sign else "*" if spot in self.playable else " "
        facts = self._facts(card)
        told = self.view is not None and board_of(self.view.game).numbers
        if self.view is not None and card.card is not None and width >= 40 and not told:
            needs = " ".join(f"{name} {n}" for name, n in self.view.game.needs(card.card).items())
            facts = f"{needs}  {facts}"
        x = canvas.put(0, y, pointer, "cursor")
        x = canvas.put(x, y, key, style or "dim")
        x = canvas.put(x, y, able, f"{style}-able" if style else "able")
        more = f" x{copies}" if copies > 1 else ""
        name = short(card.name, max(width - x - len(facts) - len(more) - 1, 4)) + more
        canvas.put(x, y, name, style or ("cursor" if mark.is_cursor else ""))
        canvas.put(width - len(facts), y, facts, style)

    def _facts(self, card: Card) -> str:
        """Cost, attack and health of a card; with what it is paid where that differs."""
        if card.card is None or self.view is None:
            return ""
        numbers = f"{card.card.attack}/{card.card.health}" if card.card.health else ""
        game = self.view.game
        if (price := board_of(game).price) is not None:
            return f"{price(game, card.price)} {numbers:<5}{wait_for(self.view, card):>4} "
        kinds = game.catalogue.game.words.get("kinds", {}).values()
        if len({kind["pays"] for kind in kinds if kind.get("pays")}) < 2:
            return f"{card.cost:>2} {numbers:<4}"
        numbers = numbers if card.card.attack else str(card.card.health or "")
        return f"{card.cost:>3}{game.cost_word(card.card)[:1]} {numbers:<5}"
