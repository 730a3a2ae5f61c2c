"""Hands: one card below the other with cost, numbers and as much of its text as there is room for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap

import msgspec
from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip

from cardwright.face.view import Card, View
from cardwright.hosting.realtime.waiting import wait_for
from cardwright.hosting.spots import Spot
from cardwright.table.boards import board_of
from cardwright.table.canvas import Canvas
from cardwright.table.drawing import Mark
from cardwright.table.faces import short
from cardwright.table.widgets.panel import Panel

KEYS = "1234567890"


@lru_cache(maxsize=1024)
def _folded(text: str, width: int) -> list[str]:
    return wrap(text, width)


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
        """The cards; the one under the cursor in full, the others with as many lines as all have room for."""
        if self.view is None:
            return
        width = self.size.width
        told = {
            hand.first + place: self._told(hand.cards[place], width)
            for hand in self.hands
            for place, _ in hand.shown
        }
        titles = sum(1 for hand in self.hands if hand.title)
        rows = self._rows(told, self.size.height - titles - len(told))
        canvas = Canvas(width, max(titles + len(told) + sum(rows.values()), 1))
        self.hits = []
        y = 0
        for hand in self.hands:
            if hand.title:
                canvas.put(1, y, hand.title[: width - 1], "title")
                y += 1
            for at, (place, copies) in enumerate(hand.shown):
                spot = Spot("card", hand.first + place)
                lines, height = told[spot.at], 1 + rows[spot.at]
                key = KEYS[at] if hand.is_numbered and at < 10 else " "
                self._card(canvas, y, hand.cards[place], spot, key, copies)
                for row, line in enumerate(lines[: height - 1], 1):
                    cut = row == height - 1 < len(lines)
                    canvas.put(4, y + row, line[: width - 6] + ".." if cut else line, "dim")
                self.hits.append((Region(0, y, width, height), spot))
                if self.marks.get(spot, Mark()).is_cursor:
                    self.reveal(y, height)
                y += height
        self.canvas = canvas

    def _told(self, card: Card, width: int) -> list[str]:
        """The lines below a card's first one: the numbers that it has no room for, and the text."""
        assert self.view is not None
        brief = board_of(self.view.game).brief
        numbers = brief(self.view.game, card.card) if brief and card.card is not None else ""
        return _folded(". ".join(part for part in (numbers, card.text) if part), max(width - 4, 8))

    def _rows(self, told: Mapping[int, Sequence[str]], spare: int) -> dict[int, int]:
        """How many lines each card has below its own."""
        cursor = next((at for at in told if self.marks.get(Spot("card", at), Mark()).is_cursor), None)
        whole = 0 if cursor is None else min(len(told[cursor]), max(self.size.height - 2, 0))
        others = {at: len(lines) for at, lines in told.items() if at != cursor}
        most = 0
        while most < 4 and sum(min(count, most + 1) for count in others.values()) <= spare - whole:
            most += 1
        rows = {at: min(count, most) for at, count in others.items()}
        return rows if cursor is None else {**rows, cursor: whole}

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
        style = "target" if mark.symbol else "chosen" if mark.is_chosen else ""
        if style:
            canvas.shade(0, y, width, 1, style)
        pointer = ">" if mark.is_cursor else " "
        able = f"[{mark.symbol}]" if mark.symbol else "*" if spot in self.playable else " "
        facts = self._facts(card)
        told = self.view is not None and board_of(self.view.game).numbers
        if self.view is not None and card.card is not None and not told:
            needed = self.view.game.needs(card.card).items()
            words = " ".join(f"{name} {n}" for name, n in needed)
            # In a narrow hand the letters of what is needed must do.
            facts = f"{words}  {facts}" if width >= 40 else f"{_letters(needed)} {facts}"
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
        game = self.view.game
        numbers = f"{card.attack}/{card.health}" if game.has_health(card.card) else ""
        numbers += changed_mark(card.attack_change + card.health_change)
        if (price := board_of(game).price) is not None:
            return f"{price(game, card.price)} {numbers:<5}{wait_for(self.view, card):>4} "
        if game.catalogue.has_patterns:
            return f"{game.catalogue.pattern_letters(card.card)} {numbers:<5}"
        kinds = game.catalogue.game.words.get("kinds", {}).values()
        if len({kind["pays"] for kind in kinds if kind.get("pays")}) < 2:
            return f"{card.cost:>2}{changed_mark(card.cost - card.card.cost) or ' '} {numbers:<4}"
        numbers = numbers if card.card.attack else str(card.card.health or "")
        return f"{card.cost:>3}{game.cost_word(card.card)[:1]} {numbers:<5}"


def playable_title(cards: Sequence[Card]) -> str:
    """The title of a hand of which some cards can be played; with the marks that stand in it."""
    is_changed = any(
        card.card and (card.cost != card.card.cost or card.attack_change or card.health_change)
        for card in cards
    )
    return f"Hand {len(cards)}  (* playable{', +/- changed' * is_changed})"


def changed_mark(change: int) -> str:
    """The mark behind a number that is higher or lower than printed.

    >>> changed_mark(2), changed_mark(-1), changed_mark(0)
    ('+', '-', '')
    """
    return "+" if change > 0 else "-" if change < 0 else ""


def _letters(needed: Iterable[tuple[str, int]]) -> str:
    """What a card needs by its first letters.

    >>> _letters({"fire": 3, "wind": 1}.items())
    '3F1W'
    """
    return "".join(f"{n}{name[:1].upper()}" for name, n in needed)
