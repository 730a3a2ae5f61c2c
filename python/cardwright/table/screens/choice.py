"""How the table shows a choice: marks on the board, details of a place, the question."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

from cardwright.hosting.spots import Spot
from cardwright.table import footing, foreseen
from cardwright.table.details import about_card, in_short
from cardwright.table.drawing import Mark
from cardwright.table.ground import Land
from cardwright.table.screens import studying
from cardwright.table.screens.offering import DONE

if TYPE_CHECKING:
    from cardwright.table.footing import Study
    from cardwright.table.screens.chooser import Chooser


def marks(chooser: Chooser, news: Mapping[Spot, str]) -> dict[Spot, Mark]:
    """The marks of cursor, source, targets and news."""
    selection, cursor = chooser.selection, chooser.cursor.spot
    source = selection.source if selection.has_begun else None
    game = chooser.game
    studied = studying.study_of(chooser)
    lacks = footing.marks(selection.view, studied) if studied else {}
    numbers = {cell: number for number, cell in enumerate(game.cells)}
    footings = {Spot("cell", numbers[cell]): mark for cell, mark in lacks.items()}
    anchor = Spot("cell", numbers[studied.shown.cell]) if studied else None
    reached = {Spot("cell", numbers[cell]) for cell in _reach(chooser)}
    alone = {spot for spot in (cursor, source, anchor) if spot is not None}
    return {
        spot: Mark(
            symbol="".join(dict.fromkeys(target.symbol for target in selection.targets.get(spot, ()))),
            news=news.get(spot, ""),
            is_cursor=spot == cursor,
            is_chosen=spot in (source, anchor),
            front=chooser.front_of(spot),
            footing=footings.get(spot, ""),
            is_reached=spot in reached,
        )
        for spot in {*selection.targets, *news, *alone, *footings, *reached}
    }


def _reach(chooser: Chooser) -> frozenset[str]:
    """The cells that the chosen piece would reach with an attack, or the one under the cursor."""
    selection, spot = chooser.selection, chooser.selection.source or chooser.cursor.spot
    if spot is None or spot.kind != "cell":
        return frozenset()
    standing = [selection.pieces[number] for number in selection.standing(spot)]
    return standing[0].reach if standing else frozenset()


def about(chooser: Chooser, spot: Spot, width: int) -> list[str]:
    """The details of a spot; while a card or piece is chosen, first what pointing there would do."""
    selection, front = chooser.selection, chooser.front_of(spot)
    return [*foreseen.while_aiming(selection, spot, front, width), *_about(chooser, spot, width)]


def _about(chooser: Chooser, spot: Spot, width: int) -> list[str]:
    """The details of a spot; while a card or piece is chosen, first that one in short."""
    selection, view = chooser.selection, chooser.selection.view
    if spot.kind == "offer" and chooser.offer is not None:
        return about_card(view, chooser.offer.cards[spot.at], width)
    if spot.kind == "action" and selection.subset is None and spot.at < len(selection.actions):
        done = selection.complete(selection.actions[spot.at])
        return [*_about_action(chooser, spot, width), *foreseen.of_action(view, done, width)]
    source = selection.source
    studied = studying.study_of(chooser)
    if studied is not None and (spot.kind == "cell" or spot == studying.card_of(chooser)):
        return _about_study(chooser, studied, spot, width)
    if source is None or spot == source or spot.kind not in ("cell", "piece"):
        return chooser.table.about(spot, width)
    if spot.kind == "cell" and view.piece_on(cell := view.game.cells[spot.at]) is None:
        # An empty cell has few details: show the chosen card or piece in full.
        land = Land(view, chooser.board)
        ground = wrap(f"{cell}: {land.about(cell)}", width) if land else []
        return [*ground, *chooser.table.about(source, width)]
    return [*_about_source(chooser, source, width), *chooser.table.about(spot, width)]


def _about_study(chooser: Chooser, studied: Study, spot: Spot, width: int) -> list[str]:
    """A card whose cost is looked at: what is missing, the card, and what stands where one points."""
    card = studying.card_of(chooser)
    told = wrap(f"{studied.name} at {footing.told(studied)}", width, subsequent_indent="  ")
    lines = [*told, *(chooser.table.about(card, width) if card else [])]
    if spot.kind == "cell" and chooser.selection.standing(spot):
        lines += chooser.table.about(spot, width)
    return [*lines, *wrap(footing.legend(chooser.selection.view, studied), width)]


def _about_source(chooser: Chooser, source: Spot, width: int) -> list[str]:
    """What was chosen, in short: a card with its text, the power with its text, a piece with its numbers."""
    selection, view = chooser.selection, chooser.selection.view
    if source.kind == "card" and source.at < len(view.hand):
        return in_short(view, view.hand[source.at], width)
    if source.kind == "action":
        return _about_action(chooser, source, width)
    piece = selection.pieces.get(selection.piece) if selection.piece is not None else None
    if piece is None:
        return []
    known = [view.game.catalogue.defs[n] for n in piece.card.knows]
    begun = [card for card in known if any(f'"{card.name}"' in p.text for p in selection.chosen)]
    lines = [f"{selection.called(piece)}"]
    return [*lines, *(line for card in begun for line in wrap(f"{card.name}: {card.text}", width))]


def _about_action(chooser: Chooser, spot: Spot, width: int) -> list[str]:
    """An action without a card or piece: what it does, and what it costs."""
    view, board = chooser.selection.view, chooser.board
    if spot.at >= len(chooser.selection.actions):
        return []
    text = chooser.selection.actions[spot.at].text
    lines = [text]
    if said := board.told(view).get(text):
        return wrap(said, width)
    kind = board.sources.get(text)
    for piece in view.pieces:
        if piece.kind == kind and piece.owner == view.seat:
            paid = f"{piece.card.cost} {chooser.game.cost_word(piece.card)}"
            lines += wrap(f"{paid}: {piece.card.text}", width)
    for line in board.help.splitlines():
        if line.split() and line.split()[0] == text.split()[0]:
            lines += wrap(line.strip().partition("  ")[2].strip(), width)
    return lines


def called(chooser: Chooser, spot: Spot) -> str:
    """A cell or a card by its name, before a colon."""
    view = chooser.selection.view
    if spot.kind == "cell":
        return f"{view.game.cells[spot.at]}: "
    if spot.kind == "card" and spot.at < len(view.hand):
        return f"{view.hand[spot.at].name}: "
    return ""


def asked(chooser: Chooser) -> str:
    """The question where any cards, or one of some, may be chosen; empty otherwise."""
    selection = chooser.selection
    if selection.subset is not None:
        word = selection.subset.verb.capitalize()
        return f"{word}: choose what you put back (Enter, click, number), then press {DONE}."
    return "Choose one of the cards (Enter, click, number)." if selection.offers else ""


def able(chooser: Chooser) -> str:
    """How many cards and pieces can act; empty if none can."""
    selection = chooser.selection
    begun = selection.main_sources
    cards = sum(1 for spot in begun if spot.kind == "card")
    pieces = sum(len(selection.pieces_at(s)) or 1 for s in begun if s.kind in ("cell", "piece"))
    counted = [counted_word(cards, "card"), counted_word(pieces, "piece")]
    return " and ".join(words for words in counted if words)


def at_cells(chooser: Chooser) -> str:
    """What can be done at cells, with its key: "change a field (c)"; empty if nothing can."""
    keys = {word: key for key, word in chooser.board.cell_keys.items()}
    verbs = dict.fromkeys(word for word, _ in chooser.selection.at_cells)
    return ", ".join(f"{word} a {chooser.board.space} ({keys[word]})" for word in verbs if word in keys)


def counted_word(number: int, word: str) -> str:
    """A number of things; empty if there are none.

    >>> counted_word(1, "card"), counted_word(3, "piece"), counted_word(0, "card")
    ('1 card', '3 pieces', '')
    """
    return f"{number} {word}{'s' * (number > 1)}" if number else ""
