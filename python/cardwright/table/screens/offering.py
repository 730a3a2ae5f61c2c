"""What is laid out to choose from: cards in full, and buttons for actions without a card or piece."""

from __future__ import annotations

from cardwright.face.view import Card, View
from cardwright.table.boards import Board
from cardwright.table.selection import Selection
from cardwright.table.widgets.hand import KEYS
from cardwright.table.widgets.offer import Offer

DONE = "e"
"""The key that ends a choice of any cards."""


def offer_of(view: View, selection: Selection) -> Offer | None:
    """The cards that a question or the opening hand lays out."""
    if selection.subset is not None:
        return Offer("Which cards do you put back?", view.hand, "card", frozenset(selection.ticked))
    if selection.offers and view.prompt is not None:
        cards = tuple(Card(card.name, card.cost, card, False) for card in view.prompt.options)
        return Offer("Choose one", cards, "offer")
    return None


def labels_of(view: View, selection: Selection, board: Board) -> list[str]:
    """What stands on the buttons, with the keys that press them."""
    if selection.subset is not None:
        count = len(selection.ticked)
        cards = f"{count} card{'s' * (count != 1)}"
        words = f"Put back {cards} and draw as many" if count else "Keep all cards"
        return [f"{words} ({DONE})"]
    keys = {text: key for key, text in board.keys.items()}
    texts = [prefix.text for prefix in selection.actions]
    if are_numbered(selection, board):
        keys.update(zip(texts, KEYS, strict=False))
    named = board.labels(view)
    return [named.get(text, text) + (f" ({keys[text]})" if text in keys else "") for text in texts]


def are_numbered(selection: Selection, board: Board) -> bool:
    """Whether number keys choose among actions: if all legal actions are of one numbered verb."""
    verbs = {prefix.verb for prefix in selection.actions}
    is_alone = all(spot.kind == "action" for spot in selection.sources)
    return bool(verbs) and is_alone and verbs <= set(board.numbered)
