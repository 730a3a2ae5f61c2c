"""The piles beside a board: looked through, drawn from, played from."""

from __future__ import annotations

from cardwright.actions import take_apart
from cardwright.hosting.spots import Spot, zone_of
from cardwright.match import Match
from cardwright.table.plain import card_page, describe_numbers, title
from cardwright.table.screens.dialogs import Menu, Pages
from cardwright.table.screens.table import Table
from cardwright.table.selection import Selection, Target
from cardwright.view import Card


class PileTable(Table):
    """A table with somebody in front of it, who may look through the cards of its zones."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match.game)
        self.match = match
        self.seat = seat
        """Who sits in front of the screen."""
        self.selection = Selection(match.view(seat), is_asked=False)

    def follow(self, found: list[Target]) -> None:
        """Go on after a choice."""
        raise NotImplementedError

    @property
    def drawn_from(self) -> set[Spot]:
        """The piles at which an action without a card or piece begins."""
        deeds = {prefix.code for prefix in self.selection.deeds}
        sources = self.selection.sources.items()
        return {s for s, found in sources if s.kind == "pile" and found[0].code in deeds}

    def open_pile(self, spot: Spot) -> None:
        """Look through the cards of a zone, the newest first; one that can be played is begun with."""
        assert self.view is not None
        seat, zone = zone_of(self.game, spot)
        cards = self.view.seats[seat].zones[zone]
        known = [(at, card) for at, card in enumerate(cards) if card.card is not None]
        if not known or zone in self.board_of_game.piles.values():
            self.say(" ".join(self.about(spot, 10_000)))
            return
        playable = {take_apart(p.code).source for p in self.selection.sources.get(spot, ())}
        listed = list(reversed(known))
        answers = [
            f"{'* ' if at in playable else '  '}{card.name} ({describe_numbers(self.game, card.card)})"
            for at, card in listed
            if card.card is not None
        ]

        def chosen(number: int | None) -> None:
            if number is not None:
                self._take_from_pile(spot, *listed[number])

        whose = title(self.view, seat)
        hint = "; * can be played" if playable else ""
        self.app.push_screen(Menu(f"{zone.capitalize()} ({whose}), the newest first{hint}", answers), chosen)

    def _take_from_pile(self, spot: Spot, at: int, card: Card) -> None:
        """Begin with a card of a pile, or show it."""
        text = f'"{card.name}"'
        fitting = [p for p in self.selection.sources.get(spot, ()) if text in p.text]
        exact = [p for p in fitting if take_apart(p.code).source == at] or fitting
        if exact:
            self.selection.clear()
            self.set_cursor(spot)
            self.follow(self.selection.begin_with(spot, exact[0]))
        elif card.card is not None:
            self.app.push_screen(Pages("\n".join(card_page(self.game, card.card, 70))))
