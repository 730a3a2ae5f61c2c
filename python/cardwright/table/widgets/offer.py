"""Cards laid out in full to choose from: the opening hand, or the answers to a question."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

import msgspec
from textual.geometry import Region

from cardwright.face.library import Game
from cardwright.face.view import Card
from cardwright.hosting.spots import Spot
from cardwright.table.canvas import Canvas
from cardwright.table.drawing import Mark
from cardwright.table.plain import describe_card
from cardwright.table.widgets.panel import Panel


class Offer(msgspec.Struct, frozen=True):
    """Cards to choose from; with `ticked` any of them, else one."""

    title: str
    cards: tuple[Card, ...]
    kind: str
    """The kind of the spots: card or offer."""
    ticked: frozenset[int] | None = None


class OfferPanel(Panel):
    """Draws the cards with all their text."""

    def __init__(self, game: Game, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.game = game
        self.offer: Offer | None = None
        self.marks: Mapping[Spot, Mark] = {}

    def paint(self) -> None:
        """A title, then the cards; a blank line between them if there is room."""
        if self.offer is None:
            return
        width = self.size.width
        pages = [self._lines(number, card, width) for number, card in enumerate(self.offer.cards)]
        needed = 1 + sum(map(len, pages))
        gap = 1 if needed + len(pages) <= self.size.height else 0
        canvas = self.canvas = Canvas(width, needed + gap * len(pages))
        canvas.put(1, 0, self.offer.title, "title")
        self.hits = []
        y = 1 + gap
        for number, lines in enumerate(pages):
            spot = Spot(self.offer.kind, number)
            mark = self.marks.get(spot, Mark())
            is_ticked = bool(self.offer.ticked and number in self.offer.ticked)
            if is_ticked:
                canvas.shade(0, y, width, len(lines), "chosen")
            for row, line in enumerate(lines):
                canvas.put(1, y + row, line, "chosen" if is_ticked else "cursor" if mark.is_cursor else "")
            if mark.is_cursor:
                canvas.put(0, y, ">", "cursor")
                self.reveal(y, len(lines))
            self.hits.append((Region(0, y, width, len(lines)), spot))
            y += len(lines) + gap

    def _lines(self, number: int, card: Card, width: int) -> list[str]:
        assert self.offer is not None
        box = ""
        if self.offer.ticked is not None:
            box = "[x] back " if number in self.offer.ticked else "[ ] keep "
        head = f"{(number + 1) % 10} {box}{card.name}"
        if card.card is None:
            return [head]
        facts = describe_card(self.game, card)
        return wrap(f"{head} ({facts}) {card.text}", max(width - 2, 20), subsequent_indent=" " * 6)
